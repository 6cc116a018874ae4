import type { FlightOption } from "../../model/flight.ts";
import { usd } from "../../model/money.ts";
import type { CarRental } from "../../model/rental.ts";
import type { HotelReservation } from "../../model/stay.ts";
import type { BookingAnswer } from "./booking-answer.ts";
import { itineraryLines } from "./list-bookings.ts";

/** One line per option, with everything needed to act on it: for hosts that pay for every token. */

const clock = (localTime: string): string => localTime.slice(0, 16);
const hours = (minutes: number): string => `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}`;

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

const flightLine = (option: FlightOption): string =>
  [
    (option.segments ?? [option]).map((segment) => segment.flightNumber).join("+"),
    `${option.originCode} ${clock(option.departureTime)} > ${option.destinationCode} ${clock(option.arrivalTime)}`,
    hours(option.duration),
    option.stops === 0
      ? "nonstop"
      : `via ${(option.layovers ?? []).map((stop) => `${stop.airportCode} ${hours(stop.duration)}`).join(", ")}`,
    `${option.cabin} ${option.bookingClass}`,
    option.status === "sold_out" ? "sold out" : counted(option.seatsAvailable, "seat"),
    `${usd(option.price)} (${option.price})`,
    `flightIds ${JSON.stringify(option.flightIds)}`,
  ].join(" | ");

const hotelLine = (hotel: HotelReservation): string =>
  [
    `${hotel.hotelName} ${"*".repeat(hotel.starRating)}`,
    hotel.address,
    `${hotel.roomType}, ${hotel.rateCode}${hotel.refundable ? "" : " non-refundable"}`,
    `${hotel.checkInDate} to ${hotel.checkOutDate}, ${counted(hotel.guestCount, "guest")}`,
    hotel.status === "sold_out" ? "sold out" : `${usd(hotel.pricePerNight)} a night`,
    `${usd(hotel.price)} (${hotel.price})`,
    `id ${hotel.id}`,
  ].join(" | ");

const carLine = (car: CarRental): string =>
  [
    `${car.companyName} ${car.vehicleClass}: ${car.vehicleModel} (${car.acrissCode})`,
    `${car.pickupLocationCode} ${clock(car.pickupDate)} > ${car.dropoffLocationCode} ${clock(car.dropoffDate)}`,
    `${counted(car.rentalDays, "day")}, ${car.mileagePolicy} mileage${car.insuranceIncluded ? ", insured" : ""}`,
    `${usd(car.dailyRate)} a day`,
    `${usd(car.totalPrice)} (${car.totalPrice})`,
    `id ${car.id}`,
  ].join(" | ");

interface Found {
  readonly sessionId: string;
  readonly reason?: string;
  readonly warnings?: readonly string[];
}

const report = ({ sessionId, reason, warnings = [] }: Found, lines: readonly string[]): string =>
  [
    ...(lines.length > 0 ? lines : [reason ?? "Nothing found."]),
    ...warnings.map((warning) => `Note: ${warning}`),
    `session ${sessionId}`,
  ].join("\n");

export const compactFlights = (
  found: Found & { readonly flights: readonly FlightOption[]; readonly returnFlights?: readonly FlightOption[] },
): string =>
  report(found, [
    ...found.flights.map(flightLine),
    ...(found.returnFlights ? ["Return:", ...found.returnFlights.map(flightLine)] : []),
  ]);

export const compactHotels = (found: Found & { readonly hotels: readonly HotelReservation[] }): string =>
  report(found, found.hotels.map(hotelLine));

export const compactCars = (found: Found & { readonly cars: readonly CarRental[] }): string =>
  report(found, found.cars.map(carLine));

export const compactBooking = (booking: BookingAnswer): string =>
  [
    `${booking.pnr} ${booking.status}, ${usd(booking.totalPrice)} (${booking.totalPrice})`,
    booking.passengers.map(({ firstName, lastName, type }) => `${lastName}/${firstName} ${type}`).join("; "),
    ...itineraryLines(booking),
    ...booking.warnings.map((warning) => `Note: ${warning}`),
  ].join("\n");
