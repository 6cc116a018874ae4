import type { Airport } from "../../src/model/place.ts";
import { type AirlineRow, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import { distanceKm } from "../../src/travel/world/geo.ts";
import { landmassOf } from "../../src/travel/world/landmass.ts";
import type { GeneratedPlaces } from "../../src/travel/world/places.ts";
import { canReach, hasPropellers } from "./fleet.ts";
import { airportOf, type Link, pairOf, refusalsOf } from "./link.ts";
import { airportsPermit, rightsOf } from "./rights.ts";

const NEIGHBOUR_KM = 150;
const SHORTEST_KM = 12;
/** Larger airports have what their airlines fly; a village has a flight a day. */
const SMALL_TRAFFIC = 1;
/** A landmass with more traffic has a network of its own. */
const ISLAND_TRAFFIC = 12;
const VILLAGE_TRAFFIC = 0.05;
const DAILY = { village: 1, town: 2 } as const;

/**
 * Connects each small airport of an island to the most important neighbour across the water within 150 km, unless its
 * flights to one are listed. An airline flies there that is at either end already and whose aircraft can land at both.
 */
export const addNeighbours = (
  rows: readonly AirlineRow[],
  places: GeneratedPlaces,
  links: ReadonlyMap<string, Link>,
  add: (link: Link) => void,
): void => {
  const present = airlinesByAirport(rows, places, links);
  const linked = new Set([...links.values()].map(({ from, to }) => pairOf(from.code, to.code)));
  const listed = withListedNeighbour(links);
  const traffic = trafficByLandmass(places);
  for (const airport of places.airports()) {
    if (places.traffic(airport) >= SMALL_TRAFFIC || listed.has(airport.code)) continue;
    if ((traffic.get(landmassOf(airport)) as number) >= ISLAND_TRAFFIC) continue;
    const [neighbour] = neighboursOf(airport, places);
    if (neighbour === undefined || linked.has(pairOf(airport.code, neighbour.code))) continue;
    const row = airlineBetween(airport, neighbour, present);
    if (row === undefined) continue;
    const daily = DAILY[places.traffic(airport) < VILLAGE_TRAFFIC ? "village" : "town"];
    linked.add(pairOf(airport.code, neighbour.code));
    add({ row, from: neighbour, to: airport, km: distanceKm(airport, neighbour), daily, share: 1 });
  }
};

const withListedNeighbour = (links: ReadonlyMap<string, Link>): ReadonlySet<string> =>
  new Set(
    [...links.values()]
      .filter(({ daily, km }) => daily !== undefined && km <= NEIGHBOUR_KM)
      .flatMap(({ from, to }) => [from.code, to.code]),
  );

const trafficByLandmass = (places: GeneratedPlaces): ReadonlyMap<string, number> => {
  const traffic = new Map<string, number>();
  for (const airport of places.airports()) {
    const name = landmassOf(airport);
    traffic.set(name, (traffic.get(name) ?? 0) + places.traffic(airport));
  }
  return traffic;
};

/** The airports across the water, the most important first. */
const neighboursOf = (airport: Airport, places: GeneratedPlaces): readonly Airport[] => {
  const here = landmassOf(airport);
  const weight = (other: Airport): number =>
    Math.sqrt(places.traffic(other)) / (1 + distanceKm(airport, other) / NEIGHBOUR_KM);
  return places
    .airports()
    .filter((other) => {
      if (other === airport || Math.abs(other.latitude - airport.latitude) > 2) return false;
      const km = distanceKm(airport, other);
      return km >= SHORTEST_KM && km <= NEIGHBOUR_KM && landmassOf(other) !== here;
    })
    .sort((a, b) => weight(b) - weight(a) || (a.code < b.code ? -1 : 1));
};

const airlinesByAirport = (
  rows: readonly AirlineRow[],
  places: GeneratedPlaces,
  links: ReadonlyMap<string, Link>,
): ReadonlyMap<string, ReadonlySet<AirlineRow>> => {
  const present = new Map<string, Set<AirlineRow>>(places.airports().map(({ code }) => [code, new Set()]));
  for (const row of rows) {
    for (const hub of wordsOf(row.hubs)) present.get(airportOf(places, hub.slice(0, 3)).code)?.add(row);
  }
  for (const { row, from, to } of links.values()) {
    present.get(from.code)?.add(row);
    present.get(to.code)?.add(row);
  }
  return present;
};

/** Regional airlines first, then those at both ends. */
const airlineBetween = (
  a: Airport,
  b: Airport,
  present: ReadonlyMap<string, ReadonlySet<AirlineRow>>,
): AirlineRow | undefined => {
  const atA = present.get(a.code) as ReadonlySet<AirlineRow>;
  const atB = present.get(b.code) as ReadonlySet<AirlineRow>;
  const km = distanceKm(a, b);
  const points = (row: AirlineRow): number =>
    (row.model === "regional" ? 4 : 0) + (atA.has(row) && atB.has(row) ? 2 : 0) + (row.country === a.country ? 1 : 0);
  return [...new Set([...atA, ...atB])]
    .filter(
      (row) =>
        hasPropellers(row) &&
        (rightsOf(row).isHome(a) || rightsOf(row).isHome(b)) &&
        rightsOf(row).mayFly(a, b) &&
        airportsPermit(a, b, km, row) &&
        !refusalsOf(row)(a, b) &&
        canReach(row, a, b, km),
    )
    .sort((x, y) => points(y) - points(x) || (x.code < y.code ? -1 : 1))[0];
};
