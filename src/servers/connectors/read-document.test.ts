import { describe, expect, it } from "vitest";
import { readYaml, YamlTooDeep } from "./read-document.ts";

const LIMITS = { mostAliases: 100, deepest: 20 };
const nested = (levels: number) => `a: ${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`;

describe("readYaml", () => {
  it.each([
    ["in a block", "a: 1\nb: 2\na: 3\n", [10, 11]],
    ["in a flow", "x:\n  - {a: 1, a: 2}\n", [14, 15]],
    ["behind an anchor and a tag", "&a a: 1\n!!str a: 2\n", [14, 15]],
    ["written in two ways", "1: a\n0x1: b\n", [5, 6]],
    ["of an inner map", "a:\n  b: 1\n  b: 2\n", [12, 13]],
  ])("rejects a duplicate key %s", async (_, text, pos) => {
    await expect(readYaml(text, LIMITS)).rejects.toMatchObject({
      code: "DUPLICATE_KEY",
      message: "Map keys must be unique",
      pos,
    });
  });

  it("merges several maps that share a key", async () => {
    const text = "b: &b {x: 1}\nc: &c {x: 2, y: 2}\nd:\n  <<: *b\n  <<: *c\n  z: 3\n";
    expect(await readYaml(text, LIMITS)).toMatchObject({ d: { x: 1, y: 2, z: 3 } });
  });

  it("reads a document at the depth limit", async () => {
    expect(await readYaml(nested(20), LIMITS)).toHaveProperty("a");
  });

  it.each([
    ["in brackets", `a: ${"[".repeat(4_000_000)}`],
    ["in lists", "- ".repeat(2_000_000)],
    ["in maps", Array.from({ length: 2_000 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
  ])("stops where a document nests too deep %s", async (_, text) => {
    await expect(readYaml(text, LIMITS)).rejects.toBeInstanceOf(YamlTooDeep);
  });
});
