/** Writes the documents that are generated from the code. `--check` only reports which are out of date. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { answerSizesPage, measureAnswers } from "./docs/answer-sizes.ts";
import { configurationPage, documentedServers, NOTE, toolsPage } from "./docs/pages.ts";
import { scenarioSchemaJson, scenariosPage } from "./docs/scenarios.ts";
import { linkRepository } from "./package/repository.ts";

const root = resolve(import.meta.dirname, "..");
const check = process.argv.includes("--check");
const SNAPSHOTS = "test/snapshots/tools";

const servers = await documentedServers();
/** Pages with words that link to the repository once it has an owner. */
const LINKED = ["SECURITY.md", "CONTRIBUTING.md"];

const wanted = new Map<string, string>([
  ...LINKED.map((page) => [page, linkRepository(readFileSync(join(root, page), "utf8"))] as const),
  ["docs/configuration.md", configurationPage()],
  ["docs/scenarios.md", await scenariosPage(NOTE)],
  ["docs/scenario.schema.json", scenarioSchemaJson()],
  ["docs/answer-sizes.md", answerSizesPage(NOTE, servers, await measureAnswers())],
  ...servers.map((server) => [`docs/tools-${server.name}.md`, toolsPage(server)] as const),
  ...servers.flatMap(({ name, tools }) =>
    tools.map((tool) => [`${SNAPSHOTS}/${name}/${tool.name}.json`, `${JSON.stringify(tool, null, 2)}\n`] as const),
  ),
]);

const snapshotFolder = join(root, SNAPSHOTS);
const stale = existsSync(snapshotFolder)
  ? readdirSync(snapshotFolder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".json"))
      .map((name) => `${SNAPSHOTS}/${name}`)
      .filter((path) => !wanted.has(path))
  : [];
const changed = [...wanted].filter(([path, text]) => {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, "utf8") !== text;
});

if (check) {
  const outdated = [...changed.map(([path]) => path), ...stale];
  if (outdated.length > 0) {
    console.error(`Out of date: ${outdated.join(", ")}\nRun npm run docs and review the diff.`);
    process.exit(1);
  }
} else {
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
  for (const path of stale) rmSync(join(root, path));
}
