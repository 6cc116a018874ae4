import type { Airport, Place } from "../../../model/place.ts";
import { dataTable, wordSets } from "../data-file.ts";
import { countryOf } from "../markets.ts";
import type { GeneratedPlaces } from "../places.ts";

/** The main kind of guests: business cities are busy on weekdays, resorts at weekends. */
export type Demand = "business" | "mixed" | "resort";

/** A district of a city, with a street if one is known. */
export interface Quarter {
  readonly name: string;
  readonly street?: string;
  readonly postcode?: string;
  /** Set if the district is in another town: Newark for New York. */
  readonly town?: { readonly name: string; readonly code: string };
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
  readonly airports: readonly Airport[];
  /** Million passengers a year, all airports. */
  readonly traffic: number;
  readonly demand: Demand;
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

/** City code, name, price level relative to the country, demand, and the quarters, best first: name, street, postcode prefix. */
type ProfileRow = readonly [string, string, number, Demand, readonly (readonly [string, string, string?])[]];

const profiles = dataTable(
  "hotel-cities.json",
  (rows: readonly ProfileRow[]): ReadonlyMap<string, Profile> =>
    new Map(
      rows.map(([code, name, level, demand, parts]) => [
        code,
        {
          name,
          level,
          demand,
          quarters: parts.map(([name, street, postcode]) => ({ name, street, ...(postcode && { postcode }) })),
        },
      ]),
    ),
);

/** The city of a place; for an airport, the city it serves. */
export const cityOf = (place: Place, places: GeneratedPlaces): City => {
  const [main] = place.airports as readonly [Airport, ...Airport[]];
  const code = main.cityCode;
  const area = places.place(code) ?? place;
  const airports = area.airports;
  const name = area.kind === "city" ? area.name : main.city;
  const profile = profiles().get(code);
  const { resorts, businessCities } = cityKinds();
  const isResort = resorts.has(code);
  const { language } = countryOf(main.country);
  const words = languageOf(main.country === "US" || main.country === "CA" ? "us" : language);
  const traffic = airports.reduce((sum, airport) => sum + places.traffic(airport), 0);
  return Object.freeze({
    code,
    name,
    shortName: profile?.name ?? (main.city.split(/[/(,]/, 1)[0] as string).trim(),
    country: main.country,
    latitude: main.latitude,
    airports,
    traffic,
    demand: profile?.demand ?? (isResort ? "resort" : businessCities.has(code) ? "business" : "mixed"),
    level: profile?.level ?? defaultLevel(traffic, isResort),
    quarters: profile?.quarters ?? defaultQuarters(code, main.latitude, language, words),
    language: words,
  });
};

const defaultQuarters = (code: string, latitude: number, language: string, { parts }: Language): readonly Quarter[] => {
  const { resorts, inlandResorts } = cityKinds();
  const beach = resorts.has(code) && !inlandResorts.has(code) && Math.abs(latitude) < 44;
  return [...(beach ? [BEACHES[language] ?? "Beach"] : []), ...parts].map((name) => ({ name }));
};

const defaultLevel = (traffic: number, resort: boolean): number =>
  (traffic >= 5 ? 0.98 : traffic >= 1 ? 0.93 : 0.86) + (resort ? 0.15 : 0);

export const profiledCities = (): readonly string[] => [...profiles().keys()];

interface Language {
  /** Usual names of quarters, most important first. */
  readonly parts: readonly string[];
  /** "Airport" in hotel names. */
  readonly airport: string;
  readonly streets: readonly string[];
  readonly airportStreet: string;
  /** `#` is the house number, `$` the street. */
  readonly line: string;
  /** Names of independent hotels, budget ones first; `@` is the town. */
  readonly inns: readonly string[];
}

/** By code; `us` is North America, `in` South Asia, and `plain` has translated street names. */
const languages = dataTable(
  "hotel-languages.json",
  (data: Readonly<Record<string, Language>>) => new Map(Object.entries(data)),
);

export const languageOf = (code: string): Language => languages().get(code) ?? (languages().get("en") as Language);
