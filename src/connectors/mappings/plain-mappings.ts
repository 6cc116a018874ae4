import { Failure } from "../../model/failure.ts";
import { evaluateSteps } from "./evaluate-steps.ts";
import type { MappingAnswer, MappingStep } from "./mapping-job.ts";
import { type Effort, NotPlain, type PlainExpression, plainExpression } from "./plain-expression.ts";

/** Mappings that are evaluated here, because nothing in them can take long or much. */
export interface PlainMappings {
  /** What a worker would answer to the same; undefined: a worker has to be asked. `json` is the input. */
  run(steps: readonly MappingStep[], json: string): Promise<MappingAnswer | undefined>;
}

const LONGEST_EXPRESSION = 5_000;
const LARGEST_INPUT = 100_000;
/** Some milliseconds, at the very worst. */
const MOST_EFFORT = 20_000;
const MOST_KNOWN = 500;

/** Most expressions that compute something say so: they need not be read to be known. */
const COMPUTES = /\$(?!exists\()|:=/;
/** Names that mean something to JSONata or to JavaScript. */
const CURIOUS = /_jsonata_|__proto__/;

export const createPlainMappings = (): PlainMappings => {
  const known = new Map<string, PlainExpression | undefined>();

  const expressionOf = async (text: string): Promise<PlainExpression | undefined> => {
    if (known.has(text)) return known.get(text);
    const expression = await readExpression(text);
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
    known.set(text, expression);
    return expression;
  };

  const expressionsOf = async (
    steps: readonly MappingStep[],
  ): Promise<ReadonlyMap<string, PlainExpression> | undefined> => {
    const all = new Map<string, PlainExpression>();
    for (const { expression } of steps) {
      const plain = await expressionOf(expression);
      if (plain === undefined) return undefined;
      all.set(expression, plain);
    }
    return all;
  };

  return {
    async run(steps, json) {
      const expressions = json.length > LARGEST_INPUT ? undefined : await expressionsOf(steps);
      if (expressions === undefined || CURIOUS.test(json)) return undefined;
      const effort: Effort = { left: MOST_EFFORT };
      try {
        return await evaluateSteps(steps, JSON.parse(json), {
          evaluate: (expression, subject) => expressions.get(expression)?.(subject, effort),
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

const readExpression = async (text: string): Promise<PlainExpression | undefined> => {
  if (text.length > LONGEST_EXPRESSION || COMPUTES.test(text)) return undefined;
  const { default: jsonata } = await import("jsonata");
  try {
    return plainExpression(jsonata(text).ast());
  } catch {
    return undefined;
  }
};
