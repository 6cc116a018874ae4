import { type Content, content } from "../../../mcp/tools/content.ts";
import { portableDescription, portableSchema } from "../../../mcp/tools/portable-schema.ts";
import type { Call, Tool } from "../../../mcp/tools/tool.ts";
import { Failure } from "../../../model/failure.ts";
import type { Backend } from "./backend.ts";
import { createInvoke, type Invocation, type InvocationResult, type InvokeOptions } from "./invoke.ts";
import { type FunctionDescription, type ToolDescription, wireName } from "./tool-description.ts";

/** A callable version of a tool. */
export interface RunningTool {
  readonly toolId: string;
  readonly description: ToolDescription;
  readonly functions: ReadonlyMap<string, RunningFunction>;
  readonly backend: Backend;
  /** Closes it after running calls have ended. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

export interface RunningFunction {
  readonly description: FunctionDescription;
  /** The tool as shown to MCP clients. */
  readonly tool: Tool;
  /** Expects arguments that match the tool's input schema. */
  invoke(invocation: Invocation): Promise<InvocationResult>;
}

interface RunningToolOptions extends Omit<InvokeOptions, "backend" | "description"> {
  readonly description: ToolDescription;
  readonly backend: Backend;
  /** Whether its schemas and texts are untrusted. */
  readonly foreign: boolean;
}

export const createRunningTool = (options: RunningToolOptions): RunningTool => {
  const { toolId, description, backend, concurrency } = options;
  const functions = description.functions.map((each) => [each.name, createFunction(options, each)] as const);
  return {
    toolId,
    description,
    backend,
    functions: new Map(functions),
    retire: () => concurrency.idle().then(() => backend.close()),
    close: () => backend.close(),
  };
};

/** MCP's defaults for missing annotations, except that a read-only function is not destructive. */
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

/** What clients see of a registered function, in a form every model API accepts. */
const shownFunction = (
  { name, description }: Pick<ToolDescription, "name" | "description">,
  about: Pick<FunctionDescription, "description" | "parameters">,
) => ({
  input: portableSchema(about.parameters),
  description: portableDescription(`${about.description} (${name}: ${description})`),
});

const shown = ({ outcome, callId, executionTimeMs, toolId, warnings }: InvocationResult): Content =>
  content(outcome.blocks ?? [], {
    structured: outcome.data,
    notes: warnings,
    meta: { "taxiway/call": { call_id: callId, tool_id: toolId, execution_time_ms: executionTimeMs } },
  });

/** The backend of a tool that was registered without an address. */
export const missingBackend = (name: string): Backend => {
  const refuse = (): never => {
    throw new Failure("unavailable", `${name} cannot be called because it was registered without an endpoint.`, {
      error_type: "no_endpoint",
      retryable: false,
      hint: "Register it again with tool.endpoint or tool.mcp_url.",
    });
  };
  return { call: async () => refuse(), check: async () => refuse(), close: async () => undefined };
};
