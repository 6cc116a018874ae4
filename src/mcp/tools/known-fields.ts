import type { Schema } from "../../model/schema.ts";

/** What an object schema says about the names of its fields, worked out once per schema. */
export interface Shape {
  readonly fields: ReadonlyMap<string, Shape>;
  readonly items: Shape;
  /** Fields it does not name are passed on: the schema allows them, or refuses them itself. */
  readonly open: boolean;
}

const FREE: Shape = {
  fields: new Map(),
  get items() {
    return FREE;
  },
  open: true,
};

/** With one of these the known names are not all in `properties`; guessing would drop what is allowed. */
const ADDS_FIELDS = [
  "$ref",
  "$dynamicRef",
  "if",
  "not",
  "patternProperties",
  "propertyNames",
  "dependentSchemas",
  "unevaluatedProperties",
];
const onlyRequires = (branches: unknown): boolean =>
  branches === undefined ||
  (Array.isArray(branches) && branches.every((branch) => Object.keys(branch).every((key) => key === "required")));

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

export const shapeOf = (schema: unknown): Shape => {
  if (!isSchema(schema) || ADDS_FIELDS.some((keyword) => keyword in schema)) return FREE;
  if (!["allOf", "anyOf", "oneOf"].every((keyword) => onlyRequires(schema[keyword]))) return FREE;
  const properties = schema["properties"];
  if (!isSchema(properties)) return { ...FREE, items: shapeOf(schema["items"]) };
  return {
    fields: new Map(Object.entries(properties).map(([name, property]) => [name, shapeOf(property)])),
    items: shapeOf(schema["items"]),
    open: "additionalProperties" in schema,
  };
};

/** A field that was left out of the copy, and the names that would have been known in its place. */
export interface DroppedField {
  readonly parent: string;
  readonly name: string;
  readonly known: ReadonlyMap<string, Shape>;
}

export const joinPath = (parent: string, name: string): string => (parent === "" ? name : `${parent}.${name}`);

/**
 * Copies a JSON value without the fields its schema does not know. Always a copy: defaults are filled into it, and the
 * value belongs to whoever sent it. `__proto__` is an ordinary own field in parsed JSON and would set the prototype
 * when copied, so it is never known.
 */
export const copyKnown = (shape: Shape, value: unknown, path: string, dropped: DroppedField[]): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((entry, index) => copyKnown(shape.items, entry, `${path}[${index}]`, dropped));
  }
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const known = shape.fields.get(name) ?? (shape.open && name !== "__proto__" ? FREE : undefined);
    if (known === undefined) dropped.push({ parent: path, name, known: shape.fields });
    else copy[name] = copyKnown(known, field, joinPath(path, name), dropped);
  }
  return copy;
};
