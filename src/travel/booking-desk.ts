import type { Booking } from "../model/booking.ts";
import { dateOf } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { keys } from "../model/keys.ts";
import type { Cents } from "../model/money.ts";
import { type Passenger, partyOf, seated } from "../model/passenger.ts";
import type { Airport, Places } from "../model/place.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../stores/store.ts";
import type { QuotedFlight, Supplier } from "../suppliers/supplier.ts";
import type { Addition, BookCar, BookFlight, BookHotel, BookingResult, Safeguards } from "./booking-requests.ts";
import {
  admitContact,
  type Contact,
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
import type { Once } from "./once.ts";
import { admitPassengers, checkAges, checkParty, type NewPassenger, requireOnBooking } from "./passenger-rules.ts";
import type { Seats } from "./seats.ts";

export interface BookingDesk {
  bookFlight(request: BookFlight, caller: Caller): Promise<BookingResult>;
  bookHotel(request: BookHotel, caller: Caller): Promise<BookingResult>;
  bookCar(request: BookCar, caller: Caller): Promise<BookingResult>;
  retrieveBooking(pnr: string, caller: Caller): Promise<Booking>;
  cancelBooking(pnr: string, reason: string | undefined, caller: Caller): Promise<Booking>;
  /** Of one session, oldest first. */
  listBookings(status: "all" | "confirmed" | "cancelled", caller: Caller): Promise<readonly Booking[]>;
}

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly seats: Seats;
  readonly once: Once;
  readonly bookingTtlMs: number;
}

/** The booking under way: who asks, as which tool, and how to say which PNR it became. */
interface Attempt {
  readonly caller: Caller;
  readonly requestKeys: string[];
  announce(pnr: string): Promise<void>;
  readonly warnings: string[];
}

type Services = Pick<StoredBooking, "passengers" | "flights" | "hotels" | "cars">;

export const createBookingDesk = (parts: Parts): BookingDesk => {
  const { supplier, places, sessions, clock, bookings, seats, once, store } = parts;

  /** What is the same for all three services: repeats and the answer. `book` is what differs. */
  const bookOnce = async (
    tool: string,
    request: Safeguards,
    caller: Caller,
    book: (attempt: Attempt) => Promise<string>,
  ): Promise<BookingResult> => {
    const warnings: string[] = [];
    const { idempotencyKey: key } = request;
    const requestKey = `${tool}:${key}`;
    const { pnr, repeated } = await once.run({
      tenant: caller.tenant,
      tool,
      key,
      request,
      expiresAt: clock.now() + parts.bookingTtlMs,
      isDone: async (candidate) => {
        await bookings.holdsSeats(caller.tenant, candidate);
        const booking = await bookings.find(caller.tenant, candidate);
        return booking !== undefined && booking.status !== "pending" && booking.requestKeys.includes(requestKey);
      },
      book: (announce) => book({ caller, announce, warnings, requestKeys: key === undefined ? [] : [requestKey] }),
    });
    if (repeated) warnings.push(`This request was booked before; idempotencyKey '${key}' returned the same PNR.`);
    return { booking: bookingView(await bookings.require(caller.tenant, pnr, "pnr")), warnings };
  };

  /** Pending until its seats are taken: whoever is killed half-way leaves nothing that anybody sees. */
  const openBooking = async (
    { caller, requestKeys, announce }: Attempt,
    services: Services,
    details: Contact & Pick<Addition, "specialRequests">,
    flights: readonly QuotedFlight[] = [],
  ): Promise<string> => {
    const now = clock.now();
    const expiresAt = now + parts.bookingTtlMs;
    const { specialRequests, ...contact } = details;
    const pending = await bookings.create(caller.tenant, {
      sessionId: caller.sessionId,
      createdAt: now,
      lastModified: now,
      expiresAt,
      status: "pending",
      ...services,
      totalPrice: totalOf(services),
      currency: "USD",
      ...contact,
      ...(specialRequests !== undefined && { specialRequests: [specialRequests] }),
      stockKeys: flights.map((flight) => flight.stock.key),
      requestKeys,
    });
    const { pnr } = pending;
    try {
      await announce(pnr);
      await seats.take(caller, {
        pnr,
        stock: flights.map((flight) => flight.stock),
        seats: seated(partyOf(services.passengers)),
        expiresAt,
      });
    } catch (error) {
      await bookings.discard(caller.tenant, pnr);
      throw error;
    }
    await Promise.all([
      sessions.addBooking(caller, pnr),
      bookings.confirm(caller.tenant, pending),
      store.add(keys.bookingsTotal, 1),
    ]);
    return pnr;
  };

  /** A hotel or a car goes on a booking of its own, or on one that is there. */
  const addService = async (
    attempt: Attempt,
    request: Addition,
    service: {
      /** The people of a new booking. */
      people(): Passenger[];
      addTo(services: Services): Services;
      /** Throws where the service cannot go on that booking; returns what only looks odd. */
      check(booking: StoredBooking): string[];
    },
  ): Promise<string> => {
    const { specialRequests } = request;
    if (request.existingPnr === undefined) {
      const passengers = service.people();
      const details = {
        ...admitContact(request, passengers),
        ...(specialRequests !== undefined && { specialRequests }),
      };
      return openBooking(attempt, service.addTo({ passengers, flights: [], hotels: [], cars: [] }), details);
    }
    await attempt.announce(request.existingPnr);
    let odd: string[] = [];
    await bookings.change(attempt.caller.tenant, request.existingPnr, "existingPnr", (booking) => {
      if (attempt.requestKeys.some((key) => booking.requestKeys.includes(key))) return booking;
      requireNotCancelled(booking, "existingPnr");
      odd = service.check(booking);
      const services = service.addTo(booking);
      return {
        ...booking,
        ...services,
        totalPrice: totalOf(services),
        lastModified: clock.now(),
        requestKeys: [...booking.requestKeys, ...attempt.requestKeys],
        ...(specialRequests !== undefined && {
          specialRequests: [...(booking.specialRequests ?? []), specialRequests],
        }),
      };
    });
    attempt.warnings.push(...odd);
    return request.existingPnr;
  };

  return {
    bookFlight: (request, caller) =>
      bookOnce("bookFlight", request, caller, async (attempt) => {
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
        const booked = flights.map(({ segment }) => ({ ...segment, segmentStatus: "HK" as const }));
        return openBooking(attempt, { passengers, flights: booked, hotels: [], cars: [] }, contact, flights);
      }),

    bookHotel: (request, caller) =>
      bookOnce("bookHotel", request, caller, async (attempt) => {
        const hotel = supplier.quoteHotel(request.hotelId);
        requireSellable(hotel.checkInDate, "hotelId", mainAirport(hotel.cityCode, places), parts);
        requireRoom(hotel, request.guests.length);
        requireExpected(request.expectedTotal, hotel.price);
        return addService(attempt, request, {
          people: () => admitPassengers(request.guests.map(asAdult), "guests"),
          addTo: (services) => ({
            ...pickServices(services),
            hotels: [...services.hotels, { ...hotel, status: "confirmed" }],
          }),
          check: (booking) => {
            for (const [i, guest] of request.guests.entries()) {
              requireOnBooking(guest, booking.passengers, `guests[${i}]`);
            }
            return [
              ...checkGuestCount(hotel, booking.passengers.length),
              ...checkAgainstFlights(hotelService(hotel), booking.flights, places),
            ];
          },
        });
      }),

    bookCar: (request, caller) =>
      bookOnce("bookCar", request, caller, async (attempt) => {
        const car = supplier.quoteCar(request.carId);
        requireSellable(dateOf(car.pickupDate), "carId", mainAirport(car.pickupLocationCode, places), parts);
        requireDriverAge(request.driver, car);
        requireExpected(request.expectedTotal, car.totalPrice);
        return addService(attempt, request, {
          people: () => admitPassengers([asAdult(requireDriver(request.driver))], "driver"),
          addTo: (services) => ({
            ...pickServices(services),
            cars: [...services.cars, { ...car, status: "confirmed" }],
          }),
          check: (booking) => {
            if (request.driver) requireOnBooking(request.driver, booking.passengers, "driver");
            return [
              ...checkAgainstFlights(carService(car), booking.flights, places),
              ...carTimingWarnings(car, booking.flights, places),
            ];
          },
        });
      }),

    retrieveBooking: async (pnr, caller) => bookingView(await bookings.require(caller.tenant, pnr, "pnr")),

    async cancelBooking(pnr, reason, caller) {
      const cancelled = await bookings.change(caller.tenant, pnr, "pnr", (booking) => {
        requireNotCancelled(booking, "pnr");
        const now = clock.now();
        return {
          ...booking,
          status: "cancelled",
          lastModified: now,
          cancelledAt: now,
          ...(reason !== undefined && { cancellationReason: reason }),
          flights: booking.flights.map((flight) => ({ ...flight, status: "cancelled", segmentStatus: "XX" })),
          hotels: booking.hotels.map((hotel) => ({ ...hotel, status: "cancelled" })),
          cars: booking.cars.map((car) => ({ ...car, status: "cancelled" })),
        };
      });
      await seats.release({ tenant: caller.tenant, sessionId: cancelled.sessionId }, pnr, cancelled.stockKeys);
      return bookingView(cancelled);
    },

    async listBookings(status, caller) {
      const found = await bookings.findMany(caller.tenant, await sessions.bookings(caller));
      return found
        .filter((booking) => status === "all" || booking.status === status)
        .sort((a, b) => a.createdAt - b.createdAt || (a.pnr < b.pnr ? -1 : 1))
        .map(bookingView);
    },
  };
};

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

const totalOf = ({ flights, hotels, cars }: Services): Cents =>
  sum([
    ...flights.map((flight) => flight.price),
    ...hotels.map((hotel) => hotel.price),
    ...cars.map((car) => car.totalPrice),
  ]);

const pickServices = ({ passengers, flights, hotels, cars }: Services): Services => ({
  passengers,
  flights,
  hotels,
  cars,
});

const mainAirport = (code: string, places: Places): Airport => places.require(code, "code").airports[0] as Airport;

const asAdult = ({ firstName, lastName, email, phone, dateOfBirth }: Person): NewPassenger => ({
  type: "adult",
  firstName,
  lastName,
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  ...(dateOfBirth !== undefined && { dateOfBirth }),
});
