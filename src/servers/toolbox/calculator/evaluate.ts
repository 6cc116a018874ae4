import type { Fraction, MathNode } from "mathjs";
import { Failure } from "../../../model/failure.ts";
import type { Library } from "./library.ts";
import { parseExpression } from "./parse-expression.ts";
import { EXACT, type Presentation, presentValue, ROUNDED, uncalculable } from "./present-value.ts";
import { clipped, readExpression } from "./read-expression.ts";
import { EXACT_FUNCTIONS } from "./vocabulary.ts";

export interface Calculation extends Presentation {
  /** In lowest terms, where decimals would go on for ever. */
  readonly fraction?: string;
  readonly read_as: string;
  readonly notes: readonly string[];
}

type Part = MathNode & {
  readonly fn?: string | { readonly name: string };
  readonly args?: readonly MathNode[];
  readonly content?: MathNode;
};

const LARGEST_DENOMINATOR = 1_000_000n;

export const evaluate = (library: Library, expression: string): Calculation => {
  const { text, notes } = readExpression(expression);
  const tree = parseExpression(library, text);
  const accuracy = isExact(tree) ? EXACT : ROUNDED;
  // Not by the library's own setting: that one calculates all constants again.
  library.BigNumber.config({ precision: accuracy.digits });
  const presentation = presentValue(library, valueOfTree(tree), accuracy);
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
      `The expression cannot be calculated: ${sentence(reason)}`,
      "Check that units fit together and functions have the arguments they need.",
    );
  }
};

const sentence = (reason: unknown): string => {
  const message = reason instanceof Error ? reason.message : String(reason);
  const unfit = /^Unexpected type of argument in function (\w+)/.exec(message);
  if (unfit !== null) return `“${unfit[1]}” cannot be applied to what it was given.`;
  const short = clipped(message, 200);
  return /[.!?…]$/.test(short) ? short : `${short}.`;
};

const some = (tree: MathNode, test: (node: Part) => boolean): boolean => tree.filter(test).length > 0;

/** Whether integers stay integers: then every digit is worth calculating. */
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

/** Such as `1/3`, if nothing but the four operations was used and the decimals go on for ever. */
const endlessFraction = (library: Library, tree: MathNode): string | undefined => {
  const fraction = fractionOf(library, tree);
  if (fraction === undefined || fraction.d > LARGEST_DENOMINATOR) return undefined;
  let rest = fraction.d;
  for (const factor of [2n, 5n]) while (rest % factor === 0n) rest /= factor;
  return rest > 1n ? fraction.toFraction() : undefined;
};

const fractionOf = (library: Library, node: Part): Fraction | undefined => {
  if (node.type === "ParenthesisNode") return fractionOf(library, node.content as MathNode);
  // Numbers with an exponent could have any number of digits.
  if (node.type === "ConstantNode")
    return /^[\d.]{1,20}$/.test(node.toString()) ? library.fraction(node.toString()) : undefined;
  if (node.type !== "OperatorNode" || !/^(add|subtract|multiply|divide|unaryPlus|unaryMinus)$/.test(String(node.fn)))
    return undefined;
  const values = (node.args ?? []).map((part) => fractionOf(library, part));
  const divisor = node.fn === "divide" ? values[1] : undefined;
  if (values.includes(undefined) || divisor?.n === 0n) return undefined;
  return (library as unknown as Record<string, (...values: unknown[]) => Fraction>)[node.fn as string]?.(...values);
};
