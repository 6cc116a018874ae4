import type { Temporal } from "temporal-polyfill";
import { invalid } from "../../../model/failure.ts";
import { shown } from "./shown.ts";
import { abbreviationOf } from "./zone-facts.ts";

type Time = Temporal.ZonedDateTime;
type Field = (time: Time) => string;

const MONTHS = "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const LONGEST_PATTERN = 100;

export const monthName = ({ month }: Time): string => MONTHS[month - 1] as string;
export const weekdayName = ({ dayOfWeek }: Time): string => WEEKDAYS[dayOfWeek - 1] as string;

const padded = (value: number, length = 2): string => String(value).padStart(length, "0");
const year = (time: Time): string => (time.year < 0 ? `-${padded(-time.year, 4)}` : padded(time.year, 4));
const lastOfYear = (time: Time): string => padded(Math.abs(time.year) % 100);
const hour12 = ({ hour }: Time): number => hour % 12 || 12;
const zoned =
  (offset: Field): Field =>
  (time) =>
    time.offsetNanoseconds === 0 ? "Z" : offset(time);
const compactOffset: Field = ({ offset }) => offset.replaceAll(":", "");

/** What the letters of a pattern mean; those of Unicode, and the two that everybody writes in capitals. */
const FIELDS: Readonly<Record<string, Field>> = {
  yyyy: year,
  yy: lastOfYear,
  y: ({ year: plain }) => String(plain),
  YYYY: year,
  YY: lastOfYear,
  MMMM: monthName,
  MMM: (time) => monthName(time).slice(0, 3),
  MM: ({ month }) => padded(month),
  M: ({ month }) => String(month),
  dd: ({ day }) => padded(day),
  d: ({ day }) => String(day),
  DD: ({ day }) => padded(day),
  D: ({ day }) => String(day),
  EEEE: weekdayName,
  EEE: (time) => weekdayName(time).slice(0, 3),
  E: (time) => weekdayName(time).slice(0, 3),
  HH: ({ hour }) => padded(hour),
  H: ({ hour }) => String(hour),
  hh: (time) => padded(hour12(time)),
  h: (time) => String(hour12(time)),
  mm: ({ minute }) => padded(minute),
  m: ({ minute }) => String(minute),
  ss: ({ second }) => padded(second),
  s: ({ second }) => String(second),
  SSS: ({ millisecond }) => padded(millisecond, 3),
  a: ({ hour }) => (hour < 12 ? "AM" : "PM"),
  XXX: zoned(({ offset }) => offset),
  XX: zoned(compactOffset),
  xxx: ({ offset }) => offset,
  Z: compactOffset,
  z: abbreviationOf,
  VV: ({ timeZoneId }) => timeZoneId,
  T: () => "T",
};

const PIECES = /'(?<quoted>(?:[^']|'')*)'|(?<field>([A-Za-z])\3*)|(?<other>[^A-Za-z'])/gu;

export const isoTime: Field = (time) => time.toString({ smallestUnit: "second", timeZoneName: "never" });

const rfc2822: Field = (time) => patterned("EEE, dd MMM yyyy HH:mm:ss Z", time);

const NAMED: ReadonlyMap<string, readonly [name: string, Field]> = new Map([
  ["iso8601", ["ISO8601", isoTime]],
  ["iso", ["ISO8601", isoTime]],
  ["rfc3339", ["ISO8601", isoTime]],
  ["rfc2822", ["RFC2822", rfc2822]],
  ["unix", ["unix", ({ epochMilliseconds }) => String(Math.floor(epochMilliseconds / 1000))]],
  ["unixms", ["unix_ms", ({ epochMilliseconds }) => String(epochMilliseconds)]],
]);

export const FORMAT_FORMS = `ISO8601, RFC2822, unix, unix_ms, or a pattern such as "yyyy-MM-dd HH:mm" of ${Object.keys(FIELDS).join(", ")}; other letters in single quotes`;

/** The time as text, and the name of the format it was written in. */
export const formatTime = (time: Time, format: string): { readonly text: string; readonly format: string } => {
  if (format.length > LONGEST_PATTERN) throw unusable(format, `it has more than ${LONGEST_PATTERN} characters`);
  const named = NAMED.get(format.toLowerCase().replaceAll(/[\s_-]/g, ""));
  if (named !== undefined) return { text: named[1](time), format: named[0] };
  return { text: patterned(format, time), format };
};

const patterned = (pattern: string, time: Time): string => {
  if (pattern.trim() === "") throw unusable(pattern, "it is empty");
  if (/%[A-Za-z]/.test(pattern)) throw unusable(pattern, "letters after % mean nothing here: %Y-%m-%d is yyyy-MM-dd");
  let text = "";
  let end = 0;
  for (const { index, 0: piece, groups } of pattern.matchAll(PIECES)) {
    if (index !== end) break;
    end += piece.length;
    text += groups?.["field"] === undefined ? literal(piece, groups?.["quoted"]) : fieldOf(piece, pattern)(time);
  }
  if (end !== pattern.length) throw unusable(pattern, "a single quote is not closed");
  return text;
};

const literal = (piece: string, quoted: string | undefined): string => {
  if (quoted === undefined) return piece;
  return quoted === "" ? "'" : quoted.replaceAll("''", "'");
};

const fieldOf = (letters: string, pattern: string): Field => {
  const field = Object.hasOwn(FIELDS, letters) ? FIELDS[letters] : undefined;
  if (field === undefined) throw unusable(pattern, `'${shown(letters)}' means nothing`);
  return field;
};

const unusable = (format: string, why: string): Error =>
  invalid(`The format '${shown(format)}' cannot be used: ${why}.`, {
    field: "format",
    value: shown(format),
    allowed: FORMAT_FORMS,
    hint: "Use ISO8601, or a pattern such as yyyy-MM-dd HH:mm; put text in single quotes.",
  });
