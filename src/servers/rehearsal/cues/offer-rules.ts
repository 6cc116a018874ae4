import type { CarRental, HotelReservation } from "../../../model/booking.ts";
import { dateOf } from "../../../model/calendar.ts";
import { rentalFees } from "../../../model/cancel-fees.ts";
import type { FlightOption, FlightSegment } from "../../../model/flight.ts";
import type { Cents } from "../../../model/money.ts";
import { type Party, seated } from "../../../model/passenger.ts";
import type { Places } from "../../../model/place.ts";
import type { Override } from "../scenario/cue-schema.ts";

/** An override of a scenario. `taken`: seats that other customers have booked. */
export interface OfferRule extends Override {
  readonly taken?: number;
}

type FlightFacts = Pick<FlightSegment, "flightNumber" | "departureTime" | "originCode" | "destinationCode" | "cabin">;

const isPlace = ({ place }: Pick<Places, "place">, code: string, wanted: string | undefined): boolean =>
  wanted === undefined ||
  code === wanted ||
  (place(wanted)?.airports.some((airport) => airport.code === code) ?? false);

const same = <T>(wanted: T | undefined, found: T): boolean => wanted === undefined || wanted === found;

/** The rules for one flight, in the order in which they were made. */
export const rulesOfFlight = (
  rules: readonly OfferRule[],
  { flightNumber, departureTime, originCode, destinationCode, cabin }: FlightFacts,
  places: Pick<Places, "place">,
): readonly OfferRule[] =>
  rules.filter(
    (rule) =>
      isAboutFlights(rule) &&
      same(rule.flight, flightNumber) &&
      same(rule.date, dateOf(departureTime)) &&
      isPlace(places, originCode, rule.from) &&
      isPlace(places, destinationCode, rule.to) &&
      same(rule.cabin, cabin),
  );

const isAboutFlights = ({ flight, from, to }: OfferRule): boolean =>
  flight !== undefined || from !== undefined || to !== undefined;

export const rulesOfHotel = (
  rules: readonly OfferRule[],
  { hotelCode, cityCode, starRating }: Pick<HotelReservation, "hotelCode" | "cityCode" | "starRating">,
): readonly OfferRule[] =>
  rules.filter(
    (rule) =>
      (rule.hotel !== undefined || rule.city !== undefined) &&
      rule.company === undefined &&
      rule.class === undefined &&
      same(rule.hotel, hotelCode) &&
      same(rule.city, cityCode) &&
      same(rule.stars, starRating),
  );

export const rulesOfCar = (
  rules: readonly OfferRule[],
  {
    companyCode,
    vehicleClass,
    pickupLocationCode,
  }: Pick<CarRental, "companyCode" | "vehicleClass" | "pickupLocationCode">,
  places: Pick<Places, "place">,
): readonly OfferRule[] =>
  rules.filter(
    (rule) =>
      (rule.company !== undefined || rule.class !== undefined) &&
      same(rule.company, companyCode) &&
      same(rule.class, vehicleClass) &&
      isPlace(places, pickupLocationCode, rule.city),
  );

export const isGone = (rules: readonly OfferRule[]): boolean => rules.some(({ gone }) => gone === true);

/** How many are for sale. */
export const forSale = (rules: readonly OfferRule[], count: number): number =>
  rules.reduce(
    (left, { soldOut, seats, taken = 0 }) =>
      Math.max(0, (soldOut === true ? 0 : Math.min(left, seats ?? left)) - taken),
    count,
  );

/** Ten million dollars: what has more digits is no price. */
const MOST_CENTS = 1_000_000_000;

/** `+12%`, `-$40` or `=$310`. Dollars are for each traveller with a seat, or for the stay or rental. */
const changed = (price: Cents, change: string, heads: number): Cents => {
  const [, sign = "+", dollars = "", percent = ""] = /^([+=-])(?:\$(\d+(?:\.\d\d)?)|(\d+)%)$/.exec(change) ?? [];
  const direction = sign === "-" ? -1 : 1;
  const amount = Math.round(Number(dollars) * 100) * heads;
  const now =
    percent !== ""
      ? Math.round(price * (1 + direction * (Number(percent) / 100)))
      : sign === "="
        ? amount
        : price + direction * amount;
  return Math.min(MOST_CENTS, Math.max(0, now));
};

const priceAfter = (rules: readonly OfferRule[], price: Cents, heads: number): Cents =>
  rules.reduce((now, { price: change }) => (change === undefined ? now : changed(now, change, heads)), price);

const refundableAfter = (rules: readonly OfferRule[], refundable: boolean): boolean =>
  rules.reduce((now, rule) => rule.refundable ?? now, refundable);

/** The flight as the rules leave it: price = baseFare + taxes still holds. */
export const flightAfter = <F extends FlightSegment>(flight: F, rules: readonly OfferRule[], party: Party): F => {
  if (rules.length === 0) return flight;
  const taxes = flight.price - flight.baseFare;
  const price = Math.max(taxes, priceAfter(rules, flight.price, seated(party)));
  const seats = forSale(rules, flight.seatsAvailable);
  return {
    ...flight,
    price,
    baseFare: price - taxes,
    seatsAvailable: Math.min(9, seats),
    refundable: refundableAfter(rules, flight.refundable),
    status: seats === 0 ? "sold_out" : flight.status,
  };
};

/** The option with its segments as the rules leave them. */
export const optionAfter = (
  option: FlightOption,
  rulesOf: (flight: FlightSegment) => readonly OfferRule[],
  party: Party,
): FlightOption => {
  const { segments } = option;
  const before = segments ?? [option];
  const after = before.map((segment) => flightAfter(segment, rulesOf(segment), party));
  if (after.every((segment, i) => segment === before[i])) return option;
  const total = (of: (segment: FlightSegment) => number): number =>
    after.reduce((sum, segment) => sum + of(segment), 0);
  const price = total((segment) => segment.price);
  const seatsAvailable = Math.min(...after.map((segment) => segment.seatsAvailable));
  return {
    ...option,
    price,
    baseFare: total(({ baseFare }) => baseFare),
    pricePerAdult: Math.round((option.pricePerAdult * price) / Math.max(1, option.price)),
    seatsAvailable,
    refundable: after.every(({ refundable }) => refundable),
    status: after.some(({ status }) => status === "sold_out") ? "sold_out" : option.status,
    ...(segments !== undefined && { segments: after }),
  };
};

/** price = pricePerNight × nights still holds. */
export const hotelAfter = (hotel: HotelReservation, rules: readonly OfferRule[]): HotelReservation => {
  if (rules.length === 0) return hotel;
  const pricePerNight = Math.round(priceAfter(rules, hotel.price, 1) / hotel.nights);
  const price = pricePerNight * hotel.nights;
  const texts = rules.map(({ text }) => text);
  const refundable = refundableAfter(rules, hotel.refundable);
  const said = <K extends "cancellationPolicy" | "roomType">(field: K): string =>
    texts.findLast((text) => text?.[field] !== undefined)?.[field] ?? hotel[field];
  return {
    ...hotel,
    pricePerNight,
    price,
    refundable,
    ...withFees(hotel, price, refundable),
    amenities: [...texts.flatMap((text) => text?.amenity ?? []), ...hotel.amenities],
    roomType: said("roomType"),
    cancellationPolicy: said("cancellationPolicy"),
    status: rules.some(({ soldOut, seats }) => soldOut === true || seats === 0) ? "sold_out" : hotel.status,
  };
};

/** Fees follow the price; a stay that cannot be refunded is charged from the start. */
const withFees = (hotel: HotelReservation, price: Cents, refundable: boolean) => {
  if (!refundable) return { cancelFees: [{ fee: price }] };
  const scaled = hotel.cancelFees.map((one) => ({ ...one, fee: Math.round((one.fee * price) / hotel.price) }));
  return { cancelFees: scaled };
};

/** totalPrice = dailyRate × rentalDays still holds, and the charges still add up to it. */
export const carAfter = (car: CarRental, rules: readonly OfferRule[]): CarRental => {
  if (rules.length === 0) return car;
  const dailyRate = Math.round(priceAfter(rules, car.totalPrice, 1) / car.rentalDays);
  const totalPrice = dailyRate * car.rentalDays;
  const [first, ...charges] = car.charges;
  const base = first && { ...first, amount: first.amount + totalPrice - car.totalPrice };
  return {
    ...car,
    ...{ dailyRate, totalPrice, charges: base === undefined ? [] : [base, ...charges] },
    cancelFees: rentalFees({ ...car, dailyRate, totalPrice }),
  };
};
