// Types only: at run time the package would load zod.
import type { ToolSchema } from "@modelcontextprotocol/core";
import type { Caller } from "../../model/caller.ts";
import { allowsTool, type Grant } from "../../model/grant.ts";
import type { Log } from "../../model/log.ts";
import { type CalledTool, type CallOutcome, type CallRecord, outcomeOf } from "../tools/call-record.ts";
import { callTool, type ToolAnswer } from "../tools/call-tool.ts";
import { CONTENT, type Content, isContent } from "../tools/content.ts";
import { nearestName } from "../tools/nearest-name.ts";
import type { ServerDefinition } from "../tools/server-definition.ts";
import type { Effect, Tool } from "../tools/tool.ts";
import { callOf, InputRequired, inputRequired, type ProtocolCall } from "./call.ts";
import { type Era, type EraName, serverCachePolicy } from "./eras.ts";
import { errorText, invalidParams, ProtocolError, type WireError, wireErrorOf } from "./errors.ts";
import { isObject, members } from "./json-rpc.ts";
import { createPages } from "./pages.ts";
import type { Handler, McpRequest } from "./request-context.ts";
import type { Seal } from "./seal.ts";
import { concatText, type Text, writeOutput, writeString } from "./serialise.ts";

type WireTool = (typeof ToolSchema)["_output"];

export interface ToolOptions {
  readonly log: Log;
  readonly toolErrors: "result" | "jsonrpc";
  readonly text: "json" | "compact";
  readonly checkOutput: boolean;
  readonly seal: Seal;
  /** Called with the record of every tool call when it is over. */
  observe?(record: CallRecord): void;
}

/** The other hints mean nothing for tools that only read. */
const HINTS: Record<Effect, NonNullable<WireTool["annotations"]>> = {
  read: { readOnlyHint: true },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  destructive: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

/** Before protocol version 2026-07-28, structured output must be an object. */
const showsOutput = (era: EraName, schema: Tool["output"]): boolean =>
  schema !== undefined && (era === "modern" || schema["type"] === "object");

const describeTool = (tool: Tool, era: EraName): WireTool => {
  const { name, title, description, effect, input, output, annotations, meta } = tool;
  return {
    name,
    title,
    description,
    inputSchema: input as WireTool["inputSchema"],
    ...(showsOutput(era, output) && { outputSchema: output as NonNullable<WireTool["outputSchema"]> }),
    annotations: { title, ...HINTS[effect], openWorldHint: false, ...annotations },
    ...(meta && { _meta: meta }),
  };
};

const errorResult = (era: Era, error: WireError): string => {
  const json = JSON.stringify(error);
  const content = [errorText(error), json].map((text) => `{"type":"text","text":${JSON.stringify(text)}}`);
  return era.result(`"content":[${content}],"isError":true`, `"taxiway/error":${json}`);
};

/** Puts the warnings first, so that a model learns early that a field was ignored. */
const withWarnings = (output: unknown, warnings: readonly string[]): unknown => {
  if (warnings.length === 0 || !isObject(output)) return output;
  const { warnings: own, ...others } = output;
  return { warnings: [...warnings, ...(Array.isArray(own) ? own : [])], ...others };
};

/** Returns the compact text after the warnings, or the JSON if the tool has no compact form or JSON is configured. */
const textOf = (tool: Tool, answer: ToolAnswer, output: unknown, text: ToolOptions["text"]): string => {
  const compact = text === "compact" ? tool.compact?.(answer.output as never, answer.input as never) : undefined;
  return compact === undefined ? (JSON.stringify(output) ?? "null") : [...answer.warnings, compact].join("\n");
};

const jsonOf = ({ structured, json }: Content, warnings: readonly string[]): string =>
  (warnings.length === 0 ? json : undefined) ?? JSON.stringify(withWarnings(structured, warnings));

const contentResult = (era: Era, shown: Content, warnings: readonly string[]): string => {
  const { [CONTENT]: blocks, structured, notes = [], meta } = shown;
  const json = structured === undefined ? undefined : jsonOf(shown, warnings);
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

/** Contains the output twice: some hosts show the model the text, others the structured content. */
const answerResult = (era: Era, tool: Tool, answer: ToolAnswer, text: ToolOptions["text"]): Text => {
  if (isContent(answer.output)) return contentResult(era, answer.output, answer.warnings);
  const output = withWarnings(answer.output, answer.warnings);
  const content = `"content":[{"type":"text","text":${writeString(textOf(tool, answer, output, text))}}]`;
  const isStructured = era.name === "modern" || isObject(output);
  return era.resultOf(isStructured ? concatText(content, ',"structuredContent":', writeOutput(output)) : content);
};

/** How much of an unknown name is repeated in errors and records. */
const MAX_NAME_LENGTH = 64;

const outcomeInProtocol = (thrown: unknown, cancelled: boolean): CallOutcome => {
  if (thrown instanceof InputRequired) return "input_required";
  return thrown instanceof ProtocolError && !cancelled ? "refused" : outcomeOf(thrown, cancelled);
};

export const toolMethods = (server: ServerDefinition, options: ToolOptions): Record<string, Handler> => {
  const { toolsTtlMs: ttlMs = 60_000, errors: errorFormat, name: ownName, scope = ownName } = server;
  const pages = createPages("tools", serverCachePolicy(server, ttlMs), describeTool);
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
    throw invalidParams(`There is no tool named '${name.slice(0, MAX_NAME_LENGTH)}'`, { hint });
  };

  const report = (
    { context: { caller, requestId, cancelled } }: McpRequest,
    called: Pick<CallRecord, "tool" | "arguments"> & { readonly call?: ProtocolCall },
    began: number,
    answer: ToolAnswer | undefined,
    thrown?: unknown,
  ) =>
    options.observe?.({
      server: scope,
      tool: called.tool,
      arguments: called.arguments,
      answer,
      thrown,
      outcome: outcomeInProtocol(thrown, cancelled),
      milliseconds: performance.now() - began,
      caller,
      requestId,
      notes: called.call?.notes,
    });

  const seekOrReport = async (request: McpRequest): Promise<Tool> => {
    const { name, arguments: raw } = request.params;
    const began = performance.now();
    try {
      return await seek(name, request.context.caller);
    } catch (thrown) {
      if (typeof name === "string") {
        const tool: CalledTool = { name: name.slice(0, MAX_NAME_LENGTH), input: {}, unknown: true };
        report(request, { tool, arguments: isObject(raw) ? raw : {} }, began, undefined, thrown);
      }
      throw thrown;
    }
  };

  return {
    "tools/list": ({ params, era, context: { caller } }) =>
      pages(visible.list(caller), params["cursor"], era, caller.grant?.tools !== undefined),

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
        report(request, { tool, arguments: raw, call }, began, answer);
        return result;
      } catch (thrown) {
        report(request, { tool, arguments: raw, call }, began, undefined, thrown);
        if (thrown instanceof InputRequired) return inputRequired(request, options.seal, thrown);
        const { method, context, era } = request;
        if (thrown instanceof ProtocolError || options.toolErrors === "jsonrpc" || context.cancelled) throw thrown;
        const facts = {
          method,
          tool: tool.name,
          ...(context.requestId !== undefined && { requestId: context.requestId }),
        };
        return errorResult(era, wireErrorOf(thrown, options.log, facts, errorFormat));
      }
    },
  };
};

/** Returns the tools of a server that a caller may see; a tool that is not listed cannot be called either. */
const createVisibleTools = ({ name, scope = name, tools }: ServerDefinition) => {
  // Cached by the tools of a grant, so that keys with equal grants share the serialised pages of a list.
  const narrowed = new WeakMap<readonly Tool[], Map<string, readonly Tool[]>>();

  /** A key created under a former name of a tool still covers it. */
  const isAllowed = ({ name: own, aliases = [] }: Tool, grant: Grant): boolean =>
    [own, ...aliases].some((each) => allowsTool(grant, scope, each));

  const narrow = (all: readonly Tool[], grant: Grant): readonly Tool[] => {
    let lists = narrowed.get(all);
    if (lists === undefined) {
      lists = new Map();
      narrowed.set(all, lists);
    }
    const key = JSON.stringify(grant.tools);
    let list = lists.get(key);
    if (list === undefined) {
      list = all.filter((tool) => isAllowed(tool, grant));
      lists.set(key, list);
    }
    return list;
  };

  return {
    list({ grant }: Caller): readonly Tool[] {
      const all = tools.list();
      return grant?.tools === undefined ? all : narrow(all, grant);
    },
    has: (tool: Tool, { grant }: Caller): boolean => grant?.tools === undefined || isAllowed(tool, grant),
  };
};
