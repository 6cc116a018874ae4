import { isObject, type Schema, shapeOf, type Variant } from "./schema.ts";

/** Which of the variants a value was filled in for; the first, if none or all could be. */
export const variantFor = (variants: readonly Variant[], value: unknown, root: Schema): number => {
  const found = variants.findIndex(({ schema }) => couldBe(schema, value, root, 0));
  return Math.max(found, 0);
};

const DEEPEST = 3;

const couldBe = (schema: Schema, value: unknown, root: Schema, depth: number): boolean => {
  const shape = shapeOf(schema, root);
  switch (shape.kind) {
    case "object":
      return isObject(value) && constantsFit(shape.fields, value, root) && hasOnly(shape.fields, value);
    case "list":
      return Array.isArray(value);
    case "choice":
      return shape.values.includes(value);
    case "number":
      return typeof value === "number" && (!shape.whole || Number.isInteger(value));
    case "flag":
      return typeof value === "boolean";
    case "json":
      return true;
    case "variants":
      return depth > DEEPEST || shape.variants.some((each) => couldBe(each.schema, value, root, depth + 1));
    default:
      return typeof value === "string";
  }
};

type Fields = Extract<ReturnType<typeof shapeOf>, { kind: "object" }>["fields"];

const constantsFit = (fields: Fields, value: Schema, root: Schema): boolean =>
  fields.every(({ name, schema }) => {
    const shape = shapeOf(schema, root);
    return shape.kind !== "choice" || shape.values.length !== 1 || value[name] === shape.values[0];
  });

const hasOnly = (fields: Fields, value: Schema): boolean =>
  Object.keys(value).every((name) => fields.some((field) => field.name === name));
