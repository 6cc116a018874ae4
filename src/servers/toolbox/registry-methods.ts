import { randomUUID } from "node:crypto";
import { type CallRecord, outcomeOf } from "../../mcp/tools/call-record.ts";
import { checkInput } from "../../mcp/tools/check-input.ts";
import type { Method } from "../../mcp/tools/server-definition.ts";
import type { Call } from "../../mcp/tools/tool.ts";
import { Failure, invalid } from "../../model/failure.ts";
import type { Health } from "./registry/health.ts";
import { type InvocationResult, LONGEST_CALL_MS } from "./registry/invoke.ts";
import type { Registrar } from "./registry/registrar.ts";
import type { Toolbox, ToolboxEntry } from "./registry/toolbox.ts";
import { isUp } from "./registry/unavailable.ts";
import { type Viewer, visibleFunctions } from "./registry/visible.ts";

interface RegistryMethodsOptions {
  readonly toolbox: Toolbox;
  readonly registrar: Registrar;
  /** Called with the record of every call that came as a registry message. */
  observe?(record: CallRecord): void;
}

type Params = Readonly<Record<string, unknown>>;

/** The methods of the tool registry's JSON-RPC. */
export interface RegistryMethods {
  /** Methods that are also available over MCP. */
  readonly overMcp: ReadonlyMap<string, Method>;
  /** All methods: MCP has a `tools/list` of its own. */
  readonly all: ReadonlyMap<string, Method>;
}

export const registryMethods = ({ toolbox, registrar, observe }: RegistryMethodsOptions): RegistryMethods => {
  const invoke = async (params: Params, call: Call, callId: string): Promise<object> => {
    const entry = await toolbox.find(textIn(params, "tool_name"), call.caller);
    const found = toolbox.findFunction(entry, textIn(params, "function_name"), call.caller);
    const timeoutMs = timeoutIn(params);
    const began = performance.now();
    let given: Params = {};
    let problem: unknown;
    try {
      given = argumentsIn(params);
      const { input, warnings } = await checkInput(found.tool, given);
      const called = await found.invoke({ arguments: input as Params, call, callId, ...timeoutMs });
      return resultOf(called, warnings);
    } catch (thrown) {
      problem = thrown;
      throw thrown;
    } finally {
      observe?.({
        server: "toolbox",
        tool: found.tool,
        arguments: given,
        thrown: problem,
        outcome: outcomeOf(problem, call.signal.aborted),
        milliseconds: performance.now() - began,
        caller: call.caller,
      });
    }
  };

  const call: Method = async (params, call) => {
    const callId = callIdIn(params);
    try {
      return await invoke(params, call, callId);
    } catch (thrown) {
      throw withCallId(thrown, callId);
    }
  };

  const overMcp = new Map<string, Method>([
    [
      "tools/register",
      (params, { caller }) => {
        if (!caller.grant?.admin) throw needsAdmin("register");
        return registrar.register(params["tool"]);
      },
    ],
    [
      "tools/unregister",
      (params, { caller }) => {
        if (!caller.grant?.admin) throw needsAdmin("unregister");
        return registrar.unregister(textIn(params, "tool_name"), caller);
      },
    ],
    ["tools/call", call],
    [
      "health/check",
      async (params, { caller }) =>
        healthOf(await toolbox.check(await toolbox.find(textIn(params, "tool_name"), caller))),
    ],
  ]);
  return {
    overMcp,
    all: new Map([
      ...overMcp,
      ["tools/list", (_, { caller }) => ({ tools: toolbox.list().flatMap((entry) => listed(entry, caller)) })],
    ]),
  };
};

const needsAdmin = (verb: string): Failure =>
  new Failure("forbidden", `To ${verb} tools, send the admin token or a key with admin permission.`, {
    error_type: "unauthorized",
    hint: "Add the header Authorization: Bearer <token>, with TAXIWAY_ADMIN_TOKEN or the token printed at the first start. Tools registered with a key belong to the key's tenant.",
  });

const textIn = (params: Params, field: string): string => {
  const value = params[field];
  if (typeof value === "string" && value !== "") return value;
  throw invalid(`${field} is missing or not text.`, { field, ...(value !== undefined && { value }) });
};

const argumentsIn = ({ arguments: given = {} }: Params): Params => {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return given as Params;
  throw invalid("arguments must be an object.", { field: "arguments", value: given });
};

const LONGEST_CALL_ID = 200;

const callIdIn = ({ call_id: given = randomUUID() }: Params): string => {
  if (typeof given === "string" && given !== "" && given.length <= LONGEST_CALL_ID) return given;
  throw invalid(`call_id must be text of 1 to ${LONGEST_CALL_ID} characters.`, { field: "call_id", value: given });
};

/** Callers give seconds. A value above the limit is not an error; the call just ends at the limit. */
const timeoutIn = ({ timeout: given }: Params): { readonly timeoutMs?: number } => {
  if (given === undefined) return {};
  if (typeof given === "number" && given > 0) return { timeoutMs: Math.min(LONGEST_CALL_MS, given * 1000) };
  throw invalid("timeout must be a number of seconds above 0.", { field: "timeout", value: given });
};

const resultOf = (
  { callId, outcome, executionTimeMs, warnings }: InvocationResult,
  before: readonly string[],
): object => {
  const notes = [...before, ...warnings];
  return {
    call_id: callId,
    status: "completed",
    data: outcome.data,
    ...(outcome.blocks && { content: outcome.blocks }),
    execution_time_ms: executionTimeMs,
    ...(notes.length > 0 && { warnings: notes }),
  };
};

const withCallId = (thrown: unknown, callId: string): unknown =>
  !(thrown instanceof Failure) || thrown.details["call_id"] !== undefined
    ? thrown
    : new Failure(thrown.kind, thrown.message, { call_id: callId, ...thrown.details }, { cause: thrown.cause });

const healthOf = ({ status, responseTimeMs, version, capabilities, lastError }: Health): object => ({
  status: status === "unknown" ? "unavailable" : status,
  response_time_ms: responseTimeMs ?? null,
  version: version ?? null,
  capabilities: capabilities ?? [],
  last_error: lastError ?? null,
});

const listed = (entry: ToolboxEntry, viewer: Viewer): object[] => {
  const { name, builtIn, running, health } = entry;
  const { description, category, version } = running.description;
  const functions = visibleFunctions(entry, viewer).map((each) => each.description);
  if (functions.length === 0) return [];
  const about = {
    tool_id: running.toolId,
    name,
    description,
    category,
    ...(version !== undefined && { version }),
    built_in: builtIn,
    // A tool that was not checked yet may still be called.
    available: isUp(health) || health.status === "unknown",
    status: health.status,
    since: new Date(health.since).toISOString(),
    last_error: health.lastError ?? null,
    functions: functions.map((each) => ({
      name: each.name,
      description: each.description,
      parameters: each.parameters,
      ...(each.returns && { returns: each.returns }),
    })),
  };
  return [about];
};
