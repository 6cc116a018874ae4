import { mkdir, open as openFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, RootDatabase } from "lmdb";
import { Failure } from "../model/failure.ts";
import { createEntryStore, type Entry, type EntryTable } from "./entry-store.ts";
import type { Store } from "./store.ts";

export interface LmdbOptions {
  /** The data folder; several processes may share it. */
  readonly path: string;
  readonly now: () => number;
  readonly sweepEvery?: number;
}

/** The default store: one file in the data folder, no server, shared by every process that opens it. */
export const openLmdbStore = async ({ path, now, sweepEvery = 5_000 }: LmdbOptions): Promise<Store> => {
  const file = join(path, "taxiway.mdb");
  const root = await openRoot(path, file);
  const table = openTable(root);

  return createEntryStore(
    {
      read(action) {
        // lmdb keeps one read snapshot per event turn; without this, another process's write is not seen at once.
        root.resetReadTxn();
        return action(table);
      },
      async write(action) {
        try {
          return await root.transaction(() => action(table));
        } catch (error) {
          throw isCommitError(error) ? await unwritable(error) : error;
        }
      },
      async close() {
        await root.committed;
        await root.close();
      },
    },
    { now, sweepEvery },
  );
};

/**
 * `entries` holds each entry as JSON, `members` the members of sets (rewriting a whole set for each new member would
 * cost more with every one), `expiries` a row for each entry that expires, in the order in which they do.
 */
const openTable = (root: RootDatabase): EntryTable => {
  const entries: Database<string, string> = root.openDB("entries", { encoding: "string" });
  const members: Database<string, string> = root.openDB("members", { dupSort: true, encoding: "ordered-binary" });
  const expiries: Database<string, [number, string]> = root.openDB("expiries", { encoding: "string" });

  const moveExpiry = (key: string, from: number | undefined, to: number | undefined): void => {
    if (from === to) return;
    if (from !== undefined) expiries.remove([from, key]);
    if (to !== undefined) expiries.put([to, key], "");
  };

  return {
    get(key) {
      const text = entries.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as Entry);
    },
    set(key, entry, previous) {
      entries.put(key, JSON.stringify(entry));
      moveExpiry(key, previous?.expiresAt, entry.expiresAt);
    },
    remove(key, previous) {
      entries.remove(key);
      moveExpiry(key, previous.expiresAt, undefined);
      if (previous.kind === "set") members.remove(key);
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

const FORMAT = "taxiway 1";

/**
 * overlappingSync: with it, a process that is killed while it syncs leaves a lock behind that puts every other process
 * on the file out of action (MDB_PANIC). Without it, a commit is on the disk before it resolves.
 * eventTurnBatching: with it, a full disk is also an unhandled rejection, which ends the process. Writes of one moment
 * share a commit either way.
 * noReadAhead: bookings are asked for in no order; with it, each one that is not in memory brings 31 pages along that
 * nobody asked for, and pushes out as many.
 */
const SETTINGS = {
  maxDbs: 3,
  encoding: "string",
  overlappingSync: false,
  eventTurnBatching: false,
  noReadAhead: true,
} as const;

const openRoot = async (folder: string, file: string): Promise<RootDatabase> => {
  const { open } = await import("lmdb");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await refuseForeignFile(file);
    await requireRoom(`${file}-lock`);
    const root = open<string, string>({ path: file, ...SETTINGS });
    const format = root.get("format") ?? root.transactionSync(() => stampFormat(root));
    if (format === FORMAT) return root;
    await root.close();
    throw new Error(format ? `it has the format “${format}”, not “${FORMAT}”` : "it belongs to another program");
  } catch (error) {
    throw unusable(file, error);
  }
};

/** Two processes may find the file empty at the same moment; in a transaction only one of them stamps it. */
const stampFormat = (root: RootDatabase<string, string>): string | undefined => {
  const [first] = root.getKeys({ limit: 1 });
  if (first === undefined) root.put("format", FORMAT);
  return root.get("format");
};

/** lmdb maps the file into memory as it is, and a file that is not its own ends the whole process. */
const refuseForeignFile = async (file: string): Promise<void> => {
  const handle = await openFile(file, "a+", 0o600);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(28), 0, 28, 0);
    const isLmdb = bytesRead === 28 && buffer.readUInt32LE(24) === 0xbeefc0de;
    if (bytesRead > 0 && !isLmdb) throw new Error("it is not an LMDB file");
  } finally {
    await handle.close();
  }
};

/** Of a lock file, which lmdb writes to through memory: without room for it on the disk, that ends the whole process. */
const LOCK_BYTES = 64 * 1024;

/** One that has its first page was made when there was room: what is in the store can be read however full the disk is. */
const requireRoom = async (lockFile: string): Promise<void> => {
  const blocks = await stat(lockFile).then(
    (found) => found.blocks,
    () => 0,
  );
  if (blocks > 0) return;
  const probe = `${lockFile}-${process.pid}`;
  try {
    await writeFile(probe, Buffer.alloc(LOCK_BYTES), { mode: 0o600 });
  } finally {
    await rm(probe, { force: true });
  }
};

/** At start, said to whoever starts it. */
const unusable = (file: string, error: unknown): Failure => {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure("unavailable", `The store ${file} cannot be used: ${reason}.`, {
    hint: "Give Taxiway a data folder of its own that it may write to, on a disk with room.",
    retryable: true,
  });
};

/**
 * Later, said to a client, who has no business with paths. lmdb has the reason in a promise of its own, which it never
 * settles when the reason is EPERM, as of a file that was made immutable.
 */
const unwritable = async ({ commitError }: CommitError): Promise<Failure> => {
  const cause = await Promise.race([
    commitError.catch((reason: unknown) => reason),
    sleep(REASON_MS, "no reason given"),
  ]);
  const hint = "Try again in a moment; the log has the reason.";
  return new Failure("unavailable", "The store cannot be written to.", { hint, retryable: true }, { cause });
};

const REASON_MS = 100;

type CommitError = Error & { readonly commitError: Promise<never> };

const isCommitError = (error: unknown): error is CommitError => error instanceof Error && "commitError" in error;
