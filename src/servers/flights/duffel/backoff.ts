import type { TransportAnswer } from "./duffel-transport.ts";

/** Why a call is made again: there were too many, or something broke. */
export type Trouble = "rate" | "fault";

export const MOST_RETRIES = 3;
const FIRST_WAIT_MS: Readonly<Record<Trouble, number>> = { rate: 1000, fault: 250 };
/** A call that has less than this left is not worth making. */
const SHORTEST_CALL_MS = 1000;
/** Those who were told the same moment do not all come back in it. */
const SPREAD_MS = 250;

export interface WaitQuestion {
  readonly trouble: Trouble;
  /** How often the call has been made again so far. */
  readonly retries: number;
  /** What the other side asked for, in milliseconds. */
  readonly told: number | undefined;
  readonly remainingMs: number;
  random(): number;
}

/** Milliseconds until the next try, or undefined when there is no point in one before the deadline. */
export const waitBefore = ({ trouble, retries, told, remainingMs, random }: WaitQuestion): number | undefined => {
  const room = remainingMs - SHORTEST_CALL_MS;
  if (retries >= MOST_RETRIES || room <= 0) return undefined;
  if (told !== undefined) {
    // Told to come back at once, a moment is let pass nevertheless: they may have meant well.
    const wait = Math.round(Math.max(told, FIRST_WAIT_MS.fault * 2 ** retries) + random() * SPREAD_MS);
    return wait <= room ? wait : undefined;
  }
  return Math.min(FIRST_WAIT_MS[trouble] * 2 ** retries, room);
};

/**
 * `Retry-After` in seconds or as a date, and for whoever asked too often `ratelimit-reset` as a date: the longer of both.
 */
export const toldToWait = ({ status, headers }: TransportAnswer, now: number): number | undefined => {
  // Against the other side's own clock, if it shows one: ours may be set to another day.
  const date = Date.parse(headers["date"] ?? "");
  const theirNow = Number.isNaN(date) ? now : date;
  const told = [headers["retry-after"], ...(status === 429 ? [headers["ratelimit-reset"]] : [])];
  const waits = told.flatMap((value = "") => {
    if (/^\d{1,6}$/.test(value)) return [Number(value) * 1000];
    const instant = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? [] : [Math.max(0, instant - theirNow)];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
};
