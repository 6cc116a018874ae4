import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { type Lock, type Manifest, pinned, unpinned } from "../../../scripts/package/pinned.ts";
import { environmentOf } from "../../fixtures/taxiway.ts";
import { ROOT, readme } from "./documents.ts";

describe("the npm package", () => {
  interface Packed {
    readonly size: number;
    readonly files: readonly { readonly path: string }[];
  }
  let packed: Packed;
  let paths: readonly string[];
  beforeAll(async () => {
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"];
    const { stdout } = await promisify(execFile)("npm", args, { cwd: ROOT, env: environmentOf({}) });
    [packed] = JSON.parse(stdout) as [Packed];
    paths = packed.files.map(({ path }) => path);
  });

  it("contains the program, its data, the console and the pages that the offline search reads", () => {
    const needed = [
      ...["dist/main.js", "dist/console/page/index.html", "dist/travel/world/data/airports.json"],
      "dist/servers/toolbox/documents/language/data/words.json",
      ...["docs/operating.md", "README.md", "LICENSE", "CHANGELOG.md"],
    ];
    expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("does not contain the pictures of the documentation, sources and tests", () => {
    expect(paths.filter((path) => path.endsWith(".png"))).toEqual(["docs/screenshots/explore-wide-light.png"]);
    // An example is a test of the user's own.
    const own = paths.filter((path) => !path.startsWith("docs/examples/"));
    expect(own.filter((path) => /(?<!\.d)\.tsx?$|\.test\.|^(src|test|web|scripts|node_modules)\//.test(path))).toEqual(
      [],
    );
    expect(packed.size).toBeLessThan(2_500_000);
  });

  it("contains every file that its README links to", () => {
    const links = [...readme().matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path as string);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !paths.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual([]);
  });
});

describe("the package.json of the npm package", () => {
  const text = readFileSync(join(ROOT, "package.json"), "utf8");
  const manifest = JSON.parse(text) as Manifest;
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;
  const { dependencies, optionalDependencies } = pinned(manifest, lock);

  it("pins everything that is installed to its locked version", () => {
    const pins = { ...dependencies, ...optionalDependencies };
    expect(Object.keys(pins)).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    expect(Object.values(pins).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    const unnamed = Object.entries(lock.packages).filter(
      ([path, { dev, version }]) => path !== "" && !dev && pins[path.slice("node_modules/".length)] !== version,
    );
    // Second versions of packages, which only the ranges of their one dependent decide.
    expect(unnamed.map(([path]) => path)).toEqual([
      "node_modules/htmlparser2/node_modules/entities",
      "node_modules/js-yaml/node_modules/argparse",
    ]);
  });

  it("is restored to the byte after packing", () => {
    const restored = unpinned(pinned(manifest, lock), lock);
    expect(`${JSON.stringify(restored, null, 2)}\n`).toBe(text);
  });
});
