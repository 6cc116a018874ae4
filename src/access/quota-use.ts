import { keys } from "../model/keys.ts";
import { createSlidingWindow } from "../platform/limits/sliding-window.ts";
import type { Store } from "../platform/stores/store.ts";
import type { KeyRecord } from "./key-record.ts";
import { DAY_MS, dateOfDay, MINUTE_MS, perDayName, perMinuteName } from "./quotas.ts";

/** How much of a key's quota is used, as counted in the store. Without a limit, there is no count. */
export interface QuotaUse {
  readonly thisMinute?: number;
  readonly today?: number;
}

/** Limits concurrent reads of the store. */
const BATCH_SIZE = 200;
/** The time of the last use is written with a delay, and a sliding minute covers two windows. */
const SETTLED_MS = 3 * MINUTE_MS;

/** Returns quota use in the order of the records. Keys that were not used today are not read. */
export const readQuotaUse = async (
  store: Pick<Store, "count">,
  records: readonly KeyRecord[],
  now: number,
): Promise<readonly QuotaUse[]> => {
  const uses: QuotaUse[] = [];
  for (let first = 0; first < records.length; first += BATCH_SIZE) {
    const some = records.slice(first, first + BATCH_SIZE);
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

/** Refused calls are counted too, but do not use the quota. */
const within = (most: number, count: number): number => Math.min(most, Math.max(0, count));
