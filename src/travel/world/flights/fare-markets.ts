import { hash } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { distanceKm } from "../geo.ts";
import { createLruCache } from "../lru-cache.ts";
import { countryOf } from "../markets.ts";
import type { Airline } from "./airlines.ts";
import { isUsDomestic, realmOf } from "./borders.ts";
import type { Network } from "./network.ts";

/** What the fares between two airports have in common on all days. */
export interface FareMarket {
  readonly km: number;
  readonly usDomestic: boolean;
  readonly nonstop: boolean;
  /** The full economy fare in dollars where several airlines compete. */
  readonly level: number;
  /** From 0.9 where many airlines compete to more than 2 where one airline flies once a week. */
  readonly scarcity: number;
  /** Numbers the nonstop flights from 0. */
  readonly positions: ReadonlyMap<string, number>;
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

export const SHORTEST_KM = 150;
/** Ratio of the full economy fare to the lowest one. */
const FULL_FARE = 2.2;
const CACHED_MARKETS = 4_000;
const MANY_AIRLINES = 8;
/** How much an airport's only airline raises its fares. The United States subsidise flights to such towns. */
const CAPTIVE = { us: 0.2, elsewhere: 0.5 } as const;

/** A factor between 1 − width and 1 + width that depends only on the words. */
export const variation = (width: number, ...words: readonly string[]): number =>
  1 + width * (hash(...words) / 0x8000_0000 - 1);

export const createFareMarkets = (seed: string, network: Network): FareMarkets => {
  const counts = createLruCache<number>(CACHED_MARKETS);

  /** The airlines at an airport, counted up to `MANY_AIRLINES`. */
  const airlinesAt = (code: string): number =>
    counts.get(code, () => {
      const airlines = new Set<Airline>();
      for (const routes of network.neighbours(code).values()) {
        for (const route of routes) airlines.add(network.airlineOf(route));
        if (airlines.size >= MANY_AIRLINES) break;
      }
      return airlines.size;
    });

  const marketOf = (from: Airport, to: Airport): FareMarket => {
    const services = network.services(from.code, to.code);
    const weekly = services.reduce((sum, service) => sum + service.weekly, 0);
    const km = Math.max(distanceKm(from, to), SHORTEST_KM);
    const usDomestic = isUsDomestic(from, to);
    let positions: ReadonlyMap<string, number> | undefined;
    const fewest = Math.min(airlinesAt(from.code), airlinesAt(to.code));
    const rivalry = services.length === 0 ? 1 : 0.86 + 0.4 / services.length;
    const frequency = services.length === 0 ? 1 : 1 + 0.5 / (1 + weekly / 7);
    return {
      km,
      usDomestic,
      nonstop: services.length > 0,
      level:
        (usDomestic ? 110 + 1.3 * Math.sqrt(km) + 0.012 * km : 40 + 1.5 * Math.sqrt(km) + 0.016 * km) *
        FULL_FARE *
        levelOf(from, to) *
        variation(0.12, seed, from.cityCode, to.cityCode),
      scarcity: rivalry * frequency * (1 + (usDomestic ? CAPTIVE.us : CAPTIVE.elsewhere) / (fewest * fewest)),
      get positions() {
        positions ??= new Map(
          services
            .flatMap(({ departures }) => departures)
            .map(({ flightNumber }, position) => [flightNumber, position]),
        );
        return positions;
      },
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
