import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { invalid } from "../../../model/failure.ts";

const MOST_BYTES = 8_388_608;
const MOST_FILES = 200;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "it is not a folder",
};

const unreadable = (path: string, error: unknown) =>
  invalid(`${path} cannot be read: ${REASONS[(error as NodeJS.ErrnoException).code ?? ""] ?? "read error"}.`);

/** Reads a file named on the command line. */
export const readText = async (path: string): Promise<string> => {
  const { size } = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (size > MOST_BYTES) throw invalid(`${path} must be at most ${MOST_BYTES} bytes.`);
  return readFile(path, "utf8").catch((error: unknown) => {
    throw unreadable(path, error);
  });
};

/** Reads the files of a folder, by name. */
export const readFolder = async (path: string): Promise<Record<string, string>> => {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map(({ name }) => name);
  if (names.length === 0 || names.length > MOST_FILES) {
    throw invalid(`${path} must contain 1 to ${MOST_FILES} samples, got ${names.length} files.`);
  }
  const texts = await Promise.all(names.map((name) => readText(join(path, name))));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] as string]));
};
