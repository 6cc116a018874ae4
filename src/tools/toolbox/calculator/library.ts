import { createRequire } from "node:module";
import type { BigNumber, MathJsInstance, MathNode } from "mathjs";
import { guardedFunctions } from "./guarded-functions.ts";
import { MORE_UNITS } from "./vocabulary.ts";

/** As much of mathjs as a calculation needs. Only ever loaded in a worker. */
export interface Library {
  parse(text: string): MathNode;
  symbol(name: string): MathNode;
  isUnit(name: string): boolean;
  readonly unitNames: readonly string[];
  /** How many digits decimals have from now on. */
  useDigits(digits: number): void;
  format(value: unknown, digits: number): string;
  typeOf(value: unknown): string;
  decimal(text: string): BigNumber;
}

/** What mathjs has and its types do not tell. */
interface Classes {
  readonly BigNumber: { config(options: { readonly precision: number }): void };
  readonly Unit: { isValuelessUnit(name: string): boolean; readonly UNITS: Readonly<Record<string, unknown>> };
}

export const loadLibrary = (): Library => {
  // One file, there in a tenth of a second; the package's many modules take two.
  const bundle = createRequire(import.meta.url)("mathjs/lib/browser/math.js") as MathJsInstance;
  const math = bundle.create({});
  // Before it learns units, so that theirs are exact, too. Numbers that differ in a far digit are not equal.
  math.config({ number: "BigNumber", relTol: 1e-45, absTol: 1e-60 });
  math.createUnit(MORE_UNITS);
  math.import(guardedFunctions(math), { override: true });
  const { BigNumber: decimals, Unit: units } = math as unknown as Classes;
  return {
    parse: (text) => math.parse(text),
    symbol: (name) => new math.SymbolNode(name),
    isUnit: (name) => units.isValuelessUnit(name),
    unitNames: Object.keys(units.UNITS).filter((name) => name !== ""),
    // Not by the library's own setting: that one calculates all constants anew.
    useDigits: (digits) => decimals.config({ precision: digits }),
    format: (value, digits) => math.format(value, { precision: digits, lowerExp: -9, upperExp: 21 }),
    typeOf: (value) => math.typeOf(value),
    decimal: (text) => math.bignumber(text),
  };
};
