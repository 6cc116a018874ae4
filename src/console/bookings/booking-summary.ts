import type { Booking } from "../../model/booking.ts";
import { dateOf } from "../../model/calendar.ts";
import type { FlightSegment } from "../../model/flight.ts";
import type { BookingSummary } from "../contract.ts";
import { counted } from "./counted.ts";

/** A booking as one line of a list. */
export const summaryOf = (booking: Booking): BookingSummary => {
  const { flights, hotels, cars, passengers } = booking;
  const [lead] = passengers;
  const [first] = [
    ...flights.map(({ departureTime }) => dateOf(departureTime)),
    ...hotels.map(({ checkInDate }) => checkInDate),
    ...cars.map(({ pickupDate }) => dateOf(pickupDate)),
  ].sort();
  return {
    ...{ pnr: booking.pnr, status: booking.status, session_id: booking.sessionId },
    created_at: new Date(booking.createdAt).toISOString(),
    expires_at: new Date(booking.expiresAt).toISOString(),
    name: lead ? `${lead.lastName}/${lead.firstName}`.toUpperCase() : "",
    travellers: passengers.length,
    parts: [
      ...(flights.length > 0 ? (["flight"] as const) : []),
      ...(hotels.length > 0 ? (["hotel"] as const) : []),
      ...(cars.length > 0 ? (["car"] as const) : []),
    ],
    summary: [
      ...(flights.length > 0 ? [routeOf(flights)] : []),
      ...hotels.map(({ nights, cityName }) => `${counted(nights, "night")} ${cityName}`),
      ...cars.map(({ rentalDays, pickupLocationCode }) => `car ${pickupLocationCode} ${counted(rentalDays, "day")}`),
    ].join(" · "),
    ...(first !== undefined && { starts_on: first }),
    total: { amount: booking.totalPrice, currency: booking.currency },
  };
};

/** `FRA–LHR–JFK, EWR–FRA`: where the next flight leaves from another airport, a new line begins. */
const routeOf = (flights: readonly FlightSegment[]): string => {
  const lines: string[][] = [];
  for (const { originCode, destinationCode } of flights) {
    const line = lines.at(-1);
    if (line?.at(-1) === originCode) line.push(destinationCode);
    else lines.push([originCode, destinationCode]);
  }
  return lines.map((line) => line.join("–")).join(", ");
};
