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

interface LmdbOptions {
  /** The data folder, which several processes may share. */
  readonly path: string;
  readonly now: () => number;
  readonly realTime?: () => number;
  readonly sweepEvery?: number;
  readonly log?: Log | undefined;
  /** Time limit of a write; default 5 seconds. */
  readonly writeLimitMs?: number;
}

/** Opens the default store: a file in the data folder, shared by all processes that open it. */
export const openLmdbStore = async (options: LmdbOptions): Promise<Store> => {
  const { path, now, realTime = Date.now, sweepEvery = 5_000, log, writeLimitMs: limitMs } = options;
  const root = await openStoreFile(path, { now, realTime }, log);
  const table = createTable(root, openDatabases(root));
  const writes = createLmdbWrites(root, { file: join(path, STORE_FILE), log, limitMs });

  return createEntryStore(
    {
      read(action) {
        // lmdb keeps a read snapshot per event loop turn, which would hide writes of other processes.
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

/** MDB_PANIC: the last page of a commit could not be written. The file is intact but must be reopened. */
const PANIC = -30795;

const unreadable = (cause: unknown): Error =>
  codeOf(cause) === PANIC
    ? storeFailure("The store is unavailable because a write to the disk failed.", {
        carriedOut: false,
        retryable: false,
        hint: "Nothing was changed. Ask the operator to check the disk and restart Taxiway.",
        cause,
      })
    : storeFailure("The store cannot be read.", {
        carriedOut: false,
        retryable: false,
        hint: "Nothing was changed. Ask the operator to run `taxiway store check` and restore a backup.",
        cause,
      });

interface LmdbWrites {
  /** Runs the action in a transaction. Resolves when it is on disk; rejects on a timeout. */
  write<T>(action: () => T): Promise<T>;
  /** Returns false if a write is stuck, in which case the store stays open. */
  close(): Promise<boolean>;
}

/**
 * lmdb waits for the write lock in a thread, without a timeout, and calls back on the main thread once it has it. The
 * callback of a write that has timed out changes nothing, so that "nothing was changed" stays true.
 */
const createLmdbWrites = (root: Root, { file, log, limitMs = LIMIT_MS }: WriteOptions): LmdbWrites => {
  /** Writes that have timed out and are still running. */
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

    /** Closing waits for the write thread. If it is blocked by a lock, `endAtOnce` ends it with the process. */
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
 * process.exit waits for all threads, and so for the lock. Nothing is unsaved, so the process kills itself with SIGTERM,
 * which supervisors count as a clean exit, and SIGKILL in case that is blocked.
 */
const endAtOnce = (): void => {
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
  process.kill(process.pid, "SIGKILL");
};

/** Converts the error of a transaction for callers. Other errors are defects and returned unchanged. */
const failureOf = async (error: unknown, file: string): Promise<unknown> => {
  if (isCommitError(error)) {
    // The reason is in a separate promise, which lmdb never settles for EPERM, such as on an immutable file.
    const cause = await Promise.race([
      error.commitError.catch((reason: unknown) => reason),
      sleep(REASON_MS, "no reason given"),
    ]);
    // A failed commit is aborted. Only if writing the meta page fails (EIO) may it have been executed.
    return refused(cause, codeOf(cause) === errno.EIO ? "unknown" : false, file);
  }
  // Thrown by an operation inside a transaction that was committed anyway.
  return codeOf(error) === undefined ? error : refused(error, "unknown", file);
};

const refused = async (cause: unknown, carriedOut: false | "unknown", file: string): Promise<unknown> => {
  const code = codeOf(cause);
  if (code !== undefined && FULL.has(code)) return storeIsFull(cause);
  // LMDB reports a short write as EIO, which is how most full disks appear.
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

/** Returns the numeric code of an lmdb error. */
const codeOf = (error: unknown): number | undefined => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "number" ? code : undefined;
};
