import type { MappingStep } from "./mapping-job.ts";
import { plainValue } from "./plain-json.ts";

export interface StepEvaluation<Kept> {
  evaluate(expression: string, subject: unknown): unknown;
  /** Hears of every part of what is kept. */
  seen?(part: unknown): void;
  /** What becomes of a result, which has nothing in it that JSON has not. */
  keep(result: unknown): Kept;
  /** What is thrown for what went wrong in a step. */
  failure(error: unknown, step: number): unknown;
}

/** The steps of a job, one after another. */
export const evaluateSteps = async <Kept>(
  steps: readonly MappingStep[],
  input: unknown,
  { evaluate, seen = () => undefined, keep, failure }: StepEvaluation<Kept>,
): Promise<readonly Kept[]> => {
  const results: unknown[] = [];
  const answer: Kept[] = [];
  for (const [index, { expression, over, stops }] of steps.entries()) {
    try {
      const result = await evaluate(expression, subject(input, results, over));
      const plain = plainValue(result, seen);
      results.push(result);
      answer.push(keep(plain));
      if (stops && yielded(plain)) break;
    } catch (error) {
      throw failure(error, index);
    }
  }
  return answer;
};

const subject = (input: unknown, results: readonly unknown[], over: MappingStep["over"]): unknown => {
  if (over === undefined) return input;
  return typeof over === "number" ? results[over] : (input as Record<string, unknown>)[over];
};

/** Whether an expression came to something. */
const yielded = (plain: unknown): boolean => {
  if (typeof plain === "object" && plain !== null) return Object.keys(plain).length > 0;
  return plain !== undefined && plain !== null && plain !== false && plain !== "";
};
