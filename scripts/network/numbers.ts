import { type AirlineRow, aircraftTypes, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import type { GeneratedPlaces } from "../../src/travel/world/places.ts";
import { codesharesOf, type NumberedRoute } from "./codeshares.ts";
import { type PlannedRoute, pairOf } from "./link.ts";

const HIGHEST = 9999;
const LONG_HAUL_KM = 5000;

/** An airline's first flight number for long haul, for mainline, and for flights of its regional partners. */
const FIRST_NUMBER = { longHaul: 1, mainline: 200, regional: 3000 } as const;

const groupOf = (route: PlannedRoute): keyof typeof FIRST_NUMBER => {
  if (route.km > LONG_HAUL_KM) return "longHaul";
  const body = aircraftTypes().get(route.types.slice(0, 3))?.body;
  return body === "regional" || body === "turboprop" || body === "small" ? "regional" : "mainline";
};

const slotsOf = (route: PlannedRoute): number => Math.ceil(route.weekly / 7);

/** Assigns flight numbers. An airline uses each number once, so that number and date identify one departure. */
export const numberRoutes = (
  rows: readonly AirlineRow[],
  routes: readonly PlannedRoute[],
  places: GeneratedPlaces,
): Readonly<Record<string, readonly string[]>> => {
  const taken = new Map(rows.map(({ code }): [string, Set<number>] => [code, new Set()]));
  const numbered = numbersOf(rows, routes, taken);
  const shares = codesharesOf(rows, [...numbered.values()].flat(), taken, places);
  return Object.fromEntries(
    [...numbered].map(([code, own]) => [
      code,
      own.map((one) => {
        const { route, from, to, first } = one;
        const partners = shares.get(one);
        const words = [
          from,
          to,
          first,
          route.weekly,
          route.types,
          ...(partners === undefined ? [] : [partners.join("+")]),
        ];
        return words.join(" ");
      }),
    ]),
  );
};

const numbersOf = (
  rows: readonly AirlineRow[],
  routes: readonly PlannedRoute[],
  takenBy: ReadonlyMap<string, Set<number>>,
): ReadonlyMap<string, readonly NumberedRoute[]> => {
  const byAirline = new Map(rows.map((row): [string, PlannedRoute[]] => [row.code, []]));
  for (const route of routes) byAirline.get(route.row.code)?.push(route);
  return new Map(
    rows.map((row): [string, readonly NumberedRoute[]] => {
      const own = (byAirline.get(row.code) ?? []).sort(inOrder);
      const pins = new Map(
        wordsOf(row.pins).map((pin) => [pairOf(pin.slice(0, 3), pin.slice(4, 7)), Number(pin.slice(8))]),
      );
      const taken = takenBy.get(row.code) as Set<number>;
      const pinOf = (route: PlannedRoute): number | undefined => pins.get(pairOf(route.from.code, route.to.code));
      const taking = (route: PlannedRoute, first: number): NumberedRoute => {
        for (let i = 0; i < 2 * slotsOf(route); i++) taken.add(first + i);
        const [from, to] = leading(row, route);
        return { route, from, to, first };
      };
      const pinned = own.flatMap((route) => {
        const pin = pinOf(route);
        if (row.numbers === "east-even" && pin !== undefined && pin % 2 === 1) {
          throw new Error(`${row.code}${pin} is pinned to an odd number, but its eastbound flights have even ones.`);
        }
        return pin === undefined ? [] : [taking(route, pin)];
      });
      const parity = row.numbers === "out-odd" ? 1 : 0;
      let next = 0;
      const numbered = own
        .filter((route) => pinOf(route) === undefined)
        .map((route) => {
          let first = Math.max(next, FIRST_NUMBER[groupOf(route)]);
          if (first % 2 !== parity) first++;
          while (!isFree(taken, first, slotsOf(route))) first += 2;
          if (first + 2 * slotsOf(route) > HIGHEST) throw new Error(`${row.code} has no flight numbers left.`);
          next = first + 2 * slotsOf(route);
          return taking(route, first);
        });
      return [row.code, [...pinned, ...numbered]];
    }),
  );
};

const inOrder = (a: PlannedRoute, b: PlannedRoute): number =>
  FIRST_NUMBER[groupOf(a)] - FIRST_NUMBER[groupOf(b)] ||
  b.weekly - a.weekly ||
  b.km - a.km ||
  (pairOf(a.from.code, a.to.code) < pairOf(b.from.code, b.to.code) ? -1 : 1);

const isFree = (taken: ReadonlySet<number>, first: number, slots: number): boolean => {
  for (let i = 0; i < 2 * slots; i++) if (taken.has(first + i)) return false;
  return true;
};

/** Returns the direction that gets the first number of the pair: away from the hub, or east if the airline numbers that way. */
const leading = (row: AirlineRow, { from, to }: PlannedRoute): readonly [string, string] => {
  if (row.numbers !== "east-even") return [from.code, to.code];
  const east = ((to.longitude - from.longitude + 540) % 360) - 180 > 0;
  return east ? [from.code, to.code] : [to.code, from.code];
};
