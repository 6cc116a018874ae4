import type { Airline as PublicAirline } from "../../../model/airline.ts";
import type { Cabin } from "../../../model/flight.ts";
import { readData } from "../data-file.ts";
import type { Aircraft } from "./aircraft.ts";

/** A row of `airlines.json`; lists are words between spaces, so that an airline stays one readable line. */
export interface AirlineRow {
  readonly code: string;
  /** Empty where an airline has none. */
  readonly icao: string;
  readonly name: string;
  readonly country: string;
  /** Further countries whose airlines fly under this code; `EU` is the single European market. */
  readonly homes?: string;
  readonly alliance: "oneworld" | "Star Alliance" | "SkyTeam" | null;
  readonly model: "full-service" | "low-cost" | "regional";
  /** `DFW:235` is a hub with that many destinations; the largest comes first. */
  readonly hubs: string;
  readonly fleet: string;
  /** Cabins of narrow-bodied and regional jets, and of wide-bodied ones: `YJ/YWJ`. */
  readonly cabins: string;
  /** Aircraft with a first class. */
  readonly first?: string;
  /** Aircraft with a business class on long routes only. */
  readonly longHaulBusiness?: string;
  readonly numbers: "east-even" | "out-odd" | "out-even";
  /** Routes known to be flown: `JFK-LHR:4:77W`, flights a day and aircraft. */
  readonly routes?: string;
  readonly never?: string;
  /** First flight number of a route: `JFK-LHR=100`. */
  readonly pins?: string;
}

/** An airline as its flights are made from. */
export interface Airline extends PublicAirline {
  /** A day, from all its hubs. */
  readonly departures: number;
  readonly model: AirlineRow["model"];
  readonly first: readonly string[];
  readonly longHaulBusiness: readonly string[];
  readonly jetCabins: string;
  readonly wideCabins: string;
}

export const wordsOf = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split(" "));

export const airlineRows = (): readonly AirlineRow[] => readData<readonly AirlineRow[]>("airlines.json");

/** `DFW:235`: a hub and the flights that leave it on a day. */
const hubsOf = (row: AirlineRow): readonly (readonly [code: string, departures: number])[] =>
  wordsOf(row.hubs).map((hub) => [hub.slice(0, 3), Number(hub.slice(4))]);

export const loadAirlines = (): ReadonlyMap<string, Airline> =>
  new Map(
    airlineRows().map((row): [string, Airline] => {
      const [jetCabins = "Y", wideCabins = "Y"] = row.cabins.split("/");
      const hubs = hubsOf(row);
      return [
        row.code,
        {
          code: row.code,
          icao: row.icao,
          name: row.name,
          country: row.country,
          alliance: row.alliance,
          hubs: hubs.map(([code]) => code),
          departures: hubs.reduce((sum, [, departures]) => sum + departures, 0),
          model: row.model,
          first: wordsOf(row.first),
          longHaulBusiness: wordsOf(row.longHaulBusiness),
          jetCabins,
          wideCabins,
        },
      ];
    }),
  );

const CABIN_OF_LETTER = { Y: "economy", W: "premium_economy", J: "business", F: "first" } as const;
export const LETTER_OF_CABIN = { economy: "Y", premium_economy: "W", business: "J", first: "F" } as const;
export type CabinLetter = keyof typeof CABIN_OF_LETTER;

export const cabinOf = (letter: string): Cabin | undefined => CABIN_OF_LETTER[letter as CabinLetter];

const LONG_HAUL_KM = 3000;

/** The cabins on board, as letters from the back to the front. */
export const cabinsOnBoard = (airline: Airline, aircraft: Aircraft, km: number): string => {
  if (aircraft.body === "turboprop" || aircraft.body === "small") return "Y";
  if (airline.longHaulBusiness.includes(aircraft.code) && km > LONG_HAUL_KM) return "YJ";
  const cabins = aircraft.body === "wide" ? airline.wideCabins : airline.jetCabins;
  return airline.first.includes(aircraft.code) && !cabins.includes("F") ? `${cabins}F` : cabins;
};
