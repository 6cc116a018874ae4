import { setImmediate as nextTurn } from "node:timers/promises";
import { keyKind } from "../../model/keys.ts";
import { damagedEntry, sumOf, withMember, withoutMember } from "./checksum.ts";
import type { Expiry, RecordValue, Store, Versioned } from "./store.ts";

/** Implements the store contract for engines that can run a function as one transaction (memory and LMDB). */
export const createEntryStore = (engine: EntryEngine, options: EntryStoreOptions): Store => {
  const { now, realTime = Date.now, sweepEvery } = options;
  let closed = false;
  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A failed sweep is not reported: its cause also makes the next put fail, which reports it to its caller.
    sweeping ??= sweep()
      .catch(() => undefined)
      .finally(() => {
        sweeping = undefined;
      });
  }, sweepEvery).unref();

  const isExpired = (entry: Entry): boolean => entry.expiresAt !== undefined && entry.expiresAt <= realTime();

  /** Converts an expiry from the configured clock to real time. */
  const expiring = (expiresAt: number | undefined): Expiry => {
    if (expiresAt === undefined) return {};
    const ahead = now === realTime ? 0 : now() - realTime();
    return { expiresAt: Math.ceil(expiresAt - ahead) };
  };

  const look: Look = (table, key) => {
    const entry = table.get(key);
    return entry === undefined || isExpired(entry) ? undefined : entry;
  };

  /** For writes: removes an expired entry, together with its members and index row. */
  const take: Look = (table, key) => {
    const entry = table.get(key);
    if (entry === undefined || !isExpired(entry)) return entry;
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
      // Reading first avoids the write lock. Another process may sweep the same keys meanwhile.
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

    // These engines make every write as durable as they can, so `durable` changes nothing.
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
        if (!Number.isSafeInteger(delta)) throw new RangeError(`A counter cannot be incremented by ${delta}.`);
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

interface EntryStoreOptions {
  /** The configured clock, used for `expiresAt`. */
  readonly now: () => number;
  /** The clock by which entries expire; default Date.now. */
  readonly realTime?: () => number;
  readonly sweepEvery: number;
}

/** A storage engine: a table, and transactions on it. */
interface EntryEngine {
  /** Runs the action on a consistent and current view. */
  read<T>(action: (table: EntryTable) => T): T;
  /**
   * Runs the action exclusively. Resolves once its changes are visible to every process and on disk. An action throws
   * before its first change or not at all, so nothing has to be rolled back.
   */
  write<T>(action: (table: EntryTable) => T): Promise<T>;
  /** Waits for running writes. */
  close(): Promise<void>;
}

/** The entries of a store. `previous` is the result of `get`, with which an engine updates its indexes. */
export interface EntryTable {
  get(key: string): Entry | undefined;
  set(key: string, entry: Entry, previous: Entry | undefined): void;
  /** Includes the members of a set. */
  remove(key: string, previous: Entry): void;

  /** Returns a version higher than all before. Only in a write. */
  nextVersion(): number;

  hasMember(key: string, member: string): boolean;
  addMember(key: string, member: string): void;
  removeMember(key: string, member: string): void;
  /** Only in a read: in a write, lmdb may decode values wrongly; see `lmdb-migrations.ts`. */
  members(key: string): readonly string[];

  /** Returns a page of keys that start with the prefix and follow `after`; empty at the end. */
  keys(prefix: string, after: string | undefined): readonly string[];
  /** Returns up to `limit` keys that have expired at the instant. */
  expired(instant: number, limit: number): readonly string[];
}

export type Entry = (
  | { readonly kind: "record"; readonly version: number; readonly value: RecordValue }
  | { readonly kind: "counter"; readonly count: number }
  /** `sum` is the checksum of the members. */
  | { readonly kind: "set"; readonly size: number; readonly sum: number }
  | { readonly kind: "list"; readonly items: readonly string[] }
) &
  Expiry;

type Look = (table: EntryTable, key: string) => Entry | undefined;

const SWEEP_BATCH = 500;

/** Throws if the key holds another kind of entry, as Valkey does: that is a defect and not a miss. */
const only = <K extends Entry["kind"]>(kind: K, look: Look, table: EntryTable, key: string) => {
  const entry = look(table, key);
  if (entry !== undefined && entry.kind !== kind) {
    throw new TypeError(`${key} holds a ${entry.kind}, not a ${kind}.`);
  }
  return entry as Extract<Entry, { kind: K }> | undefined;
};

/** Verifies the members of a set against the size and checksum in its entry. */
const intact = (key: string, { size, sum }: { size: number; sum: number }, members: readonly string[]) => {
  if (members.length !== size || sumOf(members) !== sum) throw damagedEntry(`members of a ${keyKind(key)} set`);
  return members;
};
