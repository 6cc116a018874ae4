import { describe, expect, it } from "vitest";
import { linearRegExp } from "./foreign-schemas.ts";
import { loadValidators, type Validators } from "./validators.ts";

const { input, allErrors, output }: Validators = await loadValidators({ foreign: true });
const keywords = (misfits: readonly { keyword: string }[] | undefined) => misfits?.map(({ keyword }) => keyword);

/** Exponential for a backtracking engine. */
const catastrophe = `${"a".repeat(100_000)}!`;

describe("the validators of foreign schemas", () => {
  it("validate values and fill in defaults like other validators", () => {
    const check = input({
      type: "object",
      properties: {
        code: { type: "string", pattern: "^[A-Z]{3}$" },
        count: { type: "integer", default: 5 },
        tags: { type: "array", uniqueItems: true },
        next: { $ref: "#" },
      },
      patternProperties: { "^x-": { type: "string" } },
      required: ["code"],
    });
    const value = { code: "LIS", "x-note": "a", next: { code: "OPO" } };
    expect(check(value)).toBeUndefined();
    expect(value).toEqual({ code: "LIS", count: 5, "x-note": "a", next: { code: "OPO", count: 5 } });
    expect(keywords(check({ code: "lis" }))).toEqual(["pattern"]);
    expect(keywords(check({ code: "LIS", "x-note": 1 }))).toEqual(["type"]);
    expect(keywords(check({ code: "LIS", next: {} }))).toEqual(["required"]);
  });

  it("report the pattern that did not match", () => {
    const check = allErrors({
      properties: { a: { type: "string", pattern: "^a+$" }, b: { type: "string", pattern: "^b+$" } },
    });
    expect(check({ a: "aa", b: "bb" })).toBeUndefined();
    expect(check({ a: "bb", b: "aa" })?.map(({ params }) => params["pattern"])).toEqual(["^a+$", "^b+$"]);
  });

  it("match patterns in linear time", () => {
    const check = output({ type: "string", pattern: "^(a+)+$" });
    expect(keywords(check(catastrophe))).toEqual(["pattern"]);
    expect(check(catastrophe.slice(0, -1))).toBeUndefined();
  });

  it.each(["(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<x>a)\\k<x>", "\\ud83d\\ude00"])(
    "reject the pattern %s",
    (pattern) => {
      expect(() => linearRegExp(pattern)).toThrow();
      expect(() => input({ type: "string", pattern })).toThrow();
    },
  );

  it.each([
    ["\\u00e9+", "éé"],
    ["^(?<year>\\d{4})-\\d\\d$", "2026-12"],
    ["^\\p{L}+$", "Zürich"],
    ["^\\/a\\.b$", "/a.b"],
    ["^[\\w.-]+@[^@]+$", "ada@example.com"],
    ["^\\S+$", "x"],
    ["^\\\\k\\u{1F600}$", "\\k😀"],
  ])("match %s as ECMAScript does", (pattern, text) => {
    expect(new RegExp(pattern, "u").test(text)).toBe(true);
    expect(input({ type: "string", pattern })(text)).toBeUndefined();
    expect(keywords(input({ type: "string", pattern })("\n"))).toEqual(["pattern"]);
  });

  it("stop a check whose work doubles with every level", () => {
    const child = { properties: { child: { $ref: "#/$defs/node" } } };
    const schema = { $ref: "#/$defs/node", $defs: { node: { anyOf: [{ ...child, required: ["x"] }, child] } } };
    let value: object = {};
    for (let level = 0; level < 60; level++) value = { child: value };
    expect(keywords(allErrors(schema)(value))).toEqual(["effort"]);
    expect(allErrors(schema)({ child: { child: {} } })).toBeUndefined();
  });

  it("report a schema that refers to itself endlessly", () => {
    const schema = { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } } };
    expect(keywords(input(schema)({}))).toEqual(["effort"]);
  });

  it("stop a pattern that is slow on a long text, without affecting the next check", () => {
    const check = input({ type: "string", pattern: "a[ab]{900}[cd]" });
    expect(keywords(check("ab".repeat(500_000)))).toEqual(["effort"]);
    expect(keywords(check("ab"))).toEqual(["pattern"]);
    expect(
      input({ type: "string", pattern: "^data:image/png;base64,[A-Za-z0-9+/=]+$" })(
        `data:image/png;base64,${"ab".repeat(400_000)}`,
      ),
    ).toBeUndefined();
  });

  it("find a duplicate among a hundred thousand entries, whatever the order of its fields", () => {
    const check = input({ type: "array", uniqueItems: true });
    const list: unknown[] = Array.from({ length: 100_000 }, (_, index) => ({ index, a: [1] }));
    expect(check(list)).toBeUndefined();
    expect(keywords(check([...list, { a: [1], index: 7 }]))).toEqual(["uniqueItems"]);
    expect(check([1, "1", null, "null", [1], { 1: 1 }])).toBeUndefined();
  });

  it("ignore properties that every object inherits", () => {
    const properties = { constructor: { type: "string" }, toString: { type: "number" } };
    const check = input({ type: "object", properties });
    expect(check({})).toBeUndefined();
    expect(keywords(check({ constructor: 7 }))).toEqual(["type"]);
    expect(keywords(input({ type: "object", required: ["constructor"] })({}))).toEqual(["required"]);
  });

  it("do not affect the validators of built-in schemas", async () => {
    const own = await loadValidators();
    expect(own).not.toBe(await loadValidators({ foreign: true }));
    expect(own.input({ type: "string", pattern: "(?=a)" })("a")).toBeUndefined();
  });
});
