import type { IsoDate } from "../../model/calendar.ts";
import { type Failure, notFound } from "../../model/failure.ts";
import type { Airport } from "../../model/place.ts";
import type { GeneratedPlaces } from "./places.ts";

/** Dates inside offer ids: `20261215`. */
export const compactDate = (date: IsoDate): string => date.replaceAll("-", "");

/** Parses eight digits; undefined unless they are a real date. */
export const readCompactDate = (digits: string): IsoDate | undefined => {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const instant = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date) ? date : undefined;
};

/** When clocks go back, an hour occurs twice (half an hour on Lord Howe Island); a `B` marks the second occurrence. */
const SECOND_TIME = [60, 30].map((minutes) => minutes * 60_000);

/** Wall-clock times inside offer ids: `202612151000`. */
export const stampOf = (places: GeneratedPlaces, airport: Airport, instant: number): string => {
  const wallClock = places.localTime(airport, instant).slice(0, 16);
  const digits = wallClock.replace(/\D/g, "");
  return places.instant(airport, wallClock) === instant ? digits : `${digits}B`;
};

export const readStamp = (places: GeneratedPlaces, airport: Airport, stamp: string): number | undefined => {
  const date = readCompactDate(stamp.slice(0, 8));
  const hour = stamp.slice(8, 10);
  const minute = stamp.slice(10, 12);
  if (date === undefined || hour > "23" || minute > "59") return undefined;
  const first = places.instant(airport, `${date}T${hour}:${minute}`);
  const candidates = stamp.endsWith("B") ? SECOND_TIME.map((later) => first + later) : [first];
  return candidates.find((instant) => stampOf(places, airport, instant) === stamp);
};

const HINTS: Readonly<Record<string, string>> = {
  "F-": "This is the id of a flight: book it with bookFlight.",
  "H-": "This is the id of a hotel: book it with bookHotel.",
  "C-": "This is the id of a car: book it with bookCar.",
  off_: "This is an offer of the flights server, which searches through Duffel: it cannot be booked here.",
};

const KINDS = {
  hotel: { prefix: "H-", tool: "searchHotels", maxShown: 60 },
  car: { prefix: "C-", tool: "searchCars", maxShown: 80 },
} as const;

export const unknownOffer = (kind: keyof typeof KINDS, id: string): Failure => {
  const { prefix: own, tool, maxShown } = KINDS[kind];
  const value = id.slice(0, maxShown);
  const other = Object.keys(HINTS).find((prefix) => prefix !== own && id.startsWith(prefix));
  return notFound(`There is no ${kind} offer '${value}'`, {
    field: `${kind}Id`,
    value,
    hint: HINTS[other ?? ""] ?? `Pass the id of a ${kind} exactly as ${tool} returned it.`,
  });
};
