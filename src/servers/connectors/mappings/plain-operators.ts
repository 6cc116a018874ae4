import { CHARACTERS_AT_ONCE, type Effort, entriesOf, finite, NotPlain, spend, spendText } from "./plain-scope.ts";

/** What an operator makes of its two sides. Whatever JSONata would complain of is not plain. */
export type PlainOperator = (left: unknown, right: unknown, effort: Effort) => unknown;

const reckoned =
  (reckon: (left: number, right: number) => number): PlainOperator =>
  (left, right) => {
    const [a, b] = [numberOrNothing(left), numberOrNothing(right)];
    return a === undefined || b === undefined ? undefined : finite(reckon(a, b));
  };

const numberOrNothing = (value: unknown): number | undefined => {
  if (value === undefined) return undefined;
  if (typeof value !== "number") throw new NotPlain();
  return finite(value);
};

const wholeOrNothing = (value: unknown): number | undefined => {
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
  typeof value === "string" ? value : numberOrNothing(value);

/** Objects and lists are compared entry by entry: that is left to JSONata. */
const scalar = (value: unknown): unknown => {
  if (typeof value === "object" && value !== null) throw new NotPlain();
  return value;
};

const isSame = (left: unknown, right: unknown): boolean => scalar(left) === scalar(right);

export const textOf = (value: unknown): string => {
  const said = scalar(value);
  if (said === undefined) return "";
  if (typeof said === "number" && !Number.isInteger(said)) return String(Number(finite(said).toPrecision(15)));
  return typeof said === "string" ? said : JSON.stringify(said);
};

/** Of both sides; `and` and `or` may need only one, and are read elsewhere. */
export const OPERATORS: Readonly<Record<string, PlainOperator>> = {
  "+": reckoned((left, right) => left + right),
  "-": reckoned((left, right) => left - right),
  "*": reckoned((left, right) => left * right),
  "/": reckoned((left, right) => left / right),
  "%": reckoned((left, right) => left % right),
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
    const [first, last] = [wholeOrNothing(left), wholeOrNothing(right)];
    if (first === undefined || last === undefined || first > last) return undefined;
    spend(effort, last - first + 1);
    const all = Array.from({ length: last - first + 1 }, (_, place) => first + place);
    return all.length > 1 ? all : first;
  },
};
