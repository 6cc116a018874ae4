import type { Airport } from "../../../model/place.ts";
import type { FlightQuery } from "../../supplier.ts";
import type { Itinerary } from "./connections.ts";
import type { FlightWorld } from "./flight-world.ts";
import { type Day, flightsOn } from "./operating-day.ts";

/** Every pair of airports of the two places. */
export const through = (
  { origin, destination }: FlightQuery,
  between: (from: Airport, to: Airport) => readonly Itinerary[],
): readonly Itinerary[] =>
  origin.airports.flatMap((from) =>
    destination.airports.flatMap((to) => (from.code === to.code ? [] : between(from, to))),
  );

export const nonstops = ({ network }: FlightWorld, query: FlightQuery, day: Day): readonly Itinerary[] =>
  through(query, (from, to) =>
    network
      .services(from.code, to.code)
      .flatMap(({ departures }) => flightsOn(departures, day).map((flight) => [flight])),
  );
