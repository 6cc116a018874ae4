import { describe, expect, it } from "vitest";
import { cases } from "../../../../test/fixtures/cases.ts";
import { frozenClock, systemClock } from "../../../model/clock.ts";
import { type Draw, draw } from "../../../model/draw.ts";
import type { Cabin, FlightOption } from "../../../model/flight.ts";
import type { Airport } from "../../../model/place.ts";
import { loadPlaces } from "../places.ts";
import { createFlights, type Flights } from "./flights.ts";

const places = loadPlaces();
const flights = createFlights({ seed: "fixed", clock: systemClock, places });
const LOW_COST = new Set(flights.airlines().flatMap(({ code, lowCost }) => (lowCost ? [code] : [])));

interface Options {
  readonly cabin?: Cabin;
  readonly nonstop?: boolean;
  readonly world?: Flights;
}

const search = (from: string, to: string, date: string, options: Options = {}): readonly FlightOption[] => {
  const { cabin = "economy", nonstop = false, world = flights } = options;
  return world
    .searchFlights({
      origin: places.require(from, "origin"),
      destination: places.require(to, "destination"),
      date,
      cabin,
      party: { adults: 1, children: 0, infants: 0 },
      maxConnections: nonstop ? 0 : 2,
      sortBy: "price",
      maxResults: Number.MAX_SAFE_INTEGER,
    })
    .offers.map(({ option }) => option);
};

const dayAfter = (first: string, days: number): string =>
  new Date(Date.parse(`${first}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** The same weekday in eight weeks without holidays. */
const eightWeeks = (first: string): readonly string[] =>
  Array.from({ length: 8 }, (_, week) => dayAfter(first, 7 * week));
const TUESDAYS = eightWeeks("2027-01-12");
const FRIDAYS = eightWeeks("2027-01-15");

const busiest = (count: number, isWanted: (airport: Airport) => boolean = () => true): readonly Airport[] =>
  [...places.airports()]
    .filter(isWanted)
    .sort((a, b) => places.traffic(b) - places.traffic(a))
    .slice(0, count);
const US_AIRPORTS = busiest(100, ({ country }) => country === "US");
const AIRPORTS = busiest(300);

/** The options of random searches on any day of eleven months, in default order. */
const sampled = (airports: readonly Airport[], count: number, options: Options = {}): (readonly FlightOption[])[] => {
  const chance: Draw = draw("fares", airports.length, options.cabin ?? "economy");
  return Array.from({ length: cases(count) }, () => {
    const from = chance.pick(airports);
    let to = chance.pick(airports);
    while (places.sameCity(from.code, to.code)) to = chance.pick(airports);
    return search(from.code, to.code, dayAfter("2026-12-01", chance.integer(0, 330)), options);
  });
};

const pricesOf = (options: readonly FlightOption[]): number[] => options.map(({ price }) => price / 100);
const average = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const quantiles = (numbers: readonly number[]) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number;
  return { least: at(0), low: at(0.1), middle: at(0.5), high: at(0.9), most: at(1) };
};
const leavesBetween =
  (from: number, to: number) =>
  (option: FlightOption): boolean => {
    const hour = Number(option.departureTime.slice(11, 13));
    return hour >= from && hour < to;
  };

/** Allows for hundreds of searches on a busy machine. */
const SLOW = 120_000;

describe("fares within the United States", { timeout: SLOW }, () => {
  it("use the whole economy band from 200 to 800 dollars", () => {
    const { least, low, middle, high, most } = quantiles(sampled(US_AIRPORTS, 250).flatMap(pricesOf));
    expect(least).toBeGreaterThanOrEqual(200);
    expect(least).toBeLessThan(206);
    expect(low).toBeGreaterThan(212);
    expect(low).toBeLessThan(250);
    expect(middle).toBeGreaterThan(300);
    expect(middle).toBeLessThan(420);
    expect(high).toBeGreaterThan(550);
    expect(high).toBeLessThan(680);
    expect(most).toBeGreaterThan(720);
    expect(most).toBeLessThanOrEqual(800);
  });

  it("use the whole business band from 800 to 2,000 dollars", () => {
    const found = quantiles(sampled(US_AIRPORTS, 150, { cabin: "business" }).flatMap(pricesOf));
    expect(found.least).toBeGreaterThanOrEqual(800);
    expect(found.least).toBeLessThan(850);
    expect(found.low).toBeLessThan(1050);
    expect(found.high).toBeGreaterThan(1500);
    expect(found.most).toBeGreaterThan(1800);
    expect(found.most).toBeLessThanOrEqual(2000);
  });

  it("are above 2,500 dollars in first class", () => {
    const prices = FRIDAYS.flatMap((date) => pricesOf(search("JFK", "LAX", date, { cabin: "first" })));
    expect(Math.min(...prices)).toBeGreaterThan(2500);
    expect(Math.max(...prices)).toBeLessThan(6000);
  });

  it("are near the floor on low-cost airlines on a Tuesday, and higher on the others", () => {
    const found = TUESDAYS.flatMap((date) => search("LAS", "LAX", date, { nonstop: true }));
    const lowCost = pricesOf(found.filter(({ airlineCode }) => LOW_COST.has(airlineCode)));
    const others = pricesOf(found.filter(({ airlineCode }) => !LOW_COST.has(airlineCode)));
    expect(Math.min(...lowCost)).toBeLessThan(206);
    expect(average(lowCost)).toBeLessThan(245);
    expect(average(others)).toBeGreaterThan(average(lowCost) * 1.05);
  });

  it("are higher on a Friday evening than on a Tuesday at noon", () => {
    const evening = FRIDAYS.flatMap((date) => search("JFK", "SFO", date).filter(leavesBetween(16, 20)));
    const noon = TUESDAYS.flatMap((date) => search("JFK", "SFO", date).filter(leavesBetween(10, 15)));
    expect(average(pricesOf(evening))).toBeGreaterThan(average(pricesOf(noon)) * 1.12);
    expect(quantiles(pricesOf(evening)).high).toBeGreaterThan(580);
  });

  it("spread in business class on a busy route", () => {
    const { low, high } = quantiles(
      FRIDAYS.flatMap((date) => pricesOf(search("ORD", "DFW", date, { cabin: "business" }))),
    );
    expect(high / low).toBeGreaterThan(1.2);
  });
});

describe("the cheapest option", { timeout: SLOW }, () => {
  it.each(["LAS-LAX", "ATL-MCO", "NYC-CHI", "NYC-ORL", "MAD-BCN", "DEL-BOM", "SYD-MEL"])(
    "is the cheapest nonstop flight by a dollar, between airports and between cities: %s",
    (route) => {
      const [from = "", to = ""] = route.split("-");
      for (const date of [...TUESDAYS, ...FRIDAYS]) {
        const [first = 0, second = 0, ...others] = pricesOf(search(from, to, date, { nonstop: true }));
        expect(second - first, date).toBeGreaterThanOrEqual(1);
        expect((others.at(-1) as number) / first, date).toBeGreaterThan(1.3);
      }
    },
  );

  it.each([
    { area: "the United States", airports: US_AIRPORTS, count: 250 },
    { area: "the world", airports: AIRPORTS, count: 150 },
  ])("is the cheapest by a dollar in 95 % of the searches in $area", ({ airports, count }) => {
    let clear = 0;
    let searches = 0;
    let equal = 0;
    let pairs = 0;
    for (const prices of sampled(airports, count).map(pricesOf)) {
      if (prices.length < 2) continue;
      searches++;
      if ((prices[1] as number) - (prices[0] as number) >= 1) clear++;
      pairs += (prices.length * (prices.length - 1)) / 2;
      for (let i = 1; i < prices.length; i++) if (prices[i] === prices[i - 1]) equal++;
    }
    expect(clear / searches).toBeGreaterThanOrEqual(0.95);
    expect(equal / pairs).toBeLessThan(0.001);
  });
});

describe("the cheapest fare of a route", { timeout: SLOW }, () => {
  const DAYS = Array.from({ length: 60 }, (_, day) => dayAfter("2027-01-12", day));
  const cheapest = (route: string): readonly number[] =>
    DAYS.map((date) => search(route.slice(0, 3), route.slice(4), date, { nonstop: true })[0]?.price as number);

  it.each(["JFK-LAX", "MAD-BCN", "LIS-FNC"])("is hardly ever the same on two of sixty days: %s", (route) => {
    expect(new Set(cheapest(route)).size).toBeGreaterThan(52);
  });
});

describe("thin routes", { timeout: SLOW }, () => {
  const averageOf = (from: string, to: string): number =>
    average([...TUESDAYS, ...FRIDAYS].flatMap((date) => pricesOf(search(from, to, date))));

  it("cost more than busy ones of the same length", () => {
    expect(averageOf("LDH", "SYD")).toBeGreaterThan(2 * averageOf("SYD", "MEL"));
    expect(averageOf("PPT", "NHV")).toBeGreaterThan(1.5 * averageOf("LHR", "GVA"));
  });

  it("to Greenland and Lord Howe Island are not cheap", () => {
    const cheapest = (from: string, to: string): number =>
      average([...TUESDAYS, ...FRIDAYS].flatMap((date) => pricesOf(search(from, to, date)).slice(0, 1)));
    expect(cheapest("UAK", "CPH")).toBeGreaterThan(450);
    expect(cheapest("GOH", "CPH")).toBeGreaterThan(250);
    expect(cheapest("LDH", "SYD")).toBeGreaterThan(150);
    expect(cheapest("MAD", "BCN")).toBeLessThan(50);
  });

  it("between neighbouring islands are not dear", () => {
    const cheapest = (from: string, to: string): number =>
      Math.min(...[...TUESDAYS, ...FRIDAYS].flatMap((date) => pricesOf(search(from, to, date))));
    expect(cheapest("KOI", "PPW")).toBeLessThan(110);
    expect(cheapest("FIE", "LWK")).toBeLessThan(170);
    expect(cheapest("TOU", "KNQ")).toBeLessThan(150);
    expect(cheapest("SBH", "SXM")).toBeGreaterThan(60);
  });

  it("are those of a single airline: competition makes fares lower", () => {
    const [alone, contested]: [number[], number[]] = [[], []];
    for (const found of sampled(US_AIRPORTS, 400, { nonstop: true })) {
      const airlines = new Set(found.map(({ airlineCode }) => airlineCode)).size;
      const prices = found.filter(({ airlineCode }) => !LOW_COST.has(airlineCode)).map(({ price }) => price / 100);
      if (airlines === 1) alone.push(...prices);
      if (airlines >= 4) contested.push(...prices);
    }
    expect(average(alone)).toBeGreaterThan(average(contested) * 1.15);
  });
});

describe("the fare basis", { timeout: SLOW }, () => {
  const basesOf = (date: string, world: Flights): readonly string[] =>
    ["JFK-LAX", "JFK-LHR", "FRA-GRU", "BUF-SAN"].flatMap((route) => {
      const [from = "", to = ""] = route.split("-");
      return (["economy", "premium_economy", "business"] as const).flatMap((cabin) =>
        search(from, to, date, { cabin, world }).flatMap((option) =>
          (option.segments ?? [option]).map(({ fareBasis }) => fareBasis),
        ),
      );
    });

  it("claims no advance purchase with the system clock", () => {
    const bases = basesOf("2027-02-10", flights);
    expect(bases.length).toBeGreaterThan(100);
    expect(bases.filter((basis) => /\d/.test(basis))).toEqual([]);
  });

  it("claims no more days of advance purchase than are left with a configured clock", () => {
    const world = createFlights({ seed: "fixed", clock: frozenClock(Date.parse("2027-02-01T12:00:00Z")), places });
    const days = basesOf("2027-02-10", world).map((basis) => Number(/\d+/.exec(basis)?.[0] ?? 0));
    expect(Math.max(...days)).toBe(7);
    expect(Math.max(...basesOf("2027-05-10", world).map((basis) => Number(/\d+/.exec(basis)?.[0] ?? 0)))).toBe(21);
  });
});
