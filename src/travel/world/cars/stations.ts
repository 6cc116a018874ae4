import type { Airport, Place } from "../../../model/place.ts";
import type { GeneratedPlaces } from "../places.ts";

/** A rental station, where cars are picked up and returned. */
export interface Station {
  /** An airport code, or a city code for a downtown station. */
  readonly code: string;
  readonly name: string;
  /** The airport of the station, or the main airport of its city. */
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

/** The downtown station of a metropolitan area; none if its code is also an airport code. */
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
