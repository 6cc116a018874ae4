import { instantText } from "../../../model/calendar.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";

/** Reading what somebody else wrote: each returns what was expected, or undefined. */

export const objectIn = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined);

/** All or nothing: a trip with one flight left out would be another trip. */
export const objectsIn = (value: unknown): readonly JsonObject[] | undefined =>
  Array.isArray(value) && value.every(isJsonObject) ? value : undefined;

/** Characters that a reader does not see and a model does, and line ends: a name is one line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu;

export const textIn = (value: unknown, longest = 100): string | undefined => {
  if (typeof value !== "string") return undefined;
  // Cut first: nobody needs a megabyte cleaned.
  const text = value
    .slice(0, longest * 2)
    .replace(UNSEEN, " ")
    .trim();
  if (text === "") return undefined;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
};

export const matching =
  (form: RegExp) =>
  (value: unknown): string | undefined =>
    typeof value === "string" && form.test(value) ? value : undefined;

export const airportCodeIn = matching(/^[A-Z]{3}$/);
export const airlineCodeIn = matching(/^[A-Z0-9]{2}$/);
export const currencyIn = matching(/^[A-Z]{3}$/);
export const flightNumberIn = matching(/^[0-9]{1,5}[A-Z]?$/);
/** They go into paths, and those of a sandbox may say all about the offer. */
export const offerIdIn = matching(/^off_[A-Za-z0-9_-]{1,500}$/);
export const offerRequestIdIn = matching(/^[A-Za-z0-9_-]{1,500}$/);
/** To the second, in UTC: airlines send microseconds, and offsets. */
export const instantIn = (value: unknown): string | undefined => {
  const text = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[0-9:.]{0,20}(?:Z|[+-]\d{2}:\d{2})$/)(value);
  const instant = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? undefined : instantText(instant);
};

const decimal = matching(/^\d{1,12}(?:\.\d{1,6})?$/);

/** Decimal strings, as Duffel has all amounts. */
export const decimalIn = (value: unknown): number | undefined => {
  const text = decimal(value);
  return text === undefined ? undefined : Number(text);
};
