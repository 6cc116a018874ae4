import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../model/failure.ts";

/**
 * A process that holds the write lock of an LMDB file. Such information is only available on Linux; elsewhere, results
 * are empty or undefined.
 *
 * A process with the store open must never open and close the lock file itself: closing any descriptor of a file drops
 * all POSIX locks of the process on it, and the next process would consider the store unused. So this reads /proc only.
 */
export interface HolderOfLock {
  readonly pid: number;
  /** The state in /proc/<pid>/stat: "T" is stopped, "D" waits for a disk. */
  readonly state: string;
}

export const lockFileOf = (file: string): string => `${file}-lock`;

/** Returns the holder of the write lock of a store that this process has open. */
export const holderOfWriteLock = (file: string): HolderOfLock | undefined => {
  try {
    const address = mappedAt(lockFileOf(file));
    return address === undefined ? undefined : holder(readMemory(address + WRITE_MUTEX, MUTEX_BYTES));
  } catch {
    return undefined;
  }
};

/** Returns the holder of the write lock of a store that this process does not have open. */
export const holderInLockFile = (file: string): HolderOfLock | undefined => {
  try {
    return holder(readFileSync(lockFileOf(file)).subarray(WRITE_MUTEX, WRITE_MUTEX + MUTEX_BYTES));
  } catch {
    return undefined;
  }
};

/** Returns other processes that have the store open; each has a shared lock on the lock file. */
export const otherUsersOf = (file: string): readonly number[] => {
  try {
    const { ino } = statSync(lockFileOf(file));
    const pids = new Set<number>();
    for (const line of readFileSync("/proc/locks", "utf8").split("\n")) {
      const [, kind, , , pid, place = ""] = line.trim().split(/\s+/);
      // The device is not compared, because on overlay file systems it differs from that of stat.
      if (kind === "POSIX" && place.endsWith(`:${ino}`) && isAlive(Number(pid))) pids.add(Number(pid));
    }
    pids.delete(process.pid);
    return [...pids].sort((a, b) => a - b);
  } catch {
    return [];
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** The lock file of liblmdb 0.9.90 on 64-bit Linux starts with a 64-byte header. */
const WRITE_MUTEX = 64;
const MUTEX_BYTES = 40;
/** Offsets of the owner's thread ID in a robust mutex of glibc and musl. Its upper bits are flags. */
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
    // The name in parentheses may contain anything, so the last one is matched.
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
 * During a migration or restore, this file contains the pid of the process doing it, and other processes wait before
 * they open the store. The file of a dead process is ignored.
 */
const noteOf = (file: string): string => `${file}-maintenance`;

/** Waits until no other process migrates or restores the store. */
export const untilMaintained = async (file: string): Promise<void> => {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const pid = await maintainer(file);
    if (pid === undefined || pid === process.pid) return;
    if (waited >= LIMIT_MS) {
      throw new Failure(
        "unavailable",
        `The store ${file} is being migrated or restored by another process (pid ${pid}).`,
        {
          hint: "Start Taxiway again when it has finished.",
          retryable: true,
        },
      );
    }
    await sleep(PAUSE_MS);
  }
};

/** Runs a migration or restore, one process at a time. */
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
  // The file is empty between its creation and its first write.
  if (text !== "" && !isAlive(pid)) {
    await rm(noteOf(file), { force: true });
    return undefined;
  }
  return pid;
};

const PAUSE_MS = 50;
const LIMIT_MS = 120_000;
