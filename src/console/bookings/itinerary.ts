import type { BookedFlight, Booking, CarRental, HotelReservation } from "../../model/booking.ts";
import { dateOf, daysBetween } from "../../model/calendar.ts";
import type { CancelFee } from "../../model/cancel-fees.ts";
import type { FlightSegment } from "../../model/flight.ts";
import { type Cents, usd } from "../../model/money.ts";
import type { Airport, Places } from "../../model/place.ts";
import type { ItineraryLeg, ItineraryPoint } from "../contract.ts";
import { counted } from "./booking-summary.ts";

/** Usual times of hotels, which a time line needs: reservations have dates only. */
const CHECK_IN = "15:00";
const CHECK_OUT = "11:00";

/** A part of a booking, with its place on the time line. */
export type TripPart = { readonly leg: ItineraryLeg } & (
  | { readonly kind: "flight"; readonly of: BookedFlight }
  | { readonly kind: "hotel"; readonly of: HotelReservation }
  | { readonly kind: "car"; readonly of: CarRental }
);

/** Returns the parts of a booking in chronological order, each in local time. */
export const partsInOrder = (booking: Booking, places: Places): readonly TripPart[] =>
  [
    ...booking.flights.map((of) => ({ kind: "flight", of, leg: flightLeg(of, booking, places) }) as const),
    ...booking.cars.map((of) => ({ kind: "car", of, leg: carLeg(of, places) }) as const),
    ...booking.hotels.map((of) => ({ kind: "hotel", of, leg: hotelLeg(of, places) }) as const),
  ].sort((a, b) => orderOf(a, places) - orderOf(b, places));

/** A hotel comes after everything else of the check-in day, because travellers may arrive after check-in time. */
const orderOf = ({ kind, of, leg }: TripPart, places: Places): number =>
  kind === "hotel" ? instantAt(of, `${of.checkInDate}T23:59`, places) : Date.parse(leg.from.at);

const SEGMENT_STATES: Readonly<Record<BookedFlight["segmentStatus"], string>> = {
  HK: "confirmed",
  TK: "new_times",
  UN: "cancelled_by_airline",
  XX: "cancelled",
};

/** `BA174 JFK–LHR` */
export const flightTitle = (flight: Pick<FlightSegment, "flightNumber" | "originCode" | "destinationCode">): string =>
  `${flight.flightNumber} ${flight.originCode}–${flight.destinationCode}`;

const flightLeg = (flight: BookedFlight, { status }: Booking, places: Places): ItineraryLeg => ({
  id: flight.id,
  kind: "flight",
  title: flightTitle(flight),
  from: timedPoint(flight.originCode, flight.originCode, flight.departureTime, places),
  to: timedPoint(flight.destinationCode, flight.destinationCode, flight.arrivalTime, places),
  status: flight.segmentStatus === "HK" && status === "pending" ? "on_hold" : SEGMENT_STATES[flight.segmentStatus],
  facts: facts({
    From: flight.originName,
    To: flight.destinationName,
    Airline: flight.airlineName,
    "Operated by": flight.operatedBy ?? "",
    Cabin: `${flight.cabin.replace("_", " ")}, class ${flight.bookingClass}`,
    Duration: hours(flight.duration),
    Arrives: dayOfArrival(flight),
    "Fare basis": flight.fareBasis,
    Baggage: flight.baggage,
    Aircraft: flight.aircraftType,
    Seats: (flight.seats ?? []).join(", "),
    Fare: flight.fareFamily,
    Change: flight.changeFee === null ? "not possible" : feeText(flight.changeFee),
    Cancellation: refundText(flight),
  }),
});

const feeText = (fee: Cents): string => (fee === 0 ? "no fee" : `${usd(fee)} each`);

const REFUND_WORDS: Readonly<Record<BookedFlight["refund"], string>> = {
  cash: "refunded",
  credit: "travel credit",
  taxes: "only taxes refunded",
  none: "nothing refunded",
};

const refundText = ({ refund, refundFee }: BookedFlight): string =>
  refundFee === 0 || refund === "none" ? REFUND_WORDS[refund] : `${REFUND_WORDS[refund]} less ${feeText(refundFee)}`;

/** `none, from 2027-03-09 18:00 $289.03`, in local time. */
const feesText = (fees: readonly CancelFee[]): string =>
  fees
    .map(({ from, fee }) => {
      const amount = fee === 0 ? "none" : usd(fee);
      return from === undefined ? amount : `from ${from.slice(0, 16).replace("T", " ")} ${amount}`;
    })
    .join(", ");

const hotelLeg = (hotel: HotelReservation, places: Places): ItineraryLeg => ({
  id: hotel.id,
  kind: "hotel",
  title: hotel.hotelName,
  from: datedPoint(hotel, `${hotel.checkInDate}T${CHECK_IN}`, places),
  to: datedPoint(hotel, `${hotel.checkOutDate}T${CHECK_OUT}`, places),
  status: hotel.status,
  facts: facts({
    City: hotel.cityName,
    Address: hotel.address,
    Stay: `${counted(hotel.nights, "night")}, ${counted(hotel.guestCount, "guest")}, ${counted(hotel.rooms, "room")}`,
    Room: hotel.roomType,
    Rate: `${hotel.rateName} (${hotel.rateCode})`,
    Cancellation: hotel.cancellationPolicy,
    "Cancellation fee": feesText(hotel.cancelFees),
  }),
});

const carLeg = (car: CarRental, places: Places): ItineraryLeg => ({
  id: car.id,
  kind: "car",
  title: `${car.companyName} · ${car.vehicleModel}`,
  from: timedPoint(car.pickupLocationCode, car.pickupLocationName, car.pickupDate, places),
  to: timedPoint(car.dropoffLocationCode, car.dropoffLocationName, car.dropoffDate, places),
  status: car.status,
  facts: facts({
    Class: `${car.vehicleClass} (${car.acrissCode})`,
    Rental: counted(car.rentalDays, "day"),
    Mileage: car.mileageLimitPerDayKm === undefined ? car.mileagePolicy : `${car.mileageLimitPerDayKm} km a day`,
    "Cancellation fee": feesText(car.cancelFees),
    Insurance: car.insuranceIncluded ? "included" : "not included",
    "Driver age": String(car.driverAge),
  }),
});

/** `local` contains its offset, so the instant is known even if the place is not. */
const timedPoint = (code: string, place: string, local: string, places: Places): ItineraryPoint => {
  const airport = places.airport(code);
  return {
    place,
    local: local.slice(0, 16),
    at: new Date(local).toISOString(),
    time_zone: (airport ?? mainAirport(code, places))?.timeZone ?? `UTC${local.slice(19)}`,
    ...(airport && { latitude: airport.latitude, longitude: airport.longitude }),
  };
};

/** The position of a hotel in its city is unknown, so it has no coordinates. */
const datedPoint = (hotel: HotelReservation, local: string, places: Places): ItineraryPoint => ({
  place: hotel.hotelName,
  local,
  at: new Date(instantAt(hotel, local, places)).toISOString(),
  time_zone: mainAirport(hotel.cityCode, places)?.timeZone ?? "UTC",
});

const instantAt = ({ cityCode }: HotelReservation, local: string, places: Places): number => {
  const airport = mainAirport(cityCode, places);
  return airport ? places.instant(airport, local) : Date.parse(`${local}Z`);
};

const mainAirport = (code: string, places: Places): Airport | undefined => places.place(code)?.airports[0];

const facts = (known: Readonly<Record<string, string>>): ItineraryLeg["facts"] =>
  Object.entries(known)
    .filter(([, value]) => value !== "")
    .map(([label, value]) => ({ label, value }));

const hours = (minutes: number): string => `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** Compares local dates; negative for some flights across the date line. */
export const daysLater = ({ departureTime, arrivalTime }: BookedFlight): number =>
  daysBetween(dateOf(departureTime), dateOf(arrivalTime));

const dayOfArrival = (flight: BookedFlight): string => {
  const days = daysLater(flight);
  if (days === 0) return "same day";
  return `${counted(Math.abs(days), "day")} ${days > 0 ? "later" : "earlier"} (local date)`;
};
