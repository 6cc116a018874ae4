import fc from "fast-check";

export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly [keyword: string]: unknown;
}

const ANYTHING = fc.oneof(
  fc.constantFrom(null, true, false, "", " ", -0, 0, 1.5, 10, 1e21, "__proto__", [], {}),
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.integer(), { maxKeys: 3 }),
);

/** Values on both sides of a border. */
interface Border {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

/** An object has many fields, and one bad one spoils it: bad ones are rare. */
const mostly = (good: fc.Arbitrary<unknown>, bad: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: good }, { weight: 1, arbitrary: bad });

const around = ({ good, bad }: Border): fc.Arbitrary<unknown> =>
  mostly(fc.constantFrom(...good), fc.constantFrom(...bad));

const FORMATS: Readonly<Record<string, Border>> = {
  date: {
    good: ["2026-12-15", "2028-02-29", "2024-01-01"],
    bad: ["2027-02-29", "2026-13-01", "2026-1-5", "2026-12-15T00:00:00Z", "15.12.2026", ""],
  },
  "date-time": {
    good: [
      "2026-12-15T10:00:00Z",
      "2026-12-15T10:00:00-08:00",
      "2026-12-15T10:00:00.250+05:30",
      "2026-12-15t10:00:00z",
    ],
    bad: [
      "2026-12-15T10:00:00",
      "2026-12-15T10:00Z",
      "2026-12-15",
      "2026-02-30T10:00:00Z",
      "2026-12-15T24:00:00Z",
      "2026-12-15T25:00:00Z",
      "2026-12-15T10:60:00Z",
      "2026-12-15T10:00:00+25:00",
      "tomorrow at ten",
    ],
  },
  email: {
    good: ["ada@example.com", "a.b+c@sub.example.org"],
    bad: ["ada@example", "ada", "@example.com", "ada@@example.com", "a b@c.de"],
  },
};

/** The two patterns of the contract. */
const PATTERNS: Readonly<Record<string, Border>> = {
  "^[A-Z]{3}$": { good: ["JFK", "LAX", "XYZ"], bad: ["jfk", "JF", "JFKX", "J1K", "ÄÖÜ", "JFK\n", " JFK"] },
  "^TEST-[A-Z0-9]{6}$": {
    good: ["TEST-ABC234", "TEST-000000"],
    bad: ["TEST-abc234", "TEST-ABC23", "TEST-ABC2345", "ABC234", "TEST-ÄBC234"],
  },
};

const stringFor = ({ enum: values, format, pattern, minLength = 0, maxLength = 20 }: JsonSchema) => {
  const border =
    values !== undefined
      ? { good: values, bad: [`${values[0]} `, values[0]?.toUpperCase()] }
      : (FORMATS[format ?? ""] ?? PATTERNS[pattern ?? ""]);
  if (border) return around(border);
  return mostly(
    fc.oneof(
      fc.string({ unit: "grapheme", minLength: Math.max(1, minLength), maxLength: 20 }),
      fc.constantFrom("x".repeat(maxLength), "𝒳".repeat(maxLength)),
    ),
    fc.constantFrom("", "x".repeat(maxLength + 1)),
  );
};

const numberFor = ({ minimum = -10, maximum = 10 }: JsonSchema): fc.Arbitrary<unknown> =>
  mostly(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum - 1, maximum + 1, minimum + 0.5));

const UNKNOWN_NAMES = ["cabinClass", "toString", "constructor", "hasOwnProperty", "x", ""] as const;

const objectFor = ({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> => {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc
      .option(valueFor(schema), { nil: undefined, freq: required.includes(name) ? 20 : 2 })
      .map((value) => ({ name, value })),
  );
  const unknown = fc.tuple(fc.constantFrom(...UNKNOWN_NAMES), ANYTHING).map(([name, value]) => ({ name, value }));
  return fc
    .tuple(fc.tuple(...fields), fc.option(unknown, { nil: undefined, freq: 1 }))
    .map(([known, extra]) =>
      Object.fromEntries(
        [...known, ...(extra ? [extra] : [])]
          .filter(({ value }) => value !== undefined)
          .map(({ name, value }) => [name, value]),
      ),
    );
};

const ruled = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  switch (schema.type) {
    case "object":
      return objectFor(schema);
    case "array":
      return mostly(fc.array(valueFor(schema.items ?? {}), { minLength: 1, maxLength: 2 }), fc.constant([]));
    case "integer":
      return numberFor(schema);
    default:
      return stringFor(schema);
  }
};

/** Mostly what the schema asks for, sometimes just beside it, now and then something else altogether. */
export const valueFor = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: ruled(schema) }, { weight: 1, arbitrary: ANYTHING });

/** As `valueFor`, but always an object, which is all that `tools/call` lets through. */
export const argumentsFor = (schema: JsonSchema): fc.Arbitrary<object> => objectFor(schema) as fc.Arbitrary<object>;
