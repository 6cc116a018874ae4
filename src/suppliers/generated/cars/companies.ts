import { hash } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { countryOf } from "../markets.ts";
import { createRecent } from "../recent.ts";
import { COMPANY_ROWS } from "./company-table.ts";

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

const TIERS: Readonly<Record<string, Tier>> = { p: "premium", s: "standard", v: "value" };

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

let presences: readonly Presence[] | undefined;
const counters = createRecent<readonly Company[]>(1000);

/** The companies with a counter at an airport of that size, in a fixed order; at least two. */
export const companiesAt = (airport: Airport, traffic: number): readonly Company[] =>
  counters.get(`${airport.code} ${traffic}`, () => countersAt(airport, traffic));

const countersAt = (airport: Airport, traffic: number): readonly Company[] => {
  presences ??= COMPANY_ROWS.trim().split("\n").map(presenceOf);
  const { market } = countryOf(airport.country);
  const count = (COUNTERS.find(([least]) => traffic >= least) as readonly [number, number])[1];
  const rank = (code: string): number => hash("counter", airport.code, code) * (EVERYWHERE.has(code) ? 0.5 : 1);
  return presences
    .filter(({ company, scope }) => company.leastTraffic <= traffic && serves(scope, airport.country, market))
    .map(({ company }) => ({ company, rank: rank(company.code) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ company }) => company);
};

export const allCompanies = (): readonly Company[] =>
  COMPANY_ROWS.trim()
    .split("\n")
    .map((row) => presenceOf(row).company);

const serves = (scope: ReadonlySet<string>, country: string, market: string): boolean =>
  (scope.has("world") || scope.has(market) || scope.has(country)) && !scope.has(`-${country}`);

const presenceOf = (row: string): Presence => {
  const [code = "", name = "", tier = "", leastTraffic = "", scope = ""] = row.split("; ");
  const company = Object.freeze({
    code,
    name,
    tier: TIERS[tier] as Tier,
    leastTraffic: Number(leastTraffic),
    luxuryAge: LUXURY_UNDER_25.has(code) ? 21 : 25,
  });
  return { company, scope: new Set(scope.split(" ")) };
};
