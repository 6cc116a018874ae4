import { expect, it } from "vitest";
import type { Connector, ConnectorTool } from "../responses.ts";
import { mergeDrafts } from "./merge-drafts.ts";

const tool = (name: string, description = name): ConnectorTool => ({
  name,
  description,
  risk: "read",
  input: { type: "object" },
  request: { method: "GET", path: "/" },
  parse: { format: "json" },
});
const BASE: Connector = {
  connector: 1,
  name: "pets",
  title: "Pets",
  description: "Pets.",
  base_url: "https://pets.example",
  tools: [tool("a"), tool("b"), tool("c")],
};
const described = ({ tools }: Connector) => tools.map(({ name, description }) => `${name}: ${description}`);

it("mergeDrafts combines changes of different parts", () => {
  const current = { ...BASE, title: "Our pets", tools: [tool("a", "mine"), tool("b"), tool("c")] };
  const theirs = { ...BASE, instructions: "Be kind.", tools: [tool("a"), tool("b", "theirs"), tool("d")] };
  const { connector, clashes } = mergeDrafts(BASE, current, theirs);
  expect(clashes).toEqual([]);
  expect(connector).toMatchObject({ title: "Our pets", instructions: "Be kind." });
  expect(described(connector)).toEqual(["a: mine", "b: theirs", "d: d"]);
});

it("mergeDrafts keeps the local version of conflicting changes and reports them", () => {
  const current = { ...BASE, title: "Mine", tools: [tool("a", "mine"), tool("b"), tool("c")] };
  const theirs = { ...BASE, title: "Theirs", tools: [tool("a", "theirs"), tool("c")] };
  const { connector, clashes } = mergeDrafts(BASE, current, theirs);
  expect(clashes).toEqual(["title", "a"]);
  expect(connector.title).toBe("Mine");
  expect(described(connector)).toEqual(["a: mine", "c: c"]);
});

it("mergeDrafts keeps a tool that one side removed and the other changed, as a conflict", () => {
  const current = { ...BASE, tools: [tool("a"), tool("b", "mine"), tool("c")] };
  const theirs = { ...BASE, tools: [tool("a"), tool("c")] };
  const { connector, clashes } = mergeDrafts(BASE, current, theirs);
  expect(clashes).toEqual(["b"]);
  expect(described(connector)).toEqual(["a: a", "c: c", "b: mine"]);
});

it("mergeDrafts does not treat an approval as a change", () => {
  const theirs = { ...BASE, tools: BASE.tools.map((each) => ({ ...each, approved: true })) };
  const current = { ...BASE, tools: [tool("a", "mine"), tool("b"), tool("c")] };
  const { connector, clashes } = mergeDrafts(BASE, current, theirs);
  expect(clashes).toEqual([]);
  expect(described(connector)[0]).toBe("a: mine");
});
