import type { CarRental, HotelReservation } from "../model/booking.ts";
import { addDays } from "../model/calendar.ts";
import { rentalFees, stayFees } from "../model/cancel-fees.ts";
import type { Airport, Places } from "../model/place.ts";
import { withEarlierConditions } from "./fare-conditions.ts";
import { salesOf } from "./ledger.ts";
import { cancelled, charged, type StoredBooking, voidUntilOf } from "./stored-booking.ts";
import { issued } from "./tickets.ts";

/** Records of 0.1 have no ledger: what they were charged and paid follows from what they hold. */
type EarlierBooking = Omit<StoredBooking, "ledger" | "tickets" | "operations" | "extras" | "revision">;

/** Brings a record to the present form, in which it is written at its next change. */
export const upgraded = (record: object, places?: Places): StoredBooking => {
  if ("ledger" in record) return withFees(withStock(record as StoredBooking), places);
  const found: EarlierBooking = withFees(withStock(record as StoredBooking), places);
  const earlier = { ...found, flights: withEarlierConditions(found.flights) };
  const { status, createdAt, flights, cancelledAt = createdAt } = earlier;
  // 0.1 marked a draft by its status alone.
  const isDraft = earlier.draft ?? (status === "pending" && earlier.pendingSince !== undefined);
  const voidUntil = voidUntilOf(flights, createdAt);
  const base: StoredBooking = {
    ...earlier,
    ...(isDraft && { draft: true }),
    status: isDraft ? "pending" : "confirmed",
    revision: 0,
    extras: [],
    ledger: [],
    tickets: [],
    operations: [],
    ...(voidUntil !== undefined && { voidUntil }),
  };
  const sold = issued(charged({ ...base, status: "confirmed" }, salesOf(earlier), createdAt));
  if (status !== "cancelled") return { ...sold, status: base.status };
  const { cancellationReason } = earlier;
  return { ...cancelled(sold, { at: cancelledAt, reason: cancellationReason }), lastModified: earlier.lastModified };
};

/** Only flights were finite: a key for each, in their order. */
const withStock = (record: StoredBooking): StoredBooking => {
  if (record.stock !== undefined) return record;
  const { stockKeys = [], ...booking } = record as StoredBooking & { readonly stockKeys?: readonly string[] };
  return { ...booking, stock: booking.flights.map(({ id }, i) => ({ about: id, keys: stockKeys.slice(i, i + 1) })) };
};

/** What a cancellation costs was in a sentence. */
const withFees = (booking: StoredBooking, places: Places | undefined): StoredBooking => {
  const { hotels, cars } = booking;
  if (places === undefined || [...hotels, ...cars].every(({ cancelFees }) => cancelFees !== undefined)) return booking;
  return {
    ...booking,
    hotels: hotels.map((hotel) => ({ ...hotel, cancelFees: hotel.cancelFees ?? feesOfHotel(hotel, places) })),
    cars: cars.map((car: CarRental) => ({ ...car, cancelFees: car.cancelFees ?? rentalFees(car) })),
  };
};

const DEADLINE =
  /^Free cancellation until (\d\d:\d\d) local time on (\d{4}-\d\d-\d\d); after that (one night|the whole stay) /;

const feesOfHotel = (hotel: HotelReservation, places: Places) => {
  const [, time, day, charge] = DEADLINE.exec(hotel.cancellationPolicy) ?? [];
  if (time === undefined) return stayFees(hotel);
  const airport = places.require(hotel.cityCode, "cityCode").airports[0] as Airport;
  const local = (wallClock: string): string => places.localTime(airport, places.instant(airport, wallClock));
  return stayFees({
    ...hotel,
    deadline: {
      freeUntil: local(`${day}T${time}`),
      charge: charge as "one night" | "the whole stay",
      dayAfterArrival: local(`${addDays(hotel.checkInDate, 1)}T00:00`),
    },
  });
};
