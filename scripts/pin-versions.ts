/**
 * Pins the published package to the exact versions in package-lock.json, of direct and indirect dependencies.
 * `npm pack` and `npm publish` run `write` before packing and `restore` afterwards.
 *
 * An npm-shrinkwrap.json is no alternative: npm ignores it in a tarball (npm/cli#5349), and where npm uses it, it installs
 * the native parts for all platforms, which adds 60 MB.
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
