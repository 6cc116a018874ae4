import type { Airport, Place } from "../../../model/place.ts";
import type { GeneratedPlaces } from "../places.ts";

/** Where a car is fetched or returned. */
export interface Station {
  /** An airport's code, or a city's for the counter downtown. */
  readonly code: string;
  readonly name: string;
  /** The airport, or the one whose city it is. */
  readonly airport: Airport;
  readonly downtown: boolean;
  /** Million passengers a year. */
  readonly traffic: number;
  /** Minutes after midnight; cars may be returned at any hour. */
  readonly opens: number;
  readonly closes: number;
}

const DAY = 24 * 60;

/** Million passengers a year, opening and closing minute. */
const HOURS: readonly (readonly [number, number, number])[] = [
  [8, 0, DAY],
  [1, 6 * 60, DAY],
  [0.3, 7 * 60, 22 * 60],
  [0, 7 * 60, 19 * 60],
];

export const airportStation = (airport: Airport, places: GeneratedPlaces): Station => {
  const traffic = places.traffic(airport);
  const [, opens, closes] = HOURS.find(([least]) => traffic >= least) as (typeof HOURS)[number];
  return {
    code: airport.code,
    name: `${airport.name} (${airport.code})`,
    airport,
    downtown: false,
    traffic,
    opens,
    closes,
  };
};

/** A metropolitan area has counters downtown, unless its code is an airport's too and would name both. */
export const downtownStation = (place: Place, places: GeneratedPlaces): Station | undefined => {
  if (place.kind !== "city" || places.airport(place.code) !== undefined) return undefined;
  const airport = place.airports[0] as Airport;
  const where = place.country === "US" || place.country === "CA" ? "Downtown" : "City Centre";
  return {
    code: place.code,
    name: `${place.name} ${where}`,
    airport,
    downtown: true,
    traffic: Math.min(places.traffic(airport), 1.2),
    opens: 7 * 60,
    closes: 20 * 60,
  };
};

export const stationAt = (code: string, places: GeneratedPlaces): Station | undefined => {
  const airport = places.airport(code);
  if (airport !== undefined) return airportStation(airport, places);
  const place = places.place(code);
  return place === undefined ? undefined : downtownStation(place, places);
};

/** `07:00` */
export const clockTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
