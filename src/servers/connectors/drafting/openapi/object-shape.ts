import { isJsonObject, type JsonObject, remembered } from "../../../../model/json.ts";
import { isSafeValue } from "../document-text.ts";
import { bothOf, isSameSchema } from "./merge-schemas.ts";
import { escapePointer, lastPart, listOf, type References } from "./references.ts";

/** All properties of a schema: its own, those of `allOf`, and those of its variants. */
export interface ObjectShape {
  /** More than one schema if variants disagree. */
  readonly properties: ReadonlyMap<string, readonly unknown[]>;
  readonly required: ReadonlySet<string>;
  /** Whether additional properties are allowed. */
  readonly isOpen: boolean;
  /** Number of merged variants. */
  readonly forms: number;
  /** Sentences about which properties its variants need. */
  readonly choices: readonly string[];
}

const MOST_ALTERNATIVES = 10;

const DEEPEST = 20;
const MOST_PROPERTIES = 500;
/** Small, valid schemas can grow exponentially when expanded. */
const MOST_VISITS = 2_000;

interface MutableShape {
  properties: Map<string, unknown[]>;
  required: Set<string>;
  isOpen: boolean;
  forms: number;
  /** For each choice between variants, the properties that each of them needs. */
  choices: (readonly string[])[];
}

interface Walk {
  readonly references: References;
  visits: number;
}

/** Returns undefined unless the schema is certainly an object with named properties. */
export const objectShape = (schema: unknown, references: References): ObjectShape | undefined => {
  const shape = shapeAt(schema, { references, visits: 0 }, new Set());
  if (shape === undefined || shape.properties.size === 0) return undefined;
  return { ...shape, choices: [...new Set(shape.choices.map(choiceSentence))] };
};

const choiceSentence = (alternatives: readonly string[]): string => {
  const more = alternatives.length - MOST_ALTERNATIVES;
  const shown = alternatives.slice(0, MOST_ALTERNATIVES).join("; ");
  return `Needs one of these: ${shown}${more > 0 ? `; or ${more} others` : ""}.`;
};

const shapeAt = (
  schema: unknown,
  walk: Walk,
  passed: ReadonlySet<unknown>,
  isParent = false,
): MutableShape | undefined => {
  const { references } = walk;
  const followed = references.follow(schema);
  if (followed === undefined || passed.has(followed.value)) return undefined;
  if (passed.size > DEEPEST || ++walk.visits > MOST_VISITS) return undefined;
  const { value, pointer } = followed;
  const types = [value["type"]].flat().filter((type) => type !== "null" && type !== undefined);
  if (types.some((type) => type !== "object")) return undefined;
  const inside = new Set([...passed, value]);
  const shape = ownShape(value);
  for (const part of listOf(value["allOf"])) {
    const added = shapeAt(part, walk, inside, true);
    if (added !== undefined) mergeInto(shape, added, "all");
  }
  const variants = variantsOf(value, references);
  const children =
    variants.length > 0 || isParent ? [] : childrenOf(value, pointer ?? pointerOf(value, references), references);
  const forms = variants.length > 0 ? variants : children.filter((child) => !inside.has(child));
  const shapes = forms.map((form) => shapeAt(form, walk, inside));
  if (shapes.some((form) => form === undefined)) return variants.length > 0 ? undefined : shape;
  if (shapes.length > 0) mergeForms(shape, value, forms, shapes as MutableShape[], variants.length > 0, references);
  return shape;
};

const mergeForms = (
  shape: MutableShape,
  schema: JsonObject,
  forms: readonly unknown[],
  shapes: readonly MutableShape[],
  isChoice: boolean,
  references: References,
): void => {
  const common = new Set([...shape.required, ...commonShape(shapes).required]);
  if (isChoice) mergeInto(shape, commonShape(shapes), "all");
  else for (const child of shapes) mergeInto(shape, child, "some");
  shape.forms = Math.max(shape.forms, shapes.length);
  const needs = shapes.map((form) => neededBy(form, common));
  const discriminator = discriminatorOf(schema, forms, references);
  if (discriminator === undefined) {
    const alternatives = [...new Set(needs.flat())];
    // A variant that needs nothing more is always possible.
    if (!alternatives.includes("") && alternatives.length > 1) shape.choices.push(alternatives);
    return;
  }
  const { property, values } = discriminator;
  const needed = values.flatMap((value, index) => {
    const names = needs[index]?.join(" or ");
    return names ? [`${shownName(value)} needs ${names}`] : [];
  });
  const description = needed.length === 0 ? {} : { description: `Decides what else is needed: ${needed.join("; ")}.` };
  shape.properties.set(property, [{ type: "string", enum: values, ...description }]);
  shape.required.add(property);
};

/** The alternatives of what a variant needs, because it can have variants itself. */
const neededBy = ({ required, choices }: MutableShape, common: ReadonlySet<string>): readonly string[] => {
  const names = [...required].filter((name) => !common.has(name)).map(shownName);
  const [alternatives, ...more] = choices;
  if (alternatives === undefined || more.length > 0) return [names.join(", ")];
  return alternatives.map((each) => [...names, each].join(", "));
};

/** Names come from the untrusted document and go into our own sentence. */
const shownName = (name: string): string => (/^[\w.$-]{1,64}$/.test(name) ? name : "another");

const ownShape = (value: JsonObject): MutableShape => {
  const { properties, required, additionalProperties } = value;
  const named = isJsonObject(properties) ? Object.entries(properties).slice(0, MOST_PROPERTIES) : [];
  return {
    properties: new Map(named.map(([name, property]) => [name, [property]])),
    required: new Set(listOf(required).filter((name) => typeof name === "string")),
    isOpen: additionalProperties === true || isJsonObject(additionalProperties),
    forms: 1,
    choices: [],
  };
};

/** Merges a shape into another: `all` if both apply, `some` if the second is one of several variants. */
const mergeInto = (shape: MutableShape, added: MutableShape, of: "all" | "some"): void => {
  for (const [name, schemas] of added.properties) {
    const known = shape.properties.get(name);
    const further = schemas.filter((schema) => !known?.some((other) => isSameSchema(other, schema)));
    if (known === undefined || of === "some") shape.properties.set(name, [...(known ?? []), ...further]);
    else if (further.length > 0) shape.properties.set(name, [bothOf(anyOf(known), anyOf(schemas))]);
  }
  shape.isOpen ||= added.isOpen;
  shape.forms = Math.max(shape.forms, added.forms);
  if (of === "some") return;
  for (const name of added.required) shape.required.add(name);
  shape.choices.push(...added.choices);
};

const anyOf = (schemas: readonly unknown[]): unknown => (schemas.length === 1 ? schemas[0] : { anyOf: schemas });

const commonShape = (shapes: readonly MutableShape[]): MutableShape => {
  const merged: MutableShape = { properties: new Map(), required: new Set(), isOpen: false, forms: 1, choices: [] };
  for (const shape of shapes) mergeInto(merged, shape, "some");
  const [first, ...others] = shapes;
  for (const name of first?.required ?? []) {
    if (others.every(({ required }) => required.has(name))) merged.required.add(name);
  }
  return merged;
};

/** Returns the variants of `oneOf` or `anyOf`, except null. */
export const variantsOf = (schema: JsonObject, references: References): readonly unknown[] => {
  const { oneOf, anyOf } = schema;
  return listOf(oneOf ?? anyOf).filter((variant) => references.follow(variant)?.value["type"] !== "null");
};

/** Finds schemas that inherit from one whose discriminator does not list them. */
const childrenOf = (schema: JsonObject, pointer: string | undefined, references: References): readonly JsonObject[] => {
  if (pointer === undefined || schema["discriminator"] === undefined) return [];
  const all = references.at("/components/schemas");
  return Object.values(isJsonObject(all) ? all : {}).filter(
    (child): child is JsonObject =>
      isJsonObject(child) &&
      listOf(child["allOf"]).some(
        (part) =>
          isJsonObject(part) && typeof part["$ref"] === "string" && references.pointerOf(part["$ref"]) === pointer,
      ),
  );
};

/** An object in OpenAPI 3, a name in Swagger 2.0. */
const discriminatorOf = (
  schema: JsonObject,
  variants: readonly unknown[],
  references: References,
): { readonly property: string; readonly values: readonly string[] } | undefined => {
  const { discriminator } = schema;
  const property = isJsonObject(discriminator) ? discriminator["propertyName"] : discriminator;
  if (typeof property !== "string" || property === "" || variants.length === 0) return undefined;
  const values = variants.map((variant) => discriminatorValue(schema, variant, references));
  return values.every((value) => value !== undefined) ? { property, values } : undefined;
};

/** Returns the discriminator value of a variant. */
export const discriminatorValue = (
  schema: JsonObject,
  variant: unknown,
  references: References,
): string | undefined => {
  const pointer = pointerOf(variant, references);
  if (pointer === undefined) return undefined;
  const { discriminator } = schema;
  const mapping = isJsonObject(discriminator) && isJsonObject(discriminator["mapping"]) ? discriminator["mapping"] : {};
  const name = lastPart(pointer);
  const mapped = Object.entries(mapping).find(
    ([, target]) => typeof target === "string" && (target === name || references.pointerOf(target) === pointer),
  );
  const value = mapped?.[0] ?? name;
  return isSafeValue(value) ? value : undefined;
};

/** The names of a document's schemas: searching thousands of them for every schema would take most of the time. */
const componentNames = new WeakMap<References, ReadonlyMap<unknown, string>>();

const namesOf = (references: References): ReadonlyMap<unknown, string> => {
  const all = references.at("/components/schemas");
  const entries = Object.entries(isJsonObject(all) ? all : {}).reverse();
  // Of several names, the first is kept.
  return new Map(entries.map(([name, schema]) => [schema, name]));
};

const pointerOf = (variant: unknown, references: References): string | undefined => {
  if (!isJsonObject(variant)) return undefined;
  if (typeof variant["$ref"] === "string") return references.pointerOf(variant["$ref"]);
  const name = remembered(componentNames, references, namesOf).get(variant);
  return name === undefined ? undefined : `/components/schemas/${escapePointer(name)}`;
};
