import { describe, expect, it } from "vitest";
import { readYaml, YamlTooDeep } from "./read-yaml.ts";

const LIMITS = { deepest: 20 };
const nested = (levels: number) => `a: ${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`;

describe("readYaml", () => {
  it.each([
    ["in a block", "a: 1\nb: 2\na: 3\n", 3],
    ["in a flow", "x:\n  - {a: 1, a: 2}\n", 2],
    ["behind an anchor and a tag", "&a a: 1\n!!str a: 2\n", 2],
    ["written in two ways", "1: a\n0x1: b\n", 2],
    ["of an inner map", "a:\n  b: 1\n  b: 2\n", 3],
  ])("rejects a duplicate key %s", async (_, text, line) => {
    await expect(readYaml(text, LIMITS)).rejects.toThrow(`duplicated mapping key, in line ${line}`);
  });

  it.each([
    ["a missing comma", "a: 1\nb: {get: [}\n", /comma.*, in line 2$/],
    ["a wrong indentation", "a:\n   b: 1\n  c: 2\n", /indentation.*, in line 3$/],
    ["a tab", "a:\n\tb: 1\n", /tab.*, in line 2$/],
    ["a colon in a text", "a: b: c\n", /, in line 1$/],
    ["an unknown alias", "a: 1\nb: *c\n", /alias "c".*, in line 2$/],
  ])("says in which line there is %s", async (_, text, message) => {
    await expect(readYaml(text, LIMITS)).rejects.toThrow(message);
  });

  it("merges several maps that share a key", async () => {
    const text = "b: &b {x: 1}\nc: &c {x: 2, y: 2}\nd:\n  <<: *b\n  <<: *c\n  z: 3\n";
    expect(await readYaml(text, LIMITS)).toMatchObject({ d: { x: 1, y: 2, z: 3 } });
  });

  it("reads values with other tags as if they had none, and dates as text", async () => {
    const text =
      "a: !Ref x\nb: !Join [1, y]\nc: !Map {d: !!binary aGk=}\ne: 2020-01-31\nf: yes\n---\nsecond: document\n";
    expect(await readYaml(text, LIMITS)).toEqual({
      ...{ a: "x", b: [1, "y"], c: { d: "aGk=" }, e: "2020-01-31", f: "yes" },
    });
    expect(await readYaml("# Nothing.\n", LIMITS)).toBeUndefined();
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

  it.each([
    ["aliases", `a: &a x\nb: [${"*a, ".repeat(10_001)}]`, /aliases exceeded/],
    [
      "merged keys",
      `b: &b {${Array.from({ length: 1_000 }, (_, key) => `k${key}: 1`)}}\n${Array.from({ length: 101 }, (_, map) => `m${map}: { <<: *b }`).join("\n")}`,
      /merge keys exceeded/,
    ],
  ])("rejects too many %s", async (_, text, message) => {
    await expect(readYaml(text, LIMITS)).rejects.toThrow(message);
  });
});
