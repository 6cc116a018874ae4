import type { BigNumber, Complex, Fraction, MathNode } from "mathjs";
import { Failure } from "../../../model/failure.ts";
import { EXACT_FUNCTIONS, type Library, LONGEST_INTEGER } from "./library.ts";
import { parseExpression } from "./parse-expression.ts";
import { clipped, readExpression, uncalculable } from "./read-expression.ts";

interface Presentation {
  /** A number, or a string where a number would lose digits. */
  readonly result: number | string | boolean;
  readonly text: string;
  readonly type: "number" | "quantity" | "complex" | "boolean" | "list" | "text";
  readonly unit?: string;
}

export interface Calculation extends Presentation {
  /** In lowest terms, for results with endless decimals. */
  readonly fraction?: string;
  readonly read_as: string;
  readonly notes: readonly string[];
}

interface Accuracy {
  /** Significant digits of the calculation. */
  readonly digits: number;
  /** Up to this many digits an integer result is exact. */
  readonly integers: number;
}

const EXACT: Accuracy = { digits: LONGEST_INTEGER + 50, integers: LONGEST_INTEGER };
/** For irrational results, such as roots. */
const ROUNDED: Accuracy = { digits: 64, integers: 50 };

/** Evaluates an expression; rejects invalid ones with a Failure. */
export const evaluate = (library: Library, expression: string): Calculation => {
  const { text, notes } = readExpression(expression);
  const tree = parseExpression(library, text);
  const accuracy = isExact(tree) ? EXACT : ROUNDED;
  // Not by math.config, which calculates all constants again.
  library.BigNumber.config({ precision: accuracy.digits });
  const presentation = present(library, valueOfTree(tree), accuracy);
  const fraction = endlessFraction(library, tree);
  return { ...presentation, ...(fraction !== undefined && { fraction }), read_as: tree.toString(), notes };
};

const valueOfTree = (tree: MathNode): unknown => {
  try {
    const value: unknown = tree.compile().evaluate(new Map());
    const { isResultSet, entries } = Object(value) as { isResultSet?: boolean; entries: unknown[] };
    return isResultSet ? entries.at(-1) : value;
  } catch (reason) {
    if (reason instanceof Failure) throw reason;
    throw uncalculable(
      `The expression cannot be calculated: ${sentenceOf(reason)}`,
      "Check that units fit together and functions have the arguments they need.",
    );
  }
};

const sentenceOf = (reason: unknown): string => {
  const message = reason instanceof Error ? reason.message : String(reason);
  const mismatch = /^Unexpected type of argument in function (\w+)/.exec(message);
  if (mismatch !== null) return `“${mismatch[1]}” cannot be applied to these arguments.`;
  const short = clipped(message, 200);
  return /[.!?…]$/.test(short) ? short : `${short}.`;
};

type Part = MathNode & {
  readonly fn?: string | { readonly name: string };
  readonly args?: readonly MathNode[];
  readonly content?: MathNode;
};

const some = (tree: MathNode, test: (node: Part) => boolean): boolean => tree.filter(test).length > 0;

/** Whether integers stay integers, so that every digit is worth calculating. */
const isExact = (tree: MathNode): boolean =>
  !some(tree, ({ type, fn, args }) => {
    if (type === "FunctionNode") return !EXACT_FUNCTIONS.has((fn as { readonly name: string }).name);
    const exponent = type === "OperatorNode" && fn === "pow" ? args?.[1] : undefined;
    return exponent !== undefined && some(exponent, mayBeFraction);
  });

const mayBeFraction = (node: Part): boolean =>
  node.type === "FunctionNode" ||
  node.fn === "divide" ||
  (node.type === "ConstantNode" && !Number.isInteger(Number(node.toString())));

const LARGEST_DENOMINATOR = 1_000_000n;

/** Returns 1/3 for an expression of the four operations whose decimals never end. */
const endlessFraction = (library: Library, tree: MathNode): string | undefined => {
  const fraction = fractionOf(library, tree);
  if (fraction === undefined || fraction.d > LARGEST_DENOMINATOR) return undefined;
  let rest = fraction.d;
  for (const factor of [2n, 5n]) while (rest % factor === 0n) rest /= factor;
  return rest > 1n ? fraction.toFraction() : undefined;
};

const fractionOf = (library: Library, node: Part): Fraction | undefined => {
  if (node.type === "ParenthesisNode") return fractionOf(library, node.content as MathNode);
  // A number with an exponent could have any number of digits.
  if (node.type === "ConstantNode")
    return /^[\d.]{1,20}$/.test(node.toString()) ? library.fraction(node.toString()) : undefined;
  if (node.type !== "OperatorNode" || !/^(add|subtract|multiply|divide|unaryPlus|unaryMinus)$/.test(String(node.fn)))
    return undefined;
  const values = (node.args ?? []).map((part) => fractionOf(library, part));
  const divisor = node.fn === "divide" ? values[1] : undefined;
  if (values.includes(undefined) || divisor?.n === 0n) return undefined;
  return (library as unknown as Record<string, (...values: unknown[]) => Fraction>)[node.fn as string]?.(...values);
};

/** A result with this many decimals is taken to be endless … */
const ENDLESS_DECIMALS = 50;
/** … and rounded to this many digits. */
const SHOWN_DIGITS = 20;
const LONGEST_LIST = 200;

const present = (library: Library, value: unknown, accuracy: Accuracy): Presentation => {
  const presentPart = (other: unknown): Presentation => present(library, other, accuracy);
  const decimal = (text: string): Presentation => presentDecimal(library, library.bignumber(text), accuracy);
  switch (library.typeOf(value)) {
    case "BigNumber":
      return presentDecimal(library, value as BigNumber, accuracy);
    case "number":
      return decimal(String(value));
    case "Complex": {
      const { re, im } = value as Complex;
      if (im === 0 || !Number.isFinite(re + im)) return presentPart(re + im);
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
      if (entries.length > LONGEST_LIST) {
        const message = `The result is a list of ${entries.length} entries; at most ${LONGEST_LIST} are returned.`;
        throw uncalculable(message, "Use a shorter list.");
      }
      if (entries.length === 1) return presentPart(entries[0]);
      return textual("list", `[${entries.map((entry) => presentPart(entry).text).join(", ")}]`);
    }
    default:
      throw uncalculable("The expression has no value.", "End it with the value to calculate: a = 3; a^2.");
  }
};

const presentDecimal = (library: Library, value: BigNumber, accuracy: Accuracy): Presentation => {
  if (value.isNaN()) {
    throw uncalculable(
      "The result is not a number: an expression such as 0/0 has no value.",
      "Check for divisions by zero and for arguments outside of a function's domain.",
    );
  }
  if (!value.isFinite()) {
    throw uncalculable(
      "The result is infinite: something is divided by zero, or a number is too large.",
      "Use smaller numbers, and nothing divided by zero.",
    );
  }
  const isWrittenOut = value.isInteger() && value.e <= accuracy.integers;
  const isEndless = !isWrittenOut && value.precision() >= ENDLESS_DECIMALS;
  // A rounding error, such as that of sin(pi).
  const isNegligible = isEndless && accuracy === ROUNDED && value.e < -ENDLESS_DECIMALS;
  const shown = isNegligible ? library.bignumber("0") : isEndless ? value.toSignificantDigits(SHOWN_DIGITS) : value;
  const text = isWrittenOut || Math.abs(shown.e) <= SHOWN_DIGITS ? shown.toFixed() : shown.toString();
  const number = Number(text);
  const isFaithful = isEndless ? number !== 0 || shown.isZero() : library.bignumber(String(number)).equals(shown);
  return { result: Number.isFinite(number) && isFaithful ? number : text, text, type: "number" };
};

const formatted = (library: Library, value: unknown, precision: number): string =>
  library.format(value, { precision, lowerExp: -9, upperExp: 21 });

/** Splits `1.5 km / h`; a complex amount stays with the unit. */
const partsOf = (quantity: string): { readonly amount?: string; readonly unit: string } => {
  const found = /^([-+]?[\d.]+(?:e[-+]?\d+)?) (.+)$/.exec(quantity);
  const unit = (found?.[2] ?? quantity).replaceAll(" / ", "/");
  return found === null ? { unit } : { amount: found[1] as string, unit };
};

const textual = (type: Presentation["type"], text: string): Presentation => ({ result: text, text, type });
