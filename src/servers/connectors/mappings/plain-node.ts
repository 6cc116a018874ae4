import { type Effort, NotPlain, spend } from "./plain-scope.ts";

/** What is known where an expression is read. */
export interface Place {
  readonly size: Effort;
  /** Variables that have a value here. */
  readonly names: ReadonlySet<string>;
}

export type Node = Readonly<Record<string, unknown>>;

/** What each kind of node may say. Whatever else it says changes what it means. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  path: ["steps"],
  name: ["value"],
  object: ["value", "lhs"],
  list: ["value", "expressions"],
  minus: ["value", "expression"],
  string: ["value"],
  number: ["value"],
  value: ["value"],
  condition: ["condition", "then", "else"],
  binary: ["value", "lhs", "rhs"],
  block: ["expressions", "predicate"],
  bind: ["value", "lhs", "rhs"],
  function: ["value", "procedure", "arguments", "predicate"],
  variable: ["value", "predicate"],
  filter: ["expr"],
};

const OF_EVERY_NODE: readonly string[] = ["type", "position"];
export const OF_STEPS: readonly string[] = ["stages", "index", "tuple"];

/** These are operators to JSONata, and its tree tells them by their sign only. */
const UNARY: Readonly<Record<string, string>> = { "{": "object", "[": "list", "-": "minus" };

export const kindOf = ({ type, value }: Node): string =>
  type === "unary" ? (UNARY[String(value)] ?? "") : String(type);

/** The node, if it is one of these kinds and nothing more. */
export const nodeOf = (
  tree: unknown,
  { size }: Place,
  kinds: readonly string[],
  more: readonly string[] = [],
): readonly [kind: string, node: Node] => {
  spend(size, 1);
  const node = Object(tree) as Node;
  const kind = kindOf(node);
  const fields = [...(FIELDS[kind] ?? []), ...OF_EVERY_NODE, ...more];
  const isKnown = ([field, said]: [string, unknown]) => said === undefined || fields.includes(field);
  if (!kinds.includes(kind) || !Object.entries(node).every(isKnown)) throw new NotPlain();
  return [kind, node];
};

export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw new NotPlain();
};

export const nameIn = (value: unknown): string => {
  if (typeof value === "string") return value;
  throw new NotPlain();
};
