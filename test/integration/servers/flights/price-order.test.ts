import { expect, it } from "vitest";
import { addDays, type IsoDate } from "../../../../src/model/calendar.ts";
import { CABINS } from "../../../../src/model/flight.ts";
import type { Travel } from "../../../../src/travel/travel.ts";
import { createDraw } from "../../../fixtures/hostile/draw.ts";
import { worked } from "../../../fixtures/taxiway.ts";
import { CALLER } from "../../sandboxes/duffel/sandbox-fixture.ts";
import { clientOf } from "./flights-client.ts";
import { openSandboxShop } from "./shops.ts";

const PLACES = "NYC LON SFO VIE PAR TYO SIN DXB SYD CHI LAX FRA MAD BOM BKK GRU JNB ATL DEN ATH BOS CPH".split(" ");
const SIZES = [1, 7, 50];
const SHORTEST_STAY_MS = 180 * 60_000;

interface Slice {
  readonly origin: string;
  readonly destination: string;
  readonly departure_date: IsoDate;
}
interface Party {
  readonly adults: number;
  readonly children: number;
}
interface Drawn extends Party {
  readonly slices: readonly Slice[];
  readonly cabin_class: (typeof CABINS)[number];
  readonly max_connections: 0 | 1 | 2;
}

interface Flown {
  readonly ids: readonly string[];
  readonly price: number;
  readonly leaves: number;
  readonly lands: number;
}

const drawn = (seed: number): Drawn => {
  const draw = createDraw(seed);
  const first = addDays("2026-11-25", draw.number(200));
  const cities = [draw.pick(PLACES)];
  while (cities.length < 3) cities.push(draw.pick(PLACES.filter((place) => !cities.includes(place))));
  const [from, to, on] = cities as [string, string, string];
  // Most trips take some days; some return so soon that not every return flight can be reached.
  const back = addDays(first, draw.chance(60) ? 3 + draw.number(20) : draw.number(3));
  const leg = (origin: string, destination: string, departure_date: IsoDate) => ({
    origin,
    destination,
    departure_date,
  });
  const out = leg(from, to, first);
  const slices = draw.chance(30)
    ? [out]
    : draw.chance(90)
      ? [out, leg(to, from, back)]
      : [out, leg(to, on, addDays(first, 5)), leg(on, from, addDays(first, 10))];
  return {
    slices,
    adults: 1 + draw.number(3),
    children: draw.number(2),
    cabin_class: draw.chance(80) ? "economy" : draw.pick(CABINS),
    max_connections: draw.pick([0, 1, 2, 2] as const),
  };
};

const MOST_SHOWN = 50;

/** The prices of all combinations of flights, cheapest first, and of the other fares of the cheapest, by brute force. */
const allPrices = async (travel: Travel, { slices, adults, children, cabin_class, max_connections }: Drawn) => {
  const flightsOn = async ({ origin, destination, departure_date }: Slice): Promise<readonly Flown[]> => {
    const party = { adults, children, infants: 0 };
    const wish = { origin, destination, departureDate: departure_date, party, cabin: cabin_class };
    const search = { ...wish, maxConnections: max_connections, sortBy: "departure", maxResults: 10_000 } as const;
    const { flights } = await travel.searchFlights(search, { ...CALLER, passing: true });
    return flights
      .filter(({ status }) => status === "available")
      .map(({ price, flightIds, departureTime, arrivalTime }) => ({
        price,
        ids: flightIds,
        leaves: Date.parse(departureTime),
        lands: Date.parse(arrivalTime),
      }));
  };
  const [first, ...others] = (await Promise.all(slices.map(flightsOn))) as [readonly Flown[], ...(readonly Flown[])[]];
  let trips = first;
  for (const flights of others) {
    trips = trips.flatMap((trip) =>
      flights
        .filter(({ leaves }) => leaves - trip.lands >= SHORTEST_STAY_MS)
        .map((flight) => ({ ...flight, price: trip.price + flight.price, ids: [...trip.ids, ...flight.ids] })),
    );
  }
  const cheapest = trips.toSorted((a, b) => a.price - b.price);
  const party = { adults, children, infants: 0 };
  const higher = cheapest.slice(0, MOST_SHOWN).flatMap(({ ids }) => travel.listFares({ ids, party }).slice(1));
  return {
    trips: cheapest.map(({ price }) => price),
    otherFares: new Set(higher.map(({ price }) => price)),
  };
};

const callFor = ({ slices, ...wish }: Drawn): readonly [tool: string, input: object] => {
  const [out, back] = slices as readonly [Slice, Slice?];
  return slices.length > 2
    ? ["search_multi_city", { ...wish, slices }]
    : ["search_flights", { ...wish, ...out, ...(back && { return_date: back.departure_date }) }];
};

const withoutOthers = (shown: readonly number[], trips: readonly number[], otherFares: ReadonlySet<number>) => {
  let next = 0;
  return shown.filter((price) => {
    if (price === trips[next]) return ++next > 0;
    return !otherFares.has(price);
  });
};

it("a round trip search shows the cheapest combinations in order, for every max_results", async () => {
  const { shop, travel } = openSandboxShop();
  const { call } = clientOf(shop);
  const kinds = new Map<number, number>();
  for (let seed = 1; seed <= 100; seed++) {
    const search = drawn(seed);
    const { trips: prices, otherFares } = await allPrices(travel, search);
    if (prices.length > 0) kinds.set(search.slices.length, (kinds.get(search.slices.length) ?? 0) + 1);
    const [tool, input] = callFor(search);
    for (const max_results of SIZES) {
      const { options, more } = worked(await call(tool, { ...input, max_results }));
      const firstOfTest = options.findIndex(({ airline }: { airline: string }) => airline === "ZZ");
      const real = firstOfTest < 0 ? options : options.slice(0, firstOfTest);
      for (const { airline } of options.slice(real.length)) expect(airline).toBe("ZZ");
      const shown = real.map(({ price }: { price: { amount: number } }) => Math.round(price.amount * 100));
      expect(shown, `search ${seed}, max_results ${max_results}`).toEqual(
        shown.toSorted((a: number, b: number) => a - b),
      );
      // Without the other fares of trips, these are the cheapest trips.
      const trips = withoutOthers(shown, prices, otherFares);
      expect(trips, `search ${seed}, max_results ${max_results}`).toEqual(prices.slice(0, trips.length));
      const cheapest = prices.slice(0, max_results);
      if (firstOfTest >= 0) expect(shown.length).toBeGreaterThanOrEqual(Math.min(prices.length, max_results - 3));
      else if (shown.length < cheapest.length) expect(more).toContain("fit into 40000 characters");
    }
  }
  expect(kinds.get(1)).toBeGreaterThan(15);
  expect(kinds.get(2)).toBeGreaterThan(35);
  expect(kinds.get(3)).toBeGreaterThan(1);
});
