import { describe, expect, it } from "vitest";
import { Failure } from "../../../model/failure.ts";
import type { FlightSearchRequest, MultiCityRequest } from "../flight-shop.ts";
import { planMultiCity, planSearch } from "./plan-trip.ts";

const NOW = Date.parse("2025-04-01T09:00:00Z");
const SEARCH: FlightSearchRequest = { origin: "SFO", destination: "CDG", departure_date: "2025-05-10" };
const plan = (change: object) => planSearch({ ...SEARCH, ...change }, NOW);

const failureOf = (work: () => unknown): Failure => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error("was not refused");
};

describe("planning a search", () => {
  it("applies the defaults", () => {
    expect(plan({})).toEqual({
      trip: {
        slices: [{ origin: "SFO", destination: "CDG", date: "2025-05-10" }],
        adults: 1,
        ages: [],
        cabin: undefined,
        maxConnections: 2,
      },
      warnings: [],
    });
  });

  it("warns about assumed ages", () => {
    const { trip, warnings } = plan({ adults: 2, children: 2, infants: 1 });
    expect(trip.ages).toEqual([1, 8, 8]);
    expect(warnings).toHaveLength(2);
    expect(plan({ children: 2, child_ages: [12, 4] })).toMatchObject({ trip: { ages: [4, 12] }, warnings: [] });
    expect(plan({ child_ages: [12] }).trip.ages).toEqual([12]);
  });

  it("accepts a day that is still today in some time zone", () => {
    const noon = Date.parse("2025-05-11T11:59:00Z");
    expect(planSearch(SEARCH, noon).trip.slices).toHaveLength(1);
    expect(failureOf(() => planSearch(SEARCH, noon + 60_000)).details.field).toBe("departure_date");
  });

  it.each<[string, object, string]>([
    ["an origin that is not a code", { origin: "San Francisco" }, "origin"],
    ["a code in lower case", { destination: "cdg" }, "destination"],
    ["no origin", { origin: undefined }, "origin"],
    ["the same origin and destination", { destination: "SFO" }, "destination"],
    ["a day that does not exist", { departure_date: "2025-02-30" }, "departure_date"],
    ["a date in another format", { departure_date: "10.05.2025" }, "departure_date"],
    ["a day in the past", { departure_date: "2025-03-01" }, "departure_date"],
    ["a return before the departure", { return_date: "2025-05-09" }, "return_date"],
    ["no travellers", { adults: 0 }, "adults"],
    ["a fraction of a traveller", { adults: 1.5 }, "adults"],
    ["ten travellers", { adults: 6, children: 4 }, "adults"],
    ["more infants than adults", { infants: 2 }, "infants"],
    ["fewer ages than children", { children: 2, child_ages: [4] }, "child_ages"],
    ["a child of one", { child_ages: [1] }, "child_ages[0]"],
    ["a child of eighteen", { child_ages: [4, 18] }, "child_ages[1]"],
    ["an unknown cabin", { cabin_class: "cargo" }, "cabin_class"],
    ["three connections", { max_connections: 3 }, "max_connections"],
    ["a time that is none", { departure_time: { after: "6:00", before: "12:00" } }, "departure_time.after"],
    ["a time without an end", { arrival_time: { after: "06:00" } }, "arrival_time.before"],
    ["a window that ends before it begins", { departure_time: { after: "22:00", before: "06:00" } }, "departure_time"],
  ])("rejects %s", (_, change, field) => {
    const failure = failureOf(() => plan(change));
    expect(failure.kind).toBe("invalid");
    expect(failure.details.field).toBe(field);
  });

  it("names the invalid code", () => {
    expect(failureOf(() => plan({ origin: "SF" })).message).toBe("Invalid origin IATA code: SF.");
    expect(failureOf(() => plan({ departure_date: "soon" })).message).toBe("Invalid departure date: soon.");
  });
});

describe("planning a multi-city search", () => {
  const slice = (origin: string, destination: string, departure_date: string) => ({
    origin,
    destination,
    departure_date,
  });
  const some = [slice("SFO", "LHR", "2025-05-10"), slice("CDG", "SFO", "2025-05-20")];
  const multi = (slices: MultiCityRequest["slices"]) => planMultiCity({ slices }, NOW);

  it("keeps the order of the slices", () => {
    expect(multi(some).trip.slices.map(({ origin }) => origin)).toEqual(["SFO", "CDG"]);
  });

  it.each<[string, MultiCityRequest["slices"], string]>([
    ["one slice", some.slice(1), "slices"],
    ["seven", Array.from({ length: 7 }, () => slice("SFO", "LHR", "2025-05-10")), "slices"],
    [
      "a date before that of the previous slice",
      [...some, slice("SFO", "JFK", "2025-05-19")],
      "slices[2].departure_date",
    ],
    ["an invalid place", [...some, slice("SFO", "?", "2025-05-21")], "slices[2].destination"],
  ])("rejects %s", (_, slices, field) => {
    expect(failureOf(() => multi(slices)).details.field).toBe(field);
  });
});
