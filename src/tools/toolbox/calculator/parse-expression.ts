import type { MathNode } from "mathjs";
import type { Failure } from "../../../model/failure.ts";
import { nearestName } from "../../../registry/nearest-name.ts";
import type { Library } from "./library.ts";
import { clipped, misread } from "./read-expression.ts";
import { CONSTANTS, FUNCTIONS, OPERATORS, OTHER_NAMES, UNITS_LIKE_FUNCTIONS } from "./vocabulary.ts";

const MOST_NODES = 400;

/** The parts of a node that are looked at here; which of them there are depends on its type. */
type Part = MathNode & {
  readonly name?: string;
  readonly value?: unknown;
  readonly fn?: string | Part;
  readonly object?: Part;
  readonly index?: unknown;
  readonly items?: readonly Part[];
};

interface Surroundings {
  readonly library: Library;
  readonly text: string;
  readonly parent: Part | null;
  /** What the node is to its parent. */
  readonly path: string;
  /** Those that got a value so far. */
  readonly variables: Set<string>;
}

/** A tree in which everything is known and harmless; what it takes to calculate it is another question. */
export const parseExpression = (library: Library, text: string): MathNode => {
  const tree = underKnownNames(library, parsed(library, text));
  const variables = new Set<string>();
  let nodes = 0;
  tree.traverse((node: MathNode, path: string, parent: MathNode) => {
    const check = CHECKS[node.type];
    if (++nodes > MOST_NODES) {
      throw misread(text, `The expression has more than ${MOST_NODES} parts.`, "Split it into several calculations.");
    }
    if (check === undefined) throw misread(text, "The expression has a part that is not calculated with.", PLAIN_PARTS);
    check(node, { library, text, parent, path, variables });
  });
  return tree;
};

const PLAIN_PARTS = "Use numbers, units, functions and variables only.";

const refuse =
  (message: string, hint: string) =>
  ({ name }: Part, { text }: Surroundings): never => {
    throw misread(text, message, hint, position(text, name));
  };

const allow = (): void => undefined;

/** Types of nodes that are not here are refused, too. */
const CHECKS: Readonly<Record<string, (node: Part, around: Surroundings) => void>> = {
  ParenthesisNode: allow,
  BlockNode: allow,
  ConditionalNode: allow,
  RelationalNode: allow,
  ConstantNode({ value }, { text }) {
    if (typeof value === "string") {
      throw misread(text, "Text in quotes is not calculated with.", "For feet and inches write 5'10\".");
    }
    if (value === null || value === undefined) throw misread(text, `${value} is not a number.`, PLAIN_PARTS);
  },
  OperatorNode({ fn }, { text }) {
    if (OPERATORS.has(fn as string)) return;
    throw misread(text, `The operator for ${fn} is not allowed.`, "Use + - * / ^ % ! and comparisons.");
  },
  FunctionNode({ fn }, { text }) {
    if ((fn as Part).type === "SymbolNode") return;
    throw misread(text, "Only a function's name can be called.", "Write a product with *: (2 + 3) * (4).");
  },
  AssignmentNode({ object, index }, { text }) {
    const name = object?.name;
    if (index || object?.type !== "SymbolNode" || name === undefined) {
      throw misread(text, "A value can only be given to a plain variable.", "Write a = 3; a^2.");
    }
    if (!FUNCTIONS.has(name) && !OTHER_NAMES.has(name)) return;
    throw misread(text, `${name} is a function and cannot be a variable.`, "Use another name.", position(text, name));
  },
  SymbolNode({ name = "" }, { library, text, parent, path, variables }) {
    if (parent?.type === "AssignmentNode" && path === "object") variables.add(name);
    else if (parent?.type === "FunctionNode" && path === "fn") {
      if (!FUNCTIONS.has(name)) throw unknownFunction(text, name, variables);
    } else if (!variables.has(name) && !CONSTANTS.has(name) && !library.isUnit(name)) {
      throw unknownName(text, name, [...variables, ...CONSTANTS, ...FUNCTIONS, ...library.unitNames]);
    }
  },
  ArrayNode({ items }, { text, parent }) {
    if (parent?.type === "FunctionNode" && !items?.some(({ type }) => type === "ArrayNode")) return;
    throw misread(
      text,
      "Matrices are not calculated with.",
      "A list can be what a function is given: mean([1, 2, 3]).",
    );
  },
  FunctionAssignmentNode: refuse(
    "Functions cannot be defined.",
    "Write the calculation out, or use a variable: a = 3; a^2.",
  ),
  RangeNode: refuse(
    "Ranges are not calculated with.",
    "Name the numbers: sum(1, 2, 3). To divide, use / and not a colon.",
  ),
  AccessorNode: refuse("Nothing has properties here.", PLAIN_PARTS),
};

const unknownFunction = (text: string, name: string, variables: ReadonlySet<string>): Failure => {
  const at = position(text, name);
  if (variables.has(name)) {
    return misread(
      text,
      `${clipped(name)} is a variable, not a function.`,
      `For a product write ${clipped(name)} * (…).`,
      at,
    );
  }
  const near = nearestName(name, [...FUNCTIONS, ...OTHER_NAMES.keys()]);
  const hint = near === undefined ? `There are ${[...FUNCTIONS].join(", ")}.` : `Did you mean ${near}?`;
  return misread(text, `There is no function ${clipped(name)}${where(at)}.`, hint, at);
};

const unknownName = (text: string, name: string, names: readonly string[]): Failure => {
  const at = position(text, name);
  if (FUNCTIONS.has(name)) {
    return misread(text, `${name} is a function and needs arguments${where(at)}.`, `Write ${name}(…).`, at);
  }
  const near = nearestName(
    name,
    names.filter(({ length }) => length > 2),
  );
  const hint = /^[A-Z]{3}$/.test(name)
    ? "Currencies are converted by convert_units."
    : near === undefined
      ? "Name numbers, units, constants such as pi, or variables."
      : `Did you mean ${near}?`;
  return misread(text, `${clipped(name)} is neither a unit nor a constant nor a variable${where(at)}.`, hint, at);
};

const parsed = (library: Library, text: string): MathNode => {
  try {
    return library.parse(text);
  } catch (reason) {
    const { message, char } = reason as Error & { readonly char?: number };
    throw misread(
      text,
      `The expression cannot be read: ${clipped(message.replace(/\s*\(char \d+\)$/, ""), 100)}${where(char)}.`,
      /\d,\d/.test(text) ? "Write decimals with a point: 3.5." : "Check brackets and operators at that place.",
      char,
    );
  }
};

const underKnownNames = (library: Library, tree: MathNode): MathNode =>
  tree.transform((node: Part, path: string, parent: Part) => {
    if (node.type !== "SymbolNode" || node.name === undefined) return node;
    const called = parent?.type === "FunctionNode" && path === "fn";
    const name = called ? OTHER_NAMES.get(node.name) : (UNITS_LIKE_FUNCTIONS.get(node.name) ?? american(node.name));
    return name === undefined || name === node.name ? node : library.symbol(name);
  });

/** The library knows kilometers and liters only. */
const american = (name: string): string => name.replace(/(met|lit)re(s?)$/i, "$1er$2");

const position = (text: string, name: string | undefined): number | undefined => {
  if (name === undefined || !/^\w+$/.test(name)) return undefined;
  const at = text.search(new RegExp(String.raw`(?<![A-Za-z_])${name}(?!\w)`));
  return at < 0 ? undefined : at + 1;
};

const where = (at: number | undefined): string => (at === undefined ? "" : ` at character ${at}`);
