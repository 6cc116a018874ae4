import { setImmediate as nextTurn } from "node:timers/promises";
import type { Expiry, RecordValue, Store, Versioned } from "./store.ts";

/**
 * The verbs of the contract, written once for every engine that can run a function over its table as one transaction
 * (memory, LMDB). Valkey does the same work on the server and does not come through here.
 */
export const createEntryStore = (engine: EntryEngine, options: { now: () => number; sweepEvery: number }): Store => {
  const { now, sweepEvery } = options;
  let closed = false;
  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A sweep that fails is no news: whatever stops it stops the next put too, which has a caller to tell.
    sweeping ??= sweep()
      .catch(() => undefined)
      .finally(() => {
        sweeping = undefined;
      });
  }, sweepEvery).unref();

  const isOver = (entry: Entry): boolean => entry.expiresAt !== undefined && entry.expiresAt <= now();

  const look: Look = (table, key) => {
    const entry = table.get(key);
    return entry === undefined || isOver(entry) ? undefined : entry;
  };

  /** Before a write, what is over is cleared away, so that its members and its index row do not outlive it. */
  const take: Look = (table, key) => {
    const entry = table.get(key);
    if (entry === undefined || !isOver(entry)) return entry;
    table.remove(key, entry);
    return undefined;
  };

  const read = async <T>(action: (table: EntryTable) => T): Promise<T> => {
    if (closed) throw new Error("The store is closed.");
    return engine.read(action);
  };

  const write = async <T>(action: (table: EntryTable) => T): Promise<T> => {
    if (closed) throw new Error("The store is closed.");
    return engine.write(action);
  };

  const sweep = async (): Promise<void> => {
    for (;;) {
      // Looking first keeps the write lock free for others; another process may have swept the same keys by then.
      const due = await read((table) => table.expired(now(), SWEEP_BATCH));
      if (due.length > 0) {
        await write((table) => {
          for (const key of due) take(table, key);
        });
      }
      if (due.length < SWEEP_BATCH) return;
    }
  };

  const versioned = (table: EntryTable, key: string): Versioned | undefined => {
    const record = only("record", look, table, key);
    return record && { value: record.value as Versioned["value"], version: record.version };
  };

  return {
    get: (key) => read((table) => versioned(table, key)),

    getMany: (keys) => read((table) => keys.map((key) => versioned(table, key))),

    // Every write of these engines is as durable as they can make it, so `durable` has nothing to add.
    put: (key, value, { ifVersion, ...expiry } = {}) =>
      write((table) => {
        const current = only("record", take, table, key);
        const version = current?.version ?? 0;
        if (ifVersion !== undefined && ifVersion !== version) return undefined;
        table.set(key, { kind: "record", version: version + 1, value, ...expiring(expiry) }, current);
        return version + 1;
      }),

    delete: (key, { ifVersion } = {}) =>
      write((table) => {
        const current = ifVersion === undefined ? take(table, key) : only("record", take, table, key);
        if (current === undefined) return false;
        if (ifVersion !== undefined && current.kind === "record" && current.version !== ifVersion) return false;
        table.remove(key, current);
        return true;
      }),

    add: (key, delta, expiry = {}) =>
      write((table) => {
        if (!Number.isSafeInteger(delta)) throw new RangeError(`A counter counts in whole numbers, not by ${delta}.`);
        const current = only("counter", take, table, key);
        const count = (current?.count ?? 0) + delta;
        table.set(key, { ...(current ?? { kind: "counter", ...expiring(expiry) }), count }, current);
        return count;
      }),

    count: (key) => read((table) => only("counter", look, table, key)?.count ?? 0),

    addMember: (key, member, expiry = {}) =>
      write((table) => {
        const current = only("set", take, table, key);
        const isNew = current === undefined || !table.hasMember(key, member);
        const size = (current?.size ?? 0) + (isNew ? 1 : 0);
        if (isNew) table.addMember(key, member);
        if (isNew || expiry.expiresAt !== undefined) {
          table.set(key, { kind: "set", ...expiring(current), ...expiring(expiry), size }, current);
        }
        return isNew;
      }),

    removeMember: (key, member) =>
      write((table) => {
        const current = only("set", take, table, key);
        if (current === undefined || !table.hasMember(key, member)) return false;
        if (current.size === 1) {
          table.remove(key, current);
        } else {
          table.removeMember(key, member);
          table.set(key, { ...current, size: current.size - 1 }, current);
        }
        return true;
      }),

    members: (key) => read((table) => (only("set", look, table, key) ? table.members(key) : [])),

    append: (key, items, { keep, ...expiry }) =>
      write((table) => {
        const current = only("list", take, table, key);
        const all = [...(current?.items ?? []), ...items];
        const kept = all.slice(Math.max(0, all.length - keep));
        if (kept.length > 0) {
          table.set(key, { kind: "list", ...expiring(current), ...expiring(expiry), items: kept }, current);
        } else if (current) {
          table.remove(key, current);
        }
      }),

    items: (key) => read((table) => only("list", look, table, key)?.items ?? []),

    expire: (key, expiresAt) =>
      write((table) => {
        const current = take(table, key);
        if (current) table.set(key, { ...current, ...expiring({ expiresAt }) }, current);
        return current !== undefined;
      }),

    async *scan(prefix) {
      let after: string | undefined;
      for (;;) {
        const page = await read((table) =>
          table.keys(prefix, after).map((key) => ({ key, there: look(table, key) !== undefined })),
        );
        if (page.length === 0) return;
        for (const { key, there } of page) if (there) yield key;
        after = page.at(-1)?.key;
        await nextTurn();
      }
    },

    ping: () => read(() => undefined),

    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await sweeping;
      await engine.close();
    },
  };
};

/** What an engine brings: a table, and a way to work on it. */
export interface EntryEngine {
  /** Runs the action on one consistent and current view. */
  read<T>(action: (table: EntryTable) => T): T;
  /**
   * Runs the action alone; resolves once every process sees what it did and it is on the disk, if there is one. An
   * action throws before its first change or not at all, so there is nothing to take back.
   */
  write<T>(action: (table: EntryTable) => T): Promise<T>;
  /** Finishes the writes under way. */
  close(): Promise<void>;
}

/** `previous` is always what `get` gives for the key, so that an engine can keep its indexes without reading again. */
export interface EntryTable {
  get(key: string): Entry | undefined;
  set(key: string, entry: Entry, previous: Entry | undefined): void;
  /** With its members, if it is a set. */
  remove(key: string, previous: Entry): void;

  hasMember(key: string, member: string): boolean;
  addMember(key: string, member: string): void;
  removeMember(key: string, member: string): void;
  members(key: string): readonly string[];

  /** A page of keys that start with the prefix and come after `after`; an empty one is the last. */
  keys(prefix: string, after: string | undefined): readonly string[];
  /** Up to `limit` keys whose expiry is not later than the instant. */
  expired(instant: number, limit: number): readonly string[];
}

export type Entry = (
  | { readonly kind: "record"; readonly version: number; readonly value: RecordValue }
  | { readonly kind: "counter"; readonly count: number }
  | { readonly kind: "set"; readonly size: number }
  | { readonly kind: "list"; readonly items: readonly string[] }
) &
  Expiry;

type Look = (table: EntryTable, key: string) => Entry | undefined;

const SWEEP_BATCH = 500;

/** A verb of one kind on a key of another is a defect, as it is on Valkey, and not a miss. */
const only = <K extends Entry["kind"]>(kind: K, look: Look, table: EntryTable, key: string) => {
  const entry = look(table, key);
  if (entry !== undefined && entry.kind !== kind) {
    throw new TypeError(`${key} holds a ${entry.kind}, not a ${kind}.`);
  }
  return entry as Extract<Entry, { kind: K }> | undefined;
};

const expiring = (expiry: Expiry | undefined): Expiry =>
  expiry?.expiresAt === undefined ? {} : { expiresAt: Math.ceil(expiry.expiresAt) };
