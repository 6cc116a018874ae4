import type { ErrorObject } from "ajv";
import { type InputProblem, shortened } from "./input-problem.ts";
import { joinPath } from "./known-fields.ts";
import { nearestName } from "./nearest-name.ts";

type Keywords = Readonly<Record<string, unknown>>;
interface Requirement {
  /** Completes "origin must …". */
  readonly must: string;
  readonly allowed?: readonly unknown[] | string;
  readonly hint?: string | undefined;
}

/** Converts `/passengers/0/firstName` to `passengers[0].firstName`. */
const fieldPath = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`;
      return path === "" ? part : `${path}.${part}`;
    }, "");

const shown = (value: unknown): string => {
  const short = shortened(value);
  if (typeof short === "string") return short === value || typeof value === "string" ? `'${short}'` : short;
  return JSON.stringify(short);
};

const listed = (values: readonly unknown[]): string => {
  const texts = values.map(String);
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
};

const TYPES: Record<string, string> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

const FORMATS: Record<string, (value: string) => Requirement> = {
  date: (value) => {
    const date = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
    const hint =
      date === undefined
        ? "Write the year first, then month and day, such as 2026-12-15."
        : date === value
          ? "There is no such day in the calendar."
          : `Leave out the time: ${date}.`;
    return { must: "be a date written YYYY-MM-DD", allowed: "YYYY-MM-DD", hint };
  },
  "date-time": (value) => {
    const [, date, time = "10:00", seconds = ":00"] =
      /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d)?)?/.exec(value) ?? [];
    const corrected = `${date ?? "2026-12-15"}T${time}${seconds}-05:00`;
    const hint = `Give date, time and UTC offset, such as ${corrected}, or Z in place of the offset for UTC.`;
    return { must: "be a date and time with UTC offset", allowed: "YYYY-MM-DDThh:mm:ss±hh:mm", hint };
  },
  "local-date-time": (value) => {
    const [, date = "2026-12-15", time = "10:00"] = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d))?/.exec(value) ?? [];
    const hint = `Give date and time, such as ${date}T${time}, local at the place; or add seconds and UTC offset.`;
    return { must: "be a date and time", allowed: "YYYY-MM-DDThh:mm or YYYY-MM-DDThh:mm:ss±hh:mm", hint };
  },
  email: () => ({ must: "be an e-mail address", allowed: "an e-mail address such as ada@example.com" }),
  uuid: () => ({ must: "be a UUID", allowed: "a UUID such as 123e4567-e89b-42d3-a456-426614174000" }),
};

const range = (schema: Keywords, least: string, most: string): string => {
  const [from, to] = [schema[least], schema[most]];
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  return from === undefined ? `at most ${to}` : `at least ${from}`;
};
const within =
  (least: string, most: string, say: (range: string) => string) =>
  ({ parentSchema = {} }: ErrorObject): Requirement => {
    const allowed = range(parentSchema, least, most);
    return { must: say(allowed), allowed };
  };
const number = within("minimum", "maximum", (allowed) => `be ${allowed}`);
const exclusive = ({ params }: ErrorObject): Requirement => ({
  must: `be ${params["comparison"]} ${params["limit"]}`,
  allowed: `${params["comparison"]} ${params["limit"]}`,
});
const counted = (allowed: string, one: string, many: string) => `have ${allowed} ${/ 1$/.test(allowed) ? one : many}`;
const length = within("minLength", "maxLength", (allowed) => counted(allowed, "character", "characters"));
const entries = within("minItems", "maxItems", (allowed) => counted(allowed, "entry", "entries"));

const SIMPLE_EXAMPLES: Record<string, unknown> = { integer: 1, number: 1, boolean: true, string: "…" };

/** Returns a minimal value of the right shape, with the required fields only. */
const example = (schema: Keywords, depth = 0): unknown => {
  const { type, properties = {}, required = [], items = {} } = schema;
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices[0];
  if (depth > 3) return "…";
  if (type === "array") return [example(items as Keywords, depth + 1)];
  if (type === "object") {
    const fields = properties as Record<string, Keywords>;
    const names = (required as readonly string[]).filter((name) => fields[name] !== undefined);
    return Object.fromEntries(names.map((name) => [name, example(fields[name] as Keywords, depth + 1)]));
  }
  return schema["default"] ?? schema["minimum"] ?? SIMPLE_EXAMPLES[String(type)] ?? "…";
};

const MAX_EXAMPLE_LENGTH = 300;
const exampleOf = (schema: Keywords): string => {
  const text = JSON.stringify(example(schema));
  return text.length <= MAX_EXAMPLE_LENGTH ? text : `${text.slice(0, MAX_EXAMPLE_LENGTH)}…`;
};

/** By JSON Schema keyword. Other keywords use the message of the validator. */
const REQUIREMENTS: Record<string, (error: ErrorObject) => Requirement> = {
  type: ({ schema, parentSchema }) => {
    const allowed = listed([schema].flat().map((type) => TYPES[String(type)] ?? type));
    const isNested = (schema === "object" || schema === "array") && parentSchema !== undefined;
    return { must: `be ${allowed}`, allowed, hint: isNested ? `Write it as ${exampleOf(parentSchema)}.` : undefined };
  },
  enum: ({ schema, data }) => {
    const allowed = schema as readonly unknown[];
    const near = typeof data === "string" ? nearestName(data, allowed.map(String)) : undefined;
    return { must: `be one of ${listed(allowed)}`, allowed, hint: near && `Did you mean ${near}?` };
  },
  const: ({ schema }) => ({ must: `be ${shown(schema)}`, allowed: [schema] }),
  pattern: ({ schema }) => {
    const allowed = patternWords(String(schema)) ?? `text that matches ${schema}`;
    return { must: `be ${allowed}`, allowed };
  },
  format: ({ schema, data }) =>
    FORMATS[String(schema)]?.(String(data)) ?? { must: `be a valid ${schema}`, allowed: String(schema) },
  minimum: number,
  maximum: number,
  exclusiveMinimum: exclusive,
  exclusiveMaximum: exclusive,
  minLength: length,
  maxLength: length,
  minItems: entries,
  maxItems: entries,
  uniqueItems: () => ({ must: "not name the same entry twice" }),
};

const requirementOf = (error: ErrorObject): Requirement =>
  REQUIREMENTS[error.keyword]?.(error) ?? { must: error.message?.replace(/^must /, "") ?? "fit its schema" };

/** An `anyOf` that only lists required names is a choice of fields, such as contactEmail or contactPhone. */
const choiceOf = ({ keyword, schema }: ErrorObject): string[] | undefined => {
  if (keyword !== "anyOf" || !Array.isArray(schema)) return undefined;
  const names = schema.map((branch: Keywords) => branch["required"]);
  return names.every((name): name is string[] => Array.isArray(name))
    ? names.map((name) => name.join(" and "))
    : undefined;
};

/** Explains a validation error to the sender of the value. `subject` names the whole value, such as "bookFlight". */
export const explainSchemaError = (error: ErrorObject, subject: string): InputProblem => {
  const path = fieldPath(error.instancePath);
  if (error.keyword === "required") {
    const field = joinPath(path, String(error.params["missingProperty"]));
    return { field, message: `${field} is required.` };
  }
  if (error.keyword === "additionalProperties") {
    const name = String(error.params["additionalProperty"]);
    const near = nearestName(name, Object.keys((error.parentSchema?.["properties"] as object) ?? {}));
    const field = joinPath(path, name);
    return {
      field,
      message: `"${field}" is not a field of ${subject}.`,
      ...(near && { hint: `Did you mean "${near}"?` }),
    };
  }
  const choice = choiceOf(error);
  if (choice !== undefined) {
    const field = joinPath(path, String(choice[0]));
    return { field, message: `${path === "" ? subject : path} needs ${listed(choice)}.`, allowed: choice };
  }
  const { must, allowed, hint } = requirementOf(error);
  return {
    field: path,
    value: shortened(error.data),
    message: `${path === "" ? "The input" : path} must ${must}, got ${shown(error.data)}.`,
    ...(allowed !== undefined && { allowed }),
    ...(hint !== undefined && { hint }),
  };
};

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const countWord = (count: number): string => COUNTS[count] ?? String(count);

const CHARACTER_CLASSES: Record<string, string> = {
  "[A-Z]": "capital letter",
  "[a-z]": "small letter",
  "[A-Za-z]": "letter",
  "[a-zA-Z]": "letter",
  "[A-Z0-9]": "capital letter or digit",
  "[0-9]": "digit",
  "\\d": "digit",
};

const PIECE = /(?<class>\[[^\]]+\]|\\d)(?:\{(?<least>\d+)(?<range>,(?<most>\d*))?\})?|(?<literal>[A-Za-z0-9_:/ -]+)/y;

const plural = (noun: string, count: string) => (count === "1" ? noun : noun.replace(/(letter|digit)/g, "$1s"));

const words = (piece: RegExpExecArray): string | undefined => {
  const { class: characters, least = "1", range, most, literal } = piece.groups ?? {};
  if (literal !== undefined) return `"${literal}"`;
  const noun = CHARACTER_CLASSES[characters ?? ""];
  if (noun === undefined) return undefined;
  if (range === undefined) return `${countWord(Number(least))} ${plural(noun, least)}`;
  return most === "" ? `${least} or more ${plural(noun, "2")}` : `${least} to ${most} ${plural(noun, "2")}`;
};

/** Writes `^[A-Z]{3}$` as "three capital letters"; returns undefined for a pattern that words do not make simpler. */
export const patternWords = (pattern: string): string | undefined => {
  if (!pattern.startsWith("^") || !pattern.endsWith("$")) return undefined;
  const body = pattern.slice(1, -1);
  const parts: string[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < body.length) {
    const piece = PIECE.exec(body);
    const text = piece === null ? undefined : words(piece);
    if (text === undefined) return undefined;
    parts.push(text);
  }
  return parts.length === 0 ? undefined : parts.join(" and then ");
};
