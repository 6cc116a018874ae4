import type { Clock } from "../../../model/clock.ts";
import type { Airline } from "../../../model/flight.ts";
import type { Party } from "../../../model/passenger.ts";
import type { Answer, FlightOffer, FlightQuery, QuotedFlight, RateOffer, Supplier } from "../../supplier.ts";
import { createLruCache, type LruCache } from "../lru-cache.ts";
import type { GeneratedPlaces } from "../places.ts";
import { loadAirlines } from "./airlines.ts";
import { ancillaries } from "./ancillaries.ts";
import { createConnections } from "./connections.ts";
import { createFareMarkets } from "./fare-markets.ts";
import { daysLeftTo, type FlightWorld } from "./flight-world.ts";
import { loadNetwork } from "./network.ts";
import { createNonstopFares } from "./nonstop-fares.ts";
import { flightRates, quoteFlights } from "./quotes.ts";
import { search } from "./search.ts";
import { seatMap } from "./seat-maps.ts";
import { timetable } from "./timetable.ts";

export interface Flights extends Pick<Supplier, "timetable" | "seatMap" | "ancillaries"> {
  searchFlights(query: FlightQuery): Answer<FlightOffer>;
  quoteFlights(ids: readonly string[], party: Party): readonly QuotedFlight[];
  rates(ids: readonly string[], party: Party): readonly RateOffer[];
  /** Largest first. */
  airlines(): readonly Airline[];
}

/** What does not depend on the clock: worlds of one seed share it. */
export interface SeededFlights {
  world(): Omit<FlightWorld, "clock">;
  readonly recent: LruCache<Answer<FlightOffer>>;
  /** The fares of flights in all families. */
  readonly fares: LruCache<readonly RateOffer[]>;
}

/** The network of all airlines and its connections. Loaded at the first call, once for worlds of all seeds. */
export type FlightTables = () => Pick<FlightWorld, "places" | "network" | "connections">;

const CACHED_ANSWERS = 500;
const CACHED_FARES = 500;

export const loadFlightTables = (places: GeneratedPlaces): FlightTables =>
  once(() => {
    const network = loadNetwork(places, loadAirlines());
    return { places, network, connections: createConnections(network, places) };
  });

export const seedFlights = (seed: string, tables: FlightTables): SeededFlights => ({
  world: once(() => {
    const { network, places } = tables();
    const fareMarkets = createFareMarkets(seed, network, places);
    return { ...tables(), seed, fareMarkets, nonstopFares: createNonstopFares(seed, network, fareMarkets) };
  }),
  recent: createLruCache(CACHED_ANSWERS),
  fares: createLruCache(CACHED_FARES),
});

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export const createFlights = (parts: {
  readonly seed: string;
  readonly clock: Clock;
  readonly places: GeneratedPlaces;
  readonly seeded?: SeededFlights;
}): Flights => {
  const { seed, clock, places, seeded = seedFlights(seed, loadFlightTables(places)) } = parts;
  const { recent } = seeded;
  const theWorld = once((): FlightWorld => ({ ...seeded.world(), clock }));
  return {
    searchFlights: (query) => {
      const daysLeft = daysLeftTo(clock, query.date);
      return recent.get(questionOf(query, daysLeft), () => search(theWorld(), query, daysLeft));
    },
    quoteFlights: (ids, party) => quoteFlights(theWorld(), ids, party),
    timetable: (flightNumber, date) => timetable(theWorld(), flightNumber, date),
    seatMap: (flight) => seatMap(theWorld(), flight),
    ancillaries: (flights) => ancillaries(theWorld(), flights),
    rates: (ids, party) => {
      const today = clock.configured ? new Date(clock.now()).toISOString().slice(0, 10) : "";
      const { adults, children, infants } = party;
      const question = `${ids.join()} ${adults},${children},${infants} ${today}`;
      return seeded.fares.get(question, () => Object.freeze(flightRates(theWorld(), ids, party)));
    },
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
  { origin, destination, date, cabin, party, maxConnections, flexibility = "any", sortBy, maxResults }: FlightQuery,
  daysLeft: number | undefined,
): string =>
  `${origin.kind}${origin.code}${destination.kind}${destination.code}${date}${cabin}${party.adults},${party.children},${party.infants},${maxConnections}${flexibility}${sortBy}${maxResults},${daysLeft}`;
