import { describe, expect, it } from "vitest";
import { cases } from "../../../../test/fixtures/cases.ts";
import { type Clock, frozenClock, systemClock } from "../../../model/clock.ts";
import { type Draw, draw } from "../../../model/draw.ts";
import { CABINS, type FlightSegment } from "../../../model/flight.ts";
import { loadPlaces } from "../places.ts";
import { conditionsOf, openFamilies } from "./fare-families.ts";
import { createFlights } from "./flights.ts";
import type { Service } from "./services.ts";

const places = loadPlaces();
const PARTY = { adults: 1, children: 0, infants: 0 };
const FIRST_DAY = Date.parse("2026-12-01T09:00:00Z");
const DAY_MS = 86_400_000;
/** The bands of the contract for flights within the United States, in cents. */
const BANDS = { economy: [20_000, 80_000], business: [80_000, 200_000], first: [250_000, 600_000] } as const;

const dayAt = (days: number): string => new Date(FIRST_DAY + days * DAY_MS).toISOString().slice(0, 10);

/** Flights on sale on a date in all cabins, each with its fares, cheapest first. */
const faresIn = (clock: Clock) => {
  const world = createFlights({ seed: "fixed", clock, places });
  return (from: string, to: string, date: string): ReadonlyMap<string, readonly FlightSegment[]> => {
    const flights = new Map<string, FlightSegment[]>();
    for (const cabin of CABINS) {
      const { offers } = world.searchFlights({
        origin: places.require(from, "origin"),
        destination: places.require(to, "destination"),
        ...{ date, cabin, party: PARTY, maxConnections: 0, sortBy: "price", maxResults: 100 },
      });
      for (const { option } of offers) {
        const fares = world.rates([option.id], PARTY).flatMap(({ flights: sold = [] }) => sold);
        flights.set(option.flightNumber, [...(flights.get(option.flightNumber) ?? []), ...fares]);
      }
    }
    return flights;
  };
};

const isUs = (code: string): boolean => places.airport(code)?.country === "US";

describe("the fares of a flight, from basic economy to flexible first class", { timeout: 120_000 }, () => {
  const clocks = {
    "with the system clock": { clock: systemClock, ahead: undefined },
    "a day before departure": { clock: frozenClock(FIRST_DAY), ahead: 1 },
    "nine days before departure": { clock: frozenClock(FIRST_DAY), ahead: 9 },
    "sixty days before departure": { clock: frozenClock(FIRST_DAY), ahead: 60 },
  } as const;
  const airports = [...places.airports()].sort((a, b) => places.traffic(b) - places.traffic(a)).slice(0, 150);
  for (const [name, { clock, ahead }] of Object.entries(clocks)) {
    it(`rise from each to the next, within the bands of the United States, ${name}`, () => {
      const chance: Draw = draw("fare families", ahead ?? 0);
      const fares = faresIn(clock);
      const wanted = cases(500);
      let count = 0;
      while (count < wanted) {
        const [from, to] = [chance.pick(airports).code, chance.pick(airports).code];
        if (places.sameCity(from, to)) continue;
        for (const [flightNumber, sold] of fares(from, to, dayAt(ahead ?? chance.integer(0, 300)))) {
          count++;
          for (const [i, { price, cabin, id }] of sold.entries()) {
            expect(price, `${id} after ${sold[i - 1]?.id}`).toBeGreaterThan(sold[i - 1]?.price ?? 0);
            const band = isUs(from) && isUs(to) && cabin !== "premium_economy" ? BANDS[cabin] : undefined;
            if (band === undefined) continue;
            expect(price, `${flightNumber} ${id}`).toBeGreaterThanOrEqual(band[0]);
            expect(price, `${flightNumber} ${id}`).toBeLessThanOrEqual(band[1]);
          }
        }
      }
    });
  }
});

describe("a search for flexible fares", () => {
  const world = createFlights({ seed: "fixed", clock: systemClock, places });
  const found = (
    from: string,
    to: string,
    flexibility: "any" | "changeable" | "refundable",
    maxConnections: 0 | 2 = 0,
  ) =>
    world.searchFlights({
      origin: places.require(from, "origin"),
      destination: places.require(to, "destination"),
      ...{ date: "2027-03-10", cabin: "economy", party: PARTY, maxConnections, flexibility },
      ...{ sortBy: "price", maxResults: 100 },
    });

  it("finds the cheapest fare of each flight that allows it, the cheapest flight first", () => {
    for (const flexibility of ["changeable", "refundable"] as const) {
      const { offers } = found("JFK", "LHR", flexibility, 2);
      expect(offers.length).toBeGreaterThan(5);
      const prices = offers.map(({ option }) => option.price);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      for (const { option } of offers) {
        const allowed = world
          .rates(option.flightIds, PARTY)
          .filter(({ flights: [one] = [] }) =>
            flexibility === "refundable" ? one?.refundable : one?.changeFee !== null,
          );
        expect(option).toMatchObject({ price: allowed[0]?.price, flightIds: allowed[0]?.ids });
      }
    }
  });

  it("says why it finds nothing where every airline sells other fares", () => {
    const pairs = [
      ["STN", "DUB"],
      ["LTN", "BUD"],
      ["BGY", "STN"],
      ["STN", "BGY"],
      ["LTN", "OTP"],
    ] as const;
    const empty = pairs
      .filter(([from, to]) => found(from, to, "any").total > 0)
      .map(([from, to]) => found(from, to, "refundable"))
      .filter(({ total }) => total === 0);
    expect(empty.length).toBeGreaterThan(0);
    for (const { reason } of empty) expect(reason).toMatch(/^None of the \d+ options has a refundable fare/);
  });
});

describe("the conditions of a fare", () => {
  const service = (country: string, model = "full-service", km = 2_000) =>
    ({
      ...{ airline: { country, model }, km },
      ...{ from: { country: "FR" }, to: { country: "DE" } },
    }) as unknown as Service;

  it.each([
    ["US", "full-service", "LT", { name: "Basic", changeFee: null, refund: "none", bags: "0PC", seat: "paid" }],
    ["CA", "full-service", "ST", { name: "Main", changeFee: 0, refund: "credit", bags: "1PC" }],
    ["DE", "full-service", "LT", { name: "Light", changeFee: null, refund: "taxes", bags: "0PC" }],
    ["DE", "regional", "ST", { name: "Standard", changeFee: 7_500, refund: "taxes", bags: "1PC" }],
    ["SG", "full-service", "LT", { name: "Lite", changeFee: 10_000, refund: "cash", refundFee: 15_000, bags: "20K" }],
    [
      "SG",
      "full-service",
      "ST",
      { name: "Standard", changeFee: 5_000, refund: "cash", refundFee: 10_000, bags: "25K" },
    ],
    ["IE", "low-cost", "LT", { name: "Basic", changeFee: 5_000, refund: "none", bags: "0PC", seat: "paid" }],
    ["IE", "low-cost", "ST", { name: "Plus", changeFee: 5_000, refund: "none", bags: "1PC", seat: "free" }],
    ["MY", "low-cost", "FX", { name: "Max", changeFee: 0, refund: "credit", bags: "20K", seat: "free" }],
    ["JP", "full-service", "FX", { name: "Flex", changeFee: 0, refund: "cash", refundFee: 0, seat: "free" }],
  ] as const)("follow the home of the airline: %s, %s, %s", (country, model, family, conditions) => {
    expect(conditionsOf(service(country, model), "Y", family)).toMatchObject({ family, ...conditions });
  });

  it("include a bag on long flights with every fare of most airlines, and with no basic fare of North America", () => {
    expect(conditionsOf(service("DE", "full-service", 9_000), "Y", "LT").bags).toBe("1PC");
    expect(conditionsOf(service("US", "full-service", 9_000), "Y", "LT").bags).toBe("0PC");
  });

  it("are the same in front of economy for all airlines", () => {
    for (const cabin of ["W", "J", "F"] as const) {
      const saver = { name: "Saver", changeFee: 10_000, refund: "cash", refundFee: 25_000, seat: "free" };
      expect(conditionsOf(service("US"), cabin, "ST")).toMatchObject(saver);
      expect(conditionsOf(service("SG"), cabin, "FX")).toMatchObject({ name: "Flex", changeFee: 0, refund: "cash" });
    }
  });

  it("leave the cheapest family to the lower classes of a cabin", () => {
    const codes = (cabin: "Y" | "W" | "J" | "F", letter: string) => openFamilies(cabin, letter).map(({ code }) => code);
    expect(codes("Y", "N")).toEqual(["LT", "ST", "FX"]);
    expect(codes("Y", "B")).toEqual(["ST", "FX"]);
    expect(codes("W", "W")).toEqual(["ST", "FX"]);
    expect(codes("J", "C")).toEqual(["ST", "FX"]);
    expect(codes("J", "J")).toEqual(["FX"]);
    expect(codes("F", "F")).toEqual(["FX"]);
  });
});
