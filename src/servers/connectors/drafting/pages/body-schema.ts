import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Field } from "./section-fields.ts";

type Draft = Record<string, unknown>;

const DEEPEST = 12;

/** Adds what tables and lists say about fields to the schema that samples gave. */
export const withFields = (sampled: JsonObject, fields: readonly Field[], of: "input" | "output"): JsonObject => {
  const schema = structuredClone(sampled) as Draft;
  const decided = fields.filter((field) => field.isDecided).length * 2 >= fields.length && fields.length > 0;
  if (decided && of === "input") dropRequired(schema);
  for (const field of fields) {
    const place = placeOf(schema, field.steps);
    if (place === undefined) continue;
    const { parent, name } = place;
    const properties = propertiesOf(parent);
    const known = isJsonObject(properties[name]) ? (properties[name] as JsonObject) : {};
    properties[name] = merged(known, field);
    if (of === "output" || field.required === false) setRequired(parent, name, false);
    else if (field.required === true) setRequired(parent, name, true);
  }
  if (decided && of === "input") requireParents(schema, new Set(fields.map(({ steps }) => steps.at(-1) ?? "")));
  return schema;
};

const setRequired = (schema: Draft, name: string, isRequired: boolean): void => {
  const names = new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []);
  if (isRequired) names.add(name);
  else names.delete(name);
  if (names.size > 0) schema["required"] = [...names];
  else delete schema["required"];
};

/** An object with required fields is required too, unless it has a row of its own. */
const requireParents = (schema: Draft, described: ReadonlySet<string>, depth = 0): boolean => {
  if (depth > DEEPEST) return false;
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  for (const [name, part] of Object.entries(properties)) {
    if (!isJsonObject(part) || !requireParents(objectIn(part as Draft), described, depth + 1)) continue;
    if (part["type"] === "object" && !described.has(name)) setRequired(schema, name, true);
  }
  return Array.isArray(schema["required"]);
};

/** The types of a sample are facts; those of a table are words. */
const merged = (known: JsonObject, { schema, description }: Field): JsonObject => {
  const { type, format, items, ...rest } = schema as Draft;
  const isTyped = known["type"] !== undefined && !fits(known["type"], type);
  const values = isTyped && Array.isArray(rest["enum"]) ? {} : { ...rest };
  return {
    ...known,
    ...(isTyped || type === undefined ? {} : { type, ...(format !== undefined && { format }) }),
    ...(known["type"] === undefined || known["type"] === "string" ? (format === undefined ? {} : { format }) : {}),
    ...(known["items"] === undefined && items !== undefined ? { items } : {}),
    ...values,
    ...(description !== "" && { description }),
  };
};

const fits = (known: unknown, said: unknown): boolean =>
  known === said || said === undefined || (known === "integer" && said === "number");

/** Once a table decides, presence in a sample says nothing. */
const dropRequired = (schema: Draft, depth = 0): void => {
  if (depth > DEEPEST) return;
  delete schema["required"];
  for (const part of [
    schema["items"],
    ...Object.values(isJsonObject(schema["properties"]) ? schema["properties"] : {}),
  ]) {
    if (isJsonObject(part)) dropRequired(part as Draft, depth + 1);
  }
};

/** Finds the object that has, or gets, a field: from the root, or the only one further down with that name. */
const placeOf = (
  root: Draft,
  steps: readonly string[],
): { readonly parent: Draft; readonly name: string } | undefined => {
  const name = steps.at(-1);
  if (name === undefined || name === "__proto__" || steps.length > DEEPEST) return undefined;
  const start = objectIn(root);
  const [first = ""] = steps;
  const properties = isJsonObject(start["properties"]) ? start["properties"] : {};
  if (!Object.hasOwn(properties, first)) {
    const found = search(start, first);
    if (found.length === 1) return descend(found[0] as Draft, steps);
    if (found.length > 1 && steps.length === 1) return undefined;
  }
  return descend(start, steps);
};

const descend = (from: Draft, steps: readonly string[]): { readonly parent: Draft; readonly name: string } => {
  let parent = from;
  for (const step of steps.slice(0, -1)) {
    const properties = propertiesOf(parent);
    if (!isJsonObject(properties[step])) properties[step] = { type: "object" };
    const next = properties[step] as Draft;
    if (next["type"] === "array" && !isJsonObject(next["items"])) next["items"] = { type: "object" };
    parent = objectIn(next);
    parent["type"] ??= "object";
  }
  return { parent, name: steps.at(-1) as string };
};

const propertiesOf = (schema: Draft): Draft => {
  schema["properties"] ??= {};
  return schema["properties"] as Draft;
};

/** An array stands for its items. */
const objectIn = (schema: Draft, depth = 0): Draft =>
  schema["type"] === "array" && isJsonObject(schema["items"]) && depth <= DEEPEST
    ? objectIn(schema["items"] as Draft, depth + 1)
    : schema;

/** Objects that have a property of a name. */
const search = (schema: Draft, name: string, depth = 0): Draft[] => {
  if (depth > DEEPEST) return [];
  const own = objectIn(schema);
  const properties = isJsonObject(own["properties"]) ? own["properties"] : {};
  const here = Object.hasOwn(properties, name) ? [own] : [];
  return [
    ...here,
    ...Object.values(properties).flatMap((part) => (isJsonObject(part) ? search(part as Draft, name, depth + 1) : [])),
  ];
};
