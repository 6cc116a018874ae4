import type { Database, RootDatabase } from "lmdb";
import { keyKind } from "../../model/keys.ts";
import { damagedEntry, sealText, unsealText } from "./checksum.ts";
import type { Entry, EntryTable } from "./entry-store.ts";

export const STORE_FILE = "taxiway.mdb";

/** What this version writes. A file of an earlier format is migrated by `lmdb-migrations.ts`. */
export const FORMAT = "taxiway 2";

/** Keys of the root database: the format, the last version given to a record, and how far a migration has come. */
export const FORMAT_KEY = "format";
export const VERSION_KEY = "version";
export const MIGRATED_KEY = "migrated";

export type Root = RootDatabase<string, string>;

/**
 * overlappingSync: with it, a process that is killed while it syncs leaves a lock behind that puts every other process
 * on the file out of action (MDB_PANIC). Without it, a commit is on the disk before it resolves.
 * eventTurnBatching: with it, a full disk is also an unhandled rejection, which ends the process. Writes of one moment
 * share a commit either way.
 * noReadAhead: bookings are read in no order; read-ahead would load 31 unneeded pages with each, and evict as many.
 * permissionsMode: bookings are readable by the owner alone. The type definitions of lmdb lack it.
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
 * `entries` holds each entry as its checksum and its JSON, `members` the members of sets (rewriting a whole set for
 * each new member would cost more with every one), `expiries` a row for each entry that expires, ordered by expiry.
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

/** Undefined if the checksum does not fit. */
export const decodeEntry = (key: string, sealed: string): Entry | undefined => {
  const text = unsealText(key, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Entry);
};

export const createTable = (root: Root, { entries, members, expiries }: Databases): EntryTable => {
  /** The new row first: only writing it can fail, for a key that is too long, and nothing has changed by then. */
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

    // In the same transaction as the record, so that a version is never given twice, by no process and after no restart.
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
