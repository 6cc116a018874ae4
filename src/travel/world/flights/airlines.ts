import type { Cabin, Airline as PublicAirline } from "../../../model/flight.ts";
import type { AircraftKind } from "../block-time.ts";
import { dataTable, readData } from "../data-file.ts";

/** A row of `airlines.json`. Lists are words separated by spaces, so that each airline is one readable line. */
export interface AirlineRow {
  readonly code: string;
  /** Empty if the airline has none. */
  readonly icao: string;
  readonly name: string;
  readonly country: string;
  /** Other countries with traffic rights under this code; `EU` is the single European market. */
  readonly homes?: string;
  readonly alliance: "oneworld" | "Star Alliance" | "SkyTeam" | null;
  readonly model: "full-service" | "low-cost" | "regional";
  /** `DFW:235` is a hub and its departures a day; largest first. */
  readonly hubs: string;
  readonly fleet: string;
  /** Cabins of narrow-body and regional jets, then of wide-body jets: `YJ/YWJ`. */
  readonly cabins: string;
  /** Aircraft with first class. */
  readonly first?: string;
  /** Aircraft with business class on long routes only. */
  readonly longHaulBusiness?: string;
  readonly numbers: "east-even" | "out-odd" | "out-even";
  /** Sells no flights of its own, but flies for others, at all airports or at some: `UA:DEN+SFO AS`. */
  readonly flysFor?: string;
  /** Flies to beach destinations only, apart from the listed routes. */
  readonly leisure?: true;
  /** Routes that must exist, with flights a day and aircraft: `JFK-LHR:4:77W`. */
  readonly routes?: string;
  readonly never?: string;
  /** First flight number of a route: `JFK-LHR=100`. */
  readonly pins?: string;
}

/** An airline with the data its flights are generated from. */
export interface Airline extends PublicAirline {
  /** Departures a day from all hubs. */
  readonly departures: number;
  readonly model: AirlineRow["model"];
  readonly first: readonly string[];
  readonly longHaulBusiness: readonly string[];
  /** Sells no flights of its own. */
  readonly flysFor: boolean;
  readonly jetCabins: string;
  readonly wideCabins: string;
}

export const wordsOf = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split(" "));

export const airlineRows = (): readonly AirlineRow[] => readData<readonly AirlineRow[]>("airlines.json");

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
          flysFor: row.flysFor !== undefined,
          jetCabins,
          wideCabins,
        },
      ];
    }),
  );

const CABIN_OF_LETTER = { Y: "economy", W: "premium_economy", J: "business", F: "first" } as const;
export type CabinLetter = keyof typeof CABIN_OF_LETTER;

export const cabinOf = (letter: string): Cabin | undefined => CABIN_OF_LETTER[letter as CabinLetter];

const LONG_HAUL_KM = 3000;

/** The cabins on board, as letters from back to front. */
export const cabinsOnBoard = (airline: Airline, aircraft: Aircraft, km: number): string => {
  if (aircraft.body === "turboprop" || aircraft.body === "small") return "Y";
  if (airline.longHaulBusiness.includes(aircraft.code) && km > LONG_HAUL_KM) return "YJ";
  const cabins = aircraft.body === "wide" ? airline.wideCabins : airline.jetCabins;
  return airline.first.includes(aircraft.code) && !cabins.includes("F") ? `${cabins}F` : cabins;
};

export interface Aircraft {
  /** IATA code. */
  readonly code: string;
  readonly name: string;
  readonly body: "wide" | "narrow" | "regional" | "turboprop" | "small";
  readonly kind: AircraftKind;
  readonly seats: number;
  readonly rangeKm: number;
}

/** Code, name, body, typical seats, range in km. `small` aircraft have fewer than twenty seats and can land anywhere. */
type AircraftRow = readonly [string, string, Aircraft["body"], number, number];

const KIND: Readonly<Record<Aircraft["body"], AircraftKind>> = {
  wide: "jet",
  narrow: "jet",
  regional: "regional",
  turboprop: "turboprop",
  small: "turboprop",
};

export const aircraftTypes = dataTable(
  "aircraft.json",
  (rows: readonly AircraftRow[]): ReadonlyMap<string, Aircraft> =>
    new Map(
      rows.map(([code, name, body, seats, rangeKm]) => [code, { code, name, body, kind: KIND[body], seats, rangeKm }]),
    ),
);
