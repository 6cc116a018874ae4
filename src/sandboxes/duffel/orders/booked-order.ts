import type { BookedFlight, Booking } from "../../../model/booking.ts";
import { sum } from "../../../model/money.ts";
import type { Passenger, PassengerType } from "../../../model/passenger.ts";
import type { Places } from "../../../model/place.ts";
import { idOf } from "../ids.ts";
import type { Reference } from "../reference.ts";
import { brandOf, strictest } from "../search/fare-brand.ts";
import { sliceWire } from "../search/slice-wire.ts";
import { CURRENCY } from "../wire-format.ts";
import type { OrderRecord } from "./order.ts";
import type { OrderPassenger } from "./order-wire.ts";

const TYPES: Readonly<Record<PassengerType, NonNullable<OrderPassenger["type"]>>> = {
  adult: "adult",
  child: "child",
  infant: "infant_without_seat",
};

/** A longer time on the ground begins a new slice. */
const MAX_CONNECTION_MS = 24 * 3_600_000;

/** Derives the record of an order from its booking, for bookings made outside the sandbox or before a crash. */
export const orderOfBooking = (
  booking: Booking,
  parts: { readonly reference: Reference; readonly places: Places },
): OrderRecord => {
  const { pnr, createdAt, flights } = booking;
  const passengers = booking.passengers.map((passenger) => passengerOf(passenger, booking));
  const groups = slicesOf(flights, parts.places);
  const brands = groups.map((segments) => brandOf(segments, passengers.length));
  const total = sum(flights.map(({ price }) => price));
  const base = sum(flights.map(({ baseFare }) => baseFare));
  return {
    pnr,
    type: "instant",
    createdAt,
    offerId: null,
    scenario: null,
    owner: parts.reference.airline((flights[0] as BookedFlight).airlineCode),
    conditions: {
      refund_before_departure: strictest(brands.map(({ refund }) => refund)),
      change_before_departure: strictest(brands.map(({ change }) => change)),
    },
    slices: groups.map((segments) => {
      const flightIds = segments.map(({ id }) => id);
      const minutes = minutesOf(segments);
      const choice = { segments, flightIds, minutes, total: 0, base: 0 };
      const scope = `${pnr}/${flightIds.join()}`;
      return { flightIds, wire: sliceWire(choice, { scope, travellers: passengers, scenario: null }, parts) };
    }),
    passengers,
    services: [],
    base,
    tax: total - base,
    total,
    currency: CURRENCY,
    hold: null,
    paidAt: createdAt,
    payments: [],
    metadata: {},
    users: [],
    quotes: [],
    changes: [],
    airlineChanges: [],
  };
};

const passengerOf = (passenger: Passenger, { pnr, contactEmail, contactPhone }: Booking): OrderPassenger => ({
  id: idOf("pas", pnr, passenger.id),
  type: TYPES[passenger.type],
  title: null,
  gender: null,
  given_name: passenger.firstName,
  family_name: passenger.lastName,
  born_on: passenger.dateOfBirth ?? null,
  email: passenger.email ?? contactEmail ?? null,
  phone_number: passenger.phone ?? contactPhone ?? null,
  infant_passenger_id: null,
  user_id: null,
  loyalty_programme_accounts: [],
});

/** A slice ends with a stay of a day, or before a flight back to a city of the slice. */
const slicesOf = (flights: readonly BookedFlight[], places: Places): readonly (readonly BookedFlight[])[] => {
  const slices: BookedFlight[][] = [];
  for (const flight of flights) {
    const slice = slices.at(-1);
    const last = slice?.at(-1);
    const connects =
      slice !== undefined &&
      last !== undefined &&
      Date.parse(flight.departureTime) - Date.parse(last.arrivalTime) < MAX_CONNECTION_MS &&
      !slice.some(({ originCode }) => places.sameCity(originCode, flight.destinationCode));
    if (connects) slice.push(flight);
    else slices.push([flight]);
  }
  return slices;
};

const minutesOf = (segments: readonly BookedFlight[]): number => {
  const [first, last] = [segments[0] as BookedFlight, segments.at(-1) as BookedFlight];
  return (Date.parse(last.arrivalTime) - Date.parse(first.departureTime)) / 60_000;
};
