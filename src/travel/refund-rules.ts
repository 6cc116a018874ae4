import type { BookedFlight, CarRental, HotelReservation } from "../model/booking.ts";
import { addDays, instantText } from "../model/calendar.ts";
import { type Cents, usd } from "../model/money.ts";
import type { Airport, Places } from "../model/place.ts";

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

const DEADLINE =
  /^Free cancellation until (\d\d:\d\d) local time on (\d{4}-\d\d-\d\d); after that (one night|the whole stay) /;

/** The rate says until when a cancellation is free, and what it costs after that. */
export const hotelTerms = (hotel: HotelReservation, now: number, places: Places): Terms => {
  const { cancellationPolicy, checkInDate, cityCode, hotelName, price, pricePerNight } = hotel;
  const [, time, day, charge] = DEADLINE.exec(cancellationPolicy) ?? [];
  if (time === undefined) return cash(price, `${hotelName}: non-refundable`);
  const airport = places.require(cityCode, "cityCode").airports[0] as Airport;
  const free = places.instant(airport, `${day}T${time}`);
  if (now < free) return cash(0, `${hotelName}: free until ${instantText(free)}`, free);
  const arrived = places.instant(airport, `${addDays(checkInDate, 1)}T00:00`);
  if (charge === "one night" && now < arrived)
    return cash(Math.min(price, pricePerNight), `${hotelName}: one night is charged`, arrived);
  return cash(price, `${hotelName}: the whole stay is charged`);
};

/** Free until the pick-up, then a day. */
export const carTerms = (
  { companyName, pickupDate, dropoffDate, dailyRate, totalPrice }: CarRental,
  now: number,
): Terms => {
  const pickup = Date.parse(pickupDate);
  if (now < pickup) return cash(0, `${companyName} car: free until the pick-up`, pickup);
  if (now < Date.parse(dropoffDate)) return cash(dailyRate, `${companyName} car: one day is charged`);
  return cash(totalPrice, `${companyName} car: the rental is over`);
};
