import type { Party } from "../../../model/passenger.ts";
import type { CabinLetter } from "./airlines.ts";
import { isUsDomestic } from "./borders.ts";
import { type Fare, type FareWorld, fareOf, type Seat } from "./fares.ts";
import type { NonstopFares } from "./nonstop-fares.ts";
import { type Tax, taxesOf, taxOn } from "./taxes.ts";

export interface Charge {
  readonly code: string;
  readonly name: string;
  readonly amount: number;
}

/** One flight's share of the price for the whole party, in cents. */
export interface PricedFlight {
  readonly base: number;
  readonly total: number;
  /** Taxes and fees. Computed on demand, because most flights of a search are never shown. */
  charges(): readonly Charge[];
}

export interface Price {
  readonly fare: Fare;
  readonly flights: readonly PricedFlight[];
  readonly total: number;
  readonly perAdult: number;
}

/** Percentage of the adult base fare: on US domestic flights, and elsewhere. */
const CHILD_PERCENT = { us: 100, elsewhere: 75 } as const;
const INFANT_PERCENT = { us: 0, elsewhere: 10 } as const;

const ofBase = (base: number, percent: number): number => Math.round((base * percent) / 100);

/** Prices flights sold together, in the fare family of the share. Each flight is rounded separately, so that the shares add up exactly. */
export const priceOf = (
  world: FareWorld & { readonly nonstopFares: NonstopFares },
  seats: readonly Seat[],
  cabin: CabinLetter,
  party: Party,
  daysLeft: number | undefined,
  share = 0,
): Price => {
  const [{ flight: first }] = seats as readonly [Seat];
  const fare =
    share === 0 && seats.length === 1
      ? world.nonstopFares(first, cabin, daysLeft)
      : fareOf(world, seats, cabin, daysLeft, share);
  const { from } = first.departure.service;
  const { to } = (seats[seats.length - 1] as Seat).flight.departure.service;
  const usDomestic = isUsDomestic(from, to);
  const area = usDomestic ? "us" : "elsewhere";
  let total = 0;
  let perAdult = 0;
  const flights = seats.map((seat, i): PricedFlight => {
    const { service } = seat.flight.departure;
    const adult = fare.bases[i] as number;
    const child = ofBase(adult, CHILD_PERCENT[area]);
    const infant = ofBase(adult, INFANT_PERCENT[area]);
    const base = adult * party.adults + child * party.children + infant * party.infants;
    const amountOf = (tax: Tax): number => {
      const infants = tax.infants && infant > 0 ? taxOn(tax, infant) * party.infants : 0;
      return taxOn(tax, adult) * party.adults + taxOn(tax, child) * party.children + infants;
    };
    const taxes = taxesOf(service, seat.cabin, { first: i === 0, usDomestic });
    let sum = base;
    perAdult += adult;
    for (const tax of taxes) {
      perAdult += taxOn(tax, adult);
      sum += amountOf(tax);
    }
    total += sum;
    return {
      base,
      total: sum,
      charges: () => taxes.map((tax) => ({ code: tax.code, name: tax.name, amount: amountOf(tax) })),
    };
  });
  return { fare, flights, total, perAdult };
};
