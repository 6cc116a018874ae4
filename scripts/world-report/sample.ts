import { addDays, type IsoDate } from "../../src/model/calendar.ts";
import { type Draw, draw } from "../../src/model/draw.ts";
import type { Cabin } from "../../src/model/flight.ts";
import type { Airport } from "../../src/model/place.ts";
import { realmOf } from "../../src/travel/world/flights/borders.ts";
import type { GeneratedPlaces } from "../../src/travel/world/places.ts";

/** One search of the sample. */
export interface SampledSearch {
  readonly kind: Kind;
  readonly from: Airport;
  readonly to: Airport;
  readonly date: IsoDate;
  readonly returnDate: IsoDate | undefined;
  readonly cabin: Cabin;
  /** Whether the same trip is also searched in the other cabins. */
  readonly allCabins: boolean;
}

/** Travellers search busy routes most, but a professional looks at the thin ones first. */
const SHARES = {
  busy: 0.18,
  "by traffic": 0.2,
  "United States": 0.2,
  thin: 0.15,
  neighbours: 0.14,
  "long haul": 0.13,
} as const;
type Kind = keyof typeof SHARES;

const CABIN_SHARES: readonly (readonly [Cabin, number])[] = [
  ["economy", 0.7],
  ["business", 0.17],
  ["premium_economy", 0.08],
  ["first", 0.05],
];

const FIRST_DATE = "2027-01-04";
const DAYS = 360;
const RETURNS = 0.25;
const ALL_CABINS = 0.1;
const BUSY_AIRPORTS = 60;
const LONG_HAUL_KM = 6000;
const THIN_TRAFFIC = 0.5;
const THIN_KM = 3000;
const NEIGHBOUR_KM = 150;
const NEIGHBOUR_DEGREES = 1.4;
const TRIES = 200;

type Pair = readonly [from: Airport, to: Airport];

export const sampleSearches = (places: GeneratedPlaces, count: number, seed: string): readonly SampledSearch[] => {
  const chance = draw("world report", seed);
  const pickers = pairPickers(places, chance);
  const kinds = (Object.keys(SHARES) as Kind[]).flatMap((kind) =>
    Array.from({ length: Math.round(SHARES[kind] * count) }, () => kind),
  );
  return kinds.map((kind) => {
    const [from, to] = pickPair(places, pickers[kind]);
    const date = addDays(FIRST_DATE, chance.integer(0, DAYS - 1));
    return {
      kind,
      from,
      to,
      date,
      returnDate: chance.chance(RETURNS) ? addDays(date, chance.integer(1, 14)) : undefined,
      cabin: pickCabin(chance.fraction()),
      allCabins: chance.chance(ALL_CABINS),
    };
  });
};

const pickCabin = (fraction: number): Cabin => {
  let left = fraction;
  for (const [cabin, part] of CABIN_SHARES) {
    left -= part;
    if (left < 0) return cabin;
  }
  return "economy";
};

/** Tries again until the two ends are in different cities. */
const pickPair = (places: GeneratedPlaces, pick: () => Pair | undefined): Pair => {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const pair = pick();
    if (pair !== undefined && !places.sameCity(pair[0].code, pair[1].code)) return pair;
  }
  throw new Error("The world has no such pair of airports.");
};

const pairPickers = (places: GeneratedPlaces, chance: Draw): Readonly<Record<Kind, () => Pair | undefined>> => {
  const all = places.airports();
  const byTraffic = weighted(all, (airport) => places.traffic(airport), chance);
  const american = all.filter(({ country }) => country === "US");
  const americanByTraffic = weighted(american, (airport) => Math.sqrt(places.traffic(airport)), chance);
  const busy = all.slice(0, BUSY_AIRPORTS);
  const thin = all.filter((airport) => places.traffic(airport) < THIN_TRAFFIC);
  return {
    busy: () => [chance.pick(busy), chance.pick(busy)],
    "by traffic": () => [byTraffic(), byTraffic()],
    "United States": () => [americanByTraffic(), americanByTraffic()],
    thin: () => {
      const [from, to] = [chance.pick(thin), byTraffic()];
      const near = realmOf(from.country) === realmOf(to.country) || places.distanceKm(from, to) < THIN_KM;
      return near ? [from, to] : undefined;
    },
    neighbours: () => {
      const from = chance.pick(all);
      const near = neighboursOf(places, from);
      return near.length === 0 ? undefined : [from, chance.pick(near)];
    },
    "long haul": () => {
      const [from, to] = [byTraffic(), byTraffic()];
      return places.distanceKm(from, to) > LONG_HAUL_KM ? [from, to] : undefined;
    },
  };
};

const neighboursOf = (places: GeneratedPlaces, airport: Airport): readonly Airport[] =>
  places
    .airports()
    .filter(
      (other) =>
        Math.abs(other.latitude - airport.latitude) < NEIGHBOUR_DEGREES &&
        !places.sameCity(airport.code, other.code) &&
        places.distanceKm(airport, other) <= NEIGHBOUR_KM,
    );

const weighted = (airports: readonly Airport[], weightOf: (airport: Airport) => number, chance: Draw) => {
  const sums: number[] = [];
  let total = 0;
  for (const airport of airports) {
    total += weightOf(airport);
    sums.push(total);
  }
  return (): Airport => {
    const wanted = chance.fraction() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return airports[low] as Airport;
  };
};
