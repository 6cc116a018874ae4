import { failed } from "../../../model/failure.ts";
import { DEEPEST_JSON } from "../../../model/json.ts";

/** One expression of a run. */
export interface MappingStep {
  readonly expression: string;
  /** What it is evaluated over: the result of an earlier step, by index, or a member of the input. Default: the input. */
  readonly over?: number | string;
  /** If it yields something, the steps after it are skipped. */
  readonly stops?: boolean;
}

interface StepEvaluation<Result> {
  evaluate(expression: string, subject: unknown): unknown;
  /** Called for every part of a result before it is copied. */
  visit?(part: unknown): void;
  /** Converts a result, which is plain JSON data. */
  convert(result: unknown): Result;
  /** Returns the error to throw for an error in a step. */
  failure(error: unknown, step: number): unknown;
}

/** Evaluates steps in order. Returns one result for each step that was evaluated. */
export const evaluateSteps = async <Result>(
  steps: readonly MappingStep[],
  input: unknown,
  { evaluate, visit = () => undefined, convert, failure }: StepEvaluation<Result>,
): Promise<readonly Result[]> => {
  const results: unknown[] = [];
  const converted: Result[] = [];
  for (const [index, { expression, over, stops }] of steps.entries()) {
    try {
      const result = await evaluate(expression, subject(input, results, over));
      const plain = plainValue(result, visit);
      results.push(result);
      converted.push(convert(plain));
      if (stops && isSomething(plain)) break;
    } catch (error) {
      throw failure(error, index);
    }
  }
  return converted;
};

const subject = (input: unknown, results: readonly unknown[], over: MappingStep["over"]): unknown => {
  if (over === undefined) return input;
  return typeof over === "number" ? results[over] : (input as Record<string, unknown>)[over];
};

const isSomething = (plain: unknown): boolean => {
  if (typeof plain === "object" && plain !== null) return Object.keys(plain).length > 0;
  return plain !== undefined && plain !== null && plain !== false && plain !== "";
};

/** Copies a result as plain JSON data, without JSONata's functions. Visits every part and every name. */
const plainValue = (value: unknown, visit: (part: unknown) => void, levels = DEEPEST_JSON): unknown => {
  visit(value);
  if (typeof value === "function") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  if ("_jsonata_lambda" in value || "_jsonata_function" in value) return undefined;
  if (levels === 0) {
    throw failed(`The result of the mapping is nested deeper than ${DEEPEST_JSON} levels.`, {
      error_type: "mapping_failed",
    });
  }
  if (Array.isArray(value)) return Array.from(value, (entry) => plainValue(entry, visit, levels - 1) ?? null);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (name === "__proto__") continue;
    visit(name);
    const plain = plainValue((value as Readonly<Record<string, unknown>>)[name], visit, levels - 1);
    if (plain !== undefined) copy[name] = plain;
  }
  return copy;
};

const MOST_CHARACTERS = 8_000_000;

/** Serializes a result; undefined for no result. */
export const resultJson = (plain: unknown): string | undefined => {
  const json = JSON.stringify(plain) as string | undefined;
  if (json !== undefined && json.length > MOST_CHARACTERS) {
    throw failed("The result of the mapping is too large.", {
      error_type: "mapping_failed",
      hint: `It can have at most ${MOST_CHARACTERS} characters as JSON.`,
    });
  }
  return json;
};
