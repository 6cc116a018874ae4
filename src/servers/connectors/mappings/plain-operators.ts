import { CHARACTERS_AT_ONCE, type Effort, entriesOf, finite, NotPlain, spend, spendText } from "./plain-scope.ts";

/** A binary operator. Throws NotPlain wherever JSONata would report an error. */
type PlainOperator = (left: unknown, right: unknown, effort: Effort) => unknown;

const arithmetic =
  (compute: (left: number, right: number) => number): PlainOperator =>
  (left, right) => {
    const [a, b] = [optionalNumber(left), optionalNumber(right)];
    return a === undefined || b === undefined ? undefined : finite(compute(a, b));
  };

const optionalNumber = (value: unknown): number | undefined => {
  if (value === undefined) return undefined;
  if (typeof value !== "number") throw new NotPlain();
  return finite(value);
};

const optionalInteger = (value: unknown): number | undefined => {
  if (value !== undefined && !Number.isInteger(value)) throw new NotPlain();
  return value as number | undefined;
};

type Comparable = string | number;

const compared =
  (compare: (left: Comparable, right: Comparable) => boolean): PlainOperator =>
  (left, right) => {
    const [a, b] = [comparable(left), comparable(right)];
    if (a === undefined || b === undefined) return undefined;
    if (typeof a !== typeof b) throw new NotPlain();
    return compare(a, b);
  };

const comparable = (value: unknown): Comparable | undefined =>
  typeof value === "string" ? value : optionalNumber(value);

/** JSONata compares objects and lists deeply, so those are left to it. */
const scalar = (value: unknown): unknown => {
  if (typeof value === "object" && value !== null) throw new NotPlain();
  return value;
};

const isSame = (left: unknown, right: unknown): boolean => scalar(left) === scalar(right);

export const textOf = (value: unknown): string => {
  const plain = scalar(value);
  if (plain === undefined) return "";
  if (typeof plain === "number" && !Number.isInteger(plain)) return String(Number(finite(plain).toPrecision(15)));
  return typeof plain === "string" ? plain : JSON.stringify(plain);
};

/** Operators that need both sides; `and` and `or` are in plain-expression.ts, because they may need only one. */
export const OPERATORS: Readonly<Record<string, PlainOperator>> = {
  "+": arithmetic((left, right) => left + right),
  "-": arithmetic((left, right) => left - right),
  "*": arithmetic((left, right) => left * right),
  "/": arithmetic((left, right) => left / right),
  "%": arithmetic((left, right) => left % right),
  "=": (left, right) => left !== undefined && right !== undefined && isSame(left, right),
  "!=": (left, right) => left !== undefined && right !== undefined && !isSame(left, right),
  "<": compared((left, right) => left < right),
  "<=": compared((left, right) => left <= right),
  ">": compared((left, right) => left > right),
  ">=": compared((left, right) => left >= right),
  "&": (left, right, effort) => {
    const joined = textOf(left) + textOf(right);
    spendText(effort, joined.length);
    return joined;
  },
  in: (left, right, effort) => {
    if (left === undefined || right === undefined) return false;
    const entries = entriesOf(right);
    if (typeof left === "string") spend(effort, (entries.length * left.length) / CHARACTERS_AT_ONCE);
    return entries.includes(scalar(left));
  },
  "..": (left, right, effort) => {
    const [first, last] = [optionalInteger(left), optionalInteger(right)];
    if (first === undefined || last === undefined || first > last) return undefined;
    spend(effort, last - first + 1);
    const all = Array.from({ length: last - first + 1 }, (_, place) => first + place);
    return all.length > 1 ? all : first;
  },
};
