import type { CodeKeywordDefinition, ErrorObject, Options } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { _, nil } from "ajv/dist/compile/codegen/index.js";
import { RE2JS } from "re2js";
import type { Validate } from "./validators.ts";

/**
 * A pattern in an engine whose time grows with the text and not with the number of ways to match it. Throws for what
 * such an engine cannot do: look-around and back references.
 */
export const linearRegExp = (pattern: string): LinearRegExp => {
  if (MISREAD.test(pattern)) throw new Error("named back references and halves of characters are not supported");
  return RE2JS.compile(RE2JS.translateRegExp(pattern));
};

/** `\k<name>` and `\ud83d`: the engine would take them for something else instead of refusing them. */
const MISREAD = /(?<!\\)(?:\\\\)*\\(?:k|u[dD][89a-fA-F])/;

export interface LinearRegExp {
  test(text: string): boolean;
  /** How many instructions it became: a text takes at most so many steps per character. */
  programSize(): number;
}

/** About a second of the slowest work that we could find, and far above what honest arguments come to. */
const MOST_EFFORT = 50_000_000;
const EFFORT_OF_REFERENCE = 50;

class TooMuchEffort extends Error {}

let effort = 0;
/** A check runs to its end before the next one begins, so that one counter serves them all. */
const spend = (steps: number): void => {
  effort += steps;
  if (effort > MOST_EFFORT) throw new TooMuchEffort();
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
      // Ajv tells patterns apart by this.
      toString: () => pattern,
    };
  },
  { code: "linearRegExp" },
);

export const foreignOptions: Options = {
  // A large definition that is referred to often would be copied as often into the code.
  inlineRefs: false,
  meta: false,
  // Without it a reference to the whole schema is not found.
  addUsedSchema: true,
  // A property may be called constructor, which every object has from its ancestors.
  ownProperties: true,
  code: { regExp },
};

/** Schemas that double the work with every level are small and valid; what they cost shows only with the value. */
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
  // The ready-made one compares every entry with every other.
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

/** Ends a check that takes too much, as a misfit like any other. */
export const withinEffort =
  (check: Validate): Validate =>
  (value) => {
    effort = 0;
    try {
      return check(value);
    } catch (error) {
      // A RangeError is a stack that is full: references nested in references.
      if (error instanceof TooMuchEffort || error instanceof RangeError) return [{ ...TOO_MUCH, data: value }];
      throw error;
    }
  };
