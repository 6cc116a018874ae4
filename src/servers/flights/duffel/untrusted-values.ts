import { instantText } from "../../../model/calendar.ts";
import { isJsonObject, type JsonObject, nestsTooDeep } from "../../../model/json.ts";

/** Readers for untrusted input. Each returns the expected value or undefined. */

/** Parses JSON; undefined if it is invalid or nested too deeply. */
export const parseJson = (body: Buffer): unknown => {
  const text = body.toString();
  if (nestsTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

export const objectIn = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined);

/** Reads all objects of a list or none, because a trip without one of its flights is a different trip. */
export const objectsIn = (value: unknown): readonly JsonObject[] | undefined =>
  Array.isArray(value) && value.every(isJsonObject) ? value : undefined;

/** Line breaks, and characters that are invisible to people but not to models. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu;

export const textIn = (value: unknown, maxLength = 100): string | undefined => {
  if (typeof value !== "string") return undefined;
  // Truncated before the replacement, which is slow for megabytes of text.
  const text = value
    .slice(0, maxLength * 2)
    .replace(INVISIBLE, " ")
    .trim();
  if (text === "") return undefined;
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
};

const matching =
  (pattern: RegExp) =>
  (value: unknown): string | undefined =>
    typeof value === "string" && pattern.test(value) ? value : undefined;

export const airportCodeIn = matching(/^[A-Z]{3}$/);
export const airlineCodeIn = matching(/^[A-Z0-9]{2}$/);
export const currencyIn = matching(/^[A-Z]{3}$/);
export const flightNumberIn = matching(/^[0-9]{1,5}[A-Z]?$/);
/** IDs become parts of paths. Those of other sandboxes can be long. */
export const offerIdIn = matching(/^off_[A-Za-z0-9_-]{1,500}$/);
export const offerRequestIdIn = matching(/^[A-Za-z0-9_-]{1,500}$/);
const instant = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[0-9:.]{0,20}(?:Z|[+-]\d{2}:\d{2})$/);
const decimal = matching(/^\d{1,12}(?:\.\d{1,6})?$/);

/** Returns the instant in UTC to the second. Airlines send microseconds and offsets. */
export const instantIn = (value: unknown): string | undefined => {
  const time = Date.parse(instant(value) ?? "");
  return Number.isNaN(time) ? undefined : instantText(time);
};

/** Duffel sends amounts as decimal strings. */
export const decimalIn = (value: unknown): number | undefined => {
  const text = decimal(value);
  return text === undefined ? undefined : Number(text);
};
