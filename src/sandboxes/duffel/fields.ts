import { isJsonObject, type JsonObject } from "../../model/json.ts";
import {
  badParameter,
  badRequest,
  excerpt,
  malformed,
  notAllowed,
  required,
  requiredParameter,
} from "./duffel-error.ts";

/** Readers for request fields and query parameters. Each throws a DuffelError that points at the field. */

/** Returns the `data` of a request that must have one. */
export const dataOf = (data: unknown): JsonObject => {
  if (data === undefined) {
    throw badRequest("missing_data_param", "The body must be a JSON object with a 'data' field.");
  }
  if (!isJsonObject(data)) throw badRequest("malformed_data_param", "The 'data' field must be an object.");
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
  throw notAllowed(pointer, `'${excerpt(value)}' is not one of: ${allowed.join(", ")}.`);
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

/** Reads an optional field. Duffel treats null like an absent field. */
export const maybe = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === undefined || value === null ? undefined : read(value);

export const requiredParam = (query: URLSearchParams, name: string): string => {
  const text = query.get(name);
  if (text === null || text === "") throw requiredParameter(name);
  return text;
};

export const booleanParam = (query: URLSearchParams, name: string): boolean | undefined => {
  const text = query.get(name);
  if (text === null) return undefined;
  if (text === "true" || text === "false") return text === "true";
  throw badParameter(name, `Query parameter '${name}' must be true or false.`);
};

type SortKeys<T> = Readonly<Record<string, (item: T) => number>>;

/** Sorts by the `sort` parameter: the name of a key, with a minus in front for descending order. */
export const sortedBy = <T>(
  query: URLSearchParams,
  keys: SortKeys<T>,
  items: readonly T[],
  breakTie: (a: T, b: T) => number = () => 0,
): readonly T[] => {
  const sort = query.get("sort");
  if (sort === null) return items;
  const name = sort.replace(/^-/, "");
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (key === undefined) {
    const allowed = Object.keys(keys).flatMap((one) => [one, `-${one}`]);
    throw badParameter("sort", `Query parameter 'sort' must be one of: ${allowed.join(", ")}.`);
  }
  const sign = sort.startsWith("-") ? -1 : 1;
  return items.toSorted((a, b) => sign * (key(a) - key(b)) || breakTie(a, b));
};
