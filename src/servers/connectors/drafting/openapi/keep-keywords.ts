import type { PatternCheck } from "../../../../mcp/tools/check-schema.ts";
import { shortened } from "../../../../mcp/tools/input-problem.ts";
import type { JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { isSafeValue } from "../document-text.ts";
import { fittingDefault } from "./fitting-default.ts";

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
/** Storage formats of numbers; they mean nothing to a caller. */
const STORAGE_FORMATS = new Set(["int32", "int64", "float", "double", "int", "long", "decimal"]);
const UNKNOWN_BYTES = "application/octet-stream";
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;
const LIMITS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;
const MOST_VALUES = 100;
const LARGEST_EXAMPLE = 100;
const LARGEST_DEFAULT = 1_000;

interface Keeping {
  readonly pattern: PatternCheck;
  note(sentence: string): void;
}

/** Converts the keywords that contain no schemas to JSON Schema 2020-12 and drops unknown ones. */
export const keepKeywords = (schema: JsonObject, { pattern, note }: Keeping): Schema => {
  const kept = {
    ...typeOf(schema, note),
    ...formatOf(schema),
    ...valuesOf(schema, note),
    ...limitsOf(schema),
    ...patternOf(schema, pattern, note),
  };
  return {
    ...kept,
    ...defaultOf(schema, kept, note),
    ...exampleOf(schema, note),
    ...(schema["deprecated"] === true && { deprecated: true }),
  };
};

const typeOf = ({ type }: JsonObject, note: Keeping["note"]): Schema => {
  if (type === undefined) return {};
  if (type === "file") return { type: "string" };
  const types = [type].flat().filter((each) => typeof each === "string");
  const known = types.filter((each) => TYPES.has(each));
  if (known.length < types.length || types.length === 0)
    note(`The type ${JSON.stringify(shortened(type))} is unknown.`);
  if (known.length === 0) return {};
  return { type: known.length === 1 ? known[0] : [...new Set(known)] };
};

const formatOf = (schema: JsonObject): Schema => {
  const { type, format, contentEncoding, contentMediaType } = schema;
  const isBytes = type === "file" || format === "binary" || format === "byte" || format === "base64";
  const mediaType = typeof contentMediaType === "string" &&
    /^[\w.+-]+\/[\w.+-]+$/.test(contentMediaType) && { contentMediaType };
  if (isBytes || contentEncoding === "base64" || contentMediaType === UNKNOWN_BYTES) {
    return { contentEncoding: "base64", ...(contentMediaType !== UNKNOWN_BYTES && mediaType) };
  }
  return {
    ...(typeof format === "string" && /^[\w.-]{1,40}$/.test(format) && !STORAGE_FORMATS.has(format) && { format }),
    ...mediaType,
  };
};

const valuesOf = (schema: JsonObject, note: Keeping["note"]): Schema => {
  const { enum: values, const: only } = schema;
  const isList = Array.isArray(values) && values.length > 0;
  const isShown = isList && values.length <= MOST_VALUES && isKept(values, note);
  if (isList && values.length > MOST_VALUES) note(`An enum of ${values.length} values was left open.`);
  return {
    ...(isShown && { enum: distinct(values) }),
    ...(only !== undefined && isKept(only, note) && { const: only }),
  };
};

const defaultOf = ({ default: preset }: JsonObject, kept: Schema, note: Keeping["note"]): Schema => {
  const isSmall = preset !== undefined && preset !== null && JSON.stringify(preset).length <= LARGEST_DEFAULT;
  if (!isSmall || !isKept(preset, note)) return {};
  const fitting = fittingDefault(preset, kept);
  if (fitting !== undefined) return { default: fitting };
  if (preset !== "") note(`The default ${shortened(JSON.stringify(preset))} does not fit and was left out.`);
  return {};
};

const isKept = (value: unknown, note: Keeping["note"]): boolean => {
  if (isSafeValue(value)) return true;
  note("A value was left out: it has hidden characters or looks like an instruction to a model.");
  return false;
};

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** Converts OpenAPI 3.0's boolean exclusive limits to numbers. */
const limitsOf = (schema: JsonObject): Schema => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const limits: Record<string, unknown> = {
    ...schema,
    ...(exclusiveMinimum === true && { exclusiveMinimum: minimum, minimum: undefined }),
    ...(exclusiveMaximum === true && { exclusiveMaximum: maximum, maximum: undefined }),
  };
  return Object.fromEntries(
    [
      ...LIMITS.filter((name) => Number.isFinite(limits[name]) && (name !== "multipleOf" || Number(limits[name]) > 0)),
      ...COUNTS.filter((name) => Number.isSafeInteger(limits[name]) && Number(limits[name]) >= 0),
      ...(limits["uniqueItems"] === true ? ["uniqueItems"] : []),
    ].map((name) => [name, limits[name]]),
  );
};

const patternOf = (schema: JsonObject, problemOf: PatternCheck, note: Keeping["note"]): Schema => {
  const pattern = schema["pattern"];
  if (typeof pattern !== "string") return {};
  if (!isKept(pattern, note)) return {};
  const problem = problemOf(pattern);
  if (problem === undefined) return { pattern };
  note(`The pattern ${shortened(pattern)} is not enforced: ${problem}.`);
  return {};
};

const exampleOf = ({ example, examples }: JsonObject, note: Keeping["note"]): Schema => {
  const first = example ?? (Array.isArray(examples) ? examples[0] : undefined);
  const text = first === undefined ? "" : JSON.stringify(first);
  // A reference is no value, and would lead nowhere in the tool.
  if (first === undefined || text.length > LARGEST_EXAMPLE || text.includes('"$ref"') || !isKept(first, note))
    return {};
  return { examples: [first] };
};
