import type { Clock } from "../model/clock.ts";
import type { Grant } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import { createRateLimiter, type RateLimiter, type Verdict } from "../platform/limits/rate-limiter.ts";
import type { Store } from "../platform/stores/store.ts";

/** Calls per key, counted together by all nodes on one store. While that is away, each node counts for itself. */
export interface Quotas {
  /** Counts a call, or one that is worth several. Undefined: the grant has no quota. Never rejects. */
  take(grant: Grant, cost?: number): QuotaVerdict | undefined | Promise<QuotaVerdict>;
  close(): Promise<void>;
}

export interface QuotaVerdict extends Verdict {
  /** Which of the two is used up; left out when none is. */
  readonly per?: "minute" | "day";
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** One for every size of quota that is in use. */
const MOST_LIMITERS = 200;
const DEAREST = 100;

/** Under which names calls are counted: whoever wants to know how many there were looks there. */
export const perMinuteName = (keyId: string): string => `key:${keyId}`;
export const perDayName = (keyId: string, date: string): string => `key:${keyId}:${date}`;
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * A minute slides, as the limit on addresses does. A day is a day of UTC: its whole quota is there again at midnight,
 * which is why the date is part of the name and no day ever finds anything of the one before.
 */
export const createQuotas = ({
  store,
  clock,
  log,
  now = Date.now,
  patienceMs = 500,
}: {
  readonly store: Pick<Store, "add" | "count">;
  /** The clock in which the store is told when a counter expires. */
  readonly clock: Clock;
  readonly log: Log;
  /** Real time: with a frozen clock whoever is refused would stay so. */
  readonly now?: () => number;
  /** How long a call waits for the store before it is counted here alone. */
  readonly patienceMs?: number;
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
    if (limiters.size >= MOST_LIMITERS) letGoOfOldest();
    const made = createRateLimiter({ store, log, limit, windowMs, now, storeNow: clock.now, patienceMs });
    limiters.set(size, made);
    return made;
  };

  /** What it holds goes back, and what it counted is in the store: its successor goes on from there. */
  const letGoOfOldest = (): void => {
    const [oldest] = limiters;
    if (!oldest) return;
    limiters.delete(oldest[0]);
    const closed = oldest[1].close().finally(() => closing.delete(closed));
    closing.add(closed);
  };

  const takeMinute = (keyId: string, limit: number, cost: number): Verdict | Promise<Verdict> =>
    takeSeveral(limiterOf(limit, MINUTE_MS), perMinuteName(keyId), cost);

  const takeDay = (keyId: string, limit: number, cost: number): QuotaVerdict | Promise<QuotaVerdict> => {
    const verdict = takeSeveral(limiterOf(limit, DAY_MS), perDayName(keyId, dateOf(now())), cost);
    return verdict instanceof Promise ? verdict.then(untilMidnight) : untilMidnight(verdict);
  };

  const untilMidnight = (verdict: Verdict): QuotaVerdict => {
    if (verdict.allowed) return verdict;
    const instant = now();
    const resetAt = (Math.floor(instant / DAY_MS) + 1) * DAY_MS;
    return { ...verdict, resetAt, retryAfter: Math.ceil((resetAt - instant) / 1000), per: "day" };
  };

  return {
    take({ keyId, quota }, cost = 1) {
      if (!Number.isInteger(cost) || cost < 1 || cost > DEAREST) throw new RangeError(`No call costs ${cost}.`);
      const { perMinute, perDay } = quota ?? {};
      const minute = perMinute === undefined ? undefined : takeMinute(keyId, perMinute, cost);
      if (perDay === undefined) return minute instanceof Promise ? minute.then(ofMinute) : minute && ofMinute(minute);
      const andDay = (minute: Verdict | undefined): QuotaVerdict | Promise<QuotaVerdict> => {
        // What the minute refuses is not taken off the day.
        if (minute && !minute.allowed) return ofMinute(minute);
        const day = takeDay(keyId, perDay, cost);
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

/** Whatever runs out first is what the caller has to know. */
const scarcer = (minute: Verdict | undefined, day: QuotaVerdict): QuotaVerdict =>
  minute && day.allowed && minute.remaining < day.remaining ? minute : day;

const takeSeveral = (limiter: RateLimiter, client: string, cost: number): Verdict | Promise<Verdict> => {
  if (cost === 1) return limiter.take(client);
  const before = limiter.look(client);
  if (before.remaining < cost) return { ...before, allowed: false, retryAfter: Math.max(1, before.retryAfter) };
  return Promise.all(Array.from({ length: cost }, () => limiter.take(client))).then(
    (verdicts) => verdicts.at(-1) as Verdict,
  );
};
