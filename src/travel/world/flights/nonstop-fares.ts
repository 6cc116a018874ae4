import { hash } from "../../../model/draw.ts";
import { createLruCache } from "../lru-cache.ts";
import type { CabinLetter } from "./airlines.ts";
import type { FareMarkets } from "./fare-markets.ts";
import { type Fare, fareOf } from "./fares.ts";
import { salesOf } from "./inventory.ts";
import type { Network } from "./network.ts";
import type { DatedDeparture } from "./operating-day.ts";
import { type Tax, taxesOf, taxOn } from "./taxes.ts";

/** The fare of a nonstop flight in one cabin. */
export type NonstopFares = (flight: DatedDeparture, cabin: CabinLetter, daysLeft: number | undefined) => Fare;

interface Priced {
  readonly flightNumber: string;
  readonly fare: Fare;
  readonly taxes: readonly Tax[];
  /** For one adult. */
  readonly price: number;
}

/** The least difference between the cheapest and the second cheapest flight, in cents. */
const CLEARLY_CHEAPER = 101;
/** The airports of two cities take turns in these steps, so that a search of both cities has one cheapest flight too. */
const STEP = 105;
const TURN = 6 * STEP;
/** Routes, dates and cabins whose fares are cached. */
const CACHED_DAYS = 40;

const farePart = (taxes: readonly Tax[]): number =>
  10_000 / taxes.reduce((sum, { basisPoints }) => sum + basisPoints, 10_000);

/**
 * Computes the fares of all nonstop flights between two airports on a date together, and lowers the cheapest by at most
 * seven dollars, so that it is the cheapest by a dollar.
 */
export const createNonstopFares = (seed: string, network: Network, fareMarkets: FareMarkets): NonstopFares => {
  const days = createLruCache<ReadonlyMap<string, Fare>>(CACHED_DAYS);

  const pricedOn = (flight: DatedDeparture, cabin: CabinLetter, daysLeft: number | undefined): readonly Priced[] => {
    const { departure, day } = flight;
    const { from, to } = departure.service;
    const { usDomestic } = fareMarkets(from, to);
    const priced: Priced[] = [];
    for (const service of network.services(from.code, to.code)) {
      const taxes = taxesOf(service, cabin, { first: true, usDomestic });
      for (const other of service.departures) {
        if ((other.days & (1 << day.weekday)) === 0 || !other.cabins.includes(cabin)) continue;
        const dated = { departure: other, day };
        const seat = { flight: dated, cabin, sales: salesOf(seed, dated, cabin, daysLeft) };
        const fare = fareOf({ seed, fareMarkets }, [seat], cabin, daysLeft);
        const base = fare.bases[0] as number;
        let price = base;
        for (const tax of taxes) price += taxOn(tax, base);
        priced.push({ flightNumber: other.flightNumber, fare, taxes, price });
      }
    }
    return priced;
  };

  const faresOf = (flight: DatedDeparture, cabin: CabinLetter, daysLeft: number | undefined) => {
    const { from, to } = flight.departure.service;
    const fares = new Map<string, Fare>();
    let cheapest: Priced | undefined;
    let second = Number.POSITIVE_INFINITY;
    for (const priced of pricedOn(flight, cabin, daysLeft)) {
      fares.set(priced.flightNumber, priced.fare);
      if (cheapest === undefined || priced.price < cheapest.price) {
        second = cheapest?.price ?? second;
        cheapest = priced;
      } else second = Math.min(second, priced.price);
    }
    if (cheapest === undefined) return fares;
    const most = Math.min(cheapest.price, second - CLEARLY_CHEAPER);
    // The turns of each day begin at a price of its own, so that fares are not all multiples of a step.
    const turn = hash(seed, from.cityCode, to.cityCode, flight.day.compact) + STEP * fareMarkets(from, to).rank;
    const above = cabin === "Y" ? (most + turn) % TURN : 0;
    const less = Math.ceil((cheapest.price - most + above) * farePart(cheapest.taxes));
    const base = (cheapest.fare.bases[0] as number) - less;
    return fares.set(cheapest.flightNumber, { ...cheapest.fare, bases: [base] });
  };

  return (flight, cabin, daysLeft) => {
    const { from, to } = flight.departure.service;
    const key = `${from.code}${to.code}${flight.day.compact}${cabin}${daysLeft}`;
    return days.get(key, () => faresOf(flight, cabin, daysLeft)).get(flight.departure.stockNumber) as Fare;
  };
};
