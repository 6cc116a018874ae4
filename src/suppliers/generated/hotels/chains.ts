import { countryOf } from "../markets.ts";
import { CHAIN_ROWS } from "./chain-table.ts";

export interface Chain {
  readonly code: string;
  readonly name: string;
  readonly stars: number;
  /** `*` is the city and the part of it, `@` the city, `#` the part. */
  readonly naming: string;
  /** Million passengers a year below which it has no house in a city. */
  readonly leastTraffic: number;
  readonly resortsOnly: boolean;
  /** At home in a few countries only. */
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

let presences: readonly Presence[] | undefined;
const byCountry = new Map<string, readonly Chain[]>();

export const chainsIn = (country: string): readonly Chain[] => {
  const known = byCountry.get(country);
  if (known !== undefined) return known;
  presences ??= CHAIN_ROWS.trim().split("\n").map(presenceOf);
  const { market } = countryOf(country);
  const chains = presences.filter(({ scope }) => serves(scope, country, market)).map(({ chain }) => chain);
  byCountry.set(country, chains);
  return chains;
};

export const allChains = (): readonly Chain[] =>
  CHAIN_ROWS.trim()
    .split("\n")
    .map(presenceOf)
    .map(({ chain }) => chain);

const serves = (scope: ReadonlySet<string>, country: string, market: string): boolean =>
  (scope.has("world") || scope.has(market) || scope.has(country)) &&
  !scope.has(`-${market}`) &&
  !scope.has(`-${country}`);

const presenceOf = (row: string): Presence => {
  const [code = "", name = "", stars = "", naming = "", scope = "", leastTraffic = "0"] = row.split("; ");
  const places = scope.split(" ");
  return {
    chain: Object.freeze({
      code,
      name,
      stars: Number(stars),
      naming,
      leastTraffic: Number(leastTraffic),
      resortsOnly: places.includes("+resort"),
      local: places.length <= 6 && !places.includes("world"),
    }),
    scope: new Set(places),
  };
};
