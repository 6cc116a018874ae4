import { Temporal } from "temporal-polyfill";
import { invalid } from "../../../model/failure.ts";
import { type FindZone, quotable, type Zone } from "./zones.ts";

/** A point in time, with notes on how ambiguous input was read. */
export interface Moment {
  readonly time: Temporal.ZonedDateTime;
  readonly notes: readonly string[];
}

export interface MomentInput {
  readonly text: string;
  /** The parameter that holds the text. */
  readonly field: string;
  /** Applies to local times; times with an offset are shown in it. */
  readonly timezone: string | undefined;
  readonly timezoneField: string;
}

/** A parsed time whose zone is not resolved yet. */
type WrittenTime =
  | { readonly kind: "instant"; readonly instant: Temporal.Instant; readonly offset: string; readonly zone?: string }
  | {
      readonly kind: "local";
      readonly local: Temporal.PlainDateTime;
      readonly isDate: boolean;
      readonly zone?: string;
    };

export const createReadMoment =
  (findZone: FindZone, now: () => number) =>
  async (input: MomentInput): Promise<Moment> => {
    const written = withinCalendar(input, () => readTime(input.text, now));
    if (written === undefined) throw unreadable(input, "is not a time in a supported format");
    const zone = await zoneOf(written, input, findZone);
    const { time, note } = withinCalendar(input, () =>
      written.kind === "instant" ? instantIn(zone, written, input) : localIn(zone.id, written.local, written.isDate),
    );
    const unused = written.zone !== undefined && input.timezone !== undefined;
    const notes = [zone.note, note, unused ? `${input.field} names its own time zone, which was used.` : undefined];
    return { time, notes: notes.filter((each) => each !== undefined) };
  };

const zoneOf = (written: WrittenTime, input: MomentInput, findZone: FindZone): Promise<Zone> => {
  if (written.zone !== undefined) return findZone(written.zone, input.field);
  const own = written.kind === "instant" ? written.offset : "UTC";
  return findZone(input.timezone ?? own, input.timezoneField);
};

type Reading = { readonly time: Temporal.ZonedDateTime; readonly note?: string };

const instantIn = (zone: Zone, written: WrittenTime & { kind: "instant" }, input: MomentInput): Reading => {
  const time = written.instant.toZonedDateTimeISO(zone.id);
  const matches = written.zone === undefined || /z/i.test(written.offset) || hasOffset(time, written.offset);
  if (!matches) throw unreadable(input, `has an offset that ${zone.id} does not have then (${time.offset})`);
  return { time };
};

const hasOffset = (time: Temporal.ZonedDateTime, offset: string): boolean =>
  time.toInstant().toZonedDateTimeISO(offset).offset === time.offset;

/** A local time is skipped when clocks go forward, and occurs twice when they go back. */
const localIn = (zone: string, local: Temporal.PlainDateTime, isDate: boolean): Reading => {
  const first = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  const second = local.toZonedDateTime(zone, { disambiguation: "later" });
  if (first.equals(second)) return { time: first };
  if (first.toPlainDateTime().equals(local)) {
    const fact = `${toMinutes(local)} occurs twice in ${zone}, because the clocks go back`;
    const choice = `the first one (${first.offset}) was used; write the offset ${second.offset} for the second`;
    return { time: first, note: `${fact}: ${choice}.` };
  }
  const time = isDate ? local.toPlainDate().toZonedDateTime(zone) : second;
  if (isDate && time.toPlainDate().equals(local.toPlainDate())) return { time };
  const missing = isDate ? local.toPlainDate().toString() : toMinutes(local);
  const used = `${toMinutes(time.toPlainDateTime())} (${time.offset}) was used`;
  return { time, note: `${missing} does not exist in ${zone}, because the clocks skip it: ${used}.` };
};

const toMinutes = (local: Temporal.PlainDateTime): string =>
  local.toString({ smallestUnit: "minute" }).replace("T", " ");

/** Reports dates that do not exist, and years outside the calendar's range, as invalid input. */
const withinCalendar = <T>(input: MomentInput, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw unreadable(input, "does not exist or is out of range");
    throw error;
  }
};

const TIME_FORMS =
  "2026-12-15T08:00:00-05:00, 2026-12-15T08:00[America/New_York], 2026-12-15T08:00, 2026-12-15, Unix seconds or milliseconds, an RFC 2822 date, or now";

const unreadable = ({ field, text }: MomentInput, problem: string): Error =>
  invalid(`${field} '${quotable(text)}' ${problem}.`, {
    field,
    value: quotable(text),
    allowed: TIME_FORMS,
    hint: "Write it as 2026-12-15T08:00:00-05:00, or without the offset and with a time zone.",
  });

const LONGEST = 80;
const ISO = new RegExp(
  [
    /^(?<date>(?:[+-]\d{6}|\d{4})-\d{2}-\d{2}|\d{8})/,
    /(?:[T ](?<time>\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?)?)(?: ?(?<offset>Z|[+-]\d{2}(?::?\d{2})?))?)?/,
    /(?:\[(?<zone>[^\]]+)\])?$/,
  ]
    .map(({ source }) => source)
    .join(""),
  "i",
);
const UNIX = /^(?<seconds>-?\d{9,11})$|^(?<milliseconds>-?\d{12,14})$/;
const RFC_2822 =
  /^(?:[a-z]{3}, ?)?(?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}(?::\d{2})?) (?<offset>[+-]\d{4}|GMT|UTC?|Z)$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Returns undefined for an unknown format; throws a RangeError for a time that does not exist, such as 30 February. */
const readTime = (text: string, now: () => number): WrittenTime | undefined => {
  const trimmed = text.length > LONGEST ? "" : text.trim();
  if (trimmed.toLowerCase() === "now") return instantAt(now());
  const { seconds, milliseconds } = UNIX.exec(trimmed)?.groups ?? {};
  if (seconds !== undefined || milliseconds !== undefined) return instantAt(Number(milliseconds ?? `${seconds}000`));
  return readRfc2822(trimmed) ?? readIso(trimmed);
};

const instantAt = (milliseconds: number): WrittenTime => ({
  kind: "instant",
  instant: Temporal.Instant.fromEpochMilliseconds(milliseconds),
  offset: "Z",
});

const readRfc2822 = (text: string): WrittenTime | undefined => {
  const { day = "", month = "", year, time, offset = "" } = RFC_2822.exec(text)?.groups ?? {};
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (number === 0) return undefined;
  const date = `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return readIso(`${date}T${time}${/^[+-]/.test(offset) ? offset : "Z"}`);
};

const readIso = (text: string): WrittenTime | undefined => {
  const { date, time, offset, zone } = ISO.exec(text)?.groups ?? {};
  if (date === undefined) return undefined;
  const local = Temporal.PlainDateTime.from(time === undefined ? date : `${date}T${time}`, { overflow: "reject" });
  const named = zone === undefined ? {} : { zone };
  if (offset === undefined) return { kind: "local", local, isDate: time === undefined, ...named };
  return { kind: "instant", instant: Temporal.Instant.from(`${local}${offset}`), offset, ...named };
};
