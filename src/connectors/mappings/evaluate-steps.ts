import type { MappingAnswer, MappingStep } from "./mapping-job.ts";
import { plainJson } from "./plain-json.ts";

export interface StepEvaluation {
  evaluate(expression: string, subject: unknown): unknown;
  /** What is thrown for what went wrong in a step. */
  failure(error: unknown, step: number): unknown;
}

/** The steps of a job, one after another. */
export const evaluateSteps = async (
  steps: readonly MappingStep[],
  input: unknown,
  { evaluate, failure }: StepEvaluation,
): Promise<MappingAnswer> => {
  const results: unknown[] = [];
  const answer: (string | undefined)[] = [];
  for (const [index, { expression, over, stops }] of steps.entries()) {
    try {
      const result = await evaluate(expression, subject(input, results, over));
      const json = plainJson(result);
      results.push(result);
      answer.push(json);
      if (stops && yielded(json)) break;
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
const yielded = (json: string | undefined): boolean =>
  json !== undefined && !["null", "false", '""', "[]", "{}"].includes(json);
