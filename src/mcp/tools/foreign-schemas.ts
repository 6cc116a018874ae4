import type { CodeKeywordDefinition, ErrorObject, Options } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { _, nil } from "ajv/dist/compile/codegen/index.js";
import { RE2JS } from "re2js";
import type { Validate } from "./validators.ts";

/**
 * Compiles a pattern for an engine that matches in linear time. Throws for look-around and back references, which such
 * an engine does not support.
 */
export const linearRegExp = (pattern: string): LinearRegExp => {
  if (MISREAD.test(pattern)) throw new Error("named back references and surrogate halves are not supported");
  return RE2JS.compile(RE2JS.translateRegExp(pattern));
};

/** `\k<name>` and `\ud83d`, which the engine would misread instead of rejecting. */
const MISREAD = /(?<!\\)(?:\\\\)*\\(?:k|u[dD][89a-fA-F])/;

export interface LinearRegExp {
  test(text: string): boolean;
  /** The number of instructions, which bounds the steps per character of text. */
  programSize(): number;
}

/** About a second in the slowest known case; far above the effort for ordinary arguments. */
const MAX_EFFORT = 50_000_000;
const EFFORT_OF_REFERENCE = 50;

class TooMuchEffort extends Error {}

let effort = 0;
/** Checks are synchronous, so one counter is enough. */
const spend = (steps: number): void => {
  effort += steps;
  if (effort > MAX_EFFORT) throw new TooMuchEffort();
};

const regExp = Object.assign(
  (pattern: string) => {
    const compiled = linearRegExp(pattern);
    const perCharacter = compiled.programSize();
    return {
      test(text: string) {
        spend(text.length * perCharacter);
        return compiled.test(text);
      },
      // Ajv identifies patterns by this.
      toString: () => pattern,
    };
  },
  { code: "linearRegExp" },
);

export const foreignOptions: Options = {
  // Inlining would copy a large definition into the code once per reference.
  inlineRefs: false,
  meta: false,
  // Needed to resolve a reference to the whole schema.
  addUsedSchema: true,
  // A property may be named `constructor`, which every object inherits.
  ownProperties: true,
  // Optimising a large schema's code takes longer than its checks ever will.
  code: { regExp, optimize: false },
};

/** Bounds the effort: a small valid schema can double the work with every level of the value. */
export const guardAjv = (ajv: Ajv2020): void => {
  const reference = ajv.getKeyword("$ref") as CodeKeywordDefinition;
  ajv.removeKeyword("$ref");
  ajv.addKeyword({
    ...reference,
    keyword: "$ref",
    code(context, ruleType) {
      const spent = context.gen.scopeValue("func", { ref: spend, code: nil });
      context.gen.code(_`${spent}(${EFFORT_OF_REFERENCE})`);
      reference.code(context, ruleType);
    },
  });
  // The built-in keyword compares every entry with every other.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    validate: (wanted: boolean, list: readonly unknown[]) =>
      !wanted || new Set(list.map((entry) => sorted(entry))).size === list.length,
  });
};

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const TOO_MUCH: ErrorObject = {
  keyword: "effort",
  instancePath: "",
  schemaPath: "#",
  params: {},
  message: "must be simpler or shorter: checking it against the schema takes too long",
};

/** Ends a check that takes too much effort with an ordinary validation error. */
export const withinEffort =
  (check: Validate): Validate =>
  (value) => {
    effort = 0;
    try {
      return check(value);
    } catch (error) {
      // A RangeError is a stack overflow, caused by nested references.
      if (error instanceof TooMuchEffort || error instanceof RangeError) return [{ ...TOO_MUCH, data: value }];
      throw error;
    }
  };
