import { dataTable } from "../data-file.ts";
import { operatesIn } from "../markets.ts";

export interface Chain {
  readonly code: string;
  readonly name: string;
  readonly stars: number;
  /** The name template: `@` is the city, `#` the quarter, `*` both. */
  readonly naming: string;
  /** Million passengers a year that a city needs to have a hotel of this chain. */
  readonly leastTraffic: number;
  readonly resortsOnly: boolean;
  /** The only cities with a hotel of this chain; absent: any in its countries. */
  readonly cities?: ReadonlySet<string>;
  /** Operates in a few countries only. */
  readonly local: boolean;
}

export const INDEPENDENT: Chain = Object.freeze({
  code: "XX",
  name: "Independent",
  stars: 3,
  naming: "@",
  leastTraffic: 0,
  resortsOnly: false,
  local: true,
});

interface Presence {
  readonly chain: Chain;
  readonly scope: ReadonlySet<string>;
}

/**
 * Code, name, stars, name template, markets and countries (`-` excludes one, `+resort` means resorts only; three capital
 * letters are a city), and the least traffic of a city. The codes follow public lists where possible; official GDS chain codes are not public.
 */
type ChainRow = readonly [string, string, number, string, string, number?];

const presences = dataTable("hotel-chains.json", (rows: readonly ChainRow[]) => rows.map(presenceOf));
const byCountry = new Map<string, readonly Chain[]>();

export const chainsIn = (country: string): readonly Chain[] => {
  const known = byCountry.get(country);
  if (known !== undefined) return known;
  const chains = presences()
    .filter(({ scope }) => operatesIn(scope, country))
    .map(({ chain }) => chain);
  byCountry.set(country, chains);
  return chains;
};

export const allChains = (): readonly Chain[] => presences().map(({ chain }) => chain);

const CITY = /^[A-Z]{3}$/;

const presenceOf = ([code, name, stars, naming, scope, leastTraffic = 0]: ChainRow): Presence => {
  const places = scope.split(" ").filter((place) => !CITY.test(place));
  const cities = new Set(scope.split(" ").filter((place) => CITY.test(place)));
  return {
    chain: Object.freeze({
      code,
      name,
      stars,
      naming,
      leastTraffic,
      ...(cities.size > 0 && { cities }),
      resortsOnly: places.includes("+resort"),
      local: places.length <= 6 && !places.includes("world"),
    }),
    scope: new Set(places),
  };
};
