import { invalid } from "../model/failure.ts";
import { looksLikeKey } from "./key-text.ts";
import type { NewKey } from "./new-key.ts";

/** What somebody wants of a key, from a command line or from JSON: every field may be anything. */
export interface KeyWish {
  readonly name?: unknown;
  readonly tenant?: unknown;
  readonly servers?: unknown;
  readonly tools?: unknown;
  readonly admin?: unknown;
  readonly per_minute?: unknown;
  readonly per_day?: unknown;
  /** A time from now, or a date. */
  readonly expires?: unknown;
}

/** As the keyring takes it, which checks all but the times. */
export const newKeyOf = ({ per_minute: perMinute, per_day: perDay, expires, ...wish }: KeyWish, now: number): NewKey =>
  ({
    ...wish,
    quota: { perMinute, perDay },
    ...(expires !== undefined && { expiresAt: momentIn(expires, now) }),
  }) as NewKey;

/** Who pastes the whole key means that key; the rest of it is of no use here. */
export const keyIdIn = (text: string): string => (looksLikeKey(text) ? text.slice(4, 12) : text);

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(\d{1,6})([smhd])$/;

/** How long the old key goes on after a rotation. What was given instead is not repeated: it may be a key. */
export const overlapIn = (given: unknown = "24h"): number => {
  if (given === "0" || given === 0) return 0;
  const duration = typeof given === "string" ? durationIn(given) : undefined;
  if (duration !== undefined) return duration;
  throw invalid("The overlap has to be a time.", {
    field: "overlap",
    allowed: "a number with s, m, h or d behind it: 30m, 24h, 7d; or 0",
  });
};

const durationIn = (text: string): number | undefined => {
  const [, count, unit = ""] = DURATION.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] as number);
};

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Of a date alone, its first moment in UTC. */
const momentIn = (given: unknown, now: number): number => {
  const text = typeof given === "string" ? given : "";
  const duration = durationIn(text);
  if (duration !== undefined) return now + duration;
  const instant = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(instant)) return instant;
  throw invalid("When the key expires has to be a time or a date.", {
    field: "expires",
    allowed: "90d, 12h, 2027-06-30 or 2027-06-30T12:00Z",
  });
};
