import { join } from "node:path";
import type { Log } from "../../model/log.ts";
import { createEntryStore } from "./entry-store.ts";
import { noteClosed, openStoreFile } from "./lmdb-file.ts";
import { createTable, openDatabases, STORE_FILE } from "./lmdb-layout.ts";
import { codeOf, createLmdbWrites } from "./lmdb-writes.ts";
import type { Store } from "./store.ts";
import { storeFailure } from "./store-failure.ts";

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
