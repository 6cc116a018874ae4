import type { Airport } from "../../../model/place.ts";
import { distanceKm } from "../geo.ts";
import { createLruCache } from "../lru-cache.ts";
import type { GeneratedPlaces } from "../places.ts";
import { offsetAt } from "../zones.ts";
import type { Airline } from "./airlines.ts";
import { realmOf } from "./borders.ts";
import {
  LONGEST_WAIT,
  longestTrip,
  longestWait,
  maxDistance,
  minimumConnection,
  relaxedMaxDistance,
} from "./connection-times.ts";
import type { Network } from "./network.ts";
import { DAY_MS, type Day, dayAt, type Flight, flightsOn, MINUTE_MS } from "./operating-day.ts";
import type { Service } from "./services.ts";

/** Flights in order, each from the airport where the one before arrives. */
export type Itinerary = readonly Flight[];

interface ConnectionRules {
  /** Allows longer detours and overnight connections. */
  readonly relaxed: boolean;
  /** Combines airlines that do not sell each other's flights. */
  readonly anyAirline: boolean;
}

export const STANDARD: ConnectionRules = { relaxed: false, anyAirline: false };
export const RELAXED: ConnectionRules = { relaxed: true, anyAirline: false };
export const UNRESTRICTED: ConnectionRules = { relaxed: true, anyAirline: true };

const HUBS = 14;
const PER_HUB = 4;
const PER_PAIR_OF_HUBS = 2;
const KEPT = 16;
const FAR_HUBS = 40;
const PAIRS_TRIED = 2400;
const PAIRS_OF_HUBS = { usual: 18, relaxed: 30 } as const;

export interface Connections {
  oneStop(from: Airport, to: Airport, day: Day, rules: ConnectionRules): readonly Itinerary[];
  twoStops(from: Airport, to: Airport, day: Day, rules: ConnectionRules): readonly Itinerary[];
}

const UNRELATED = 3;

/** How closely two airlines cooperate: 0 the same airline, 1 partners, 2 interline, 3 unrelated. */
const relationOf = (one: Airline, other: Airline): number => {
  if (one === other) return 0;
  if (one.model === "low-cost" || other.model === "low-cost") return UNRELATED;
  if (one.alliance !== null && one.alliance === other.alliance) return 1;
  if (one.model === "regional" || other.model === "regional") return one.country === other.country ? 1 : 2;
  return one.alliance === null || other.alliance === null ? 2 : UNRELATED;
};

/** Minutes added to a connection for ranking, by relation. */
const PENALTIES: readonly number[] = [0, 15, 60, 240];

interface Hub {
  readonly airport: Airport;
  readonly points: number;
}

/** A route over one hub: services to the hub, and the onward services that connect to each of them. */
interface Routing {
  readonly first: readonly Service[];
  readonly onward: ReadonlyMap<Service, readonly Link[]>;
}

interface HubPair {
  readonly near: Airport;
  readonly far: Airport;
}

/** Airport pairs whose routings are cached: they do not depend on the date. */
const CACHED_PAIRS = 600;

/** An onward service and the limits of a connection to it. */
interface Link {
  readonly service: Service;
  /** From arrival to the earliest and the latest departure. */
  readonly shortestMs: number;
  readonly longestMs: number;
  readonly penaltyMinutes: number;
  /** Sold under the number of the airline that the traveller arrives with. */
  readonly shared: boolean;
}

interface Extension {
  readonly itinerary: Itinerary;
  readonly next: Flight;
  readonly shared: boolean;
  readonly points: number;
}

export const createConnections = (network: Network, places: GeneratedPlaces): Connections => {
  /** Airports one flight away within the distance limit, best first. */
  const hubsBetween = (
    from: Airport,
    to: Airport,
    limit: number,
    isWanted: (code: string) => boolean,
  ): readonly Hub[] => {
    const home = realmOf(from.country) === realmOf(to.country) ? realmOf(from.country) : undefined;
    const hubs: Hub[] = [];
    for (const code of network.neighbours(from.code).keys()) {
      if (!isWanted(code)) continue;
      const airport = places.airport(code) as Airport;
      if (home !== undefined && realmOf(airport.country) !== home) continue;
      if (places.sameCity(code, from.code) || places.sameCity(code, to.code)) continue;
      const km = distanceKm(from, airport) + distanceKm(airport, to);
      if (km > limit) continue;
      hubs.push({ airport, points: km / (limit + 500) + 1 / (1 + places.traffic(airport) / 8) });
    }
    return hubs.sort((a, b) => a.points - b.points || (a.airport.code < b.airport.code ? -1 : 1));
  };

  const routings = createLruCache<readonly Routing[]>(CACHED_PAIRS);
  const pairs = createLruCache<readonly HubPair[]>(CACHED_PAIRS);
  const keyOf = (from: Airport, to: Airport, { relaxed, anyAirline }: ConnectionRules): string =>
    `${from.code}${to.code}${relaxed ? "+" : ""}${anyAirline ? "*" : ""}`;

  const routingsBetween = (from: Airport, to: Airport, rules: ConnectionRules): readonly Routing[] =>
    routings.get(keyOf(from, to, rules), () => {
      const beyond = network.neighbours(to.code);
      return hubsBetween(from, to, distanceLimit(from, to, rules), (code) => beyond.has(code))
        .slice(0, HUBS)
        .map(({ airport }) => {
          const first = network.services(from.code, airport.code);
          return { first, onward: new Map(first.map((service) => [service, linksFrom(service, airport, to, rules)])) };
        });
    });

  /** Two stops are not needed over hubs of which one has flights to both ends. */
  const pairsBetween = (from: Airport, to: Airport, rules: ConnectionRules): readonly HubPair[] =>
    pairs.get(keyOf(from, to, rules), () => {
      const limit = distanceLimit(from, to, rules);
      const allNear = hubsBetween(from, to, limit, () => true);
      const far = hubsBetween(to, from, limit, () => true).slice(
        0,
        Math.max(FAR_HUBS, PAIRS_TRIED / (allNear.length + 1)),
      );
      const near = allNear.slice(0, PAIRS_TRIED / (far.length + 1));
      const found: { near: Airport; far: Airport; points: number }[] = [];
      const direct = network.neighbours(from.code);
      for (const one of near) {
        const reached = network.neighbours(one.airport.code);
        if (reached.has(to.code)) continue;
        for (const other of far) {
          if (
            direct.has(other.airport.code) ||
            !reached.has(other.airport.code) ||
            places.sameCity(one.airport.code, other.airport.code)
          )
            continue;
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

  const linksFrom = (arriving: Service, hub: Airport, to: Airport, rules: ConnectionRules): readonly Link[] => {
    const links: Link[] = [];
    for (const route of network.routes(hub.code, to.code)) {
      const relation = relationOf(arriving.airline, network.airlineOf(route));
      if (relation === UNRELATED && !rules.anyAirline) continue;
      const service = network.service(route, hub.code);
      const shared = relation !== 0 && service.isSoldBy(arriving.airline);
      links.push({
        service,
        shortestMs: minimumConnection(arriving, service) * MINUTE_MS,
        longestMs: (rules.relaxed ? LONGEST_WAIT.relaxed : longestWait(arriving, service)) * MINUTE_MS,
        penaltyMinutes: PENALTIES[shared ? 0 : relation] as number,
        shared,
      });
    }
    return links;
  };

  /** Continues each itinerary with the flight that lands first, and returns the `limit` best. */
  const extend = (
    itineraries: readonly Itinerary[],
    linksOf: (arriving: Service) => readonly Link[],
    flightsOf: FlightsOf,
    limit: number,
  ): readonly Itinerary[] => {
    const extended: Extension[] = [];
    for (const itinerary of itineraries) {
      const arriving = itinerary[itinerary.length - 1] as Flight;
      const offsetMs = offsetAt(arriving.departure.service.to.timeZone, arriving.lands) * MINUTE_MS;
      let best: Flight | undefined;
      let shared = false;
      let bestPoints = Number.POSITIVE_INFINITY;
      for (const link of linksOf(arriving.departure.service)) {
        const leaving = earliest(arriving.lands, offsetMs, link, flightsOf);
        if (leaving === undefined) continue;
        const points = leaving.lands / MINUTE_MS + link.penaltyMinutes;
        if (points < bestPoints) {
          bestPoints = points;
          best = leaving;
          shared = link.shared;
        }
      }
      if (best !== undefined) {
        const points = bestPoints - (itinerary[0] as Flight).leaves / MINUTE_MS;
        extended.push({ itinerary, next: best, shared, points });
      }
    }
    extended.sort((a, b) => a.points - b.points);
    // Most are dropped here, so the itineraries that remain are joined last.
    return extended
      .slice(0, limit)
      .map(({ itinerary, next, shared }) => [
        ...itinerary,
        shared ? soldBy((itinerary[itinerary.length - 1] as Flight).departure.service.airline, next) : next,
      ]);
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
      const found = routingsBetween(from, to, rules).flatMap(({ first, onward }) =>
        extend(firstFlights(first, day, flightsOf), (arriving) => onward.get(arriving) ?? [], flightsOf, PER_HUB),
      );
      return shortest(found, distanceKm(from, to));
    },

    twoStops: (from, to, day, rules) => {
      const flightsOf = createFlightsOf();
      const found = pairsBetween(from, to, rules).flatMap((pair) => {
        const over = (hub: Airport, next: Airport) => (arriving: Service) => linksFrom(arriving, hub, next, rules);
        const first = firstFlights(network.services(from.code, pair.near.code), day, flightsOf);
        const second = extend(first, over(pair.near, pair.far), flightsOf, PER_HUB);
        return extend(second, over(pair.far, to), flightsOf, PER_PAIR_OF_HUBS);
      });
      return shortest(found, distanceKm(from, to));
    },
  };
};

const distanceLimit = (from: Airport, to: Airport, { relaxed }: ConnectionRules): number =>
  (relaxed ? relaxedMaxDistance : maxDistance)(distanceKm(from, to));

type FlightsOf = (service: Service, midnight: number) => readonly Flight[];

/** Caches the flights of each service and day for one search. */
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

/** An offset from UTC can change by an hour while a traveller waits. */
const OFFSET_CHANGE_MS = 60 * MINUTE_MS;

/** The earliest flight that the link allows; `offsetMs` is the airport's offset from UTC at the arrival. */
const earliest = (lands: number, offsetMs: number, link: Link, flightsOf: FlightsOf): Flight | undefined => {
  const ready = lands + link.shortestMs;
  const latest = lands + link.longestMs;
  const lastDay = Math.floor((latest + offsetMs + OFFSET_CHANGE_MS) / DAY_MS) * DAY_MS;
  for (let day = Math.floor((ready + offsetMs - OFFSET_CHANGE_MS) / DAY_MS) * DAY_MS; day <= lastDay; day += DAY_MS) {
    for (const flight of flightsOf(link.service, day)) {
      if (flight.leaves >= ready) return flight.leaves <= latest ? flight : undefined;
    }
  }
  return undefined;
};

/** A partner's flight under the number of the airline. */
const soldBy = (airline: Airline, flight: Flight): Flight => {
  const { service } = flight.departure;
  const departure = service.soldBy(airline)?.departures[service.departures.indexOf(flight.departure)];
  return departure === undefined ? flight : { ...flight, departure };
};

const elapsed = (itinerary: Itinerary): number =>
  (itinerary[itinerary.length - 1] as Flight).lands - (itinerary[0] as Flight).leaves;

/** Itineraries that take longer than their distance is worth are left out. */
const shortest = (found: readonly Itinerary[], km: number): readonly Itinerary[] => {
  const longestMs = longestTrip(km) * MINUTE_MS;
  return found
    .filter((itinerary) => elapsed(itinerary) <= longestMs)
    .sort((a, b) => elapsed(a) - elapsed(b))
    .slice(0, KEPT);
};
