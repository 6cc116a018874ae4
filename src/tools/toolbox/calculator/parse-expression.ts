import type { MathNode } from "mathjs";
import { nearestName } from "../../../registry/nearest-name.ts";
import type { Library } from "./library.ts";
import { misread } from "./read-expression.ts";
import { CONSTANTS, FUNCTIONS, OPERATORS, OTHER_NAMES, UNITS_LIKE_FUNCTIONS } from "./vocabulary.ts";

const MOST_NODES = 400;

/** The parts of a node that are looked at here; which of them there are depends on its type. */
type Part = MathNode & {
  readonly name?: string;
  readonly value?: unknown;
  readonly fn?: string | Part;
  readonly object?: Part;
  readonly index?: unknown;
};

const REFUSED: Readonly<Record<string, readonly [what: string, instead: string]>> = {
  FunctionAssignmentNode: ["functions cannot be defined", "Write the calculation out, or use a variable: a = 3; a^2."],
  RangeNode: ["ranges are not calculated with", "Name the numbers: sum(1, 2, 3). To divide, use / and not a colon."],
  AccessorNode: ["nothing has properties here", "Use numbers, units, functions and variables only."],
  IndexNode: ["nothing has an index here", "Use numbers, units, functions and variables only."],
  ObjectNode: ["objects are not calculated with", "Use numbers, units, functions and variables only."],
};

const ALLOWED = new Set([
  "ConstantNode",
  "SymbolNode",
  "OperatorNode",
  "FunctionNode",
  "ParenthesisNode",
  "AssignmentNode",
  "BlockNode",
  "ConditionalNode",
  "RelationalNode",
  "ArrayNode",
]);

/** A tree in which everything is known and harmless; what it takes to calculate it is another question. */
export const parseExpression = (library: Library, text: string): MathNode => {
  const tree = settled(library, parsed(library, text));
  const variables = new Set<string>();
  let nodes = 0;
  tree.traverse((node: MathNode, path: string, parent: MathNode) => {
    if (++nodes > MOST_NODES) {
      throw misread(text, `The expression has more than ${MOST_NODES} parts.`, "Split it into several calculations.");
    }
    checkNode(node, path, parent as MathNode | null);
  });
  return tree;

  function checkNode(node: Part, path: string, parent: Part | null): void {
    const at = position(text, node.name);
    const refused = REFUSED[node.type];
    if (refused !== undefined) throw misread(text, `In a calculation ${refused[0]}.`, refused[1], at);
    if (!ALLOWED.has(node.type)) throw misread(text, `${node.type} is not allowed.`, "Use numbers and operators.");
    if (node.type === "ConstantNode") checkConstant(node.value);
    if (node.type === "OperatorNode" && !OPERATORS.has(node.fn as string)) {
      throw misread(text, `The operator for ${node.fn} is not allowed.`, "Use + - * / ^ % ! and comparisons.");
    }
    if (node.type === "FunctionNode" && (node.fn as Part).type !== "SymbolNode") {
      throw misread(text, "Only a function's name can be called.", "Write a product with *: (2 + 3) * (4).");
    }
    if (node.type === "AssignmentNode") checkVariable(node);
    if (node.type !== "SymbolNode") return;
    const name = node.name as string;
    if (parent?.type === "FunctionNode" && path === "fn") checkFunction(name, at);
    else if (parent?.type === "AssignmentNode" && path === "object") variables.add(name);
    else checkName(name, at);
  }

  function checkConstant(value: unknown): void {
    if (typeof value === "string") {
      throw misread(text, "Text in quotes is not calculated with.", "For feet and inches write 5'10\".");
    }
    if (value === null || value === undefined) {
      throw misread(text, `${value} is not a number.`, "Use numbers, units, functions and variables.");
    }
  }

  function checkVariable({ object, index }: Part): void {
    const name = object?.name;
    if (index || object?.type !== "SymbolNode" || name === undefined) {
      throw misread(text, "A value can only be given to a plain variable.", "Write a = 3; a^2.");
    }
    if (FUNCTIONS.has(name) || OTHER_NAMES.has(name)) {
      throw misread(text, `${name} is a function and cannot be a variable.`, "Use another name.", position(text, name));
    }
  }

  function checkFunction(name: string, at: number | undefined): void {
    if (FUNCTIONS.has(name)) return;
    if (variables.has(name)) {
      throw misread(text, `${name} is a variable, not a function.`, `For a product write ${name} * (…).`, at);
    }
    const near = nearestName(name, [...FUNCTIONS, ...OTHER_NAMES.keys()]);
    throw misread(
      text,
      `There is no function ${name}${where(at)}.`,
      near === undefined ? `Known functions: ${[...FUNCTIONS].join(", ")}.` : `Did you mean ${near}?`,
      at,
    );
  }

  function checkName(name: string, at: number | undefined): void {
    if (variables.has(name) || CONSTANTS.has(name) || library.isUnit(name)) return;
    if (FUNCTIONS.has(name)) {
      throw misread(text, `${name} is a function and needs arguments${where(at)}.`, `Write ${name}(…).`, at);
    }
    throw misread(text, `${name} is neither a unit nor a constant nor a variable${where(at)}.`, hintFor(name), at);
  }

  function hintFor(name: string): string {
    if (/^[A-Z]{3}$/.test(name)) return "Currencies are converted by convert_units.";
    const names = [...variables, ...CONSTANTS, ...FUNCTIONS, ...library.unitNames].filter(({ length }) => length > 2);
    const near = nearestName(name, names);
    return near === undefined ? "Name numbers, units, constants such as pi, or variables." : `Did you mean ${near}?`;
  }
};

const parsed = (library: Library, text: string): MathNode => {
  try {
    return library.parse(text);
  } catch (reason) {
    const { message, char } = reason as Error & { readonly char?: number };
    throw misread(
      text,
      `The expression cannot be read: ${message.replace(/\s*\(char \d+\)$/, "")}${where(char)}.`,
      /\d,\d/.test(text) ? "Write decimals with a point: 3.5." : "Check brackets and operators at that place.",
      char,
    );
  }
};

/** Under the names that the library has. */
const settled = (library: Library, tree: MathNode): MathNode =>
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
