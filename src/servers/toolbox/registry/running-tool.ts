import { type Content, content } from "../../../mcp/tools/content.ts";
import { shownDescription, shownSchema } from "../../../mcp/tools/shown-tool.ts";
import type { Call, Tool } from "../../../mcp/tools/tool.ts";
import { Failure } from "../../../model/failure.ts";
import type { Backend } from "./backend.ts";
import { type Called, createInvoke, type Invocation, type InvokeOptions } from "./invoke.ts";
import { type FunctionDescription, type ToolDescription, wireName } from "./tool-description.ts";

/** A version of a tool that can be called. */
export interface RunningTool {
  readonly toolId: string;
  readonly description: ToolDescription;
  readonly functions: ReadonlyMap<string, RunningFunction>;
  readonly backend: Backend;
  /** Closes it when the calls that are under way are over. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

export interface RunningFunction {
  readonly description: FunctionDescription;
  /** As MCP clients see it. */
  readonly tool: Tool;
  /** The arguments have been checked against the tool's input. */
  invoke(invocation: Invocation): Promise<Called>;
}

export interface RunningToolOptions extends Omit<InvokeOptions, "backend" | "description"> {
  readonly description: ToolDescription;
  readonly backend: Backend;
  /** Its schemas and texts are somebody else's. */
  readonly foreign: boolean;
}

export const createRunningTool = (options: RunningToolOptions): RunningTool => {
  const { toolId, description, backend, slots } = options;
  const functions = description.functions.map((each) => [each.name, createFunction(options, each)] as const);
  return {
    ...{ toolId, description, backend, functions: new Map(functions) },
    retire: () => slots.idle().then(() => backend.close()),
    close: () => backend.close(),
  };
};

/** What nobody said about a function is what MCP assumes then. One that only reads destroys nothing. */
const FOREIGN_HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const FOREIGN_READ_HINTS = { openWorldHint: true };

const createFunction = (options: RunningToolOptions, about: FunctionDescription): RunningFunction => {
  const { toolId, description, foreign } = options;
  const { name, title, parameters, returns, annotations } = about;
  const isRead = annotations?.readOnlyHint === true;
  const { input, description: text } = foreign ? shownFunction(description, about) : { ...about, input: parameters };
  const tool: Tool = {
    name: wireName(description.name, name),
    title: title ?? `${description.name}.${name}`,
    description: text,
    effect: isRead ? "read" : "create",
    annotations: { ...(foreign && (isRead ? FOREIGN_READ_HINTS : FOREIGN_HINTS)), ...annotations },
    input,
    ...(input !== parameters && { enforced: parameters }),
    ...(returns && { output: returns }),
    ...(foreign && { foreign }),
    meta: {
      "taxiway/tool": { tool_id: toolId, function: `${description.name}.${name}`, category: description.category },
    },
    run: (input: Invocation["arguments"], call: Call) => invoke({ arguments: input, call }).then(shown),
  };
  const invoke = createInvoke({ ...options, tool }, about);
  return { description: about, tool, invoke };
};

/** What clients see of a function that was registered: what every model API takes. */
export const shownFunction = (
  { name, description }: Pick<ToolDescription, "name" | "description">,
  about: Pick<FunctionDescription, "description" | "parameters">,
) => ({
  input: shownSchema(about.parameters),
  description: shownDescription(`${about.description} (${name}: ${description})`),
});

/** A call's result as MCP has it. */
const shown = ({ outcome, callId, executionTimeMs, toolId, warnings }: Called): Content =>
  content(outcome.blocks ?? [], {
    structured: outcome.data,
    notes: warnings,
    meta: { "taxiway/call": { call_id: callId, tool_id: toolId, execution_time_ms: executionTimeMs } },
  });

/** Where a tool runs that was registered without saying where. */
export const nowhere = (name: string): Backend => {
  const refuse = (): never => {
    throw new Failure("unavailable", `${name} was registered without an endpoint, so there is nothing to call.`, {
      error_type: "no_endpoint",
      retryable: false,
      hint: "Register it again with tool.endpoint, or with tool.mcp_url.",
    });
  };
  return { call: async () => refuse(), check: async () => refuse(), close: async () => undefined };
};
