import { describe, expect, it } from "vitest";
import { bookFlights, passengersFor } from "../next-step.ts";
import { bestOptions, codesOf, legsOfAll, middleLongitude, padded, ticks, timeTicks } from "./chart-scales.ts";
import { daysLater, type FlightOption, flightsIn, flightTime, offerIn, stopsText } from "./flight-option.ts";
import {
  cheapest,
  cheapestSearchOn,
  daysAround,
  forEachLimited,
  levelOf,
  searchKey,
  weekdayOffset,
  withDeparture,
} from "./price-days.ts";

const leg = (from: string, to: string) => ({
  id: `F-${from}${to}`,
  flightNumber: "EK414",
  airlineName: "Emirates",
  originCode: from,
  destinationCode: to,
  departureTime: "2026-12-21T23:30:00+00:00",
  arrivalTime: "2026-12-23T12:05:00+11:00",
  duration: 410,
});

const GDS = {
  source: "sandbox",
  resultCount: 1,
  warnings: ["Mind the gap."],
  flights: [
    {
      ...leg("LHR", "SYD"),
      duration: 1_535,
      price: 104_130,
      seatsAvailable: 2,
      status: "available",
      flightIds: ["A", "B"],
      segments: [leg("LHR", "DXB"), leg("DXB", "SYD")],
    },
  ],
  returnFlights: [{ ...leg("SYD", "LHR"), price: 99_000, status: "sold_out", flightIds: ["C"] }],
};

const at = (datetime: string) => ({ datetime });
const slice = (from: string, to: string) => ({
  origin: { code: from, name: from },
  destination: { code: to, name: to },
  duration_minutes: 600,
  departure: at("2026-12-21T23:30:00"),
  arrival: at("2026-12-22T10:20:00"),
  segments: [{ airline: "BA", flight_number: "11", origin: { code: from }, destination: { code: to } }],
});
const OFFER = {
  offer_id: "off_1",
  airline_name: "British Airways",
  price: { amount: 2005.6, currency: "USD" },
  slices: [slice("LHR", "SYD"), slice("SYD", "LHR")],
};
const leanLeg = (from: string, to: string, stops: number) => ({
  airline: "BA",
  flight_number: "11",
  duration_minutes: 600,
  stops,
  departure: { airport: from, date: "2026-12-21", time: "23:30" },
  arrival: { airport: to, date: "2026-12-23", time: "10:20" },
});
const LEAN = {
  offer_id: "off_2",
  direct: false,
  price: { amount: 2005.6, currency: "USD" },
  ...leanLeg("LHR", "SYD", 1),
  return: leanLeg("SYD", "LHR", 0),
};

describe("flight results", () => {
  it("of the GDS are one direction each, with the IDs to book", () => {
    const found = flightsIn(GDS);
    expect(found).toMatchObject({ sandbox: true, notes: ["Mind the gap."] });
    expect(found?.outbound[0]).toMatchObject({
      flightIds: ["A", "B"],
      price: { amount: 104_130, currency: "USD" },
      minutes: 1_535,
      soldOut: false,
    });
    expect(found?.outbound[0]?.facts).toContain("2 seats left");
    expect(found?.inbound[0]?.soldOut).toBe(true);
  });

  it("of Duffel are whole trips, with prices in the smallest unit", () => {
    const found = flightsIn({ source: "live", result_count: 1, options: [OFFER] });
    expect(found?.sandbox).toBe(false);
    expect(found?.outbound[0]).toMatchObject({
      price: { amount: 200_560, currency: "USD" },
      minutes: 1_200,
      flightIds: [],
    });
    expect(found?.outbound[0]?.slices.map(({ from, to }) => `${from}-${to}`)).toEqual(["LHR-SYD", "SYD-LHR"]);
    const yen = flightsIn({ options: [{ ...OFFER, price: { amount: 90_000, currency: "JPY" } }] });
    expect(yen?.outbound[0]?.price.amount).toBe(90_000);
  });

  it("of Duffel may be lean: the first flight of each direction, and the number of stops", () => {
    const found = flightsIn({
      source: "sandbox",
      result_count: 1,
      more: "9 more: max_results.",
      options: [LEAN],
    });
    expect(found).toMatchObject({ sandbox: true, notes: ["9 more: max_results."] });
    const [option] = found?.outbound ?? [];
    expect(option).toMatchObject({ key: "off_2", airline: "BA", price: { amount: 200_560 }, minutes: 1_200 });
    expect(
      option?.slices.map((slice) => [slice.from, slice.to, slice.departs, stopsText(slice), daysLater(slice)]),
    ).toEqual([
      ["LHR", "SYD", "2026-12-21T23:30", "1 stop", 2],
      ["SYD", "LHR", "2026-12-21T23:30", "nonstop", 2],
    ]);
    const several = { ...LEAN, return: undefined, onward: [leanLeg("SYD", "AKL", 0), leanLeg("AKL", "LHR", 2)] };
    expect(flightsIn({ options: [several] })?.outbound[0]?.slices.map(stopsText)).toEqual([
      "1 stop",
      "nonstop",
      "2 stops",
    ]);
  });

  it("of a refreshed offer contain every flight", () => {
    const flight = (origin: string, destination: string) => ({
      airline: "BA",
      flight_number: "15",
      origin,
      destination,
      departing_at: "2026-12-21T23:30",
      arriving_at: "2026-12-22T10:20",
    });
    const slices = [{ duration_minutes: 600, stops: 1, segments: [flight("LHR", "SIN"), flight("SIN", "SYD")] }];
    const slice = offerIn({ offer: { ...OFFER, slices } })?.outbound[0]?.slices[0];
    expect(slice).toMatchObject({ from: "LHR", to: "SYD", departs: "2026-12-21T23:30", arrives: "2026-12-22T10:20" });
    expect(slice && stopsText(slice)).toBe("1 stop SIN");
  });

  it("can be a single offer, or empty", () => {
    expect(offerIn({ offer: OFFER })?.outbound).toHaveLength(1);
    expect(flightsIn({ resultCount: 0, flights: [], reason: "Nothing flies." })).toMatchObject({
      outbound: [],
      notes: ["Nothing flies."],
    });
  });

  it.each([undefined, null, 3, "x", [], {}, { flights: 3 }, { flights: [] }, { flights: [{}, null] }, { offer: {} }])(
    "are not found in %j",
    (result) => {
      expect(flightsIn(result) ?? offerIn(result)).toBeUndefined();
    },
  );

  it("are described in travellers' terms", () => {
    const slice = flightsIn(GDS)?.outbound[0]?.slices[0];
    if (!slice) throw new Error("There should be one.");
    expect(stopsText(slice)).toBe("1 stop DXB");
    expect(daysLater(slice)).toBe(2);
    expect(daysLater({ departs: "", arrives: "nonsense" })).toBe(0);
    expect(flightTime(slice.minutes)).toBe("25 h 35");
    expect(flightTime(undefined)).toBe("–");
  });
});

describe("the map", () => {
  const options = flightsIn(GDS)?.outbound ?? [];

  it("draws every leg and airport once", () => {
    expect(legsOfAll([...options, ...options])).toHaveLength(2);
    expect(codesOf(options)).toEqual(["DXB", "LHR", "SYD"]);
  });

  it.each([
    ["the Atlantic", [-74, 0], -37],
    ["the Pacific", [-122, 140], -171],
    ["one place", [8], 8],
    ["half the world", [-0.5, 55, 151], 75.25],
  ])("is centred on %s", (_, longitudes, middle) => {
    expect(middleLongitude(longitudes)).toBeCloseTo(middle, 5);
  });
});

const option = (minutes: number | undefined, amount: number): FlightOption => ({
  key: `${minutes}-${amount}`,
  flightIds: [],
  airline: "",
  slices: [],
  minutes,
  facts: [],
  soldOut: false,
  price: { amount, currency: "USD" },
});

describe("the price plot", () => {
  it("marks options that no other beats in duration and price", () => {
    const [short, cheap, neither, both] = [option(60, 300), option(120, 100), option(130, 310), option(61, 200)];
    expect([...bestOptions([short, cheap, neither, both, option(undefined, 1)])]).toEqual([cheap, both, short]);
  });

  it("has round ticks and padding", () => {
    expect(ticks(7.2, 15.1, 8)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
    expect(timeTicks(432, 507, 8)).toEqual([435, 450, 465, 480, 495]);
    expect(timeTicks(430, 900, 8)).toEqual([480, 540, 600, 660, 720, 780, 840, 900]);
    expect(ticks(5, 5, 4).length).toBeLessThan(6);
    const [min, max] = padded([100, 100]);
    expect(min).toBeLessThan(100);
    expect(max).toBeGreaterThan(100);
  });
});

describe("the price calendar", () => {
  const now = Date.parse("2026-11-16T15:00:00Z");

  it("covers 35 days around the search, none in the past or too far ahead", () => {
    expect(daysAround("2026-12-21", now)).toHaveLength(35);
    expect(daysAround("2026-12-21", now)[17]).toBe("2026-12-21");
    expect(daysAround("2026-11-18", now)[0]).toBe("2026-11-16");
    expect(daysAround("2027-10-13", now).at(-1)).toBe("2027-10-13");
  });

  it("starts weeks on Monday", () => {
    expect(weekdayOffset("2026-12-21")).toBe(0);
    expect(weekdayOffset("2026-12-20")).toBe(6);
  });

  it("searches outbound only, with a minimal response", () => {
    const args = { origin: "LHR", departureDate: "2026-12-21", returnDate: "2026-12-28", maxResults: 20 };
    expect(cheapestSearchOn(args, "2026-12-22")).toEqual({
      origin: "LHR",
      departureDate: "2026-12-22",
      maxResults: 1,
      sortBy: "price",
    });
    expect(cheapestSearchOn({ departure_date: "2026-12-21", return_date: "x" }, "2026-12-22")).toEqual({
      departure_date: "2026-12-22",
    });
    const full = { departure_date: "2026-12-21", max_results: 10, detail: "full" };
    expect(cheapestSearchOn(full, "2026-12-22")).toEqual({
      departure_date: "2026-12-22",
      max_results: 1,
      detail: "lean",
    });
  });

  it("keeps the length of the stay when another day is selected", () => {
    const args = { departureDate: "2026-12-21", returnDate: "2026-12-28", adults: 2 };
    expect(withDeparture(args, "2027-01-02")).toEqual({
      departureDate: "2027-01-02",
      returnDate: "2027-01-09",
      adults: 2,
    });
  });

  it("finds the lowest price and the fifth of the range for each price", () => {
    const prices = [300, 100, 200].map((amount) => ({ amount, currency: "USD" }));
    expect(cheapest(prices)?.amount).toBe(100);
    expect(cheapest([])).toBeUndefined();
    expect([100, 150, 300].map((amount) => levelOf(amount, [100, 300]))).toEqual([0, 1, 4]);
    expect(levelOf(100, [100])).toBe(0);
  });

  it("caches by arguments in any order", () => {
    expect(searchKey("gds", "s", { a: 1, b: { c: 1, d: 2 } })).toBe(searchKey("gds", "s", { b: { d: 2, c: 1 }, a: 1 }));
  });
});

describe("forEachLimited", () => {
  it("runs four at a time until all are done", async () => {
    let [running, max, done] = [0, 0, 0];
    const work = async () => {
      running += 1;
      max = Math.max(max, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done += 1;
    };
    await forEachLimited(
      Array.from({ length: 35 }, (_, index) => index),
      work,
      new AbortController().signal,
    );
    expect({ max, done }).toEqual({ max: 4, done: 35 });
  });

  it("stops when aborted, and at the first failure", async () => {
    const stopped = new AbortController();
    let asked = 0;
    const all = Array.from({ length: 35 }, (_, index) => index);
    await forEachLimited(
      all,
      async () => {
        asked += 1;
        stopped.abort();
      },
      stopped.signal,
    );
    expect(asked).toBeLessThanOrEqual(4);
    asked = 0;
    const failing = forEachLimited(
      all,
      async () => {
        asked += 1;
        throw new Error("no");
      },
      new AbortController().signal,
    );
    await expect(failing).rejects.toThrow("no");
    expect(asked).toBeLessThanOrEqual(4);
  });
});

describe("booking from search results", () => {
  it("adds as many passengers of each type as searched for", () => {
    const types = passengersFor({ passengers: { adults: 2, children: 1, infants: 1 } }).map(({ type }) => type);
    expect(types).toEqual(["adult", "adult", "child", "infant"]);
    expect(passengersFor({})).toHaveLength(1);
  });

  it("adds the flights of both directions in order, and their total price", () => {
    const option = (flightIds: string[], amount: number) => ({
      key: "",
      flightIds,
      airline: "",
      slices: [],
      minutes: 1,
      facts: [],
      soldOut: false,
      price: { amount, currency: "USD" },
    });
    const step = bookFlights([option(["A", "B"], 100), option(["C"], 250)], {});
    expect(step).toMatchObject({ tool: "bookFlight", arguments: { flightIds: ["A", "B", "C"], expectedTotal: 350 } });
  });
});
