import type { Airport } from "../../src/model/place.ts";
import type { AirlineRow } from "../../src/travel/world/flights/airlines.ts";
import { realmOf } from "../../src/travel/world/flights/borders.ts";

/** Countries connected by language, history or work. There is more travel between them than size and distance predict. */
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

/** International share of an airport's traffic in countries with mostly domestic traffic; `_` is all other airports. */
const ABROAD: Readonly<Record<string, string>> = {
  AR: "_:.04 EZE:.8 AEP:.15",
  AU: "_:.05 SYD:.4 MEL:.35 BNE:.25 PER:.35 OOL:.15 CNS:.15 ADL:.12",
  BR: "_:.03 GRU:.4 GIG:.3 VCP:.1",
  CA: "_:.15 YYZ:.6 YVR:.5 YUL:.5 YYC:.25",
  CL: "_:.02 SCL:.45",
  CN: "_:.06 PEK:.3 PVG:.5 CAN:.35 PKX:.12 SZX:.12 TFU:.12 XMN:.15 KMG:.08 HGH:.1 TAO:.1",
  CO: "_:.05 BOG:.35 MDE:.25 CTG:.2 CLO:.2",
  ID: "_:.03 CGK:.25 DPS:.6 SUB:.12 KNO:.2",
  IN: "_:.08 DEL:.3 BOM:.3 BLR:.15 MAA:.25 COK:.45 HYD:.2 CCJ:.6 TRV:.4 CCU:.15 AMD:.2",
  IR: "_:.05 IKA:.9 MHD:.25 SYZ:.15",
  JP: "_:.1 NRT:.9 KIX:.8 HND:.3 NGO:.3 FUK:.3 CTS:.15 OKA:.12",
  KR: "_:.1 ICN:1 PUS:.5 CJU:.05 GMP:.15",
  MX: "_:.15 CUN:.7 MEX:.35 GDL:.35 SJD:.6 PVR:.6 MTY:.2",
  NO: "_:.2 OSL:.55",
  PE: "_:.02 LIM:.4",
  PH: "_:.05 MNL:.5 CEB:.3 CRK:.5",
  RU: "_:.04 SVO:.3 LED:.2 DME:.25 VKO:.2 SVX:.2 OVB:.15 KZN:.15 AER:.2",
  SA: "_:.1 JED:.5 RUH:.45 DMM:.45 MED:.5",
  TR: "_:.12 IST:.75 SAW:.5 AYT:.8 ADB:.3 ESB:.15 DLM:.7 BJV:.5",
  US:
    "_:.05 JFK:.55 LAX:.35 MIA:.5 SFO:.3 EWR:.35 ORD:.2 ATL:.15 IAH:.3 IAD:.35 BOS:.25 DFW:.15 SEA:.15 PHL:.13 HNL:.25 " +
    "FLL:.25 MCO:.15 CLT:.08 DTW:.13 MSP:.1 DEN:.07 LAS:.06 GUM:.9",
  VN: "_:.05 SGN:.4 HAN:.4 DAD:.4 CXR:.5 PQC:.3",
  ZA: "_:.03 JNB:.45 CPT:.25",
};
/** The share in all other countries. */
const MOSTLY_ABROAD = 0.7;

const abroadShares = new Map(
  Object.entries(ABROAD).map(([country, shares]) => [
    country,
    new Map(
      shares.split(" ").map((share): [string, number] => [share.split(":")[0] as string, Number(share.split(":")[1])]),
    ),
  ]),
);

/** Returns the international traffic of an airport, in million passengers a year. */
export const abroadTraffic = ({ code, country }: Airport, traffic: number): number => {
  const shares = abroadShares.get(country);
  return traffic * (shares === undefined ? MOSTLY_ABROAD : ((shares.get(code) ?? shares.get("_")) as number));
};

const places = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** Beach destinations within the range of narrow-body aircraft, and those that travellers cross oceans for. */
const NEARBY_SUN = places(
  "PMI IBZ MAH AGP ALC REU GRO TFS TFN LPA ACE FUE SPC FAO FNC HER CHQ RHO KGS CFU ZTH JTR JMK AYT DLM BJV HRG SSH RMF DJE " +
    "NBE MIR AGA CTA PMO OLB CAG SUF BRI NAP SPU DBV PUY ZAD TIV VAR BOJ LCA PFO MLA AER SJD PVR SXM AUA CJU OKA HAK SYX",
);
const FAR_SUN = places(
  "CUN PUJ MBJ NAS BGI HKT DPS MLE MRU SEZ HNL OGG PQC KBV USM CXR DAD LGK ZNZ NAN VRA LIR GUM SPN",
);
const SUN_KM = 5000;
const SUN_PULL = 2;

/** Returns the factor of holiday traffic. It is 0 for long flights to nearby destinations, because there is no market. */
export const holidayPull = (a: Airport, b: Airport, km: number): number => {
  if (km > SUN_KM) return NEARBY_SUN.has(a.code) || NEARBY_SUN.has(b.code) ? 0 : 1;
  return isSunny(a) === isSunny(b) ? 1 : SUN_PULL;
};

/** True for beach destinations. */
export const isSunny = ({ code }: Airport): boolean => NEARBY_SUN.has(code) || FAR_SUN.has(code);

/** Returns how attractive a destination from a hub is to an airline. Only the order matters. */
export const appeal = (row: AirlineRow, hub: Airport, other: Airport, km: number, traffic: number): number => {
  const domestic = realmOf(hub.country) === realmOf(other.country);
  if (row.model === "regional") {
    const small = traffic < 1.5 ? 1 : 0.6;
    return (small * (domestic ? 3 : 1) * traffic ** 0.2) / (1 + km / 250) ** 1.6;
  }
  if (domestic) return (4 * traffic ** 0.45) / (1 + km / 1200) ** 0.6;
  const reach = row.model === "low-cost" ? 1500 : 3200;
  const pull = 1.4 * tie(hub.country, other.country) * holidayPull(hub, other, km);
  return (pull * abroadTraffic(other, traffic) ** 0.8) / (1 + km / reach) ** 1.4;
};

/** Returns the size of the market between two airports: their traffic over distance. */
export const gravity = (trafficA: number, trafficB: number, km: number): number =>
  Math.sqrt(trafficA * trafficB) / (1 + km / 1000) ** 0.9;

/** Low-cost airlines fly many routes with few flights, others fewer routes with more flights. */
const FREQUENCY: Readonly<Record<AirlineRow["model"], number>> = {
  "full-service": 0.4,
  "low-cost": 0.24,
  regional: 0.4,
};

/** Returns an airline's flights a day; `share` is its weight at the hub, `rivals` the number of other airlines on the route. */
export const dailyFlights = (
  model: AirlineRow["model"],
  market: number,
  domestic: boolean,
  share: number,
  rivals: number,
): number => (FREQUENCY[model] * market ** 0.8 * (domestic ? 1.6 : 1) * (0.45 + 0.75 * share)) / (1 + 0.2 * rivals);
