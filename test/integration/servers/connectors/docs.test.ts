import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { SCENARIOS } from "../../../../src/sandboxes/capcorn/scenarios.ts";
import { readConnectorText } from "../../../../src/servers/connectors/check-connector.ts";

const page = (name: string): Promise<string> => readFile(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");

it("the example in docs/connectors.md is a valid connector", async () => {
  const [, example = ""] = /```yaml\n(.*?)```/s.exec(await page("connectors.md")) ?? [];
  const { name, tools } = await readConnectorText(example);
  expect([name, ...tools.map((tool) => tool.name)]).toEqual(["tours", "list_tours"]);
});

it("docs/capcorn-sandbox.md lists every scenario with its hotel", async () => {
  const rows = (await page("capcorn-sandbox.md")).matchAll(/^\| `(\w+)` \| (\d{4}) \|/gm);
  expect(Object.fromEntries([...rows].map(([, scenario, hotel]) => [scenario, hotel]))).toEqual(SCENARIOS);
});
