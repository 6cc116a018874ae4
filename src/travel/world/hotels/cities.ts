import type { Airport, Place } from "../../../model/place.ts";
import { dataTable } from "../data-file.ts";
import { countryOf } from "../markets.ts";
import type { GeneratedPlaces } from "../places.ts";

/** The main kind of guests: business cities are busy on weekdays, resorts at weekends. */
export type Demand = "business" | "mixed" | "resort";

/** A district of a city, with a street if one is known. */
export interface Quarter {
  readonly name: string;
  readonly street?: string;
  readonly postcode?: string;
  /** Set if the district is in another town: Newark for New York. */
  readonly town?: { readonly name: string; readonly code: string };
}

export interface City {
  /** The IATA city code. */
  readonly code: string;
  /** The name in search results. */
  readonly name: string;
  /** The name in hotel names: Bali, not Denpasar. */
  readonly shortName: string;
  readonly country: string;
  readonly latitude: number;
  readonly airports: readonly Airport[];
  /** Million passengers a year, all airports. */
  readonly traffic: number;
  readonly demand: Demand;
  /** Price level relative to the country. */
  readonly level: number;
  readonly quarters: readonly Quarter[];
  readonly language: Language;
}

interface Profile {
  readonly name: string;
  readonly level: number;
  readonly demand: Demand;
  readonly quarters: readonly Quarter[];
}

/** Resorts that are not in the city table. */
const RESORTS = new Set(
  `OGG KOA LIH PSP ASE EGE JAC SUN MYR KEY EYW SRQ FMY VPS PBI DAB BZN RNO SAV CHS ACY TVL MTJ HDN
  PUJ MBJ NAS AUA CUR SXM PLS GCM BGI UVF ANU BDA STT STX SJD PVR ACA HUX CZM ZIH LIR RTB BZE
  IBZ MAH AGP ALC TFS TFN TCI LPA ACE FUE FAO FNC HER CHQ RHO KGS JMK JTR CFU ZTH SKG DBV SPU OLB CAG CTA PMO NAP
  AYT DLM BJV LCA PFO SSH HRG RMF DJE AGA RAK MLE SEZ MRU ZNZ MBA GOI TRV USM KBV LGK PEN BKI CEB KLO PPS
  DAD PQC CXR CJU OKA ISG MMY CNS OOL HTI HBA PPT BOB RAR VLI APW INN SZG CMF GNB BRC CTG SMR FLN SSA NAT FOR REC
  GND SKB POP LRM BON FPO ZAD PUY SID BVC MIR NBE LOP AMQ SBA MRY BGO TOS LKN SVJ RVN KTT IVL EVE ILY BIA AJA FSC`.split(
    /\s+/,
  ),
);

const BUSINESS = new Set(
  "DUS CGN STR HAJ LUX BSL TRN LYS TLS EDM YEA YOW CLT DTT PIT CLE STL MKC IND CMH SJC CAN SZX OSA NGO KWI BAH JED DMM LOS ACC ADD LAD HYD MAA PUN CCU ALA TAS".split(
    " ",
  ),
);

/** Resorts without a beach. */
const INLAND = new Set("RNO TVL RAK ASE EGE JAC SUN HDN MTJ BZN BRC".split(" "));
const BEACHES: Readonly<Record<string, string>> = {
  es: "Playa",
  pt: "Praia",
  fr: "Plage",
  it: "Lungomare",
  tr: "Sahil",
};

/** City code, name, price level relative to the country, demand, and the quarters, best first: name, street, postcode prefix. */
type ProfileRow = readonly [string, string, number, Demand, readonly (readonly [string, string, string?])[]];

const profiles = dataTable(
  "hotel-cities.json",
  (rows: readonly ProfileRow[]): ReadonlyMap<string, Profile> =>
    new Map(
      rows.map(([code, name, level, demand, parts]) => [
        code,
        {
          name,
          level,
          demand,
          quarters: parts.map(([name, street, postcode]) => ({ name, street, ...(postcode && { postcode }) })),
        },
      ]),
    ),
);

/** The city of a place; for an airport, the city it serves. */
export const cityOf = (place: Place, places: GeneratedPlaces): City => {
  const [main] = place.airports as readonly [Airport, ...Airport[]];
  const code = main.cityCode;
  const area = places.place(code) ?? place;
  const airports = area.airports;
  const name = area.kind === "city" ? area.name : main.city;
  const profile = profiles().get(code);
  const { language } = countryOf(main.country);
  const words = languageOf(main.country === "US" || main.country === "CA" ? "us" : language);
  const traffic = airports.reduce((sum, airport) => sum + places.traffic(airport), 0);
  return Object.freeze({
    code,
    name,
    shortName: profile?.name ?? (main.city.split(/[/(,]/, 1)[0] as string).trim(),
    country: main.country,
    latitude: main.latitude,
    airports,
    traffic,
    demand: profile?.demand ?? (RESORTS.has(code) ? "resort" : BUSINESS.has(code) ? "business" : "mixed"),
    level: profile?.level ?? defaultLevel(traffic, RESORTS.has(code)),
    quarters: profile?.quarters ?? defaultQuarters(code, main.latitude, language, words),
    language: words,
  });
};

const defaultQuarters = (code: string, latitude: number, language: string, { parts }: Language): readonly Quarter[] => {
  const beach = RESORTS.has(code) && !INLAND.has(code) && Math.abs(latitude) < 44;
  return [...(beach ? [BEACHES[language] ?? "Beach"] : []), ...parts].map((name) => ({ name }));
};

const defaultLevel = (traffic: number, resort: boolean): number =>
  (traffic >= 5 ? 0.98 : traffic >= 1 ? 0.93 : 0.86) + (resort ? 0.15 : 0);

export const profiledCities = (): readonly string[] => [...profiles().keys()];

export interface Language {
  /** Usual names of quarters, most important first. */
  readonly parts: readonly string[];
  /** "Airport" in hotel names. */
  readonly airport: string;
  readonly streets: readonly string[];
  readonly airportStreet: string;
  /** `#` is the house number, `$` the street. */
  readonly line: string;
  /** Names of independent hotels, budget ones first; `@` is the town. */
  readonly inns: readonly string[];
}

/** By code; `us` is North America, `in` South Asia, and `plain` has translated street names. */
const languages = dataTable(
  "hotel-languages.json",
  (data: Readonly<Record<string, Language>>) => new Map(Object.entries(data)),
);

export const languageOf = (code: string): Language => languages().get(code) ?? (languages().get("en") as Language);
