import { describe, expect, it } from "vitest";
import type { Cabin } from "../../../model/flight.ts";
import { chosenTrips, type TripGroup } from "./chosen-trips.ts";
import type { Trip } from "./trips.ts";

const group = (cabin: Cabin, cheapest: number, count: number, testAirline = false): TripGroup => ({
  cabin,
  testAirline,
  trips: Array.from({ length: count }, (_, i): Trip => {
    const id = `${testAirline ? "ZZ" : "BA"} ${cabin} ${i}`;
    return {
      choices: [],
      flightIds: [id],
      total: cheapest + i,
      base: 0,
      minutes: 60,
      owner: testAirline ? "ZZ" : "BA",
    };
  }),
});

const ids = (trips: readonly Trip[]): readonly string[] => trips.flatMap(({ flightIds }) => flightIds);
const count = (trips: readonly Trip[], word: string): number => ids(trips).filter((id) => id.includes(word)).length;

const every = [
  group("economy", 100, 200),
  group("economy", 900, 9, true),
  group("premium_economy", 300, 200),
  group("business", 1_000, 200),
  group("business", 5_000, 9, true),
  group("first", 3_000, 5),
];

describe("the trips of a search", () => {
  it("are the cheapest, with three of the test airline however dear they are", () => {
    const trips = chosenTrips([group("economy", 100, 200), group("economy", 900, 9, true)], 50);
    expect(ids(trips).slice(0, 47)).toEqual(Array.from({ length: 47 }, (_, i) => `BA economy ${i}`));
    expect(ids(trips).slice(47)).toEqual(["ZZ economy 0", "ZZ economy 1", "ZZ economy 2"]);
  });

  it("are of every cabin, most of them economy, in the order of their prices", () => {
    const trips = chosenTrips(every, 50);
    expect(trips).toHaveLength(50);
    expect(count(trips, "BA economy")).toBeGreaterThan(count(trips, "BA business"));
    for (const word of ["BA premium", "BA business", "BA first"]) expect(count(trips, word)).toBeGreaterThanOrEqual(5);
    expect(count(trips, "ZZ")).toBe(6);
    const totals = trips.map(({ total }) => total);
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
  });

  it("are all among those of a larger choice", () => {
    const all = new Set(ids(chosenTrips(every, 200)));
    expect(all.size).toBe(200);
    for (const limit of [1, 10, 50, 130]) for (const id of ids(chosenTrips(every, limit))) expect(all).toContain(id);
  });

  it("fill the choice from the other cabins if one has few", () => {
    expect(chosenTrips([group("economy", 100, 2), group("business", 1_000, 60)], 50)).toHaveLength(50);
    expect(chosenTrips([group("economy", 100, 2)], 50)).toHaveLength(2);
    expect(chosenTrips([], 50)).toEqual([]);
  });
});
