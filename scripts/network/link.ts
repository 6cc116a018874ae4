import type { Airport } from "../../src/model/place.ts";
import { type AirlineRow, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import { realmOf } from "../../src/travel/world/flights/borders.ts";
import type { GeneratedPlaces } from "../../src/travel/world/places.ts";

export interface Link {
  /** The airline that sells the route. */
  readonly row: AirlineRow;
  /** The airline that flies it for the other. */
  readonly operator?: AirlineRow;
  /** The hub. */
  readonly from: Airport;
  readonly to: Airport;
  readonly km: number;
  /** Flights a day; 0.4 means three a week. */
  readonly daily?: number;
  readonly types?: string;
  /** Known to exist: flown even if it is at the limit of the aircraft's range. */
  readonly listed?: true;
  /** The airline's weight at the hub, 0 to 1. */
  readonly share: number;
}

export interface PlannedRoute extends Link {
  readonly weekly: number;
  readonly types: string;
}

export const pairOf = (a: string, b: string): string => (a < b ? `${a}${b}` : `${b}${a}`);

export const airportOf = (places: GeneratedPlaces, code: string): Airport => {
  const airport = places.airport(code);
  if (airport === undefined) throw new Error(`Unknown airport ${code}.`);
  return airport;
};

/**
 * `never` lists countries (`US`), airports (`JFK`) and pairs (`LGA-SFO`) that an airline does not fly to, countries in which it
 * has no domestic flights (`GB-GB`), or `abroad` for all.
 */
export const refusalsOf = (row: AirlineRow): ((a: Airport, b: Airport) => boolean) => {
  const never = new Set(
    wordsOf(row.never).map((word) => (word.length === 7 ? pairOf(word.slice(0, 3), word.slice(4)) : word)),
  );
  if (never.size === 0) return () => false;
  return (a, b) =>
    never.has(pairOf(a.code, b.code)) ||
    (never.has("abroad") && realmOf(a.country) !== realmOf(b.country)) ||
    never.has(`${a.country}-${b.country}`) ||
    never.has(a.code) ||
    never.has(b.code) ||
    never.has(a.country) ||
    never.has(b.country);
};
