import { randomUUID } from "node:crypto";
import { outputErrors } from "../../../mcp/tools/call-tool.ts";
import type { Call, Tool } from "../../../mcp/tools/tool.ts";
import { Failure, notFound } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import type { Schema } from "../../../model/schema.ts";
import type { Backend, Outcome } from "./backend.ts";
import { type CircuitBreaker, isOutage } from "./circuit-breaker.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import type { FunctionDescription, ToolDescription } from "./tool-description.ts";
import { isVisible, type Viewer } from "./visible.ts";

export interface Invocation {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly call: Call;
  /** Default: a new id. */
  readonly callId?: string;
  readonly timeoutMs?: number;
}

export interface InvocationResult {
  readonly callId: string;
  readonly toolId: string;
  readonly outcome: Outcome;
  readonly executionTimeMs: number;
  readonly warnings: readonly string[];
}

export interface InvokeOptions {
  readonly toolId: string;
  readonly description: ToolDescription;
  readonly backend: Backend;
  readonly concurrency: ConcurrencyLimit;
  /** Absent for built-in tools. */
  readonly breaker?: CircuitBreaker;
  readonly log: Log;
  /** Throws if the tool is known to be unavailable. */
  refuseIfUnavailable(callId: string, viewer: Viewer): void;
  /** Called when the backend was unreachable or failed. */
  onOutage(reason: string): void;
  /** Called when a result does not match the function's schema. */
  onMismatch(tool: string): void;
}

export const LONGEST_CALL_MS = 60_000;

/** Creates a function that runs calls within the caller's timeout and the tool's concurrency limit. */
export const createInvoke = (
  options: InvokeOptions & { readonly tool: Tool },
  { name: functionName, returns, timeout }: FunctionDescription,
): ((invocation: Invocation) => Promise<InvocationResult>) => {
  const { toolId, description, backend, concurrency, breaker, tool, log } = options;
  const longest = Math.min(LONGEST_CALL_MS, (timeout ?? Number.POSITIVE_INFINITY) * 1000);

  const attempt = async (invocation: Invocation, callId: string): Promise<Outcome> => {
    const { call, timeoutMs: callerTimeoutMs = LONGEST_CALL_MS } = invocation;
    const timeoutMs = Math.min(longest, callerTimeoutMs);
    const began = performance.now();
    return withDeadline(call.signal, timeoutMs, tooLate(description.name, timeoutMs), (signal) =>
      concurrency.run(signal, () =>
        backend.call({
          functionName,
          arguments: invocation.arguments,
          callId,
          timeoutMs: Math.max(1, Math.round(timeoutMs - (performance.now() - began))),
          signal,
          caller: call.caller,
          ...(call.traceparent !== undefined && { traceparent: call.traceparent }),
          progress: call.progress,
        }),
      ),
    );
  };

  return async (invocation) => {
    const { callId = randomUUID(), call } = invocation;
    if (!isVisible(tool, call.caller)) {
      throw notFound(`There is no tool named '${tool.name}'.`, { call_id: callId });
    }
    options.refuseIfUnavailable(callId, call.caller);
    const began = performance.now();
    try {
      const outcome = await attempt(invocation, callId);
      breaker?.succeeded();
      const warnings = returns === undefined ? [] : await mismatches(tool, returns, outcome);
      if (warnings.length > 0) {
        options.onMismatch(tool.name);
        log.warn("a tool result does not match its schema", { tool: tool.name, callId, misfits: warnings });
      }
      return { callId, toolId, outcome, executionTimeMs: Math.round(performance.now() - began), warnings };
    } catch (thrown) {
      if (call.signal.aborted || !(thrown instanceof Failure)) throw thrown;
      if (isOutage(thrown) && !hadShortTimeout(thrown, invocation)) {
        breaker?.failed();
        options.onOutage(thrown.message);
      }
      throw new Failure(thrown.kind, thrown.message, { call_id: callId, ...thrown.details }, { cause: thrown.cause });
    }
  };
};

/** A shorter timeout says nothing about the tool. */
const SHORTEST_RELEVANT_TIMEOUT_MS = 1_000;

const hadShortTimeout = ({ kind }: Failure, { timeoutMs = LONGEST_CALL_MS }: Invocation): boolean =>
  kind === "timeout" && timeoutMs < SHORTEST_RELEVANT_TIMEOUT_MS;

const mismatches = async (tool: Tool, returns: Schema, { data }: Outcome): Promise<string[]> => {
  const misfits = await outputErrors(returns, data, tool.foreign);
  return misfits === undefined ? [] : [`The result does not match the tool's schema: ${misfits.join("; ")}.`];
};

const tooLate = (name: string, timeoutMs: number) => (): Failure =>
  new Failure("timeout", `${name} did not answer within ${timeoutMs / 1000} seconds.`, {
    hint: "The call may still have taken effect; check before you retry.",
  });

/** Runs work until it ends, times out or is cancelled; aborts its signal in the latter cases. */
const withDeadline = async <T>(
  caller: AbortSignal,
  timeoutMs: number,
  late: () => Failure,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  caller.throwIfAborted();
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let cancel = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown): void => {
      controller.abort(reason);
      reject(reason);
    };
    timer = setTimeout(() => end(late()), timeoutMs);
    cancel = () => end(caller.reason);
    caller.addEventListener("abort", cancel, { once: true });
  });
  try {
    const working = work(controller.signal);
    // Work that ignores the signal may still reject later.
    working.catch(() => undefined);
    return await Promise.race([working, ended]);
  } finally {
    clearTimeout(timer);
    caller.removeEventListener("abort", cancel);
  }
};
