import { readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it, onTestFinished } from "vitest";
import { composeInProcess } from "../../../fixtures/in-process.ts";
import type { ListedTool } from "../../../fixtures/mcp-clients.ts";
import type { Environment } from "../../../fixtures/taxiway.ts";

const listed = async (env: Environment = {}): Promise<readonly ListedTool[]> => {
  const { taxiway, caller } = await composeInProcess(env);
  onTestFinished(() => taxiway.close());
  return (await caller().ask("tools/list")).result.tools;
};

/** What hosts put before a model: they keep output schemas to themselves. */
const shownTo = (tools: readonly ListedTool[]): string =>
  JSON.stringify(tools.map(({ outputSchema: _kept, ...tool }) => tool));

it("the list of tools costs a model 4,300 tokens and 18,000 characters at most", async () => {
  const shown = shownTo(await listed());
  expect(encode(shown).length).toBeLessThanOrEqual(4_300);
  expect(shown.length).toBeLessThanOrEqual(18_000);
});

it("TAXIWAY_TOOLS=contract lists exactly the tools of the contract, which every list begins with", async () => {
  const contract = JSON.parse(
    readFileSync(new URL("../../../fixtures/gds-contract.json", import.meta.url), "utf8"),
  ) as readonly { readonly name: string }[];
  const names = contract.map(({ name }) => name);
  const namesOf = (tools: readonly ListedTool[]) => tools.map(({ name }) => name);
  expect(names).toHaveLength(9);
  expect(namesOf(await listed({ TAXIWAY_TOOLS: "contract" })).sort()).toEqual(names.toSorted());
  expect(
    namesOf(await listed())
      .slice(0, names.length)
      .sort(),
  ).toEqual(names.toSorted());
});

it("TAXIWAY_TOOLS=contract has no prompt and no instruction that needs another tool", async () => {
  const shown = async (env: Environment) => {
    const { taxiway, caller } = await composeInProcess(env);
    onTestFinished(() => taxiway.close());
    const { ask } = caller();
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a test", version: "1" } };
    const { instructions } = (await ask("initialize", hello)).result;
    const { prompts } = (await ask("prompts/list")).result;
    return { names: prompts.map(({ name }: { name: string }) => name), instructions };
  };
  const [full, contract] = [await shown({}), await shown({ TAXIWAY_TOOLS: "contract" })];
  expect(full.names).toEqual(["plan-trip", "change-trip", "handle-disruption", "compare-dates"]);
  expect(full.instructions).toContain("quoteChange");
  expect(contract.names).toEqual(["plan-trip", "compare-dates"]);
  expect(contract.instructions).not.toMatch(/quoteChange|confirmChange/);
  expect(contract.instructions.length).toBeGreaterThan(300);
});
