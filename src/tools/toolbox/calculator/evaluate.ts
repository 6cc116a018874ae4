import type { BigNumber, MathNode } from "mathjs";
import { Failure } from "../../../model/failure.ts";
import type { Library } from "./library.ts";
import { parseExpression } from "./parse-expression.ts";
import {
  DIGITS,
  EXACT_DIGITS,
  LONGEST_INTEGER,
  type Presentation,
  presentValue,
  uncalculable,
} from "./present-value.ts";
import { readExpression } from "./read-expression.ts";
import { RATIONAL_OPERATORS } from "./vocabulary.ts";

export interface Calculation extends Presentation {
  /** In lowest terms, where decimals would go on for ever. */
  readonly fraction?: string;
  readonly read_as: string;
  readonly notes: readonly string[];
}

export const evaluate = (library: Library, expression: string): Calculation => {
  const { text, notes } = readExpression(expression);
  library.useDecimals(DIGITS);
  const tree = parseExpression(library, text);
  const approximate = tree.filter((node) => node.type === "FunctionNode").length > 0;
  const fraction = fractionOf(library, text, tree);
  const presentation = presentValue(library, inFull(library, text, valueOfTree(tree)), approximate);
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
      `The expression cannot be calculated: ${sentence(reason)}`,
      "Check that units fit together and functions have the arguments they need.",
    );
  }
};

/** What needs more digits than it was calculated with is calculated again, with as many. */
const inFull = (library: Library, text: string, value: unknown): unknown => {
  if (library.typeOf(value) !== "BigNumber") return value;
  const { e: exponent } = value as BigNumber;
  if (!(exponent > EXACT_DIGITS - 10 && exponent <= LONGEST_INTEGER)) return value;
  library.useDecimals(exponent + DIGITS);
  return valueOfTree(parseExpression(library, text));
};

const fractionOf = (library: Library, text: string, tree: MathNode): string | undefined => {
  if (tree.filter((node) => !isRational(node)).length > 0) return undefined;
  library.useFractions();
  try {
    const { s: sign, n, d } = Object(valueOfTree(library.parse(text))) as { s: bigint; n: bigint; d: bigint };
    return typeof d === "bigint" && d <= 1_000_000n && isEndless(d) ? `${sign * n}/${d}` : undefined;
  } catch {
    return undefined;
  } finally {
    library.useDecimals(DIGITS);
  }
};

/** Numbers with an exponent are left out: as a fraction they could have any number of digits. */
const isRational = (node: MathNode): boolean => {
  const { type, fn } = node as MathNode & { readonly fn?: unknown };
  if (type === "OperatorNode") return RATIONAL_OPERATORS.has(fn as string);
  return type === "ParenthesisNode" || (type === "ConstantNode" && /^[\d.]{1,20}$/.test(node.toString()));
};

/** Whether a fraction with that denominator has no last decimal. */
const isEndless = (denominator: bigint): boolean => {
  let rest = denominator;
  for (const factor of [2n, 5n]) while (rest % factor === 0n) rest /= factor;
  return rest > 1n;
};

const sentence = (reason: unknown): string => {
  const message = reason instanceof Error ? reason.message : String(reason);
  const short = message.length > 200 ? `${message.slice(0, 200)}…` : message;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
};
