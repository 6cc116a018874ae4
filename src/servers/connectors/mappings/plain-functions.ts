import { textOf } from "./plain-operators.ts";
import {
  CHARACTERS_AT_ONCE,
  checkKnown,
  type Effort,
  entriesOf,
  finite,
  isTrue,
  memberOf,
  NotPlain,
  spend,
  spendText,
} from "./plain-scope.ts";

/** A function of JSONata. Throws NotPlain wherever JSONata would report an error. */
interface PlainFunction {
  /** Number of arguments. */
  readonly least: number;
  readonly most: number;
  /** Without arguments it is applied to the subject. */
  readonly onSubject: boolean;
  call(given: readonly unknown[], effort: Effort): unknown;
}

const takes = (least: number, most: number, call: PlainFunction["call"]): PlainFunction => ({
  least,
  most,
  call,
  onSubject: false,
});

type Check = (value: unknown) => unknown;

/** A function that returns nothing for nothing, after it has checked its other arguments. */
const of = (more: readonly Check[], call: PlainFunction["call"], least = 1 + more.length): PlainFunction => ({
  least,
  most: 1 + more.length,
  onSubject: least === 1,
  call(given, effort) {
    for (const [index, check] of more.entries()) if (given[index + 1] !== undefined) check(given[index + 1]);
    return given[0] === undefined ? undefined : call(given, effort);
  },
});

/** The same for lists, which are never taken from the subject. */
const ofList = (more: readonly Check[], call: PlainFunction["call"]): PlainFunction => ({
  ...of(more, call, 1),
  onSubject: false,
});

const text = (value: unknown): string => {
  if (typeof value === "string") return value;
  throw new NotPlain();
};

const number = (value: unknown): number => {
  if (typeof value === "number") return finite(value);
  throw new NotPlain();
};

const whole = (value: unknown): number => {
  if (Number.isInteger(value)) return value as number;
  throw new NotPlain();
};

const numbers = (value: unknown): readonly number[] => entriesOf(value).map(number);

/** Searching a text may take time proportional to the product of both lengths. */
const sought = (value: unknown, part: unknown, effort: Effort): readonly [string, string] => {
  const [all, wanted] = [text(value), text(part)];
  spend(effort, (all.length * wanted.length) / CHARACTERS_AT_ONCE);
  return [all, wanted];
};

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?(?:[Ee][-+]?[0-9]+)?$/;
/** A date, or a time with a zone: without one, the result would depend on the time zone of the process. */
const DATE = /^\d{4}-[01]\d-[0-3]\d(?:T[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[+-][0-2]\d:[0-5]\d|Z))?$/;
const FIXED = /^0\.(0{1,6})$/;
const LARGEST_FIXED = 1e9;

/** Rounds half to even, by decimal digits, because binary fractions cannot represent tenths. */
const rounded = (value: number, digits: number): number => {
  const shifted = moved(value, digits);
  const nearest = Math.round(shifted);
  const isOdd = Math.abs(nearest - shifted) === 0.5 && Math.abs(nearest % 2) === 1;
  return moved(isOdd ? nearest - 1 : nearest, -digits) + 0;
};

const moved = (value: number, digits: number): number => {
  const [mantissa, exponent = "0"] = String(value).split("e");
  return digits === 0 ? value : Number(`${mantissa}e${Number(exponent) + digits}`);
};

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
};

export const FUNCTIONS: ReadonlyMap<string, PlainFunction> = new Map<string, PlainFunction>(
  Object.entries({
    exists: takes(1, 1, ([value]) => value !== undefined),
    count: takes(1, 1, ([value]) => (value === undefined ? 0 : entriesOf(value).length)),
    append: takes(2, 2, ([first, second]) => {
      if (first === undefined || second === undefined) return first === undefined ? second : first;
      return [...entriesOf(first), ...entriesOf(second)];
    }),
    assert: takes(1, 2, ([holds, message = ""]) => {
      if (holds !== true || typeof message !== "string") throw new NotPlain();
    }),
    type: ofList([], ([value]) => typeOf(value)),
    boolean: of([], ([value], effort) => isTrue(value, effort)),
    not: of([], ([value], effort) => !isTrue(value, effort)),
    sum: ofList([], ([value]) => finite(numbers(value).reduce((total, each) => total + each, 0))),
    max: ofList([], ([value]) =>
      numbers(value).reduce<number | undefined>((most, each) => Math.max(most ?? each, each), undefined),
    ),
    min: ofList([], ([value]) =>
      numbers(value).reduce<number | undefined>((least, each) => Math.min(least ?? each, each), undefined),
    ),
    number: of([], ([value]) => {
      if (typeof value === "string" && DECIMAL.test(value)) return finite(Number.parseFloat(value));
      return typeof value === "boolean" ? Number(value) : number(value);
    }),
    abs: of([], ([value]) => Math.abs(number(value))),
    floor: of([], ([value]) => Math.floor(number(value))),
    ceil: of([], ([value]) => Math.ceil(number(value))),
    round: of([number], ([value, digits = 0]) => finite(rounded(number(value), whole(digits))), 1),
    formatNumber: of([text], ([value, picture]) => {
      const [, digits] = FIXED.exec(text(picture)) ?? [];
      const amount = number(value);
      if (digits === undefined || amount < 0 || amount > LARGEST_FIXED) throw new NotPlain();
      return rounded(amount, digits.length).toFixed(digits.length);
    }),
    string: of([], ([value]) => textOf(value)),
    uppercase: of([], ([value]) => text(value).toUpperCase()),
    lowercase: of([], ([value]) => text(value).toLowerCase()),
    trim: of([], ([value]) =>
      text(value)
        .replace(/[ \t\n\r]+/g, " ")
        .replace(/^ | $/g, ""),
    ),
    length: of([], ([value], effort) => characters(value, effort).length),
    substring: of(
      [number, number],
      ([value, from, most], effort) => {
        const all = characters(value, effort);
        const start = Math.max(whole(from), -all.length);
        const end = most === undefined ? undefined : (start < 0 ? all.length + start : start) + whole(most);
        return (most !== undefined && (most as number) <= 0 ? [] : all.slice(start, end)).join("");
      },
      2,
    ),
    substringBefore: of([text], ([value, part], effort) => {
      const [all, wanted] = sought(value, part, effort);
      return all.includes(wanted) ? all.slice(0, all.indexOf(wanted)) : all;
    }),
    substringAfter: of([text], ([value, part], effort) => {
      const [all, wanted] = sought(value, part, effort);
      return all.includes(wanted) ? all.slice(all.indexOf(wanted) + wanted.length) : all;
    }),
    contains: of([text], ([value, part], effort) => {
      const [all, wanted] = sought(value, part, effort);
      return all.includes(wanted);
    }),
    replace: of([text, text], ([value, part, other], effort) => {
      const [all, wanted] = sought(value, part, effort);
      if (wanted === "") throw new NotPlain();
      spendText(effort, (all.length / wanted.length) * text(other).length);
      return all.replaceAll(wanted, () => text(other));
    }),
    split: of([text], ([value, part], effort) => {
      const [all, wanted] = sought(value, part, effort);
      spend(effort, all.length);
      return all.split(wanted);
    }),
    join: ofList([text], ([value, between = ""], effort) => {
      const parts = entriesOf(value).map(text);
      for (const part of parts) spendText(effort, part.length + text(between).length);
      return parts.join(text(between));
    }),
    lookup: of([text], ([value, name]) => memberOf(value, name === undefined ? "undefined" : text(name))),
    toMillis: of([], ([value]) => {
      if (DATE.test(text(value))) return finite(Date.parse(text(value)));
      throw new NotPlain();
    }),
  }),
);

const characters = (value: unknown, effort: Effort): readonly string[] => {
  spend(effort, text(value).length);
  return Array.from(text(value));
};

/** Rejects objects that JSONata would take for functions. */
export const checkArgument = (value: unknown): void => {
  if (typeof value === "object" && value !== null) checkKnown(value);
};
