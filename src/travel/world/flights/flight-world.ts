import { daysBetween, type IsoDate } from "../../../model/calendar.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Airport } from "../../../model/place.ts";
import type { FlightQuery } from "../../supplier.ts";
import type { GeneratedPlaces } from "../places.ts";
import type { Connections, Itinerary } from "./connections.ts";
import type { FareMarkets } from "./fare-markets.ts";
import type { Network } from "./network.ts";
import type { NonstopFares } from "./nonstop-fares.ts";
import { type Day, flightsOn } from "./operating-day.ts";

/** Everything that searches and quotes are computed from. */
export interface FlightWorld {
  readonly seed: string;
  readonly clock: Clock;
  readonly places: GeneratedPlaces;
  readonly network: Network;
  readonly connections: Connections;
  readonly fareMarkets: FareMarkets;
  readonly nonstopFares: NonstopFares;
}

/** Days until a date; undefined unless the clock is configured. */
export const daysLeftTo = (clock: Clock, date: IsoDate): number | undefined =>
  clock.configured ? Math.max(0, daysBetween(new Date(clock.now()).toISOString().slice(0, 10), date)) : undefined;

/** The itineraries between all airports of the origin and all airports of the destination. */
export const forAirportPairs = (
  { origin, destination }: FlightQuery,
  between: (from: Airport, to: Airport) => readonly Itinerary[],
): readonly Itinerary[] =>
  origin.airports.flatMap((from) =>
    destination.airports.flatMap((to) => (from.code === to.code ? [] : between(from, to))),
  );

export const nonstops = ({ network }: FlightWorld, query: FlightQuery, day: Day): readonly Itinerary[] =>
  forAirportPairs(query, (from, to) =>
    network
      .services(from.code, to.code)
      .flatMap(({ departures }) => flightsOn(departures, day).map((flight) => [flight])),
  );
