import { isJsonObject } from "../../model/json.ts";

/** The field names of an object schema, computed once per schema. */
export interface Shape {
  readonly fields: ReadonlyMap<string, Shape>;
  readonly items: Shape;
  /** Unknown fields are kept: the schema allows them, or rejects them itself. */
  readonly open: boolean;
}

const FREE: Shape = {
  fields: new Map(),
  get items() {
    return FREE;
  },
  open: true,
};

/** With one of these keywords, `properties` may not name all allowed fields. */
const ADDS_FIELDS =
  "$ref $dynamicRef if not patternProperties propertyNames dependentSchemas unevaluatedProperties".split(" ");
const onlyRequires = (branches: unknown): boolean =>
  branches === undefined ||
  (Array.isArray(branches) && branches.every((branch) => Object.keys(branch).every((key) => key === "required")));

export const shapeOf = (schema: unknown): Shape => {
  if (!isJsonObject(schema) || ADDS_FIELDS.some((keyword) => keyword in schema)) return FREE;
  if (!["allOf", "anyOf", "oneOf"].every((keyword) => onlyRequires(schema[keyword]))) return FREE;
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return { ...FREE, items: shapeOf(schema["items"]) };
  return {
    fields: new Map(Object.entries(properties).map(([name, property]) => [name, shapeOf(property)])),
    items: shapeOf(schema["items"]),
    open: "additionalProperties" in schema,
  };
};

/** A field that was not copied, and the names that are known in its place. */
export interface DroppedField {
  readonly parent: string;
  readonly name: string;
  readonly known: ReadonlyMap<string, Shape>;
}

export const joinPath = (parent: string, name: string): string => (parent === "" ? name : `${parent}.${name}`);

/**
 * Copies a JSON value without the fields that its schema does not know. Always copies, because defaults are filled in
 * later and the value belongs to the caller. `__proto__` is an own field in parsed JSON and would set the prototype of
 * the copy, so it is always dropped.
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
