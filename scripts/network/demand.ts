import type { Airport } from "../../src/model/place.ts";
import type { AirlineRow } from "../../src/suppliers/generated/flights/airlines.ts";
import { realmOf } from "../../src/suppliers/generated/flights/borders.ts";

/** Countries bound by language, history or work; travel between them is stronger than size and distance say. */
const TIES: readonly (readonly [number, string])[] = [
  [2.2, "ES MX CO AR PE CL EC VE CU DO UY PY BO CR PA GT SV HN NI PR"],
  [2.6, "PT BR AO MZ CV ST GW TL"],
  [2.4, "FR SN CI ML BF NE TG BJ GN TD CF CG CD CM GA MG DJ KM MR MU MA DZ TN LB HT GP MQ GF RE YT PF NC VN"],
  [1.5, "GB US CA IE AU NZ ZA IN SG HK KE NG GH JM BB TT BS BM MT CY"],
  [1.7, "SA AE QA KW BH OM EG JO LB IQ SY SD YE MA DZ TN LY"],
  [1.9, "AE QA KW BH OM SA IN PK BD LK NP PH"],
  [2.0, "RU BY KZ UZ KG TJ TM AM AZ GE MN TR AE"],
  [1.6, "CN HK MO TW SG MY TH JP KR"],
  [2.4, "NL SR CW AW SX BQ"],
  [1.7, "DE TR AT CH"],
  [2.0, "US MX DO JM BS PR CU CR GT SV HN"],
  [1.5, "US JP KR PH TW"],
  [2.0, "AU NZ FJ PG VU SB WS TO NC ID"],
  [2.0, "DK FO GL IS NO SE FI"],
  [1.8, "GB ES PT GR TR CY MT"],
  [1.8, "DE ES GR TR EG IT"],
  [2.0, "ET KE TZ UG RW BI SS DJ SO ER"],
  [2.0, "ZA NA BW ZW ZM MZ LS SZ MW MU"],
  [2.0, "NG GH TG BJ CI SN LR SL GM"],
  [1.6, "SA ID MY EG PK BD NG"],
];

const tieSets = TIES.map(([strength, countries]) => ({ strength, countries: new Set(countries.split(" ")) }));

export const tie = (a: string, b: string): number => {
  let strongest = 1;
  for (const { strength, countries } of tieSets) {
    if (strength > strongest && countries.has(a) && countries.has(b)) strongest = strength;
  }
  return strongest;
};

/** How much an airline wants that destination from that hub. Only the order matters. */
export const appeal = (row: AirlineRow, hub: Airport, other: Airport, km: number, traffic: number): number => {
  const domestic = realmOf(hub.country) === realmOf(other.country);
  if (row.model === "regional") {
    const small = traffic < 1.5 ? 1 : 0.6;
    return (small * (domestic ? 3 : 1) * traffic ** 0.2) / (1 + km / 250) ** 1.6;
  }
  if (domestic) return (2.6 * traffic ** 0.6) / (1 + km / 1200) ** 0.6;
  const reach = row.model === "low-cost" ? 1500 : 3200;
  return (tie(hub.country, other.country) * traffic ** 0.8) / (1 + km / reach) ** 1.1;
};

/** Size of the market between two airports: their traffic over distance. */
export const gravity = (trafficA: number, trafficB: number, km: number): number =>
  Math.sqrt(trafficA * trafficB) / (1 + km / 1000) ** 0.9;

/** Low-cost airlines fly many routes seldom, others fewer routes often. */
const FREQUENCY: Readonly<Record<AirlineRow["model"], number>> = {
  "full-service": 0.4,
  "low-cost": 0.24,
  regional: 0.4,
};

/** Flights a day of one airline; `share` is its weight at the hub, `rivals` how many others fly the route. */
export const dailyFlights = (
  model: AirlineRow["model"],
  market: number,
  domestic: boolean,
  share: number,
  rivals: number,
): number => (FREQUENCY[model] * market ** 0.8 * (domestic ? 1.6 : 1) * (0.45 + 0.75 * share)) / (1 + 0.2 * rivals);
