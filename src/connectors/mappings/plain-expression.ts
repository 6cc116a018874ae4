/**
 * An expression that only picks and arranges: paths of names, objects and lists of them, constants, `$exists(path) ? …`.
 * Evaluated at once, in this process, with what JSONata comes to and far sooner.
 */
export type PlainExpression = (subject: unknown, effort: Effort) => unknown;

/** It is not that simple after all: JSONata itself has to be asked. */
export class NotPlain extends Error {}

/** What an evaluation may take before a worker should do it, where time and memory have an end. */
export interface Effort {
  left: number;
}

const spend = (effort: Effort, amount: number): void => {
  effort.left -= amount;
  if (effort.left < 0) throw new NotPlain("It takes more than a moment.");
};

/** Fewer than the evaluations that JSONata may have under way at a time. */
const MOST_NODES = 500;

/** Of JSONata's syntax tree; undefined: it is not plain. */
export const plainExpression = (tree: unknown): PlainExpression | undefined => {
  try {
    return read(tree, { left: MOST_NODES });
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
};

type Node = Readonly<Record<string, unknown>>;

/** What each kind of node may say. Whatever else it says changes what it means. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  path: ["steps"],
  name: ["value"],
  object: ["value", "lhs"],
  list: ["value", "expressions"],
  string: ["value"],
  number: ["value"],
  value: ["value"],
  condition: ["condition", "then", "else"],
  function: ["value", "procedure", "arguments"],
  variable: ["value"],
};

/** Objects and lists are operators to JSONata, and its tree tells them by their sign only. */
const kindOf = ({ type, value }: Node): string => {
  if (type !== "unary") return String(type);
  return value === "{" ? "object" : value === "[" ? "list" : "";
};

/** The node, if it is one of these kinds and nothing more. */
const nodeOf = (tree: unknown, size: Effort, ...kinds: readonly string[]): readonly [kind: string, node: Node] => {
  spend(size, 1);
  const node = Object(tree) as Node;
  const kind = kindOf(node);
  const fields = kinds.includes(kind) ? FIELDS[kind] : undefined;
  const isKnown = ([field, said]: [string, unknown]) =>
    said === undefined || field === "type" || field === "position" || fields?.includes(field);
  if (fields === undefined || !Object.entries(node).every(isKnown)) throw new NotPlain();
  return [kind, node];
};

const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw new NotPlain();
};

type Read = (node: Node, size: Effort) => PlainExpression;

const read = (tree: unknown, size: Effort): PlainExpression => {
  const [kind, node] = nodeOf(tree, size, ...Object.keys(READERS));
  return (READERS[kind] as Read)(node, size);
};

const readConstant: Read = ({ value }) => {
  return () => value;
};

const readPath: Read = ({ steps }, size) => {
  const all = listOf(steps).map((step) => nodeOf(step, size, "name", "object"));
  const [kind, last] = all.at(-1) ?? [];
  const make = kind === "object" && last !== undefined ? readObject(last, size) : undefined;
  const names = all.slice(0, make ? -1 : undefined).map(([each, { value }]) => {
    if (each === "name" && typeof value === "string") return value;
    throw new NotPlain();
  });
  if (names.length === 0) throw new NotPlain();
  return (subject, effort) => found(names, make, subject, effort);
};

/** Lists on the way are walked through, and what was found in all of them is one list. */
const found = (
  names: readonly string[],
  make: PlainExpression | undefined,
  subject: unknown,
  effort: Effort,
): unknown => {
  let here: readonly unknown[] = [subject];
  for (const [index, name] of names.entries()) {
    spend(effort, 1 + here.length);
    const members = here.map((value) => memberOf(value, name)).filter((value) => value !== undefined);
    const isEnd = make === undefined && index === names.length - 1;
    // A list that stands there as such stays one, whatever its length.
    if (isEnd && members.length === 1 && Array.isArray(members[0])) return members[0];
    here = members.flat();
  }
  const made = make === undefined ? here : here.map((value) => make(value, effort));
  return made.length > 1 ? made : made[0];
};

const memberOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) throw new NotPlain("Lists of lists are JSONata's business.");
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
};

const RESERVED: ReadonlySet<string> = new Set(["__proto__", "_jsonata_lambda", "_jsonata_function"]);

const readObject: Read = ({ lhs }, size) => {
  const members = listOf(lhs).map((pair) => {
    const [key, value] = listOf(pair);
    const [, { value: name }] = nodeOf(key, size, "string");
    if (typeof name !== "string" || RESERVED.has(name)) throw new NotPlain();
    return [name, read(value, size)] as const;
  });
  if (new Set(members.map(([name]) => name)).size < members.length) throw new NotPlain();
  return (subject, effort) => {
    // An object over a list groups its entries.
    if (Array.isArray(subject)) throw new NotPlain();
    spend(effort, 1);
    const made: Record<string, unknown> = {};
    for (const [name, evaluate] of members) {
      const value = evaluate(subject, effort);
      if (value !== undefined) made[name] = value;
    }
    return made;
  };
};

const readList: Read = ({ expressions }, size) => {
  const entries = listOf(expressions).map((tree) => [kindOf(Object(tree)) === "list", read(tree, size)] as const);
  return (subject, effort) => {
    const made = entries.flatMap(([isList, evaluate]) => {
      const value = evaluate(subject, effort);
      if (value === undefined) return [];
      return isList ? [value] : value;
    });
    spend(effort, 1 + made.length);
    return made;
  };
};

const readCondition: Read = ({ condition, then, else: otherwise }, size) => {
  const [, { procedure, arguments: given }] = nodeOf(condition, size, "function");
  const [, { value: called }] = nodeOf(procedure, size, "variable");
  const [argument, ...more] = listOf(given);
  if (called !== "exists" || more.length > 0) throw new NotPlain();
  const [, path] = nodeOf(argument, size, "path");
  const [asked, yes] = [readPath(path, size), read(then, size)];
  const no = otherwise === undefined ? undefined : read(otherwise, size);
  return (subject, effort) => (asked(subject, effort) === undefined ? no : yes)?.(subject, effort);
};

const READERS: Readonly<Record<string, Read>> = {
  path: readPath,
  object: readObject,
  list: readList,
  condition: readCondition,
  string: readConstant,
  number: readConstant,
  value: readConstant,
};
