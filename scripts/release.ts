/**
 * `npm run release -- 0.2.0` dates the changelog, sets the version, commits and tags. Pushing the tag starts the release
 * workflow, which runs `npm run release:check` and `npm run release:publish`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { publishProblem, releasedChangelog } from "./package/release.ts";

const root = resolve(import.meta.dirname, "..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: "utf8" }).trim();

const [word = "", tag = ""] = process.argv.slice(2);
if (word === "check") {
  const { version } = JSON.parse(read("package.json")) as { readonly version: string };
  const problem = publishProblem(tag, { version, changelog: read("CHANGELOG.md") });
  if (problem !== undefined) throw new Error(problem);
  console.log(`${tag} may be published.`);
} else {
  if (run("git", "status", "--porcelain") !== "") throw new Error("Commit or stash your changes first.");
  if (run("git", "branch", "--show-current") !== "main") throw new Error("Releases are made on main.");
  const changelog = releasedChangelog(read("CHANGELOG.md"), word, new Date().toISOString().slice(0, 10));
  writeFileSync(join(root, "CHANGELOG.md"), changelog);
  run("npm", "version", "--no-git-tag-version", "--allow-same-version", word);
  run("git", "commit", "--all", "--message", `chore(release): ${word}`);
  run("git", "tag", "--annotate", `v${word}`, "--message", `Taxiway ${word}`);
  console.log(`Tagged v${word}. To publish: git push --follow-tags`);
}
