import type { Schema } from "../../model/schema.ts";
import type { PatternCheck } from "./check-pattern.ts";
import { cleanText, hidesSomething } from "./clean-text.ts";
import { explainMisfit, type Misfit, shortened } from "./explain-misfit.ts";
import { isTooDeep } from "./foreign-json.ts";
import { joinPath } from "./known-fields.ts";
import type { MetaCheck } from "./meta-schema.ts";
import { childrenOf, cleanSchema, type Subschema, subschemasOf } from "./subschemas.ts";
import type { Validators } from "./validators.ts";

export interface SchemaChecks {
  readonly meta: MetaCheck;
  readonly pattern: PatternCheck;
  /** For schemas from outside. */
  readonly validators: Validators;
}

const MOST_BYTES = 32_768;
const MOST_LEVELS = 20;
/** How many schemas one value may have to be held against, references followed. */
const MOST_AT_ONCE = 1_000;
const MOST_PROBLEMS = 20;

const BY_PLACE = "Refer to parts of the schema by their place, such as #/$defs/address.";
/** With them a reference leads elsewhere than it seems to; and `$async` would make every check a promise, which is true. */
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

/** Returns a clean copy, and adds to `problems` what is wrong with the schema at `path`. */
export const checkSchema = (
  raw: Schema,
  path: readonly string[],
  problems: Misfit[],
  { meta, pattern, validators }: SchemaChecks,
): Schema => {
  const before = problems.length;
  const found: Found = (message, details = {}, at = []) => {
    const field = fieldAt([...path, ...at]);
    problems.push({ field, message: `${field} ${message}`, ...details });
  };

  const bytes = isTooDeep(raw, MOST_LEVELS) ? undefined : Buffer.byteLength(JSON.stringify(raw));
  if (bytes === undefined) {
    found(`must not nest deeper than ${MOST_LEVELS} levels.`, { allowed: `at most ${MOST_LEVELS} levels` });
    return raw;
  }
  if (bytes > MOST_BYTES) {
    const allowed = `at most ${MOST_BYTES} bytes as JSON`;
    found(`must be ${allowed}, got ${bytes}.`, { allowed, hint: "Shorten texts, or split the function." });
    return raw;
  }

  const { $schema: _dialect, $id: _name, ...rest } = cleanSchema(raw);
  const schema: Schema = { ...rest, type: rest["type"] ?? "object" };
  for (const misfit of meta(schema).slice(0, MOST_PROBLEMS)) {
    problems.push(explainMisfit({ ...misfit, instancePath: pointer(path) + misfit.instancePath }, "JSON Schema"));
  }
  if (problems.length > before) return schema;

  if (schema["type"] !== "object") {
    found(`must be a schema of type object, got ${JSON.stringify(schema["type"])}.`, {
      value: schema["type"],
      allowed: ["object"],
      hint: "Put the value into a property of an object.",
    });
  }
  const all = subschemasOf(schema);
  for (const subschema of all.values()) {
    if (problems.length - before >= MOST_PROBLEMS) return schema;
    checkKeywords(subschema, all, found);
    checkPatterns(subschema, pattern, found);
  }
  if (problems.length > before) return schema;

  const atOnce = mostAtOnce(all);
  if (atOnce === "endless") {
    found("refers to itself without going into a property or an entry, so that checking a value would never end.");
  } else if (atOnce > MOST_AT_ONCE) {
    const allowed = `at most ${MOST_AT_ONCE}`;
    found(`makes ${atOnce > 1e6 ? "millions of" : atOnce} schemas apply to one value: ${allowed} are allowed.`, {
      allowed,
      hint: "Refer to each definition once where allOf, anyOf and oneOf lead to the same one.",
    });
  } else {
    compile(schema, validators, found);
  }
  return schema;
};

type Found = (message: string, details?: Omit<Misfit, "message" | "field">, at?: readonly string[]) => void;

const pointer = (path: readonly string[]): string => path.map((part) => `/${part}`).join("");

const checkKeywords = ({ schema, path }: Subschema, all: ReadonlyMap<string, Subschema>, found: Found): void => {
  for (const [keyword, hint] of Object.entries(FORBIDDEN)) {
    if (Object.hasOwn(schema, keyword)) found("is not allowed.", { hint }, [...path, keyword]);
  }
  for (const name of Object.keys((schema["properties"] as object | undefined) ?? {})) {
    if (!hidesSomething(name)) continue;
    found("has characters in its name that nobody sees.", {}, [...path, "properties", cleanText(name).slice(0, 50)]);
  }
  const reference = schema["$ref"];
  if (typeof reference !== "string" || all.has(placeOf(reference) ?? "?")) return;
  const remote = !reference.startsWith("#");
  found(
    remote ? "must not refer to another document." : "refers to nothing in this schema.",
    {
      value: shortened(reference),
      allowed: "a place in the same schema, such as #/$defs/address",
      hint: remote ? "Copy what it refers to into $defs." : "Define it under $defs, and refer to it from there.",
    },
    [...path, "$ref"],
  );
};

/** `#/$defs/a` as the JSON Pointer that it means. */
const placeOf = (reference: string): string | undefined => {
  if (!reference.startsWith("#")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
};

const checkPatterns = ({ schema, path }: Subschema, problemOf: PatternCheck, found: Found): void => {
  const { pattern, patternProperties } = schema;
  const all: (readonly [pattern: string, keyword: string])[] = [
    ...(typeof pattern === "string" ? [[pattern, "pattern"] as const] : []),
    ...Object.keys(patternProperties ?? {}).map((name) => [name, "patternProperties"] as const),
  ];
  for (const [value, keyword] of all) {
    const problem = problemOf(value);
    if (problem === undefined) continue;
    found(
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

/** Keywords that hold a value against further schemas before going into it. */
const IN_PLACE = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"]);

const mostAtOnce = (all: ReadonlyMap<string, Subschema>): number | "endless" => {
  const counts = new Map<Schema, number>();
  const count = (schema: Schema): number => {
    const known = counts.get(schema);
    if (known !== undefined) return known;
    // Whoever comes back here before it is counted goes round for ever.
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

const compile = (schema: Schema, validators: Validators, found: Found): void => {
  try {
    validators.input(schema);
  } catch (error) {
    found(`cannot be used: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}.`);
  }
};
