import { randomUUID } from "node:crypto";
import { outputMisfits } from "../../../mcp/tools/call-tool.ts";
import type { Call, Tool } from "../../../mcp/tools/tool.ts";
import { Failure, notFound } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import type { Schema } from "../../../model/schema.ts";
import type { Backend, Outcome } from "./backend.ts";
import { type CircuitBreaker, isOutage } from "./circuit-breaker.ts";
import type { Slots } from "./concurrency-limit.ts";
import type { FunctionDescription, ToolDescription } from "./tool-description.ts";
import { isVisible, type Viewer } from "./visible.ts";

/** One call, before. */
export interface Invocation {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly call: Call;
  /** Left out: a new one. */
  readonly callId?: string;
  /** What the caller is willing to wait. */
  readonly timeoutMs?: number;
}

/** One call, after. */
export interface Called {
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
  readonly slots: Slots;
  /** Absent for what runs in this process. */
  readonly breaker?: CircuitBreaker;
  readonly log: Log;
  /** Throws when it is known that nobody would answer. */
  refuseIfAway(callId: string, viewer: Viewer): void;
  /** Nobody was there. */
  onOutage(reason: string): void;
  /** The result was not what the function had promised. */
  onMismatch(tool: string): void;
}

export const LONGEST_CALL_MS = 60_000;

/** Runs one function: never longer than anybody wants to wait, never more at a time than its tool can take. */
export const createInvoke = (
  options: InvokeOptions & { readonly tool: Tool },
  { name: functionName, returns, timeout }: FunctionDescription,
): ((invocation: Invocation) => Promise<Called>) => {
  const { toolId, description, backend, slots, breaker, tool, log } = options;
  const longest = Math.min(LONGEST_CALL_MS, (timeout ?? Number.POSITIVE_INFINITY) * 1000);

  const attempt = async (invocation: Invocation, callId: string): Promise<Outcome> => {
    const { call, timeoutMs: patience = LONGEST_CALL_MS } = invocation;
    const timeoutMs = Math.min(longest, patience);
    const began = performance.now();
    return withDeadline(call.signal, timeoutMs, tooLate(description.name, timeoutMs), (signal) =>
      slots.run(signal, () =>
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
    options.refuseIfAway(callId, call.caller);
    const began = performance.now();
    try {
      const outcome = await attempt(invocation, callId);
      breaker?.succeeded();
      const warnings = returns === undefined ? [] : await mismatches(tool, returns, outcome);
      if (warnings.length > 0) {
        options.onMismatch(tool.name);
        log.warn("a result does not fit", { tool: tool.name, callId, misfits: warnings });
      }
      return { callId, toolId, outcome, executionTimeMs: Math.round(performance.now() - began), warnings };
    } catch (thrown) {
      if (call.signal.aborted || !(thrown instanceof Failure)) throw thrown;
      if (isOutage(thrown) && !wasImpatient(thrown, invocation)) {
        breaker?.failed();
        options.onOutage(thrown.message);
      }
      throw new Failure(thrown.kind, thrown.message, { call_id: callId, ...thrown.details }, { cause: thrown.cause });
    }
  };
};

/** A caller that waits for less than that learns nothing about the tool. */
const SHORTEST_PATIENCE_MS = 1_000;

const wasImpatient = ({ kind }: Failure, { timeoutMs = LONGEST_CALL_MS }: Invocation): boolean =>
  kind === "timeout" && timeoutMs < SHORTEST_PATIENCE_MS;

const mismatches = async (tool: Tool, returns: Schema, { data }: Outcome): Promise<string[]> => {
  const misfits = await outputMisfits(returns, data, tool.foreign);
  return misfits === undefined ? [] : [`The result does not fit what the tool promised: ${misfits.join("; ")}.`];
};

const tooLate = (name: string, timeoutMs: number) => (): Failure =>
  new Failure("timeout", `${name} did not answer within ${timeoutMs / 1000} seconds.`, {
    hint: "It may have done what it was asked to; look before you ask again.",
  });

/** Ends with the work, with the caller's patience, or with the caller, whichever comes first; the work is told. */
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
    // Whoever ignores the signal may still fail later, when nobody listens any more.
    working.catch(() => undefined);
    return await Promise.race([working, ended]);
  } finally {
    clearTimeout(timer);
    caller.removeEventListener("abort", cancel);
  }
};
