import { isObject, numberIn, resolved, type Schema, type Shape, shapeOf, textIn, variantFor } from "./schema.ts";

export type Path = readonly (string | number)[];

/** What somebody typed as JSON and is none yet. */
export class Unparsed {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** `/passengers/0/firstName`: the key of a field's problem. */
export const pathKey = (path: Path): string => path.map((step) => `/${step}`).join("");

/** The same, of how the server names a field: `passengers[0].firstName`. */
export const fieldKey = (field: string): string =>
  field.startsWith("/") ? field : pathKey(field.split(/[.[\]]+/).filter(Boolean));

/** A copy with something else at a path; undefined takes it out. */
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
  // A field that was there keeps its place.
  return isObject(value) && step in value ? { ...value, [step]: inside } : { ...others, [step]: inside };
};

export const withoutItem = (list: readonly unknown[], index: number): unknown[] =>
  list.filter((_, each) => each !== index);

/** What is sent: without what nobody filled in. */
export const filledIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filledIn).filter((each) => each !== undefined);
  if (!isObject(value) || value instanceof Unparsed) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, filledIn(each)] as const);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
};

/** A date and time of UTC for the browser's own field, and back. Undefined: it cannot show this one. */
export const toLocalInput = (value: unknown): string | undefined => {
  if (value === undefined || value === "") return "";
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/.exec(String(value));
  return found?.[1];
};

export const fromLocalInput = (text: string): string | undefined => (text === "" ? undefined : `${text}:00Z`);

/** By `pathKey`: what is wrong with a field, in a sentence. */
export type Problems = Readonly<Record<string, string>>;

const DEEPEST_VARIANT = 5;

/** What can be seen without asking; the server has the last word. */
export const checkValue = (schema: Schema, value: unknown): Problems => {
  const found: Record<string, string> = {};
  const say = (path: Path, message: string): void => {
    found[pathKey(path)] ??= message;
  };
  look(resolved(schema, schema), value, true, [], { root: schema, say });
  return found;
};

interface Looking {
  readonly root: Schema;
  /** Of variants within variants. */
  readonly depth?: number;
  say(path: Path, message: string): void;
}

const look = (schema: Schema, value: unknown, required: boolean, path: Path, looking: Looking): void => {
  const missing = value === undefined || value === "";
  if (missing && required) looking.say(path, "This is required.");
  if (value instanceof Unparsed) looking.say(path, "This is not JSON yet.");
  if (missing || value instanceof Unparsed) return;
  const shape = shapeOf(schema, looking.root);
  const message = messageFor(shape, schema, value);
  if (message !== undefined) looking.say(path, message);
  lookInside(shape, value, path, looking);
};

const lookInside = (shape: Shape, value: unknown, path: Path, looking: Looking): void => {
  if (shape.kind === "object" && isObject(value)) {
    for (const { name, schema, required } of shape.fields)
      look(schema, value[name], required, [...path, name], looking);
  }
  if (shape.kind === "list" && Array.isArray(value)) {
    value.forEach((each, index) => {
      look(shape.items, each, true, [...path, index], looking);
    });
  }
  if (shape.kind === "variants") {
    const { root, depth = 0 } = looking;
    const chosen = shape.variants[variantFor(shape.variants, value, root)];
    if (chosen && depth < DEEPEST_VARIANT) look(chosen.schema, value, true, path, { ...looking, depth: depth + 1 });
  }
};

const messageFor = (shape: Shape, schema: Schema, value: unknown): string | undefined => {
  if (shape.kind === "number") return numberProblem(shape, value);
  if (shape.kind === "list" && Array.isArray(value)) {
    if (value.length < shape.least) return `At least ${shape.least} ${shape.least === 1 ? "is" : "are"} needed.`;
    if (value.length > shape.most) return `At most ${shape.most} are allowed.`;
  }
  return shape.kind === "text" && typeof value === "string" ? textProblem(schema, value) : undefined;
};

const numberProblem = ({ whole, least, most }: Extract<Shape, { kind: "number" }>, value: unknown) => {
  if (typeof value !== "number" || Number.isNaN(value)) return "This must be a number.";
  if (whole && !Number.isInteger(value)) return "This must be a whole number.";
  if (least !== undefined && value < least) return `This must be at least ${least}.`;
  return most !== undefined && value > most ? `This must be at most ${most}.` : undefined;
};

const textProblem = ({ minLength, maxLength, pattern }: Schema, value: string): string | undefined => {
  const [least, most, form] = [numberIn(minLength), numberIn(maxLength), textIn(pattern)];
  if (least !== undefined && value.length < least) return `This must have at least ${least} characters.`;
  if (most !== undefined && value.length > most) return `This must have at most ${most} characters.`;
  return form !== undefined && isHarmless(form) && !fits(form, value) ? `This must have the form ${form}.` : undefined;
};

/** A pattern of a stranger could keep the page busy for years: only those without groups and with few repeats are tried. */
const isHarmless = (pattern: string): boolean => {
  const repeats = pattern.match(/[*+]|\{\d+,\d*\}/g) ?? [];
  return pattern.length <= 100 && !/\(|\\[1-9k]/.test(pattern) && repeats.length <= 2;
};

const fits = (pattern: string, value: string): boolean => {
  try {
    return value.length > 1_000 || new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
};
