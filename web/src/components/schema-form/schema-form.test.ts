import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bookingSuggestions, isAirportField, isBookingField } from "./field-suggestions.ts";
import { exampleText, helpOf, labelOf, problemText, valueText } from "./form-context.ts";
import {
  checkValue,
  fieldKey,
  fromLocalInput,
  toLocalInput,
  Unparsed,
  withoutEmpty,
  withoutItem,
  withValue,
} from "./form-value.ts";
import { initialValue } from "./initial-value.ts";
import { resolved, type Schema, shapeOf, variantFor } from "./schema.ts";

const LETTERS = [..."abcdefghijklmnop"];
const TODAY = new Date("2026-11-16T12:00:00Z");
const kindOf = (schema: Schema) => shapeOf(resolved(schema, schema), schema).kind;

describe("shapeOf", () => {
  it.each([
    [{ type: "string" }, "text"],
    [{ type: "string", format: "date" }, "date"],
    [{ type: "string", format: "date-time" }, "date-time"],
    [{ type: "string", description: "When it is returned, YYYY-MM-DDThh:mm." }, "date-time-local"],
    [{ type: "string", enum: ["a", "b"] }, "choice"],
    [{ const: 3 }, "choice"],
    [{ oneOf: [{ const: "a", title: "A" }, { const: "b" }] }, "choice"],
    [{ type: "integer", minimum: 1 }, "number"],
    [{ type: ["string", "null"] }, "text"],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "number"],
    [{ type: ["string", "integer"] }, "variants"],
    [{ type: "boolean" }, "flag"],
    [{ type: "array", items: { type: "string" } }, "list"],
    [{ type: "object", properties: { a: {} } }, "object"],
    [{ type: "object", additionalProperties: true }, "json"],
    [{ type: "array" }, "json"],
    [{}, "json"],
    [{ $ref: "#/$defs/day", $defs: { day: { type: "string", format: "date" } } }, "date"],
    [{ $ref: "https://elsewhere.example/schema.json" }, "json"],
  ])("maps %j to %s", (schema, kind) => {
    expect(kindOf(schema)).toBe(kind);
  });

  it("merges allOf with the required fields of each part", () => {
    const schema = {
      allOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { b: { type: "integer" } }, required: ["b"] },
      ],
    };
    const shape = shapeOf(resolved(schema, schema), schema);
    expect(shape).toMatchObject({
      kind: "object",
      fields: [
        { name: "a", required: true },
        { name: "b", required: true },
      ],
    });
  });

  it("does not treat alternative sets of required fields as variants", () => {
    const schema = { type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    expect(kindOf(schema)).toBe("object");
  });

  it("terminates for recursive schemas", () => {
    const hostile: readonly Schema[] = [
      { $ref: "#" },
      { allOf: [{ $ref: "#" }, { $ref: "#" }, { $ref: "#" }] },
      { oneOf: [{ $ref: "#" }] },
      { oneOf: [{ $ref: "#" }, { $ref: "#" }] },
      {
        type: "object",
        required: LETTERS,
        properties: Object.fromEntries(LETTERS.map((letter) => [letter, { $ref: "#" }])),
      },
    ];
    for (const schema of hostile) {
      const value = initialValue(schema, TODAY);
      expect(checkValue(schema, value)).toBeTypeOf("object");
      expect(checkValue(schema, "text")).toBeTypeOf("object");
    }
  });
});

describe("form texts", () => {
  const TRICK = "a\u202Egnp\u0000";
  const EASY = "a·gnp·";

  it("sanitize and shorten untrusted text", () => {
    expect(labelOf(TRICK, {}, "name")).toBe(EASY);
    expect(helpOf({ description: TRICK })).toBe(EASY);
    expect(valueText(TRICK)).toBe(EASY);
    expect(valueText({ [TRICK]: 1 })).toBe('{"a·gnp\\u0000":1}');
    expect(exampleText({ examples: [TRICK] })).toBe(EASY);
    expect(problemText(TRICK)).toBe(EASY);
    expect(labelOf("x".repeat(10_000), {}, "name").length).toBeLessThan(200);
  });

  it("use names for tool arguments and titles for questions", () => {
    const schema = { type: "boolean", title: "Yes, book it" };
    expect(labelOf("confirm", schema, "name")).toBe("confirm");
    expect(labelOf("confirm", schema, "title")).toBe("Yes, book it");
    expect(labelOf("confirm", { title: 3 }, "title")).toBe("confirm");
    expect(helpOf({ description: " " })).toBeUndefined();
  });

  it("use the titles of values if there are any", () => {
    const schema = { oneOf: [{ const: "w", title: "Window" }, { const: "a" }] };
    expect(shapeOf(schema, schema)).toEqual({ kind: "choice", values: ["w", "a"], titles: ["Window", "a"] });
    const older = { enum: ["w"], enumNames: ["Window"] };
    expect(shapeOf(older, older)).toEqual({ kind: "choice", values: ["w"], titles: ["Window"] });
  });
});

describe("the initial value of a form", () => {
  it("contains defaults, examples, limits of required fields, and future dates", () => {
    const schema = {
      type: "object",
      properties: {
        origin: { type: "string", examples: ["FRA"] },
        via: { type: "string", examples: ["CDG"] },
        departureDate: { type: "string", format: "date" },
        returnDate: { type: "string", format: "date" },
        adults: { type: "integer", minimum: 1 },
        cabin: { type: "string", enum: ["economy", "first"], default: "economy" },
        party: { type: "object", properties: { adults: { type: "integer", default: 1 } } },
        slices: { type: "array", items: { type: "object", properties: { to: { type: "string" } } }, minItems: 2 },
      },
      required: ["origin", "departureDate", "returnDate", "adults", "slices"],
    };
    expect(initialValue(schema, TODAY)).toEqual({
      origin: "FRA",
      departureDate: "2026-12-21",
      returnDate: "2026-12-25",
      adults: 1,
      cabin: "economy",
      slices: [{}, {}],
    });
  });

  it("ends a stay after it begins, whatever the fields are called", () => {
    const date = { type: "string", format: "date" };
    const schema = {
      type: "object",
      properties: { arrival: date, departure: date },
      required: ["arrival", "departure"],
    };
    expect(initialValue(schema, TODAY)).toEqual({ arrival: "2026-12-21", departure: "2026-12-25" });
  });

  it("contains false for an unticked required checkbox", () => {
    const schema = { type: "object", properties: { sure: { type: "boolean" } }, required: ["sure"] };
    expect(initialValue(schema, TODAY)).toEqual({ sure: false });
    expect(checkValue(schema, { sure: false })).toEqual({});
  });

  it("leaves a date of birth empty", () => {
    const schema = {
      type: "object",
      properties: { dateOfBirth: { type: "string", format: "date" } },
      required: ["dateOfBirth"],
    };
    expect(initialValue(schema, TODAY)).toEqual({});
  });
});

describe("form values", () => {
  it("change at a path without mutating the original", () => {
    const before = { slices: [{ from: "FRA" }, { from: "JFK" }], adults: 1 };
    expect(withValue(before, ["slices", 1, "from"], "LHR")).toEqual({
      slices: [{ from: "FRA" }, { from: "LHR" }],
      adults: 1,
    });
    expect(before.slices[1]).toEqual({ from: "JFK" });
    expect(Object.keys(withValue(before, ["slices"], []) as object)).toEqual(["slices", "adults"]);
  });

  it("lose emptied fields", () => {
    expect(withValue({ a: 1, b: 2 }, ["a"], undefined)).toStrictEqual({ b: 2 });
    expect(withoutItem(["a", "b", "c"], 1)).toEqual(["a", "c"]);
    expect(withoutEmpty({ a: undefined, b: { c: undefined }, d: [1, undefined] })).toStrictEqual({ b: {}, d: [1] });
  });

  it("are created along a missing path", () => {
    expect(withValue(undefined, ["passengers", 0, "firstName"], "Ada")).toEqual({ passengers: [{ firstName: "Ada" }] });
  });

  it("cannot reach a prototype", () => {
    const changed = withValue({}, ["__proto__", "admin"], true);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect((changed as { admin?: boolean }).admin).toBeUndefined();
  });

  it("convert date-times to and from a datetime-local input", () => {
    expect(toLocalInput("2026-12-01T09:35:00Z")).toBe("2026-12-01T09:35");
    expect(fromLocalInput("2026-12-01T09:35")).toBe("2026-12-01T09:35:00Z");
    expect(toLocalInput("2026-12-01T09:35:00+02:00")).toBeUndefined();
    expect(fromLocalInput("")).toBeUndefined();
  });
});

describe("checkValue", () => {
  const schema = {
    type: "object",
    properties: {
      origin: { type: "string", pattern: "^[A-Z]{3}$" },
      adults: { type: "integer", minimum: 1, maximum: 9 },
      slices: {
        type: "array",
        minItems: 1,
        items: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
      },
      free: { type: "object" },
    },
    required: ["origin", "slices"],
  };

  it("reports problems by field", () => {
    expect(checkValue(schema, { origin: "fra", adults: 12, slices: [{}], free: new Unparsed("{") })).toEqual({
      "/origin": "This must match the pattern ^[A-Z]{3}$.",
      "/adults": "This must be at most 9.",
      "/slices/0/to": "This is required.",
      "/free": "Not valid JSON yet.",
    });
    expect(checkValue(schema, { slices: [] })).toEqual({
      "/origin": "This is required.",
      "/slices": "At least 1 is needed.",
    });
  });

  it("reports nothing for a valid value", () => {
    expect(checkValue(schema, { origin: "FRA", slices: [{ to: "JFK" }] })).toEqual({});
  });

  it("skips patterns that could backtrack forever", () => {
    const slow = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
    expect(checkValue(slow, { a: `${"a".repeat(60)}!` })).toEqual({});
  });

  it("uses the same keys as the server's field paths", () => {
    expect(fieldKey("passengers[0].firstName")).toBe("/passengers/0/firstName");
    expect(fieldKey("origin")).toBe("/origin");
    expect(fieldKey("/slices/1/to")).toBe("/slices/1/to");
  });
});

describe("variantFor", () => {
  const variants = [
    { title: "card", schema: { type: "object", properties: { kind: { const: "card" }, number: { type: "string" } } } },
    { title: "cash", schema: { type: "object", properties: { kind: { const: "cash" } } } },
    { title: "text", schema: { type: "string" } },
  ];

  it("recognizes the variant from the value", () => {
    expect(variantFor(variants, { kind: "cash" }, {})).toBe(1);
    expect(variantFor(variants, { kind: "card", number: "4" }, {})).toBe(0);
    expect(variantFor(variants, "x", {})).toBe(2);
    expect(variantFor(variants, undefined, {})).toBe(0);
  });
});

describe("isAirportField", () => {
  it.each([
    ["origin", { type: "string", pattern: "^[A-Z]{3}$" }, true],
    ["cityCode", { type: "string", pattern: "^[A-Z]{3}$", description: "IATA city code." }, true],
    ["pickup", { type: "string", description: "Airport or city." }, true],
    ["currency", { type: "string", pattern: "^[A-Z]{3}$" }, false],
    ["code", { type: "string", pattern: "^[A-Z]{3}$", description: "ISO 4217." }, false],
    ["start_timezone", { type: "string", description: "An IANA time zone, or the IATA code of an airport." }, false],
    ["airports", { type: "array" }, false],
    ["firstName", { type: "string" }, false],
  ])("%s %j: %s", (name, schema, expected) => {
    expect(isAirportField(name, schema)).toBe(expected);
  });
});

describe("booking fields", () => {
  it.each([
    ["pnr", { type: "string", pattern: "^TEST-[A-Z0-9]{6}$" }, true],
    ["existingPnr", { type: "string" }, true],
    ["locator", { type: "string", pattern: "^TEST-[A-Z0-9]{6}$" }, true],
    ["pnr", { type: "array" }, false],
    ["reason", { type: "string" }, false],
  ])("%s %j: %s", (name, schema, expected) => {
    expect(isBookingField(name, schema)).toBe(expected);
  });

  it("suggest confirmed bookings first, with names and routes", () => {
    const booking = { session_id: "s", created_at: "", expires_at: "", travellers: 1, parts: [] };
    const problems = bookingSuggestions([
      { ...booking, pnr: "TEST-AAAAAA", status: "cancelled", name: "LOVELACE/ADA", summary: "LHR–JFK" },
      { ...booking, pnr: "TEST-BBBBBB", status: "confirmed", name: "RIDE/\u202ESALLY", summary: "" },
    ]);
    expect(problems).toEqual([
      { value: "TEST-BBBBBB", label: "RIDE/·SALLY" },
      { value: "TEST-AAAAAA", label: "LOVELACE/ADA · LHR–JFK · cancelled" },
    ]);
  });
});

describe("the built-in tools", () => {
  const folder = join(import.meta.dirname, "../../../../test/snapshots/tools");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));

  it.each(files)("%s needs no field that is edited as JSON", (file) => {
    const { inputSchema } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { inputSchema: Schema };
    const shape = shapeOf(inputSchema, inputSchema);
    if (shape.kind !== "object") throw new Error(`${file} is filled in as ${shape.kind}`);
    const asJson = shape.fields.filter(({ schema }) => shapeOf(schema, inputSchema).kind === "json");
    expect(asJson.map(({ name }) => name)).toEqual(file.endsWith("call_tool.json") ? ["arguments"] : []);
    expect(initialValue(inputSchema, TODAY)).toBeTypeOf("object");
  });
});
