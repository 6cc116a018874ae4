import { readFileSync } from "node:fs";
import type { Airport } from "../../src/model/place.ts";
import type { Aircraft } from "../../src/travel/world/flights/airlines.ts";

/**
 * `needed`: metres that an aircraft type needs with passengers on board (general knowledge, rounded). `short`: the longest
 * open runway, in metres, of each airport with less than 1,800, by country; 0 is water. The lengths are from the public
 * domain data of OurAirports (runways.csv, August 2026), those of CUK, CYC, PEC, SPR and TZA from general knowledge.
 */
interface Runways {
  readonly needed: Readonly<Record<string, string>>;
  readonly floatplanes: string;
  readonly short: Readonly<Record<string, string>>;
}

const { needed, floatplanes, short }: Runways = JSON.parse(
  readFileSync(new URL("runways.json", import.meta.url), "utf8"),
);

const LONG = 1800;
const lengths = new Map(
  Object.values(short).flatMap((pairs) =>
    (pairs.match(/\S+ \S+/g) ?? []).map((pair): [string, number] => [pair.slice(0, 3), Number(pair.slice(4))]),
  ),
);
const needs = new Map(
  Object.entries(needed).flatMap(([metres, types]) =>
    types.split(" ").map((type): [string, number] => [type, Number(metres)]),
  ),
);
const seaplanes = new Set(floatplanes.split(" "));

/** True if the longest runway, or the water, is enough for the type. */
export const runwayPermits = ({ code }: Aircraft, airport: Airport): boolean => {
  const length = lengths.get(airport.code) ?? LONG;
  const need = needs.get(code);
  if (need === undefined) throw new Error(`runways.json does not say how much runway ${code} needs.`);
  return length >= need || (length === 0 && seaplanes.has(code));
};
