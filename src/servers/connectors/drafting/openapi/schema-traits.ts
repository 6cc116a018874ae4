import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { isPlainValue, joinTexts } from "../document-text.ts";
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

/**
 * A schema whose default is only told. Checking fills defaults in, also those of a variant that the value then turns out
 * not to be: where there may be variants, the API is left to fill in its own.
 */
export const withDefaultTold = (schema: unknown): unknown => {
  if (!isJsonObject(schema) || schema["default"] === undefined || schema["default"] === null) return schema;
  const { default: usual, ...rest } = schema;
  const text = JSON.stringify(usual);
  if (text.length > LONGEST_DEFAULT || !isPlainValue(usual)) return rest;
  return { ...rest, description: withRemark(rest["description"], `Default: ${text}.`) };
};

const LONGEST_DEFAULT = 100;
const REMARKS = new Set(["description", "deprecated", "default", "examples"]);

/** A schema that says nothing about values. */
export const isBare = (schema: Schema): boolean => Object.keys(schema).every((keyword) => REMARKS.has(keyword));

/** Lists that are one text with something between the values, by the names that Swagger 2.0 and OpenAPI 3 have for them. */
const SEPARATORS: Readonly<Record<string, string>> = {
  ssv: "a blank",
  spaceDelimited: "a blank",
  tsv: "a tab",
  pipes: "a | character",
  pipeDelimited: "a | character",
};

export const isJoined = (format: unknown): format is string =>
  typeof format === "string" && Object.hasOwn(SEPARATORS, format);

/** The schema of such a list as that of the text that it is sent as: where we cannot join the values, callers can. */
export const joinedText = (description: unknown, format: string): JsonObject => ({
  type: "string",
  description: withRemark(description, `Several values, with ${SEPARATORS[format]} between them.`),
});

/** What the document says, and what we have to say about it. */
export const withRemark = (description: unknown, remark: string): string =>
  joinTexts(typeof description === "string" ? description : "", remark);
