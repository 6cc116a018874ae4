import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const found = new Map<string, string>();

/** Where the packages of a folder with a lock of its own are installed, outside the working tree. */
export const installedPackages = (folder: string): string => {
  const known = found.get(folder);
  if (known !== undefined) return known;
  const path = execFileSync("bash", ["scripts/ensure-hosts.sh", folder], { cwd: ROOT, encoding: "utf8" }).trim();
  found.set(folder, path);
  return path;
};
