import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { isSameSchema } from "./merge-schemas.ts";
import { objectShape, variantsOf } from "./object-shape.ts";
import { listOf, type References } from "./references.ts";

/** Variants of variants included. */
const MOST_VARIANTS = 200;

type Kind = "scalar" | "list" | "object";

/**
 * Merges the variants of a value to one schema for its scalars, one for its lists and one for its objects, without what
 * only some of them require. Undefined if one of them allows any value.
 */
export const mergeVariants = (variants: readonly unknown[], references: References): readonly unknown[] | undefined => {
  const kinds: Record<Kind, JsonObject[]> = { scalar: [], list: [], object: [] };
  for (const variant of flattened(variants, references)) {
    const kind = kindOf(variant, references);
    if (kind === undefined) return undefined;
    kinds[kind].push(variant);
  }
  const { scalar, list, object } = kinds;
  return [
    ...(scalar.length > 0 ? [scalarUnion(scalar)] : []),
    ...(list.length > 0 ? [listUnion(list)] : []),
    ...(object.length > 0 ? [objectUnion(object, references)] : []),
  ];
};

const flattened = (variants: readonly unknown[], references: References): readonly JsonObject[] => {
  const flat = new Set<JsonObject>();
  const passed = new Set<JsonObject>();
  const pending = [...variants];
  for (let next = pending.shift(); next !== undefined && flat.size < MOST_VARIANTS; next = pending.shift()) {
    const value = references.follow(next)?.value;
    if (value === undefined || passed.has(value)) continue;
    passed.add(value);
    const inner = variantsOf(value, references);
    if (inner.length > 0 && value["properties"] === undefined) pending.push(...inner);
    else flat.add(value);
  }
  return [...flat];
};

const kindOf = (schema: JsonObject, references: References): Kind | undefined => {
  const types = new Set([schema["type"]].flat().filter((type) => typeof type === "string" && type !== "null"));
  if (types.has("object") && types.size === 1) return "object";
  if (types.has("array") && types.size === 1) return "list";
  if (types.size > 0) return types.has("object") || types.has("array") ? undefined : "scalar";
  if (isJsonObject(schema["items"])) return "list";
  if (schema["const"] !== undefined || Array.isArray(schema["enum"])) return "scalar";
  if (objectShape(schema, references) !== undefined || schema["additionalProperties"] !== undefined) return "object";
  const part = references.follow(listOf(schema["allOf"])[0])?.value;
  return part === undefined || part["allOf"] !== undefined ? undefined : kindOf(part, references);
};

/** Keeps the keywords that all scalars have in common; types and allowed values are added up. */
const scalarUnion = (schemas: readonly JsonObject[]): JsonObject => {
  const [first = {}, ...others] = schemas;
  const shared = Object.entries(first).filter(([keyword, value]) =>
    others.every((other) => isSameSchema(other[keyword], value)),
  );
  const types = new Set(schemas.flatMap(({ type, const: only, enum: values }) => type ?? typesOf(values ?? [only])));
  if (types.has("number")) types.delete("integer");
  const values = schemas.map(({ const: only, enum: values }) => (only !== undefined ? [only] : values));
  const { const: _, enum: __, ...rest } = Object.fromEntries(shared);
  return {
    ...rest,
    type: types.size === 1 ? [...types][0] : [...types],
    ...(values.every(Array.isArray) && { enum: values.flat() }),
  };
};

const typesOf = (values: unknown): readonly string[] => [
  ...new Set(listOf(values).map((value) => (value === null ? "null" : typeof value))),
];

const listUnion = (schemas: readonly JsonObject[]): JsonObject => {
  const [first, ...others] = schemas.map(({ items }) => items);
  const items = others.every((other) => isSameSchema(first, other))
    ? first
    : { anyOf: schemas.map((schema) => schema["items"] ?? {}) };
  return { type: "array", items: isJsonObject(items) ? items : {} };
};

const objectUnion = (schemas: readonly JsonObject[], references: References): JsonObject => {
  const [only, ...others] = schemas;
  if (only !== undefined && others.length === 0) return only;
  const whole = { anyOf: schemas };
  return objectShape(whole, references) === undefined ? { type: "object", additionalProperties: true } : whole;
};
