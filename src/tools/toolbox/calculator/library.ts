import { createRequire } from "node:module";
import type { BigNumber, Fraction, MathJsInstance, MathNode } from "mathjs";
import { invalid } from "../../../model/failure.ts";
import { MORE_UNITS } from "./vocabulary.ts";

/** As much of mathjs as a calculation needs. Only ever loaded in a worker. */
export interface Library {
  parse(text: string): MathNode;
  symbol(name: string): MathNode;
  isUnit(name: string): boolean;
  readonly unitNames: readonly string[];
  /** Numbers are decimals of so many digits from now on. */
  useDecimals(digits: number): void;
  useFractions(): void;
  format(value: unknown, digits: number): string;
  typeOf(value: unknown): string;
  decimal(text: string): BigNumber;
}

const HIGHEST_FACTORIAL = 1_000;

export const loadLibrary = (): Library => {
  // One file, there in a tenth of a second; the package's many modules take two.
  const bundle = createRequire(import.meta.url)("mathjs/lib/browser/math.js") as MathJsInstance;
  const math = bundle.create({});
  // Before it learns units, so that theirs are exact, too.
  math.config({ number: "BigNumber" });
  math.createUnit(MORE_UNITS);
  const { factorial, gamma } = math;
  math.import(
    {
      factorial: (value: never) => factorial(withinReach("factorial", value)),
      gamma: (value: never) => gamma(withinReach("gamma", value)),
    },
    { override: true },
  );
  const units = math.Unit as unknown as {
    isValuelessUnit(name: string): boolean;
    readonly UNITS: Readonly<Record<string, unknown>>;
  };
  return {
    parse: (text) => math.parse(text),
    symbol: (name) => new math.SymbolNode(name),
    isUnit: (name) => units.isValuelessUnit(name),
    unitNames: Object.keys(units.UNITS).filter((name) => name !== ""),
    useDecimals: (digits) => void math.config({ number: "BigNumber", precision: digits }),
    useFractions: () => void math.config({ number: "Fraction" }),
    format: (value, digits) => math.format(value, { precision: digits, lowerExp: -9, upperExp: 21 }),
    typeOf: (value) => math.typeOf(value),
    decimal: (text) => math.bignumber(text),
  };
};

/** These count up to their argument. */
const withinReach = <N extends number | BigNumber | Fraction>(name: string, value: N): N => {
  if (Number(value) <= HIGHEST_FACTORIAL) return value;
  throw invalid(`${name} is calculated up to ${HIGHEST_FACTORIAL}.`, {
    field: "expression",
    value: `${name}(${String(value).slice(0, 40)})`,
    hint: `Use a smaller number; for a ratio of factorials use combinations(n, k) or permutations(n, k).`,
  });
};
