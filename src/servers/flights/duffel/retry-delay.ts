import type { TransportAnswer } from "./duffel-transport.ts";

/** Why a call is retried: the rate limit was exceeded, or the server or network failed. */
export type RetryReason = "rate" | "fault";

const MAX_RETRIES = 3;
const FIRST_DELAY_MS: Readonly<Record<RetryReason, number>> = { rate: 1000, fault: 250 };
/** A call with less time than this is not worth making. */
const MIN_CALL_MS = 1000;
/** Spreads the retries of clients that received the same `Retry-After`. */
const JITTER_MS = 250;

/** Returns the milliseconds until the next attempt, or undefined if it cannot finish before the deadline. */
export const retryDelay = ({
  reason,
  retries,
  retryAfterMs,
  remainingMs,
  random,
}: {
  readonly reason: RetryReason;
  /** The retries made so far. */
  readonly retries: number;
  /** The delay that the server requested. */
  readonly retryAfterMs: number | undefined;
  readonly remainingMs: number;
  random(): number;
}): number | undefined => {
  const available = remainingMs - MIN_CALL_MS;
  if (retries >= MAX_RETRIES || available <= 0) return undefined;
  if (retryAfterMs === undefined) return Math.min(FIRST_DELAY_MS[reason] * 2 ** retries, available);
  // At least the usual delay, also after `Retry-After: 0`.
  const delay = Math.round(Math.max(retryAfterMs, FIRST_DELAY_MS.fault * 2 ** retries) + random() * JITTER_MS);
  return delay <= available ? delay : undefined;
};

/** The longer of `Retry-After` (seconds or a date) and, for a 429, `ratelimit-reset` (a date). */
export const retryAfterOf = ({ status, headers }: TransportAnswer, now: number): number | undefined => {
  // Relative to the server's clock if it sends one: ours may be frozen on another day.
  const date = Date.parse(headers["date"] ?? "");
  const serverNow = Number.isNaN(date) ? now : date;
  const values = [headers["retry-after"], ...(status === 429 ? [headers["ratelimit-reset"]] : [])];
  const delays = values.flatMap((value = "") => {
    if (/^\d{1,6}$/.test(value)) return [Number(value) * 1000];
    const instant = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? [] : [Math.max(0, instant - serverNow)];
  });
  return delays.length === 0 ? undefined : Math.max(...delays);
};
