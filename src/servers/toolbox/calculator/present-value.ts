import type { BigNumber, Complex } from "mathjs";
import { type Failure, invalid } from "../../../model/failure.ts";
import type { Library } from "./library.ts";

export interface Presentation {
  /** A number, unless it would lose digits as one. */
  readonly result: number | string | boolean;
  readonly text: string;
  readonly type: "number" | "quantity" | "complex" | "boolean" | "list" | "text";
  readonly unit?: string;
}

/** Integers are written out up to so many digits. */
export const LONGEST_INTEGER = 900;

export interface Accuracy {
  /** That are calculated with. */
  readonly digits: number;
  /** Integers of more digits may have lost some. */
  readonly integers: number;
}

export const EXACT: Accuracy = { digits: LONGEST_INTEGER + 50, integers: LONGEST_INTEGER };
/** For what has no last digit anyway, such as roots. */
export const ROUNDED: Accuracy = { digits: 64, integers: 50 };

/** A result with more decimals than these goes on for ever, … */
const EXACT_DECIMALS = 50;
/** … and so many of its digits are shown. */
const SHOWN_DIGITS = 20;
const LONGEST_LIST = 200;

export const presentValue = (library: Library, value: unknown, accuracy: Accuracy): Presentation => {
  const again = (other: unknown): Presentation => presentValue(library, other, accuracy);
  const decimal = (text: string): Presentation => presentDecimal(library, library.bignumber(text), accuracy);
  switch (library.typeOf(value)) {
    case "BigNumber":
      return presentDecimal(library, value as BigNumber, accuracy);
    case "number":
      return decimal(String(value));
    case "Complex": {
      const { re, im } = value as Complex;
      if (im === 0 || !Number.isFinite(re + im)) return again(re + im);
      return textual("complex", formatted(library, value, 15));
    }
    case "Unit": {
      const { amount, unit } = partsOf(formatted(library, value, ROUNDED.digits));
      if (amount === undefined) return textual("quantity", unit);
      const { result, text } = decimal(amount);
      return { result, text: `${text} ${unit}`, type: "quantity", unit };
    }
    case "boolean":
      return { result: value as boolean, text: String(value), type: "boolean" };
    case "string":
      return textual("text", value as string);
    case "Array":
    case "DenseMatrix": {
      const entries = (value as { valueOf(): unknown }).valueOf() as readonly unknown[];
      if (entries.length > LONGEST_LIST) throw uncalculable("The result is a list that is too long.", "Ask for less.");
      if (entries.length === 1) return again(entries[0]);
      return textual("list", `[${entries.map((entry) => again(entry).text).join(", ")}]`);
    }
    default:
      throw uncalculable("The expression has no value.", "End with what is to be calculated: a = 3; a^2.");
  }
};

const presentDecimal = (library: Library, value: BigNumber, accuracy: Accuracy): Presentation => {
  if (value.isNaN()) {
    throw uncalculable(
      "The result is not a number: something like 0/0 has no value.",
      "Check for divisions by zero and for arguments outside of a function's domain.",
    );
  }
  if (!value.isFinite()) {
    throw uncalculable(
      "The result is infinite: something is divided by zero, or grows beyond all that can be written.",
      "Use smaller numbers, and nothing divided by zero.",
    );
  }
  const writtenOut = value.isInteger() && value.e <= accuracy.integers;
  const endless = !writtenOut && value.precision() >= EXACT_DECIMALS;
  // Such as what is left of sin(pi).
  const negligible = endless && accuracy === ROUNDED && value.e < -EXACT_DECIMALS;
  const shown = negligible ? library.bignumber("0") : endless ? value.toSignificantDigits(SHOWN_DIGITS) : value;
  const text = writtenOut || Math.abs(shown.e) <= SHOWN_DIGITS ? shown.toFixed() : shown.toString();
  const number = Number(text);
  const faithful = endless ? number !== 0 || shown.isZero() : library.bignumber(String(number)).equals(shown);
  return { result: Number.isFinite(number) && faithful ? number : text, text, type: "number" };
};

const formatted = (library: Library, value: unknown, precision: number): string =>
  library.format(value, { precision, lowerExp: -9, upperExp: 21 });

/** Of `1.5 km / h`; no amount if that is complex. */
const partsOf = (quantity: string): { readonly amount?: string; readonly unit: string } => {
  const found = /^([-+]?[\d.]+(?:e[-+]?\d+)?) (.+)$/.exec(quantity);
  const unit = (found?.[2] ?? quantity).replaceAll(" / ", "/");
  return found === null ? { unit } : { amount: found[1] as string, unit };
};

const textual = (type: Presentation["type"], text: string): Presentation => ({ result: text, text, type });

export const uncalculable = (message: string, hint: string): Failure => invalid(message, { field: "expression", hint });
