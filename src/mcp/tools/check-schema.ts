import { createHash } from "node:crypto";
import type { ErrorObject } from "ajv";
import type { Schema } from "../../model/schema.ts";
import { cleanText, hidesSomething } from "./clean-text.ts";
import { explainSchemaError } from "./explain-schema-error.ts";
import { isTooDeep } from "./foreign-json.ts";
import type { LinearRegExp } from "./foreign-schemas.ts";
import { type InputProblem, MAX_PROBLEMS, shortened } from "./input-problem.ts";
import { joinPath } from "./known-fields.ts";
import { childrenOf, cleanSchema, type Subschema, subschemasOf } from "./subschemas.ts";
import type { Validators } from "./validators.ts";

export interface SchemaChecks {
  readonly meta: MetaCheck;
  readonly pattern: PatternCheck;
  /** The validators for foreign schemas. */
  readonly validators: Validators;
}

export const MAX_SCHEMA_BYTES = 32_768;
const MAX_LEVELS = 20;
/** The maximum number of schemas that may apply to one value, including referenced ones. */
const MAX_AT_ONCE = 1_000;

const BY_PLACE = "Refer to parts of the schema by their place, such as #/$defs/address.";
/** They redirect references; `$async` would make every check return a promise, which is truthy. */
const FORBIDDEN = {
  $id: BY_PLACE,
  $anchor: BY_PLACE,
  $dynamicAnchor: BY_PLACE,
  $dynamicRef: "Use $ref.",
  $recursiveAnchor: BY_PLACE,
  $recursiveRef: "Use $ref.",
  $vocabulary: "Leave it out: schemas are read as JSON Schema 2020-12.",
  $async: "Leave it out.",
} as const;

const fieldAt = (parts: readonly string[]): string =>
  parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : joinPath(path, part)), "");

/** Checks a schema from outside. Returns a copy with clean texts, and adds its problems to `problems`. */
export const checkSchema = (
  raw: Schema,
  path: readonly string[],
  problems: InputProblem[],
  { meta, pattern, validators }: SchemaChecks,
): Schema => {
  const before = problems.length;
  const report: Report = (message, details = {}, at = []) => {
    const field = fieldAt([...path, ...at]);
    problems.push({ field, message: `${field} ${message}`, ...details });
  };

  const bytes = isTooDeep(raw, MAX_LEVELS) ? undefined : Buffer.byteLength(JSON.stringify(raw));
  if (bytes === undefined) {
    report(`must not nest deeper than ${MAX_LEVELS} levels.`, { allowed: `at most ${MAX_LEVELS} levels` });
    return raw;
  }
  if (bytes > MAX_SCHEMA_BYTES) {
    const allowed = `at most ${MAX_SCHEMA_BYTES} bytes as JSON`;
    report(`must be ${allowed}, got ${bytes}.`, { allowed, hint: "Shorten texts, or split the function." });
    return raw;
  }

  const { $schema: _dialect, $id: _name, ...rest } = cleanSchema(raw);
  const schema: Schema = { ...rest, type: rest["type"] ?? "object" };
  for (const error of meta(schema).slice(0, MAX_PROBLEMS)) {
    problems.push(explainSchemaError({ ...error, instancePath: pointer(path) + error.instancePath }, "JSON Schema"));
  }
  if (problems.length > before) return schema;

  if (schema["type"] !== "object") {
    report(`must be a schema of type object, got ${JSON.stringify(schema["type"])}.`, {
      value: schema["type"],
      allowed: ["object"],
      hint: "Put the value into a property of an object.",
    });
  }
  const all = subschemasOf(schema);
  for (const subschema of all.values()) {
    if (problems.length - before >= MAX_PROBLEMS) return schema;
    checkKeywords(subschema, all, report);
    checkPatterns(subschema, pattern, report);
  }
  if (problems.length > before) return schema;

  const atOnce = maxAtOnce(all);
  if (atOnce === "endless") {
    report("refers to itself without descending into a property or an entry, so checking a value would never end.");
  } else if (atOnce > MAX_AT_ONCE) {
    const allowed = `at most ${MAX_AT_ONCE}`;
    report(`makes ${atOnce > 1e6 ? "millions of" : atOnce} schemas apply to one value: ${allowed} are allowed.`, {
      allowed,
      hint: "Refer to each definition once where allOf, anyOf and oneOf lead to the same one.",
    });
  } else {
    compile(schema, validators, report);
  }
  return schema;
};

type Report = (message: string, details?: Omit<InputProblem, "message" | "field">, at?: readonly string[]) => void;

const pointer = (path: readonly string[]): string => path.map((part) => `/${part}`).join("");

const checkKeywords = ({ schema, path }: Subschema, all: ReadonlyMap<string, Subschema>, report: Report): void => {
  for (const [keyword, hint] of Object.entries(FORBIDDEN)) {
    if (Object.hasOwn(schema, keyword)) report("is not allowed.", { hint }, [...path, keyword]);
  }
  for (const name of Object.keys((schema["properties"] as object | undefined) ?? {})) {
    if (!hidesSomething(name)) continue;
    report("has hidden characters in its name.", {}, [...path, "properties", cleanText(name).slice(0, 50)]);
  }
  const reference = schema["$ref"];
  if (typeof reference !== "string" || all.has(placeOf(reference) ?? "?")) return;
  const remote = !reference.startsWith("#");
  report(
    remote ? "must not refer to another document." : "refers to nothing in this schema.",
    {
      value: shortened(reference),
      allowed: "a place in the same schema, such as #/$defs/address",
      hint: remote ? "Copy what it refers to into $defs." : "Define it under $defs, and refer to it from there.",
    },
    [...path, "$ref"],
  );
};

/** Converts a reference such as `#/$defs/a` to its JSON Pointer. */
const placeOf = (reference: string): string | undefined => {
  if (!reference.startsWith("#")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
};

const checkPatterns = ({ schema, path }: Subschema, problemOf: PatternCheck, report: Report): void => {
  const { pattern, patternProperties } = schema;
  const all: (readonly [pattern: string, keyword: string])[] = [
    ...(typeof pattern === "string" ? [[pattern, "pattern"] as const] : []),
    ...Object.keys(patternProperties ?? {}).map((name) => [name, "patternProperties"] as const),
  ];
  for (const [value, keyword] of all) {
    const problem = problemOf(value);
    if (problem === undefined) continue;
    report(
      `must be a regular expression that takes linear time: ${problem}.`,
      {
        value: shortened(value),
        allowed: "an ECMAScript regular expression without look-around and back references",
        hint: "Write it in a simpler way, or leave it to the tool to check the value.",
      },
      [...path, keyword],
    );
  }
};

/** Keywords that apply further schemas to the same value. */
const IN_PLACE = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"]);

const maxAtOnce = (all: ReadonlyMap<string, Subschema>): number | "endless" => {
  const counts = new Map<Schema, number>();
  const count = (schema: Schema): number => {
    const known = counts.get(schema);
    if (known !== undefined) return known;
    // A schema reached again before it has been counted refers to itself.
    counts.set(schema, Number.POSITIVE_INFINITY);
    const reference = schema["$ref"];
    const target = typeof reference === "string" ? all.get(placeOf(reference) ?? "?")?.schema : undefined;
    const beside = childrenOf(schema).filter(([[keyword = ""]]) => IN_PLACE.has(keyword));
    const sum = [...beside.map(([, child]) => child), ...(target ? [target] : [])].reduce((n, s) => n + count(s), 1);
    counts.set(schema, sum);
    return sum;
  };
  const most = Math.max(...[...all.values()].map(({ schema }) => count(schema)));
  return Number.isFinite(most) ? most : "endless";
};

const MAX_COMPILED = 1_000;
/** Digests of schemas that can be compiled: the tools of an API share many. */
const compiled = new Set<string>();

const compile = (schema: Schema, validators: Validators, report: Report): void => {
  const digest = createHash("sha256").update(JSON.stringify(schema)).digest("base64");
  if (compiled.has(digest)) return;
  try {
    validators.input(schema);
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.add(digest);
  } catch (error) {
    report(`cannot be used: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}.`);
  }
};

/** Checks a schema against the meta-schema of 2020-12; returns one error per place. */
type MetaCheck = (schema: Schema) => readonly ErrorObject[];

/** Their branches report the details. */
const UNSPECIFIC = new Set(["anyOf", "allOf", "$ref", "$dynamicRef"]);

const compileMetaCheck = async (): Promise<MetaCheck> => {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  // The formats concern regular expressions and references, which are checked separately.
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, verbose: true, validateFormats: false });
  return (schema) => {
    const errors = new Map<string, ErrorObject>();
    for (const error of ajv.validateSchema(schema) === true ? [] : (ajv.errors ?? [])) {
      if (UNSPECIFIC.has(error.keyword)) continue;
      if (!errors.has(error.instancePath) || error.keyword === "enum") errors.set(error.instancePath, error);
    }
    return [...errors.values()];
  };
};

let loading: Promise<MetaCheck> | undefined;

/** Compiled on first use, because compiling the meta-schema is slow. */
export const loadMetaCheck = (): Promise<MetaCheck> => {
  loading ??= compileMetaCheck();
  return loading;
};

/** For all patterns of one tool together. */
const MAX_INSTRUCTIONS = 20_000;
const MAX_INSTRUCTIONS_OF_ONE = 5_000;
const MAX_PATTERN_LENGTH = 1_000;

/** Returns why a pattern cannot be used, as the end of a sentence, or undefined. Create one check per tool. */
export type PatternCheck = (pattern: string) => string | undefined;

export const createPatternCheck = (linearRegExp: (pattern: string) => LinearRegExp): PatternCheck => {
  let left = MAX_INSTRUCTIONS;
  return (pattern) => {
    if (pattern.length > MAX_PATTERN_LENGTH) return `it is longer than ${MAX_PATTERN_LENGTH} characters`;
    if (left <= 0) return "the patterns before it in this tool are already too large together";
    try {
      // Clients compile patterns with this flag; some reject the whole tool list over an invalid pattern.
      new RegExp(pattern, "u");
      const instructions = linearRegExp(pattern).programSize();
      left -= instructions;
      return instructions > MAX_INSTRUCTIONS_OF_ONE ? "its repetitions make it too large" : undefined;
    } catch (error) {
      return reasonOf(error);
    }
  };
};

/** Strips the pattern, which both engines repeat in their messages. */
const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const reason = /^Invalid regular expression: .*: (.*)$/s.exec(message)?.[1] ?? message;
  return reason.replace(/^error parsing regexp: /, "").slice(0, 100);
};
