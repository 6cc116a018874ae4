import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { valueType } from "./value-type.ts";

const MOST_ENTRIES = 1_000;
const DEEPEST = 12;

/** A schema that fits all the values; texts that are all dates say so. */
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
        return [name, jsonSchema(values, of, depth + 1)];
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
