import type { Airport } from "../../model/place.ts";
import { dataTable } from "./data-file.ts";

/**
 * Code, name, city, city code (0 if the airport's own), country, latitude, longitude, time zone index, million passengers a
 * year, ICAO code.
 */
export type AirportRow = readonly [string, string, string, string | 0, string, number, number, number, number, string];

export interface AirportData {
  readonly zones: readonly string[];
  readonly airports: readonly AirportRow[];
  /** Code, name, country, airports. */
  readonly areas: readonly (readonly [string, string, string, readonly string[]])[];
  /** Other names that travellers use for a place. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
}

interface Area {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  /** Largest first. */
  readonly airports: readonly Airport[];
}

export interface AirportTable {
  /** Sorted by code. */
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
    // By index: destructuring the rows takes three times as long in a cold process.
    const code = row[0];
    byCode.set(code, {
      code,
      icao: row[9],
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

/** Estimated million passengers a year; 0 for an unknown airport. */
export const trafficOf = (airport: Airport): number => airportTable().traffic(airport);
