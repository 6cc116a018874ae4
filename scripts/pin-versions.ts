/**
 * The package names the exact version of everything it installs, as package-lock.json has it: its own dependencies and theirs.
 * `npm pack` and `npm publish` run `write` before they pack and `restore` afterwards.
 *
 * Not an npm-shrinkwrap.json: npm ignores it in a tarball (npm/cli#5349), and where npm honours it, the native parts of all
 * platforms are installed, 60 MB more.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Lock, type Manifest, pinned, unpinned } from "./package/pinned.ts";

const STEPS: Readonly<Record<string, (manifest: Manifest, lock: Lock) => Manifest>> = {
  write: pinned,
  restore: unpinned,
};

const step = STEPS[process.argv[2] ?? ""];
if (step === undefined) throw new Error(`Usage: pin-versions.ts ${Object.keys(STEPS).join("|")}`);

const file = (name: string): string => resolve(import.meta.dirname, "..", name);
const read = <T>(name: string): T => JSON.parse(readFileSync(file(name), "utf8")) as T;
writeFileSync(
  file("package.json"),
  `${JSON.stringify(step(read<Manifest>("package.json"), read<Lock>("package-lock.json")), null, 2)}\n`,
);
