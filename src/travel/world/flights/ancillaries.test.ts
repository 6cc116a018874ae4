import { describe, expect, it } from "vitest";
import { frozenClock } from "../../../model/clock.ts";
import type { Cabin, FlightOption, FlightSegment } from "../../../model/flight.ts";
import type { Ancillary, SeatMap } from "../../supplier.ts";
import { loadPlaces } from "../places.ts";
import { createFlights } from "./flights.ts";

const places = loadPlaces();
const flights = createFlights({ seed: "fixed", clock: frozenClock(Date.parse("2027-01-04T09:00:00Z")), places });

const find = (from: string, to: string, cabin: Cabin = "economy", stops = 0): readonly FlightOption[] =>
  flights
    .searchFlights({
      ...{ origin: places.require(from, "origin"), destination: places.require(to, "destination") },
      ...{ date: "2027-03-10", cabin, party: { adults: 1, children: 0, infants: 0 } },
      ...{ maxConnections: 2, sortBy: "price", maxResults: 100 },
    })
    .offers.map(({ option }) => option)
    .filter((option) => option.stops === stops);

const quotedOrUndefined = (id: string): FlightSegment | undefined => {
  try {
    return flights.quoteFlights([id], { adults: 1, children: 0, infants: 0 })[0]?.segment;
  } catch {
    return undefined;
  }
};

const sold = (segment: FlightSegment, seatSelection: "free" | "paid" = "paid"): FlightSegment => ({
  ...segment,
  seatSelection,
});
const of = (airline: string, options: readonly FlightOption[]): FlightOption =>
  options.find(({ airlineCode }) => airlineCode === airline) as FlightOption;
const seatsOf = ({ rows }: SeatMap) => rows.flatMap(({ seats }) => seats);
const named = (list: readonly Ancillary[], code: string): Ancillary =>
  list.find((one) => one.code === code) as Ancillary;

describe("the seat map of a flight", () => {
  const [first] = find("JFK", "LHR") as [FlightOption];

  it("is the same at every look", () => {
    expect(flights.seatMap(sold(first))).toEqual(flights.seatMap(sold(first)));
  });

  it("has a free seat for every seat on sale, and fewer free seats than the cabin has", () => {
    for (const [from, to] of ["JFK LHR", "JFK LAX", "LHR EDI", "DEN ASE", "CDG NRT"].map((pair) => pair.split(" "))) {
      for (const cabin of ["economy", "business"] as const) {
        for (const option of find(from as string, to as string, cabin)) {
          const seats = seatsOf(flights.seatMap(sold(option)));
          const free = seats.filter(({ isTaken }) => !isTaken).length;
          const [quoted] = flights.quoteFlights(option.flightIds, { adults: 1, children: 0, infants: 0 });
          expect(free).toBeGreaterThanOrEqual(Math.min(quoted?.stock.seats ?? 0, seats.length));
          expect(free).toBeLessThan(seats.length);
          expect(new Set(seats.map(({ designator }) => designator)).size).toBe(seats.length);
        }
      }
    }
  });

  it("is one for all numbers of a flight", () => {
    const taken = (segment: FlightSegment) =>
      seatsOf(flights.seatMap(sold(segment))).map(({ designator, isTaken }) => `${designator} ${isTaken}`);
    const shared = find("HAM", "LAX", "economy", 1)
      .flatMap(({ segments = [] }) => segments)
      .filter(({ operatedBy }) => operatedBy !== undefined);
    let compared = 0;
    for (const segment of shared) {
      const id = segment.id.replace(segment.flightNumber, segment.operatingFlightNumber as string);
      const own = quotedOrUndefined(id.replace(/-\dOF.*$/, ""));
      if (own === undefined) continue;
      expect(taken(segment)).toEqual(taken(own));
      compared++;
    }
    expect(compared).toBeGreaterThan(0);
  });

  it("charges for seats by their position, unless the fare includes them", () => {
    const paid = flights.seatMap(sold(first));
    const [front, back] = [paid.rows[0], paid.rows.at(-1)];
    const exit = seatsOf(paid).find(({ isExit }) => isExit);
    const price = (row: typeof front, i: number): number => row?.seats[i]?.price as number;
    expect(price(front, 0)).toBeGreaterThan(price(back, 0));
    expect(price(back, 0)).toBeGreaterThan(price(back, 1));
    expect(exit?.price).toBeGreaterThan(price(front, 0));
    const free = flights.seatMap(sold(first, "free"));
    expect(free.rows[0]?.seats[0]?.price).toBe(0);
    expect(seatsOf(free).find(({ isExit }) => isExit)?.price).toBe(exit?.price);
    const [business] = find("JFK", "LHR", "business");
    expect(new Set(seatsOf(flights.seatMap(sold(business as FlightOption))).map((seat) => seat.price))).toEqual(
      new Set([0]),
    );
  });
});

describe("bags", () => {
  const bags = (option: FlightOption) => flights.ancillaries([sold(option)]).filter(({ kind }) => kind === "bag");

  it("cost more the more a traveller has, those of the fare included", () => {
    const option = of("AA", find("JFK", "LAX"));
    const [first, second] = bags({ ...option, baggage: "0PC" }) as [Ancillary, Ancillary];
    expect([first.code, second.code]).toEqual(["BAG", "BAG2"]);
    expect(second.price).toBeGreaterThan(first.price);
    expect(bags({ ...option, baggage: "1PC" })[0]?.price).toBe(second.price);
    expect(first.what).toBe("1 bag of 23 kg");
  });

  it("are weighed where the allowance is a weight", () => {
    const option = of("EK", find("DXB", "LHR"));
    expect(option.baggage).toMatch(/K$/);
    expect(bags(option)[0]?.what).toBe("More baggage: 10 kg");
  });

  it("count for all flights that are sold together", () => {
    const [connection] = find("BUF", "SAN", "economy", 1) as [FlightOption];
    const segments = (connection.segments ?? []).map((segment) => sold(segment));
    for (const { flightIds } of flights.ancillaries(segments)) expect(flightIds).toEqual(connection.flightIds);
  });
});

describe("services", () => {
  it("are special service requests, most of them free of charge", () => {
    const list = flights.ancillaries([sold(of("AA", find("JFK", "LHR")))]).filter(({ kind }) => kind === "service");
    for (const { code } of list) expect(code).toMatch(/^[A-Z]{4}$/);
    expect(named(list, "VGML")).toMatchObject({ what: "Vegan meal", price: 0, group: "meal" });
    expect(named(list, "BSCT")).toMatchObject({ price: 0, for: "adult with infant" });
    expect(named(list, "WCHC")).toMatchObject({ price: 0, group: "wheelchair" });
    // No pet enters the United Kingdom in a cabin.
    expect(named(list, "PETC")).toBeUndefined();
    expect(named(list, "BIKE").price).toBeGreaterThan(5_000);
  });

  it("have no meals on short flights and low-cost airlines, and no bassinet in narrow cabins", () => {
    const option = find("JFK", "BOS")[0] as FlightOption;
    const list = flights.ancillaries([sold(option)]).map(({ code }) => code);
    expect(list).not.toContain("VGML");
    expect(list).not.toContain("BSCT");
    expect(list).toContain("WCHR");
  });
});
