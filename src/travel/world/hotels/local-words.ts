import type { Airport } from "../../../model/place.ts";
import { dataTable } from "../data-file.ts";
import { landmassOf } from "../landmass.ts";

/** Names of streets, quarters and hotels in one language. */
export interface Language {
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
  /** Names of independent hotels at the sea. */
  readonly shore?: readonly string[];
  /** Names of independent hotels in exclusive resorts; `@` is the quarter. */
  readonly villas?: readonly string[];
}

/** By code; `us` is North America, `in` South Asia, and `plain` has translated street names. */
const languages = dataTable(
  "hotel-languages.json",
  (data: Readonly<Record<string, Language>>) => new Map(Object.entries(data)),
);

interface RailwayData {
  /** Parts of words that name a railway station, and words of larger cities: trade fair, university. */
  readonly railwayWords: string;
  readonly cityWords: string;
  /** Countries without passenger trains. */
  readonly countries: string;
  /** Islands and continents with passenger trains. */
  readonly landmasses: readonly string[];
}

const railways = dataTable("railways.json", ({ railwayWords, cityWords, countries, landmasses }: RailwayData) => ({
  railwayWord: new RegExp(railwayWords.replaceAll(" ", "|")),
  cityWord: new RegExp(cityWords.replaceAll(" ", "|")),
  countries: new Set(countries.split(" ")),
  landmasses: new Set(landmasses),
}));

/** Million passengers a year. */
const TOWN = 0.5;
const VILLAGE = 0.2;
const VILLAGE_PARTS = 4;
/** No trains run farther north, except to Kiruna, Narvik and Murmansk. */
const NORTHERNMOST_RAILWAY = 67.5;

export const languageOf = (code: string): Language => languages().get(code) ?? (languages().get("en") as Language);

export const hasRailway = (airport: Airport): boolean => {
  const { countries, landmasses } = railways();
  return (
    !countries.has(airport.country) &&
    landmasses.has(landmassOf(airport)) &&
    (airport.latitude < NORTHERNMOST_RAILWAY || airport.country === "SE" || airport.country === "RU")
  );
};

/** The names that fit a place: no station hotel without a railway, no fair ground in a small town. */
export const localWords = (language: Language, airport: Airport, traffic: number): Language => {
  const { railwayWord, cityWord } = railways();
  const railway = hasRailway(airport);
  const fits = (name: string): boolean =>
    (railway || !railwayWord.test(name)) && (traffic >= TOWN || !cityWord.test(name));
  const parts = language.parts.filter(fits);
  return {
    ...language,
    parts: traffic < VILLAGE ? parts.slice(0, VILLAGE_PARTS) : parts,
    streets: language.streets.filter(fits),
    inns: language.inns.filter(fits),
  };
};
