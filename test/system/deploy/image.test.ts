import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Run } from "./build-image.ts";
import { ROOT } from "./dockerfile.ts";
import { expectImageToServe, runInShell } from "./served-image.ts";

const versionsIn = (path: string): string[] => {
  const { packages } = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, { version?: string }> };
  return Object.entries(packages).map(([name, { version }]) => `${name} ${version}`);
};

/** In place of `npm ci`, which test/release runs: the same packages, as they are installed here. */
const linkPackages: Run = async (_, folder) => {
  const locked = versionsIn(join(folder, "package-lock.json"));
  const installed = versionsIn(join(ROOT, "node_modules/.package-lock.json"));
  expect(installed.filter((each) => !locked.includes(each))).toEqual([]);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
};

/** tsc and vite are heavy, and share the machine with other tests. */
const PATIENCE = 300_000;

it("deploy/Dockerfile copies everything that the build and the server need", { timeout: PATIENCE }, () =>
  expectImageToServe((command, folder) => (command.startsWith("npm ci ") ? linkPackages : runInShell)(command, folder)),
);
