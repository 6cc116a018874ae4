import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";

const BEGINS_LIKE_DATE = /^\d{4}-\d\d-\d\d/;

/**
 * Returns a default as its own schema allows it, undefined if that is not possible: a default is filled in, and one that
 * does not fit would make every call fail. Documents often write numbers and booleans as text.
 */
export const fittingDefault = (preset: unknown, schema: Schema): unknown => {
  const types = [schema["type"] ?? []].flat();
  const value = isOfType(preset, types) ? preset : readAs(preset, types);
  return value !== undefined && isAllowed(value, schema) ? value : undefined;
};

const isOfType = (value: unknown, types: readonly unknown[]): boolean =>
  types.length === 0 || types.some((type) => IS[String(type)]?.(value));

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  array: Array.isArray,
  object: isJsonObject,
  null: (value) => value === null,
};

const readAs = (value: unknown, types: readonly unknown[]): unknown => {
  if (typeof value === "string" && types.includes("boolean") && /^(?:true|false)$/i.test(value))
    return /t/i.test(value);
  const number = typeof value === "string" && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value) ? Number(value) : undefined;
  if (number !== undefined) return isOfType(number, types) ? number : undefined;
  return typeof value === "number" && types.includes("string") ? String(value) : undefined;
};

const isAllowed = (value: unknown, schema: Schema): boolean => {
  const { enum: values, format, pattern } = schema;
  if (Array.isArray(values) && !values.includes(value)) return false;
  if (typeof value === "number") return isWithin(value, schema, "minimum", "maximum");
  if (Array.isArray(value)) return isWithin(value.length, schema, "minItems", "maxItems");
  if (typeof value !== "string") return true;
  if (value === "" && (format !== undefined || pattern !== undefined)) return false;
  if (/^date(?:-time)?$/.test(String(format)) && !BEGINS_LIKE_DATE.test(value)) return false;
  return isWithin(value.length, schema, "minLength", "maxLength");
};

const isWithin = (size: number, schema: Schema, least: string, most: string): boolean => {
  const { [least]: from = size, [most]: to = size } = schema;
  return size >= Number(from) && size <= Number(to);
};
