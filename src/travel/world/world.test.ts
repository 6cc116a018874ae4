import { describe, expect, it } from "vitest";
import { frozenClock } from "../../model/clock.ts";
import { loadPlaces } from "./places.ts";
import { createGeneratedWorld, createWorlds } from "./world.ts";

const places = loadPlaces();
const JANUARY = frozenClock(Date.parse("2027-01-04T09:00:00Z"));
const MARCH = frozenClock(Date.parse("2027-03-01T09:00:00Z"));
const flights = {
  origin: places.require("NYC", "origin"),
  destination: places.require("LON", "destination"),
  date: "2027-03-10",
  cabin: "economy",
  party: { adults: 1, children: 0, infants: 0 },
  maxConnections: 1,
  sortBy: "price",
  maxResults: 10,
} as const;
const stay = {
  city: places.require("VIE", "cityCode"),
  checkIn: "2027-03-10",
  checkOut: "2027-03-12",
  guests: 1,
  minStars: 1,
  sortBy: "price",
  maxResults: 5,
} as const;

describe("worlds over shared tables", () => {
  const worldOf = createWorlds(places);

  it.each([
    ["one seed at one time", "fixed", JANUARY],
    ["the same seed at a later time", "fixed", MARCH],
    ["another seed", "other", JANUARY],
  ])("answer as worlds of their own: %s", (_, seed, clock) => {
    const [shared, own] = [worldOf({ seed, clock }), createGeneratedWorld({ seed, clock, places })];
    const found = shared.searchFlights(flights);
    expect(found).toEqual(own.searchFlights(flights));
    expect(shared.searchHotels(stay)).toEqual(own.searchHotels(stay));
    const ids = found.offers[0]?.option.flightIds as string[];
    expect(shared.quoteFlights(ids, flights.party)).toEqual(own.quoteFlights(ids, flights.party));
  });

  it("of one seed and day return the same cached answer", () => {
    const [one, other] = [worldOf({ seed: "fixed", clock: JANUARY }), worldOf({ seed: "fixed", clock: JANUARY })];
    expect(one.searchFlights(flights)).toBe(other.searchFlights(flights));
  });
});
