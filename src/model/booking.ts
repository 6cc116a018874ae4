import { FlightSegment } from "./flight.ts";
import { Passenger } from "./passenger.ts";
import { CarRental } from "./rental.ts";
import { array, extend, integer, maybe, object, oneOf, type Static, string } from "./schema.ts";
import { HotelReservation } from "./stay.ts";

const unixMs = (description: string) => integer({ description: `${description}, Unix time in milliseconds` });

export const PNR_PATTERN = "^TEST-[A-Z0-9]{6}$";

/** A flight as it stands in a booking. */
export const BookedFlight = extend(FlightSegment, {
  segmentStatus: oneOf(["HK", "XX"], { description: "HK holds confirmed, XX cancelled" }),
});
export type BookedFlight = Static<typeof BookedFlight>;

/** A PNR: one party, one price, one fate. */
export const Booking = object({
  pnr: string({ pattern: PNR_PATTERN }),
  sessionId: string({ description: "The session that made the booking" }),
  createdAt: unixMs("When it was booked"),
  lastModified: unixMs("When it last changed"),
  expiresAt: unixMs("When the sandbox forgets it"),
  status: oneOf(["pending", "confirmed", "cancelled"]),
  passengers: array(Passenger),
  flights: array(BookedFlight),
  hotels: array(HotelReservation),
  cars: array(CarRental),
  totalPrice: integer({ description: "US cents, the sum of all services" }),
  currency: oneOf(["USD"]),
  contactEmail: maybe(string()),
  contactPhone: maybe(string()),
  specialRequests: maybe(array(string())),
  cancelledAt: maybe(unixMs("When it was cancelled")),
  cancellationReason: maybe(string()),
});
export type Booking = Static<typeof Booking>;
