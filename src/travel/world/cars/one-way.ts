import type { Airport } from "../../../model/place.ts";
import { dataTable, wordSets } from "../data-file.ts";
import { distanceKm } from "../geo.ts";
import { countryOf } from "../markets.ts";
import type { Station } from "./stations.ts";

/** Groups of countries between which one-way rentals are allowed. */
const OPEN_BORDERS: readonly ReadonlySet<string>[] = [
  "US CA",
  "GB IE",
  "ZA NA BW SZ LS",
  "AE OM",
  "AR CL",
  "SX MF",
  "FR MC DE AT CH LI NL BE LU ES PT AD IT SM DK SE NO FI PL CZ SK HU SI HR EE LV LT",
].map((countries) => new Set(countries.split(" ")));

/** Why a car cannot be returned at the other station; undefined if it can. */
export const oneWayRefusal = (from: Station, to: Station): string | undefined => {
  if (from.airport.cityCode === to.airport.cityCode) return undefined;
  if (landmassOf(from.airport) !== landmassOf(to.airport)) {
    return `There is no road from ${from.name} to ${to.name}, so no car can be returned there; rent at each end instead.`;
  }
  const { country: home } = from.airport;
  const { country: abroad } = to.airport;
  if (home === abroad) return undefined;
  if (OPEN_BORDERS.some((countries) => countries.has(home) && countries.has(abroad))) return undefined;
  return `Cars rented in ${countryOf(home).name} may not be returned in ${countryOf(abroad).name}; return it where it was rented.`;
};

/** The one-way surcharge in cents; 0 within a city. */
export const oneWayFee = (from: Station, to: Station): number => {
  if (from.airport.cityCode === to.airport.cityCode) return 0;
  const distance = distanceKm(from.airport, to.airport);
  if (from.airport.country !== to.airport.country) return Math.min(1200, 220 + Math.round(distance * 0.45)) * 100;
  return Math.min(500, 50 + Math.round(distance * 0.18)) * 100;
};

/** Name, country, southern and northern latitude, western and eastern longitude. */
type Island = readonly [string, string, number, number, number, number];

/** The first match applies. */
const islands = dataTable("islands.json", (rows: readonly Island[]) => rows);

/** In `landmasses.json`: airport and country codes by category. */
type Category =
  /** Every airport is on an island of its own, unless it is on a listed island. */
  | "archipelagos"
  | "islandCountries"
  /** Single-airport islands of mainland countries. */
  | "islandAirports"
  /** Airports with a road connection, in regions where most have none. */
  | "alaskanRoads"
  | "northernCanadianRoads"
  | "newGuineaHighlands";

interface LandmassData extends Readonly<Record<Category, string>> {
  /** Countries by continent; the default is Eurasia and Africa. */
  readonly continents: Readonly<Record<string, string>>;
}

const landmasses = dataTable("landmasses.json", ({ continents, ...codes }: LandmassData) => ({
  ...wordSets<Category>(codes),
  continents: Object.entries(wordSets(continents)),
}));

/** Names the landmass of an airport: two airports with the same name are connected by road. */
const landmassOf = ({ code, country, latitude, longitude, cityCode }: Airport): string => {
  const { islandAirports, archipelagos, islandCountries, continents, ...roads } = landmasses();
  if (islandAirports.has(code)) return code;
  for (const [name, of, south, north, west, east] of islands()) {
    if (of === country && latitude >= south && latitude <= north && longitude >= west && longitude <= east) return name;
  }
  if (country === "US" && latitude > 51) return roads.alaskanRoads.has(code) ? "Alaska" : cityCode;
  if (country === "US" && longitude < -150) return cityCode;
  if (country === "CA" && latitude > 59) return roads.northernCanadianRoads.has(code) ? "North America" : cityCode;
  if (country === "PT" && longitude < -20) return cityCode;
  if (roads.newGuineaHighlands.has(code)) return "New Guinea Highlands";
  if (archipelagos.has(country)) return cityCode;
  if (islandCountries.has(country)) return country;
  return continents.find(([, countries]) => countries.has(country))?.[0] ?? "Eurasia and Africa";
};
