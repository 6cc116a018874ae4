import type { Cents } from "../../../model/money.ts";

const TERM = "\\$(?:[0-9][0-9,]*(?:\\.[0-9]{2})?|[a-z][A-Za-z0-9_]*\\.[a-z][A-Za-z0-9_]*)";
/** `$480`, `$gold.total`, `$given.total + $300`. */
export const AMOUNT_PATTERN = `^${TERM}(?: *[+-] *${TERM})*$`;

/** Looks up `trip.total`; undefined if there is none. */
export type AmountNames = (name: string, field: string) => Cents | undefined;

const PART = /([+-]?) *\$([^ +-]+)/g;

/** Computes an amount that has passed `AMOUNT_PATTERN`; undefined if it refers to something that does not exist. */
export const amountOf = (text: string, names: AmountNames): Cents | undefined => {
  let total = 0;
  for (const [, sign, term = ""] of text.matchAll(PART)) {
    const [name = "", field] = term.split(".");
    const value = /^\d/.test(term) ? Math.round(Number(term.replaceAll(",", "")) * 100) : names(name, field ?? "");
    if (value === undefined) return undefined;
    total += sign === "-" ? -value : value;
  }
  return total;
};

/** The names that an amount refers to: `trip` of `$trip.total`. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\$([a-z][A-Za-z0-9_]*)\./g)].map(([, name = ""]) => name);
