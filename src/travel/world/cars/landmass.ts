import type { Airport } from "../../../model/place.ts";
import { dataTable } from "../data-file.ts";

/** Name, country, southern and northern latitude, western and eastern longitude. */
type Island = readonly [string, string, number, number, number, number];

/** First match counts. */
const islands = dataTable("islands.json", (rows: readonly Island[]) => rows);

/** Countries that are islands: what no box names is an island of its own. */
const ARCHIPELAGOS = new Set(
  "JP NZ ID PH GR FJ PF BS MV KI SB VU TO WS CK FM MH PW TV CV SC KM GL FO ST BQ VC TC VG VI AX NC PG GQ".split(" "),
);

/** Islands with one airport, of countries that are mainland otherwise. */
const LONE_AIRPORTS = new Set(
  `GPS SCY IPC ADZ PVA PMV FEN RTB UII GJA LDH HTI HID GTE KGC ACK MVY BID FRD ESD VQS CPX YGR YZP ZMT KDL URE SCT LMP PNL
  EBA BWK LSZ HGL GWT TOD AGX MFA`.split(/\s+/),
);

/** In the far north most places are off the roads; these are on them. */
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

/** Names what one can drive around on: two places with the same name are joined by road. */
export const landmassOf = ({ code, country, latitude, longitude, cityCode }: Airport): string => {
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
