import { isObject, numberIn, textIn } from "../../format/json.ts";
import { resolved, type Schema, type Shape, shapeOf, variantFor } from "./schema.ts";

export type Path = readonly (string | number)[];

/** Text in a JSON field that does not parse yet. */
export class Unparsed {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The key of a field's problem, such as `/passengers/0/firstName`. */
export const pathKey = (path: Path): string => path.map((step) => `/${step}`).join("");

/** Converts the server's field path, such as `passengers[0].firstName`, to a `pathKey`. */
export const fieldKey = (field: string): string =>
  field.startsWith("/") ? field : pathKey(field.split(/[.[\]]+/).filter(Boolean));

/** Returns a copy with `next` at the path; undefined removes the value. */
export const withValue = (value: unknown, path: Path, next: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = withValue(list[step], rest, next);
    return list;
  }
  const { [step]: before, ...others } = isObject(value) ? value : {};
  const inside = withValue(before, rest, next);
  if (inside === undefined) return others;
  // Keep the order of existing fields.
  return isObject(value) && step in value ? { ...value, [step]: inside } : { ...others, [step]: inside };
};

export const withoutItem = (list: readonly unknown[], index: number): unknown[] =>
  list.filter((_, each) => each !== index);

/** Removes empty fields before sending. */
export const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((each) => each !== undefined);
  if (!isObject(value) || value instanceof Unparsed) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withoutEmpty(each)] as const);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
};

/** Converts a UTC date-time to the value of a datetime-local input. Undefined if the input cannot represent it. */
export const toLocalInput = (value: unknown): string | undefined => {
  if (value === undefined || value === "") return "";
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/.exec(String(value));
  return match?.[1];
};

export const fromLocalInput = (text: string): string | undefined => (text === "" ? undefined : `${text}:00Z`);

/** Error messages by `pathKey`. */
export type Problems = Readonly<Record<string, string>>;

const MAX_VARIANT_DEPTH = 5;

/** Client-side validation; the server has the final say. */
export const checkValue = (schema: Schema, value: unknown): Problems => {
  const problems: Record<string, string> = {};
  const report = (path: Path, message: string): void => {
    problems[pathKey(path)] ??= message;
  };
  checkSchema(resolved(schema, schema), value, true, [], { root: schema, report });
  return problems;
};

interface CheckContext {
  readonly root: Schema;
  /** Nesting depth of variants. */
  readonly depth?: number;
  report(path: Path, message: string): void;
}

const checkSchema = (schema: Schema, value: unknown, required: boolean, path: Path, context: CheckContext): void => {
  const missing = value === undefined || value === "";
  if (missing && required) context.report(path, "This is required.");
  if (value instanceof Unparsed) context.report(path, "Not valid JSON yet.");
  if (missing || value instanceof Unparsed) return;
  const shape = shapeOf(schema, context.root);
  const message = messageFor(shape, schema, value);
  if (message !== undefined) context.report(path, message);
  checkChildren(shape, value, path, context);
};

const checkChildren = (shape: Shape, value: unknown, path: Path, context: CheckContext): void => {
  if (shape.kind === "object" && isObject(value)) {
    for (const { name, schema, required } of shape.fields)
      checkSchema(schema, value[name], required, [...path, name], context);
  }
  if (shape.kind === "list" && Array.isArray(value)) {
    value.forEach((each, index) => {
      checkSchema(shape.items, each, true, [...path, index], context);
    });
  }
  if (shape.kind === "variants") {
    const { root, depth = 0 } = context;
    const chosen = shape.variants[variantFor(shape.variants, value, root)];
    if (chosen && depth < MAX_VARIANT_DEPTH)
      checkSchema(chosen.schema, value, true, path, { ...context, depth: depth + 1 });
  }
};

const messageFor = (shape: Shape, schema: Schema, value: unknown): string | undefined => {
  if (shape.kind === "number") return numberProblem(shape, value);
  if (shape.kind === "list" && Array.isArray(value)) {
    if (value.length < shape.min) return `At least ${shape.min} ${shape.min === 1 ? "is" : "are"} needed.`;
    if (value.length > shape.max) return `At most ${shape.max} are allowed.`;
  }
  return shape.kind === "text" && typeof value === "string" ? textProblem(schema, value) : undefined;
};

const numberProblem = ({ whole, min, max }: Extract<Shape, { kind: "number" }>, value: unknown) => {
  if (typeof value !== "number" || Number.isNaN(value)) return "This must be a number.";
  if (whole && !Number.isInteger(value)) return "This must be a whole number.";
  if (min !== undefined && value < min) return `This must be at least ${min}.`;
  return max !== undefined && value > max ? `This must be at most ${max}.` : undefined;
};

const textProblem = ({ minLength, maxLength, pattern }: Schema, value: string): string | undefined => {
  const [min, max, form] = [numberIn(minLength), numberIn(maxLength), textIn(pattern)];
  if (min !== undefined && value.length < min) return `This must have at least ${min} characters.`;
  if (max !== undefined && value.length > max) return `This must have at most ${max} characters.`;
  return form !== undefined && isSafePattern(form) && !matches(form, value)
    ? `This must match the pattern ${form}.`
    : undefined;
};

/** Untrusted patterns could backtrack for years, so only patterns without groups and with few quantifiers are tried. */
const isSafePattern = (pattern: string): boolean => {
  const repeats = pattern.match(/[*+]|\{\d+,\d*\}/g) ?? [];
  return pattern.length <= 100 && !/\(|\\[1-9k]/.test(pattern) && repeats.length <= 2;
};

const matches = (pattern: string, value: string): boolean => {
  try {
    return value.length > 1_000 || new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
};
