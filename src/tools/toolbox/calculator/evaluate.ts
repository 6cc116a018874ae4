import type { MathNode } from "mathjs";
import { Failure } from "../../../model/failure.ts";
import { fractionOf } from "./fraction-of.ts";
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

export const evaluate = (library: Library, expression: string): Calculation => {
  const { text, notes } = readExpression(expression);
  const tree = parseExpression(library, text);
  const accuracy = isExact(tree) ? EXACT : ROUNDED;
  library.useDigits(accuracy.digits);
  const presentation = presentValue(library, valueOfTree(tree), accuracy);
  const fraction = fractionOf(tree);
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

type AnyNode = MathNode & { readonly fn?: string | { readonly name?: string }; readonly args?: readonly MathNode[] };

const some = (tree: MathNode, test: (node: AnyNode) => boolean): boolean => tree.filter(test).length > 0;

/** Whether integers stay integers: then every digit is worth calculating. */
const isExact = (tree: MathNode): boolean =>
  !some(tree, ({ type, fn, args }) => {
    if (type === "FunctionNode") return !EXACT_FUNCTIONS.has((fn as { readonly name: string }).name);
    const exponent = type === "OperatorNode" && fn === "pow" ? args?.[1] : undefined;
    return exponent !== undefined && some(exponent, mayBeFraction);
  });

const mayBeFraction = (node: AnyNode): boolean =>
  node.type === "FunctionNode" ||
  node.fn === "divide" ||
  (node.type === "ConstantNode" && !Number.isInteger(Number(node.toString())));

const sentence = (reason: unknown): string => {
  const message = reason instanceof Error ? reason.message : String(reason);
  const unfit = /^Unexpected type of argument in function (\w+)/.exec(message);
  if (unfit !== null) return `“${unfit[1]}” cannot be applied to what it was given.`;
  const short = clipped(message, 200);
  return /[.!?…]$/.test(short) ? short : `${short}.`;
};
