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
  it("add up their slices, cheapest first", () => {
    const trips = tripsOf([[out("BA", 100), out("AA", 120)], [back("BA", 50)]]);
    expect(trips.map(({ total, base, minutes, owner }) => [total, base, minutes, owner])).toEqual([
      [150, 130, 120, "BA"],
      [170, 150, 120, "AA"],
    ]);
  });

  it("have the cheapest of all among them, and those of one airline where cheaper mixtures would crowd them out", () => {
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

  it("go back with the cheapest flight that leaves late enough, however many cheaper ones leave too early", () => {
    const early = Array.from({ length: 60 }, (_, i) =>
      choice("BA", 10 + i, "2026-12-15T10:00:00Z", "2026-12-15T11:00:00Z"),
    );
    expect(tripsOf([[out("BA", 100)], [...early, back("BA", 500)]]).map(({ total }) => total)).toEqual([600]);
  });

  it("leave no slice before the one before has landed, with time to spare", () => {
    const early = choice("BA", 50, "2026-12-15T11:59:00Z", "2026-12-15T13:00:00Z");
    const later = choice("BA", 60, "2026-12-15T12:00:00Z", "2026-12-15T13:00:00Z");
    expect(tripsOf([[out("BA", 100)], [early, later]]).map(({ total }) => total)).toEqual([160]);
  });

  it("have no more flights than a booking may have", () => {
    const long = (day: number) => choice("BA", 1, `2026-12-${day}T08:00:00Z`, `2026-12-${day}T09:00:00Z`, 3);
    expect(tripsOf([15, 16, 17, 18, 19].map((day) => [long(day)]))).toHaveLength(1);
    expect(tripsOf([15, 16, 17, 18, 19, 20].map((day) => [long(day)]))).toHaveLength(0);
  });

  it("need flights for every slice", () => expect(tripsOf([[out("BA", 100)], []])).toEqual([]));
});
