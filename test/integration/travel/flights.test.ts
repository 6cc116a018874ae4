import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { CABINS, type FlightOption } from "../../../src/model/flight.ts";
import type { Travel } from "../../../src/travel/travel.ts";
import { loadPlaces } from "../../../src/travel/world/places.ts";
import { cases } from "../../fixtures/cases.ts";
import { type Caller, composeInProcess } from "../../fixtures/in-process.ts";
import { flightProblems } from "../../fixtures/model-rules.ts";
import { type CheckResult, createResultCheck } from "../../fixtures/result-checks.ts";
import { worked } from "../../fixtures/taxiway.ts";
import { cabin, date, party, route, SEED } from "./arbitraries.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let caller: Caller;
let twin: Caller;
let check: CheckResult;
/** Without the limits of an answer. */
let travel: Travel;
const ADA = { tenant: "default", sessionId: "ada", transport: "stdio" } as const;

beforeAll(async () => {
  const [one, other] = await Promise.all([composeInProcess(), composeInProcess()]);
  caller = one.caller();
  twin = other.caller();
  ({ travel } = (await one.taxiway.open()).services);
  check = createResultCheck((await caller.ask("tools/list")).result.tools);
  return Promise.all(
    [one, other].map(
      ({ taxiway }) =>
        () =>
          taxiway.close(),
    ),
  ).then((closes) => async () => void (await Promise.all(closes.map((close) => close()))));
});

interface Found {
  readonly flights: readonly FlightOption[];
  readonly resultCount: number;
  readonly reason?: string;
}

const search = async (input: object, by = caller): Promise<Found> =>
  worked(check("searchFlights", await by.call("searchFlights", { detail: "full", ...input })));

const SORT_KEYS = {
  price: (option: FlightOption) => option.price,
  duration: (option: FlightOption) => option.duration,
  departure: (option: FlightOption) => Date.parse(option.departureTime),
} as const;

const sorted = (numbers: readonly number[]): boolean =>
  numbers.every((n, i) => i === 0 || (numbers[i - 1] as number) <= n);

describe("any flight search", () => {
  it("returns only options that follow the rules of the model and of the search", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        route,
        date,
        party,
        cabin,
        fc.constantFrom(0, 1, 2, undefined),
        fc.constantFrom("price", "duration", "departure", undefined),
        fc.constantFrom(1, 5, 100, undefined),
        async ({ origin, destination }, departureDate, passengers, cabin, maxConnections, sortBy, maxResults) => {
          const input = { origin, destination, departureDate, passengers, cabin, maxConnections, sortBy, maxResults };
          const { flights, resultCount, reason } = await search(input);
          found += flights.length;
          expect(flights.flatMap(flightProblems)).toEqual([]);
          expect(resultCount).toBe(flights.length);
          expect(flights.length).toBeLessThanOrEqual(maxResults ?? 10);
          expect(flights.length === 0).toBe(reason !== undefined);
          expect(sorted(flights.filter(({ status }) => status === "available").map(SORT_KEYS[sortBy ?? "price"]))).toBe(
            true,
          );
          expect(new Set(flights.map(({ flightIds }) => flightIds.join())).size).toBe(flights.length);
          const codes = (place: string) =>
            loadPlaces()
              .require(place, "")
              .airports.map(({ code }) => code);
          const seats = passengers.adults + passengers.children;
          for (const option of flights) {
            expect(codes(origin)).toContain(option.originCode);
            expect(codes(destination)).toContain(option.destinationCode);
            expect(option.departureTime.slice(0, 10)).toBe(departureDate);
            expect(option.cabin).toBe(cabin);
            expect(option.stops).toBeLessThanOrEqual(maxConnections ?? 2);
            if (option.status === "available") expect(option.seatsAvailable).toBeGreaterThanOrEqual(seats);
          }
        },
      ),
      { numRuns: cases(300), seed: SEED },
    );
    expect(found).toBeGreaterThan(cases(375));
  });

  it("gives the same answer whatever was searched before", async () => {
    await fc.assert(
      fc.asyncProperty(route, date, cabin, async (places, departureDate, cabin) => {
        const input = { ...places, departureDate, cabin };
        expect((await search(input, twin)).flights).toEqual((await search(input)).flights);
      }),
      { numRuns: cases(50), seed: SEED },
    );
  });

  it("has higher prices for better cabins of the same flights", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(route, date, party, async (places, departureDate, passengers) => {
        const prices = new Map<string, number>();
        for (const cabin of CABINS) {
          const { flights } = await search({ ...places, departureDate, passengers, cabin, maxResults: 100 });
          for (const option of flights) {
            const numbers = (option.segments ?? [option]).map(({ flightNumber }) => flightNumber).join("+");
            const cheaper = prices.get(numbers);
            if (cheaper !== undefined) {
              compared++;
              expect(option.pricePerAdult, `${cabin} of ${option.id}`).toBeGreaterThan(cheaper);
            }
            prices.set(numbers, option.pricePerAdult);
          }
        }
      }),
      { numRuns: cases(60), seed: SEED },
    );
    expect(compared).toBeGreaterThan(cases(100));
  });

  it("from a city returns the flights of all its airports", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("NYC", "LON", "TYO", "PAR", "CHI"),
        fc.constantFrom("LAX", "FRA", "SIN"),
        date,
        async (city, destination, departureDate) => {
          const nonstop = async (origin: string) => {
            const trip = { origin, destination, departureDate, maxConnections: 0, sortBy: "price" } as const;
            const party = { adults: 1, children: 0, infants: 0 };
            const found = await travel.searchFlights({ ...trip, party, cabin: "economy", maxResults: 100 }, ADA);
            return found.flights.map(({ id }) => id);
          };
          const airports = loadPlaces()
            .require(city, "")
            .airports.map(({ code }) => code);
          const separately = (await Promise.all(airports.map(nonstop))).flat();
          const together = await nonstop(city);
          expect(separately.length).toBeLessThan(100);
          expect([...together].sort()).toEqual(separately.sort());
        },
      ),
      { numRuns: cases(15), seed: SEED },
    );
  });

  it("shows a flight with the same number, schedule and seats wherever it appears", async () => {
    const known = new Map<string, string>();
    // Around the days when sales start: a flight of tomorrow can be part of a journey that begins today.
    const days = fc.constantFrom("2026-12-03", "2026-12-04", "2026-12-14", "2026-12-15", "2027-01-30", "2027-01-31");
    await fc.assert(
      fc.asyncProperty(route, days, async (places, departureDate) => {
        const { flights } = await search({ ...places, departureDate, maxResults: 100 });
        for (const segment of flights.flatMap((option) => option.segments ?? [option])) {
          const { flightNumber, originCode, destinationCode, departureTime, arrivalTime, seatsAvailable } = segment;
          const name = `${flightNumber} on ${departureTime.slice(0, 10)} in ${segment.cabin}`;
          const facts = `${originCode} ${departureTime} ${destinationCode} ${arrivalTime} ${seatsAvailable} seats`;
          expect(known.get(name) ?? facts, name).toBe(facts);
          known.set(name, facts);
        }
      }),
      { numRuns: cases(200), seed: SEED },
    );
    expect(known.size).toBeGreaterThan(cases(250));
  });
});
