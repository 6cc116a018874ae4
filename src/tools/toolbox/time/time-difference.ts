import type { Temporal } from "temporal-polyfill";
import type { Moment } from "./moment.ts";

const SIZES = {
  days: 86_400_000_000_000n,
  hours: 3_600_000_000_000n,
  minutes: 60_000_000_000n,
  seconds: 1_000_000_000n,
};
export type Unit = keyof typeof SIZES;
const UNITS = Object.keys(SIZES) as Unit[];
type PerUnit = Record<Unit, number>;

/** The time that passes between the two, whatever their clocks show. */
export const timeDifference = (start: Moment, end: Moment, unit: Unit) => {
  const elapsed = end.time.epochNanoseconds - start.time.epochNanoseconds;
  const totals = perUnit((each) => quotient(elapsed, SIZES[each]));
  const breakdown = brokenDown(elapsed);
  const calendar = calendarBreakdown(start.time, end.time);
  const text = inWords(breakdown);
  const change =
    calendar &&
    `The clocks of ${start.time.timeZoneId} change in between: ${inWords(calendar)} by the calendar, ${text} in fact.`;
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

/** `-0` would be read as a sign. */
const perUnit = (count: (unit: Unit) => number): PerUnit =>
  Object.fromEntries(UNITS.map((unit) => [unit, count(unit) || 0])) as PerUnit;

/** Whole units and the rest apart, so that no digit is lost to the size of the number. */
const quotient = (nanoseconds: bigint, size: bigint): number =>
  Number(nanoseconds / size) + Number(nanoseconds % size) / Number(size);

const brokenDown = (nanoseconds: bigint): PerUnit =>
  perUnit((unit) => {
    const larger = UNITS[UNITS.indexOf(unit) - 1];
    const rest = larger === undefined ? nanoseconds : nanoseconds % SIZES[larger];
    return unit === "seconds" ? quotient(rest, SIZES.seconds) : Number(rest / SIZES[unit]);
  });

/** What the calendar of their zone counts, where its days do not all have 24 hours. */
const calendarBreakdown = (start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): PerUnit | undefined => {
  if (start.timeZoneId !== end.timeZoneId || start.offset === end.offset) return undefined;
  const counted = start.until(end, { largestUnit: "days" });
  const { milliseconds, microseconds, nanoseconds } = counted;
  const fraction = (milliseconds * 1e6 + microseconds * 1e3 + nanoseconds) / 1e9;
  return perUnit((unit) => counted[unit] + (unit === "seconds" ? fraction : 0));
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
