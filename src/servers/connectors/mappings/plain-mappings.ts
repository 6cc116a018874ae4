import { Failure } from "../../../model/failure.ts";
import { evaluateSteps, type MappingStep } from "./evaluate-steps.ts";
import { plainExpression } from "./plain-expression.ts";
import { FUNCTIONS } from "./plain-functions.ts";
import { type Effort, NotPlain, type PlainExpression, rootScope, spendOn } from "./plain-scope.ts";

/** Evaluates mappings in this process if nothing in them can take much time or memory. */
interface PlainMappings {
  /** Returns what a worker would; undefined if the steps need a worker. */
  run(steps: readonly MappingStep[], input: unknown): Promise<readonly unknown[] | undefined>;
}

const LONGEST_EXPRESSION = 5_000;
/** A few milliseconds at worst. */
const MOST_EFFORT = 20_000;
const MOST_CACHED = 500;

const CALLED = /\$(\w+)\s*\(/g;

export const createPlainMappings = (): PlainMappings => {
  const cache = new Map<string, PlainExpression | undefined>();

  const read = async (text: string): Promise<PlainExpression | undefined> => {
    const expression = await readExpression(text);
    if (cache.size >= MOST_CACHED) cache.delete(cache.keys().next().value as string);
    cache.set(text, expression);
    return expression;
  };

  return {
    async run(steps, input) {
      const expressions = new Map<string, PlainExpression>();
      for (const { expression: text } of steps) {
        const expression = cache.has(text) ? cache.get(text) : await read(text);
        if (expression === undefined) return undefined;
        expressions.set(text, expression);
      }
      const effort: Effort = { left: MOST_EFFORT };
      try {
        return await evaluateSteps(steps, input, {
          evaluate: (expression, subject) => expressions.get(expression)?.(subject, rootScope(subject, effort)),
          visit: (part) => spendOn(effort, part),
          convert: (result) => result,
          failure: (error) => error,
        });
      } catch (error) {
        // A worker evaluates it again and reports the error in JSONata's words.
        if (error instanceof NotPlain || error instanceof Failure) return undefined;
        throw error;
      }
    },
  };
};

/** A quick check before parsing: most expressions that need JSONata call a function that is not supported here. */
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
