import type { AircraftKind } from "../block-time.ts";
import { dataTable } from "../data-file.ts";

export interface Aircraft {
  /** IATA code. */
  readonly code: string;
  readonly name: string;
  readonly body: "wide" | "narrow" | "regional" | "turboprop" | "small";
  readonly kind: AircraftKind;
  readonly seats: number;
  readonly rangeKm: number;
}

/** Code, name, body, typical seats, range in km; `small` ones carry fewer than twenty and land on any strip. */
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
