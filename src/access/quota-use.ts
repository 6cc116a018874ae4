import type { Quota } from "../model/grant.ts";
import { keys } from "../model/keys.ts";
import { createSlidingWindow } from "../platform/limits/sliding-window.ts";
import type { Store } from "../platform/stores/store.ts";
import type { KeyRecord } from "./key-record.ts";
import { DAY_MS, dateOfDay, dayCounter, keyCounter, MINUTE_MS, tenantCounter } from "./quotas.ts";
import type { TenantQuota } from "./tenant-quotas.ts";

/** How much of a quota is used, as counted in the store. Without a limit, there is no count. */
export interface QuotaUse {
  readonly thisMinute?: number;
  readonly today?: number;
}

/** Limits concurrent reads of the store. */
const BATCH_SIZE = 200;
/** The time of the last use is written with a delay, and a sliding minute covers two windows. */
const SETTLED_MS = 3 * MINUTE_MS;

/** Returns quota use in the order of the records. Keys that were not used today are not read. */
export const readQuotaUse = (
  store: Pick<Store, "count">,
  records: readonly KeyRecord[],
  now: number,
): Promise<readonly QuotaUse[]> =>
  inBatches(records, ({ keyId, quota = {}, lastUsedAt = 0 }) => {
    const idle = lastUsedAt < Math.min(Math.floor(now / DAY_MS) * DAY_MS, now - SETTLED_MS);
    return useOf(idle ? NO_CALLS : store, keyCounter(keyId), quota, now);
  });

/** The same for tenants as a whole. */
export const readTenantUse = (
  store: Pick<Store, "count">,
  tenants: readonly TenantQuota[],
  now: number,
): Promise<readonly QuotaUse[]> =>
  inBatches(tenants, ({ tenant, quota }) => useOf(store, tenantCounter(tenant), quota, now));

const NO_CALLS: Pick<Store, "count"> = { count: async () => 0 };

const inBatches = async <T, Result>(all: readonly T[], read: (one: T) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let first = 0; first < all.length; first += BATCH_SIZE) {
    results.push(...(await Promise.all(all.slice(first, first + BATCH_SIZE).map(read))));
  }
  return results;
};

const useOf = async (
  store: Pick<Store, "count">,
  counter: string,
  { perMinute, perDay }: Quota,
  now: number,
): Promise<QuotaUse> => {
  const [day, minute] = [Math.floor(now / DAY_MS), Math.floor(now / MINUTE_MS)];
  const count = (name: string, window: number): Promise<number> => store.count(keys.rateLimit(name, window));
  const [current, before, today] = await Promise.all([
    perMinute === undefined ? 0 : count(counter, minute),
    perMinute === undefined ? 0 : count(counter, minute - 1),
    perDay === undefined ? 0 : count(dayCounter(counter, dateOfDay(day)), day),
  ]);
  return {
    ...(perMinute !== undefined && {
      thisMinute: within(perMinute, slidingMinute(perMinute).estimate(minute, before, current, now)),
    }),
    ...(perDay !== undefined && { today: within(perDay, today) }),
  };
};

const slidingMinute = (limit: number) => createSlidingWindow({ limit, windowMs: MINUTE_MS });

/** Refused calls are counted too, but do not use the quota. */
const within = (most: number, count: number): number => Math.min(most, Math.max(0, count));
