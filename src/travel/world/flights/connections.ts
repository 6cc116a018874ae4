import type { Airport } from "../../../model/place.ts";
import { distanceKm } from "../geo.ts";
import type { GeneratedPlaces } from "../places.ts";
import { createRecent } from "../recent.ts";
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

/** From one airport over a hub: services to it, and what connects to each of them. */
interface Way {
  readonly first: readonly Service[];
  readonly onward: ReadonlyMap<Service, readonly Link[]>;
}

interface HubPair {
  readonly near: Airport;
  readonly far: Airport;
}

/** Pairs of airports whose ways are remembered: they are the same on every day. */
const REMEMBERED_PAIRS = 600;

/** A service that goes on from another one, and what a connection between them takes. */
interface Link {
  readonly service: Service;
  /** From landing to the earliest and the latest departure. */
  readonly shortestMs: number;
  readonly longestMs: number;
  /** In minutes. */
  readonly estrangement: number;
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

  const ways = createRecent<readonly Way[]>(REMEMBERED_PAIRS);
  const pairs = createRecent<readonly HubPair[]>(REMEMBERED_PAIRS);
  const keyOf = (from: Airport, to: Airport, { relaxed, strangers }: Rules): string =>
    `${from.code}${to.code}${relaxed ? "+" : ""}${strangers ? "*" : ""}`;

  const waysBetween = (from: Airport, to: Airport, rules: Rules): readonly Way[] =>
    ways.get(keyOf(from, to, rules), () => {
      const beyond = network.neighbours(to.code);
      return onTheWay(from, to, wayLimit(from, to, 1, rules), (code) => beyond.has(code))
        .slice(0, HUBS)
        .map(({ airport }) => {
          const first = network.services(from.code, airport.code);
          return { first, onward: new Map(first.map((service) => [service, linksFrom(service, airport, to, rules)])) };
        });
    });

  const pairsBetween = (from: Airport, to: Airport, rules: Rules): readonly HubPair[] =>
    pairs.get(keyOf(from, to, rules), () => {
      const limit = wayLimit(from, to, 2, rules);
      const allNear = onTheWay(from, to, limit, () => true);
      const far = onTheWay(to, from, limit, () => true).slice(0, Math.max(GATES, PAIRS_TRIED / (allNear.length + 1)));
      const near = allNear.slice(0, PAIRS_TRIED / (far.length + 1));
      const found: { near: Airport; far: Airport; points: number }[] = [];
      for (const one of near) {
        const reached = network.neighbours(one.airport.code);
        for (const other of far) {
          if (!reached.has(other.airport.code) || places.sameCity(one.airport.code, other.airport.code)) continue;
          found.push({ near: one.airport, far: other.airport, points: one.points + other.points });
        }
      }
      return found
        .sort((a, b) => a.points - b.points)
        .slice(0, rules.relaxed ? PAIRS_OF_HUBS.relaxed : PAIRS_OF_HUBS.usual)
        .filter(
          ({ near: one, far: other }) =>
            distanceKm(from, one) + distanceKm(one, other) + distanceKm(other, to) <= limit,
        );
    });

  const linksFrom = (arriving: Service, hub: Airport, to: Airport, rules: Rules): readonly Link[] => {
    const links: Link[] = [];
    for (const route of network.routes(hub.code, to.code)) {
      const kin = kinship(arriving.airline, network.airlineOf(route));
      if (kin === STRANGERS && !rules.strangers) continue;
      const service = network.service(route, hub.code);
      links.push({
        service,
        shortestMs: minimumConnection(arriving, service) * MINUTE_MS,
        longestMs: (rules.relaxed ? LONGEST_WAIT.relaxed : longestWait(arriving, service)) * MINUTE_MS,
        estrangement: ESTRANGEMENT[kin] as number,
      });
    }
    return links;
  };

  /** Continues each itinerary with the earliest flights on to `to`. */
  const extend = (
    itineraries: readonly Itinerary[],
    linksOf: (arriving: Service) => readonly Link[],
    flightsOf: FlightsOf,
  ): readonly Itinerary[] => {
    const extended: { itinerary: Itinerary; points: number }[] = [];
    for (const itinerary of itineraries) {
      const arriving = itinerary[itinerary.length - 1] as Flight;
      let best: Flight | undefined;
      let bestPoints = Number.POSITIVE_INFINITY;
      for (const link of linksOf(arriving.departure.service)) {
        const leaving = earliest(arriving.lands, link, flightsOf);
        if (leaving === undefined) continue;
        const points = leaving.lands / MINUTE_MS + link.estrangement;
        if (points < bestPoints) {
          bestPoints = points;
          best = leaving;
        }
      }
      if (best !== undefined) {
        const points = bestPoints - (itinerary[0] as Flight).leaves / MINUTE_MS;
        extended.push({ itinerary: [...itinerary, best], points });
      }
    }
    return extended.sort((a, b) => a.points - b.points).map(({ itinerary }) => itinerary);
  };

  const firstFlights = (
    services: readonly Service[],
    { midnight }: Day,
    flightsOf: FlightsOf,
  ): readonly Itinerary[] => {
    const first: Itinerary[] = [];
    for (const service of services) for (const flight of flightsOf(service, midnight)) first.push([flight]);
    return first;
  };

  return {
    oneStop: (from, to, day, rules) => {
      const flightsOf = createFlightsOf();
      const found = waysBetween(from, to, rules).flatMap(({ first, onward }) =>
        extend(firstFlights(first, day, flightsOf), (arriving) => onward.get(arriving) ?? [], flightsOf).slice(
          0,
          PER_HUB,
        ),
      );
      return shortest(found);
    },

    twoStops: (from, to, day, rules) => {
      const flightsOf = createFlightsOf();
      const found = pairsBetween(from, to, rules).flatMap((pair) => {
        const over = (hub: Airport, next: Airport) => (arriving: Service) => linksFrom(arriving, hub, next, rules);
        const first = firstFlights(network.services(from.code, pair.near.code), day, flightsOf);
        const second = extend(first, over(pair.near, pair.far), flightsOf).slice(0, PER_HUB);
        return extend(second, over(pair.far, to), flightsOf).slice(0, 2);
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
  const known = new Map<number, { readonly day: Day; readonly flights: Map<Service, readonly Flight[]> }>();
  return (service, midnight) => {
    let ofDay = known.get(midnight);
    if (ofDay === undefined) {
      ofDay = { day: dayAt(midnight), flights: new Map() };
      known.set(midnight, ofDay);
    }
    let flights = ofDay.flights.get(service);
    if (flights === undefined) {
      flights = flightsOn(service.departures, ofDay.day);
      ofDay.flights.set(service, flights);
    }
    return flights;
  };
};

const earliest = (lands: number, link: Link, flightsOf: FlightsOf): Flight | undefined => {
  const { service } = link;
  const ready = lands + link.shortestMs;
  const latest = lands + link.longestMs;
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
