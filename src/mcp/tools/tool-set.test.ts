import { describe, expect, it } from "vitest";
import { object } from "../../model/schema.ts";
import type { Tool } from "./tool.ts";
import { createToolSet } from "./tool-set.ts";

const tool = (name: string, title = name): Tool => ({
  name,
  title,
  description: "",
  effect: "read",
  input: object({}),
  run: () => ({}),
});

describe("a tool set", () => {
  it("keeps its order when a tool is replaced", () => {
    const set = createToolSet([tool("a"), tool("b")]);
    set.add(tool("a", "new"));
    set.add(tool("c"));
    expect(set.list().map(({ title }) => title)).toEqual(["new", "b", "c"]);
  });

  it("returns the same list until it changes", () => {
    const set = createToolSet([tool("a")]);
    const before = set.list();
    expect(set.list()).toBe(before);
    set.remove("a");
    expect(set.list()).not.toBe(before);
    expect(before).toHaveLength(1);
  });

  it("notifies its listeners of every change until they unsubscribe", () => {
    const set = createToolSet([]);
    let heard = 0;
    const end = set.onChange(() => heard++);
    set.add(tool("a"));
    set.remove("a");
    set.remove("never was there");
    end();
    set.add(tool("b"));
    expect(heard).toBe(2);
  });

  it("rejects duplicate names and names that hosts reject", () => {
    expect(() => createToolSet([tool("a"), tool("a")])).toThrow('Two tools are named "a"');
    expect(() => createToolSet([tool("a.b")])).toThrow("a.b");
    expect(() => createToolSet([]).add(tool("x".repeat(65)))).toThrow("1 to 64");
  });
});
