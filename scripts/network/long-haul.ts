import { readFileSync } from "node:fs";
import type { AirlineRow } from "../../src/travel/world/flights/airlines.ts";
import { distanceKm } from "../../src/travel/world/geo.ts";
import type { GeneratedPlaces } from "../../src/travel/world/places.ts";
import { airportOf, type Link } from "./link.ts";

/**
 * The long routes abroad of airlines whose list is complete, by base, with flights a day where they are known:
 * `{"SQ": {"SIN": "LHR:4 FRA:2 …"}}`. General knowledge of the years 2024 to 2026, not a schedule.
 */
const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL("long-haul.json", import.meta.url), "utf8"),
);

export const LONG_HAUL_KM = 5000;
const SHARE = 0.6;

/** True if no long route abroad is added to the listed ones. */
export const hasLongHaulList = (row: AirlineRow): boolean => lists[row.code] !== undefined;

export const listedLongHaul = (row: AirlineRow, places: GeneratedPlaces): readonly Link[] =>
  Object.entries(lists[row.code] ?? {}).flatMap(([base, words]) =>
    words.split(" ").map((word): Link => {
      const [code, daily] = word.split(":") as [string, string | undefined];
      const from = airportOf(places, base);
      const to = airportOf(places, code);
      const link = { row, from, to, km: distanceKm(from, to), listed: true as const, share: SHARE };
      return daily === undefined ? link : { ...link, daily: Number(daily) };
    }),
  );
