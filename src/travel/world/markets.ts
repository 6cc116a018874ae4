import { dataTable } from "./data-file.ts";

/** A region with largely the same hotel chains, rental companies and fleets. */
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

interface Country {
  readonly name: string;
  readonly market: Market;
  /** The language of street and district names. */
  readonly language: string;
  /** Room prices relative to an average city in the United States. */
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

/** Checks a scope of markets and countries, or `world`; an entry with `-` excludes a market or country. */
export const operatesIn = (scope: ReadonlySet<string>, country: string): boolean => {
  const { market } = countryOf(country);
  return (
    (scope.has("world") || scope.has(market) || scope.has(country)) &&
    !scope.has(`-${market}`) &&
    !scope.has(`-${country}`)
  );
};

export const countryOf = (code: string): Country => countries().get(code) ?? ELSEWHERE;
