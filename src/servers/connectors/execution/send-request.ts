import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../model/clock.ts";
import { OutboundError, type OutboundRequest, type OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { mayFollowError, mayFollowStatus, pauseAskedFor, pauseBefore } from "./retry-rules.ts";

export interface Sending {
  readonly url: URL;
  readonly method: NonNullable<OutboundRequest["method"]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** One exchange. Rejects with an OutboundError. */
export type Send = (
  sending: Sending,
  options: { readonly timeoutMs: number; readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<OutboundResponse>;

export interface Patience {
  readonly repeatable: boolean;
  readonly retries: number;
  /** For all attempts together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly pauses: Pauses;
}

/** For tests, whose time must not depend on chance. */
export interface Pauses {
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
  random(): number;
}

export const realPauses: Pauses = {
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
  random: Math.random,
};

export interface Sent {
  readonly response: OutboundResponse;
  readonly attempts: number;
}

/** Sends, and again only where that is safe and there is time left. What the last attempt came to is what it came to. */
export const sendRequest = async (send: Send, sending: Sending, patience: Patience): Promise<Sent> => {
  const { repeatable, retries, timeoutMs, maxBytes, signal, pauses } = patience;
  const began = performance.now();
  const left = (): number => Math.floor(timeoutMs - (performance.now() - began));

  /** Whether there was time to wait for another attempt. */
  const waited = async (attempt: number, askedFor?: number): Promise<boolean> => {
    if (attempt > retries) return false;
    const pause = pauseBefore(attempt, askedFor, pauses.random);
    if (pause === undefined || pause >= left()) return false;
    await pauses.wait(pause, signal);
    return left() > 0;
  };

  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(sending, { timeoutMs: Math.max(1, left()), maxBytes, signal });
      const { status, headers } = response;
      const mayGoOn = mayFollowStatus(status, repeatable);
      if (!mayGoOn || !(await waited(attempt, pauseAskedFor(headers, systemClock.now())))) {
        return { response, attempts: attempt };
      }
    } catch (error) {
      const mayGoOn = error instanceof OutboundError && mayFollowError(error, repeatable);
      if (!mayGoOn || signal.aborted || !(await waited(attempt))) throw error;
    }
  }
};
