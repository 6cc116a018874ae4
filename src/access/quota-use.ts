import { keys } from "../model/keys.ts";
import { createSlidingWindow } from "../platform/limits/sliding-window.ts";
import type { Store } from "../platform/stores/store.ts";
import type { KeyRecord } from "./key-record.ts";
import { DAY_MS, dateOfDay, MINUTE_MS, perDayName, perMinuteName } from "./quotas.ts";

/** How much of a key's quota is used up, as far as the store has heard; of what has no limit nothing is said. */
export interface QuotaUse {
  readonly thisMinute?: number;
  readonly today?: number;
}

/** Keys that are asked for at a time: a store is not flooded because somebody looks at a list. */
const AT_A_TIME = 200;
/** When a key was last used is written down a while after it was, and a minute slides over two windows. */
const SETTLED_MS = 3 * MINUTE_MS;

/** In the order of the keys. Those that nobody has used today are not asked for: there is nothing to count. */
export const readQuotaUse = async (
  store: Pick<Store, "count">,
  records: readonly KeyRecord[],
  now: number,
): Promise<readonly QuotaUse[]> => {
  const uses: QuotaUse[] = [];
  for (let first = 0; first < records.length; first += AT_A_TIME) {
    const some = records.slice(first, first + AT_A_TIME);
    uses.push(...(await Promise.all(some.map((record) => useOf(store, record, now)))));
  }
  return uses;
};

const useOf = async (store: Pick<Store, "count">, record: KeyRecord, now: number): Promise<QuotaUse> => {
  const { keyId, quota: { perMinute, perDay } = {} } = record;
  const [day, minute] = [Math.floor(now / DAY_MS), Math.floor(now / MINUTE_MS)];
  const idle = (record.lastUsedAt ?? 0) < Math.min(day * DAY_MS, now - SETTLED_MS);
  const count = async (name: string, window: number): Promise<number> =>
    idle ? 0 : store.count(keys.rateLimit(name, window));
  const [current, before, today] = await Promise.all([
    perMinute === undefined ? 0 : count(perMinuteName(keyId), minute),
    perMinute === undefined ? 0 : count(perMinuteName(keyId), minute - 1),
    perDay === undefined ? 0 : count(perDayName(keyId, dateOfDay(day)), day),
  ]);
  return {
    ...(perMinute !== undefined && {
      thisMinute: within(perMinute, slidingMinute(perMinute).estimate(minute, before, current, now)),
    }),
    ...(perDay !== undefined && { today: within(perDay, today) }),
  };
};

const slidingMinute = (limit: number) => createSlidingWindow({ limit, windowMs: MINUTE_MS });

/** Calls that were refused are counted too, but they used nothing. */
const within = (most: number, count: number): number => Math.min(most, Math.max(0, count));
