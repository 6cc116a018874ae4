import type { Booking } from "../../model/booking.ts";
import { dateOf } from "../../model/calendar.ts";
import type { FlightSegment } from "../../model/flight.ts";
import type { BookingDetail, BookingSummary } from "../contract.ts";

/** Summarises a booking for a list. */
export const summaryOf = (booking: Booking): BookingSummary => {
  const { flights, hotels, cars, passengers } = booking;
  const [lead] = passengers;
  const open = (booking.notices ?? []).filter(({ resolved }) => resolved === undefined).length;
  const [first] = [
    ...flights.map(({ departureTime }) => dateOf(departureTime)),
    ...hotels.map(({ checkInDate }) => checkInDate),
    ...cars.map(({ pickupDate }) => dateOf(pickupDate)),
  ].sort();
  return {
    pnr: booking.pnr,
    status: booking.status,
    session_id: booking.sessionId,
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
    ...(booking.payment.payBy !== undefined && { pay_by: booking.payment.payBy }),
    ...(open > 0 && { open_notices: open }),
  };
};

/** Returns a route such as `FRA–LHR–JFK, EWR–FRA`, with a comma where a flight leaves from another airport. */
const routeOf = (flights: readonly FlightSegment[]): string => {
  const lines: string[][] = [];
  for (const { originCode, destinationCode } of flights) {
    const line = lines.at(-1);
    if (line?.at(-1) === originCode) line.push(destinationCode);
    else lines.push([originCode, destinationCode]);
  }
  return lines.map((line) => line.join("–")).join(", ");
};

/** Returns the parts of the total in cents, with the total as the last row. Each kind of tax is summed over all flights. */
export const priceRowsOf = ({
  flights,
  hotels,
  cars,
  extras,
  totalPrice,
  currency,
}: Booking): BookingDetail["price"] => {
  const row = (label: string, amount: number) => ({ label, amount, currency });
  return [
    ...flights.map((flight) =>
      row(`${flight.flightNumber} ${flight.originCode}–${flight.destinationCode}`, fareOf(flight)),
    ),
    ...[...taxesOf(flights)].map(([label, amount]) => row(label, amount)),
    ...hotels.map(({ hotelName, nights, price }) => row(`${hotelName}, ${counted(nights, "night")}`, price)),
    ...cars.map(({ companyName, rentalDays, totalPrice: price }) =>
      row(`${companyName} car, ${counted(rentalDays, "day")}`, price),
    ),
    ...extras.map(({ what, traveller, price }) => row(`${what}, ${traveller}`, price)),
    row("Total", totalPrice),
  ];
};

const fareOf = ({ price, taxes }: FlightSegment): number => taxes.reduce((rest, { amount }) => rest - amount, price);

const taxesOf = (flights: readonly FlightSegment[]): ReadonlyMap<string, number> => {
  const taxes = new Map<string, number>();
  for (const { code, name, amount } of flights.flatMap((flight) => flight.taxes)) {
    const label = `${name} (${code})`;
    taxes.set(label, (taxes.get(label) ?? 0) + amount);
  }
  return taxes;
};

export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;
