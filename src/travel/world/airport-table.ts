import type { Airport } from "../../model/place.ts";
import { dataTable } from "./data-file.ts";

/** Code, name, city, city code (0 for its own), country, latitude, longitude, index of zone, million passengers a year. */
export type AirportRow = readonly [string, string, string, string | 0, string, number, number, number, number];

export interface AirportData {
  readonly zones: readonly string[];
  readonly airports: readonly AirportRow[];
  /** Code, name, country, airports. */
  readonly areas: readonly (readonly [string, string, string, readonly string[]])[];
  /** What else travellers call a place. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
}

export interface Area {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  /** Largest first. */
  readonly airports: readonly Airport[];
}

export interface AirportTable {
  /** In the order of their codes. */
  readonly airports: readonly Airport[];
  readonly byCode: ReadonlyMap<string, Airport>;
  /** Metropolitan areas. */
  readonly areas: ReadonlyMap<string, Area>;
  readonly aliases: AirportData["aliases"];
  traffic(airport: Airport): number;
}

/** Every airport with scheduled service. */
export const airportTable = dataTable("airports.json", (data: AirportData): AirportTable => {
  const byCode = new Map<string, Airport>();
  const millions = new Map<string, number>();
  for (const row of data.airports) {
    // By index: taking the rows apart by destructuring triples the time a cold process spends here.
    const code = row[0];
    byCode.set(code, {
      code,
      name: row[1],
      city: row[2],
      cityCode: row[3] || code,
      country: row[4],
      latitude: row[5],
      longitude: row[6],
      timeZone: data.zones[row[7]] as string,
    });
    millions.set(code, row[8]);
  }
  const areas = data.areas.map(([code, name, country, members]): [string, Area] => [
    code,
    { code, name, country, airports: members.map((member) => byCode.get(member) as Airport) },
  ]);
  return {
    airports: [...byCode.values()],
    byCode,
    areas: new Map(areas),
    aliases: data.aliases,
    traffic: ({ code }) => millions.get(code) ?? 0,
  };
});

/** Estimated million passengers a year; 0 for an airport the world does not know. */
export const trafficOf = (airport: Airport): number => airportTable().traffic(airport);
