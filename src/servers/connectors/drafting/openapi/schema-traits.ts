import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { isSafeValue, joinTexts } from "../document-text.ts";
import { listOf, type References } from "./references.ts";

export type Direction = "input" | "output";

/** Whether null is allowed: by `nullable` (3.0), `x-nullable` (2.0) or a null variant. */
export const isNullable = (schema: JsonObject, references: References): boolean =>
  schema["nullable"] === true ||
  schema["x-nullable"] === true ||
  listOf(schema["oneOf"] ?? schema["anyOf"]).some((variant) => references.follow(variant)?.value["type"] === "null");

/** Allows null beside what a converted schema allows. */
export const withNull = (schema: Schema): Schema => {
  const { type, enum: values, description, ...others } = schema;
  if (type !== undefined) {
    return {
      ...schema,
      type: [...new Set([type, "null"].flat())],
      ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
    };
  }
  const rest: Schema = { ...others, ...(values !== undefined && { enum: values }) };
  if (Object.keys(rest).length === 0) return schema;
  const variants = ["oneOf", "anyOf"].find((keyword) => keyword in rest && Object.keys(rest).length === 1);
  const known = variants === undefined ? [rest] : (rest[variants] as Schema[]);
  return {
    [variants ?? "anyOf"]: [...known, { type: "null" }],
    ...(description !== undefined && { description }),
  };
};

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Keeps only the type of a schema. */
export const openSchema = (schema: JsonObject, references: References): Schema => {
  const typeOf = (value: unknown, depth: number): unknown => {
    const { type, properties, items, allOf, oneOf, anyOf } = references.follow(value)?.value ?? {};
    if (type !== undefined || depth > 2) return type;
    if (isJsonObject(properties)) return "object";
    if (isJsonObject(items)) return "array";
    const [first, ...others] = listOf(allOf ?? oneOf ?? anyOf)
      .slice(0, 10)
      .map((part) => typeOf(part, depth + 1));
    return allOf !== undefined || others.every((other) => other === first) ? first : undefined;
  };
  const type = typeOf(schema, 0);
  if (![type].flat().every((each) => TYPES.includes(each))) return {};
  const open: Schema = [type].flat().includes("array") ? { type, items: {} } : { type };
  return isNullable(schema, references) ? withNull(open) : open;
};

/** Whether a property is left out: a read-only one in the input, a write-only one in the output. */
export const isOmitted = (property: unknown, direction: Direction, references: References): boolean => {
  const keyword = direction === "input" ? "readOnly" : "writeOnly";
  const seen = new Set<unknown>();
  const says = (part: unknown): boolean => {
    const followed = references.follow(part)?.value;
    if (!isJsonObject(part) || followed === undefined || seen.has(followed)) return false;
    seen.add(followed);
    return part[keyword] === true || followed[keyword] === true || listOf(followed["allOf"]).some(says);
  };
  return says(property);
};

const DEEPEST = 10;

/** Returns the names of omitted properties, also from `allOf`, because `required` may be declared elsewhere. */
export const omittedNames = (
  schema: JsonObject,
  direction: Direction,
  references: References,
  depth = 0,
): ReadonlySet<string> => {
  const { properties, allOf } = schema;
  const names = new Set(
    Object.entries(isJsonObject(properties) ? properties : {})
      .filter(([, property]) => isOmitted(property, direction, references))
      .map(([name]) => name),
  );
  if (depth > DEEPEST) return names;
  for (const part of listOf(allOf)) {
    const followed = references.follow(part);
    if (followed === undefined) continue;
    for (const name of omittedNames(followed.value, direction, references, depth + 1)) names.add(name);
  }
  return names;
};

/**
 * Whether a part of a schema composes the schema itself without a property or item in between; validation would never
 * end.
 */
export const refersToItself = (part: unknown, schema: JsonObject, references: References): boolean => {
  const seen = new Set<unknown>();
  const pending = [part];
  while (pending.length > 0) {
    const followed = references.follow(pending.pop());
    if (followed === undefined || seen.has(followed.value)) continue;
    if (followed.value === schema) return true;
    seen.add(followed.value);
    for (const keyword of ["allOf", "oneOf", "anyOf"]) pending.push(...listOf(followed.value[keyword]));
    pending.push(followed.value["not"]);
  }
  return false;
};

/**
 * Moves a schema's default into its description. Validation fills in defaults even from variants that do not match the
 * value, so where variants are possible the API applies its own.
 */
export const withDescribedDefault = (schema: unknown): unknown => {
  if (!isJsonObject(schema) || schema["default"] === undefined || schema["default"] === null) return schema;
  const { default: usual, ...rest } = schema;
  const text = JSON.stringify(usual);
  if (text.length > LONGEST_DEFAULT || !isSafeValue(usual)) return rest;
  return { ...rest, description: withSentence(rest["description"], `Default: ${text}.`) };
};

const LONGEST_DEFAULT = 100;
const ANNOTATIONS = new Set(["description", "deprecated", "default", "examples"]);

/** Whether a schema has only annotations and no constraints. */
export const hasOnlyAnnotations = (schema: Schema): boolean =>
  Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword));

/** Separators of lists that are sent as one string, by their names in Swagger 2.0 and OpenAPI 3. */
const SEPARATORS: Readonly<Record<string, string>> = {
  ssv: "a space",
  spaceDelimited: "a space",
  tsv: "a tab",
  pipes: "a | character",
  pipeDelimited: "a | character",
};

export const isDelimited = (format: unknown): format is string =>
  typeof format === "string" && Object.hasOwn(SEPARATORS, format);

/** Replaces the schema of such a list with a string: callers join values that Taxiway cannot. */
export const delimitedText = (description: unknown, format: string): JsonObject => ({
  type: "string",
  description: withSentence(description, `Several values, with ${SEPARATORS[format]} between them.`),
});

/** Appends our sentence to the document's description. */
export const withSentence = (description: unknown, remark: string): string =>
  joinTexts(typeof description === "string" ? description : "", remark);
