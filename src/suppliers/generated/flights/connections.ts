import type { Airport } from "../../../model/place.ts";
import { distanceKm } from "../geo.ts";
import type { GeneratedPlaces } from "../places.ts";
import { offsetAt } from "../zones.ts";
import type { Airline } from "./airlines.ts";
import { realmOf } from "./borders.ts";
import { LONGEST_WAIT, longestWait, longestWay, minimumConnection } from "./connection-times.ts";
import type { Network, Service } from "./network.ts";
import { DAY_MS, type Day, dayAt, type Flight, flightsOn, MINUTE_MS } from "./operating-day.ts";

/** Flights in order, each leaving where the one before landed. */
export type Itinerary = readonly Flight[];

/** Relaxed rules are for pairs that the usual ones leave without an answer: a longer way, a night's wait, any airline. */
export interface Rules {
  readonly relaxed: boolean;
  /** Airlines that do not sell each other's flights. */
  readonly strangers: boolean;
}

export const USUAL: Rules = { relaxed: false, strangers: false };
export const PATIENT: Rules = { relaxed: true, strangers: false };
export const ANYHOW: Rules = { relaxed: true, strangers: true };

const HUBS = 14;
const PER_HUB = 4;
const KEPT = 16;
const GATES = 40;
const PAIRS_TRIED = 2400;
const PAIRS_OF_HUBS = { usual: 18, relaxed: 30 } as const;

export interface Connections {
  oneStop(from: Airport, to: Airport, day: Day, rules: Rules): readonly Itinerary[];
  twoStops(from: Airport, to: Airport, day: Day, rules: Rules): readonly Itinerary[];
}

/** How well two airlines connect: 0 the same, 1 partners, 2 interline, 3 strangers. */
const kinship = (one: Airline, other: Airline): number => {
  if (one === other) return 0;
  if (one.model === "low-cost" || other.model === "low-cost") return 3;
  if (one.alliance !== null && one.alliance === other.alliance) return 1;
  if (one.model === "regional" || other.model === "regional") return one.country === other.country ? 1 : 2;
  return one.alliance === null || other.alliance === null ? 2 : 3;
};

const STRANGERS = 3;

/** A stranger's connection counts as so many minutes longer. */
const ESTRANGEMENT: readonly number[] = [0, 15, 60, 240];

interface Hub {
  readonly airport: Airport;
  readonly points: number;
}

export const createConnections = (network: Network, places: GeneratedPlaces): Connections => {
  /** Airports one flight away that lie on the way, the best first. */
  const onTheWay = (from: Airport, to: Airport, limit: number, wanted: (code: string) => boolean): readonly Hub[] => {
    const home = realmOf(from.country) === realmOf(to.country) ? realmOf(from.country) : undefined;
    const hubs: Hub[] = [];
    for (const code of network.neighbours(from.code).keys()) {
      if (!wanted(code)) continue;
      const airport = places.airport(code) as Airport;
      if (home !== undefined && realmOf(airport.country) !== home) continue;
      if (places.sameCity(code, from.code) || places.sameCity(code, to.code)) continue;
      const way = distanceKm(from, airport) + distanceKm(airport, to);
      if (way > limit) continue;
      hubs.push({ airport, points: way / (limit + 500) + 1 / (1 + places.traffic(airport) / 8) });
    }
    return hubs.sort((a, b) => a.points - b.points || (a.airport.code < b.airport.code ? -1 : 1));
  };

  /** Continues each itinerary with the earliest flights on to `to`. */
  const extend = (
    itineraries: readonly Itinerary[],
    hub: Airport,
    to: Airport,
    rules: Rules,
    flightsOf: FlightsOf,
  ): readonly Itinerary[] => {
    const routes = network.routes(hub.code, to.code);
    const extended: { itinerary: Itinerary; points: number }[] = [];
    for (const itinerary of itineraries) {
      const arriving = itinerary[itinerary.length - 1] as Flight;
      let best: Itinerary | undefined;
      let bestPoints = Number.POSITIVE_INFINITY;
      for (const route of routes) {
        const kin = kinship(arriving.departure.service.airline, network.airlineOf(route));
        if (kin === STRANGERS && !rules.strangers) continue;
        const leaving = earliest(arriving, network.service(route, hub.code), rules, flightsOf);
        if (leaving === undefined) continue;
        const points = leaving.lands / MINUTE_MS + (ESTRANGEMENT[kin] as number);
        if (points < bestPoints) {
          bestPoints = points;
          best = [...itinerary, leaving];
        }
      }
      if (best !== undefined) {
        extended.push({ itinerary: best, points: bestPoints - (best[0] as Flight).leaves / MINUTE_MS });
      }
    }
    return extended.sort((a, b) => a.points - b.points).map(({ itinerary }) => itinerary);
  };

  const firstFlights = (from: Airport, to: Airport, day: Day, flightsOf: FlightsOf): readonly Itinerary[] =>
    network
      .routes(from.code, to.code)
      .flatMap((route) => flightsOf(network.service(route, from.code), day.midnight).map((flight) => [flight]));

  return {
    oneStop: (from, to, day, rules) => {
      const limit = wayLimit(from, to, 1, rules);
      const beyond = network.neighbours(to.code);
      const flightsOf = createFlightsOf();
      const found = onTheWay(from, to, limit, (code) => beyond.has(code))
        .slice(0, HUBS)
        .flatMap(({ airport }) =>
          extend(firstFlights(from, airport, day, flightsOf), airport, to, rules, flightsOf).slice(0, PER_HUB),
        );
      return shortest(found);
    },

    twoStops: (from, to, day, rules) => {
      const limit = wayLimit(from, to, 2, rules);
      const flightsOf = createFlightsOf();
      const allNear = onTheWay(from, to, limit, () => true);
      const far = onTheWay(to, from, limit, () => true).slice(0, Math.max(GATES, PAIRS_TRIED / (allNear.length + 1)));
      const near = allNear.slice(0, PAIRS_TRIED / (far.length + 1));
      const pairs: { near: Airport; far: Airport; points: number }[] = [];
      for (const one of near) {
        const reached = network.neighbours(one.airport.code);
        for (const other of far) {
          if (!reached.has(other.airport.code) || places.sameCity(one.airport.code, other.airport.code)) continue;
          pairs.push({ near: one.airport, far: other.airport, points: one.points + other.points });
        }
      }
      const best = pairs
        .sort((a, b) => a.points - b.points)
        .slice(0, rules.relaxed ? PAIRS_OF_HUBS.relaxed : PAIRS_OF_HUBS.usual);
      const found = best.flatMap((pair) => {
        if (distanceKm(from, pair.near) + distanceKm(pair.near, pair.far) + distanceKm(pair.far, to) > limit) return [];
        const first = firstFlights(from, pair.near, day, flightsOf);
        const second = extend(first, pair.near, pair.far, rules, flightsOf).slice(0, PER_HUB);
        return extend(second, pair.far, to, rules, flightsOf).slice(0, 2);
      });
      return shortest(found);
    },
  };
};

const wayLimit = (from: Airport, to: Airport, stops: number, { relaxed }: Rules): number => {
  const limit = longestWay(distanceKm(from, to), stops);
  return relaxed ? limit * 1.6 + 2000 : limit;
};

type FlightsOf = (service: Service, midnight: number) => readonly Flight[];

/** A service's flights by day, worked out once per search. */
const createFlightsOf = (): FlightsOf => {
  const known = new Map<Service, Map<number, readonly Flight[]>>();
  const calendar = new Map<number, Day>();
  return (service, midnight) => {
    let days = known.get(service);
    if (days === undefined) {
      days = new Map();
      known.set(service, days);
    }
    let flights = days.get(midnight);
    if (flights === undefined) {
      let day = calendar.get(midnight);
      if (day === undefined) {
        day = dayAt(midnight);
        calendar.set(midnight, day);
      }
      flights = flightsOn(service.departures, day);
      days.set(midnight, flights);
    }
    return flights;
  };
};

const earliest = (arriving: Flight, service: Service, rules: Rules, flightsOf: FlightsOf): Flight | undefined => {
  const ready = arriving.lands + minimumConnection(arriving.departure.service, service) * MINUTE_MS;
  const wait = rules.relaxed ? LONGEST_WAIT.relaxed : longestWait(arriving.departure.service, service);
  const latest = arriving.lands + wait * MINUTE_MS;
  const offset = offsetAt(service.from.timeZone, ready) * MINUTE_MS;
  const lastDay = Math.floor((latest + offset) / DAY_MS) * DAY_MS;
  for (let day = Math.floor((ready + offset) / DAY_MS) * DAY_MS; day <= lastDay; day += DAY_MS) {
    for (const flight of flightsOf(service, day)) {
      if (flight.leaves >= ready) return flight.leaves <= latest ? flight : undefined;
    }
  }
  return undefined;
};

const elapsed = (itinerary: Itinerary): number =>
  (itinerary[itinerary.length - 1] as Flight).lands - (itinerary[0] as Flight).leaves;

const shortest = (found: readonly Itinerary[]): readonly Itinerary[] =>
  [...found].sort((a, b) => elapsed(a) - elapsed(b)).slice(0, KEPT);
