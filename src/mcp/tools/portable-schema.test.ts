import { describe, expect, it } from "vitest";
import type { Schema } from "../../model/schema.ts";
import { portableSchema } from "./portable-schema.ts";
import { refusedByProviders } from "./provider-rules.ts";

const problemsOf = (inputSchema: Schema) =>
  refusedByProviders({ name: "find", description: "Finds.", inputSchema }, "toolbox");
const object = (properties: object, more: object = {}): Schema => ({ type: "object", properties, ...more }) as Schema;

describe("a schema that every model API accepts", () => {
  it.each([
    object({ city: { type: "string", pattern: "^[A-Z]{3}$" } }, { required: ["city"] }),
    object({ days: { type: "array", items: { type: "string", format: "date" } } }),
    { type: "object" } as Schema,
  ])("is returned unchanged", (schema) => {
    expect(portableSchema(schema)).toBe(schema);
  });
});

describe("a schema that some model APIs reject", () => {
  it("becomes one object if its top level is a choice", () => {
    const schema = object(
      { by: { type: "string" } },
      {
        oneOf: [
          object({ city: { type: "string" }, day: { type: "string" } }, { required: ["city", "day"] }),
          object({ code: { type: "string" }, day: { type: "string" } }, { required: ["code", "day"] }),
        ],
      },
    );
    expect(portableSchema(schema)).toEqual(
      object(
        {
          by: { type: "string" },
          city: { type: "string" },
          day: { type: "string" },
          code: { type: "string" },
        },
        { required: ["day"] },
      ),
    );
  });

  it("loses compositions that only list required fields", () => {
    const schema = object(
      { email: { type: "string" }, phone: { type: "string" } },
      { anyOf: [{ required: ["email"] }, { required: ["phone"] }] },
    );
    expect(portableSchema(schema)).toEqual(object({ email: { type: "string" }, phone: { type: "string" } }));
  });

  it("has its references resolved to a limited depth", () => {
    const schema = object(
      { root: { $ref: "#/$defs/node" } },
      {
        $defs: {
          node: object({ name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } }),
        },
      },
    );
    expect(portableSchema(schema)).toEqual(
      object({
        root: object({ name: { type: "string" }, children: { type: "array", items: {} } }),
      }),
    );
  });

  it("keeps its properties if it is a reference as a whole", () => {
    const schema = { type: "object", $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": object({ x: { type: "string" } }) } };
    expect(portableSchema(schema as Schema)).toEqual(object({ x: { type: "string" } }));
    const round = { type: "object", $ref: "#" } as Schema;
    expect(portableSchema(round)).toEqual({ type: "object" });
  });

  it.each([
    ["a list of types", { type: ["string", "null"] }, { type: "string" }],
    ["several types", { type: ["string", "integer"] }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
    ["a constant", { const: "EUR" }, { type: "string", enum: ["EUR"] }],
    ["constants", { oneOf: [{ const: "a" }, { const: "b" }] }, { type: "string", enum: ["a", "b"] }],
    ["numbers to choose from", { type: "integer", enum: [1, 2] }, { type: "integer", description: "One of 1, 2." }],
    ["a nullable choice of texts", { enum: ["a", null] }, { type: "string", enum: ["a"] }],
    ["an array without items", { type: "array" }, { type: "array", items: {} }],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "number" }, { type: "number" }] },
      { type: "array", items: { type: "number" } },
    ],
    [
      "shorthand classes",
      { type: "string", pattern: "^\\d{2}[\\w-]$" },
      { type: "string", pattern: "^[0-9]{2}[A-Za-z0-9_-]$" },
    ],
    [
      "a pattern that is not anchored",
      { type: "string", pattern: "ab+", description: "A code." },
      { type: "string", description: "A code. Matches ab+." },
    ],
    [
      "parts of one object",
      { allOf: [object({ a: { type: "string" } }, { required: ["a"] }), object({ b: { type: "string" } })] },
      object({ a: { type: "string" }, b: { type: "string" } }, { required: ["a"] }),
    ],
    [
      "forms of a value",
      { oneOf: [{ type: "string" }, object({ id: { type: "string" } })], description: "Which." },
      { anyOf: [{ type: "string" }, object({ id: { type: "string" } })], description: "Which." },
    ],
    [
      "something required that is not described",
      object({}, { required: ["x"] }),
      object({ x: {} }, { required: ["x"] }),
    ],
    [
      "an object with names that model APIs reject",
      object({ "Wine Pairing": { type: "string" }, "item[nr]": {}, year: {} }, { required: ["item[nr]", "year"] }),
      object(
        { year: {} },
        {
          required: ["year"],
          additionalProperties: true,
          description: 'Further properties: "Wine Pairing", "item[nr]" (required).',
        },
      ),
    ],
    ["a reference that leads nowhere", { $ref: "#/$defs/none", description: "What." }, { description: "What." }],
  ])("is simplified: %s", (_, property, shown) => {
    const schema = object({ value: property });
    expect(problemsOf(schema)).not.toEqual([]);
    expect(portableSchema(schema)).toEqual(object({ value: shown }));
    expect(problemsOf(portableSchema(schema))).toEqual([]);
  });

  it("has a limited length even if its definitions refer to each other", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `d${i}`,
        object(Object.fromEntries(Array.from({ length: 6 }, (_, k) => [`p${k}`, { $ref: `#/$defs/d${i + 1}` }]))),
      ]),
    );
    const schema = object({ all: { $ref: "#/$defs/d0" } }, { $defs: { ...$defs, d12: { type: "string" } } });
    const shown = portableSchema(schema);
    expect(JSON.stringify(shown).length).toBeLessThan(100_000);
    expect(problemsOf(shown)).toEqual([]);
  });
});

describe("a tool that a portable schema cannot fix", () => {
  it.each([
    ["a property with a name of its own", "find", object({ größe: { type: "string" } }), "größe"],
    ["a name that is too long with its server", "a".repeat(60), object({}), "more than 60"],
    ["a name with other characters", "find.it", object({}), "1 to 64"],
  ])("is reported: %s", (_, name, inputSchema, reason) => {
    const found = refusedByProviders({ name, inputSchema: portableSchema(inputSchema) }, "toolbox");
    expect(found.map(({ problem }) => problem).join()).toContain(reason);
  });
});
