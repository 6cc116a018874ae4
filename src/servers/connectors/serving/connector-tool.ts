import { randomUUID } from "node:crypto";
import type { Content } from "../../../mcp/tools/content.ts";
import type { Annotations, Call, Effect, Tool } from "../../../mcp/tools/tool.ts";
import { clientOf } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { ConnectorTool } from "../connector.ts";
import type { PublishedConnector } from "../library/library.ts";
import { type Pipeline, STEPS, type StepName, type StepTrace } from "../pipeline.ts";
import type { KeptResults } from "../results/kept-results.ts";
import { INCLUDE_RAW, inputSchema, listedTool, offersRaw } from "../tool-schemas.ts";
import type { Pipelines } from "./create-pipelines.ts";
import { secretArguments } from "./secret-arguments.ts";
import { shownResult } from "./shown-result.ts";

export interface ServingServices {
  readonly pipelines: Pipelines;
  readonly results: KeptResults;
}

const EFFECTS: Readonly<Record<ConnectorTool["risk"], Effect>> = {
  read: "read",
  write: "create",
  destructive: "destructive",
};
const REPEATABLE: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE"]);

const annotationsOf = ({ risk, http, request: { method } }: ConnectorTool): Annotations => ({
  readOnlyHint: risk === "read",
  destructiveHint: risk === "destructive",
  idempotentHint: risk === "read" || http?.idempotent === true || REPEATABLE.has(method),
  openWorldHint: true,
});

/** A tool of a published connector as an MCP tool. */
export const connectorTool = (published: PublishedConnector, tool: ConnectorTool, services: ServingServices): Tool => {
  const { connector, number } = published;
  const { name, title, category, risk, safety_notes } = tool;
  const { description, inputSchema: input, outputSchema: output } = listedTool(connector, tool);
  const takesRaw = offersRaw(connector, tool);
  let pipeline: Pipeline | undefined;

  const run = async (input: JsonObject, call: Call): Promise<Content> => {
    const { [INCLUDE_RAW]: includeRaw, ...rest } = input;
    const [given, wantsRaw] = takesRaw ? [rest, includeRaw === true] : [input, false];
    pipeline ??= services.pipelines(published, tool);
    const correlationId = randomUUID();
    const watch = watchCall(tool, call);
    const facts = { connector: connector.name, tool: name, version: number, correlation_id: correlationId };

    try {
      const { progress, trace } = watch;
      const result = await pipeline.run({
        arguments: given,
        signal: call.signal,
        correlationId,
        client: clientOf(call.caller),
        progress,
        ...(trace && { trace }),
      });
      const { source } = result;
      const meta = { "taxiway/call": { ...facts, source } };
      const shown = await shownResult(result, { published, tool, results: services.results, wantsRaw, meta });
      call.note({ correlationId, version: number, source, steps: watch.timings });
      // Not "info": older clients receive that by default, and any message turns the response into a stream.
      call.message("debug", { ...facts, outcome: "ok", source });
      return shown;
    } catch (error) {
      const failedStep = STEPS[Object.keys(watch.timings).length];
      call.note({ correlationId, version: number, steps: watch.timings, failedStep });
      if (!(error instanceof Failure)) throw error;
      call.message("error", { ...facts, outcome: "error", kind: error.kind, error: error.message });
      throw withFacts(error, correlationId, watch);
    }
  };

  return {
    name,
    title: title ?? name,
    description,
    effect: EFFECTS[risk],
    annotations: annotationsOf(tool),
    input,
    enforced: inputSchema(connector, tool),
    ...(output && { output }),
    foreign: true,
    secretArguments: secretArguments(tool),
    meta: {
      "taxiway/connector": {
        name: connector.name,
        version: number,
        risk,
        ...(connector.owner !== undefined && { owner: connector.owner }),
        ...(category !== undefined && { category }),
        ...(safety_notes !== undefined && { safety_notes }),
      },
    },
    run,
  };
};

/** Adds the generated arguments: a caller needs their values to repeat a call that may have taken effect. */
const withFacts = ({ kind, message, details, cause }: Failure, correlationId: string, watch: CallWatch): Failure => {
  const generated = watch.generated();
  const isKnown = Object.keys(generated).length > 0;
  return new Failure(
    kind,
    message,
    { ...details, ...(isKnown && { arguments_made: generated }), correlation_id: correlationId },
    { cause },
  );
};

/** Follows a call from step to step: reports progress to the client and collects what the call record needs. */
interface CallWatch {
  progress(done: number, total: number, message: string): void;
  /** Only for tools with generated arguments: tracing costs time in every step. */
  readonly trace?: (step: StepTrace) => void;
  readonly timings: Partial<Record<StepName, number>>;
  /** The generated arguments that the caller could have given. */
  generated(): Readonly<Record<string, unknown>>;
}

const watchCall = ({ made = {}, input, name }: ConnectorTool, call: Call): CallWatch => {
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
    generated: () =>
      Object.fromEntries(wanted.filter((argument) => Object.hasOwn(used, argument)).map((each) => [each, used[each]])),
  };
};
