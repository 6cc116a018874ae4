import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toolDefinitions } from "../scripts/docs/pages.ts";

const folder = join(import.meta.dirname, "snapshots/tools");

it("shows a model exactly the tools of test/snapshots/tools (npm run docs accepts a change)", async () => {
  const kept = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as unknown);
  const shown = [...(await toolDefinitions())].sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(shown).toEqual(kept);
});
