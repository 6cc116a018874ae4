import { randomUUID } from "node:crypto";
import { Failure } from "../../model/failure.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Store } from "../stores/store.ts";

export interface Writability {
  readonly writable: boolean;
  /** Why writes fail, as a sentence for the operator. */
  readonly reason?: string;
}

export interface StoreWrites {
  /** The wrapped store. Closing it stops the monitoring. */
  readonly store: Store;
  current(): Writability;
}

interface StoreWritesOptions {
  readonly log: Log;
  /** The clock of the store's `expiresAt`. */
  readonly storeNow: () => number;
}

/**
 * Monitors the writes that need space in the store: whether the last one succeeded, and how long the oldest has been
 * waiting. A ping would not show it: a full store answers pings, and so does one whose write lock is held elsewhere.
 * Deletes do not count, nor do puts that a full store allows. An idle store is tested with a tiny put.
 */
export const watchWrites = (store: Store, { log, storeNow }: StoreWritesOptions): StoreWrites => {
  const probeKey = keys.writeProbe(randomUUID());
  /** Running writes, oldest first. */
  const waiting = new Set<{ readonly since: number }>();
  let workedAt = Number.NEGATIVE_INFINITY;
  let failure: { readonly reason: string; readonly cause: unknown; readonly at: number } | undefined;
  let probing = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  let wasWritable = true;

  const current = (): Writability => {
    const now = performance.now();
    const [oldest] = waiting;
    const waited = oldest === undefined ? 0 : now - oldest.since;
    if (failure !== undefined) return { writable: false, reason: failure.reason };
    if (waited >= LONGEST_WAIT_MS) {
      return { writable: false, reason: `A write has been waiting for ${Math.floor(waited / 1000)} s.` };
    }
    return WRITABLE;
  };

  const worked = (): void => {
    workedAt = performance.now();
    // A nearly full store accepts one write and rejects the next, so it counts as full until rejections have stopped.
    if (failure !== undefined && workedAt - failure.at >= QUIET_MS) failure = undefined;
  };

  const failed = (error: unknown): void => {
    // Any other error is a defect of a caller and not a problem of the store.
    if (!(error instanceof Failure) || error.kind !== "unavailable") return;
    failure = { reason: error.message, cause: error.cause, at: performance.now() };
  };

  /** Returns the engine's own promise. `changed` checks whether the result proves that something was written. */
  const watched = <T>(answer: Promise<T>, changed: (answer: T) => boolean): Promise<T> => {
    const write = { since: performance.now() };
    waiting.add(write);
    answer.then(
      (given) => {
        waiting.delete(write);
        if (changed(given)) worked();
      },
      (error: unknown) => {
        waiting.delete(write);
        failed(error);
      },
    );
    return answer;
  };

  const put: Store["put"] = (key, value, options) => {
    const answer = store.put(key, value, options);
    return options?.evenIfFull === true ? answer : watched(answer, (version) => version !== undefined);
  };

  const probe = async (): Promise<void> => {
    probing = true;
    probedAt = performance.now();
    try {
      await put(probeKey, { at: Date.now() }, { expiresAt: storeNow() + PROBE_KEPT_MS });
    } catch {
      // `failed` has recorded it.
    } finally {
      probing = false;
    }
  };

  const logChange = (): void => {
    const { writable, reason } = current();
    if (writable === wasWritable) return;
    wasWritable = writable;
    if (writable) log.warn("store writable again");
    else
      log.warn("store not writable", { reason, ...(failure?.cause !== undefined && { cause: String(failure.cause) }) });
  };

  const timer = setInterval(() => {
    logChange();
    // One probe at a time, however long it takes.
    if (probing) return;
    const now = performance.now();
    const isDue =
      failure === undefined ? now - workedAt >= IDLE_MS && now - probedAt >= IDLE_MS : now - probedAt >= RETRY_MS;
    if (isDue) void probe();
  }, TICK_MS).unref();

  return {
    current,
    store: {
      ...store,
      put,
      add: (key, delta, options) => watched(store.add(key, delta, options), always),
      addMember: (key, member, options) => watched(store.addMember(key, member, options), Boolean),
      append: (key, items, options) => watched(store.append(key, items, options), () => items.length > 0),
      close() {
        clearInterval(timer);
        return store.close();
      },
    },
  };
};

const WRITABLE: Writability = { writable: true };
const always = (): boolean => true;

/*
 * Failing writes are detected within IDLE_MS + TICK_MS, hanging writes LONGEST_WAIT_MS later, and the recovery within
 * RETRY_MS + QUIET_MS + 2 × TICK_MS. Both are less than the ten seconds that docs/operating.md promises.
 */
const TICK_MS = 500;
const IDLE_MS = 4_000;
const RETRY_MS = 1_000;
const LONGEST_WAIT_MS = 3_000;
const QUIET_MS = 2_000;
const PROBE_KEPT_MS = 60_000;
