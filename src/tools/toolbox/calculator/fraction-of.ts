import type { MathNode } from "mathjs";
import { add, divide, multiply, parseRatio, type Ratio, ratio, subtract } from "./ratio.ts";

type AnyNode = MathNode & {
  readonly fn?: unknown;
  readonly args?: readonly MathNode[];
  readonly content?: MathNode;
};

const ZERO = ratio(0n);
const LARGEST_DENOMINATOR = 1_000_000n;

const OPERATIONS: Readonly<Record<string, (a: Ratio, b: Ratio) => Ratio>> = {
  add,
  subtract,
  multiply,
  divide,
  unaryPlus: (a) => a,
  unaryMinus: (a) => subtract(ZERO, a),
};

/** In lowest terms, such as `1/3`, if nothing but the four operations was used and the decimals go on for ever. */
export const fractionOf = (tree: MathNode): string | undefined => {
  const exact = ratioOf(tree);
  if (exact === undefined) return undefined;
  const divisor = greatestCommonDivisor(exact.numerator, exact.denominator);
  const denominator = exact.denominator / divisor;
  return denominator <= LARGEST_DENOMINATOR && isEndless(denominator)
    ? `${exact.numerator / divisor}/${denominator}`
    : undefined;
};

const ratioOf = (node: AnyNode): Ratio | undefined => {
  if (node.type === "ParenthesisNode") return ratioOf(node.content as MathNode);
  // Numbers with an exponent could have any number of digits.
  if (node.type === "ConstantNode")
    return /^[\d.]{1,20}$/.test(node.toString()) ? parseRatio(node.toString()) : undefined;
  const operation = node.type === "OperatorNode" ? OPERATIONS[node.fn as string] : undefined;
  const [a, b] = operation === undefined ? [] : (node.args ?? []).map(ratioOf);
  if (operation === undefined || a === undefined || (b === undefined && node.args?.length === 2)) return undefined;
  const result = operation(a, b ?? ZERO);
  return result.denominator === 0n ? undefined : result;
};

const greatestCommonDivisor = (a: bigint, b: bigint): bigint => {
  let [larger, smaller] = [a < 0n ? -a : a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
};

const isEndless = (denominator: bigint): boolean => {
  let rest = denominator;
  for (const factor of [2n, 5n]) while (rest % factor === 0n) rest /= factor;
  return rest > 1n;
};
