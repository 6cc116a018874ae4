import type { LinearRegExp } from "./foreign-schemas.ts";

/** What all patterns of one tool may come to together. */
const MOST_INSTRUCTIONS = 20_000;
const MOST_OF_ONE = 5_000;
const LONGEST = 1_000;

/** Why a pattern cannot be used, as the end of a sentence; undefined if it can. Made anew for each tool. */
export type PatternCheck = (pattern: string) => string | undefined;

export const createPatternCheck = (linearRegExp: (pattern: string) => LinearRegExp): PatternCheck => {
  let left = MOST_INSTRUCTIONS;
  return (pattern) => {
    if (pattern.length > LONGEST) return `it is longer than ${LONGEST} characters`;
    if (left <= 0) return "the ones before it in this tool are too much already";
    try {
      // As clients read it: a pattern that they cannot read makes some of them refuse the whole list of tools.
      new RegExp(pattern, "u");
      const instructions = linearRegExp(pattern).programSize();
      left -= instructions;
      return instructions > MOST_OF_ONE ? "its repetitions make it too large" : undefined;
    } catch (error) {
      return reasonOf(error);
    }
  };
};

/** Without the pattern, which both engines repeat. */
const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const reason = /^Invalid regular expression: .*: (.*)$/s.exec(message)?.[1] ?? message;
  return reason.replace(/^error parsing regexp: /, "").slice(0, 100);
};
