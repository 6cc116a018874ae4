import { expect, it } from "vitest";
import type { Connector, ConnectorTool } from "../responses.ts";
import { filterRows, groupRows, remarksOf, rowsOf, tokensOf } from "./group-tools.ts";

const tool = (name: string, risk: ConnectorTool["risk"], category?: string): ConnectorTool => ({
  name,
  risk,
  description: `What ${name} does.`,
  input: { type: "object" },
  ...(category !== undefined && { category }),
  request: { method: "GET", path: `/${name}` },
  parse: { format: "json" },
});

const CONNECTOR: Connector = {
  connector: 1,
  name: "pets",
  title: "Pets",
  description: "Pets.",
  base_url: "https://pets.example",
  tools: [tool("delete_pet", "destructive", "pet"), tool("list_pets", "read", "pet"), tool("ping", "read")],
};
const rows = rowsOf(CONNECTOR, [{ name: "list_pets", approved: true, problems: ["It sends personal data."] }]);
const NO_FILTER = { text: "", risk: "", approval: "" };

it("groupRows groups by tag in document order", () => {
  const groups = groupRows(rows, "tag");
  expect(groups.map(({ title, rows }) => [title, rows.map(({ tool }) => tool.name)])).toEqual([
    ["pet", ["delete_pet", "list_pets"]],
    ["Untagged", ["ping"]],
  ]);
});

it("groupRows by risk starts with read-only tools", () => {
  expect(groupRows(rows, "risk").map(({ title }) => title)).toEqual(["read-only", "destructive"]);
});

it("filterRows matches all words, the risk and the approval", () => {
  const names = (filter: Partial<typeof NO_FILTER>) =>
    filterRows(rows, { ...NO_FILTER, ...filter }).map(({ tool }) => tool.name);
  expect(names({})).toHaveLength(3);
  expect(names({ text: "PET get" })).toEqual(["delete_pet", "list_pets"]);
  expect(names({ risk: "read" })).toEqual(["list_pets", "ping"]);
  expect(names({ approval: "yes" })).toEqual(["list_pets"]);
  expect(names({ approval: "no", text: "pet" })).toEqual(["delete_pet"]);
});

it("tokensOf adds up the rows", () => {
  expect(tokensOf(rows)).toBe(rows.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(tokensOf([])).toBe(0);
});

it("remarksOf counts the remarks of the rows", () => {
  expect(remarksOf(rows)).toBe(1);
  expect(remarksOf(rows.filter(({ tool }) => tool.name === "ping"))).toBe(0);
});
