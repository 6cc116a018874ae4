import type { Caller } from "../../model/caller.ts";
import { Failure, type FailureKind } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import { callTool, type ToolAnswer } from "../tools/call-tool.ts";
import { CONTENT, type Content, isContent } from "../tools/content.ts";
import { nearestName } from "../tools/nearest-name.ts";
import type { ServerDefinition } from "../tools/server-definition.ts";
import type { Effect, Tool } from "../tools/tool.ts";
import { callOf, InputRequired, inputRequired } from "./call.ts";
import { aboutServer, type Era, type EraName } from "./eras.ts";
import { errorText, invalidParams, ProtocolError, type WireError, wireErrorOf } from "./errors.ts";
import { isObject, members } from "./json-rpc.ts";
import { createPages } from "./pages.ts";
import type { Handler, McpRequest, RequestContext } from "./request-context.ts";
import type { Seal } from "./seal.ts";
import { writeOutput, writeString } from "./serialise.ts";
import { spliced, type Text } from "./text.ts";
import { createVisibleTools } from "./visible-tools.ts";
import type { WireTool } from "./wire.ts";

export interface ToolOptions {
  readonly log: Log;
  readonly toolErrors: "result" | "jsonrpc";
  readonly text: "json" | "compact";
  readonly checkOutput: boolean;
  readonly seal: Seal;
  observe?(report: CallReport): void;
}

/** What of a tool a report is about. */
export interface CalledTool extends Pick<Tool, "name" | "input" | "output" | "foreign"> {
  /** There is none of that name, or not for this caller: the name is whatever somebody sent. */
  readonly unknown?: true;
}

/** How a tool call went. */
export interface CallReport {
  readonly tool: CalledTool;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What it came to, as the tool returned it; not to be changed. */
  readonly answer?: ToolAnswer | undefined;
  /** What it failed with. */
  readonly thrown?: unknown;
  readonly outcome: "ok" | "refused" | "unavailable" | "defect" | "cancelled" | "input_required";
  readonly milliseconds: number;
  readonly context: RequestContext;
}

const HINTS: Record<Effect, NonNullable<WireTool["annotations"]>> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  destructive: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

/** Until 2025-11-25 structured output is always an object. */
const shows = (era: EraName, schema: Tool["output"]): boolean =>
  schema !== undefined && (era === "modern" || schema["type"] === "object");

const describeTool = (tool: Tool, era: EraName): WireTool => {
  const { name, title, description, effect, input, output, annotations, meta } = tool;
  return {
    name,
    title,
    description,
    inputSchema: input as WireTool["inputSchema"],
    ...(shows(era, output) && { outputSchema: output as NonNullable<WireTool["outputSchema"]> }),
    annotations: { title, ...HINTS[effect], openWorldHint: false, ...annotations },
    ...(meta && { _meta: meta }),
  };
};

const errorResult = (era: Era, error: WireError): string => {
  const json = JSON.stringify(error);
  const content = [errorText(error), json].map((text) => `{"type":"text","text":${JSON.stringify(text)}}`);
  return era.result(`"content":[${content}],"isError":true`, `"taxiway/error":${json}`);
};

/** First in the answer: a model that reads on from a field that was ignored believes that it was heeded. */
const withWarnings = (output: unknown, warnings: readonly string[]): unknown => {
  if (warnings.length === 0 || !isObject(output)) return output;
  const { warnings: own, ...others } = output;
  return { warnings: [...warnings, ...(Array.isArray(own) ? own : [])], ...others };
};

/** What a person could read, warnings first; the same JSON where the tool has no such form, or JSON is wanted. */
const textOf = (tool: Tool, answer: ToolAnswer, output: unknown, text: ToolOptions["text"]): string => {
  const compact = text === "compact" ? tool.compact?.(answer.output as never, answer.input as never) : undefined;
  return compact === undefined ? (JSON.stringify(output) ?? "null") : [...answer.warnings, compact].join("\n");
};

const contentResult = (era: Era, shown: Content, warnings: readonly string[]): string => {
  const { [CONTENT]: blocks, structured, notes = [], meta } = shown;
  const json = structured === undefined ? undefined : JSON.stringify(withWarnings(structured, warnings));
  const text = (line: string) => ({ type: "text", text: line });
  const isJson = blocks.length === 0 && json !== undefined;
  const content = [
    ...(isJson ? [] : warnings.map((warning) => text(`Note: ${warning}`))),
    ...(isJson ? [text(json)] : blocks),
    ...notes.map((note) => text(`Note: ${note}`)),
  ];
  const fits = json !== undefined && (era.name === "modern" || isObject(structured));
  const result = `"content":${JSON.stringify(content)}${fits ? `,"structuredContent":${json}` : ""}`;
  return era.result(result, meta && members(meta));
};

/** The output appears twice: some hosts show their model the text, others the structure. */
const answerResult = (era: Era, tool: Tool, answer: ToolAnswer, text: ToolOptions["text"]): Text => {
  if (isContent(answer.output)) return contentResult(era, answer.output, answer.warnings);
  const output = withWarnings(answer.output, answer.warnings);
  const content = `"content":[{"type":"text","text":${writeString(textOf(tool, answer, output, text))}}]`;
  const isStructured = era.name === "modern" || isObject(output);
  return era.resultOf(isStructured ? spliced(content, ',"structuredContent":', writeOutput(output)) : content);
};

/** Of a tool that is not there: as much of it as is repeated. */
const LONGEST_NAME = 64;

/** Somebody we depend on was not there, or not in time. */
const ABSENCES: ReadonlySet<FailureKind> = new Set(["unavailable", "timeout", "rate_limited"]);

export const outcomeOf = (thrown: unknown, cancelled: boolean): CallReport["outcome"] => {
  if (thrown === undefined) return "ok";
  if (thrown instanceof InputRequired) return "input_required";
  if (cancelled) return "cancelled";
  if (thrown instanceof Failure) return ABSENCES.has(thrown.kind) ? "unavailable" : "refused";
  return thrown instanceof ProtocolError ? "refused" : "defect";
};

export const toolMethods = (server: ServerDefinition, options: ToolOptions): Record<string, Handler> => {
  const { toolsTtlMs: ttlMs = 60_000, errors: face } = server;
  const everybodys = createPages("tools", aboutServer(server, ttlMs), describeTool);
  const somebodys = createPages("tools", { ttlMs, scope: "private" }, describeTool);

  const visible = createVisibleTools(server);

  const known = (name: unknown, caller: Caller): Tool | undefined => {
    const tool = typeof name === "string" ? server.tools.get(name) : undefined;
    return tool !== undefined && visible.has(tool, caller) ? tool : undefined;
  };

  const seek = async (name: unknown, caller: Caller): Promise<Tool> => {
    if (typeof name !== "string") throw invalidParams("name must be the name of a tool");
    const tool = await server.tools.seek?.(name);
    if (tool !== undefined && visible.has(tool, caller)) return tool;
    const near = nearestName(
      name,
      visible.list(caller).map((each) => each.name),
    );
    const hint = near === undefined ? "tools/list has the names of all tools." : `Did you mean ${near}?`;
    throw invalidParams(`There is no tool named '${name.slice(0, LONGEST_NAME)}'`, { hint });
  };

  const report = (
    { context }: McpRequest,
    call: Pick<CallReport, "tool" | "arguments">,
    began: number,
    answer: ToolAnswer | undefined,
    thrown?: unknown,
  ) =>
    options.observe?.({
      ...{ tool: call.tool, arguments: call.arguments, answer, thrown },
      ...{ outcome: outcomeOf(thrown, context.cancelled), milliseconds: performance.now() - began, context },
    });

  const seekOrReport = async (request: McpRequest): Promise<Tool> => {
    const { name, arguments: raw } = request.params;
    const began = performance.now();
    try {
      return await seek(name, request.context.caller);
    } catch (thrown) {
      if (typeof name === "string") {
        const tool: CalledTool = { name: name.slice(0, LONGEST_NAME), input: {}, unknown: true };
        report(request, { tool, arguments: isObject(raw) ? raw : {} }, began, undefined, thrown);
      }
      throw thrown;
    }
  };

  return {
    "tools/list": ({ params, era, context: { caller } }) => {
      const pages = caller.grant?.tools === undefined ? everybodys : somebodys;
      return pages(visible.list(caller), params["cursor"], era);
    },

    "tools/call": async (request) => {
      const { name } = request.params;
      const { caller } = request.context;
      const tool = known(name, caller) ?? (await seekOrReport(request));
      const { arguments: raw = {} } = request.params;
      if (!isObject(raw)) throw invalidParams("arguments must be an object");
      const began = performance.now();
      const opened = callOf(request, options.seal);
      const call = opened instanceof Promise ? await opened : opened;
      try {
        const answer = await callTool(tool, raw, call, options.checkOutput);
        const result = answerResult(request.era, tool, answer, options.text);
        report(request, { tool, arguments: raw }, began, answer);
        return result;
      } catch (thrown) {
        report(request, { tool, arguments: raw }, began, undefined, thrown);
        if (thrown instanceof InputRequired) return inputRequired(request, options.seal, thrown);
        const { method, context, era } = request;
        if (thrown instanceof ProtocolError || options.toolErrors === "jsonrpc" || context.cancelled) throw thrown;
        const facts = {
          method,
          tool: tool.name,
          ...(context.requestId !== undefined && { requestId: context.requestId }),
        };
        return errorResult(era, wireErrorOf(thrown, options.log, facts, face));
      }
    },
  };
};
