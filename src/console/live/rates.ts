import type { JsonValue } from "../../platform/stores/store.ts";
import type { Rates } from "../contract.ts";

/** Counts calls, errors and durations of the last minute per tenant, in this process. */
export interface CallRates {
  note(tenant: string, at: number, milliseconds: number, failed: boolean): void;
  /** Returns the tally of one tenant, or of all. */
  of(tenant: string | undefined, now: number): Tally;
}

/** Tallies of all nodes are summed before percentiles are computed. */
export type Tally = {
  readonly calls: number;
  readonly errors: number;
  /** A histogram of durations: alternating buckets and counts, without empty buckets. */
  readonly durations: readonly number[];
};

const SLOT_MS = 5_000;
/** A minute, and the current slot. */
const SLOTS = 13;
const MAX_TENANTS = 1_000;

/** Four buckets per doubling, from 0.01 ms; the last one begins at two and a half minutes. */
const MIN_DURATION_MS = 0.01;
const PER_DOUBLING = 4;
const BUCKETS = 96;

const bucketOf = (milliseconds: number): number => {
  const bucket = Math.floor(Math.log2(milliseconds / MIN_DURATION_MS) * PER_DOUBLING);
  return bucket > 0 ? Math.min(bucket, BUCKETS - 1) : 0;
};
/** The geometric mean of the bucket's limits. */
const durationOf = (bucket: number): number => MIN_DURATION_MS * 2 ** ((bucket + 0.5) / PER_DOUBLING);

interface Slot {
  number: number;
  calls: number;
  errors: number;
  readonly durations: Uint32Array;
}

const newSlots = (): readonly Slot[] =>
  Array.from({ length: SLOTS }, () => ({ number: -1, calls: 0, errors: 0, durations: new Uint32Array(BUCKETS) }));

const slotAt = (slots: readonly Slot[], number: number): Slot => {
  const slot = slots[number % SLOTS] as Slot;
  if (slot.number !== number) {
    slot.number = number;
    slot.calls = 0;
    slot.errors = 0;
    slot.durations.fill(0);
  }
  return slot;
};

export const createCallRates = (): CallRates => {
  const tenants = new Map<string, readonly Slot[]>();

  const slotsOf = (tenant: string): readonly Slot[] => {
    const slots = newSlots();
    if (tenants.size >= MAX_TENANTS) tenants.delete(tenants.keys().next().value as string);
    tenants.set(tenant, slots);
    return slots;
  };

  return {
    note(tenant, at, milliseconds, failed) {
      const slot = slotAt(tenants.get(tenant) ?? slotsOf(tenant), Math.floor(at / SLOT_MS));
      slot.calls += 1;
      if (failed) slot.errors += 1;
      const bucket = bucketOf(milliseconds);
      slot.durations[bucket] = (slot.durations[bucket] as number) + 1;
    },

    of(tenant, now) {
      const current = Math.floor(now / SLOT_MS);
      const wanted = tenant === undefined ? [...tenants.values()] : [tenants.get(tenant) ?? []];
      const recent = wanted.flat().filter(({ number }) => number > current - SLOTS && number <= current);
      return sumOf(recent);
    },
  };
};

const sumOf = (slots: readonly Slot[]): Tally => {
  const all = new Float64Array(BUCKETS);
  for (const { durations } of slots)
    for (let i = 0; i < BUCKETS; i++) all[i] = (all[i] as number) + (durations[i] ?? 0);
  return {
    calls: slots.reduce((sum, { calls }) => sum + calls, 0),
    errors: slots.reduce((sum, { errors }) => sum + errors, 0),
    durations: [...all.entries()].filter(([, count]) => count > 0).flat(),
  };
};

/** Computes the rates of all nodes together. */
export const ratesOf = (tallies: readonly Tally[]): Rates => {
  const counts = new Map<number, number>();
  for (const { durations } of tallies) {
    for (let i = 0; i + 1 < durations.length; i += 2) {
      const bucket = durations[i] as number;
      counts.set(bucket, (counts.get(bucket) ?? 0) + (durations[i + 1] as number));
    }
  }
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  return {
    calls_per_minute: tallies.reduce((sum, { calls }) => sum + calls, 0),
    errors_per_minute: tallies.reduce((sum, { errors }) => sum + errors, 0),
    p50_ms: percentile(sorted, total * 0.5),
    p99_ms: percentile(sorted, total * 0.99),
  };
};

const percentile = (counts: readonly (readonly [bucket: number, count: number])[], rank: number): number => {
  let passed = 0;
  for (const [bucket, count] of counts) {
    passed += count;
    if (passed >= rank) return Number(durationOf(bucket).toPrecision(3));
  }
  return 0;
};

/** Checks a tally that another node has sent; undefined if it is malformed. */
export const tallyIn = (sent: JsonValue | undefined): Tally | undefined => {
  const { calls, errors, durations } = (sent ?? {}) as Partial<Record<keyof Tally, unknown>>;
  if (typeof calls !== "number" || typeof errors !== "number" || !Array.isArray(durations)) return undefined;
  return durations.every((each) => typeof each === "number") ? { calls, errors, durations } : undefined;
};
