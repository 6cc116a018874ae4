import { existsSync } from "node:fs";
import { join } from "node:path";

/** A path of a file or folder of this project in backticks; one with a placeholder or a wildcard names none. */
const PATH = /`((?:src|web|test|scripts|bench|deploy|docs)\/[\w./-]*)`/g;

/** Returns the paths in a page that exist in none of the folders they may be relative to. */
export const deadPaths = (page: string, ...folders: readonly string[]): readonly string[] =>
  [...new Set([...page.matchAll(PATH)].map(([, path = ""]) => path))].filter(
    (path) => !folders.some((folder) => existsSync(join(folder, path))),
  );
