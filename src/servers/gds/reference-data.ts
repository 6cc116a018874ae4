import type { Airline } from "../../model/airline.ts";
import type { Airport } from "../../model/place.ts";

/** A fixed fact of the world, such as an airport or an airline. */
export interface MockDataRecord {
  readonly type: "airport" | "airline";
  readonly code: string;
  readonly name: string;
  readonly metadata: object;
}

export const airportRecord = ({ code, name, ...metadata }: Airport): MockDataRecord => ({
  type: "airport",
  code,
  name,
  metadata,
});

export const airlineRecord = ({ code, name, ...metadata }: Airline): MockDataRecord => ({
  type: "airline",
  code,
  name,
  metadata,
});

/** Airline codes by code or name, for completion. */
export const matchAirlines = (airlines: readonly Airline[], text: string): string[] => {
  const wanted = text.trim().toLowerCase();
  const rank = ({ code, name }: Airline): number => {
    if (code.toLowerCase().startsWith(wanted)) return 0;
    const words = name.toLowerCase();
    if (words.startsWith(wanted)) return 1;
    return words.includes(wanted) ? 2 : 3;
  };
  return airlines
    .map((airline) => ({ airline, rank: rank(airline) }))
    .filter((entry) => entry.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ airline }) => airline.code);
};
