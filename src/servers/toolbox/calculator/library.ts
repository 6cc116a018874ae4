import { createRequire } from "node:module";
import type { BigNumber, MathJsInstance } from "mathjs";
import { uncalculable } from "./read-expression.ts";

/** mathjs with the members its types omit. Loaded in the worker only. */
export type Library = MathJsInstance & {
  readonly BigNumber: { config(options: { readonly precision: number }): void };
  readonly Unit: { readonly UNITS: Readonly<Record<string, unknown>> };
};

type Calculate = (...values: unknown[]) => unknown;

/** Integers are written out up to this many digits. */
export const LONGEST_INTEGER = 900;
const HIGHEST_FACTORIAL = 1_000;
const POLE = 1e30;

export const loadLibrary = (): Library => {
  // The browser bundle is one file and loads in 0.1 s; the package's many modules take 2 s.
  const bundle = createRequire(import.meta.url)("mathjs/lib/browser/math.js") as Library;
  const math = bundle.create({}) as Library;
  // Configured before units are added, so that theirs are BigNumbers too.
  math.config({ number: "BigNumber", relTol: 1e-45, absTol: 1e-60 });
  math.createUnit(MORE_UNITS);
  const originals = math as unknown as Readonly<Record<string, Calculate>>;
  const guarded = Object.entries(GUARDS).flatMap(([names, guard]) =>
    names.split(" ").map((name) => [name, guard(math, originals[name] as Calculate, name)] as const),
  );
  math.import(Object.fromEntries(guarded), { override: true });
  return math;
};

/** Wraps functions that would run for a very long time, or return a number at a pole. */
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

/** Exact, unlike mathjs's own factorial, which is limited to the precision of its constants. */
const factorial = (last: number): bigint => {
  let product = 1n;
  for (let factor = 2n; factor <= last; factor++) product *= factor;
  return product;
};

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(",").map((pair) => pair.trim().split(" ") as [string, string]));

/** The functions an expression may call. */
export const FUNCTIONS = words(`
  abs ceil floor round fix sign sqrt cbrt nthRoot pow square cube exp expm1 log ln log10 log2 log1p
  sin cos tan sec csc cot asin acos atan atan2 asec acsc acot sinh cosh tanh asinh acosh atanh
  min max mean median mode sum prod std variance gcd lcm mod hypot
  factorial gamma combinations permutations isPrime re im arg conj hex bin oct
`);

/** Functions that return integers or fractions when given integers or fractions. */
export const EXACT_FUNCTIONS = words(`
  abs ceil floor round fix sign square cube min max mean median mode sum prod gcd lcm mod
  factorial combinations permutations isPrime hex bin oct
`);

export const CONSTANTS = words(`
  pi tau e phi i speedOfLight gravity gravitationConstant planckConstant avogadro boltzmann elementaryCharge gasConstant
`);

export const OPERATORS = words(`
  add subtract multiply divide mod pow unaryMinus unaryPlus factorial to
  equal unequal smaller larger smallerEq largerEq and or not xor
`);

/** Unit symbols that mathjs would read as functions: 20 min, 30 sec. */
export const UNITS_LIKE_FUNCTIONS = pairs("min minute, sec second");

/** Common names of functions that mathjs calls differently. */
export const FUNCTION_ALIASES = pairs(`
  ln log, nCr combinations, nPr permutations, average mean, avg mean, stdev std, root sqrt,
  arcsin asin, arccos acos, arctan atan
`);

const MORE_UNITS = {
  knot: { definition: "1852 m/hour", aliases: ["knots", "kn"] },
  mph: "1 mile/hour",
  kmh: { definition: "1 km/hour", aliases: ["kph"] },
  nauticalmile: { definition: "1852 m", aliases: ["nauticalmiles", "nmi"] },
  lightyear: { definition: "9460730472580800 m", aliases: ["lightyears", "ly"] },
  cal: { definition: "4.184 J", prefixes: "short", aliases: ["calorie", "calories"] },
};
