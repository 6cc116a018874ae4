import type { Booking } from "../../model/booking.ts";
import type { FlightSegment } from "../../model/flight.ts";
import type { BookingDetail } from "../contract.ts";
import { counted } from "./counted.ts";

type Rows = BookingDetail["price"];

/** What the total is made of, in cents; the last row is the total. Taxes of the same kind are one row over all flights. */
export const priceRowsOf = ({ flights, hotels, cars, totalPrice, currency }: Booking): Rows => {
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
