import { CABINS } from "../../../model/flight.ts";
import { PASSENGER_TYPES } from "../../../model/passenger.ts";
import { array, boolean, integer, maybe, oneOf, type Static, string } from "../../../model/schema.ts";
import {
  airport,
  amount,
  dayOrGold,
  duration,
  flightOrGold,
  name,
  pattern,
  strict,
  VEHICLES,
} from "./schema-fields.ts";

const Bounds = strict({ after: maybe(string()), before: maybe(string()) });

const FlightMatcher = strict({
  from: maybe(airport()),
  to: maybe(airport()),
  date: maybe(dayOrGold()),
  flight: maybe(flightOrGold()),
  airline: maybe(string()),
  cabin: maybe(oneOf(CABINS)),
  stops: maybe(integer({ minimum: 0, maximum: 2 })),
  depart: maybe(Bounds),
  arrive: maybe(Bounds),
  refundable: maybe(boolean()),
  fareFamily: maybe(string()),
  changeable: maybe(boolean()),
  status: maybe(oneOf(["HK", "TK", "UN", "XX"])),
  duration: maybe(strict({ atMost: duration("Such as 9h") })),
});

const HotelMatcher = strict({
  city: maybe(airport()),
  code: maybe(string()),
  checkIn: maybe(dayOrGold()),
  checkOut: maybe(dayOrGold()),
  stars: maybe(integer({ minimum: 1, maximum: 5, description: "At least" })),
  guests: maybe(integer({ minimum: 1 })),
  rooms: maybe(integer({ minimum: 1 })),
  refundable: maybe(boolean()),
  status: maybe(oneOf(["confirmed", "cancelled"])),
});

const CarMatcher = strict({
  pickup: maybe(airport()),
  dropoff: maybe(airport()),
  from: maybe(dayOrGold()),
  to: maybe(dayOrGold()),
  class: maybe(oneOf(VEHICLES)),
  company: maybe(string()),
  status: maybe(oneOf(["confirmed", "cancelled"])),
});

const Sum = strict({ atMost: maybe(amount()), atLeast: maybe(amount()), exactly: maybe(amount()) });

export const BookingMatcher = strict({
  as: maybe(name("Names the booking for `$name.pnr` and `$name.total`")),
  status: maybe(oneOf(["pending", "confirmed", "cancelled"])),
  passengers: maybe(array(string(), { description: "Full names, in any order" })),
  types: maybe(array(oneOf(PASSENGER_TYPES))),
  contact: maybe(string()),
  frequentFlyerNumbers: maybe(array(string())),
  flights: maybe(
    array(FlightMatcher, { description: "All of them, in order of travel; each a journey without a stay" }),
  ),
  hotels: maybe(array(HotelMatcher)),
  cars: maybe(array(CarMatcher)),
  extras: maybe(array(strict({ kind: maybe(string()), what: maybe(pattern("Matches its text")) }))),
  total: maybe(Sum),
  fees: maybe(Sum),
  paid: maybe(Sum),
  refunded: maybe(Sum),
  openNotices: maybe(integer({ minimum: 0 })),
  same: maybe(name("This given booking, by PNR")),
  unchanged: maybe(boolean({ description: "With `same`: not changed at all" })),
});

export type BookingMatcher = Static<typeof BookingMatcher>;
export type FlightMatcher = Static<typeof FlightMatcher>;
export type HotelMatcher = Static<typeof HotelMatcher>;
export type CarMatcher = Static<typeof CarMatcher>;
export type Sum = Static<typeof Sum>;
