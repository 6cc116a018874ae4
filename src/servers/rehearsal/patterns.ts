import { type LinearRegExp, linearRegExp } from "../../mcp/tools/foreign-schemas.ts";

const compiled = new Map<string, LinearRegExp>();
const MOST_PATTERNS = 2_000;

/** A pattern of a scenario, without regard to case; compiled once. */
export const patternOf = (text: string): LinearRegExp => {
  let found = compiled.get(text);
  if (found === undefined) {
    if (compiled.size >= MOST_PATTERNS) compiled.clear();
    found = linearRegExp(`(?i:${text})`);
    compiled.set(text, found);
  }
  return found;
};

/** The patterns of a scenario would take seconds over this journal. */
export class PatternsTooCostly extends Error {}

/** Steps of the engine: about a second at worst. */
const MOST_STEPS = 100_000_000;

/** Patterns that together take a bounded time, whatever the scenario and the agent's texts. */
export const boundedPatterns = (mostSteps = MOST_STEPS): ((text: string) => Pick<LinearRegExp, "test">) => {
  let steps = 0;
  return (pattern) => {
    const found = patternOf(pattern);
    return {
      test(text) {
        steps += text.length * found.programSize();
        if (steps > mostSteps) throw new PatternsTooCostly();
        return found.test(text);
      },
    };
  };
};
