import { dataTable } from "./data-file.ts";

/** A trading area: the hotel chains, rental companies and fleets found there are much the same. */
export type Market =
  | "us"
  | "canada"
  | "mexico"
  | "caribbean"
  | "south-america"
  | "britain"
  | "france"
  | "german"
  | "benelux"
  | "nordic"
  | "south-europe"
  | "east-europe"
  | "cis"
  | "middle-east"
  | "africa"
  | "south-asia"
  | "china"
  | "japan"
  | "korea"
  | "southeast-asia"
  | "oceania"
  | "pacific";

export interface Country {
  readonly name: string;
  readonly market: Market;
  /** The language of street names and of the words for centre, station and old town. */
  readonly language: string;
  /** What a room costs there beside a middling city of the United States. */
  readonly level: number;
}

/** Code, name, market, language, level. */
type CountryRow = readonly [string, string, Market, string, number];

const countries = dataTable(
  "countries.json",
  (rows: readonly CountryRow[]): ReadonlyMap<string, Country> =>
    new Map(
      rows.map(([code, name, market, language, level]) => [code, Object.freeze({ name, market, language, level })]),
    ),
);

const ELSEWHERE: Country = Object.freeze({ name: "", market: "africa", language: "en", level: 0.7 });

export const countryOf = (code: string): Country => countries().get(code) ?? ELSEWHERE;
