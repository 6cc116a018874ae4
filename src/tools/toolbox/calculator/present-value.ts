import type { BigNumber, Complex, Unit } from "mathjs";
import { type Failure, invalid } from "../../../model/failure.ts";
import type { Library } from "./library.ts";

export interface Presentation {
  /** A number, unless it would lose digits as one. */
  readonly result: number | string | boolean;
  readonly text: string;
  readonly type: "number" | "quantity" | "complex" | "boolean" | "list" | "text";
  readonly unit?: string;
}

/** Digits that are calculated with, … */
export const DIGITS = 64;
/** … that an exact result may have at most: one with more goes on for ever, … */
export const EXACT_DIGITS = 50;
/** … and that are shown of one that does. */
const SHOWN_DIGITS = 20;
/** Integers are written out up to so many digits: the library knows pi to 1,025, and counts with 64 more than these. */
export const LONGEST_INTEGER = 900;
const LONGEST_LIST = 200;

/** `approximate`: what is far behind the point, such as the rest of sin(pi), is nothing. */
export const presentValue = (library: Library, value: unknown, approximate: boolean): Presentation => {
  const again = (other: unknown): Presentation => presentValue(library, other, approximate);
  const decimal = (text: string): Presentation => presentDecimal(library, library.decimal(text), approximate);
  switch (library.typeOf(value)) {
    case "BigNumber":
      return presentDecimal(library, value as BigNumber, approximate);
    case "number":
      return decimal(String(value));
    case "Complex": {
      const { re, im } = value as Complex;
      return im === 0 ? again(re) : textual("complex", library.format(value, 15));
    }
    case "Unit": {
      const { amount, unit } = partsOf(library.format(value as Unit, DIGITS));
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

const presentDecimal = (library: Library, value: BigNumber, approximate: boolean): Presentation => {
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
  const writtenOut = value.isInteger() && value.e <= LONGEST_INTEGER;
  const endless = !writtenOut && value.precision() >= EXACT_DIGITS;
  const negligible = endless && approximate && value.e < -EXACT_DIGITS;
  const shown = negligible ? library.decimal("0") : endless ? value.toSignificantDigits(SHOWN_DIGITS) : value;
  const text = writtenOut || Math.abs(shown.e) <= SHOWN_DIGITS ? shown.toFixed() : shown.toString();
  const number = Number(text);
  const faithful = endless ? number !== 0 || shown.isZero() : library.decimal(String(number)).equals(shown);
  return { result: Number.isFinite(number) && faithful ? number : text, text, type: "number" };
};

/** Of `1.5 km / h`; no amount if that is complex. */
const partsOf = (formatted: string): { readonly amount?: string; readonly unit: string } => {
  const found = /^([-+]?[\d.]+(?:e[-+]?\d+)?) (.+)$/.exec(formatted);
  const unit = (found?.[2] ?? formatted).replaceAll(" / ", "/");
  return found === null ? { unit } : { amount: found[1] as string, unit };
};

const textual = (type: Presentation["type"], text: string): Presentation => ({ result: text, text, type });

export const uncalculable = (message: string, hint: string): Failure => invalid(message, { field: "expression", hint });
