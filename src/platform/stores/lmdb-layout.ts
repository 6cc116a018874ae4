import type { Database, RootDatabase } from "lmdb";
import { keyKind } from "../../model/keys.ts";
import { damagedEntry, sealText, unsealText } from "./checksum.ts";
import type { Entry, EntryTable } from "./entry-store.ts";

export const STORE_FILE = "taxiway.mdb";

/** The current format. Earlier formats are migrated by `lmdb-migrations.ts`. */
export const FORMAT = "taxiway 3";

/** Keys of the root database: the format, the last version assigned to a record, and the progress of a migration. */
export const FORMAT_KEY = "format";
export const VERSION_KEY = "version";
export const MIGRATED_KEY = "migrated";

export type Root = RootDatabase<string, string>;

/**
 * overlappingSync: if enabled, a process killed during a sync leaves a lock that makes the file unusable for all other
 * processes (MDB_PANIC). If disabled, a commit is on disk before it resolves.
 * eventTurnBatching: if enabled, a full disk also causes an unhandled rejection, which ends the process. Concurrent writes
 * share a commit either way.
 * noReadAhead: bookings are read in random order; read-ahead would load 31 unneeded pages with each, and evict as many.
 * permissionsMode: makes bookings readable by the owner only. The type definitions of lmdb lack it.
 */
export const SETTINGS = {
  maxDbs: 3,
  encoding: "string",
  overlappingSync: false,
  eventTurnBatching: false,
  noReadAhead: true,
  permissionsMode: 0o600,
} as const;

/**
 * `entries` has each entry as checksum and JSON; `members` the members of sets, so that adding one does not rewrite the
 * set; `expiries` a row per entry that expires, ordered by expiry.
 */
export interface Databases {
  readonly entries: Database<string, string>;
  readonly members: Database<string, string>;
  readonly expiries: Database<string, [number, string]>;
}

export const openDatabases = (root: Root): Databases => ({
  entries: root.openDB("entries", { encoding: "string" }),
  members: root.openDB("members", { dupSort: true, encoding: "ordered-binary" }),
  expiries: root.openDB("expiries", { encoding: "string" }),
});

export const encodeEntry = (key: string, entry: Entry): string => sealText(key, JSON.stringify(entry));

/** Returns undefined if the checksum does not match. */
export const decodeEntry = (key: string, sealed: string): Entry | undefined => {
  const text = unsealText(key, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Entry);
};

export const createTable = (root: Root, { entries, members, expiries }: Databases): EntryTable => {
  /** Writes the new row first: only this can fail, for a key that is too long, and nothing has changed by then. */
  const moveExpiry = (key: string, from: number | undefined, to: number | undefined): void => {
    if (from === to) return;
    if (to !== undefined) expiries.put([to, key], "");
    if (from !== undefined) expiries.remove([from, key]);
  };

  return {
    get(key) {
      const sealed = entries.get(key);
      if (sealed === undefined) return undefined;
      const entry = decodeEntry(key, sealed);
      if (entry === undefined) throw damagedEntry(`a ${keyKind(key)} entry`);
      return entry;
    },
    set(key, entry, previous) {
      moveExpiry(key, previous?.expiresAt, entry.expiresAt);
      entries.put(key, encodeEntry(key, entry));
    },
    remove(key, previous) {
      entries.remove(key);
      moveExpiry(key, previous.expiresAt, undefined);
      if (previous.kind === "set") members.remove(key);
    },

    // In the same transaction as the record, so that no process ever assigns a version twice, even after a restart.
    nextVersion() {
      const version = Number(root.get(VERSION_KEY) ?? 0) + 1;
      root.put(VERSION_KEY, String(version));
      return version;
    },

    hasMember: (key, member) => members.doesExist(key, member),
    addMember(key, member) {
      members.put(key, member);
    },
    removeMember(key, member) {
      members.remove(key, member);
    },
    members: (key) => [...members.getValues(key)],

    keys(prefix, after) {
      const page: string[] = [];
      const range = { start: after ?? prefix, exclusiveStart: after !== undefined, limit: SCAN_PAGE };
      for (const key of entries.getKeys(range)) {
        if (!key.startsWith(prefix)) break;
        page.push(key);
      }
      return page;
    },
    expired: (instant, limit) => [...expiries.getKeys({ end: [instant + 1, ""], limit })].map(([, key]) => key),
  };
};

const SCAN_PAGE = 256;
