import type { Booking } from "../../model/booking.ts";
import { array, defaulted, integer, maybe, object, oneOf, type Static, string } from "../../model/schema.ts";
import { warnings } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

const BookingSummary = object({
  pnr: string(),
  status: oneOf(["pending", "confirmed", "cancelled"]),
  createdAt: integer({ description: "Unix time in milliseconds" }),
  lastModified: integer({ description: "Unix time in milliseconds" }),
  passengers: array(string(), { description: "Names" }),
  itinerary: array(string(), { description: "One line per flight, hotel and car" }),
  totalPrice: integer({ description: "US cents" }),
  currency: oneOf(["USD"]),
});
type BookingSummary = Static<typeof BookingSummary>;

export const summarise = (booking: Booking): BookingSummary => ({
  pnr: booking.pnr,
  status: booking.status,
  createdAt: booking.createdAt,
  lastModified: booking.lastModified,
  passengers: booking.passengers.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  itinerary: itineraryLines(booking),
  totalPrice: booking.totalPrice,
  currency: booking.currency,
});

export const itineraryLines = ({ flights, hotels, cars }: Booking): string[] => [
  ...flights.map(
    (flight) =>
      `${flight.flightNumber} ${flight.originCode}-${flight.destinationCode} ${flight.departureTime} to ${flight.arrivalTime}`,
  ),
  ...hotels.map((hotel) => `${hotel.hotelName}, ${hotel.checkInDate} to ${hotel.checkOutDate}`),
  ...cars.map(
    (car) =>
      `${car.companyName} ${car.vehicleModel}, ${car.pickupLocationCode} ${car.pickupDate} to ${car.dropoffDate}`,
  ),
];

export const listBookings = defineGdsTool({
  name: "listBookings",
  title: "List bookings",
  description:
    "Lists the bookings made in this session, oldest first, one short entry each; retrieveBooking shows one in full. " +
    "A client without a session of its own passes the sessionId that a search or booking returned.",
  effect: "read",
  input: object({
    status: defaulted(
      oneOf(["all", "confirmed", "cancelled"], { default: "all", description: "Which bookings to list." }),
    ),
    sessionId: maybe(string({ format: "uuid", description: "Another session's id; this session if left out." })),
  }),
  output: object({
    sessionId: string(),
    source: oneOf(["sandbox"]),
    resultCount: integer({ minimum: 0 }),
    bookings: array(BookingSummary),
    warnings: maybe(warnings),
  }),
  async run({ status, ...given }, { travel, caller }) {
    const sessionId = given.sessionId ?? caller.sessionId;
    const bookings = await travel.listBookings(status, { ...caller, sessionId });
    return {
      sessionId,
      source: "sandbox" as const,
      resultCount: bookings.length,
      bookings: bookings.map(summarise),
    };
  },
  compact: ({ bookings }) =>
    bookings.length === 0
      ? "No bookings in this session."
      : bookings
          .map(({ pnr, status, passengers, itinerary, totalPrice }) =>
            [pnr, status, passengers.join(", "), itinerary.join("; "), `${totalPrice} US cents`].join(" | "),
          )
          .join("\n"),
});
