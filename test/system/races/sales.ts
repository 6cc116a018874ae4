import { expect } from "vitest";
import { addDays } from "../../../src/model/calendar.ts";
import type { FlightOption } from "../../../src/model/flight.ts";
import { type TaxiwayProcess, TODAY, type ToolResult, worked } from "../../fixtures/taxiway.ts";

/** By connections: pairs with many nonstops, and pairs with none. */
const ROUTES = [
  [
    { origin: "JFK", destination: "LAX" },
    { origin: "LHR", destination: "AMS" },
    { origin: "ORD", destination: "SFO" },
    { origin: "FRA", destination: "MAD" },
  ],
  [
    { origin: "TUS", destination: "HAM" },
    { origin: "BOI", destination: "NCE" },
    { origin: "GOT", destination: "SLC" },
  ],
] as const;

interface Question {
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: string;
  readonly maxConnections: number;
}
export interface ScarceFlight {
  readonly search: Question & { readonly maxResults: 100 };
  readonly flightIds: readonly string[];
  readonly seats: number;
}

type Callable = Pick<TaxiwayProcess, "call">;

const optionsOf = async (taxiway: Callable, search: object): Promise<FlightOption[]> =>
  worked(await taxiway.call("searchFlights", search)).flights;

/** Flights whose number of seats is visible: below nine, a search shows the exact number. */
export async function* scarceFlights(taxiway: Callable, maxConnections: 0 | 1 = 0): AsyncGenerator<ScarceFlight> {
  for (let days = 20; days < 300; days++) {
    for (const route of ROUTES[maxConnections]) {
      const search = { ...route, departureDate: addDays(TODAY, days), maxConnections, maxResults: 100 as const };
      for (const { flightIds, seatsAvailable, stops } of await optionsOf(taxiway, search)) {
        if (stops === maxConnections && seatsAvailable > 0 && seatsAvailable < 9)
          yield { search, flightIds, seats: seatsAvailable };
      }
    }
  }
}

/** The first flight with enough seats for a race. */
export const raceableFlight = async (taxiway: TaxiwayProcess, maxConnections: 0 | 1 = 0): Promise<ScarceFlight> => {
  for await (const flight of scarceFlights(taxiway, maxConnections)) if (flight.seats >= 4) return flight;
  throw new Error("no flight has few seats");
};

/** The option as that process shows it now. */
export const optionNow = async (
  taxiway: TaxiwayProcess,
  { search, flightIds }: ScarceFlight,
): Promise<FlightOption> => {
  const options = await optionsOf(taxiway, search);
  const option = options.find((candidate) => candidate.flightIds.join() === flightIds.join());
  if (!option) throw new Error(`${flightIds} is not for sale any more`);
  return option;
};

export const bookSeat = (
  taxiway: TaxiwayProcess,
  { flightIds }: ScarceFlight,
  idempotencyKey?: string,
): Promise<ToolResult> =>
  taxiway.call("bookFlight", {
    flightIds,
    passengers: [{ type: "adult", firstName: "Ada", lastName: "Lovelace" }],
    contactEmail: "ada@example.com",
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

/** Splits outcomes into PNRs and rejections; only "sold out" is a valid rejection. */
export const tally = (results: readonly ToolResult[]): string[] => {
  for (const { isError, _meta } of results) {
    if (isError)
      expect(_meta["taxiway/error"]).toMatchObject({ code: -32002, data: { field: "flightIds", seatsLeft: 0 } });
  }
  return results.filter(({ isError }) => !isError).map((result) => worked(result).pnr as string);
};
