import { describe, expect, it } from "vitest";
import { frozenClock } from "../../model/clock.ts";
import { Failure } from "../../model/failure.ts";
import type { Cabin } from "../../model/flight.ts";
import type { Place } from "../../model/place.ts";
import { loadPlaces } from "./places.ts";
import { withTestAirline } from "./test-airline.ts";
import { createGeneratedWorld } from "./world.ts";

const places = loadPlaces();
const world = createGeneratedWorld({ seed: "fixed", clock: frozenClock(Date.parse("2026-11-16T12:00:00Z")), places });
const supplier = withTestAirline(world, places);
const family = { adults: 2, children: 1, infants: 1 };

const query = (from: string, to: string, cabin: Cabin = "economy", party = { adults: 1, children: 0, infants: 0 }) => ({
  origin: places.place(from) as Place,
  destination: places.place(to) as Place,
  date: "2026-12-15",
  cabin,
  party,
  maxConnections: 0 as const,
  sortBy: "price" as const,
  maxResults: 50,
});

describe("the test airline", () => {
  it("flies where the generated world does not, and appears only in its own searches", () => {
    expect(supplier.searchFlights(query("LHR", "LGW")).offers).toEqual([]);
    const { offers } = supplier.testAirline.searchFlights(query("LHR", "LGW"));
    expect(offers.map(({ option }) => option.id)).toEqual([
      "F-ZZ101-20261215-LHRLGW-Y",
      "F-ZZ203-20261215-LHRLGW-Y",
      "F-ZZ305-20261215-LHRLGW-Y",
    ]);
    for (const { option } of offers) {
      expect(option).toMatchObject({ airlineCode: "ZZ", airlineName: "Duffel Airways", status: "available", stops: 0 });
      expect(Date.parse(option.arrivalTime) - Date.parse(option.departureTime)).toBe(option.duration * 60_000);
    }
  });

  it("quotes its offers by id", () => {
    const { offers } = supplier.testAirline.searchFlights(query("LTN", "SYD", "business", family));
    for (const { option, stock } of offers) {
      const [quoted] = supplier.quoteFlights(option.flightIds, family);
      const { flightIds: _ids, stops: _stops, pricePerAdult: _price, ...segment } = option;
      expect(quoted?.segment).toEqual(segment);
      expect([quoted?.stock]).toEqual(stock);
      expect(option.baseFare + option.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(option.price);
    }
  });

  it.each<[string, string, readonly number[]]>([
    ["LHR", "JFK", [223, 347, 1365, 3230]],
    ["LGW", "BCN", [70, 92, 294, 695]],
    ["JFK", "LAX", [167, 256, 979, 2305]],
    ["SYD", "SIN", [258, 384, 1475, 3921]],
  ])("has prices from %s to %s close to Duffel's test airline", (from, to, dollars) => {
    const cabins = ["economy", "premium_economy", "business", "first"] as const;
    for (const [i, cabin] of cabins.entries()) {
      const [cheapest] = supplier.testAirline.searchFlights(query(from, to, cabin)).offers;
      const ratio = (cheapest?.option.price as number) / 100 / (dollars[i] as number);
      expect(ratio).toBeGreaterThan(0.85);
      expect(ratio).toBeLessThan(1.15);
    }
  });

  it("passes flights of the generated world to its supplier", () => {
    const ids = supplier.searchFlights(query("LHR", "JFK")).offers[0]?.option.flightIds as readonly string[];
    expect(supplier.quoteFlights(ids, family)).toEqual(world.quoteFlights(ids, family));
    expect(() => supplier.quoteFlights([...ids, "F-ZZ101-20261215-LHRLGW-Y"], family)).toThrow(/together/);
  });

  it.each([
    "F-ZZ999-20261215-LHRLGW-Y",
    "F-ZZ101-20261215-LHRLHR-Y",
    "F-ZZ101-20261315-LHRLGW-Y",
    "F-ZZ101-20260230-LHRLGW-Y",
    "F-ZZ101-20261215-LHRXXX-Y",
    "F-ZZ101-20261215-LHRLGW-Q",
    "f-zz",
    `F-ZZ${"1".repeat(500)}`,
  ])("rejects the flight id %s", (id) => expect(() => supplier.quoteFlights([id], family)).toThrow(Failure));
});
