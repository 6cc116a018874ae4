import { describe, expect, it } from "vitest";
import { loadMetaCheck } from "../../../mcp/tools/check-schema.ts";
import type { Schema } from "../../../model/schema.ts";
import { fitSchema } from "./fit-schema.ts";

const text = { type: "string" };
const object = (properties: object, more: object = {}): Schema => ({ type: "object", properties, ...more });
const sizeOf = (schema: unknown) => Buffer.byteLength(JSON.stringify(schema));

describe("a schema that has to fit into a number of bytes", () => {
  it("stays the same if it fits", () => {
    const schema = object({ a: text });
    expect(fitSchema(schema, 1_000)).toEqual({ schema, open: [] });
  });

  it("loses deep texts first, then its own, then examples", () => {
    const long = "word ".repeat(90).trim();
    const schema = object({
      a: { type: "string", description: long, examples: ["x"] },
      b: object({ c: { type: "string", description: long } }),
    });
    const shown = (maxBytes: number) => fitSchema(schema, maxBytes)?.schema["properties"] as Record<string, Schema>;
    expect(shown(900)["a"]).toMatchObject({ description: long, examples: ["x"] });
    expect(JSON.stringify(shown(900)["b"]).length).toBeLessThan(250);
    expect(shown(300)["a"]?.["description"]).toMatch(/^word .{80,140}…$/);
    expect(shown(300)["b"]).toEqual(object({ c: text }));
    expect(shown(230)["a"]).not.toHaveProperty("examples");
  });

  it("leaves open the deepest objects, optional and large ones first", () => {
    const large = object(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field_${i}`, text])));
    const schema = object(
      { optional: { $ref: "#/$defs/large" }, needed: large, list: { type: "array", items: large }, plain: text },
      { required: ["needed"], $defs: { large, unused: large } },
    );
    const fitted = fitSchema(schema, 1_500);
    expect(fitted?.schema).toEqual(
      object(
        {
          optional: { type: "object" },
          needed: large,
          list: { type: "array", items: { type: "object" } },
          plain: text,
        },
        { required: ["needed"] },
      ),
    );
    expect(fitted?.open).toEqual(["optional", "list[]"]);
  });

  it("shows a definition once, however often it is referenced", () => {
    const node = object({ next: { $ref: "#/$defs/node" }, name: text });
    const filler = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`field_${i}`, object({ a: text, b: text, c: text, d: text })]),
    );
    const schema = object(
      { one: { $ref: "#/$defs/node" }, two: { $ref: "#/$defs/node" }, ...filler },
      { $defs: { node } },
    );
    expect(fitSchema(schema, 2_000)?.schema).toMatchObject({
      properties: { one: { $ref: "#/$defs/node" }, two: { $ref: "#/$defs/node" } },
      $defs: { node },
    });
  });

  it("rejects no value that the whole schema allows", () => {
    const large = object(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field_${i}`, text])));
    const schema = object({ a: { oneOf: [large, { ...large, required: ["field_0"] }] }, b: { not: large } });
    expect(fitSchema(schema, 200)?.schema).toEqual(
      object({ a: { anyOf: [{ type: "object" }, { type: "object" }] }, b: {} }),
    );
  });

  it("is impossible if its own properties do not fit", () => {
    expect(fitSchema(object(Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`field_${i}`, text]))), 900)).toBe(
      undefined,
    );
  });

  it("always fits and stays valid, whatever the size", async () => {
    const meta = await loadMetaCheck();
    const level = (depth: number): Schema =>
      object(
        Object.fromEntries(
          Array.from({ length: 4 }, (_, i) => [
            `größe_${i}`,
            depth === 0
              ? { enum: ["a", "b"] }
              : i === 1
                ? { type: "array", items: level(depth - 1) }
                : level(depth - 1),
          ]),
        ),
        { required: ["größe_0"] },
      );
    const schema = level(4);
    for (let maxBytes = 300; maxBytes < sizeOf(schema); maxBytes += 997) {
      const fitted = fitSchema(schema, maxBytes)?.schema as Schema;
      expect(sizeOf(fitted)).toBeLessThanOrEqual(maxBytes);
      expect(sizeOf(fitted)).toBeGreaterThan(Math.min(maxBytes * 0.6, maxBytes - 400));
      expect(meta(fitted)).toEqual([]);
    }
  });
});
