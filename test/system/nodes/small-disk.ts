import { execFile } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

/** A disk of a few megabytes that can be full and read-only. Unmounted when the test ends. */
export interface SmallDisk {
  /** A folder on the disk. */
  readonly folder: string;
  fill(): void;
  free(): void;
  /** Makes the disk read-only. Works only while no file on it is open for writing. */
  lock(): Promise<void>;
}

const run = promisify(execFile);

/** Mounting requires root, or sudo without a password. */
const asRoot = (command: string, ...words: string[]): Promise<unknown> =>
  process.getuid?.() === 0 ? run(command, words) : run("sudo", ["-n", command, ...words]);

export const mountSmallDisk = async (megabytes: number): Promise<SmallDisk> => {
  const place = temporaryFolder();
  await asRoot("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=777`, "tmpfs", place);
  // Lazily, because a process that is just ending may still have files there.
  onTestFinished(async () => void (await asRoot("umount", "--lazy", place)));
  const folder = join(place, "data");
  await mkdir(folder);
  const ballast = join(place, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      try {
        for (const size of [64 * 1024, 1024, 1]) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    async lock() {
      await asRoot("mount", "-o", "remount,ro", place);
    },
  };
};

/**
 * Makes a file read-only even for processes that have it open, like a disk that became read-only under them;
 * returns a function that undoes it. Not for files on a small disk, which is in memory and does not support it.
 */
export const protectFile = async (path: string): Promise<() => Promise<unknown>> => {
  const undo = () => asRoot("chattr", "-i", path);
  await asRoot("chattr", "+i", path);
  onTestFinished(async () => void (await undo()));
  return undo;
};

const writeUntilFull = (file: number, piece: Buffer): void => {
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
};
