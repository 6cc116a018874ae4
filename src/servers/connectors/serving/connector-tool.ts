import { randomUUID } from "node:crypto";
import type { Content } from "../../../mcp/tools/content.ts";
import type { Annotations, Call, Effect, Tool } from "../../../mcp/tools/tool.ts";
import { clientOf } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { ConnectorTool } from "../connector.ts";
import type { PublishedConnector } from "../library/library.ts";
import { type Pipeline, STEPS } from "../pipeline.ts";
import type { KeptResults } from "../results/kept-results.ts";
import { type CallWatch, watchCall } from "./call-watch.ts";
import type { Pipelines } from "./create-pipelines.ts";
import { shownResult } from "./shown-result.ts";
import { INCLUDE_RAW, inputSchema, listedTool, offersRaw } from "./tool-schemas.ts";

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

/** One tool of a published connector, as the registry knows tools. */
export const connectorTool = (published: PublishedConnector, tool: ConnectorTool, services: ServingServices): Tool => {
  const { connector, number } = published;
  const { name, title, category, risk, safety_notes } = tool;
  const { description, inputSchema: input, outputSchema: output } = listedTool(connector, tool);
  const takesRaw = offersRaw(connector, tool);
  let made: Pipeline | undefined;

  const run = async (input: JsonObject, call: Call): Promise<Content> => {
    const { [INCLUDE_RAW]: asked, ...rest } = input;
    const [given, wantsRaw] = takesRaw ? [rest, asked === true] : [input, false];
    made ??= services.pipelines(published, tool);
    const correlationId = randomUUID();
    const watch = watchCall(tool, call);
    const facts = { connector: connector.name, tool: name, version: number, correlation_id: correlationId };

    try {
      const { progress, trace } = watch;
      const result = await made.run({
        ...{ arguments: given, signal: call.signal, correlationId, client: clientOf(call.caller), progress },
        ...(trace && { trace }),
      });
      const { source } = result;
      const meta = { "taxiway/call": { ...facts, source } };
      const shown = await shownResult(result, { published, tool, results: services.results, wantsRaw, meta });
      call.note({ correlationId, version: number, source, steps: watch.timings });
      // Clients of the older era hear "info" unasked, and each word before the answer makes a stream of it.
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
    meta: {
      "taxiway/connector": {
        ...{ name: connector.name, version: number, risk },
        ...(connector.owner !== undefined && { owner: connector.owner }),
        ...(category !== undefined && { category }),
        ...(safety_notes !== undefined && { safety_notes }),
      },
    },
    run,
  };
};

/** Whoever repeats a call that may have had its effect needs the id that was made for it. */
const withFacts = ({ kind, message, details, cause }: Failure, correlationId: string, watch: CallWatch): Failure => {
  const made = watch.made();
  const isKnown = Object.keys(made).length > 0;
  return new Failure(
    kind,
    message,
    { ...details, ...(isKnown && { arguments_made: made }), correlation_id: correlationId },
    { cause },
  );
};
