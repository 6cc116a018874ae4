/** Readers for untrusted JSON: a value of another type than expected counts as missing. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

export const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export const textOrEmpty = (value: unknown): string => textIn(value) ?? "";

export const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((unitMs) => typeof unitMs === "string") : [];
