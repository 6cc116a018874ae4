import { describe, expect, it } from "vitest";
import { linearRegExp } from "./foreign-schemas.ts";
import { loadValidators, type Validators } from "./validators.ts";

const { input, allMisfits, output }: Validators = await loadValidators({ foreign: true });
const keywords = (misfits: readonly { keyword: string }[] | undefined) => misfits?.map(({ keyword }) => keyword);

/** Takes a native engine longer than the sun will shine. */
const catastrophe = `${"a".repeat(100_000)}!`;

describe("schemas from outside", () => {
  it("check a value as any other schema does, and fill its defaults in", () => {
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

  it("tell patterns apart, and have their misfits told by the pattern", () => {
    const check = allMisfits({
      properties: { a: { type: "string", pattern: "^a+$" }, b: { type: "string", pattern: "^b+$" } },
    });
    expect(check({ a: "aa", b: "bb" })).toBeUndefined();
    expect(check({ a: "bb", b: "aa" })?.map(({ params }) => params["pattern"])).toEqual(["^a+$", "^b+$"]);
  });

  it("match in time that grows with the text alone", () => {
    const check = output({ type: "string", pattern: "^(a+)+$" });
    expect(keywords(check(catastrophe))).toEqual(["pattern"]);
    expect(check(catastrophe.slice(0, -1))).toBeUndefined();
  });

  it.each(["(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<x>a)\\k<x>", "\\ud83d\\ude00"])(
    "cannot use %s",
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
  ])("use %s as ECMAScript does", (pattern, text) => {
    expect(new RegExp(pattern, "u").test(text)).toBe(true);
    expect(input({ type: "string", pattern })(text)).toBeUndefined();
    expect(keywords(input({ type: "string", pattern })("\n"))).toEqual(["pattern"]);
  });

  it("that double the work with every level end in a misfit, and not in hours", () => {
    const child = { properties: { child: { $ref: "#/$defs/node" } } };
    const schema = { $ref: "#/$defs/node", $defs: { node: { anyOf: [{ ...child, required: ["x"] }, child] } } };
    let value: object = {};
    for (let level = 0; level < 60; level++) value = { child: value };
    expect(keywords(allMisfits(schema)(value))).toEqual(["effort"]);
    expect(allMisfits(schema)({ child: { child: {} } })).toBeUndefined();
  });

  it("that refer to themselves for ever end in a misfit, and not in a full stack", () => {
    const schema = { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } } };
    expect(keywords(input(schema)({}))).toEqual(["effort"]);
  });

  it("with patterns that are slow on long texts end in a misfit as well, and the next check starts afresh", () => {
    const check = input({ type: "string", pattern: "a[ab]{900}[cd]" });
    expect(keywords(check("ab".repeat(500_000)))).toEqual(["effort"]);
    expect(keywords(check("ab"))).toEqual(["pattern"]);
    expect(
      input({ type: "string", pattern: "^data:image/png;base64,[A-Za-z0-9+/=]+$" })(
        `data:image/png;base64,${"ab".repeat(400_000)}`,
      ),
    ).toBeUndefined();
  });

  it("find the same entry twice, however its fields are ordered, among a hundred thousand", () => {
    const check = input({ type: "array", uniqueItems: true });
    const list: unknown[] = Array.from({ length: 100_000 }, (_, index) => ({ index, a: [1] }));
    expect(check(list)).toBeUndefined();
    expect(keywords(check([...list, { a: [1], index: 7 }]))).toEqual(["uniqueItems"]);
    expect(check([1, "1", null, "null", [1], { 1: 1 }])).toBeUndefined();
  });

  it("do not take what every object inherits for something that was sent", () => {
    const properties = { constructor: { type: "string" }, toString: { type: "number" } };
    const check = input({ type: "object", properties });
    expect(check({})).toBeUndefined();
    expect(keywords(check({ constructor: 7 }))).toEqual(["type"]);
    expect(keywords(input({ type: "object", required: ["constructor"] })({}))).toEqual(["required"]);
  });

  it("leave those of our own as they are", async () => {
    const own = await loadValidators();
    expect(own).not.toBe(await loadValidators({ foreign: true }));
    expect(own.input({ type: "string", pattern: "(?=a)" })("a")).toBeUndefined();
  });
});
