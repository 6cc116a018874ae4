import type { Airport } from "../../src/model/place.ts";
import { type AirlineRow, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import { realmOf } from "../../src/travel/world/flights/borders.ts";
import { distanceKm } from "../../src/travel/world/geo.ts";
import { landmassOf } from "../../src/travel/world/landmass.ts";
import type { GeneratedPlaces } from "../../src/travel/world/places.ts";
import { abroadTraffic, appeal, dailyFlights, gravity, holidayPull, isSunny, tie } from "./demand.ts";
import { addFeeders } from "./feeders.ts";
import { canReach, chooseTypes, hasSmallAircraftOnly, isLongHaulOnly, longestRange } from "./fleet.ts";
import { airportOf, type Link, type PlannedRoute, pairOf, refusalsOf } from "./link.ts";
import { hasLongHaulList, LONG_HAUL_KM, listedLongHaul } from "./long-haul.ts";
import { addNeighbours } from "./neighbours.ts";
import { numberRoutes } from "./numbers.ts";
import { type Operators, operatorsOf } from "./operators.ts";
import { airportsPermit, hasFastRail, rightsOf } from "./rights.ts";

const SHORTEST_JET_KM = 130;
const SHORTEST_HOP_KM = 12;
/** In Europe, low-cost airlines leave shorter trips over land to trains and coaches. */
const SHORTEST_LOW_COST_KM = 280;
/** Airports with less traffic are served by regional airlines and feeders only. */
const MAINLINE_TRAFFIC = 0.16;

/**
 * `["JFK LHR 100 28 77W", …]` by airline: from, to, first flight number, flights a week, aircraft. `E75@YX` is flown by
 * another airline. A sixth word has the first numbers under which partners sell it: `LH7240+AC9012`.
 */
export const buildNetwork = (
  rows: readonly AirlineRow[],
  places: GeneratedPlaces,
): Readonly<Record<string, readonly string[]>> => {
  const links = new Map<string, Link>();
  const operators = operatorsOf(rows);
  const add = (flown: Link): void => {
    const link = operators.sold(flown);
    if (link === undefined) return;
    const key = `${link.row.code}${pairOf(link.from.code, link.to.code)}`;
    const known = links.get(key);
    if (known === undefined || (known.daily === undefined && known.share < link.share)) links.set(key, link);
  };
  const largest = largestPresence(rows);
  for (const row of rows) {
    for (const link of [...knownRoutes(row, places), ...listedLongHaul(row, places)]) add(link);
    for (const hub of wordsOf(row.hubs)) {
      const [code, size] = hub.split(":") as [string, string];
      const from = airportOf(places, code);
      const share = Number(size) / (largest.get(code) as number);
      for (const to of destinations(row, from, Number(size), rows, places)) {
        add({ row, from, to, km: distanceKm(from, to), share });
      }
    }
  }
  addNeighbours(rows, places, links, add);
  addFeeders(rows, places, links, add);
  return numberRoutes(rows, plan([...links.values()], places, operators), places);
};

const largestPresence = (rows: readonly AirlineRow[]): ReadonlyMap<string, number> => {
  const largest = new Map<string, number>();
  for (const hub of rows.flatMap((row) => wordsOf(row.hubs))) {
    const [code, size] = hub.split(":") as [string, string];
    largest.set(code, Math.max(largest.get(code) ?? 0, Number(size)));
  }
  return largest;
};

const knownRoutes = (row: AirlineRow, places: GeneratedPlaces): readonly Link[] =>
  wordsOf(row.routes).map((text): Link => {
    const [pair, daily, types] = text.split(":") as [string, string, string | undefined];
    const from = airportOf(places, pair.slice(0, 3));
    const to = airportOf(places, pair.slice(4));
    const link = { row, from, to, km: distanceKm(from, to), daily: Number(daily), listed: true as const, share: 1 };
    return types === undefined ? link : { ...link, types };
  });

/** Returns the destinations of an airline from a hub: the most appealing that it may and can fly to. */
const destinations = (
  row: AirlineRow,
  hub: Airport,
  size: number,
  rows: readonly AirlineRow[],
  places: GeneratedPlaces,
): readonly Airport[] => {
  const rights = rightsOf(row);
  const refuses = refusalsOf(row);
  const own = new Set(wordsOf(row.hubs).map((text) => text.slice(0, 3)));
  const partners = mainHubs(rows, ({ alliance }) => alliance !== null && alliance === row.alliance);
  const rivals = mainHubs(
    rows,
    ({ alliance }) => alliance !== null && row.alliance !== null && alliance !== row.alliance,
  );
  const shortest = row.model === "regional" ? SHORTEST_HOP_KM : SHORTEST_JET_KM;
  const candidates: { airport: Airport; points: number }[] = [];
  for (const airport of places.airports()) {
    if (places.sameCity(hub.code, airport.code)) continue;
    const traffic = places.traffic(airport);
    if (row.model !== "regional" && traffic < MAINLINE_TRAFFIC && realmOf(hub.country) !== realmOf(airport.country))
      continue;
    if (row.model === "low-cost" && traffic < MAINLINE_TRAFFIC) continue;
    const km = distanceKm(hub, airport);
    if (km < shortest || !rights.mayFly(hub, airport) || !airportsPermit(hub, airport, km, row)) continue;
    if (row.model === "low-cost" && km < SHORTEST_LOW_COST_KM && isOverland(hub, airport)) continue;
    if (row.leisure === true && !isSunny(airport)) continue;
    if (refuses(hub, airport) || !suitsModel(row, hub, traffic, km, size, places)) continue;
    if (!canReach(row, hub, airport, km)) continue;
    const abroad = realmOf(hub.country) !== realmOf(airport.country);
    if (abroad && km > LONG_HAUL_KM) {
      if (hasLongHaulList(row) || !fillsLongHaul(row, hub, airport, km, places)) continue;
    }
    const kinship = own.has(airport.code)
      ? 4
      : partners.has(airport.code)
        ? 1.6
        : abroad && rivals.has(airport.code)
          ? 0.45
          : 1;
    candidates.push({ airport, points: kinship * appeal(row, hub, airport, km, traffic) });
  }
  return candidates
    .sort((x, y) => y.points - x.points || (x.airport.code < y.airport.code ? -1 : 1))
    .slice(0, size)
    .map(({ airport }) => airport);
};

const isOverland = (a: Airport, b: Airport): boolean =>
  hasFastRail(a) && hasFastRail(b) && landmassOf(a) === landmassOf(b);

const mainHubs = (rows: readonly AirlineRow[], belongs: (row: AirlineRow) => boolean): ReadonlySet<string> =>
  new Set(
    rows
      .filter(belongs)
      .flatMap((row) => wordsOf(row.hubs).slice(0, 3))
      .map((hub) => hub.slice(0, 3)),
  );

/** The market that a long-haul route needs. It is smaller at the main hub, where connecting passengers fill the aircraft. */
const LONG_HAUL_MARKET = { mainHub: 0.7, elsewhere: 1.6 } as const;

const fillsLongHaul = (row: AirlineRow, a: Airport, b: Airport, km: number, places: GeneratedPlaces): boolean => {
  const market = tie(a.country, b.country) * marketAbroad(a, b, km, places);
  return market * holidayPull(a, b, km) >= LONG_HAUL_MARKET[row.hubs.startsWith(a.code) ? "mainHub" : "elsewhere"];
};

const marketAbroad = (a: Airport, b: Airport, km: number, places: GeneratedPlaces): number =>
  gravity(abroadTraffic(a, places.traffic(a)), abroadTraffic(b, places.traffic(b)), km);

const LOW_COST_KM = 4800;
const BIG_CITY_TRAFFIC = 8;
/** Between two airports of that size fly larger aircraft than a Caravan. */
const SMALL_AIRCRAFT_TRAFFIC = 2;

/** Limits of each airline model; explicit entries in `routes` are exempt. */
const suitsModel = (
  row: AirlineRow,
  hub: Airport,
  traffic: number,
  km: number,
  size: number,
  places: GeneratedPlaces,
): boolean => {
  if (row.model === "low-cost" && km > LOW_COST_KM) return false;
  if (Math.min(traffic, places.traffic(hub)) > SMALL_AIRCRAFT_TRAFFIC && hasSmallAircraftOnly(row)) return false;
  if (row.model === "regional" && km > 500 && Math.min(traffic, places.traffic(hub)) > BIG_CITY_TRAFFIC) return false;
  return size >= 40 || km >= 4500 || !isLongHaulOnly(row);
};

const MOST_DAILY = 15;
/** Compensates that `marketAbroad` uses only a part of the airports' traffic, while domestic gravity uses all of it. */
const ABROAD_STRENGTH = 1.4;

const plan = (links: readonly Link[], places: GeneratedPlaces, operators: Operators): readonly PlannedRoute[] => {
  const rivals = new Map<string, number>();
  for (const { from, to } of links) {
    const pair = pairOf(from.code, to.code);
    rivals.set(pair, (rivals.get(pair) ?? -1) + 1);
  }
  const linkCount = linksPerAirport(links);
  const largest = largestAtHome(links, places);
  const isLifeline = ({ from, to }: Link): boolean =>
    Math.min(linkCount.get(from.code) as number, linkCount.get(to.code) as number) <= LIFELINES ||
    largest.get(from.code) === to ||
    largest.get(to.code) === from;
  return links.flatMap((link) => {
    const { row, from, to, km, share } = link;
    const traffic = [places.traffic(from), places.traffic(to)] as const;
    const domestic = realmOf(from.country) === realmOf(to.country);
    const travel = domestic ? gravity(...traffic, km) : ABROAD_STRENGTH * marketAbroad(from, to, km, places);
    const market = travel * Math.max(1, holidayPull(from, to, km));
    const daily =
      link.daily ?? dailyFlights(row.model, market, domestic, share, rivals.get(pairOf(from.code, to.code)) as number);
    const types =
      link.types ??
      chooseTypes(link.operator ?? row, link, {
        market,
        smallest: Math.min(...traffic),
        flights: daily,
        mayUse: (type) => operators.mayUse(row, type, from, to),
      }) ??
      (link.listed === true ? longestRange(row) : undefined);
    if (types === undefined) return [];
    const weekly = weeklyFlights(daily);
    return [
      {
        ...link,
        weekly: isLifeline(link) ? Math.max(7, weekly) : weekly,
        types: operators.withOperators(link, types),
      },
    ];
  });
};

/** Airports with at most this many links have daily flights on each, so that travellers are not stranded for days. */
const LIFELINES = 3;

const linksPerAirport = (links: readonly Link[]): ReadonlyMap<string, number> => {
  const count = new Map<string, number>();
  for (const { from, to } of links) {
    count.set(from.code, (count.get(from.code) ?? 0) + 1);
    count.set(to.code, (count.get(to.code) ?? 0) + 1);
  }
  return count;
};

/** Returns, for each airport, the largest airport in its country that it has flights to. Those flights are daily too. */
const largestAtHome = (links: readonly Link[], places: GeneratedPlaces): ReadonlyMap<string, Airport> => {
  const largest = new Map<string, Airport>();
  const consider = (airport: Airport, other: Airport): void => {
    const known = largest.get(airport.code);
    if (known === undefined || places.traffic(other) > places.traffic(known)) largest.set(airport.code, other);
  };
  for (const { from, to } of links) {
    if (realmOf(from.country) !== realmOf(to.country)) continue;
    consider(from, to);
    consider(to, from);
  }
  return largest;
};

/** Returns a multiple of seven from about one flight a day; below that, flights on some days of the week. */
const weeklyFlights = (daily: number): number =>
  daily >= 0.86 ? 7 * Math.min(MOST_DAILY, Math.max(1, Math.round(daily))) : Math.max(2, Math.round(daily * 7));
