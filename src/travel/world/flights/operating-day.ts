import type { IsoDate } from "../../../model/calendar.ts";
import type { Airport } from "../../../model/place.ts";
import { compactDate } from "../offer-ids.ts";
import { instantIn, offsetAt } from "../zones.ts";
import type { Departure } from "./services.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export interface Day {
  readonly date: IsoDate;
  /** The date as in offer ids. */
  readonly compact: string;
  /** The instant at which the day starts in UTC. */
  readonly midnight: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

export const dayOf = (date: IsoDate): Day => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return { date, compact: compactDate(date), midnight, weekday: new Date(midnight).getUTCDay() };
};

export const dayAt = (midnight: number): Day => {
  const instant = new Date(midnight);
  const date = instant.toISOString().slice(0, 10);
  return { date, compact: compactDate(date), midnight, weekday: instant.getUTCDay() };
};

/** A departure on a date. */
export interface DatedDeparture {
  readonly departure: Departure;
  readonly day: Day;
}

export interface Flight extends DatedDeparture {
  /** Instants. */
  readonly leaves: number;
  readonly lands: number;
}

const pad = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** The instant of a local time. Without a fixed `offset`, the slower conversion handles the DST change. */
const departureInstant = (airport: Airport, day: Day, minute: number, offset: number | undefined): number =>
  offset === undefined
    ? instantIn(airport.timeZone, `${day.date}T${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`)
    : day.midnight + (minute - offset) * MINUTE_MS;

/** The airport's UTC offset on that day; undefined around a DST change. */
const steadyOffset = (airport: Airport, day: Day): number | undefined => {
  const before = offsetAt(airport.timeZone, day.midnight - DAY_MS);
  return before === offsetAt(airport.timeZone, day.midnight + 2 * DAY_MS) ? before : undefined;
};

export const flightsOn = (departures: readonly Departure[], day: Day): Flight[] => {
  const flights: Flight[] = [];
  const first = departures[0];
  if (first === undefined) return flights;
  const offset = steadyOffset(first.service.from, day);
  for (const departure of departures) {
    if ((departure.days & (1 << day.weekday)) === 0) continue;
    const leaves = departureInstant(first.service.from, day, departure.minute, offset);
    flights.push({ departure, day, leaves, lands: leaves + departure.block * MINUTE_MS });
  }
  return flights;
};
