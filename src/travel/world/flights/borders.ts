import type { Airport } from "../../../model/place.ts";

/** Territories that count as part of another country in air traffic. */
const REALM: Readonly<Record<string, string>> = {
  ...Object.fromEntries("PR VI GU MP AS UM".split(" ").map((code) => [code, "US"])),
  ...Object.fromEntries("GP MQ GF RE YT MF BL PM".split(" ").map((code) => [code, "FR"])),
  ...Object.fromEntries("GG JE IM GI".split(" ").map((code) => [code, "GB"])),
  ...Object.fromEntries("NF CX CC".split(" ").map((code) => [code, "AU"])),
  ...Object.fromEntries("AW SX BQ".split(" ").map((code) => [code, "CW"])),
  EH: "MA",
  WF: "NC",
};

/** The country whose domestic flights serve this one. */
export const realmOf = (country: string): string => REALM[country] ?? country;

const US_FARE_AREA = new Set(["US", "PR", "VI"]);

/** Checks for US domestic taxes and fares, which include Puerto Rico and the Virgin Islands. */
export const isUsDomestic = (a: Airport, b: Airport): boolean =>
  US_FARE_AREA.has(a.country) && US_FARE_AREA.has(b.country);

const SCHENGEN = new Set(
  "AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** Checks that there is no border control: same country, or both in the Schengen area. */
export const isDomestic = (a: Airport, b: Airport): boolean =>
  realmOf(a.country) === realmOf(b.country) || (SCHENGEN.has(a.country) && SCHENGEN.has(b.country));
