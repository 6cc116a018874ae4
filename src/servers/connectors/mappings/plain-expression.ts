import { checkArgument, FUNCTIONS } from "./plain-functions.ts";
import { OPERATORS } from "./plain-operators.ts";
import { filtered, type PathFilter, type PathStep, walk } from "./plain-path.ts";
import {
  type Effort,
  innerScope,
  isTrue,
  memberOf,
  NotPlain,
  type PlainExpression,
  spend,
  spendOn,
  unwrapped,
} from "./plain-scope.ts";

/** Fewer than the depth of JSONata's stack. */
const MOST_NODES = 500;

/**
 * Compiles JSONata's syntax tree if the expression has no loops: only paths, filters, objects, lists, conditions,
 * variables, operators and the functions in plain-functions.ts. Undefined otherwise.
 */
export const plainExpression = (tree: unknown): PlainExpression | undefined => {
  try {
    return read(tree, { size: { left: MOST_NODES }, names: new Set(["$"]) });
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
};

type Read = (node: Node, place: Place) => PlainExpression;

const read = (tree: unknown, place: Place): PlainExpression => {
  const [kind, node] = nodeOf(tree, place, Object.keys(READERS));
  return readNode(kind, node, place);
};

const readNode = (kind: string, node: Node, place: Place): PlainExpression => {
  const evaluate = (READERS[kind] as Read)(node, place);
  const filters = readFilters(node["predicate"], place);
  return (subject, scope) => {
    spend(scope.effort, 1);
    const value = evaluate(subject, scope);
    return filters.length === 0 ? value : unwrapped(filtered(filters, value, scope));
  };
};

const readFilters = (filters: unknown, place: Place): readonly PathFilter[] =>
  (filters === undefined ? [] : listOf(filters)).map((tree) => {
    const [, { expr }] = nodeOf(tree, place, ["filter"]);
    const { type, value } = Object(expr) as Node;
    return type === "number" ? Number(value) : read(expr, place);
  });

const readConstant: Read = ({ value }) => {
  return () => value;
};

const STEPS: readonly string[] = ["name", "variable", "object", "block", "function"];

const readPath: Read = ({ steps }, place) => {
  const names = new Set(place.names);
  const all = listOf(steps).map((tree): PathStep => {
    const [kind, node] = nodeOf(tree, place, STEPS, OF_STEPS);
    const within = { ...place, names: new Set(names) };
    const filters = readFilters(node["stages"], within);
    const evaluate = kind === "name" ? readName(node, within) : readNode(kind, node, within);
    if (node["index"] === undefined) return { evaluate, filters };
    const index = newName(node["index"]);
    names.add(index);
    return { evaluate, filters, index };
  });
  const counts = all.findIndex(({ index }) => index !== undefined);
  // A filter after an index variable would change the indices.
  if (counts >= 0 && all.slice(counts).some(({ filters }) => filters.length > 0)) throw new NotPlain();
  const [only, ...more] = all;
  if (only === undefined) throw new NotPlain();
  const first = kindOf(Object(listOf(steps)[0]));
  if (first === "name" && more.length + only.filters.length + counts < 0) return only.evaluate;
  return (subject, scope) => {
    if (first !== "variable" && Array.isArray(subject)) throw new NotPlain();
    return walk(all, subject, scope);
  };
};

const readName: Read = ({ value }) => {
  const name = nameIn(value);
  return (subject) => memberOf(subject, name);
};

const RESERVED: ReadonlySet<string> = new Set(["__proto__", "_jsonata_lambda", "_jsonata_function"]);

const readObject: Read = ({ lhs }, place) => {
  const members = listOf(lhs).map((pair) => {
    const [key, value] = listOf(pair);
    const [, { value: name }] = nodeOf(key, place, ["string"]);
    if (RESERVED.has(nameIn(name))) throw new NotPlain();
    return [nameIn(name), read(value, place)] as const;
  });
  if (new Set(members.map(([name]) => name)).size < members.length) throw new NotPlain();
  return (subject, scope) => {
    // Over a list, JSONata groups the entries.
    if (Array.isArray(subject)) throw new NotPlain();
    const made: Record<string, unknown> = {};
    for (const [name, evaluate] of members) {
      const value = evaluate(subject, scope);
      if (value !== undefined) made[name] = value;
    }
    return made;
  };
};

const readList: Read = ({ expressions }, place) => {
  const entries = listOf(expressions).map((tree) => [kindOf(Object(tree)) === "list", read(tree, place)] as const);
  return (subject, scope) =>
    entries.flatMap(([isList, evaluate]) => {
      const value = evaluate(subject, scope);
      spendOn(scope.effort, value);
      if (value === undefined) return [];
      return isList ? [value] : value;
    });
};

const readMinus: Read = ({ expression }, place) => {
  const evaluate = read(expression, place);
  return (subject, scope) => OPERATORS["-"]?.(0, evaluate(subject, scope), scope.effort);
};

const readCondition: Read = ({ condition, then, else: otherwise }, place) => {
  const [test, yes] = [read(condition, place), read(then, place)];
  const no = otherwise === undefined ? undefined : read(otherwise, place);
  return (subject, scope) => (isTrue(test(subject, scope), scope.effort) ? yes : no)?.(subject, scope);
};

const readBinary: Read = ({ value, lhs, rhs }, place) => {
  const sign = nameIn(value);
  const [left, right] = [read(lhs, place), read(rhs, place)];
  if (sign === "and" || sign === "or") {
    const decides = sign === "or";
    return (subject, scope) => {
      const first = isTrue(left(subject, scope), scope.effort);
      return first === decides ? first : isTrue(right(subject, scope), scope.effort);
    };
  }
  const operator = Object.hasOwn(OPERATORS, sign) ? OPERATORS[sign] : undefined;
  if (operator === undefined) throw new NotPlain();
  return (subject, scope) => {
    const [first, second] = [left(subject, scope), right(subject, scope)];
    spendOn(scope.effort, first);
    spendOn(scope.effort, second);
    return operator(first, second, scope.effort);
  };
};

/** The name of a new variable, which must not hide a function. */
const newName = (value: unknown): string => {
  const name = nameIn(value);
  if (FUNCTIONS.has(name) || RESERVED.has(name) || name === "" || name === "$") throw new NotPlain();
  return name;
};

const readBlock: Read = ({ expressions }, place) => {
  const names = new Set(place.names);
  const trees = listOf(expressions);
  const binds = trees.some((tree) => kindOf(Object(tree)) === "bind");
  const statements = trees.map((tree) => readStatement(tree, { ...place, names }, names));
  return (subject, scope) => {
    const own = binds ? innerScope(scope) : scope;
    return statements.reduce<unknown>((_, evaluate) => evaluate(subject, own), undefined);
  };
};

const readStatement = (tree: unknown, place: Place, names: Set<string>): PlainExpression => {
  if (kindOf(Object(tree)) !== "bind") return read(tree, place);
  const [, { lhs, rhs }] = nodeOf(tree, place, ["bind"]);
  const [, { value }] = nodeOf(lhs, place, ["variable"]);
  const evaluate = read(rhs, place);
  const name = newName(value);
  names.add(name);
  return (subject, scope) => {
    scope.names[name] = evaluate(subject, scope);
    return scope.names[name];
  };
};

const readVariable: Read = ({ value }, { names }) => {
  const name = nameIn(value);
  if (name !== "" && !names.has(name)) throw new NotPlain();
  return (subject, scope) => {
    const found = name === "" ? subject : scope.names[name];
    if (name === "" && Array.isArray(found)) throw new NotPlain();
    return found;
  };
};

const readFunction: Read = ({ procedure, arguments: given }, place) => {
  const [, { value }] = nodeOf(procedure, place, ["variable"]);
  const called = FUNCTIONS.get(nameIn(value));
  const args = listOf(given).map((tree) => read(tree, place));
  if (called === undefined || args.length > called.most) throw new NotPlain();
  const isOnSubject = args.length === 0 && called.onSubject;
  if (args.length < called.least && !isOnSubject) throw new NotPlain();
  return (subject, scope) => {
    if (isOnSubject && (subject === undefined || Array.isArray(subject))) throw new NotPlain();
    const values = isOnSubject ? [subject] : args.map((evaluate) => evaluate(subject, scope));
    for (const each of values) {
      checkArgument(each);
      spendOn(scope.effort, each);
    }
    return called.call(values, scope.effort);
  };
};

const READERS: Readonly<Record<string, Read>> = {
  path: readPath,
  object: readObject,
  list: readList,
  minus: readMinus,
  condition: readCondition,
  binary: readBinary,
  block: readBlock,
  variable: readVariable,
  function: readFunction,
  string: readConstant,
  number: readConstant,
  value: readConstant,
};

/** What is known at a place in the syntax tree. */
interface Place {
  /** The nodes that may still be read. */
  readonly size: Effort;
  /** Variables that are bound here. */
  readonly names: ReadonlySet<string>;
}

type Node = Readonly<Record<string, unknown>>;

/** The known fields of each kind of node. Any other field changes the meaning of the node. */
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
const OF_STEPS: readonly string[] = ["stages", "index", "tuple"];

/** Kinds that JSONata's tree marks as unary operators. */
const UNARY: Readonly<Record<string, string>> = { "{": "object", "[": "list", "-": "minus" };

const kindOf = ({ type, value }: Node): string => (type === "unary" ? (UNARY[String(value)] ?? "") : String(type));

/** Returns the node if it is of one of these kinds and has no unknown fields. */
const nodeOf = (
  tree: unknown,
  { size }: Place,
  kinds: readonly string[],
  more: readonly string[] = [],
): readonly [kind: string, node: Node] => {
  spend(size, 1);
  const node = Object(tree) as Node;
  const kind = kindOf(node);
  const fields = [...(FIELDS[kind] ?? []), ...OF_EVERY_NODE, ...more];
  const isKnown = ([field, value]: [string, unknown]) => value === undefined || fields.includes(field);
  if (!kinds.includes(kind) || !Object.entries(node).every(isKnown)) throw new NotPlain();
  return [kind, node];
};

const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw new NotPlain();
};

const nameIn = (value: unknown): string => {
  if (typeof value === "string") return value;
  throw new NotPlain();
};
