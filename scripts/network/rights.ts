import type { Airport } from "../../src/model/place.ts";
import { type AirlineRow, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import { realmOf } from "../../src/travel/world/flights/borders.ts";

const SINGLE_MARKET = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

const list = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const WEST = list(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LT LU LV MT NL NO PL PT RO SE SI SK GB US CA AU NZ JP KR TW SG PR",
);
/** Pairs of countries without flights between them. */
const CLOSED: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [list("RU BY"), WEST],
  [list("IL"), list("LB SY IQ IR SA KW YE DZ LY TN PK BD MY ID AF QA OM SD SO MR NE ML")],
  [list("VE"), list("US PR CA")],
  [list("IN"), list("PK")],
  [list("DZ"), list("MA EH")],
  [list("AM"), list("AZ TR")],
  [list("CY"), list("TR")],
  [list("IR"), list("US CA")],
  [list("QA"), list("SS")],
];

const closedPairs = new Map<string, boolean>();

export const isClosed = (a: Airport, b: Airport): boolean => {
  if (a.country === b.country) return false;
  const pair = a.country + b.country;
  let closed = closedPairs.get(pair);
  if (closed === undefined) {
    closed = areClosed(a.country, b.country);
    closedPairs.set(pair, closed);
  }
  return closed;
};

const areClosed = (a: string, b: string): boolean => {
  if (a === "KP" || b === "KP") return !["CN", "RU"].includes(a === "KP" ? b : a);
  return CLOSED.some(([one, other]) => (one.has(a) && other.has(b)) || (one.has(b) && other.has(a)));
};

export interface Rights {
  /** True if one end is a home country, or both are in the single market; cabotage is not allowed. */
  mayFly(a: Airport, b: Airport): boolean;
  isHome(airport: Airport): boolean;
}

export const rightsOf = (row: AirlineRow): Rights => {
  const homes = new Set([row.country, ...wordsOf(row.homes)].map(realmOf));
  const single = SINGLE_MARKET.has(row.country) || homes.has("EU");
  const inMarket = ({ country }: Airport): boolean => SINGLE_MARKET.has(country) || homes.has(realmOf(country));
  const isHome = ({ country }: Airport): boolean => homes.has(realmOf(country));
  return {
    isHome,
    mayFly: (a, b) => {
      if (single && inMarket(a) && inMarket(b)) return !isClosed(a, b);
      if (realmOf(a.country) === realmOf(b.country)) return isHome(a);
      return (isHome(a) || isHome(b)) && !isClosed(a, b);
    },
  };
};

const FAST_RAIL = list("AT BE CH CZ DE ES FR GB HU IT LU NL PL PT SI SK");

/** True for countries of Western and Central Europe, where trains and coaches carry short trips. */
export const hasFastRail = ({ country }: Airport): boolean => FAST_RAIL.has(country);

interface AirportRule {
  readonly maxKm?: number;
  /** Exempt from `maxKm`. */
  readonly beyond?: string;
  /** Other countries with flights; all if absent. */
  readonly abroad?: string;
  /** Airports abroad that are allowed in addition. */
  readonly also?: string;
  readonly bodies?: string;
  /** Rules for low-cost airlines; `only` excludes full-service airlines without a hub here. */
  readonly lowCost?: "never" | "domestic" | "only";
}

/** City airports with special rules: perimeters, short runways, domestic terminals. */
const AIRPORT_RULES: Readonly<Record<string, AirportRule>> = {
  LGA: { maxKm: 2414, beyond: "DEN", abroad: "CA BS BM" },
  DCA: { maxKm: 2012, beyond: "LAX SFO SEA PDX LAS PHX SLC DEN AUS SAN SAT SJU", abroad: "CA BS BM" },
  DAL: { abroad: "" },
  MDW: { abroad: "MX JM DO BS" },
  HOU: { abroad: "MX BZ CR JM DO BS" },
  BUR: { abroad: "" },
  SNA: { abroad: "MX" },
  LGB: { abroad: "" },
  SFB: { abroad: "GB" },
  LCY: { lowCost: "never", maxKm: 2200, bodies: "regional turboprop 221" },
  YTZ: { maxKm: 1100, bodies: "turboprop" },
  HND: { lowCost: "domestic" },
  LHR: { lowCost: "never" },
  ...Object.fromEntries(
    "STN LTN SEN BGY CRL BVA CIA HHN NRN FMM TSF WMI PIE PGD AZA SAW DMK RMU GRO REU BLB AVV LGG NYO TRF"
      .split(" ")
      .map((code): [string, AirportRule] => [code, { lowCost: "only" }]),
  ),
  ITM: { abroad: "" },
  UKB: { abroad: "" },
  OKD: { abroad: "", bodies: "turboprop regional" },
  GMP: { abroad: "", also: "HND KIX SHA PEK TSA KHH" },
  SHA: { abroad: "", also: "HND GMP HKG TSA MFM" },
  TSA: { abroad: "", also: "HND GMP SHA" },
  CTU: { abroad: "" },
  CGH: { abroad: "" },
  SDU: { abroad: "", bodies: "narrow regional turboprop" },
  BRR: { abroad: "", bodies: "DHT BNI" },
  AEP: { abroad: "UY BR CL PY PE BO" },
  LIN: { maxKm: 1500 },
  BMA: { abroad: "FI DK" },
  RKV: { abroad: "GL FO" },
  BHD: { abroad: "IE" },
  SZB: { bodies: "turboprop regional narrow", abroad: "SG TH ID" },
  HLP: { abroad: "" },
  WIL: { bodies: "small turboprop" },
  GEA: { abroad: "", bodies: "turboprop small" },
  PAC: { abroad: "CO CR" },
  OGL: { abroad: "SR BB" },
  TFN: { maxKm: 2200 },
  SVQ: { maxKm: 4500 },
};

const permits = (airport: Airport, other: Airport, km: number, row: AirlineRow): boolean => {
  const rule = AIRPORT_RULES[airport.code];
  if (rule === undefined) return true;
  if (rule.maxKm !== undefined && km > rule.maxKm && !wordsOf(rule.beyond).includes(other.code)) return false;
  if (
    rule.lowCost === "only" &&
    row.model === "full-service" &&
    !wordsOf(row.hubs).some((hub) => hub.startsWith(airport.code))
  )
    return false;
  if (rule.lowCost === "never" && row.model === "low-cost") return false;
  if (realmOf(airport.country) === realmOf(other.country)) return true;
  if (wordsOf(rule.also).includes(other.code)) return true;
  if (rule.lowCost === "domestic" && row.model !== "full-service") return false;
  return rule.abroad === undefined || wordsOf(rule.abroad).includes(other.country);
};

export const airportsPermit = (a: Airport, b: Airport, km: number, row: AirlineRow): boolean =>
  permits(a, b, km, row) && permits(b, a, km, row);

/** Returns the bodies and types that may land; all if undefined. */
export const landingRule = (airport: Airport): readonly string[] | undefined => {
  const bodies = AIRPORT_RULES[airport.code]?.bodies;
  return bodies === undefined ? undefined : wordsOf(bodies);
};
