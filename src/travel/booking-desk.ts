import type { Booking } from "../model/booking.ts";
import { dateOf } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, notFound } from "../model/failure.ts";
import { sum } from "../model/money.ts";
import { partyOf } from "../model/passenger.ts";
import type { Airport, Places } from "../model/place.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { QuotedFlight, Supplier } from "../suppliers/supplier.ts";
import type { BookingAttempts, BookingPlan } from "./booking-attempts.ts";
import type { BookCar, BookFlight, BookHotel, BookingPreview, BookingResult, Services } from "./booking-requests.ts";
import {
  admitContact,
  checkGuestCount,
  type Person,
  requireDriver,
  requireDriverAge,
  requireExpected,
  requireNotCancelled,
  requireNotDeparted,
  requireRoom,
} from "./booking-rules.ts";
import { type Bookings, bookingView, type StoredBooking } from "./bookings.ts";
import { requireSellable } from "./date-window.ts";
import {
  carService,
  carTimingWarnings,
  checkAgainstFlights,
  checkChain,
  checkFlightCount,
  hotelService,
} from "./itinerary-rules.ts";
import { admitPassengers, checkAges, checkParty, type NewPassenger, requireOnBooking } from "./passenger-rules.ts";
import type { Seats } from "./seats.ts";

/** Where the rules of the trade are applied, before anything is written. */
export interface BookingDesk {
  /** `signal` is aborted when the client has gone: a repeat that waits for the first request then stops. */
  bookFlight(request: BookFlight, caller: Caller, signal?: AbortSignal): Promise<BookingResult>;
  bookHotel(request: BookHotel, caller: Caller, signal?: AbortSignal): Promise<BookingResult>;
  bookCar(request: BookCar, caller: Caller, signal?: AbortSignal): Promise<BookingResult>;
  /** What booking would book, or refuse, with nothing written. Undefined for a request that has been booked before. */
  previewFlight(request: BookFlight, caller: Caller): Promise<BookingPreview | undefined>;
  previewHotel(request: BookHotel, caller: Caller): Promise<BookingPreview | undefined>;
  previewCar(request: BookCar, caller: Caller): Promise<BookingPreview | undefined>;
  retrieveBooking(pnr: string, caller: Caller): Promise<Booking>;
  /** The booking that would be cancelled, as it stands. */
  previewCancellation(pnr: string, caller: Caller): Promise<Booking>;
  cancelBooking(pnr: string, reason: string | undefined, caller: Caller): Promise<Booking>;
  /** Of one session, oldest first; with `before`, those that were made before that one. */
  listBookings(status: "all" | "confirmed" | "cancelled", caller: Caller, before?: string): Promise<readonly Booking[]>;
}

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly seats: Seats;
  readonly attempts: BookingAttempts;
}

export const createBookingDesk = (parts: Parts): BookingDesk => {
  const { supplier, places, sessions, clock, bookings, seats } = parts;
  const { book, preview } = parts.attempts;

  const planFlight = (request: BookFlight): BookingPlan => {
    const passengers = admitPassengers(request.passengers, "passengers");
    const party = partyOf(passengers);
    checkParty(party, "passengers");
    const contact = admitContact(request, []);
    checkFlightCount(request.flightIds);
    const flights = supplier.quoteFlights(request.flightIds, party);
    checkChain(flights, places);
    const first = (flights[0] as QuotedFlight).segment;
    const last = (flights.at(-1) as QuotedFlight).segment;
    const origin = places.airport(first.originCode) as Airport;
    requireSellable(dateOf(first.departureTime), "flightIds", origin, parts);
    requireSellable(dateOf(last.departureTime), "flightIds", origin, parts);
    requireNotDeparted(flights, clock.now());
    checkAges(passengers, places.localDate(origin, clock.now()), dateOf(last.departureTime));
    requireExpected(request.expectedTotal, sum(flights.map((flight) => flight.segment.price)));
    return {
      services: { ...NOTHING, flights: flights.map(({ segment }) => ({ ...segment, segmentStatus: "HK" })) },
      stock: flights.map(({ stock }) => stock),
      open: () => ({ passengers, contact }),
      check: () => [],
    };
  };

  const planHotel = (request: BookHotel): BookingPlan => {
    const hotel = supplier.quoteHotel(request.hotelId);
    requireSellable(hotel.checkInDate, "hotelId", mainAirport(hotel.cityCode, places), parts);
    requireRoom(hotel, request.guests.length);
    requireExpected(request.expectedTotal, hotel.price);
    return {
      services: { ...NOTHING, hotels: [{ ...hotel, status: "confirmed" }] },
      stock: [],
      open: () => {
        const passengers = admitPassengers(request.guests.map(asAdult), "guests");
        return { passengers, contact: admitContact(request, passengers) };
      },
      check: (booking) => {
        for (const [i, guest] of request.guests.entries()) {
          requireOnBooking(guest, booking.passengers, `guests[${i}]`);
        }
        return [
          ...checkGuestCount(hotel, booking.passengers.length),
          ...checkAgainstFlights(hotelService(hotel), booking.flights, places),
        ];
      },
    };
  };

  const planCar = (request: BookCar): BookingPlan => {
    const car = supplier.quoteCar(request.carId);
    requireSellable(dateOf(car.pickupDate), "carId", mainAirport(car.pickupLocationCode, places), parts);
    requireDriverAge(request.driver, car);
    requireExpected(request.expectedTotal, car.totalPrice);
    return {
      services: { ...NOTHING, cars: [{ ...car, status: "confirmed" }] },
      stock: [],
      open: () => {
        const passengers = admitPassengers([asAdult(requireDriver(request.driver))], "driver");
        return { passengers, contact: admitContact(request, passengers) };
      },
      check: (booking) => {
        if (request.driver) requireOnBooking(request.driver, booking.passengers, "driver");
        return [
          ...checkAgainstFlights(carService(car), booking.flights, places),
          ...carTimingWarnings(car, booking.flights, places),
        ];
      },
    };
  };

  return {
    bookFlight: (request, caller, signal) => book("bookFlight", request, { caller, signal }, () => planFlight(request)),
    bookHotel: (request, caller, signal) => book("bookHotel", request, { caller, signal }, () => planHotel(request)),
    bookCar: (request, caller, signal) => book("bookCar", request, { caller, signal }, () => planCar(request)),

    previewFlight: (request, caller) => preview("bookFlight", request, caller, () => planFlight(request)),
    previewHotel: (request, caller) => preview("bookHotel", request, caller, () => planHotel(request)),
    previewCar: (request, caller) => preview("bookCar", request, caller, () => planCar(request)),

    retrieveBooking: async (pnr, caller) => bookingView(await bookings.require(caller.tenant, pnr, "pnr")),

    async previewCancellation(pnr, caller) {
      const booking = await bookings.require(caller.tenant, pnr, "pnr");
      requireNotCancelled(booking, "pnr");
      return bookingView(booking);
    },

    async cancelBooking(pnr, reason, caller) {
      const { tenant } = caller;
      const before = await bookings.require(tenant, pnr, "pnr");
      const owner = { tenant, sessionId: before.sessionId };
      try {
        requireNotCancelled(before, "pnr");
        // From here on, seats that could not be released lapse by themselves.
        await seats.loosen(owner, pnr, before.stockKeys);
        const cancelled = await bookings.change(
          tenant,
          pnr,
          "pnr",
          (booking) => {
            requireNotCancelled(booking, "pnr");
            return cancelledBooking(booking, clock.now(), reason);
          },
          { evenIfFull: true },
        );
        // The cancellation is durable: seats that cannot be released now are no reason to report a failure.
        await seats.release(owner, pnr, cancelled.stockKeys).catch(() => undefined);
        return bookingView(cancelled);
      } catch (error) {
        if (error instanceof Failure && error.kind === "rule") await seats.release(owner, pnr, before.stockKeys);
        throw error;
      }
    },

    async listBookings(status, caller, before) {
      const found = await bookings.findMany(caller.tenant, await sessions.bookings(caller));
      const inOrder = [...found].sort((a, b) => a.createdAt - b.createdAt || (a.pnr < b.pnr ? -1 : 1));
      const end = before === undefined ? inOrder.length : inOrder.findIndex(({ pnr }) => pnr === before);
      if (end === -1) throw notListed(before as string);
      return inOrder
        .slice(0, end)
        .filter((booking) => status === "all" || booking.status === status)
        .map(bookingView);
    },
  };
};

const cancelledBooking = (
  { exchange: _overtaken, ...booking }: StoredBooking,
  now: number,
  reason: string | undefined,
): StoredBooking => ({
  ...booking,
  status: "cancelled",
  lastModified: now,
  cancelledAt: now,
  ...(reason !== undefined && { cancellationReason: reason }),
  flights: booking.flights.map((flight) => ({ ...flight, status: "cancelled", segmentStatus: "XX" })),
  hotels: booking.hotels.map((hotel) => ({ ...hotel, status: "cancelled" })),
  cars: booking.cars.map((car) => ({ ...car, status: "cancelled" })),
});

const notListed = (pnr: string): Failure =>
  notFound(`${pnr} is not a booking of this session.`, {
    field: "before",
    value: pnr,
    hint: "Leave before out to list the newest bookings.",
  });

const NOTHING: Services = { flights: [], hotels: [], cars: [] };

const mainAirport = (code: string, places: Places): Airport => places.require(code, "code").airports[0] as Airport;

const asAdult = ({ firstName, lastName, email, phone, dateOfBirth }: Person): NewPassenger => ({
  type: "adult",
  firstName,
  lastName,
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  ...(dateOfBirth !== undefined && { dateOfBirth }),
});
