import { hidesSomething } from "../../../../mcp/tools/clean-text.ts";
import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";

export type ValueType = "string" | "integer" | "number" | "boolean" | "date" | "date-time";

/** Patterns of typed values. A leading zero means an identifier, not a number. */
const FORMS: readonly (readonly [type: ValueType, form: RegExp])[] = [
  ["boolean", /^(?:true|false)$/],
  ["integer", /^-?(?:0|[1-9]\d{0,14})$/],
  ["number", /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/],
  ["date", /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ["date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/],
];

/** Identifiers made of digits stay strings; amounts are numbers even if all samples are whole. */
const IDENTIFIERS = /(?:id|code|codes|no|nr|number|pin|phone|zip|postal|postcode|ref|reference|version|key|value)$/i;
const AMOUNTS = /(?:price|amount|total|rate|cost|tax|fee|sum|balance|discount)/i;

/** Infers the type that all values share; string if they disagree. */
export const valueType = (name: string, texts: readonly string[]): ValueType => {
  const given = texts.filter((text) => text !== "");
  if (given.length === 0) return "string";
  const type = FORMS.find(([, form]) => given.every((text) => form.test(text)))?.[0] ?? "string";
  if (type !== "integer" && type !== "number") return type;
  if (AMOUNTS.test(name)) return "number";
  return IDENTIFIERS.test(name) ? "string" : type;
};

const LONGEST_EXAMPLE = 80;

export const valueSchema = (type: ValueType, texts: readonly string[]): Schema => {
  const isText = type === "string" || type === "date" || type === "date-time";
  const example = texts.find((text) => text !== "" && text.length <= LONGEST_EXAMPLE && !hidesSomething(text));
  return {
    type: isText ? "string" : type,
    ...(isText && type !== "string" && { format: type }),
    ...(example !== undefined && isText && { examples: [example] }),
    ...(example !== undefined && (type === "integer" || type === "number") && { examples: [Number(example)] }),
  };
};

const MOST_ENTRIES = 1_000;
const DEEPEST = 12;

/** Returns a schema that fits all values; strings that are all dates get the format. */
export const jsonSchema = (values: readonly unknown[], of: "input" | "output", depth = 0): Schema => {
  const given = values.filter((value) => value !== null).slice(0, MOST_ENTRIES);
  const isNullable = given.length < values.length;
  const types = [...new Set(given.map(typeOf))];
  const [only] = types;
  const type = isNullable ? [...types, "null"] : types.length === 1 ? only : types;
  if (only === undefined || depth > DEEPEST) return {};
  if (types.includes("number") && types.includes("integer") && types.length === 2) return { type: "number" };
  if (types.length > 1) return { type };
  if (only === "array") return { type, items: jsonSchema(given.flat(), of, depth + 1) };
  if (only === "object") return { ...objectSchema(given.filter(isJsonObject), of, depth), type };
  const format = only === "string" ? valueType("", given.map(String)) : undefined;
  return { type, ...((format === "date" || format === "date-time") && { format }) };
};

const objectSchema = (
  objects: readonly Readonly<Record<string, unknown>>[],
  of: "input" | "output",
  depth: number,
): Schema => {
  const names = [...new Set(objects.flatMap((each) => Object.keys(each)))].filter((name) => name !== "__proto__");
  const required = names.filter((name) => of === "input" && objects.every((each) => Object.hasOwn(each, name)));
  return {
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => {
        const values = objects.flatMap((each) => (Object.hasOwn(each, name) ? [each[name]] : []));
        const schema = jsonSchema(values, of, depth + 1);
        return [name, schema["type"] === "integer" && AMOUNTS.test(name) ? { ...schema, type: "number" } : schema];
      }),
    ),
    ...(required.length > 0 && { required }),
  };
};

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
};
