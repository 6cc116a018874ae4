import { chmod, constants, copyFile, link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import { readHeader } from "./lmdb-header.ts";
import { FORMAT, FORMAT_KEY, openDatabases, type Root, SETTINGS, STORE_FILE, VERSION_KEY } from "./lmdb-layout.ts";
import { type Clocks, EARLIER_FORMATS, migrate } from "./lmdb-migrations.ts";
import { type HolderOfLock, lockFileOf, maintain, otherUsersOf, untilMaintained } from "./lmdb-processes.ts";
import { runLmdbChild, wordOf } from "./run-lmdb-child.ts";

/** Opens the store in the folder: makes it, probes it, migrates it. What is wrong with it is said in one sentence. */
export const openStoreFile = async (folder: string, clocks: Clocks, log?: Log): Promise<Root> => {
  const file = join(folder, STORE_FILE);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await untilMaintained(file);
    const format = await requireSoundFile(file);
    await closeToOthers(folder, file, log);
    await requireRoom(lockFileOf(file));
    if (format !== FORMAT && EARLIER_FORMATS.includes(format)) await migrateFile(file, clocks, log);
    return await openRoot(file);
  } catch (error) {
    throw error instanceof Failure || isOurLimit(error) ? error : unusable(file, error);
  }
};

const OTHERS = 0o077;

/**
 * Files of earlier versions may be readable by others. The folder is the operator's: changing it could break what else
 * is in it.
 */
const closeToOthers = async (folder: string, file: string, log?: Log): Promise<void> => {
  if (process.platform === "win32") return;
  const isOpen = async (path: string): Promise<boolean> =>
    stat(path).then(
      ({ mode }) => (mode & OTHERS) !== 0,
      () => false,
    );
  for (const path of [file, lockFileOf(file)]) {
    // Those of another user stay as they are.
    if (await isOpen(path)) await chmod(path, 0o600).catch(() => undefined);
  }
  if (await isOpen(folder))
    log?.warn(`other users may enter the data folder ${folder}; close it with: chmod 700 ${folder}`);
};

/** Too few file descriptors says nothing about the file. */
const isOurLimit = (error: unknown): boolean =>
  ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "");

const openRoot = async (file: string): Promise<Root> => {
  const { open } = await import("lmdb");
  const root = open<string, string>({ path: file, ...SETTINGS });
  const format = root.get(FORMAT_KEY);
  if (format === FORMAT) return root;
  await root.close();
  throw unknownFormat(file, format);
};

/** Rejects a file that LMDB could not open without harm, and makes one where there is none. Returns its format. */
const requireSoundFile = async (file: string): Promise<string> => {
  const header = await settledHeader(file);
  switch (header.kind) {
    case "absent":
      await createFile(file);
      return FORMAT;
    case "empty":
      throw damaged(file, "it is empty");
    case "damaged":
      throw damaged(file, header.how);
    case "foreign":
      throw damaged(file, "it is not an LMDB file");
    case "plausible":
      return (await isAsItWasClosed(file)) ? FORMAT : probeFile(file, header.short);
  }
};

/**
 * Another process may be writing to the file just now, or an earlier version of Taxiway making it: that one makes an
 * empty file first, and fills it at once.
 */
const settledHeader = async (file: string): Promise<Awaited<ReturnType<typeof readHeader>>> => {
  for (let tries = 1; ; tries++) {
    const header = await readHeader(file);
    if (tries >= (TRIES[header.kind] ?? 1)) return header;
    await sleep(100);
  }
};

const TRIES: Readonly<Record<string, number>> = { empty: 11, damaged: 3 };

/** Beside the store, what its file looked like when it was last closed: unchanged since, it needs no probe. */
const closedNoteOf = (file: string): string => `${file}-closed`;

const looksOf = async (file: string): Promise<string> => {
  const { ino, size, mtimeNs } = await stat(file, { bigint: true });
  return `${FORMAT}, inode ${ino}, ${size} bytes, modified ${mtimeNs}`;
};

/** After the store was closed. Another process that still writes changes the file, and the note does not fit any more. */
export const noteClosed = async (folder: string): Promise<void> => {
  const file = join(folder, STORE_FILE);
  try {
    await writeFile(closedNoteOf(file), await looksOf(file), { mode: 0o600 });
  } catch {
    // Without the note, the next start probes the file.
  }
};

/** With other users, the write lock may be held: only a probe can find out without waiting for it. */
const isAsItWasClosed = async (file: string): Promise<boolean> => {
  try {
    const [noted, looks] = await Promise.all([readFile(closedNoteOf(file), "utf8"), looksOf(file)]);
    return noted === looks && process.platform === "linux" && otherUsersOf(file).length === 0;
  } catch {
    return false;
  }
};

const PROBE_LIMITS = { start: 30_000, opened: 60_000, read: 5_000 };

const probeFile = async (file: string, everything: boolean): Promise<string> => {
  await requireRoom(lockFileOf(file));
  const report = await runLmdbChild(everything ? "probe-all" : "probe", file, PROBE_LIMITS);
  const failed = wordOf(report, "failed");
  const opened = wordOf(report, "opened");
  const readAll = wordOf(report, "read") !== undefined;
  if (opened?.format === undefined && opened !== undefined) throw unknownFormat(file, undefined);
  if (report.died === "timeout" && (readAll || otherUsersOf(file).length > 0)) throw await locked(file);
  if (failed && !isDamage(failed.code)) {
    // A full or read-only disk does not keep what is in the store from being read.
    if (readAll && opened?.format !== undefined) return opened.format;
    throw new Error(failed.message);
  }
  if (report.died !== undefined || failed) {
    throw damaged(file, `reading it ends with ${report.died ?? failed?.message}`);
  }
  return opened?.format ?? "";
};

/** MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_PANIC and MDB_INVALID, and errors of our own reading, which have no code. */
const isDamage = (code: number | string | undefined): boolean =>
  code === undefined || (typeof code === "number" && [-30797, -30796, -30795, -30793].includes(code));

/** Whole or not at all, so that a file of 0 bytes is never ours: made under another name and then linked. */
const createFile = async (file: string): Promise<void> => {
  const { open } = await import("lmdb");
  const made = `${file}.new-${process.pid}`;
  try {
    await requireRoom(lockFileOf(made));
    const root = open<string, string>({ path: made, ...SETTINGS });
    await root.transaction(() => {
      root.put(FORMAT_KEY, FORMAT);
      root.put(VERSION_KEY, "0");
    });
    openDatabases(root);
    await root.close();
    await chmod(made, 0o600);
    await linkOrCopy(made, file).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster, and its store is as good.
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await Promise.all([made, lockFileOf(made)].map((path) => rm(path, { force: true })));
  }
};

/** Some file systems have no hard links. A copy is not there at once, but it is over in a moment. */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw error;
    return copyFile(from, to, constants.COPYFILE_EXCL);
  });

/** Alone: an earlier version that has the store open would go on writing in its own format. */
const migrateFile = async (file: string, clocks: Clocks, log?: Log): Promise<void> => {
  await maintain(file, async () => {
    const others = await remainingUsers(file);
    if (others.length > 0) {
      throw new Failure(
        "unavailable",
        `The store ${file} has to be migrated to the format “${FORMAT}”, and other processes have it open (pid ${others.join(", ")}).`,
        { hint: "Stop them, then start Taxiway again. Take a backup of the file first.", retryable: true },
      );
    }
    const { open } = await import("lmdb");
    const root = open<string, string>({ path: file, ...SETTINGS });
    try {
      await migrate(root, clocks, log);
    } catch (error) {
      throw error instanceof SyntaxError ? damaged(file, "an entry cannot be read") : error;
    } finally {
      await root.close();
    }
  });
};

/** Another process may be probing it just now, which is over in a moment. */
const remainingUsers = async (file: string): Promise<readonly number[]> => {
  for (let tries = 0; ; tries++) {
    const others = otherUsersOf(file);
    if (others.length === 0 || tries === 20) return others;
    await sleep(100);
  }
};

/** Size of a lock file, to which lmdb writes through memory: without room on the disk, that ends the whole process. */
const LOCK_BYTES = 64 * 1024;

/** A lock file with its first page was made when there was room: a full disk does not keep the store from being read. */
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

export const damaged = (file: string, how: string): Failure =>
  new Failure("unavailable", `The store ${file} is damaged: ${how}.`, {
    hint: "Restore a backup with `taxiway store restore <file>`, or move the file away to start with an empty store.",
    retryable: false,
  });

const unknownFormat = (file: string, format: string | undefined): Failure =>
  format?.startsWith("taxiway ")
    ? new Failure("unavailable", `The store ${file} has the format “${format}”; this version reads “${FORMAT}”.`, {
        hint: "Use the version of Taxiway that wrote it, or a newer one, or restore a backup of the earlier format.",
        retryable: false,
      })
    : unusable(file, new Error(format ? `it has the unknown format “${format}”` : "it belongs to another program"));

const locked = async (file: string): Promise<Failure> => {
  const holder = await holderOf(file);
  const who = holder === undefined ? "pid unknown" : `pid ${holder.pid}${holder.state === "T" ? ", stopped" : ""}`;
  return new Failure("unavailable", `The store ${file} is locked by another process (${who}).`, {
    hint: "Continue that process or end it, then start Taxiway again.",
    retryable: true,
  });
};

const holderOf = async (file: string): Promise<HolderOfLock | undefined> =>
  wordOf(await runLmdbChild("holder", file, { start: 5_000 }), "held")?.holder;

/** For an operator, at the start. */
const unusable = (file: string, error: unknown): Failure => {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure("unavailable", `The store ${file} cannot be used: ${reason}.`, {
    hint: "Give Taxiway a data folder of its own that it may write to, on a disk with room.",
    retryable: true,
  });
};
