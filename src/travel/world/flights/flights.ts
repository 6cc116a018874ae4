import type { Clock } from "../../../model/clock.ts";
import type { Airline } from "../../../model/flight.ts";
import type { Party } from "../../../model/passenger.ts";
import type { Answer, FlightOffer, FlightQuery, QuotedFlight } from "../../supplier.ts";
import { createLruCache } from "../lru-cache.ts";
import type { GeneratedPlaces } from "../places.ts";
import { loadAirlines } from "./airlines.ts";
import { createConnections } from "./connections.ts";
import { createFareMarkets } from "./fare-markets.ts";
import { daysLeftTo, type FlightWorld } from "./flight-world.ts";
import { loadNetwork } from "./network.ts";
import { createNonstopFares } from "./nonstop-fares.ts";
import { quoteFlights } from "./quotes.ts";
import { search } from "./search.ts";

export interface Flights {
  searchFlights(query: FlightQuery): Answer<FlightOffer>;
  quoteFlights(ids: readonly string[], party: Party): readonly QuotedFlight[];
  /** Largest first. */
  airlines(): readonly Airline[];
}

const CACHED_ANSWERS = 500;

export const createFlights = (parts: {
  readonly seed: string;
  readonly clock: Clock;
  readonly places: GeneratedPlaces;
}): Flights => {
  const recent = createLruCache<Answer<FlightOffer>>(CACHED_ANSWERS);
  let world: FlightWorld | undefined;
  const theWorld = (): FlightWorld => {
    if (world === undefined) {
      const { seed, places } = parts;
      const network = loadNetwork(places, loadAirlines());
      const fareMarkets = createFareMarkets(seed, network, places);
      const nonstopFares = createNonstopFares(seed, network, fareMarkets);
      world = { ...parts, network, connections: createConnections(network, places), fareMarkets, nonstopFares };
    }
    return world;
  };
  return {
    searchFlights: (query) => {
      const daysLeft = daysLeftTo(parts.clock, query.date);
      return recent.get(questionOf(query, daysLeft), () => search(theWorld(), query, daysLeft));
    },
    quoteFlights: (ids, party) => quoteFlights(theWorld(), ids, party),
    airlines: () =>
      [...theWorld().network.airlines.values()]
        .sort((a, b) => b.departures - a.departures)
        .map(({ code, icao, name, country, alliance, hubs, model }) => ({
          code,
          icao,
          name,
          country,
          alliance,
          hubs,
          ...(model === "low-cost" && { lowCost: true as const }),
        })),
  };
};

const questionOf = (
  { origin, destination, date, cabin, party, maxConnections, sortBy, maxResults }: FlightQuery,
  daysLeft: number | undefined,
): string =>
  `${origin.kind}${origin.code}${destination.kind}${destination.code}${date}${cabin}${party.adults},${party.children},${party.infants},${maxConnections}${sortBy}${maxResults},${daysLeft}`;
