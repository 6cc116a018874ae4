import type { Airport } from "../../../model/place.ts";
import { dataTable } from "../data-file.ts";
import { distanceKm } from "../geo.ts";
import { countryOf } from "../markets.ts";
import type { Station } from "./stations.ts";

/** Groups of countries between which one-way rentals are allowed. */
const OPEN_BORDERS: readonly ReadonlySet<string>[] = [
  "US CA",
  "GB IE",
  "ZA NA BW SZ LS",
  "AE OM",
  "AR CL",
  "SX MF",
  "FR MC DE AT CH LI NL BE LU ES PT AD IT SM DK SE NO FI PL CZ SK HU SI HR EE LV LT",
].map((countries) => new Set(countries.split(" ")));

/** Why a car cannot be returned at the other station; undefined if it can. */
export const oneWayRefusal = (from: Station, to: Station): string | undefined => {
  if (from.airport.cityCode === to.airport.cityCode) return undefined;
  if (landmassOf(from.airport) !== landmassOf(to.airport)) {
    return `There is no road from ${from.name} to ${to.name}, so no car can be returned there; rent at each end instead.`;
  }
  const { country: home } = from.airport;
  const { country: abroad } = to.airport;
  if (home === abroad) return undefined;
  if (OPEN_BORDERS.some((countries) => countries.has(home) && countries.has(abroad))) return undefined;
  return `Cars rented in ${countryOf(home).name} may not be returned in ${countryOf(abroad).name}; return it where it was rented.`;
};

/** The one-way surcharge in cents; 0 within a city. */
export const oneWayFee = (from: Station, to: Station): number => {
  if (from.airport.cityCode === to.airport.cityCode) return 0;
  const distance = distanceKm(from.airport, to.airport);
  if (from.airport.country !== to.airport.country) return Math.min(1200, 220 + Math.round(distance * 0.45)) * 100;
  return Math.min(500, 50 + Math.round(distance * 0.18)) * 100;
};

/** Name, country, southern and northern latitude, western and eastern longitude. */
type Island = readonly [string, string, number, number, number, number];

/** The first match applies. */
const islands = dataTable("islands.json", (rows: readonly Island[]) => rows);

/** Island countries: a place outside every listed island is an island of its own. */
const ARCHIPELAGOS = new Set(
  "JP NZ ID PH GR FJ PF BS MV KI SB VU TO WS CK FM MH PW TV CV SC KM GL FO ST BQ VC TC VG VI AX NC PG GQ".split(" "),
);

/** Single-airport islands of mainland countries. */
const LONE_AIRPORTS = new Set(
  `GPS SCY IPC ADZ PVA PMV FEN RTB UII GJA LDH HTI HID GTE KGC ACK MVY BID FRD ESD VQS CPX YGR YZP ZMT KDL URE SCT LMP PNL
  EBA BWK LSZ HGL GWT TOD AGX MFA`.split(/\s+/),
);

/** Airports with a road connection, in regions where most have none. */
const ALASKAN_ROADS = new Set("ANC FAI ENA HOM VDZ GKN TKJ HNS SGY".split(" "));
const CANADIAN_NORTHERN_ROADS = new Set("YXY YDA YZF YEV YHY YSM YFS YVQ".split(" "));
const NEW_GUINEA_HIGHLANDS = new Set("LAE HGU GKA MAG".split(" "));

/** Countries that share roads with their neighbours, by continent. */
const CONTINENTS: Readonly<Record<string, string>> = {
  "North America": "US CA MX GT BZ SV HN NI CR PA",
  "South America": "CO VE GY SR GF BR EC PE BO CL AR UY PY",
  "Great Britain": "GB",
  Ireland: "IE",
  Hispaniola: "DO HT",
  "Saint Martin": "SX MF",
  Australia: "AU",
};

const continentOf = new Map<string, string>();
for (const [continent, countries] of Object.entries(CONTINENTS)) {
  for (const country of countries.split(" ")) continentOf.set(country, continent);
}

const LONE_ISLANDS = new Set(
  `IS MT CY LK MG MU RE YT JM CU PR BB TT GD LC DM AG KN AI MS GP MQ BL AW CW KY BM TW SG BH HK GU MP AS WF NU NR NF CX CC
  SH FK IM JE GG TL PM`.split(/\s+/),
);

/** Names the landmass of an airport: two airports with the same name are connected by road. */
const landmassOf = ({ code, country, latitude, longitude, cityCode }: Airport): string => {
  if (LONE_AIRPORTS.has(code)) return code;
  for (const [name, of, south, north, west, east] of islands()) {
    if (of === country && latitude >= south && latitude <= north && longitude >= west && longitude <= east) return name;
  }
  if (country === "US" && latitude > 51) return ALASKAN_ROADS.has(code) ? "Alaska" : cityCode;
  if (country === "US" && longitude < -150) return cityCode;
  if (country === "CA" && latitude > 59) return CANADIAN_NORTHERN_ROADS.has(code) ? "North America" : cityCode;
  if (country === "PT" && longitude < -20) return cityCode;
  if (NEW_GUINEA_HIGHLANDS.has(code)) return "New Guinea Highlands";
  if (ARCHIPELAGOS.has(country)) return cityCode;
  if (LONE_ISLANDS.has(country)) return country;
  return continentOf.get(country) ?? "Eurasia and Africa";
};
