import { statfs } from "node:fs/promises";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../model/log.ts";
import { withTimeout } from "../../model/with-timeout.ts";
import { createEntryStore } from "./entry-store.ts";
import { noteClosed, openStoreFile } from "./lmdb-file.ts";
import { createTable, openDatabases, type Root, STORE_FILE } from "./lmdb-layout.ts";
import { holderOfWriteLock } from "./lmdb-processes.ts";
import type { Store } from "./store.ts";
import { storeDoesNotAnswer, storeFailure, storeIsFull } from "./store-failure.ts";

export interface LmdbOptions {
  /** The data folder; several processes may share it. */
  readonly path: string;
  readonly now: () => number;
  readonly realTime?: () => number;
  readonly sweepEvery?: number;
  readonly log?: Log | undefined;
  /** How long a write may take; 5 seconds by default. */
  readonly writeLimitMs?: number;
}

/** The default store: one file in the data folder, no server, shared by every process that opens it. */
export const openLmdbStore = async (options: LmdbOptions): Promise<Store> => {
  const { path, now, realTime = Date.now, sweepEvery = 5_000, log, writeLimitMs: limitMs } = options;
  const root = await openStoreFile(path, { now, realTime }, log);
  const table = createTable(root, openDatabases(root));
  const writes = createLmdbWrites(root, { file: join(path, STORE_FILE), log, limitMs });

  return createEntryStore(
    {
      read(action) {
        // lmdb keeps one read snapshot per event turn; without this, another process's write is not seen at once.
        root.resetReadTxn();
        try {
          return action(table);
        } catch (error) {
          throw codeOf(error) === undefined ? error : unreadable(error);
        }
      },
      write: (action) => writes.write(() => action(table)),
      async close() {
        if (await writes.close()) await noteClosed(path);
      },
    },
    { now, realTime, sweepEvery },
  );
};

/** MDB_PANIC: the last page of a commit could not be written. The file is sound; LMDB wants it opened again. */
const PANIC = -30795;

const unreadable = (cause: unknown): Error =>
  codeOf(cause) === PANIC
    ? storeFailure("The store is out of action since a write failed on the disk.", {
        carriedOut: false,
        retryable: false,
        hint: "Nothing was changed. Ask the operator to look at the disk and to restart Taxiway.",
        cause,
      })
    : storeFailure("The store cannot be read.", {
        carriedOut: false,
        retryable: false,
        hint: "Nothing was changed. Ask the operator to run `taxiway store check` and to restore a backup.",
        cause,
      });

export interface LmdbWrites {
  /** Runs the action in a transaction; resolves when it is on the disk, rejects when that takes too long. */
  write<T>(action: () => T): Promise<T>;
  /** False if a write is stuck: then the store is left open. */
  close(): Promise<boolean>;
}

/**
 * lmdb waits for the write lock in a thread without a limit, and calls back on the main thread once it has it. A write
 * that gives up before that is fenced: its callback finds that it was abandoned and changes nothing, so that "nothing
 * was changed" stays true however late the lock comes.
 */
export const createLmdbWrites = (root: Root, { file, log, limitMs = LIMIT_MS }: WriteOptions): LmdbWrites => {
  /** Writes that took too long and have not come to an end since. */
  const late = new Set<Promise<unknown>>();

  const outage = (done: Promise<unknown>): void => {
    if (late.size === 0) {
      const holder = holderOfWriteLock(file);
      log?.error("store cannot be written to", {
        waitedMs: limitMs,
        lockHeldByPid: holder?.pid ?? "unknown",
        stateOfHolder: holder?.state ?? "unknown",
      });
      process.on("exit", endAtOnce);
    }
    late.add(done);
    const over = (): void => {
      late.delete(done);
      if (late.size > 0) return;
      process.off("exit", endAtOnce);
      log?.info("store can be written to again");
    };
    done.then(over, over);
  };

  return {
    async write<T>(action: () => T): Promise<T> {
      const turn: { hasRun: boolean; action?: (() => T) | undefined } = { hasRun: false, action };
      const done = root.transaction(() => {
        if (turn.action === undefined) return undefined;
        turn.hasRun = true;
        return turn.action();
      });
      let result: T | undefined | typeof LATE;
      try {
        result = await withTimeout(limitMs, done, LATE);
      } catch (error) {
        throw await failureOf(error, file);
      }
      if (result !== LATE) return result as T;
      outage(done);
      if (turn.hasRun) throw storeDoesNotAnswer("unknown", new Error(`no commit within ${limitMs} ms`));
      turn.action = undefined;
      throw storeFailure("The store cannot be written to at the moment.", {
        carriedOut: false,
        cause: new Error(`no write lock within ${limitMs} ms`),
      });
    },

    /** Closing waits for the write thread. One that waits for a lock is left behind; `endAtOnce` deals with it. */
    async close() {
      const finished = Promise.resolve(root.committed).then(
        () => root.close(),
        () => root.close(),
      );
      const isClosed = (await withTimeout(late.size > 0 ? LATE_CLOSE_MS : limitMs, finished, LATE)) !== LATE;
      if (!isClosed && late.size === 0) outage(finished);
      return isClosed;
    },
  };
};

interface WriteOptions {
  readonly file: string;
  readonly log?: Log | undefined;
  readonly limitMs?: number | undefined;
}

const LIMIT_MS = 5_000;
const LATE_CLOSE_MS = 500;
const LATE = Symbol("late");

/**
 * process.exit waits for all threads, and so for the lock. Nothing of ours is unsaved, so the process ends by a signal:
 * SIGTERM, which supervisors count as a clean end, and SIGKILL in case that is held back.
 */
const endAtOnce = (): void => {
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
  process.kill(process.pid, "SIGKILL");
};

/** What a transaction was rejected with, as callers may hear it. Defects of ours stay as they are. */
const failureOf = async (error: unknown, file: string): Promise<unknown> => {
  if (isCommitError(error)) {
    // lmdb has the reason in a promise of its own, which it never settles for EPERM, as of an immutable file.
    const cause = await Promise.race([
      error.commitError.catch((reason: unknown) => reason),
      sleep(REASON_MS, "no reason given"),
    ]);
    // A failed commit is an aborted one. Only a failed write of the meta page, an EIO, may have been carried out.
    return refused(cause, codeOf(cause) === errno.EIO ? "unknown" : false, file);
  }
  // Thrown by an operation inside of a transaction that was committed all the same.
  return codeOf(error) === undefined ? error : refused(error, "unknown", file);
};

const refused = async (cause: unknown, carriedOut: false | "unknown", file: string): Promise<unknown> => {
  const code = codeOf(cause);
  if (code !== undefined && FULL.has(code)) return storeIsFull(cause);
  // LMDB reports a write that was cut short as EIO: that is how most full disks look.
  if (code === errno.EIO && (await isFull(dirname(file)))) return storeIsFull(cause);
  return storeFailure("The store cannot be written to.", { carriedOut, cause });
};

const { errno } = constants;
const MDB_MAP_FULL = -30792;
const FULL: ReadonlySet<number> = new Set([errno.ENOSPC, errno.EDQUOT, MDB_MAP_FULL]);

/** Less room than one commit may take. */
const LITTLE_ROOM_BYTES = 256 * 1024;

const isFull = async (folder: string): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < LITTLE_ROOM_BYTES;
  } catch {
    return false;
  }
};

const REASON_MS = 100;

type CommitError = Error & { readonly commitError: Promise<never> };

const isCommitError = (error: unknown): error is CommitError => error instanceof Error && "commitError" in error;

/** lmdb's own errors have a number. */
export const codeOf = (error: unknown): number | undefined => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "number" ? code : undefined;
};
