import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { listOf, type References } from "./references.ts";

/** More parts than any real schema has; small documents can refer to each other exponentially often. */
const MOST_PARTS = 200;

const known = new WeakMap<object, WeakMap<object, JsonObject>>();

/**
 * Returns a schema for values that both schemas apply to. The same two give the same object, so that circular schemas stay
 * circular.
 */
export const bothOf = (first: unknown, second: unknown): unknown => {
  if (!isJsonObject(first) || Object.keys(first).length === 0) return second;
  if (!isJsonObject(second) || isSameSchema(first, second)) return first;
  const pairs = known.get(first) ?? new WeakMap<object, JsonObject>();
  known.set(first, pairs);
  const both = pairs.get(second) ?? { allOf: [first, second] };
  pairs.set(second, both);
  return both;
};

export const isSameSchema = (a: unknown, b: unknown): boolean => a === b || isDeepStrictEqual(a, b);

/**
 * Merges a schema with the parts of its `allOf` if they describe the same property or value, or if a part comes twice.
 * Undefined if not: then the parts can stay apart, as references.
 */
export const mergedParts = (schema: JsonObject, references: References): JsonObject | undefined => {
  const found = partsOf(schema, references);
  if (found === undefined || !(found.repeats || overlap(found.parts))) return undefined;
  const { parts } = found;
  const compositions = parts.filter((part) => COMPOSITIONS.some((keyword) => keyword in part));
  const own = parts.map((part) =>
    Object.fromEntries(Object.entries(part).filter(([keyword]) => !IN_COMPOSITIONS.has(keyword))),
  );
  const merged = own.reduce(merge);
  const only = compositions.length === 1 ? compositions[0] : undefined;
  if (only !== undefined) return { ...composition(only), ...merged };
  return { ...merged, ...(compositions.length > 1 && { allOf: compositions.map(composition) }) };
};

const COMPOSITIONS = ["oneOf", "anyOf", "not"];
const IN_COMPOSITIONS = new Set(["allOf", "discriminator", ...COMPOSITIONS]);

const composition = (part: JsonObject): JsonObject =>
  Object.fromEntries(
    [...COMPOSITIONS, "discriminator"].filter((keyword) => keyword in part).map((keyword) => [keyword, part[keyword]]),
  );

/** The parts of a schema, parts of parts included, and last the schema itself. Undefined if one is broken. */
const partsOf = (
  schema: JsonObject,
  references: References,
): { readonly parts: readonly JsonObject[]; readonly repeats: boolean } | undefined => {
  const visited = new Set<JsonObject>();
  const parts: JsonObject[] = [];
  let repeats = false;
  const collect = (value: JsonObject): boolean => {
    repeats ||= visited.has(value);
    if (visited.has(value)) return true;
    if (visited.size > MOST_PARTS) return false;
    visited.add(value);
    for (const part of listOf(value["allOf"])) {
      const followed = references.follow(part)?.value;
      if (followed === undefined || !collect(followed)) return false;
    }
    parts.push(value);
    return true;
  };
  return collect(schema) ? { parts, repeats } : undefined;
};

const overlap = (parts: readonly JsonObject[]): boolean => {
  if (parts.length < 2) return false;
  const properties = new Map<string, unknown>();
  let values = 0;
  for (const part of parts) {
    if (Object.keys(part).some((keyword) => VALUE_KEYWORDS.has(keyword))) values++;
    for (const [name, property] of Object.entries(isJsonObject(part["properties"]) ? part["properties"] : {})) {
      if (properties.has(name) && !isSameSchema(properties.get(name), property)) return true;
      properties.set(name, property);
    }
  }
  return values > 1;
};

type Merge = (a: unknown, b: unknown) => unknown;

const union: Merge = (a, b) => [...new Set([...listOf(a), ...listOf(b)])];
const either: Merge = (a, b) => a === true || b === true;
const most: Merge = (a, b) => (typeof a === "number" && typeof b === "number" ? Math.max(a, b) : (b ?? a));
const least: Merge = (a, b) => (typeof a === "number" && typeof b === "number" ? Math.min(a, b) : (b ?? a));

const mergeProperties: Merge = (a, b) => {
  const merged: Record<string, unknown> = { ...(isJsonObject(a) ? a : {}) };
  for (const [name, property] of Object.entries(isJsonObject(b) ? b : {})) {
    merged[name] = Object.hasOwn(merged, name) ? bothOf(merged[name], property) : property;
  }
  return merged;
};

/** Values that both lists allow; the second list if there are none, because it is the more specific one. */
const common: Merge = (a, b) => {
  const shared = listOf(b).filter((value) => listOf(a).some((other) => isSameSchema(other, value)));
  return shared.length > 0 ? shared : b;
};

const types: Merge = (a, b) => {
  const [first, second] = [[a].flat(), [b].flat()];
  const shared = second.filter((type) => first.includes(type) || (type === "integer" && first.includes("number")));
  if (shared.length === 0 && second.includes("number") && first.includes("integer")) return "integer";
  return shared.length === 0 ? b : shared.length === 1 ? shared[0] : shared;
};

/** How the two values of a keyword become one that means both. Of all others, the second one stays. */
const MERGES: Readonly<Record<string, Merge>> = {
  required: union,
  properties: mergeProperties,
  items: bothOf,
  type: types,
  enum: common,
  minimum: most,
  exclusiveMinimum: most,
  minLength: most,
  minItems: most,
  minProperties: most,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  maxProperties: least,
  uniqueItems: either,
  readOnly: either,
  writeOnly: either,
  deprecated: either,
};

const VALUE_KEYWORDS = new Set([
  ...["items", "enum", "const", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minLength", "maxLength", "minItems", "maxItems"],
]);

const merge = (a: JsonObject, b: JsonObject): JsonObject => {
  const merged: Record<string, unknown> = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    const both = Object.hasOwn(MERGES, keyword) ? MERGES[keyword] : undefined;
    merged[keyword] = both !== undefined && Object.hasOwn(a, keyword) ? both(a[keyword], value) : value;
  }
  const isNull = (part: JsonObject) => part["nullable"] === true || part["type"] === undefined;
  if ("nullable" in merged) merged["nullable"] = isNull(a) && isNull(b);
  return merged;
};
