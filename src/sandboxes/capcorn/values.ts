import { daysBetween, type IsoDate } from "../../model/calendar.ts";
import type { Clock } from "../../model/clock.ts";
import { Failure } from "../../model/failure.ts";
import type { Places } from "../../model/place.ts";
import { requireSellable } from "../../travel/date-window.ts";
import { CapcornRefusal, shown } from "./capcorn-refusal.ts";
import type { Hotel } from "./hotels.ts";

/** Parsers of the API's values. `where` names the element or attribute in error messages. */
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

/** Formats cents as the vendor does: at most two decimals, no trailing zeros. */
export const writtenAmount = (cents: number): string => String(Math.round(cents) / 100);

/** Throws unless the dates are in order and inside the sales window. `names` are the names of the two dates in the request. */
export const checkStayDates = (
  { airport }: Hotel,
  [arrival, departure]: readonly [IsoDate, IsoDate],
  names: readonly [string, string],
  parts: { readonly clock: Clock; readonly places: Places },
): void => {
  checkOrder([arrival, departure], names);
  try {
    requireSellable(arrival, names[0], airport, parts);
    requireSellable(departure, names[1], airport, parts);
  } catch (error) {
    if (error instanceof Failure) throw new CapcornRefusal("dates", error.message);
    throw error;
  }
};

export const checkOrder = (
  [arrival, departure]: readonly [IsoDate, IsoDate],
  names: readonly [string, string],
): void => {
  if (daysBetween(arrival, departure) > 0) return;
  throw new CapcornRefusal("dates", `${names[1]} ${departure} must be after ${names[0]} ${arrival}.`);
};
