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
