import { open, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Failure, invalid, notFound } from "../../../model/failure.ts";
import { MOST_SCENARIO_BYTES } from "../scenario/read-scenario.ts";
import type { ShippedScenarios } from "../scenario/scenario-library.ts";

/** A text that has not been read yet, and where it comes from. */
export interface FoundScenario {
  readonly from: string;
  readonly text: string;
}

const FILE = /\.(?:ya?ml|json)$/i;
const MOST_FILES = 1_000;
const DEEPEST = 8;
const PACK = /^(?:scenarios\/)?core(?:\/(.+))?$/;

/** The scenarios of a file, of a folder and the folders in it, or of those that come with Taxiway: `core`, `core/simple`. */
export const findScenarios = async (target: string, shipped: ShippedScenarios): Promise<readonly FoundScenario[]> => {
  const found = (await inFolder(target)) ?? (await inFile(target)) ?? inPack(target, await shipped());
  if (found.length > 0) return found;
  throw notFound(`${target} has no scenarios.`, { hint: "A scenario is a file that ends with .yaml, .yml or .json." });
};

const inPack = (target: string, texts: ReadonlyMap<string, string>): readonly FoundScenario[] => {
  const wanted = target.replace(/\/+$/, "");
  const pack = PACK.exec(wanted);
  const part = pack === null ? wanted : pack[1];
  const found = [...texts].filter(([name]) => part === undefined || name === part || name.startsWith(`${part}/`));
  if (found.length > 0) return found.map(([name, text]) => ({ from: name, text }));
  throw notFound(`There is neither a file or folder ${target.slice(0, 200)} nor a shipped scenario of that name.`, {
    hint: "taxiway rehearse list shows those that are shipped.",
  });
};

const inFolder = async (folder: string): Promise<readonly FoundScenario[] | undefined> => {
  const paths = await filesBelow(folder, folder, DEEPEST).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (paths === undefined) return undefined;
  const texts: FoundScenario[] = [];
  for (const path of paths) texts.push({ from: path, text: await textOf(path) });
  return texts;
};

/** Links are refused, because they lead out of the folder or round in circles. */
const filesBelow = async (root: string, folder: string, depth: number): Promise<readonly string[]> => {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth === 0) throw at(path, `Folders may be ${DEEPEST} deep.`);
      files.push(...(await filesBelow(root, path, depth - 1)));
    } else if (entry.isSymbolicLink()) {
      throw at(path, `${relative(root, path)} is a symbolic link, and links in a folder are not followed.`);
    } else if (FILE.test(entry.name)) files.push(path);
    if (files.length > MOST_FILES) throw at(folder, `A folder may have ${MOST_FILES} scenarios.`);
  }
  return files;
};

const inFile = async (path: string): Promise<readonly FoundScenario[] | undefined> => {
  try {
    return [{ from: path, text: await textOf(path) }];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};

/** Reads no more than a scenario may have, and only from a regular file: a pipe or a device may have no end. */
const textOf = async (path: string): Promise<string> => {
  // Opening a pipe would wait for its writer.
  const { O_RDONLY, O_NONBLOCK } = (await import("node:fs")).constants;
  const file = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw at(path, "This is not a regular file.");
    if (stat.size > MOST_SCENARIO_BYTES) {
      throw at(path, `A scenario must be at most ${MOST_SCENARIO_BYTES} bytes, got ${stat.size}.`);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
};

const at = (file: string, message: string): Failure =>
  invalid(message, { file, field: "", line: 1, problems: [{ line: 1, field: "", message }] });
