import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../model/failure.ts";

/**
 * Which processes use an LMDB file, as far as Linux tells; empty or undefined elsewhere.
 *
 * A process that has the store open must never open and close the lock file itself: closing any descriptor of a file
 * drops all POSIX locks of the process on it, and the next process to start would take the store for unused. So this
 * reads /proc alone.
 */
export interface HolderOfLock {
  readonly pid: number;
  /** As in /proc/<pid>/stat: "T" is stopped, "D" waits for a disk. */
  readonly state: string;
}

export const lockFileOf = (file: string): string => `${file}-lock`;

/** Who holds the write lock of a store that this process has open. */
export const holderOfWriteLock = (file: string): HolderOfLock | undefined => {
  try {
    const address = mappedAt(lockFileOf(file));
    return address === undefined ? undefined : holder(readMemory(address + WRITE_MUTEX, MUTEX_BYTES));
  } catch {
    return undefined;
  }
};

/** The same for a store that this process does not have open. */
export const holderInLockFile = (file: string): HolderOfLock | undefined => {
  try {
    return holder(readFileSync(lockFileOf(file)).subarray(WRITE_MUTEX, WRITE_MUTEX + MUTEX_BYTES));
  } catch {
    return undefined;
  }
};

/** Other processes that have the store open: each has a shared lock on the lock file. */
export const otherUsersOf = (file: string): readonly number[] => {
  try {
    const { ino } = statSync(lockFileOf(file));
    const pids = new Set<number>();
    for (const line of readFileSync("/proc/locks", "utf8").split("\n")) {
      const [, kind, , , pid, place = ""] = line.trim().split(/\s+/);
      // The device is left out: on overlay file systems it is not the one that stat names.
      if (kind === "POSIX" && place.endsWith(`:${ino}`) && isAlive(Number(pid))) pids.add(Number(pid));
    }
    pids.delete(process.pid);
    return [...pids].sort((a, b) => a - b);
  } catch {
    return [];
  }
};

export const isAlive = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Of the lock file of liblmdb 0.9.90 on 64-bit Linux: the header with the mutex of readers has 64 bytes. */
const WRITE_MUTEX = 64;
const MUTEX_BYTES = 40;
/** Where glibc and musl keep the owner's thread id in a robust mutex; the upper bits are flags. */
const OWNER_WORDS = [0, 4];
const THREAD_ID = 0x3fff_ffff;

const holder = (mutex: Buffer): HolderOfLock | undefined => {
  for (const word of OWNER_WORDS) {
    const thread = mutex.readUInt32LE(word) & THREAD_ID;
    const pid = thread > 1 ? processOf(thread) : undefined;
    if (pid !== undefined) return { pid, state: stateOf(pid) };
  }
  return undefined;
};

const processOf = (thread: number): number | undefined => {
  try {
    return Number(/^Tgid:\s*(\d+)/m.exec(readFileSync(`/proc/${thread}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
};

const stateOf = (pid: number): string => {
  try {
    // After the name in parentheses, which may hold anything.
    return /\) (\S)[^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? "unknown";
  } catch {
    return "unknown";
  }
};

const mappedAt = (path: string): number | undefined => {
  const line = readFileSync("/proc/self/maps", "utf8")
    .split("\n")
    .find((mapping) => mapping.endsWith(` ${path}`));
  return line === undefined ? undefined : Number.parseInt(line, 16);
};

const readMemory = (address: number, length: number): Buffer => {
  const memory = openSync("/proc/self/mem", "r");
  try {
    const bytes = Buffer.alloc(length);
    readSync(memory, bytes, 0, length, address);
    return bytes;
  } finally {
    closeSync(memory);
  }
};

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
