import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { Schema } from "../../../model/schema.ts";
import { listOf } from "./object-shape.ts";
import type { References } from "./references.ts";

export type Direction = "input" | "output";

/** In OpenAPI 3.0, in Swagger 2.0, and as a variant that is null. */
export const isNullable = (schema: JsonObject, references: References): boolean =>
  schema["nullable"] === true ||
  schema["x-nullable"] === true ||
  listOf(schema["oneOf"] ?? schema["anyOf"]).some((variant) => references.follow(variant)?.value["type"] === "null");

/** A property that callers cannot send, or never get. */
export const isUnwanted = (property: unknown, direction: Direction, references: References): boolean => {
  const keyword = direction === "input" ? "readOnly" : "writeOnly";
  if (!isJsonObject(property)) return false;
  return property[keyword] === true || references.follow(property)?.value[keyword] === true;
};

const DEEPEST = 10;

/** Names of such properties, also of those that `allOf` brings along: what is required may be said elsewhere. */
export const unwantedNames = (
  schema: JsonObject,
  direction: Direction,
  references: References,
  depth = 0,
): ReadonlySet<string> => {
  const { properties, allOf } = schema;
  const names = new Set(
    Object.entries(isJsonObject(properties) ? properties : {})
      .filter(([, property]) => isUnwanted(property, direction, references))
      .map(([name]) => name),
  );
  if (depth > DEEPEST) return names;
  for (const part of listOf(allOf)) {
    const followed = references.follow(part);
    if (followed === undefined) continue;
    for (const name of unwantedNames(followed.value, direction, references, depth + 1)) names.add(name);
  }
  return names;
};

/** Whether a part of a schema is, without going into a property or an entry, the schema itself: checking would never end. */
export const leadsBack = (part: unknown, schema: JsonObject, references: References): boolean => {
  const seen = new Set<unknown>();
  const waiting = [part];
  while (waiting.length > 0) {
    const followed = references.follow(waiting.pop());
    if (followed === undefined || seen.has(followed.value)) continue;
    if (followed.value === schema) return true;
    seen.add(followed.value);
    for (const keyword of ["allOf", "oneOf", "anyOf"]) waiting.push(...listOf(followed.value[keyword]));
    waiting.push(followed.value["not"]);
  }
  return false;
};

const REMARKS = new Set(["description", "deprecated", "default", "examples"]);

/** A schema that says nothing about values. */
export const isBare = (schema: Schema): boolean => Object.keys(schema).every((keyword) => REMARKS.has(keyword));
