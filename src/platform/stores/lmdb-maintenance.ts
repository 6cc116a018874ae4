import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../model/failure.ts";
import { isAlive } from "./lmdb-processes.ts";

/**
 * While a store is migrated or restored, a file beside it holds the pid of the process that does so. Other processes
 * wait before they open the store. The file of a process that died counts for nothing.
 */
const noteOf = (file: string): string => `${file}-maintenance`;

/** Resolves when no other process maintains the store. */
export const untilMaintained = async (file: string): Promise<void> => {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const pid = await maintainer(file);
    if (pid === undefined || pid === process.pid) return;
    if (waited >= LIMIT_MS) {
      throw new Failure(
        "unavailable",
        `The store ${file} is being migrated or restored by another process (pid ${pid}).`,
        {
          hint: "Start Taxiway again when that is done.",
          retryable: true,
        },
      );
    }
    await sleep(PAUSE_MS);
  }
};

/** Runs the work while no other process maintains the store. */
export const maintain = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  for (;;) {
    await untilMaintained(file);
    try {
      await writeFile(noteOf(file), String(process.pid), { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  try {
    return await work();
  } finally {
    await rm(noteOf(file), { force: true });
  }
};

const maintainer = async (file: string): Promise<number | undefined> => {
  const text = await readFile(noteOf(file), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const pid = Number(text);
  // Empty for the moment between its creation and its content.
  if (text !== "" && !isAlive(pid)) {
    await rm(noteOf(file), { force: true });
    return undefined;
  }
  return pid;
};

const PAUSE_MS = 50;
const LIMIT_MS = 120_000;
