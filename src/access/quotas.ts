import type { Clock } from "../model/clock.ts";
import type { Grant } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import { createRateLimiter, type RateLimiter, type Verdict } from "../platform/limits/rate-limiter.ts";
import type { Store } from "../platform/stores/store.ts";

/** Counts calls per key across all nodes on one store. While the store is unavailable, each node counts separately. */
export interface Quotas {
  /** Counts a call. Returns undefined if the grant has no quota. Never rejects. */
  take(grant: Grant): QuotaVerdict | undefined | Promise<QuotaVerdict>;
  close(): Promise<void>;
}

export interface QuotaVerdict extends Verdict {
  /** Which quota is exceeded, if any. */
  readonly per?: "minute" | "day";
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** One limiter for each quota size in use. */
const MAX_LIMITERS = 200;

/** The names that calls are counted under. */
export const perMinuteName = (keyId: string): string => `key:${keyId}`;
export const perDayName = (keyId: string, date: string): string => `key:${keyId}:${date}`;
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * A minute slides, as the rate limit of addresses does. A day is a UTC day: the quota is reset at midnight, so the date is
 * part of the counter's name.
 */
export const createQuotas = ({
  store,
  clock,
  log,
  now = Date.now,
  timeoutMs = 500,
}: {
  readonly store: Pick<Store, "add" | "count">;
  /** The clock that the store counts expiry by. */
  readonly clock: Clock;
  readonly log: Log;
  /** Real time: with a frozen clock, a quota would never be reset. */
  readonly now?: () => number;
  /** How long a call waits for the store before it is counted by this node only. */
  readonly timeoutMs?: number;
}): Quotas => {
  const limiters = new Map<string, RateLimiter>();
  const closing = new Set<Promise<void>>();
  let today = { day: Number.NaN, date: "" };

  const dateOf = (instant: number): string => {
    const day = Math.floor(instant / DAY_MS);
    if (today.day !== day) today = { day, date: dateOfDay(day) };
    return today.date;
  };

  const limiterOf = (limit: number, windowMs: number): RateLimiter => {
    const size = `${limit}/${windowMs}`;
    const found = limiters.get(size);
    if (found) return found;
    if (limiters.size >= MAX_LIMITERS) closeOldest();
    const made = createRateLimiter({ store, log, limit, windowMs, now, storeNow: clock.now, patienceMs: timeoutMs });
    limiters.set(size, made);
    return made;
  };

  /** Its counts are in the store, so a later limiter of the same size continues from them. */
  const closeOldest = (): void => {
    const [oldest] = limiters;
    if (!oldest) return;
    limiters.delete(oldest[0]);
    const closed = oldest[1].close().finally(() => closing.delete(closed));
    closing.add(closed);
  };

  const takeDay = (keyId: string, limit: number): QuotaVerdict | Promise<QuotaVerdict> => {
    const verdict = limiterOf(limit, DAY_MS).take(perDayName(keyId, dateOf(now())));
    return verdict instanceof Promise ? verdict.then(untilMidnight) : untilMidnight(verdict);
  };

  const untilMidnight = (verdict: Verdict): QuotaVerdict => {
    if (verdict.allowed) return verdict;
    const instant = now();
    const resetAt = (Math.floor(instant / DAY_MS) + 1) * DAY_MS;
    return { ...verdict, resetAt, retryAfter: Math.ceil((resetAt - instant) / 1000), per: "day" };
  };

  return {
    take({ keyId, quota }) {
      const { perMinute, perDay } = quota ?? {};
      const minute = perMinute === undefined ? undefined : limiterOf(perMinute, MINUTE_MS).take(perMinuteName(keyId));
      if (perDay === undefined) return minute instanceof Promise ? minute.then(ofMinute) : minute && ofMinute(minute);
      const andDay = (minute: Verdict | undefined): QuotaVerdict | Promise<QuotaVerdict> => {
        // A call that the minute refuses does not count for the day.
        if (minute && !minute.allowed) return ofMinute(minute);
        const day = takeDay(keyId, perDay);
        return day instanceof Promise ? day.then((day) => scarcer(minute, day)) : scarcer(minute, day);
      };
      return minute instanceof Promise ? minute.then(andDay) : andDay(minute);
    },
    async close() {
      await Promise.all([...closing, ...[...limiters.values()].map((limiter) => limiter.close())]);
    },
  };
};

const ofMinute = (verdict: Verdict): QuotaVerdict => (verdict.allowed ? verdict : { ...verdict, per: "minute" });

/** Returns the verdict of the quota that runs out first. */
const scarcer = (minute: Verdict | undefined, day: QuotaVerdict): QuotaVerdict =>
  minute && day.allowed && minute.remaining < day.remaining ? minute : day;
