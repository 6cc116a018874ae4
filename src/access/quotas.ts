import type { Clock } from "../model/clock.ts";
import type { Grant, Quota } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import { createRateLimiter, type RateLimiter, type Verdict } from "../platform/limits/rate-limiter.ts";
import type { Store } from "../platform/stores/store.ts";

/**
 * Counts calls per key and per tenant across all nodes on one store. While the store is unavailable, each node counts
 * separately.
 */
export interface Quotas {
  /** Counts a call. Returns undefined if neither the grant nor its tenant has a quota. Never rejects. */
  take(grant: Grant, ofTenant?: Quota): QuotaVerdict | undefined | Promise<QuotaVerdict>;
  close(): Promise<void>;
}

export interface QuotaVerdict extends Verdict {
  /** Which quota is exceeded, if any. */
  readonly exceeded?: { readonly per: "minute" | "day"; readonly of: "key" | "tenant" };
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** One limiter for each quota size in use. */
const MAX_LIMITERS = 200;

/** The names that calls are counted under. */
export const keyCounter = (keyId: string): string => `key:${keyId}`;
export const tenantCounter = (tenant: string): string => `tenant:${tenant}`;
export const dayCounter = (counter: string, date: string): string => `${counter}:${date}`;
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

  /** Counts for one quota. */
  const takeOne = ({ counter, of, per, limit }: Step): QuotaVerdict | Promise<QuotaVerdict> => {
    const isDay = per === "day";
    const name = isDay ? dayCounter(counter, dateOf(now())) : counter;
    const verdict = limiterOf(limit, isDay ? DAY_MS : MINUTE_MS).take(name);
    const judged = (each: Verdict): QuotaVerdict =>
      each.allowed ? each : { ...each, ...(isDay && untilMidnight(now())), exceeded: { per, of } };
    return verdict instanceof Promise ? verdict.then(judged) : judged(verdict);
  };

  /** Counts for one quota after another. A call that one refuses does not count for the next. */
  const takeFrom = (
    steps: readonly Step[],
    index: number,
    closest: QuotaVerdict | undefined,
  ): QuotaVerdict | undefined | Promise<QuotaVerdict> => {
    const step = steps[index];
    if (step === undefined) return closest;
    const next = (verdict: QuotaVerdict) =>
      verdict.allowed ? (takeFrom(steps, index + 1, scarcer(closest, verdict)) as QuotaVerdict) : verdict;
    const verdict = takeOne(step);
    return verdict instanceof Promise ? verdict.then(next) : next(verdict);
  };

  return {
    take(grant, ofTenant) {
      if (grant.quota === undefined && ofTenant === undefined) return undefined;
      return takeFrom(stepsOf(grant, ofTenant), 0, undefined);
    },
    async close() {
      await Promise.all([...closing, ...[...limiters.values()].map((limiter) => limiter.close())]);
    },
  };
};

interface Step {
  readonly counter: string;
  readonly of: "key" | "tenant";
  readonly per: "minute" | "day";
  readonly limit: number;
}

/** Minutes first: a day is not used up by calls that a minute refuses. Keys first: one key does not use up its tenant's quota. */
const stepsOf = ({ keyId, tenant, quota = {} }: Grant, ofTenant: Quota = {}): readonly Step[] => {
  const [key, whole] = [keyCounter(keyId), tenantCounter(tenant)];
  const steps: { readonly [name in keyof Step]: Step[name] | undefined }[] = [
    { counter: key, of: "key", per: "minute", limit: quota.perMinute },
    { counter: whole, of: "tenant", per: "minute", limit: ofTenant.perMinute },
    { counter: key, of: "key", per: "day", limit: quota.perDay },
    { counter: whole, of: "tenant", per: "day", limit: ofTenant.perDay },
  ];
  return steps.filter((step): step is Step => step.limit !== undefined);
};

const untilMidnight = (instant: number): Pick<Verdict, "resetAt" | "retryAfter"> => {
  const resetAt = (Math.floor(instant / DAY_MS) + 1) * DAY_MS;
  return { resetAt, retryAfter: Math.ceil((resetAt - instant) / 1000) };
};

/** Returns the verdict of the quota that runs out first. */
const scarcer = (before: QuotaVerdict | undefined, verdict: QuotaVerdict): QuotaVerdict =>
  before !== undefined && before.remaining < verdict.remaining ? before : verdict;
