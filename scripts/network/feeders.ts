import type { Airport } from "../../src/model/place.ts";
import { type AirlineRow, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import { realmOf } from "../../src/travel/world/flights/borders.ts";
import { distanceKm } from "../../src/travel/world/geo.ts";
import type { GeneratedPlaces } from "../../src/travel/world/places.ts";
import { canReach } from "./fleet.ts";
import { airportOf, type Link, refusalsOf } from "./link.ts";
import { airportsPermit, isClosed, type Rights, rightsOf } from "./rights.ts";

/** An airport with this many destinations, and this many of them abroad, is an international gateway. */
const GATEWAY_LINKS = 60;
const GATEWAY_LINKS_ABROAD = 25;
/** Airports below this traffic are connected to a nearby large town; others have a longer range. */
const VILLAGE_TRAFFIC = 0.1;
const VILLAGE_KM = 900;
const TOWN_KM = 3500;
const LARGE_TOWN_LINKS = 30;
const FEEDER_SHARE = 0.3;
const LISTED_TRAFFIC = 0.25;

interface Base {
  readonly row: AirlineRow;
  readonly hub: Airport;
  readonly rights: Rights;
  readonly refuses: (a: Airport, b: Airport) => boolean;
}

/**
 * Adds links so that every airport has a flight, to a gateway of its country if an airline can operate it. Otherwise most
 * pairs of small towns on different continents would need more than two stops.
 */
export const addFeeders = (
  rows: readonly AirlineRow[],
  places: GeneratedPlaces,
  links: ReadonlyMap<string, Link>,
  add: (link: Link) => void,
): void => {
  const neighbours = neighboursOf(links);
  const gateways = gatewaysOf(neighbours, places);
  const listed = listedVillages(links, places);
  const bases = rows.flatMap((row) => {
    const rights = rightsOf(row);
    const refuses = refusalsOf(row);
    return wordsOf(row.hubs).map((hub): Base => ({ row, hub: airportOf(places, hub.slice(0, 3)), rights, refuses }));
  });
  for (const airport of places.airports()) {
    const known = neighbours.get(airport.code) ?? new Set<string>();
    const home = realmOf(airport.country);
    const isHomeGateway = (code: string): boolean =>
      gateways.has(code) && realmOf(airportOf(places, code).country) === home;
    if (gateways.has(airport.code) || listed.has(airport.code) || [...known].some(isHomeGateway)) continue;
    const domestic = bases.filter(({ hub }) => realmOf(hub.country) === home);
    const large = domestic.filter(({ hub }) => (neighbours.get(hub.code)?.size ?? 0) >= LARGE_TOWN_LINKS);
    const reach = places.traffic(airport) < VILLAGE_TRAFFIC ? VILLAGE_KM : TOWN_KM;
    const toGateway = bestFeeder(
      airport,
      domestic.filter(({ hub }) => gateways.has(hub.code)),
      places,
      reach,
    );
    if (toGateway !== undefined) add(toGateway);
    else if (known.size > 0 && [...known].some((code) => (neighbours.get(code)?.size ?? 0) >= LARGE_TOWN_LINKS))
      continue;
    else {
      const link =
        bestFeeder(airport, large, places, reach) ??
        (known.size > 0 ? undefined : anyFeeder(airport, domestic, bases, places));
      if (link !== undefined) add(link);
      else if (known.size === 0) throw new Error(`No airline can fly to ${airport.code}.`);
    }
  }
};

/** Small airports whose real flights are listed get no others. */
const listedVillages = (links: ReadonlyMap<string, Link>, places: GeneratedPlaces): ReadonlySet<string> =>
  new Set(
    [...links.values()]
      .filter(({ daily }) => daily !== undefined)
      .flatMap(({ from, to }) => [from, to])
      .filter((airport) => places.traffic(airport) < LISTED_TRAFFIC)
      .map(({ code }) => code),
  );

const anyFeeder = (
  airport: Airport,
  domestic: readonly Base[],
  bases: readonly Base[],
  places: GeneratedPlaces,
): Link | undefined =>
  bestFeeder(airport, domestic, places, TOWN_KM) ??
  bestFeeder(airport, bases, places, TOWN_KM) ??
  bestFeeder(airport, bases, places, TOWN_KM, false);

/** Returns the gateways: large international airports, and in countries without one the airport with the most flights abroad. */
const gatewaysOf = (
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  places: GeneratedPlaces,
): ReadonlySet<string> => {
  const gateways = new Set<string>();
  const main = new Map<string, { code: string; abroad: number }>();
  for (const [code, others] of neighbours) {
    const home = realmOf(airportOf(places, code).country);
    let abroad = 0;
    for (const other of others) if (realmOf(airportOf(places, other).country) !== home) abroad++;
    if (others.size >= GATEWAY_LINKS && abroad >= GATEWAY_LINKS_ABROAD) gateways.add(code);
    if (abroad > (main.get(home)?.abroad ?? 0)) main.set(home, { code, abroad });
  }
  for (const { code } of main.values()) gateways.add(code);
  return gateways;
};

const neighboursOf = (links: ReadonlyMap<string, Link>): Map<string, Set<string>> => {
  const neighbours = new Map<string, Set<string>>();
  const add = (a: string, b: string): void => {
    const known = neighbours.get(a);
    if (known === undefined) neighbours.set(a, new Set([b]));
    else known.add(b);
  };
  for (const { from, to } of links.values()) {
    add(from.code, to.code);
    add(to.code, from.code);
  }
  return neighbours;
};

const bestFeeder = (
  airport: Airport,
  bases: readonly Base[],
  places: GeneratedPlaces,
  reach: number,
  withRights = true,
): Link | undefined => {
  let best: Link | undefined;
  let bestPoints = 0;
  for (const { row, hub, rights, refuses } of bases) {
    const km = distanceKm(airport, hub);
    if (km > reach || km < 12 || places.sameCity(airport.code, hub.code)) continue;
    if (isClosed(airport, hub) || (withRights && !rights.mayFly(hub, airport))) continue;
    if (refuses(hub, airport)) continue;
    if (!airportsPermit(airport, hub, km, row) || !canReach(row, airport, hub, km)) continue;
    const domestic = realmOf(airport.country) === realmOf(hub.country) ? 4 : 1;
    const model = row.model === "regional" ? 2 : row.model === "full-service" ? 1.2 : 0.5;
    const points = (domestic * model * Math.sqrt(places.traffic(hub))) / (1 + km / 300) ** 1.5;
    if (points > bestPoints) {
      bestPoints = points;
      best = { row, from: hub, to: airport, km, share: FEEDER_SHARE };
    }
  }
  return best;
};
