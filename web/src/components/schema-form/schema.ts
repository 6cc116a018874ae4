import { isObject, type JsonObject, numberIn, textIn, textsIn } from "../../format/json.ts";

/** JSON Schema as tools use it. Unsupported parts are edited as JSON. */
export type Schema = JsonObject;

export interface ObjectField {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

interface Variant {
  readonly title: string;
  readonly schema: Schema;
}

/** The kind of control that a schema needs. */
export type Shape =
  | { readonly kind: "object"; readonly fields: readonly ObjectField[] }
  | { readonly kind: "list"; readonly items: Schema; readonly min: number; readonly max: number }
  | { readonly kind: "choice"; readonly values: readonly unknown[]; readonly titles?: readonly string[] }
  | { readonly kind: "variants"; readonly variants: readonly Variant[] }
  | { readonly kind: "number"; readonly whole: boolean; readonly min?: number; readonly max?: number }
  | { readonly kind: "text" | "date" | "date-time" | "date-time-local" | "flag" | "json" };

/** Limits resolution of recursive schemas. */
const MAX_REFERENCES = 200;
const MAX_VARIANT_DEPTH = 5;

/** Resolves references and merges `allOf`. */
export const resolved = (schema: unknown, root: Schema, followed = { count: 0 }): Schema => {
  followed.count += 1;
  if (!isObject(schema) || followed.count > MAX_REFERENCES) return {};
  const { $ref, allOf, ...own } = schema;
  const parts = [
    ...(typeof $ref === "string" ? [resolved(resolveReference($ref, root), root, followed)] : []),
    ...(Array.isArray(allOf) ? allOf.map((part) => resolved(part, root, followed)) : []),
  ];
  return parts.length === 0 ? schema : [...parts, own].reduce(mergeSchemas);
};

/** Resolves references within the document only; nothing is fetched. */
const resolveReference = (ref: string, root: Schema): unknown => {
  if (!ref.startsWith("#")) return undefined;
  const steps = ref.slice(1).split("/").slice(1);
  return steps.reduce<unknown>((at, step) => {
    const name = unescaped(step);
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
};

const unescaped = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

const mergeSchemas = (first: Schema, second: Schema): Schema => ({
  ...first,
  ...second,
  ...(isObject(first["properties"]) &&
    isObject(second["properties"]) && { properties: { ...first["properties"], ...second["properties"] } }),
  ...(("required" in first || "required" in second) && {
    required: [...new Set([...textsIn(first["required"]), ...textsIn(second["required"])])],
  }),
});

export const shapeOf = (schema: Schema, root: Schema, depth = 0): Shape => {
  if (depth > MAX_VARIANT_DEPTH) return { kind: "json" };
  if ("const" in schema) return { kind: "choice", values: [schema["const"]] };
  if (Array.isArray(schema["enum"]))
    return { kind: "choice", values: schema["enum"], ...titlesIn(schema["enumNames"]) };
  const titled = titledChoice(schema, root);
  if (titled !== undefined) return titled;
  const variants = variantsOf(schema, root);
  if (variants.length > 1) return { kind: "variants", variants };
  const only = variants[0]?.schema;
  if (only !== undefined) return shapeOf(only, root, depth + 1);
  const shape = SHAPE_BUILDERS[String(typesOf(schema)[0])];
  return shape?.(schema, root) ?? { kind: "json" };
};

/** `enumNames`, from an earlier version of MCP. */
const titlesIn = (names: unknown): { titles?: readonly string[] } =>
  Array.isArray(names) ? { titles: names.map(String) } : {};

/** `oneOf: [{ const, title }, …]` is one choice with titled values, not a set of variants. */
const titledChoice = ({ oneOf, anyOf }: Schema, root: Schema): Shape | undefined => {
  const listed = [oneOf, anyOf].find((each) => Array.isArray(each)) as readonly unknown[] | undefined;
  const options = listed?.map((each) => resolved(each, root)) ?? [];
  if (options.length < 2 || !options.every((option) => "const" in option)) return undefined;
  const values = options.map((option) => option["const"]);
  return {
    kind: "choice",
    values,
    titles: options.map((option) => textIn(option["title"]) ?? String(option["const"])),
  };
};

/** JSON Schema has no format for local times, so the description's pattern identifies them. */
const LOCAL_TIME = /\bYYYY-MM-DDThh:mm\b/;

const SHAPE_BUILDERS: Readonly<Record<string, (schema: Schema, root: Schema) => Shape>> = {
  object: (schema, root) => {
    const fields = fieldsOf(schema, root);
    return fields.length === 0 ? { kind: "json" } : { kind: "object", fields };
  },
  array: (schema, root) =>
    isObject(schema["items"])
      ? {
          kind: "list",
          items: resolved(schema["items"], root),
          min: numberIn(schema["minItems"]) ?? 0,
          max: numberIn(schema["maxItems"]) ?? 1_000,
        }
      : { kind: "json" },
  string: ({ format, description }) => {
    if (format === "date" || format === "date-time") return { kind: format };
    return { kind: LOCAL_TIME.test(String(description)) ? "date-time-local" : "text" };
  },
  integer: (schema) => ({ kind: "number", whole: true, ...limitsOf(schema) }),
  number: (schema) => ({ kind: "number", whole: false, ...limitsOf(schema) }),
  boolean: () => ({ kind: "flag" }),
};

const limitsOf = (schema: Schema): { min?: number; max?: number } => {
  const step = schema["type"] === "integer" ? 1 : 0;
  const above = numberIn(schema["exclusiveMinimum"]);
  const below = numberIn(schema["exclusiveMaximum"]);
  const min = numberIn(schema["minimum"]) ?? (above === undefined ? undefined : above + step);
  const max = numberIn(schema["maximum"]) ?? (below === undefined ? undefined : below - step);
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
};

const fieldsOf = ({ properties, required }: Schema, root: Schema): ObjectField[] => {
  if (!isObject(properties)) return [];
  const needed = textsIn(required);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: resolved(schema, root),
    required: needed.includes(name),
  }));
};

/** Variants from oneOf, anyOf or several types. Branches that only list required fields are not variants. */
const variantsOf = (schema: Schema, root: Schema): Variant[] => {
  const { oneOf, anyOf, ...base } = schema;
  const listed = [oneOf, anyOf].find((each) => Array.isArray(each)) as readonly unknown[] | undefined;
  const options = listed?.map((each) => resolved(each, root)).filter((each) => each["type"] !== "null") ?? [];
  if (options.length > 0 && options.every(describesType)) {
    return options.map((option, index) => ({
      title: titleOf(option) ?? `Option ${index + 1}`,
      schema: mergeSchemas(base, option),
    }));
  }
  const types = typesOf(schema);
  return types.length > 1 ? types.map((type) => ({ title: type, schema: { ...base, type } })) : [];
};

const describesType = (schema: Schema): boolean =>
  ["type", "properties", "enum", "const", "oneOf", "anyOf"].some((keyword) => keyword in schema);

const titleOf = ({ title, const: only, properties, type }: Schema): string | undefined => {
  if (typeof title === "string") return title;
  if (only !== undefined) return String(only);
  if (isObject(properties)) return constantIn(properties) ?? Object.keys(properties).slice(0, 3).join(", ");
  return typeof type === "string" ? type : undefined;
};

/** The constant that distinguishes a variant, if it has one. */
const constantIn = (properties: Schema): string | undefined => {
  const tag = Object.values(properties).find((each) => isObject(each) && typeof each["const"] === "string");
  return isObject(tag) ? String(tag["const"]) : undefined;
};

/** The types without null, which means the same as omitting the value; inferred if missing. */
const typesOf = ({ type, properties, items }: Schema): string[] => {
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === "string" && each !== "null");
  if (isObject(properties)) return ["object"];
  return isObject(items) ? ["array"] : [];
};

/** Index of the first variant that the value matches, or 0. */
export const variantFor = (variants: readonly Variant[], value: unknown, root: Schema): number => {
  const problems = variants.findIndex(({ schema }) => couldMatch(schema, value, root, 0));
  return Math.max(problems, 0);
};

const MAX_DEPTH = 3;

const couldMatch = (schema: Schema, value: unknown, root: Schema, depth: number): boolean => {
  const shape = shapeOf(schema, root);
  switch (shape.kind) {
    case "object":
      return isObject(value) && constantsMatch(shape.fields, value, root) && hasOnlyFields(shape.fields, value);
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
      return depth > MAX_DEPTH || shape.variants.some((each) => couldMatch(each.schema, value, root, depth + 1));
    default:
      return typeof value === "string";
  }
};

type Fields = Extract<ReturnType<typeof shapeOf>, { kind: "object" }>["fields"];

const constantsMatch = (fields: Fields, value: Schema, root: Schema): boolean =>
  fields.every(({ name, schema }) => {
    const shape = shapeOf(schema, root);
    return shape.kind !== "choice" || shape.values.length !== 1 || value[name] === shape.values[0];
  });

const hasOnlyFields = (fields: Fields, value: Schema): boolean =>
  Object.keys(value).every((name) => fields.some((field) => field.name === name));
