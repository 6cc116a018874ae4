import { Temporal } from "temporal-polyfill";

/** What a text says about a time, before anybody asks where that is. */
export type WrittenTime =
  | { readonly kind: "instant"; readonly instant: Temporal.Instant; readonly offset: string; readonly zone?: string }
  | {
      readonly kind: "local";
      readonly local: Temporal.PlainDateTime;
      readonly isDate: boolean;
      readonly zone?: string;
    };

export const TIME_FORMS =
  "2026-12-15T08:00:00-05:00, 2026-12-15T08:00[America/New_York], 2026-12-15T08:00, 2026-12-15, Unix seconds or milliseconds, an RFC 2822 date, or now";

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
const MAIL =
  /^(?:[a-z]{3}, ?)?(?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}(?::\d{2})?) (?<offset>[+-]\d{4}|GMT|UTC?|Z)$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Undefined: it is in no form that is known. Throws a RangeError for a time that does not exist, such as 30 February. */
export const readTime = (text: string, now: () => number): WrittenTime | undefined => {
  const trimmed = text.length > LONGEST ? "" : text.trim();
  if (trimmed.toLowerCase() === "now") return instantAt(now());
  const { seconds, milliseconds } = UNIX.exec(trimmed)?.groups ?? {};
  if (seconds !== undefined || milliseconds !== undefined) return instantAt(Number(milliseconds ?? `${seconds}000`));
  return readMail(trimmed) ?? readIso(trimmed);
};

const instantAt = (milliseconds: number): WrittenTime => ({
  kind: "instant",
  instant: Temporal.Instant.fromEpochMilliseconds(milliseconds),
  offset: "Z",
});

const readMail = (text: string): WrittenTime | undefined => {
  const { day = "", month = "", year, time, offset = "" } = MAIL.exec(text)?.groups ?? {};
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (number === 0) return undefined;
  const date = `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return readIso(`${date}T${time}${/^[+-]/.test(offset) ? offset : "Z"}`);
};

const readIso = (text: string): WrittenTime | undefined => {
  const { date, time, offset, zone } = ISO.exec(text)?.groups ?? {};
  if (date === undefined) return undefined;
  const local = Temporal.PlainDateTime.from(time === undefined ? date : `${date}T${time}`, { overflow: "reject" });
  const where = zone === undefined ? {} : { zone };
  if (offset === undefined) return { kind: "local", local, isDate: time === undefined, ...where };
  return { kind: "instant", instant: Temporal.Instant.from(`${local}${offset}`), offset, ...where };
};
