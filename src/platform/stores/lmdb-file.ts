import { chmod, constants, copyFile, link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import { readHeader } from "./lmdb-header.ts";
import { FORMAT, FORMAT_KEY, openDatabases, type Root, SETTINGS, STORE_FILE, VERSION_KEY } from "./lmdb-layout.ts";
import { type Clocks, EARLIER_FORMATS, migrate } from "./lmdb-migrations.ts";
import { type HolderOfLock, lockFileOf, maintain, otherUsersOf, untilMaintained } from "./lmdb-processes.ts";
import { messageOf, runLmdbChild } from "./run-lmdb-child.ts";

/** Opens the store in a folder; creates, probes and migrates it as needed. Errors are sentences for the operator. */
export const openStoreFile = async (folder: string, clocks: Clocks, log?: Log): Promise<Root> => {
  const file = join(folder, STORE_FILE);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await untilMaintained(file);
    const format = await requireSoundFile(file);
    await restrictAccess(folder, file, log);
    await requireSpace(lockFileOf(file));
    if (format !== FORMAT && EARLIER_FORMATS.includes(format)) await migrateFile(file, clocks, log);
    return await openRoot(file);
  } catch (error) {
    throw error instanceof Failure || isOurLimit(error) ? error : unusable(file, error);
  }
};

const OTHERS = 0o077;

/**
 * Removes the access of other users to files written by earlier versions. The folder is only reported, because changing
 * it could affect other files in it.
 */
const restrictAccess = async (folder: string, file: string, log?: Log): Promise<void> => {
  if (process.platform === "win32") return;
  const isOpen = async (path: string): Promise<boolean> =>
    stat(path).then(
      ({ mode }) => (mode & OTHERS) !== 0,
      () => false,
    );
  for (const path of [file, lockFileOf(file)]) {
    // Fails for files of another user, which stay as they are.
    if (await isOpen(path)) await chmod(path, 0o600).catch(() => undefined);
  }
  if (await isOpen(folder))
    log?.warn(`other users can access the data folder ${folder}; restrict it with: chmod 700 ${folder}`);
};

/** Running out of file descriptors is not a problem of the file. */
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

/** Rejects a file that would crash LMDB, and creates a missing one. Returns the format. */
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
      return (await isUnchanged(file)) ? FORMAT : probeFile(file, header.short);
  }
};

/** Retries, because another process may be writing the file, or an earlier version creating it as an empty file. */
const settledHeader = async (file: string): Promise<Awaited<ReturnType<typeof readHeader>>> => {
  for (let tries = 1; ; tries++) {
    const header = await readHeader(file);
    if (tries >= (TRIES[header.kind] ?? 1)) return header;
    await sleep(100);
  }
};

const TRIES: Readonly<Record<string, number>> = { empty: 11, damaged: 3 };

/** A file that records the state of the store at its last close. An unchanged store needs no probe. */
const closedNoteOf = (file: string): string => `${file}-closed`;

const fingerprintOf = async (file: string): Promise<string> => {
  const { ino, size, mtimeNs } = await stat(file, { bigint: true });
  return `${FORMAT}, inode ${ino}, ${size} bytes, modified ${mtimeNs}`;
};

/** Records the state of a closed store. If another process still writes to it, the record no longer matches. */
export const noteClosed = async (folder: string): Promise<void> => {
  const file = join(folder, STORE_FILE);
  try {
    await writeFile(closedNoteOf(file), await fingerprintOf(file), { mode: 0o600 });
  } catch {
    // Without the record, the next start probes the file.
  }
};

/** Returns false if other processes use the store: only a probe can check the write lock without blocking on it. */
const isUnchanged = async (file: string): Promise<boolean> => {
  try {
    const [recorded, current] = await Promise.all([readFile(closedNoteOf(file), "utf8"), fingerprintOf(file)]);
    return recorded === current && process.platform === "linux" && otherUsersOf(file).length === 0;
  } catch {
    return false;
  }
};

const PROBE_LIMITS = { start: 30_000, opened: 60_000, read: 5_000 };

const probeFile = async (file: string, everything: boolean): Promise<string> => {
  await requireSpace(lockFileOf(file));
  const report = await runLmdbChild(everything ? "probe-all" : "probe", file, PROBE_LIMITS);
  const failed = messageOf(report, "failed");
  const opened = messageOf(report, "opened");
  const readAll = messageOf(report, "read") !== undefined;
  if (opened?.format === undefined && opened !== undefined) throw unknownFormat(file, undefined);
  if (report.died === "timeout" && (readAll || otherUsersOf(file).length > 0)) throw await locked(file);
  if (failed && !isDamage(failed.code)) {
    // On a full or read-only disk the store can still be read.
    if (readAll && opened?.format !== undefined) return opened.format;
    throw new Error(failed.message);
  }
  if (report.died !== undefined || failed) {
    throw damaged(file, `reading it ends with ${report.died ?? failed?.message}`);
  }
  return opened?.format ?? "";
};

/** MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_PANIC and MDB_INVALID, and errors of our own code, which have no number. */
const isDamage = (code: number | string | undefined): boolean =>
  code === undefined || (typeof code === "number" && [-30797, -30796, -30795, -30793].includes(code));

/** Creates the file atomically under another name, so that an empty file is never ours. */
const createFile = async (file: string): Promise<void> => {
  const { open } = await import("lmdb");
  const made = `${file}.new-${process.pid}`;
  try {
    await requireSpace(lockFileOf(made));
    const root = open<string, string>({ path: made, ...SETTINGS });
    await root.transaction(() => {
      root.put(FORMAT_KEY, FORMAT);
      root.put(VERSION_KEY, "0");
    });
    openDatabases(root);
    await root.close();
    await chmod(made, 0o600);
    await linkOrCopy(made, file).catch((error: NodeJS.ErrnoException) => {
      // Another process has created the store meanwhile.
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await Promise.all([made, lockFileOf(made)].map((path) => rm(path, { force: true })));
  }
};

/** Falls back to a copy, which is not atomic, on file systems without hard links. */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw error;
    return copyFile(from, to, constants.COPYFILE_EXCL);
  });

/** Requires exclusive use: an earlier version with the store open would continue to write its own format. */
const migrateFile = async (file: string, clocks: Clocks, log?: Log): Promise<void> => {
  await maintain(file, async () => {
    const others = await remainingUsers(file);
    if (others.length > 0) {
      throw new Failure(
        "unavailable",
        `The store ${file} must be migrated to the format “${FORMAT}”, but other processes have it open (pid ${others.join(", ")}).`,
        { hint: "Back up the file, stop these processes, then start Taxiway again.", retryable: true },
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

/** Retries, because another process may be probing the store. */
const remainingUsers = async (file: string): Promise<readonly number[]> => {
  for (let tries = 0; ; tries++) {
    const others = otherUsersOf(file);
    if (others.length === 0 || tries === 20) return others;
    await sleep(100);
  }
};

/** Size of a lock file. lmdb writes to it through mapped memory, which crashes the process on a full disk. */
const LOCK_BYTES = 64 * 1024;

/** Checks that there is space for a lock file. An existing one has its space, so a full disk does not prevent reading. */
const requireSpace = async (lockFile: string): Promise<void> => {
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
        hint: "Use the version of Taxiway that wrote it or a newer one, or restore a backup with the earlier format.",
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
  messageOf(await runLmdbChild("holder", file, { start: 5_000 }), "held")?.holder;

const unusable = (file: string, error: unknown): Failure => {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure("unavailable", `The store ${file} cannot be used: ${reason}.`, {
    hint: "Use a separate, writable data folder for Taxiway on a disk with free space.",
    retryable: true,
  });
};
