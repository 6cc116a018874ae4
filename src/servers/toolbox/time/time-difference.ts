import type { Temporal } from "temporal-polyfill";
import type { Moment } from "./moment.ts";

const NANOSECONDS = { days: 86_400e9, hours: 3_600e9, minutes: 60e9, seconds: 1e9 };
export type Unit = keyof typeof NANOSECONDS;
const UNITS = Object.keys(NANOSECONDS) as Unit[];
type PerUnit = Record<Unit, number>;

/** Returns the answer of `time_difference`: the elapsed time, and the calendar difference where clocks change. */
export const timeDifference = (start: Moment, end: Moment, unit: Unit) => {
  const elapsed = end.time.epochNanoseconds - start.time.epochNanoseconds;
  const totals = perUnit((each) => quotient(elapsed, NANOSECONDS[each]));
  const breakdown = counted(inUtc(start.time).until(inUtc(end.time), { largestUnit: "days" }));
  const calendar = calendarBreakdown(start.time, end.time);
  const text = inWords(breakdown);
  const change =
    calendar &&
    `The clocks of ${start.time.timeZoneId} change in between: ${inWords(calendar)} by the calendar, ${text} elapsed.`;
  const notes = [...start.notes, ...end.notes, change].filter((note) => note !== undefined);
  return {
    difference: totals[unit],
    unit,
    totals,
    breakdown,
    text,
    ...(calendar !== undefined && { calendar }),
    start: described(start.time),
    end: described(end.time),
    ...(notes.length > 0 && { notes }),
    source: "offline" as const,
  };
};

/** `|| 0` turns -0 into 0. */
const perUnit = (count: (unit: Unit) => number): PerUnit =>
  Object.fromEntries(UNITS.map((unit) => [unit, count(unit) || 0])) as PerUnit;

/** `Duration.total` can be off by one in the last digit. */
const quotient = (nanoseconds: bigint, size: number): number =>
  Number(nanoseconds / BigInt(size)) + Number(nanoseconds % BigInt(size)) / size;

/** Every day has 24 hours in UTC. */
const inUtc = (time: Temporal.ZonedDateTime): Temporal.ZonedDateTime => time.withTimeZone("UTC");

const counted = (duration: Temporal.Duration): PerUnit => {
  const fraction = (duration.milliseconds * 1e6 + duration.microseconds * 1e3 + duration.nanoseconds) / 1e9;
  return perUnit((unit) => duration[unit] + (unit === "seconds" ? fraction : 0));
};

/** Counts local calendar days; undefined if the clocks do not change in between. */
const calendarBreakdown = (start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): PerUnit | undefined => {
  if (start.timeZoneId !== end.timeZoneId || start.offset === end.offset) return undefined;
  return counted(start.until(end, { largestUnit: "days" }));
};

const inWords = (breakdown: PerUnit): string => {
  const parts = UNITS.filter((unit) => breakdown[unit] !== 0).map((unit) => {
    const count = Math.abs(breakdown[unit]);
    return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
  });
  if (parts.length === 0) return "0 seconds";
  return UNITS.some((unit) => breakdown[unit] < 0) ? `minus ${parts.join(", ")}` : parts.join(", ");
};

const described = (time: Temporal.ZonedDateTime) => ({
  iso: time.toString({ timeZoneName: "never" }),
  timezone: time.timeZoneId,
  utc: time.toInstant().toString(),
});
