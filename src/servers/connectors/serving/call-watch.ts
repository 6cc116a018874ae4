import type { Call } from "../../../mcp/tools/tool.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { ConnectorTool } from "../connector.ts";
import { STEPS, type StepName, type StepTrace } from "../pipeline.ts";

/** Follows one call from step to step: for the client, and for what is known about a call that failed half-way. */
export interface CallWatch {
  progress(done: number, total: number, message: string): void;
  /** Only where something was made for the call: to be told what, every step has to be shown. */
  readonly trace?: (step: StepTrace) => void;
  readonly timings: Partial<Record<StepName, number>>;
  /** Arguments that were made for this call and that the caller could have given. */
  made(): Readonly<Record<string, unknown>>;
}

export const watchCall = ({ made = {}, input, name }: ConnectorTool, call: Call): CallWatch => {
  const timings: Partial<Record<StepName, number>> = {};
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  const wanted = Object.keys(made).filter((argument) => Object.hasOwn(properties, argument));
  let last = performance.now();
  let used: Readonly<Record<string, unknown>> = {};

  return {
    timings,
    progress(done, total, message) {
      const step = STEPS[done - 1];
      const now = performance.now();
      if (step) timings[step] = Math.round((now - last) * 1000) / 1000;
      last = now;
      call.progress(done, total, message);
      call.message("debug", { tool: name, step, milliseconds: step && timings[step] });
    },
    ...(wanted.length > 0 && {
      trace({ step, out }: StepTrace) {
        if (step === "input" && isJsonObject(out)) used = out;
      },
    }),
    made: () =>
      Object.fromEntries(wanted.filter((argument) => Object.hasOwn(used, argument)).map((each) => [each, used[each]])),
  };
};
