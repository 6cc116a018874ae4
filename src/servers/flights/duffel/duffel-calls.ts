import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { toldToWait, waitBefore } from "./backoff.ts";
import type { DuffelTransport, TransportAnswer } from "./duffel-transport.ts";
import { parseJson } from "./parse-json.ts";
import { brokenAnswer, type Refusal, refusalOf, refusalOfOutbound, type Subject } from "./refusals.ts";

/** Time that passes, whatever the clock of the rehearsal shows. */
export interface ShopTimers {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const realTimers: ShopTimers = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};

/** Everything that is asked of Duffel for one answer of ours shares one deadline. */
export interface Errand {
  remainingMs(): number;
  readonly signal: AbortSignal;
  sleep(ms: number): Promise<void>;
}

export interface DuffelCall {
  readonly method: "GET" | "POST";
  /** Made anew for each try: what is asked for may depend on how much time is left. */
  path(remainingMs: number): string;
  readonly body?: string;
  readonly subject: Subject;
}

export interface DuffelReply {
  readonly status: number;
  readonly body: JsonObject;
}

export interface DuffelCalls {
  errand(signal: AbortSignal): Errand;
  /** The answer to a call that worked. All that is called here may be called twice. Throws a Failure. */
  make(call: DuffelCall, errand: Errand): Promise<DuffelReply>;
}

export interface DuffelCallsOptions {
  readonly transport: DuffelTransport;
  readonly clock: Clock;
  readonly timers: ShopTimers;
  readonly deadlineMs: number;
  random(): number;
}

export const createDuffelCalls = (options: DuffelCallsOptions): DuffelCalls => {
  const { transport, clock, timers, deadlineMs, random } = options;

  const tryOnce = async ({ method, path, body, subject }: DuffelCall, errand: Errand): Promise<Tried> => {
    const { signal } = errand;
    const timeoutMs = Math.ceil(errand.remainingMs());
    if (timeoutMs <= 0) return { refusal: { failure: tooLate() } };
    let answer: TransportAnswer;
    try {
      answer = await transport({
        method,
        path: path(timeoutMs),
        signal,
        timeoutMs,
        ...(body !== undefined && { body }),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutboundError) return { refusal: refusalOfOutbound(error) };
      throw error;
    }
    if (answer.status < 200 || answer.status > 299) return { refusal: refusalOf(answer, subject), answer };
    const parsed = parseJson(answer.body);
    return isJsonObject(parsed)
      ? { reply: { status: answer.status, body: parsed } }
      : { refusal: brokenAnswer("is no JSON") };
  };

  return {
    errand(signal) {
      const deadline = timers.now() + deadlineMs;
      return { signal, remainingMs: () => deadline - timers.now(), sleep: (ms) => timers.sleep(ms, signal) };
    },

    async make(call, errand) {
      for (let retries = 0; ; retries++) {
        const { reply, refusal, answer } = await tryOnce(call, errand);
        if (reply) return reply;
        const { failure, again } = refusal as Refusal;
        if (again === undefined) throw failure;
        const told = answer && toldToWait(answer, clock.now());
        const ms = waitBefore({ trouble: again, retries, told, remainingMs: errand.remainingMs(), random });
        if (ms === undefined) throw withAdvice(failure, told);
        await errand.sleep(ms);
      }
    },
  };
};

interface Tried {
  readonly reply?: DuffelReply;
  readonly refusal?: Refusal;
  readonly answer?: TransportAnswer;
}

export const tooLate = (): Failure =>
  new Failure("timeout", "Duffel did not answer in time.", { hint: "Call again in a moment." });

/** When to come back, if the other side said so. */
const withAdvice = ({ kind, message, details, cause }: Failure, told: number | undefined): Failure => {
  if (told === undefined) return new Failure(kind, message, details, { cause });
  const seconds = Math.ceil(told / 1000);
  const hint = `Call again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new Failure(kind, message, { ...details, retry_after_seconds: seconds, hint }, { cause });
};
