import { CapcornRefusal, shown } from "./capcorn-refusal.ts";

/** What the API's values look like. `where` is the element or attribute, for the sentence. */
export const readInteger = (text: string, where: string, least: number, most: number): number => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new CapcornRefusal("invalid", `${where} '${shown(text)}' must be a whole number from ${least} to ${most}.`);
};

export const readHotelId = (text: string, where: string): string => {
  if (/^[1-9]\d{0,8}$/.test(text)) return text;
  throw new CapcornRefusal("invalid", `${where} '${shown(text)}' must be a hotel's number, such as 9100.`);
};

export const readDate = (text: string, where: string): string => {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && isReal(text);
  if (isDate) return text;
  throw new CapcornRefusal("invalid", `${where} '${shown(text)}' must be a date in the form YYYY-MM-DD.`);
};

const isReal = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
};

/** In cents. */
export const readAmount = (text: string, where: string): number => {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (match !== null) return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  throw new CapcornRefusal(
    "invalid",
    `${where} '${shown(text)}' must be an amount with a point and at most two decimals, such as 227.00.`,
  );
};

export const readWord = <Word extends string>(text: string, where: string, allowed: readonly Word[]): Word => {
  const word = allowed.find((known) => known === text);
  if (word !== undefined) return word;
  throw new CapcornRefusal("invalid", `${where} '${shown(text)}' must be ${allowed.join(" or ")}.`);
};

export const checkLength = (text: string, where: string, most: number): string => {
  if (text.length <= most) return text;
  throw new CapcornRefusal("invalid", `${where} has ${text.length} characters; at most ${most} are allowed.`);
};

/** A point, at most two decimals, none that are zero. */
export const writtenAmount = (cents: number): string => String(Math.round(cents) / 100);
