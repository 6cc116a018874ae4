import { hash } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { dataTable } from "../data-file.ts";
import { countryOf } from "../markets.ts";
import { createRecent } from "../recent.ts";

export type Tier = "premium" | "standard" | "value";

export interface Company {
  readonly code: string;
  readonly name: string;
  readonly tier: Tier;
  /** Million passengers a year below which an airport has no counter of it. */
  readonly leastTraffic: number;
  /** The youngest driver of a luxury car. */
  readonly luxuryAge: number;
}

interface Presence {
  readonly company: Company;
  readonly scope: ReadonlySet<string>;
}

/** The three that are everywhere come first where there is room for few. */
const EVERYWHERE = new Set(["ZE", "ZI", "ZD"]);
const LUXURY_UNDER_25 = new Set(["SX", "EP", "ZT", "LO", "SB", "GM"]);

/** Million passengers a year, and how many counters that makes. */
const COUNTERS: readonly (readonly [number, number])[] = [
  [10, 20],
  [4, 11],
  [1.5, 8],
  [0.5, 5],
  [0.2, 3],
  [0, 2],
];

/**
 * Vendor code, company, tier, least traffic of an airport where it keeps a counter; where it is, by market or country,
 * `-` for where it is not.
 */
type CompanyRow = readonly [string, string, Tier, number, string];

const presences = dataTable("car-companies.json", (rows: readonly CompanyRow[]) => rows.map(presenceOf));
const counters = createRecent<readonly Company[]>(1000);

/** The companies with a counter at an airport of that size, in a fixed order; at least two. */
export const companiesAt = (airport: Airport, traffic: number): readonly Company[] =>
  counters.get(`${airport.code} ${traffic}`, () => countersAt(airport, traffic));

const countersAt = (airport: Airport, traffic: number): readonly Company[] => {
  const { market } = countryOf(airport.country);
  const count = (COUNTERS.find(([least]) => traffic >= least) as readonly [number, number])[1];
  const rank = (code: string): number => hash("counter", airport.code, code) * (EVERYWHERE.has(code) ? 0.5 : 1);
  return presences()
    .filter(({ company, scope }) => company.leastTraffic <= traffic && serves(scope, airport.country, market))
    .map(({ company }) => ({ company, rank: rank(company.code) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ company }) => company);
};

export const allCompanies = (): readonly Company[] => presences().map(({ company }) => company);

const serves = (scope: ReadonlySet<string>, country: string, market: string): boolean =>
  (scope.has("world") || scope.has(market) || scope.has(country)) && !scope.has(`-${country}`);

const presenceOf = ([code, name, tier, leastTraffic, scope]: CompanyRow): Presence => ({
  company: Object.freeze({ code, name, tier, leastTraffic, luxuryAge: LUXURY_UNDER_25.has(code) ? 21 : 25 }),
  scope: new Set(scope.split(" ")),
});
