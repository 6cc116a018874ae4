import { describe, expect, it } from "vitest";
import { cases } from "../../../../test/fixtures/cases.ts";
import { frozenClock, systemClock } from "../../../model/clock.ts";
import { type Draw, draw } from "../../../model/draw.ts";
import { CABINS, type Cabin, type FlightOption, type FlightSegment } from "../../../model/flight.ts";
import type { Party } from "../../../model/passenger.ts";
import type { Airport, Place } from "../../../model/place.ts";
import type { FlightQuery } from "../../supplier.ts";
import { distanceKm } from "../geo.ts";
import { loadPlaces } from "../places.ts";
import { createFlights } from "./flights.ts";

const places = loadPlaces();
const flights = createFlights({ seed: "fixed", clock: systemClock, places });
const ALONE: Party = { adults: 1, children: 0, infants: 0 };

const queryFor = (from: string, to: string, date: string, more: Partial<FlightQuery> = {}): FlightQuery => ({
  origin: places.require(from, "origin"),
  destination: places.require(to, "destination"),
  date,
  cabin: "economy",
  party: ALONE,
  maxConnections: 2,
  sortBy: "price",
  maxResults: 20,
  ...more,
});

const search = (from: string, to: string, date: string, more: Partial<FlightQuery> = {}): readonly FlightOption[] =>
  flights.searchFlights(queryFor(from, to, date, more)).offers.map(({ option }) => option);

const airport = (code: string): Airport => places.airport(code) as Airport;
const alone = (at: Airport): Place => ({ ...at, kind: "airport", airports: [at] });

/** Picks airports in proportion to their traffic. */
const busy = (() => {
  const airports = [...places.airports()].sort((a, b) => places.traffic(b) - places.traffic(a));
  const total = airports.reduce((sum, one) => sum + places.traffic(one), 0);
  return (chance: Draw): Airport => {
    let left = chance.fraction() * total;
    for (const one of airports) {
      left -= places.traffic(one);
      if (left <= 0) return one;
    }
    return airports[0] as Airport;
  };
})();

const randomQuery = (chance: Draw): FlightQuery => {
  const from = busy(chance);
  let to = busy(chance);
  while (places.sameCity(from.code, to.code)) to = busy(chance);
  const day = new Date(Date.UTC(2026, 11, 1) + chance.integer(0, 330) * 86_400_000).toISOString().slice(0, 10);
  const adults = chance.integer(1, 3);
  return {
    origin: alone(from),
    destination: alone(to),
    date: day,
    cabin: chance.pick(["economy", "economy", "economy", ...CABINS]),
    party: { adults, children: chance.integer(0, 2), infants: chance.integer(0, adults) },
    maxConnections: chance.pick([0, 1, 2, 2, 2] as const),
    sortBy: chance.pick(["price", "duration", "departure"] as const),
    maxResults: chance.pick([5, 20, 50]),
  };
};

const minutes = (earlier: string, later: string): number => (Date.parse(later) - Date.parse(earlier)) / 60_000;
const segmentsOf = (option: FlightOption): readonly FlightSegment[] => option.segments ?? [option];
const order = (sortBy: FlightQuery["sortBy"], { price, duration, departureTime }: FlightOption): number =>
  sortBy === "price" ? price : sortBy === "duration" ? duration : Date.parse(departureTime);

const checkSegment = (segment: FlightSegment): void => {
  expect(segment.price).toBe(segment.baseFare + segment.taxes.reduce((sum, { amount }) => sum + amount, 0));
  expect(Number.isInteger(segment.price) && segment.price > 0).toBe(true);
  expect(segment.duration).toBe(minutes(segment.departureTime, segment.arrivalTime));
  expect(segment.duration).toBeGreaterThan(0);
  expect(segment.seatsAvailable).toBeGreaterThanOrEqual(0);
  expect(segment.seatsAvailable).toBeLessThanOrEqual(9);
  expect(segment.status).toBe(segment.seatsAvailable === 0 ? "sold_out" : "available");
  expect(segment.flightNumber).toMatch(/^[A-Z0-9]{2}[1-9]\d{0,3}$/);
  expect(segment.fareBasis).toMatch(/^[A-Z][A-Z0-9]{2,7}$/);
  expect(segment.fareBasis[0]).toBe(segment.bookingClass);
};

const checkOption = (option: FlightOption, query: FlightQuery): void => {
  const segments = segmentsOf(option);
  expect(option.originCode).toBe(query.origin.code);
  expect(option.destinationCode).toBe(query.destination.code);
  expect(option.departureTime.slice(0, 10)).toBe(query.date);
  expect(option.stops).toBe(segments.length - 1);
  expect(option.stops).toBeLessThanOrEqual(query.maxConnections);
  expect(option.cabin).toBe(query.cabin);
  expect(option.flightIds).toEqual(segments.map(({ id }) => id));
  expect(option.price).toBe(segments.reduce((sum, { price }) => sum + price, 0));
  expect(option.baseFare + option.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(option.price);
  expect(option.duration).toBe(minutes(option.departureTime, option.arrivalTime));
  expect(option.pricePerAdult).toBeLessThanOrEqual(option.price);
  if (option.seatsAvailable > 0) {
    expect(option.seatsAvailable).toBeGreaterThanOrEqual(Math.min(9, query.party.adults + query.party.children));
  }
  for (const segment of segments) checkSegment(segment);
  if (option.stops > 0) checkConnection(option, segments);
};

const checkConnection = (option: FlightOption, segments: readonly FlightSegment[]): void => {
  const direct = distanceKm(airport(option.originCode), airport(option.destinationCode));
  let way = 0;
  segments.forEach((segment, i) => {
    way += distanceKm(airport(segment.originCode), airport(segment.destinationCode));
    const next = segments[i + 1];
    if (next === undefined) return;
    expect(next.originCode).toBe(segment.destinationCode);
    expect(places.sameCity(next.originCode, option.originCode)).toBe(false);
    expect(places.sameCity(next.originCode, option.destinationCode)).toBe(false);
    const wait = minutes(segment.arrivalTime, next.departureTime);
    expect(option.layovers?.[i]).toMatchObject({ airportCode: next.originCode, duration: wait });
    expect(wait).toBeGreaterThanOrEqual(30);
    expect(wait).toBeLessThanOrEqual(1440);
    if (airport(option.originCode).country === airport(option.destinationCode).country) {
      expect(airport(next.originCode).country).toBe(airport(option.originCode).country);
    }
  });
  expect(way).toBeLessThanOrEqual(direct * 2.5 + 3500);
  expect(option.seatsAvailable).toBe(Math.min(...segments.map(({ seatsAvailable }) => seatsAvailable)));
};

/** Allows for thousands of searches on a busy machine. */
const SLOW = 120_000;

describe("searchFlights", { timeout: SLOW }, () => {
  it("answers random searches with consistent options", () => {
    const chance = draw("invariants");
    let empty = 0;
    for (let i = 0; i < cases(100); i++) {
      const query = randomQuery(chance);
      const { offers, reason } = flights.searchFlights(query);
      expect(offers.length).toBeLessThanOrEqual(query.maxResults);
      if (offers.length === 0) {
        empty++;
        expect(reason).toMatch(/\.$/);
      }
      const keys = offers.map(({ option }) => order(query.sortBy, option));
      expect(keys).toEqual([...keys].sort((a, b) => a - b));
      expect(new Set(offers.map(({ option }) => option.id)).size).toBe(offers.length);
      for (const { option, stock } of offers) {
        checkOption(option, query);
        expect(stock).toHaveLength(option.stops + 1);
        expect(Object.isFrozen(option)).toBe(true);
      }
      expect(Object.isFrozen(offers)).toBe(true);
    }
    expect(empty).toBeLessThan(cases(50));
  });

  it("finds flights for at least 97 of 100 trips", () => {
    const chance = draw("empty");
    let empty = 0;
    for (let i = 0; i < cases(100); i++) {
      const query: FlightQuery = { ...randomQuery(chance), cabin: "economy", maxConnections: 2, party: ALONE };
      if (flights.searchFlights(query).offers.length === 0) empty++;
    }
    expect(empty).toBeLessThanOrEqual(cases(3));
  });

  it("offers no trip that takes longer than its distance is worth, and says so", () => {
    const near = places.airports().filter(({ country }) => ["ID", "PG", "CA", "NP", "GL"].includes(country));
    const pairs = near.flatMap((from) =>
      near
        .filter((to) => from.code < to.code && from.country === to.country && distanceKm(from, to) < 150)
        .map((to) => [from, to] as const),
    );
    let refused = 0;
    for (const [from, to] of pairs.filter((_, index) => index % 12 === 0)) {
      const { offers, reason } = flights.searchFlights(
        queryFor("JFK", "LAX", "2027-03-10", { origin: alone(from), destination: alone(to) }),
      );
      for (const { option } of offers) expect(option.duration, `${from.code}-${to.code}`).toBeLessThan(12 * 60);
      if (/ km away, takes less than \d+ hours .* Go by road or sea/.test(reason ?? "")) refused++;
    }
    expect(refused).toBeGreaterThan(5);
  });

  it("returns the same object for the same query", () => {
    const query = queryFor("JFK", "LHR", "2026-12-15");
    expect(flights.searchFlights({ ...query }).offers).toBe(flights.searchFlights(query).offers);
  });

  it("sells out about one nonstop flight in ten", () => {
    let all = 0;
    let gone = 0;
    const pairs = "JFK-LHR LAX-SFO SYD-MEL FRA-MUC DEL-BOM GRU-SDU HND-CTS ATL-MCO DXB-BOM MAD-BCN".split(" ");
    for (const [from = "", to = ""] of pairs.map((pair) => pair.split("-"))) {
      for (let day = 1; day <= 28; day++) {
        const date = `2027-02-${String(day).padStart(2, "0")}`;
        for (const { status } of search(from, to, date, { maxResults: 100, maxConnections: 0 })) {
          all++;
          if (status === "sold_out") gone++;
        }
      }
    }
    expect(gone / all).toBeGreaterThan(0.08);
    expect(gone / all).toBeLessThan(0.12);
  });

  it("omits flights with too few seats for the party", () => {
    const party: Party = { adults: 9, children: 0, infants: 0 };
    const found = search("LAX", "SFO", "2027-02-10", { party, maxResults: 100 });
    const everything = search("LAX", "SFO", "2027-02-10", { maxResults: 100 });
    expect(found.length).toBeLessThan(everything.length);
    expect(found.every(({ seatsAvailable }) => seatsAvailable === 0 || seatsAvailable === 9)).toBe(true);
  });

  it("searches all airports of a city", () => {
    const found = search("NYC", "LON", "2026-12-15", { maxResults: 100 });
    expect(new Set(found.map(({ originCode }) => originCode))).toEqual(new Set(["JFK", "EWR"]));
    expect(new Set(found.map(({ destinationCode }) => destinationCode)).has("LGW")).toBe(true);
  });

  it("returns the cheapest of all options first, even with a small limit", () => {
    for (let i = 0; i < cases(20); i++) {
      const query: FlightQuery = { ...randomQuery(draw("cheapest", i)), sortBy: "price" };
      const first = (maxResults: number): readonly string[] =>
        flights.searchFlights({ ...query, maxResults }).offers.map(({ option }) => option.id);
      const everything = flights.searchFlights({ ...query, maxResults: Number.MAX_SAFE_INTEGER }).offers;
      const prices = everything.map(({ option }) => option.price);
      expect(prices).toEqual([...prices].sort((a, b) => a - b));
      for (const maxResults of [1, 2, 3, 10]) {
        expect(first(maxResults)).toEqual(everything.slice(0, maxResults).map(({ option }) => option.id));
      }
    }
  });

  it("names the available cabins if the requested one is missing", () => {
    const { offers, reason } = flights.searchFlights(queryFor("ORD", "DEN", "2027-01-10", { cabin: "first" }));
    expect(offers).toEqual([]);
    expect(reason).toMatch(/first class; on board: economy, business/);
  });

  it("sells an economy seat on a feeder flight that has no business class", () => {
    const found = search("IOM", "JFK", "2027-02-11", { cabin: "business" });
    const mixed = found.find((option) => option.segments?.some(({ cabin }) => cabin === "economy"));
    expect(mixed?.segments?.some(({ cabin }) => cabin === "business")).toBe(true);
  });

  it("does not depend on the current time, unless the clock is configured", () => {
    const query = queryFor("JFK", "LHR", "2027-01-20");
    const later = createFlights({ seed: "fixed", clock: { now: () => 4e12, configured: false }, places });
    expect(later.searchFlights(query)).toEqual(flights.searchFlights(query));
    const cheapest = (now: string): number =>
      Math.min(
        ...createFlights({ seed: "fixed", clock: frozenClock(Date.parse(now)), places })
          .searchFlights(query)
          .offers.map(({ option }) => option.price),
      );
    expect(cheapest("2027-01-19T00:00:00Z")).toBeGreaterThan(cheapest("2026-11-01T00:00:00Z") * 1.3);
  });

  it("generates other offers from another seed, with the same schedule", () => {
    const other = createFlights({ seed: "other", clock: systemClock, places });
    const query = queryFor("JFK", "LHR", "2027-01-20", { sortBy: "departure", maxResults: 100 });
    const there = other.searchFlights(query).offers.map(({ option }) => option);
    const here = flights.searchFlights(query).offers.map(({ option }) => option);
    const schedule = (options: typeof here) => options.map((one) => `${one.departureTime} ${one.flightNumber}`).sort();
    expect(schedule(there)).toEqual(schedule(here));
    expect(there.map(({ price }) => price)).not.toEqual(here.map(({ price }) => price));
  });
});

describe("fares", { timeout: SLOW }, () => {
  const usPairs = "JFK-LAX LAX-SFO ORD-DEN BOS-SEA ATL-MCO BUF-SAN BOI-MIA HNL-JFK ANC-BET BGR-SMF SJU-JFK".split(" ");

  it("stay in the price bands of US domestic flights, nonstop or not", () => {
    const bands: Readonly<Record<Cabin, readonly [number, number]>> = {
      economy: [20_000, 80_000],
      premium_economy: [20_000, 200_000],
      business: [80_000, 200_000],
      first: [250_000, 600_000],
    };
    for (const [from = "", to = ""] of usPairs.map((pair) => pair.split("-"))) {
      for (const date of ["2027-02-09", "2027-07-04", "2026-12-20"]) {
        for (const cabin of CABINS) {
          for (const option of search(from, to, date, { cabin, maxResults: 100 })) {
            expect(option.pricePerAdult, `${option.id} ${cabin}`).toBeGreaterThanOrEqual(bands[cabin][0]);
            expect(option.pricePerAdult, `${option.id} ${cabin}`).toBeLessThanOrEqual(bands[cabin][1]);
          }
        }
      }
    }
  });

  it("include first class across the United States", () => {
    expect(search("JFK", "LAX", "2027-02-10", { cabin: "first" }).length).toBeGreaterThan(0);
  });

  it("rise strictly with the cabin on the same flights and date", () => {
    const chance = draw("cabins");
    let compared = 0;
    for (let i = 0; i < cases(40); i++) {
      const base = { ...randomQuery(chance), maxResults: 100, sortBy: "price" as const, party: ALONE };
      const cheapest = new Map<string, number>();
      for (const cabin of CABINS) {
        for (const { option } of flights.searchFlights({ ...base, cabin }).offers) {
          const journey = segmentsOf(option)
            .map(({ flightNumber }) => flightNumber)
            .join();
          const behind = cheapest.get(journey);
          if (behind !== undefined) {
            compared++;
            expect(option.price, journey).toBeGreaterThan(behind);
          }
          cheapest.set(journey, option.price);
        }
      }
    }
    expect(compared).toBeGreaterThan(cases(50));
  });

  it("are lower on low-cost airlines, and usually higher nonstop", () => {
    const average = (options: readonly FlightOption[]): number =>
      options.reduce((sum, { price }) => sum + price, 0) / options.length;
    const days = Array.from({ length: 20 }, (_, i) => `2027-02-${String(i + 1).padStart(2, "0")}`);
    const found = days.flatMap((date) => search("DEL", "BOM", date, { maxResults: 100 }));
    expect(average(found.filter(({ airlineCode }) => airlineCode === "6E"))).toBeLessThan(
      average(found.filter(({ airlineCode }) => airlineCode === "AI")),
    );
    const both = days.flatMap((date) => search("FRA", "GRU", date, { maxResults: 100 }));
    expect(average(both.filter(({ stops }) => stops === 0))).toBeGreaterThan(
      average(both.filter(({ stops }) => stops === 1)),
    );
  });

  it("are 75 % for children and 10 % for infants, but on US domestic flights the full fare and nothing", () => {
    const family: Party = { adults: 1, children: 1, infants: 1 };
    const bases = (from: string, to: string): readonly [number, number] => {
      const id = search(from, to, "2027-02-10").find(({ seatsAvailable }) => seatsAvailable > 2)?.flightIds ?? [];
      const [one, all] = [ALONE, family].map((party) => flights.quoteFlights(id, party)[0]?.segment.baseFare as number);
      return [one as number, all as number];
    };
    const [adult, abroad] = bases("JFK", "LHR");
    expect(abroad).toBe(adult + Math.round(adult * 0.75) + Math.round(adult * 0.1));
    const [single, home] = bases("JFK", "LAX");
    expect(home).toBe(2 * single);
  });

  it("itemise taxes under their usual codes", () => {
    const codes = (from: string, to: string): string[] =>
      (search(from, to, "2027-02-10")[0] as FlightOption).taxes.map(({ code }) => code);
    expect(codes("LAX", "SFO")).toEqual(["US", "ZP", "XF", "AY"]);
    expect(codes("LHR", "JFK")).toEqual(["GB", "UB", "US", "XY", "YC", "XA", "YQ"]);
    expect(codes("FRA", "ORD")).toEqual(expect.arrayContaining(["OY", "RA", "DE", "US", "XY", "YC", "XA", "YQ"]));
  });
});
