import { hash } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { distanceKm } from "../geo.ts";
import { createLruCache } from "../lru-cache.ts";
import { countryOf } from "../markets.ts";
import type { GeneratedPlaces } from "../places.ts";
import type { Airline } from "./airlines.ts";
import { isUsDomestic, realmOf } from "./borders.ts";
import type { Network } from "./network.ts";

/** What the fares between two airports have in common on all days. */
export interface FareMarket {
  readonly km: number;
  readonly usDomestic: boolean;
  /** The factor of nonstop flights: from 0.9 where many airlines compete to more than 2 where one flies once a week. */
  readonly nonstop: number | undefined;
  /** The factor of connections, which compete with the nonstop flights. */
  readonly connecting: number;
  /** The full economy fare in dollars where several airlines compete. */
  readonly level: number;
  /** The position among the pairs of airports of the same two cities that have nonstop flights. */
  readonly rank: number;
  /** Below 1 on hops of less than 150 km outside the United States, which bear only this share of each supplement. */
  readonly hop: number;
}

export type FareMarkets = (from: Airport, to: Airport) => FareMarket;

/** Countries with cheap and with expensive domestic fares. */
const CHEAP_DOMESTIC = new Set("IN ID BR CN CO MX TH VN PH MY TR PE AR EG ES IT GR PK BD KR CL ZA RU KZ".split(" "));
const EXPENSIVE_DOMESTIC = new Set("AU CA CH IS JP NO NZ".split(" "));
const CHEAP = 0.72;
const EXPENSIVE = 1.25;
const REMOTE_LEVEL = 1.5;
/** Islands and mountains outside the Pacific that are expensive to supply. */
const REMOTE = new Set("GL FK SH FO PG NF CX CC".split(" "));
/** In Canada, no road leads further north. */
const CANADIAN_NORTH = 55;

const levelOf = (from: Airport, to: Airport): number => {
  const domestic = realmOf(from.country) === realmOf(to.country);
  const remote = isRemote(from) || isRemote(to) ? REMOTE_LEVEL : 1;
  if (!domestic) return remote;
  return remote * (CHEAP_DOMESTIC.has(from.country) ? CHEAP : EXPENSIVE_DOMESTIC.has(from.country) ? EXPENSIVE : 1);
};

const isRemote = ({ country, latitude }: Airport): boolean =>
  REMOTE.has(country) || countryOf(country).market === "pacific" || (country === "CA" && latitude > CANADIAN_NORTH);

/** Elsewhere than in the United States, ferries and subsidies hold the fares of shorter hops down, however few airlines fly. */
export const SHORTEST_KM = 150;
/** Ratio of the full economy fare to the lowest one. */
const FULL_FARE = 2.2;
const CACHED_MARKETS = 2_000;
const CACHED_AIRPORTS = 4_000;
/** The factor of a connection between two airports with many airlines. */
const CONNECTING = 1.2;
const MANY_AIRLINES = 8;
/** How much an airport's only airline raises its fares. The United States subsidise flights to such towns. */
const CAPTIVE = { us: 0.2, elsewhere: 0.65 } as const;

/** A factor between 1 − width and 1 + width that depends only on the words. */
export const variation = (width: number, ...words: readonly string[]): number =>
  1 + width * (hash(...words) / 0x8000_0000 - 1);

export const createFareMarkets = (seed: string, network: Network, places: GeneratedPlaces): FareMarkets => {
  const isolations = createLruCache<number>(CACHED_AIRPORTS);

  /** How much more flights to and from an airport cost because few airlines, few times a week, serve it. */
  const isolationOf = (code: string, captive: number): number =>
    isolations.get(`${code}${captive}`, () => {
      const airlines = new Set<Airline>();
      const routes = [...network.neighbours(code).values()].flat();
      for (const route of routes) {
        airlines.add(network.airlineOf(route));
        if (airlines.size >= MANY_AIRLINES) return 1;
      }
      const weekly = routes.reduce((sum, route) => sum + network.service(route, code).weekly, 0);
      return (1 + captive / airlines.size ** 2) * (1 + captive / (1 + weekly / 14));
    });

  const airportsOf = ({ code, cityCode }: Airport): readonly string[] =>
    places.place(cityCode)?.airports.map((airport) => airport.code) ?? [code];

  const rankOf = (from: Airport, to: Airport): number => {
    if (network.routes(from.code, to.code).length === 0) return 0;
    const others = airportsOf(to);
    const ones = airportsOf(from);
    if (ones.length * others.length === 1) return 0;
    const pairs = ones.flatMap((one) =>
      others.filter((other) => network.routes(one, other).length > 0).map((other) => one + other),
    );
    return pairs.indexOf(from.code + to.code);
  };

  /** The fewer airlines and flights, the more a nonstop flight costs. */
  const rivalryOf = (from: Airport, to: Airport): number => {
    const services = network.services(from.code, to.code);
    const weekly = services.reduce((sum, service) => sum + service.weekly, 0);
    return (0.86 + 0.4 / services.length) * (1 + 0.5 / (1 + weekly / 7));
  };

  const marketOf = (from: Airport, to: Airport): FareMarket => {
    const direct = distanceKm(from, to);
    const km = Math.max(direct, SHORTEST_KM);
    const usDomestic = isUsDomestic(from, to);
    const distance = usDomestic ? 110 + 1.3 * Math.sqrt(km) + 0.012 * km : 48 + 1.5 * Math.sqrt(km) + 0.016 * km;
    const captive = usDomestic ? CAPTIVE.us : CAPTIVE.elsewhere;
    const isolation = Math.max(isolationOf(from.code, captive), isolationOf(to.code, captive));
    const hop = usDomestic ? 1 : Math.min(1, (direct * direct) / (SHORTEST_KM * SHORTEST_KM));
    const connecting = isolation * CONNECTING;
    const nonstop =
      network.routes(from.code, to.code).length === 0 ? undefined : 1 + hop * (isolation * rivalryOf(from, to) - 1);
    return {
      km,
      usDomestic,
      level: distance * FULL_FARE * levelOf(from, to) * variation(0.12, seed, from.cityCode, to.cityCode),
      nonstop,
      connecting: nonstop === undefined ? connecting : Math.min(connecting, nonstop),
      rank: rankOf(from, to),
      hop,
    };
  };

  /** By airports instead of a text of both codes, which every flight of every option would have to join. */
  const markets = new Map<Airport, Map<Airport, FareMarket>>();
  let cached = 0;
  return (from, to) => {
    let beyond = markets.get(from);
    const known = beyond?.get(to);
    if (known !== undefined) return known;
    if (cached >= CACHED_MARKETS) {
      markets.clear();
      beyond = undefined;
      cached = 0;
    }
    if (beyond === undefined) {
      beyond = new Map();
      markets.set(from, beyond);
    }
    const market = marketOf(from, to);
    beyond.set(to, market);
    cached++;
    return market;
  };
};
