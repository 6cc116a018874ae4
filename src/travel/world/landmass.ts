import type { Airport } from "../../model/place.ts";
import { dataTable, wordSets } from "./data-file.ts";

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
export const landmassOf = ({ code, country, latitude, longitude, cityCode }: Airport): string => {
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

/** Islands on which many towns are far from the sea. */
const LARGE = new Set([
  ...["Honshu, Kyushu and Shikoku", "Hokkaido", "Java", "Sumatra", "Borneo", "Sulawesi", "Luzon", "Mindanao", "Hainan"],
  ...[
    "North Island",
    "South Island",
    "Tasmania",
    "New Guinea Highlands",
    "Newfoundland",
    "Vancouver Island",
    "Sakhalin",
  ],
  ...["Sicily", "Sardinia", "Ireland", "IS", "MG", "TW", "CU", "LK", "JM", "PR"],
]);
/** Countries in which towns without a road are inland too. */
const INLAND = new Set(["CA", "PG", "ID", "RU", "GL"]);

/** Whether the airport is on an island small enough to be at the sea. */
export const isSmallIsland = (airport: Airport): boolean => {
  const landmass = landmassOf(airport);
  if (INLAND.has(airport.country) || (airport.country === "US" && airport.latitude > 51)) return false;
  return (
    landmass !== "Eurasia and Africa" &&
    !LARGE.has(landmass) &&
    landmasses().continents.every(([name]) => name !== landmass)
  );
};

const ARCTIC_ROADS: readonly (readonly [country: string, latitude: number])[] = [
  ["US", 51],
  ["CA", 59],
  ["GL", 0],
];

/** Whether no road leads from the place to any other, in regions where that is usual. */
export const isRoadless = (airport: Airport): boolean =>
  ARCTIC_ROADS.some(([country, latitude]) => country === airport.country && airport.latitude > latitude) &&
  landmassOf(airport) === airport.cityCode;
