import { randomUUID } from "node:crypto";
import { checkInput } from "../../mcp/tools/check-input.ts";
import type { Method } from "../../mcp/tools/server-definition.ts";
import type { Call, Tool } from "../../mcp/tools/tool.ts";
import { Failure, invalid } from "../../model/failure.ts";
import type { Health } from "./registry/health.ts";
import { type Called, LONGEST_CALL_MS } from "./registry/invoke.ts";
import type { Registrar } from "./registry/registrar.ts";
import type { Toolbox, ToolboxEntry } from "./registry/toolbox.ts";
import { isUp } from "./registry/unavailable.ts";
import { type Viewer, visibleFunctions } from "./registry/visible.ts";

export interface RegistryMethodsOptions {
  readonly toolbox: Toolbox;
  readonly registrar: Registrar;
  /** Hears of every call that came in the registry's own shape. */
  observe?(report: RegistryCallReport): void;
}

/** How such a call went. */
export interface RegistryCallReport {
  readonly tool: Tool;
  /** As they were given. */
  readonly arguments: Params;
  /** What it failed with. */
  readonly thrown?: unknown;
  readonly milliseconds: number;
  readonly call: Call;
}

type Params = Readonly<Record<string, unknown>>;

/** The registry's own messages, in its own words. */
export interface RegistryMethods {
  /** What also stands beside MCP's methods. */
  readonly beside: ReadonlyMap<string, Method>;
  /** All of them: MCP has a `tools/list` of its own. */
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
      const milliseconds = performance.now() - began;
      observe?.({ tool: found.tool, arguments: given, thrown: problem, milliseconds, call });
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

  const beside = new Map<string, Method>([
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
    beside,
    all: new Map([
      ...beside,
      ["tools/list", (_, { caller }) => ({ tools: toolbox.list().flatMap((entry) => listed(entry, caller)) })],
    ]),
  };
};

const needsAdmin = (verb: string): Failure =>
  new Failure("forbidden", `To ${verb} tools, send the admin token, or a key that may administer.`, {
    error_type: "unauthorized",
    hint: "Add the header Authorization: Bearer <token>; the token is TAXIWAY_ADMIN_TOKEN, or the one that was printed at the first start. What is registered with a key belongs to the key's tenant.",
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

/** In seconds, as callers write it. More than a call may take at all is not an error: it is just not waited for. */
const timeoutIn = ({ timeout: given }: Params): { readonly timeoutMs?: number } => {
  if (given === undefined) return {};
  if (typeof given === "number" && given > 0) return { timeoutMs: Math.min(LONGEST_CALL_MS, given * 1000) };
  throw invalid("timeout must be a number of seconds above 0.", { field: "timeout", value: given });
};

const resultOf = ({ callId, outcome, executionTimeMs, warnings }: Called, before: readonly string[]): object => {
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
    // Nobody knows yet is no reason not to try.
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
