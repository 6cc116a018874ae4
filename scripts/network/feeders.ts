import type { Airport } from "../../src/model/place.ts";
import { type AirlineRow, wordsOf } from "../../src/suppliers/generated/flights/airlines.ts";
import { realmOf } from "../../src/suppliers/generated/flights/borders.ts";
import { distanceKm } from "../../src/suppliers/generated/geo.ts";
import type { GeneratedPlaces } from "../../src/suppliers/generated/places.ts";
import { canReach } from "./fleet.ts";
import { airportOf, type Link, refusalsOf } from "./link.ts";
import { airportsPermit, isClosed, rightsOf } from "./rights.ts";

/** An airport with that many destinations is a gateway to the world. */
const GATEWAY_LINKS = 30;
const FEEDER_KM = 2500;
const FEEDER_SHARE = 0.3;

/**
 * No airport is left without a flight, and where an airline can do it, each has one to a gateway: otherwise most pairs
 * of small towns on different continents would need more than two stops.
 */
export const addFeeders = (
  rows: readonly AirlineRow[],
  places: GeneratedPlaces,
  links: ReadonlyMap<string, Link>,
  keep: (link: Link) => void,
): void => {
  const neighbours = neighboursOf(links);
  const gateways = new Set([...neighbours].filter(([, others]) => others.size >= GATEWAY_LINKS).map(([code]) => code));
  const bases = rows.flatMap((row) =>
    wordsOf(row.hubs).map((hub) => ({ row, hub: airportOf(places, hub.slice(0, 3)) })),
  );
  for (const airport of places.airports()) {
    const known = neighbours.get(airport.code);
    if (known !== undefined && [...known].some((code) => gateways.has(code))) continue;
    if (gateways.has(airport.code)) continue;
    const link =
      bestFeeder(
        airport,
        bases.filter(({ hub }) => gateways.has(hub.code)),
        places,
        true,
      ) ??
      (known === undefined
        ? (bestFeeder(airport, bases, places, true) ?? bestFeeder(airport, bases, places, false))
        : undefined);
    if (link !== undefined) keep(link);
    else if (known === undefined) throw new Error(`nobody can fly to ${airport.code}`);
  }
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
  bases: readonly { readonly row: AirlineRow; readonly hub: Airport }[],
  places: GeneratedPlaces,
  lawful: boolean,
): Link | undefined => {
  let best: Link | undefined;
  let bestPoints = 0;
  for (const { row, hub } of bases) {
    const km = distanceKm(airport, hub);
    if (km > FEEDER_KM || km < 12 || places.sameCity(airport.code, hub.code)) continue;
    if (isClosed(airport, hub) || (lawful && !rightsOf(row).mayFly(hub, airport))) continue;
    if (refusalsOf(row)(hub, airport)) continue;
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
