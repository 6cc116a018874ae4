import type { MathNode } from "mathjs";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import { CONSTANTS, FUNCTION_ALIASES, FUNCTIONS, type Library, OPERATORS, UNITS_LIKE_FUNCTIONS } from "./library.ts";
import { clipped, misread } from "./read-expression.ts";

const MOST_NODES = 400;

/** The fields of all node types that are checked here. */
type Part = MathNode & {
  readonly name?: string;
  readonly value?: unknown;
  readonly fn?: string | Part;
  readonly object?: Part;
  readonly index?: unknown;
  readonly items?: readonly Part[];
};

interface Context {
  readonly library: Library;
  readonly text: string;
  readonly parent: Part | null;
  /** The field of the parent that holds the node. */
  readonly path: string;
  /** Those assigned so far. */
  readonly variables: Set<string>;
}

type Refusal = readonly [message: string, hint: string, position?: number | undefined];
type Check = (node: Part, context: Context) => Refusal | undefined;

/** Parses an expression and checks every node against the allow-lists. Does not bound the cost of evaluating it. */
export const parseExpression = (library: Library, text: string): MathNode => {
  const tree = withMathjsNames(library, parsed(library, text));
  const variables = new Set<string>();
  let nodes = 0;
  tree.traverse((node: MathNode, path: string, parent: MathNode) => {
    const refusal =
      ++nodes > MOST_NODES
        ? TOO_LARGE
        : (CHECKS[node.type] ?? unknownPart)(node, { library, text, parent, path, variables });
    if (refusal !== undefined) throw misread(text, ...refusal);
  });
  return tree;
};

const TOO_LARGE: Refusal = [`The expression has more than ${MOST_NODES} parts.`, "Split it into several calculations."];
const PLAIN_PARTS = "Use numbers, units, functions and variables only.";

const allow: Check = () => undefined;
const refuse =
  (message: string, hint: string): Check =>
  ({ name }, { text }) => [message, hint, position(text, name)];
const unknownPart = refuse("The expression has a part that is not supported.", PLAIN_PARTS);

/** Node types without an entry are rejected. */
const CHECKS: Readonly<Record<string, Check>> = {
  ParenthesisNode: allow,
  BlockNode: allow,
  ConditionalNode: allow,
  RelationalNode: allow,
  ConstantNode({ value }) {
    if (typeof value === "string") return ["Text in quotes is not supported.", "For feet and inches write 5'10\"."];
    return value === null || value === undefined ? [`${value} is not a number.`, PLAIN_PARTS] : undefined;
  },
  OperatorNode: ({ fn }) =>
    OPERATORS.has(fn as string)
      ? undefined
      : [`The operator for ${fn} is not allowed.`, "Use + - * / ^ % ! and comparisons."],
  FunctionNode: ({ fn }) =>
    (fn as Part).type === "SymbolNode"
      ? undefined
      : ["Only a function's name can be called.", "Write a product with *: (2 + 3) * (4)."],
  AssignmentNode({ object, index }, { text }) {
    const name = object?.name;
    if (index || object?.type !== "SymbolNode" || name === undefined) {
      return ["Values can be assigned to plain variables only.", "Write a = 3; a^2."];
    }
    if (!FUNCTIONS.has(name) && !FUNCTION_ALIASES.has(name)) return undefined;
    return [`${name} is a function and cannot be a variable.`, "Use another name.", position(text, name)];
  },
  SymbolNode({ name = "" }, { library, text, parent, path, variables }) {
    if (parent?.type === "AssignmentNode" && path === "object") variables.add(name);
    else if (parent?.type === "FunctionNode" && path === "fn") {
      if (!FUNCTIONS.has(name)) return unknownFunction(text, name, variables);
    } else if (!variables.has(name) && !CONSTANTS.has(name) && !library.Unit.isValuelessUnit(name)) {
      return unknownName(text, name, [...variables, ...CONSTANTS, ...FUNCTIONS, ...Object.keys(library.Unit.UNITS)]);
    }
    return undefined;
  },
  ArrayNode: ({ items }, { parent }) =>
    parent?.type === "FunctionNode" && !items?.some(({ type }) => type === "ArrayNode")
      ? undefined
      : ["Matrices are not supported.", "A list can only be the argument of a function: mean([1, 2, 3])."],
  FunctionAssignmentNode: refuse(
    "Functions cannot be defined.",
    "Write the calculation out, or use a variable: a = 3; a^2.",
  ),
  RangeNode: refuse("Ranges are not supported.", "List the numbers: sum(1, 2, 3). To divide, use / and not a colon."),
  AccessorNode: refuse("Properties are not supported.", PLAIN_PARTS),
};

const unknownFunction = (text: string, name: string, variables: ReadonlySet<string>): Refusal => {
  const at = position(text, name);
  const short = clipped(name);
  if (variables.has(name))
    return [`${short} is a variable, not a function.`, `For a product write ${short} * (…).`, at];
  const near = nearestName(name, [...FUNCTIONS, ...FUNCTION_ALIASES.keys()]);
  const hint = near === undefined ? `The functions are ${[...FUNCTIONS].join(", ")}.` : `Did you mean ${near}?`;
  return [`There is no function ${short}${where(at)}.`, hint, at];
};

const unknownName = (text: string, name: string, names: readonly string[]): Refusal => {
  const at = position(text, name);
  if (FUNCTIONS.has(name)) return [`${name} is a function and needs arguments${where(at)}.`, `Write ${name}(…).`, at];
  const long = names.filter(({ length }) => length > 2);
  const near = nearestName(name, long);
  const guess =
    near === undefined ? "Use numbers, units, constants such as pi, or variables." : `Did you mean ${near}?`;
  const hint = /^[A-Z]{3}$/.test(name) ? "Currencies are converted by convert_units." : guess;
  return [`${clipped(name)} is neither a unit nor a constant nor a variable${where(at)}.`, hint, at];
};

const parsed = (library: Library, text: string): MathNode => {
  try {
    return library.parse(text);
  } catch (reason) {
    const { message, char } = reason as Error & { readonly char?: number };
    const problem = clipped(message.replace(/\s*\(char \d+\)$/, ""), 100);
    const hint = /\d,\d/.test(text)
      ? "Write decimals with a point: 3.5."
      : "Check brackets and operators at that place.";
    throw misread(text, `The expression cannot be read: ${problem}${where(char)}.`, hint, char);
  }
};

const withMathjsNames = (library: Library, tree: MathNode): MathNode =>
  tree.transform((node: Part, path: string, parent: Part) => {
    if (node.type !== "SymbolNode" || node.name === undefined) return node;
    const called = parent?.type === "FunctionNode" && path === "fn";
    const name = called
      ? FUNCTION_ALIASES.get(node.name)
      : (UNITS_LIKE_FUNCTIONS.get(node.name) ?? american(node.name));
    return name === undefined || name === node.name ? node : new library.SymbolNode(name);
  });

/** mathjs knows the American spelling only. */
const american = (name: string): string => name.replace(/(met|lit)re(s?)$/i, "$1er$2");

const position = (text: string, name: string | undefined): number | undefined => {
  if (name === undefined || !/^\w+$/.test(name)) return undefined;
  const at = text.search(new RegExp(String.raw`(?<![A-Za-z_])${name}(?!\w)`));
  return at < 0 ? undefined : at + 1;
};

const where = (at: number | undefined): string => (at === undefined ? "" : ` at character ${at}`);
