import type { Airport } from "../../../model/place.ts";

/** Name, country, southern and northern latitude, western and eastern longitude. */
type Island = readonly [string, string, number, number, number, number];

/** First match counts. */
const ISLANDS: readonly Island[] = [
  ["Oahu", "US", 21.2, 21.8, -158.4, -157.6],
  ["Maui", "US", 20.5, 21.05, -156.75, -155.9],
  ["Hawaii", "US", 18.8, 20.3, -156.2, -154.7],
  ["Kauai", "US", 21.8, 22.3, -159.9, -159.2],
  ["Molokai", "US", 21.0, 21.3, -157.4, -156.7],
  ["Lanai", "US", 20.6, 20.99, -157.1, -156.76],
  ["Newfoundland", "CA", 46.5, 51.7, -59.5, -52.5],
  ["Vancouver Island", "CA", 48.2, 50.9, -128.5, -123.25],
  ["Ireland", "GB", 54.0, 55.4, -8.2, -5.4],
  ["Shetland", "GB", 59.8, 61, -2.5, -0.5],
  ["Orkney", "GB", 58.6, 59.5, -3.6, -2.2],
  ["Lewis and Harris", "GB", 57.7, 58.6, -7.3, -6.1],
  ["Uist and Barra", "GB", 56.8, 57.7, -7.7, -7.1],
  ["Islay", "GB", 55.5, 56.7, -7.2, -6],
  ["Isles of Scilly", "GB", 49.8, 50.0, -6.5, -6.2],
  ["Corsica", "FR", 41.3, 43.1, 8.5, 9.6],
  ["Mallorca", "ES", 39.2, 40, 2.3, 3.5],
  ["Menorca", "ES", 39.7, 40.2, 3.7, 4.4],
  ["Ibiza", "ES", 38.6, 39.2, 1.1, 1.7],
  ["Tenerife", "ES", 27.9, 28.6, -17, -16.1],
  ["Gran Canaria", "ES", 27.7, 28.2, -15.9, -15.3],
  ["Lanzarote", "ES", 28.8, 29.3, -14, -13.3],
  ["Fuerteventura", "ES", 28, 28.8, -14.6, -13.8],
  ["La Palma", "ES", 28.4, 28.9, -18.1, -17.7],
  ["El Hierro", "ES", 27.6, 27.9, -18.2, -17.8],
  ["La Gomera", "ES", 27.9, 28.3, -17.4, -17],
  ["Melilla", "ES", 35, 35.5, -3.1, -2.8],
  ["Madeira", "PT", 32.5, 33, -17.4, -16.6],
  ["Porto Santo", "PT", 33, 33.2, -16.5, -16.2],
  ["Sardinia", "IT", 38.8, 41.4, 8, 9.9],
  ["Sicily", "IT", 36.5, 38.2, 12.3, 15.62],
  ["Crete", "GR", 34.8, 35.7, 23.4, 26.4],
  ["Rhodes", "GR", 35.8, 36.5, 27.6, 28.3],
  ["Corfu", "GR", 39.3, 39.9, 19.5, 20.2],
  ["Gotland", "SE", 56.9, 58, 18, 19.4],
  ["Bornholm", "DK", 54.9, 55.4, 14.6, 15.2],
  ["Svalbard", "NO", 74, 81, 10, 35],
  ["Hokkaido", "JP", 41.4, 45.6, 139.7, 146],
  ["Honshu, Kyushu and Shikoku", "JP", 31, 41.39, 129.55, 142.1],
  ["Okinawa", "JP", 26, 26.9, 127.6, 128.4],
  ["North Island", "NZ", -41.7, -34, 172.6, 178.7],
  ["South Island", "NZ", -46.8, -40.4, 166, 174.4],
  ["Tasmania", "AU", -43.7, -40.6, 144.5, 148.5],
  ["King Island", "AU", -40.3, -39.5, 143.7, 144.2],
  ["Java", "ID", -8.9, -5.8, 105, 114.45],
  ["Bali", "ID", -8.9, -8, 114.46, 115.75],
  ["Lombok", "ID", -9, -8.1, 115.8, 116.8],
  ["Sumatra", "ID", -6, 5.7, 95.1, 106],
  ["Sulawesi", "ID", -5.8, 1.8, 118.7, 125.3],
  ["Borneo", "ID", -4.2, 4.4, 108.8, 119],
  ["Borneo", "MY", 0.8, 7.4, 109.5, 119.3],
  ["Langkawi", "MY", 6.2, 6.5, 99.6, 99.95],
  ["Borneo", "BN", 4, 5.1, 114, 115.4],
  ["Luzon", "PH", 12.5, 18.7, 119.8, 124.2],
  ["Cebu", "PH", 9.4, 11.3, 123.3, 124.1],
  ["Mindanao", "PH", 5.5, 9.9, 121.9, 126.6],
  ["Panay", "PH", 10.4, 11.95, 121.9, 123.2],
  ["Phu Quoc", "VN", 9.9, 10.5, 103.8, 104.1],
  ["Con Dao", "VN", 8.6, 8.8, 106.5, 106.7],
  ["Hainan", "CN", 18.1, 20.2, 108.6, 111.1],
  ["Jeju", "KR", 33.1, 33.6, 126.1, 127],
  ["Samui", "TH", 9.4, 9.65, 99.9, 100.1],
  ["Zanzibar", "TZ", -6.5, -5.7, 39.1, 39.6],
  ["Pemba", "TZ", -5.5, -4.8, 39.6, 39.9],
  ["Viti Levu", "FJ", -18.3, -17.3, 177.2, 178.7],
  ["Sakhalin", "RU", 45.9, 54.5, 141.6, 144.8],
  ["Andaman", "IN", 6, 14, 92, 94],
  ["Cozumel", "MX", 20.2, 20.6, -87.1, -86.7],
];

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
  for (const [name, of, south, north, west, east] of ISLANDS) {
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
