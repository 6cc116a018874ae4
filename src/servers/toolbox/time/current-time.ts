import { Temporal } from "temporal-polyfill";
import type { Clock } from "../../../model/clock.ts";
import { invalid } from "../../../model/failure.ts";
import { quotable, type Zone } from "./zones.ts";

type Time = Temporal.ZonedDateTime;

/** Returns the answer of `current_time`. */
export const currentTime = (zone: Zone, format: string, clock: Clock) => {
  const time = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(zone.id);
  const next = nextChange(time);
  const { text, format: used } = formatTime(time, format);
  return {
    time: text,
    format: used,
    iso: isoTime(time),
    unix: Math.floor(time.epochMilliseconds / 1000),
    timezone: time.timeZoneId,
    ...(zone.place !== undefined && { place: zone.place }),
    utc_offset: time.offset,
    abbreviation: abbreviationOf(time),
    is_dst: isDaylightSaving(time),
    ...(next !== undefined && { next_change: next }),
    weekday: weekdayName(time),
    year: time.year,
    month: time.month,
    day: time.day,
    hour: time.hour,
    minute: time.minute,
    second: time.second,
    day_of_year: time.dayOfYear,
    clock: clock.configured ? ("configured" as const) : ("system" as const),
    ...(zone.note !== undefined && { note: zone.note }),
    source: "offline" as const,
  };
};

/** ICU knows an abbreviation only in the locales that use it. */
const LOCALES = ["en-US", "en-GB", "en-AU", "en-NZ", "en-IN", "en-ZA", "en-SG", "en-HK", "ja"];

/** Returns EST, CEST or JST, or UTC+05:45 for a zone without an abbreviation. */
const abbreviationOf = (time: Time): string => {
  const { timeZoneId: timeZone, offset, epochMilliseconds } = time;
  if (/^[+-]/.test(timeZone)) return `UTC${offset}`;
  for (const locale of LOCALES) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }).formatToParts(epochMilliseconds);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return `UTC${offset}`;
};

/** The smaller of the January and July offsets is standard time, in both hemispheres. */
const isDaylightSaving = (time: Time): boolean => {
  const [january = 0, july = 0] = [1, 7].map((month) => time.with({ month, day: 1 }).offsetNanoseconds);
  return time.offsetNanoseconds > Math.min(january, july);
};

const nextChange = (time: Time) => {
  const next = time.getTimeZoneTransition("next");
  if (!next) return undefined;
  const minutes = (next.offsetNanoseconds - time.offsetNanoseconds) / 60e9;
  return {
    at: isoTime(next),
    utc_offset: next.offset,
    description: `Clocks go ${minutes > 0 ? "forward" : "back"} by ${Math.abs(minutes)} minutes.`,
  };
};

type Field = (time: Time) => string;

const MONTHS = "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const LONGEST_PATTERN = 100;

const monthName = ({ month }: Time): string => MONTHS[month - 1] as string;
const weekdayName = ({ dayOfWeek }: Time): string => WEEKDAYS[dayOfWeek - 1] as string;

const padded = (value: number, length = 2): string => String(value).padStart(length, "0");
const year: Field = (time) => (time.year < 0 ? `-${padded(-time.year, 4)}` : padded(time.year, 4));
const lastOfYear: Field = (time) => padded(Math.abs(time.year) % 100);
const dayOfMonth: Field = ({ day }) => padded(day);
const shortWeekday: Field = (time) => weekdayName(time).slice(0, 3);
const hour12 = ({ hour }: Time): number => hour % 12 || 12;
const zoned =
  (offset: Field): Field =>
  (time) =>
    time.offsetNanoseconds === 0 ? "Z" : offset(time);
const compactOffset: Field = ({ offset }) => offset.replaceAll(":", "");

/** Unicode's pattern letters; also YYYY and DD, which people commonly write for yyyy and dd. */
const FIELDS: Readonly<Record<string, Field>> = {
  yyyy: year,
  yy: lastOfYear,
  y: (time) => String(time.year),
  YYYY: year,
  YY: lastOfYear,
  MMMM: monthName,
  MMM: (time) => monthName(time).slice(0, 3),
  MM: ({ month }) => padded(month),
  M: ({ month }) => String(month),
  dd: dayOfMonth,
  d: ({ day }) => String(day),
  DD: dayOfMonth,
  D: ({ day }) => String(day),
  EEEE: weekdayName,
  EEE: shortWeekday,
  E: shortWeekday,
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

const isoTime: Field = (time) => time.toString({ smallestUnit: "second", timeZoneName: "never" });

const NAMED_FORMATS: ReadonlyMap<string, readonly [name: string, Field]> = new Map([
  ["iso8601", ["ISO8601", isoTime]],
  ["iso", ["ISO8601", isoTime]],
  ["rfc3339", ["ISO8601", isoTime]],
  ["rfc2822", ["RFC2822", (time) => patterned("EEE, dd MMM yyyy HH:mm:ss Z", time)]],
  ["unix", ["unix", ({ epochMilliseconds }) => String(Math.floor(epochMilliseconds / 1000))]],
  ["unixms", ["unix_ms", ({ epochMilliseconds }) => String(epochMilliseconds)]],
]);

/** Returns the formatted time and the name of the format that was used. */
const formatTime = (time: Time, format: string): { readonly text: string; readonly format: string } => {
  if (format.length > LONGEST_PATTERN) throw unusable(format, `it has more than ${LONGEST_PATTERN} characters`);
  const named = NAMED_FORMATS.get(format.toLowerCase().replaceAll(/[\s_-]/g, ""));
  if (named !== undefined) return { text: named[1](time), format: named[0] };
  return { text: patterned(format, time), format };
};

const patterned = (pattern: string, time: Time): string => {
  if (pattern.trim() === "") throw unusable(pattern, "it is empty");
  if (/%[A-Za-z]/.test(pattern)) throw unusable(pattern, "% letters are not supported: write %Y-%m-%d as yyyy-MM-dd");
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
  if (field === undefined) throw unusable(pattern, `'${quotable(letters)}' is not a field`);
  return field;
};

const FORMAT_FORMS = `ISO8601, RFC2822, unix, unix_ms, or a pattern such as "yyyy-MM-dd HH:mm" of ${Object.keys(FIELDS).join(", ")}; other letters in single quotes`;

const unusable = (format: string, problem: string): Error =>
  invalid(`The format '${quotable(format)}' cannot be used: ${problem}.`, {
    field: "format",
    value: quotable(format),
    allowed: FORMAT_FORMS,
    hint: "Use ISO8601, or a pattern such as yyyy-MM-dd HH:mm; put text in single quotes.",
  });
