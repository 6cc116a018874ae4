import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ShippedScenarios } from "./scenario-library.ts";

/** Beside the sources and beside the build, in the package. */
const FOLDER = fileURLToPath(new URL("../../../../scenarios/", import.meta.url));
const FILE = /\.ya?ml$/;

let read: Promise<ReadonlyMap<string, string>> | undefined;

/** The scenarios of the package by name: the path in their pack, `simple/london-by-ten`. Read once. */
export const shippedScenarios: ShippedScenarios = () => {
  read ??= readAll().catch((error: unknown) => {
    read = undefined;
    throw error;
  });
  return read;
};

const readAll = async (): Promise<ReadonlyMap<string, string>> => {
  const paths = (await readdir(FOLDER, { recursive: true }).catch(noFolder)).filter((path) => FILE.test(path));
  const texts = await Promise.all(paths.toSorted().map(async (path) => [nameOf(path), await textAt(path)] as const));
  return new Map(texts);
};

const textAt = (path: string): Promise<string> => readFile(FOLDER + path, "utf8");

/** Without the folder of the pack. */
const nameOf = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/^[^/]+\//, "")
    .replace(FILE, "");

const noFolder = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === "ENOENT") return [];
  throw error;
};
