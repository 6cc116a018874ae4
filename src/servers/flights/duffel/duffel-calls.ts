import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { type CallFailure, type ErrorMapping, failureOf, invalidAnswer, outboundFailure } from "./call-failures.ts";
import type { DuffelTransport, TransportAnswer } from "./duffel-transport.ts";
import { retryAfterOf, retryDelay } from "./retry-delay.ts";
import { parseJson } from "./untrusted-values.ts";

/** Real time, independent of the clock of the world. */
export interface ShopTimers {
  /** Milliseconds from an arbitrary start. */
  now(): number;
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const realTimers: ShopTimers = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};

/** The time that all calls to Duffel for one answer share. */
export interface Deadline {
  remainingMs(): number;
  readonly signal: AbortSignal;
  sleep(ms: number): Promise<void>;
}

interface DuffelCall {
  readonly method: "GET" | "POST";
  /** Computed for each attempt, because a timeout in the query depends on the remaining time. */
  path(remainingMs: number): string;
  readonly body?: string;
  readonly errors: ErrorMapping;
}

export interface DuffelReply {
  readonly status: number;
  readonly body: JsonObject;
}

export interface DuffelCalls {
  startDeadline(signal: AbortSignal): Deadline;
  /** Returns the answer of a successful call, or throws a Failure. Retries: calls must be safe to repeat. */
  make(call: DuffelCall, deadline: Deadline): Promise<DuffelReply>;
}

export const createDuffelCalls = ({
  transport,
  clock,
  timers,
  deadlineMs,
  random,
}: {
  readonly transport: DuffelTransport;
  readonly clock: Clock;
  readonly timers: ShopTimers;
  readonly deadlineMs: number;
  random(): number;
}): DuffelCalls => {
  const attempt = async ({ method, path, body, errors }: DuffelCall, deadline: Deadline): Promise<Attempt> => {
    const { signal } = deadline;
    const timeoutMs = Math.ceil(deadline.remainingMs());
    if (timeoutMs <= 0) return { failed: { failure: timedOut() } };
    let answer: TransportAnswer;
    try {
      const request = { method, path: path(timeoutMs), signal, timeoutMs };
      answer = await transport(body === undefined ? request : { ...request, body });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutboundError) return { failed: outboundFailure(error) };
      throw error;
    }
    if (answer.status < 200 || answer.status > 299) return { failed: failureOf(answer, errors), answer };
    const parsed = parseJson(answer.body);
    return isJsonObject(parsed)
      ? { reply: { status: answer.status, body: parsed } }
      : { failed: invalidAnswer("is not JSON") };
  };

  return {
    startDeadline(signal) {
      const end = timers.now() + deadlineMs;
      return { signal, remainingMs: () => end - timers.now(), sleep: (ms) => timers.sleep(ms, signal) };
    },

    async make(call, deadline) {
      for (let retries = 0; ; retries++) {
        const { reply, failed, answer } = await attempt(call, deadline);
        if (reply) return reply;
        const { failure, retry } = failed as CallFailure;
        if (retry === undefined) throw failure;
        const retryAfterMs = answer && retryAfterOf(answer, clock.now());
        const ms = retryDelay({ reason: retry, retries, retryAfterMs, remainingMs: deadline.remainingMs(), random });
        if (ms === undefined) throw withRetryAfter(failure, retryAfterMs);
        await deadline.sleep(ms);
      }
    },
  };
};

interface Attempt {
  readonly reply?: DuffelReply;
  readonly failed?: CallFailure;
  readonly answer?: TransportAnswer;
}

export const timedOut = (): Failure =>
  new Failure("timeout", "Duffel did not answer in time.", { hint: "Call again in a moment." });

/** Adds the delay that Duffel requested, if any. */
const withRetryAfter = ({ kind, message, details, cause }: Failure, retryAfterMs: number | undefined): Failure => {
  if (retryAfterMs === undefined) return new Failure(kind, message, details, { cause });
  const seconds = Math.ceil(retryAfterMs / 1000);
  const hint = `Call again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new Failure(kind, message, { ...details, retry_after_seconds: seconds, hint }, { cause });
};
