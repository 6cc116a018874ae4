import { Failure } from "../../../model/failure.ts";
import { evaluateSteps } from "./evaluate-steps.ts";
import type { MappingStep } from "./mapping-job.ts";
import { plainExpression } from "./plain-expression.ts";
import { FUNCTIONS } from "./plain-functions.ts";
import { type Effort, NotPlain, type PlainExpression, rootScope, spendOn } from "./plain-scope.ts";

/** Mappings that are evaluated here, because nothing in them can take long or much. */
export interface PlainMappings {
  /** What a worker would answer to the same, parsed; undefined: a worker has to be asked. */
  run(steps: readonly MappingStep[], input: unknown): Promise<readonly unknown[] | undefined>;
}

const LONGEST_EXPRESSION = 5_000;
/** A few milliseconds, at the very worst. */
const MOST_EFFORT = 20_000;
const MOST_KNOWN = 500;

const CALLED = /\$(\w+)\s*\(/g;

export const createPlainMappings = (): PlainMappings => {
  const known = new Map<string, PlainExpression | undefined>();

  const learn = async (text: string): Promise<PlainExpression | undefined> => {
    const expression = await readExpression(text);
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
    known.set(text, expression);
    return expression;
  };

  return {
    async run(steps, input) {
      const expressions = new Map<string, PlainExpression>();
      for (const { expression: text } of steps) {
        const expression = known.has(text) ? known.get(text) : await learn(text);
        if (expression === undefined) return undefined;
        expressions.set(text, expression);
      }
      const effort: Effort = { left: MOST_EFFORT };
      try {
        return await evaluateSteps(steps, input, {
          evaluate: (expression, subject) => expressions.get(expression)?.(subject, rootScope(subject, effort)),
          seen: (part) => spendOn(effort, part),
          keep: (result) => result,
          failure: (error) => error,
        });
      } catch (error) {
        // A worker says it in the words that are meant for it.
        if (error instanceof NotPlain || error instanceof Failure) return undefined;
        throw error;
      }
    },
  };
};

/** Most that need JSONata call something that is not known here, and need not be read to be known. */
const mayBePlain = (text: string): boolean =>
  text.length <= LONGEST_EXPRESSION && [...text.matchAll(CALLED)].every(([, name = ""]) => FUNCTIONS.has(name));

const readExpression = async (text: string): Promise<PlainExpression | undefined> => {
  if (!mayBePlain(text)) return undefined;
  const { default: jsonata } = await import("jsonata");
  try {
    return plainExpression(jsonata(text).ast());
  } catch {
    return undefined;
  }
};
