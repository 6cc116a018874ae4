import type { Temporal } from "temporal-polyfill";
import { invalid } from "../../../model/failure.ts";
import { shown } from "./shown.ts";
import { readTime, TIME_FORMS, type WrittenTime } from "./written-time.ts";
import type { FindZone, Zone } from "./zones.ts";

/** A point in time, and what is to be said about how it was read. */
export interface Moment {
  readonly time: Temporal.ZonedDateTime;
  readonly notes: readonly string[];
}

export interface Question {
  readonly text: string;
  /** The parameter it came in. */
  readonly field: string;
  /** Where a time is that does not say so, and how others are shown. */
  readonly timezone: string | undefined;
  readonly timezoneField: string;
}

export const createReadMoment =
  (findZone: FindZone, now: () => number) =>
  async (question: Question): Promise<Moment> => {
    const written = existing(question, () => readTime(question.text, now));
    if (written === undefined) throw unreadable(question, "is no time that can be read");
    const zone = await zoneOf(written, question, findZone);
    const { time, note } = existing(question, () =>
      written.kind === "instant" ? instantIn(zone, written, question) : localIn(zone.id, written.local, written.isDate),
    );
    const unused = written.zone !== undefined && question.timezone !== undefined;
    const notes = [zone.note, note, unused ? `${question.field} names its own time zone, which was taken.` : undefined];
    return { time, notes: notes.filter((said) => said !== undefined) };
  };

const zoneOf = (written: WrittenTime, question: Question, findZone: FindZone): Promise<Zone> => {
  if (written.zone !== undefined) return findZone(written.zone, question.field);
  const own = written.kind === "instant" ? written.offset : "UTC";
  return findZone(question.timezone ?? own, question.timezoneField);
};

type Read = { readonly time: Temporal.ZonedDateTime; readonly note?: string };

const instantIn = (zone: Zone, written: WrittenTime & { kind: "instant" }, question: Question): Read => {
  const time = written.instant.toZonedDateTimeISO(zone.id);
  const isMeant = written.zone === undefined || /z/i.test(written.offset) || hasOffset(time, written.offset);
  if (!isMeant) throw unreadable(question, `has an offset that ${zone.id} does not have then (${time.offset})`);
  return { time };
};

const hasOffset = (time: Temporal.ZonedDateTime, offset: string): boolean =>
  time.toInstant().toZonedDateTimeISO(offset).offset === time.offset;

/** A local time may be skipped when clocks go forward, and come twice when they go back. */
const localIn = (zone: string, local: Temporal.PlainDateTime, isDate: boolean): Read => {
  const [first, second] = [
    local.toZonedDateTime(zone, { disambiguation: "earlier" }),
    local.toZonedDateTime(zone, { disambiguation: "later" }),
  ];
  if (first.equals(second)) return { time: first };
  if (first.toPlainDateTime().equals(local)) {
    const said = `${clock(local)} comes twice in ${zone}, because the clocks go back`;
    const choice = `the first one (${first.offset}) was taken; write the offset ${second.offset} for the second`;
    return { time: first, note: `${said}: ${choice}.` };
  }
  const time = isDate ? local.toPlainDate().toZonedDateTime(zone) : second;
  if (isDate && time.toPlainDate().equals(local.toPlainDate())) return { time };
  const missing = isDate ? local.toPlainDate().toString() : clock(local);
  const taken = `${clock(time.toPlainDateTime())} (${time.offset}) was taken`;
  return { time, note: `${missing} does not exist in ${zone}, because the clocks skip it: ${taken}.` };
};

const clock = (local: Temporal.PlainDateTime): string => local.toString({ smallestUnit: "minute" }).replace("T", " ");

/** Dates that no calendar has, and years beyond all calendars. */
const existing = <T>(question: Question, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw unreadable(question, "is no time that exists, or lies too far away");
    throw error;
  }
};

const unreadable = ({ field, text }: Question, why: string): Error =>
  invalid(`${field} '${shown(text)}' ${why}.`, {
    field,
    value: shown(text),
    allowed: TIME_FORMS,
    hint: "Write it as 2026-12-15T08:00:00-05:00, or without the offset and with a time zone.",
  });
