import { createRequire } from "node:module";
import type { BigNumber, MathJsInstance } from "mathjs";
import { LONGEST_INTEGER, uncalculable } from "./present-value.ts";
import { MORE_UNITS } from "./vocabulary.ts";

/** mathjs, and what its types leave out. Only ever loaded in a worker. */
export type Library = MathJsInstance & {
  readonly BigNumber: { config(options: { readonly precision: number }): void };
  readonly Unit: { readonly UNITS: Readonly<Record<string, unknown>> };
};

type Calculate = (...values: unknown[]) => unknown;

const HIGHEST_FACTORIAL = 1_000;
const POLE = 1e30;

export const loadLibrary = (): Library => {
  // One file, there in a tenth of a second; the package's many modules take two.
  const bundle = createRequire(import.meta.url)("mathjs/lib/browser/math.js") as Library;
  const math = bundle.create({}) as Library;
  // Before it learns units, so that theirs are exact, too. Numbers that differ in a far digit are not equal.
  math.config({ number: "BigNumber", relTol: 1e-45, absTol: 1e-60 });
  math.createUnit(MORE_UNITS);
  const known = math as unknown as Readonly<Record<string, Calculate>>;
  const guarded = Object.entries(GUARDS).flatMap(([names, guard]) =>
    names.split(" ").map((name) => [name, guard(math, known[name] as Calculate, name)] as const),
  );
  math.import(Object.fromEntries(guarded), { override: true });
  return math;
};

/** Functions of the library that would count for ever, or answer where there is no answer. */
const GUARDS: Readonly<Record<string, (math: Library, original: Calculate, name: string) => Calculate>> = {
  "factorial gamma": (math, original, name) => (value) => {
    if (Number(value) > HIGHEST_FACTORIAL) {
      throw uncalculable(
        `${name} is calculated up to ${HIGHEST_FACTORIAL}.`,
        "For a ratio of factorials use combinations(n, k) or permutations(n, k).",
      );
    }
    const last = Number(value) - (name === "gamma" ? 1 : 0);
    return Number.isInteger(last) && last >= 0 ? math.bignumber(String(factorial(last))) : original(Number(value));
  },
  "mod gcd lcm":
    (math, original, name) =>
    (...values) => {
      if (!values.some((value) => math.isBigNumber(value) && value.e > LONGEST_INTEGER)) return original(...values);
      throw uncalculable(
        `${name} needs every digit of its numbers, and one of them has more than ${LONGEST_INTEGER}.`,
        "Use smaller numbers.",
      );
    },
  "tan sec csc cot": (math, original) => (value) => {
    const result = original(value);
    const atPole = math.isBigNumber(result) && (result as BigNumber).abs().greaterThan(POLE);
    return atPole ? math.bignumber(Number.POSITIVE_INFINITY) : result;
  },
};

/** The library's own has no more digits than constants have. */
const factorial = (last: number): bigint => {
  let product = 1n;
  for (let factor = 2n; factor <= last; factor++) product *= factor;
  return product;
};
