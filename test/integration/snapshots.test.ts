import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentedServers } from "../../scripts/docs/pages.ts";

const folder = join(import.meta.dirname, "../snapshots/tools");

it("the tools that models see equal test/snapshots/tools (npm run docs accepts a change)", async () => {
  const kept = Object.fromEntries(
    readdirSync(folder).map((server) => [
      server,
      readdirSync(join(folder, server)).map((name) => JSON.parse(readFileSync(join(folder, server, name), "utf8"))),
    ]),
  );
  const shown = Object.fromEntries(
    (await documentedServers()).map(({ name, tools }) => [
      name,
      [...tools].sort((a, b) => (`${a.name}.json` < `${b.name}.json` ? -1 : 1)),
    ]),
  );
  expect(shown).toEqual(kept);
});

it("no tool name exists on two servers, because some hosts do not prefix names", async () => {
  const names = (await documentedServers()).flatMap(({ tools }) => tools.map(({ name }) => name));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});
