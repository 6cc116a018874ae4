import { type AirlineRow, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import type { GeneratedPlaces } from "../../src/travel/world/places.ts";
import { airportOf, type PlannedRoute } from "./link.ts";

/** A route with its first flight number, in the direction that has it. */
export interface NumberedRoute {
  readonly route: PlannedRoute;
  readonly from: string;
  readonly to: string;
  readonly first: number;
}

/** Airlines that sell flights of the others under their own numbers (general knowledge): joint ventures and close partners. */
const SELLS: Readonly<Record<string, string>> = {
  AA: "BA IB AY EI JL QF QR",
  BA: "AA IB AY EI JL QR",
  IB: "AA BA AY",
  AY: "AA BA IB JL",
  EI: "AA BA",
  JL: "AA BA AY QF",
  QF: "AA EK JL",
  QR: "AA BA VA",
  EK: "QF UA AC",
  VA: "QR UA AC",
  DL: "AF KL VS KE LA AM WS",
  AF: "DL KL VS AM",
  KL: "DL AF VS KE",
  VS: "DL AF KL",
  KE: "DL AF KL",
  LA: "DL",
  AM: "DL AF KL",
  WS: "DL AF KL",
  UA: "LH LX OS SN AC NH NZ AV CM",
  AC: "UA LH LX OS SN NH",
  LH: "UA AC LX OS SN NH SQ AZ",
  LX: "UA AC LH OS NH SQ",
  OS: "UA AC LH LX NH",
  SN: "UA AC LH",
  NH: "UA LH LX OS AC SQ",
  SQ: "LH NZ VA NH",
  NZ: "UA SQ",
};
/** So many routes of each partner; not all, because a flight has few partners that need it. */
const ROUTES = 30;
const TRUNK = 4;
const FIRST_NUMBER = 5000;
const HIGHEST = 9999;

/** Numbers of partners on each route: `LH7240+AC9012`. */
export const codesharesOf = (
  rows: readonly AirlineRow[],
  routes: readonly NumberedRoute[],
  taken: ReadonlyMap<string, Set<number>>,
  places: GeneratedPlaces,
): ReadonlyMap<NumberedRoute, readonly string[]> => {
  const shares = new Map<NumberedRoute, string[]>();
  const byAirline = new Map(rows.map(({ code }): [string, NumberedRoute[]] => [code, []]));
  const served = new Map(rows.map(({ code }): [string, Set<string>] => [code, new Set()]));
  for (const numbered of routes) {
    const { code } = numbered.route.row;
    byAirline.get(code)?.push(numbered);
    served.get(code)?.add(numbered.from).add(numbered.to);
  }
  for (const row of rows.filter(({ code }) => SELLS[code] !== undefined)) {
    const { code: seller } = row;
    const partners = SELLS[seller] as string;
    const own = taken.get(seller) as Set<number>;
    const airports = served.get(seller) as ReadonlySet<string>;
    let next = FIRST_NUMBER;
    for (const partner of partners.split(" ")) {
      for (const numbered of needed(byAirline.get(partner) ?? [], row, airports, places)) {
        const count = 2 * Math.ceil(numbered.route.weekly / 7);
        while (next + count <= HIGHEST && !isFree(own, next, count)) next += 2;
        if (next + count > HIGHEST) break;
        for (let i = 0; i < count; i++) own.add(next + i);
        const known = shares.get(numbered);
        if (known === undefined) shares.set(numbered, [`${seller}${next}`]);
        else known.push(`${seller}${next}`);
        next += count;
      }
    }
  }
  return shares;
};

const isFree = (own: ReadonlySet<number>, first: number, count: number): boolean => {
  for (let i = 0; i < count; i++) if (own.has(first + i)) return false;
  return true;
};

/**
 * The partner's routes between hubs of the two, then those to where the seller does not fly, from hubs of the partner that
 * the seller flies to; the largest markets first.
 */
const needed = (
  routes: readonly NumberedRoute[],
  seller: AirlineRow,
  airports: ReadonlySet<string>,
  places: GeneratedPlaces,
): readonly NumberedRoute[] => {
  const traffic = (code: string): number => places.traffic(airportOf(places, code));
  const own = hubsOf(seller);
  const theirs = hubsOf(routes[0]?.route.row);
  const isTrunk = ({ from, to }: NumberedRoute): boolean =>
    (own.has(from) && theirs.has(to)) || (own.has(to) && theirs.has(from));
  const isBeyond = ({ from, to }: NumberedRoute): boolean =>
    (theirs.has(from) && airports.has(from)) !== (theirs.has(to) && airports.has(to));
  const points = (one: NumberedRoute): number =>
    (isTrunk(one) ? TRUNK : 1) * Math.min(traffic(one.from), traffic(one.to)) * Math.min(2, one.route.weekly / 7);
  return routes
    .filter((one) => isTrunk(one) || isBeyond(one))
    .sort((a, b) => points(b) - points(a) || a.first - b.first)
    .slice(0, ROUTES);
};

const hubsOf = (row: AirlineRow | undefined): ReadonlySet<string> =>
  new Set(wordsOf(row?.hubs).map((hub) => hub.slice(0, 3)));
