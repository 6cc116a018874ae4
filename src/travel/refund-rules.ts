import type { BookedFlight, CarRental, HotelReservation } from "../model/booking.ts";
import { instantText } from "../model/calendar.ts";
import { type CancelFee, feeAt } from "../model/cancel-fees.ts";
import { type Cents, usd } from "../model/money.ts";

/** What a cancellation keeps of a price, and by which rule. */
export interface Terms {
  readonly kept: Cents;
  /** How the rest is given back. */
  readonly as: "cash" | "credit";
  readonly rule: string;
  /** Until when the terms are the same. */
  readonly until?: number;
}

/** A part of flights that are sold together: all of them, or the share of one traveller. */
interface FlightCase {
  readonly flights: readonly BookedFlight[];
  readonly price: Cents;
  /** Taxes and charges, without the surcharges of the airline. */
  readonly taxes: Cents;
  readonly heads: number;
  readonly isOnHold: boolean;
  /** What the airline changed, if it entitles to a refund. */
  readonly involuntary: string | undefined;
  readonly hasLeft: boolean;
  readonly voidUntil: number;
  readonly now: number;
}

interface Rule {
  applies(one: FlightCase): boolean;
  terms(one: FlightCase): Terms;
  /** Whether seats and bags are given back too. */
  readonly extrasBack: boolean;
}

const conditions = ({ flights }: FlightCase): BookedFlight => flights[0] as BookedFlight;
const allows = (refund: BookedFlight["refund"]) => (one: FlightCase) => conditions(one).refund === refund;
const cash = (kept: Cents, rule: string, until?: number): Terms => ({
  ...{ kept, as: "cash", rule },
  ...(until !== undefined && { until }),
});

/** The first rule that fits. */
const FLIGHT_RULES: readonly Rule[] = [
  {
    applies: ({ isOnHold }) => isOnHold,
    terms: () => cash(0, "on hold: less is due, nothing comes back"),
    extrasBack: true,
  },
  {
    applies: ({ involuntary }) => involuntary !== undefined,
    terms: ({ involuntary }) => cash(0, involuntary as string),
    extrasBack: true,
  },
  {
    applies: ({ hasLeft }) => hasLeft,
    terms: ({ price }) => cash(price, "partly flown: nothing is given back"),
    extrasBack: false,
  },
  {
    applies: ({ now, voidUntil }) => now < voidUntil,
    terms: ({ voidUntil }) => cash(0, `void until ${instantText(voidUntil)}`, voidUntil),
    extrasBack: true,
  },
  {
    applies: allows("cash"),
    terms: (one) => {
      const { fareFamily, refundFee } = conditions(one);
      const less = refundFee === 0 ? "" : ` less ${usd(refundFee)} each`;
      return cash(Math.min(one.price, refundFee * one.heads), `${fareFamily}: refunded${less}`);
    },
    extrasBack: true,
  },
  {
    applies: allows("credit"),
    terms: (one) => ({ kept: 0, as: "credit", rule: `${conditions(one).fareFamily}: given back as travel credit` }),
    extrasBack: true,
  },
  {
    applies: allows("taxes"),
    terms: (one) => cash(one.price - one.taxes, `${conditions(one).fareFamily}: taxes only`),
    extrasBack: false,
  },
  {
    applies: allows("none"),
    terms: (one) => cash(one.price, `${conditions(one).fareFamily}: not refundable`),
    extrasBack: false,
  },
];

export const flightTerms = (one: FlightCase): Terms & { readonly extrasBack: boolean } => {
  const rule = FLIGHT_RULES.find(({ applies }) => applies(one)) as Rule;
  return { ...rule.terms(one), extrasBack: rule.extrasBack };
};

const SURCHARGES = ["YQ", "YR"];
export const isTax = ({ code }: { readonly code: string }): boolean => !SURCHARGES.includes(code);

/** What is charged is named by the rules of the rate. */
export const hotelTerms = (hotel: HotelReservation, now: number): Terms => {
  const { hotelName, price, pricePerNight, cancelFees } = hotel;
  const named = (fee: Cents, isFinal: boolean): string => {
    if (fee >= price) return isFinal && cancelFees.length === 1 ? "non-refundable" : "the whole stay is charged";
    return fee === pricePerNight ? "one night is charged" : `${usd(fee)} is charged`;
  };
  return termsOf(hotelName, cancelFees, price, now, named);
};

export const carTerms = (car: CarRental, now: number): Terms => {
  const { companyName, dailyRate, totalPrice, dropoffDate, cancelFees } = car;
  const named = (fee: Cents): string => {
    if (now >= Date.parse(dropoffDate)) return "the rental is over";
    return fee === dailyRate ? "one day is charged" : `${usd(fee)} is charged`;
  };
  return termsOf(`${companyName} car`, cancelFees, totalPrice, now, named);
};

const termsOf = (
  name: string,
  fees: readonly CancelFee[],
  price: Cents,
  now: number,
  named: (fee: Cents, isFinal: boolean) => string,
): Terms => {
  const { fee, until } = feeAt(fees, now);
  // The price may have been reduced since it was sold.
  const kept = Math.min(fee, price);
  if (kept > 0) return cash(kept, `${name}: ${named(fee, until === undefined)}`, until);
  return cash(0, `${name}: free${until === undefined ? "" : ` until ${instantText(until)}`}`, until);
};
