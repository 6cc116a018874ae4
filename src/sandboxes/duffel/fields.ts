import { isJsonObject, type JsonObject } from "../../model/json.ts";
import { badRequest, malformed, notAllowed, required, shown } from "./problems.ts";

/** Reads what a client sent, one field at a time; a pointer says in every refusal which one it was. */

/** The `data` of a request that must have one. */
export const dataOf = (data: unknown): JsonObject => {
  if (data === undefined) {
    throw badRequest("missing_data_param", "Missing data param", "The body must be a JSON object with a 'data' field.");
  }
  if (!isJsonObject(data)) {
    throw badRequest("malformed_data_param", "Malformed data param", "The 'data' field must be an object.");
  }
  return data;
};

const isBlank = (value: unknown): value is undefined | null | "" =>
  value === undefined || value === null || value === "";

export const objectAt = (value: unknown, pointer: string): JsonObject => {
  if (isBlank(value)) throw required(pointer);
  if (!isJsonObject(value)) throw malformed(pointer, "an object");
  return value;
};

export const listAt = (value: unknown, pointer: string, { min = 0, max }: { min?: number; max: number }) => {
  if (isBlank(value)) throw required(pointer);
  if (!Array.isArray(value)) throw malformed(pointer, "a list");
  if (value.length < min || value.length > max) {
    throw malformed(pointer, min === 0 ? `a list of at most ${max}` : `a list of ${min} to ${max}`);
  }
  return value as readonly unknown[];
};

export const textAt = (value: unknown, pointer: string, { max = 200 }: { max?: number } = {}): string => {
  if (isBlank(value)) throw required(pointer);
  if (typeof value !== "string") throw malformed(pointer, "a string");
  if (value.trim() === "") throw required(pointer);
  if (value.length > max) throw malformed(pointer, `at most ${max} characters long`);
  return value;
};

export const oneOfAt = <const T extends string | number>(value: unknown, pointer: string, allowed: readonly T[]): T => {
  if (isBlank(value)) throw required(pointer);
  if (allowed.includes(value as T)) return value as T;
  throw notAllowed(pointer, `'${shown(value)}' is not one of: ${allowed.join(", ")}.`);
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export const dateAt = (value: unknown, pointer: string): string => {
  const text = textAt(value, pointer);
  const isDate = DATE.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDate || new Date(text).toISOString().slice(0, 10) !== text) throw malformed(pointer, "a date (YYYY-MM-DD)");
  return text;
};

export const integerAt = (value: unknown, pointer: string, { min, max }: { min: number; max: number }): number => {
  if (isBlank(value)) throw required(pointer);
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    throw malformed(pointer, `a whole number from ${min} to ${max}`);
  }
  return value as number;
};

/** Absent and null mean the same to Duffel. */
export const maybe = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === undefined || value === null ? undefined : read(value);
