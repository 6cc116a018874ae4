/** Fails if a page names a file or folder that does not exist. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { deadPaths } from "./package/dead-paths.ts";

const root = resolve(import.meta.dirname, "..");
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md"),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  "web/README.md",
];
const dead = pages.flatMap((page) =>
  deadPaths(readFileSync(join(root, page), "utf8"), root, join(root, dirname(page))).map(
    (path) => `${page} names ${path}`,
  ),
);
if (dead.length > 0) {
  console.error(`Documents name files that do not exist:\n${dead.join("\n")}`);
  process.exit(1);
}
