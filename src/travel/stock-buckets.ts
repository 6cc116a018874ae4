import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { createSerialQueue } from "../model/serial-queue.ts";
import type { JsonValue, Store } from "../platform/stores/store.ts";
import { isCredit } from "./ledger.ts";

export type StockOwner = Pick<Caller, "tenant" | "sessionId">;

/**
 * Times are real time. After `provisionalUntil`, the claim counts only if its booking confirms it. `people` are six
 * letters for each traveller.
 */
export type Claim = readonly [units: number, expiresAt: number, provisionalUntil?: number | null, people?: string];
/** By PNR. */
export type Claims = { readonly [pnr: string]: Claim };
/** Stock key → claims. Everything of a session shares a record; in a shared inventory, each bucket has its own. */
type Bucket = { readonly [stockKey: string]: Claims };

/**
 * `AA104-20270310-Y#20A` is in the bucket of its flight, `AA104-20270310-Y`: what is claimed together is written together.
 * Keys that are not of flights begin with their kind: `hotel:LONMK02-202703#11-B1`.
 */
export const bucketOf = (stockKey: string): string => {
  const end = stockKey.indexOf("#");
  return end < 0 ? stockKey : stockKey.slice(0, end);
};

const MAX_ATTEMPTS = 400;

export interface StockBuckets {
  /** Groups things by the record that holds their claims. */
  byRecord<T>(owner: StockOwner, list: Iterable<T>, stockKeyOf: (item: T) => string): Map<string, T[]>;
  read(record: string): Promise<Bucket>;
  /** With claims that have expired. */
  readAll(owner: StockOwner, stockKeys: readonly string[]): Promise<readonly Bucket[]>;
  /**
   * Changes a record: one caller at a time in this process, with optimistic locking between processes. An edit that
   * returns the given bucket writes nothing.
   */
  change(
    record: string,
    edit: (bucket: Bucket) => Bucket | Promise<Bucket>,
    options?: { readonly evenIfFull?: boolean },
  ): Promise<void>;
}

export const createStockBuckets = ({
  store,
  clock,
  shared,
  realTime,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly shared: boolean;
  readonly realTime: () => number;
}): StockBuckets => {
  /** The store expects expiries by the configured clock. */
  const asStoreTime = (instant: number): number => instant - realTime() + clock.now();
  const inLine = createSerialQueue();

  const recordOf = ({ tenant, sessionId }: StockOwner, stockKey: string): string => {
    // Travel credits belong to the tenant, whatever inventory its sessions have.
    if (!shared && !isCredit(stockKey)) return keys.sessionSeats(tenant, sessionId);
    const bucket = bucketOf(stockKey);
    return bucket.includes(":") ? keys.sharedStock(tenant, bucket) : keys.sharedSeats(tenant, bucket);
  };

  const recordsOf = (owner: StockOwner, stockKeys: readonly string[]): readonly string[] => [
    ...new Set(stockKeys.map((key) => recordOf(owner, key))),
  ];

  return {
    byRecord: <T>(owner: StockOwner, list: Iterable<T>, stockKeyOf: (item: T) => string) => {
      const groups = new Map<string, T[]>();
      for (const item of list) {
        const record = recordOf(owner, stockKeyOf(item));
        const group = groups.get(record);
        if (group) group.push(item);
        else groups.set(record, [item]);
      }
      return groups;
    },

    read: async (record) => withoutExpired(((await store.get(record))?.value ?? {}) as Bucket, realTime()),

    async readAll(owner, stockKeys) {
      // Searches ask for many keys, and those of a session share a record.
      const first = stockKeys[0];
      if (first === undefined) return [];
      const isOne = stockKeys.length === 1 || !(shared || stockKeys.some(isCredit));
      const found = isOne
        ? [await store.get(recordOf(owner, first))]
        : await store.getMany(recordsOf(owner, stockKeys));
      return found.flatMap((one) => (one === undefined ? [] : [one.value as Bucket]));
    },

    change: (record, edit, { evenIfFull = false } = {}) =>
      inLine(record, async () => {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const found = await store.get(record);
          const before = withoutExpired((found?.value ?? {}) as Bucket, realTime());
          const bucket = await edit(before);
          if (bucket === before) return;
          const last = lastExpiry(bucket);
          const written =
            last === 0
              ? !found || (await store.delete(record, { ifVersion: found.version }))
              : (await store.put(record, bucket as { readonly [key: string]: JsonValue }, {
                  ifVersion: found?.version ?? 0,
                  expiresAt: asStoreTime(last),
                  evenIfFull,
                })) !== undefined;
          if (written) return;
          await sleep(Math.random() * Math.min(attempt, 10));
        }
        throw new Failure("unavailable", "Too many callers want the same thing at once. Nothing was booked.", {
          retryable: true,
          hint: "Call again in a moment.",
        });
      }),
  };
};

const withoutExpired = (bucket: Bucket, now: number): Bucket => {
  const kept: Record<string, Claims> = {};
  for (const [stockKey, claims] of Object.entries(bucket)) {
    const live = Object.entries(claims).filter(([, [, expiresAt]]) => expiresAt > now);
    if (live.length > 0) kept[stockKey] = Object.fromEntries(live);
  }
  return kept;
};

const lastExpiry = (bucket: Bucket): number => {
  let last = 0;
  for (const claims of Object.values(bucket)) {
    for (const [, expiresAt] of Object.values(claims)) last = Math.max(last, expiresAt);
  }
  return last;
};
