import { setImmediate as nextTurn } from "node:timers/promises";
import { keyKind } from "../../model/keys.ts";
import { damagedEntry, sumOf, withMember, withoutMember } from "./checksum.ts";
import type { Expiry, RecordValue, Store, Versioned } from "./store.ts";

/**
 * The verbs of the contract, written once for every engine that can run a function over its table as one transaction
 * (memory, LMDB). Valkey does the same work on the server and does not come through here.
 */
export const createEntryStore = (engine: EntryEngine, options: EntryStoreOptions): Store => {
  const { now, realTime = Date.now, sweepEvery } = options;
  let closed = false;
  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A failed sweep is not reported: its cause also fails the next put, which has a caller to tell.
    sweeping ??= sweep()
      .catch(() => undefined)
      .finally(() => {
        sweeping = undefined;
      });
  }, sweepEvery).unref();

  const isOver = (entry: Entry): boolean => entry.expiresAt !== undefined && entry.expiresAt <= realTime();

  /** Callers give an instant of the configured clock; entries keep the instant of real time at which they expire. */
  const expiring = (expiresAt: number | undefined): Expiry => {
    if (expiresAt === undefined) return {};
    const ahead = now === realTime ? 0 : now() - realTime();
    return { expiresAt: Math.ceil(expiresAt - ahead) };
  };

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
      const due = await read((table) => table.expired(realTime(), SWEEP_BATCH));
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
    warnings: [],

    get: (key) => read((table) => versioned(table, key)),

    getMany: (keys) => read((table) => keys.map((key) => versioned(table, key))),

    // Every write of these engines is as durable as they can make it, so `durable` has nothing to add.
    put: (key, value, { ifVersion, expiresAt } = {}) =>
      write((table) => {
        const current = only("record", take, table, key);
        if (ifVersion !== undefined && ifVersion !== (current?.version ?? 0)) return undefined;
        const version = table.nextVersion();
        table.set(key, { kind: "record", version, value, ...expiring(expiresAt) }, current);
        return version;
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
        table.set(key, { ...(current ?? { kind: "counter", ...expiring(expiry.expiresAt) }), count }, current);
        return count;
      }),

    count: (key) => read((table) => only("counter", look, table, key)?.count ?? 0),

    addMember: (key, member, expiry = {}) =>
      write((table) => {
        const current = only("set", take, table, key);
        const isNew = current === undefined || !table.hasMember(key, member);
        const { size, sum, ...kept } = current ?? { kind: "set", size: 0, sum: 0 };
        if (isNew) {
          table.addMember(key, member);
          table.set(
            key,
            { ...kept, ...expiring(expiry.expiresAt), size: size + 1, sum: withMember(sum, member) },
            current,
          );
        } else if (expiry.expiresAt !== undefined) {
          table.set(key, { ...kept, ...expiring(expiry.expiresAt), size, sum }, current);
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
          table.set(key, { ...current, size: current.size - 1, sum: withoutMember(current.sum, member) }, current);
        }
        return true;
      }),

    members: (key) =>
      read((table) => {
        const current = only("set", look, table, key);
        return current === undefined ? [] : intact(key, current, table.members(key));
      }),

    append: (key, items, { keep, expiresAt }) =>
      write((table) => {
        const current = only("list", take, table, key);
        const all = [...(current?.items ?? []), ...items];
        const kept = all.slice(Math.max(0, all.length - keep));
        if (kept.length > 0) {
          table.set(key, { ...(current ?? { kind: "list" }), ...expiring(expiresAt), items: kept }, current);
        } else if (current) {
          table.remove(key, current);
        }
      }),

    items: (key) => read((table) => only("list", look, table, key)?.items ?? []),

    expire: (key, expiresAt) =>
      write((table) => {
        const current = take(table, key);
        if (current) table.set(key, { ...current, ...expiring(expiresAt) }, current);
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

export interface EntryStoreOptions {
  /** The configured clock, in which callers give `expiresAt`. */
  readonly now: () => number;
  /** Entries expire by this one; Date.now by default. */
  readonly realTime?: () => number;
  readonly sweepEvery: number;
}

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

  /** A version that this table has never given before, higher than all before. Only in a write. */
  nextVersion(): number;

  hasMember(key: string, member: string): boolean;
  addMember(key: string, member: string): void;
  removeMember(key: string, member: string): void;
  /** Only in a read: see `lmdb-migrations.ts` for what lmdb does in a write. */
  members(key: string): readonly string[];

  /** A page of keys that start with the prefix and come after `after`; an empty one is the last. */
  keys(prefix: string, after: string | undefined): readonly string[];
  /** Up to `limit` keys whose expiry is not later than the instant. */
  expired(instant: number, limit: number): readonly string[];
}

export type Entry = (
  | { readonly kind: "record"; readonly version: number; readonly value: RecordValue }
  | { readonly kind: "counter"; readonly count: number }
  /** `sum` is of the members' checksums. */
  | { readonly kind: "set"; readonly size: number; readonly sum: number }
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

/** The members, if they are those that the entry of the set counted. */
const intact = (key: string, { size, sum }: { size: number; sum: number }, members: readonly string[]) => {
  if (members.length !== size || sumOf(members) !== sum) throw damagedEntry(`members of a ${keyKind(key)} set`);
  return members;
};
