import type { LocalTime } from "../../../travel/flight-option.ts";
import { instantIn, zoneNames } from "../../../travel/world/zones.ts";

const FORM = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

export const localTimeIn = (value: unknown): LocalTime | undefined => {
  const [datetime, date = "", time = ""] = (typeof value === "string" && FORM.exec(value)) || [];
  return datetime === undefined || Number.isNaN(Date.parse(`${date}T${time}Z`)) ? undefined : { date, time, datetime };
};

/** Where and when somebody leaves or arrives. */
export interface Point {
  readonly time: LocalTime;
  /** Of the airport, if the offer names it. */
  readonly zone: string | undefined;
}

const LONGEST_MINUTES = 5 * 24 * 60;

/**
 * Both times are local, each to its own airport: only with the airports' time zones does their difference mean
 * anything. Without them the airline's own word counts (`PT10H30M`).
 */
export const minutesBetween = (from: Point, to: Point, said: unknown): number | null => {
  const [start, end] = [instantOf(from), instantOf(to)];
  const computed = start === undefined || end === undefined ? undefined : Math.round((end - start) / 60_000);
  return plausible(computed) ?? plausible(minutesIn(said)) ?? null;
};

const plausible = (minutes: number | undefined): number | undefined =>
  minutes !== undefined && minutes >= 0 && minutes <= LONGEST_MINUTES ? minutes : undefined;

const instantOf = ({ time: { date, time, datetime }, zone }: Point): number | undefined => {
  const offset = FORM.exec(datetime)?.[3];
  if (offset !== undefined) return Date.parse(`${date}T${time}:00${offset}`);
  return zone !== undefined && isKnown(zone) ? instantIn(zone, `${date}T${time}`) : undefined;
};

let known: ReadonlySet<string> | undefined;
const isKnown = (zone: string): boolean => {
  known ??= new Set(zoneNames());
  return known.has(zone);
};

const DURATION = /^P(?:(\d{1,2})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:\d{1,5}S)?)?$/;

const minutesIn = (value: unknown): number | undefined => {
  const match = typeof value === "string" && value.length > 2 ? DURATION.exec(value) : null;
  if (match === null) return undefined;
  const [, days = 0, hours = 0, minutes = 0] = match;
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
};
