import type { Airport, Place } from "../../../model/place.ts";
import { dataTable, wordSets } from "../data-file.ts";
import { isSmallIsland } from "../landmass.ts";
import { countryOf } from "../markets.ts";
import type { GeneratedPlaces } from "../places.ts";
import { type Language, languageOf, localWords } from "./local-words.ts";

/** The main kind of guests: business cities are busy on weekdays, resorts at weekends. */
export type Demand = "business" | "mixed" | "resort";

/** A district of a city, with a street if one is known. */
export interface Quarter {
  readonly name: string;
  readonly street?: string;
  readonly postcode?: string;
  /** Set if the district is in another town: Newark for New York. */
  readonly town?: { readonly name: string; readonly code: string };
  /** Set if the district is around an airport. */
  readonly airport?: Airport;
}

export interface City {
  /** The IATA city code. */
  readonly code: string;
  /** The name in search results. */
  readonly name: string;
  /** The name in hotel names: Bali, not Denpasar. */
  readonly shortName: string;
  readonly country: string;
  readonly latitude: number;
  /** The centre; the main airport if it is not known. */
  readonly centre: readonly [latitude: number, longitude: number];
  readonly airports: readonly Airport[];
  /** Million passengers a year, all airports. */
  readonly traffic: number;
  readonly demand: Demand;
  /** Known for its luxury: mostly four and five stars. */
  readonly exclusive: boolean;
  /** At the sea, as far as known. */
  readonly seaside: boolean;
  /** Price level relative to the country. */
  readonly level: number;
  readonly quarters: readonly Quarter[];
  readonly language: Language;
}

interface Profile {
  readonly name: string;
  readonly level: number;
  readonly demand: Demand;
  readonly quarters: readonly Quarter[];
  readonly exclusive: boolean;
}

/** Resorts and business cities that are not in the city table, and resorts without a beach. */
type CityKind = "resorts" | "inlandResorts" | "businessCities";

const cityKinds = dataTable("city-kinds.json", (data: Readonly<Record<CityKind, string>>) => wordSets(data));

/** "Beach" by language. */
const BEACHES: Readonly<Record<string, string>> = {
  es: "Playa",
  pt: "Praia",
  fr: "Plage",
  it: "Lungomare",
  tr: "Sahil",
};

/**
 * City code, name, price level relative to the country, demand, the quarters, best first (name, street, postcode prefix), and
 * whether it is known for its luxury.
 */
type ProfileRow = readonly [string, string, number, Demand, readonly (readonly [string, string?, string?])[], true?];

const profiles = dataTable(
  "hotel-cities.json",
  (rows: readonly ProfileRow[]): ReadonlyMap<string, Profile> =>
    new Map(
      rows.map(([code, name, level, demand, parts, exclusive = false]) => [
        code,
        {
          name,
          level,
          demand,
          quarters: parts.map(([name, street, postcode]) => ({
            name,
            ...(street && { street }),
            ...(postcode && { postcode }),
          })),
          exclusive,
        },
      ]),
    ),
);

/** Latitude and longitude of the centres of larger cities, by city code. */
const centres = dataTable("city-centres.json", (data: Readonly<Record<string, readonly [number, number]>>) => data);

/** The city of a place; for an airport, the city it serves. */
export const cityOf = (place: Place, places: GeneratedPlaces): City => {
  const [main] = place.airports as readonly [Airport, ...Airport[]];
  const code = main.cityCode;
  const area = places.place(code) ?? place;
  const airports = area.airports;
  const name = area.kind === "city" ? area.name : main.city;
  const profile = profiles().get(code);
  const { resorts, inlandResorts, businessCities } = cityKinds();
  const isResort = resorts.has(code);
  const { language } = countryOf(main.country);
  const traffic = airports.reduce((sum, airport) => sum + places.traffic(airport), 0);
  const own = languageOf(main.country === "US" || main.country === "CA" ? "us" : language);
  const words = localWords(own, main, traffic);
  const beach = isResort && !inlandResorts.has(code) && Math.abs(main.latitude) < 44;
  return Object.freeze({
    code,
    name,
    shortName: profile?.name ?? (main.city.split(/[/(,]/, 1)[0] as string).trim(),
    country: main.country,
    latitude: main.latitude,
    centre: centres()[code] ?? ([main.latitude, main.longitude] as const),
    airports,
    traffic,
    demand: profile?.demand ?? (isResort ? "resort" : businessCities.has(code) ? "business" : "mixed"),
    exclusive: profile?.exclusive ?? false,
    seaside: beach || isSmallIsland(main),
    level: profile?.level ?? defaultLevel(main.country, traffic, isResort),
    quarters:
      profile?.quarters ?? [...(beach ? [BEACHES[language] ?? "Beach"] : []), ...words.parts].map((name) => ({ name })),
    language: words,
  });
};

const defaultLevel = (country: string, traffic: number, resort: boolean): number => {
  const size = traffic >= 5 ? 0.98 : traffic >= 1 ? 0.93 : traffic < 0.5 && country === "US" ? 0.72 : 0.86;
  return size + (resort ? 0.15 : 0);
};

export const profiledCities = (): readonly string[] => [...profiles().keys()];
