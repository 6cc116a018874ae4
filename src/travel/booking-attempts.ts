import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { keys } from "../model/keys.ts";
import { type Cents, sum } from "../model/money.ts";
import { type Passenger, partyOf, seated } from "../model/passenger.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../stores/store.ts";
import type { QuotedFlight } from "../suppliers/supplier.ts";
import type { Addition, BookingResult, Safeguards } from "./booking-requests.ts";
import { admitContact, type Contact, requireNotCancelled } from "./booking-rules.ts";
import { type Bookings, bookingView, type StoredBooking } from "./bookings.ts";
import type { Once } from "./once.ts";
import type { Seats } from "./seats.ts";

/** How a booking that keeps to the rules is written down: once, with its seats, or not at all. */
export interface BookingAttempts {
  /** What is the same for all three services: repeats and the answer. `book` is what differs. */
  bookOnce(
    tool: string,
    request: Safeguards,
    caller: Caller,
    book: (attempt: Attempt) => Promise<string>,
  ): Promise<BookingResult>;
  /** Makes a new booking and resolves to its PNR. */
  openBooking(attempt: Attempt, draft: BookingDraft): Promise<string>;
  /** Puts a hotel or a car on a booking of its own, or on the one that the request names. */
  addService(attempt: Attempt, request: Addition, service: AddedService): Promise<string>;
}

/** A booking under way: who asks, and how to say which PNR it became. */
export interface Attempt {
  readonly caller: Caller;
  readonly requestKeys: string[];
  announce(pnr: string): Promise<void>;
  readonly warnings: string[];
}

export type Services = Pick<StoredBooking, "passengers" | "flights" | "hotels" | "cars">;

export interface BookingDraft {
  readonly services: Services;
  readonly details: Contact & Pick<Addition, "specialRequests">;
  /** The flights whose seats it takes. */
  readonly flights?: readonly QuotedFlight[];
}

export interface AddedService {
  /** The people of a new booking. */
  people(): Passenger[];
  /** The services of the booking that become others. */
  addTo(services: Services): Partial<Services>;
  /** Throws where the service cannot go on that booking; returns what only looks odd. */
  check(booking: StoredBooking): string[];
}

interface Parts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly seats: Seats;
  readonly once: Once;
  readonly bookingTtlMs: number;
}

export const createBookingAttempts = (parts: Parts): BookingAttempts => {
  const { store, sessions, clock, bookings, seats, once, bookingTtlMs } = parts;

  const bookOnce: BookingAttempts["bookOnce"] = async (tool, request, caller, book) => {
    const warnings: string[] = [];
    const { idempotencyKey: key } = request;
    const requestKey = `${tool}:${key}`;
    const { pnr, repeated } = await once.run({
      tenant: caller.tenant,
      tool,
      key,
      request,
      expiresAt: clock.now() + bookingTtlMs,
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
  const openBooking: BookingAttempts["openBooking"] = async (
    { caller, requestKeys, announce },
    { services, details, flights = [] },
  ) => {
    const now = clock.now();
    const expiresAt = now + bookingTtlMs;
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

  const addService: BookingAttempts["addService"] = async (attempt, request, service) => {
    const { specialRequests } = request;
    if (request.existingPnr === undefined) {
      const passengers = service.people();
      const details = {
        ...admitContact(request, passengers),
        ...(specialRequests !== undefined && { specialRequests }),
      };
      const nothing: Services = { passengers, flights: [], hotels: [], cars: [] };
      const services = { ...nothing, ...service.addTo(nothing) };
      return openBooking(attempt, { services, details });
    }
    await attempt.announce(request.existingPnr);
    let odd: string[] = [];
    await bookings.change(attempt.caller.tenant, request.existingPnr, "existingPnr", (booking) => {
      if (attempt.requestKeys.some((key) => booking.requestKeys.includes(key))) return booking;
      requireNotCancelled(booking, "existingPnr");
      odd = service.check(booking);
      const changed = { ...booking, ...service.addTo(booking) };
      return {
        ...changed,
        totalPrice: totalOf(changed),
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

  return { bookOnce, openBooking, addService };
};

const totalOf = ({ flights, hotels, cars }: Services): Cents =>
  sum([
    ...flights.map((flight) => flight.price),
    ...hotels.map((hotel) => hotel.price),
    ...cars.map((car) => car.totalPrice),
  ]);
