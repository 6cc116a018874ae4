import type { BigNumber, MathJsInstance } from "mathjs";
import { LONGEST_INTEGER, uncalculable } from "./present-value.ts";

type Calculate = (...values: unknown[]) => unknown;

const HIGHEST_FACTORIAL = 1_000;
const POLE = 1e30;

/** Functions of the library that would count for ever, or answer where there is no answer. */
export const guardedFunctions = (math: MathJsInstance): Record<string, Calculate> => {
  const known = math as unknown as Readonly<Record<string, Calculate>>;
  const guarded = (names: readonly string[], guard: (name: string, original: Calculate) => Calculate) =>
    names.map((name) => [name, guard(name, known[name] as Calculate)] as const);

  return Object.fromEntries([
    ...guarded(["factorial", "gamma"], (name, original) => (value) => {
      if (Number(value) > HIGHEST_FACTORIAL) {
        throw uncalculable(
          `${name} is calculated up to ${HIGHEST_FACTORIAL}.`,
          "For a ratio of factorials use combinations(n, k) or permutations(n, k).",
        );
      }
      const last = Number(value) - (name === "gamma" ? 1 : 0);
      return Number.isInteger(last) && last >= 0 ? math.bignumber(String(factorial(last))) : original(Number(value));
    }),
    ...guarded(["mod", "gcd", "lcm"], (name, original) => (...values) => {
      if (!values.some((value) => math.isBigNumber(value) && (value as BigNumber).e > LONGEST_INTEGER)) {
        return original(...values);
      }
      throw uncalculable(
        `${name} needs every digit of its numbers, and one of them has more than ${LONGEST_INTEGER}.`,
        "Use smaller numbers.",
      );
    }),
    ...guarded(["tan", "sec", "csc", "cot"], (_, original) => (value) => {
      const result = original(value);
      return math.isBigNumber(result) && (result as BigNumber).abs().greaterThan(POLE)
        ? math.bignumber(Number.POSITIVE_INFINITY)
        : result;
    }),
  ]);
};

/** The library's own has no more digits than constants have. */
const factorial = (last: number): bigint => {
  let product = 1n;
  for (let factor = 2n; factor <= last; factor++) product *= factor;
  return product;
};
