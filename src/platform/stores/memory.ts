import { createEntryStore, type Entry, type EntryTable } from "./entry-store.ts";
import type { Store } from "./store.ts";

interface MemoryOptions {
  readonly now: () => number;
  /** The clock by which entries expire; default `now`, so that a test moves both. */
  readonly realTime?: () => number;
  readonly sweepEvery?: number;
}

/** A store in memory, for tests and temporary runs of one process. */
export const createMemoryStore = ({ now, realTime = now, sweepEvery = 10_000 }: MemoryOptions): Store => {
  let lastVersion = 0;
  // Entries are stored as text, so that callers cannot modify a stored value.
  const entries = new Map<string, { readonly text: string; readonly expiresAt: number | undefined }>();
  const members = new Map<string, Set<string>>();

  const table: EntryTable = {
    get(key) {
      const kept = entries.get(key);
      return kept && (JSON.parse(kept.text) as Entry);
    },
    set(key, entry) {
      entries.set(key, { text: JSON.stringify(entry), expiresAt: entry.expiresAt });
    },
    remove(key) {
      entries.delete(key);
      members.delete(key);
    },

    nextVersion: () => ++lastVersion,

    hasMember: (key, member) => members.get(key)?.has(member) ?? false,
    addMember(key, member) {
      const set = members.get(key) ?? new Set();
      members.set(key, set.add(member));
    },
    removeMember(key, member) {
      members.get(key)?.delete(member);
    },
    members: (key) => [...(members.get(key) ?? [])],

    // Maps have no cursor, so the first page contains all keys.
    keys: (prefix, after) => (after === undefined ? [...entries.keys()].filter((key) => key.startsWith(prefix)) : []),
    expired(instant, limit) {
      const due: string[] = [];
      for (const [key, { expiresAt }] of entries) {
        if (expiresAt !== undefined && expiresAt <= instant && due.push(key) === limit) break;
      }
      return due;
    },
  };

  return createEntryStore(
    {
      read: (action) => action(table),
      write: async (action) => action(table),
      async close() {
        entries.clear();
        members.clear();
      },
    },
    { now, realTime, sweepEvery },
  );
};
