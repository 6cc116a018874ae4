import { describe, expect, it } from "vitest";
import type { FlightSegment } from "../../../model/flight.ts";
import type { FlightChoice } from "./flight-choices.ts";
import { tripsOf } from "./trips.ts";

const choice = (airline: string, total: number, leaves: string, lands: string, flights = 1): FlightChoice => ({
  segments: [{ airlineCode: airline, departureTime: leaves, arrivalTime: lands } as FlightSegment],
  flightIds: Array.from({ length: flights }, (_, i) => `${airline}${leaves}${total}/${i}`),
  total,
  base: total - 10,
  minutes: 60,
});
const out = (airline: string, total: number) => choice(airline, total, "2026-12-15T08:00:00Z", "2026-12-15T09:00:00Z");
const back = (airline: string, total: number) => choice(airline, total, "2026-12-16T08:00:00Z", "2026-12-16T09:00:00Z");

describe("trips", () => {
  it("sum the prices of their slices and come cheapest first", () => {
    const trips = tripsOf([[out("BA", 100), out("AA", 120)], [back("BA", 50)]]);
    expect(trips.map(({ total, base, minutes, owner }) => [total, base, minutes, owner])).toEqual([
      [150, 130, 120, "BA"],
      [170, 150, 120, "AA"],
    ]);
  });

  it("include the cheapest of all, and single-airline trips that cheaper mixed trips would crowd out", () => {
    const many = (airline: string, price: number, make: typeof out) =>
      Array.from({ length: 20 }, (_, i) => make(airline, price + i));
    const trips = tripsOf([
      [...many("AA", 100, out), ...many("BA", 900, out)],
      [...many("BA", 100, back), ...many("AA", 900, back)],
    ]);
    expect(trips).toHaveLength(200);
    expect(trips[0]?.total).toBe(200);
    const same = trips.filter(({ choices }) => new Set(choices.map((one) => one.segments[0]?.airlineCode)).size === 1);
    expect(same).toHaveLength(100);
    expect(same[0]?.total).toBe(1000);
  });

  it("return on the cheapest flight that leaves late enough, even if many cheaper ones leave too early", () => {
    const early = Array.from({ length: 60 }, (_, i) =>
      choice("BA", 10 + i, "2026-12-15T10:00:00Z", "2026-12-15T11:00:00Z"),
    );
    expect(tripsOf([[out("BA", 100)], [...early, back("BA", 500)]]).map(({ total }) => total)).toEqual([600]);
  });

  it("start each slice well after the arrival of the previous one", () => {
    const early = choice("BA", 50, "2026-12-15T11:59:00Z", "2026-12-15T13:00:00Z");
    const later = choice("BA", 60, "2026-12-15T12:00:00Z", "2026-12-15T13:00:00Z");
    expect(tripsOf([[out("BA", 100)], [early, later]]).map(({ total }) => total)).toEqual([160]);
  });

  it("have at most as many flights as a booking can have", () => {
    const long = (day: number) => choice("BA", 1, `2026-12-${day}T08:00:00Z`, `2026-12-${day}T09:00:00Z`, 3);
    expect(tripsOf([15, 16, 17, 18, 19].map((day) => [long(day)]))).toHaveLength(1);
    expect(tripsOf([15, 16, 17, 18, 19, 20].map((day) => [long(day)]))).toHaveLength(0);
  });

  it("are empty if a slice has no flights", () => expect(tripsOf([[out("BA", 100)], []])).toEqual([]));
});
