import { dateOf } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { keys } from "../model/keys.ts";
import { type Cents, sum } from "../model/money.ts";
import { type Passenger, partyOf, seated } from "../model/passenger.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../stores/store.ts";
import type { SeatStock } from "../suppliers/supplier.ts";
import type { BookingJournal } from "./booking-journal.ts";
import type { Addition, BookingPreview, BookingResult, Services } from "./booking-requests.ts";
import { type Contact, requireNotCancelled } from "./booking-rules.ts";
import { type Bookings, bookingView, type StoredBooking, withEvent } from "./bookings.ts";
import type { Once } from "./once.ts";
import type { Seats } from "./seats.ts";

/** How a booking that keeps to the rules is written down: once, with its seats, or not at all. */
export interface BookingAttempts {
  /** `plan` applies the rules; it is not asked for when the request turns out to be a repeat. */
  book(tool: string, request: Addition, caller: Caller, plan: () => BookingPlan): Promise<BookingResult>;
  /** What `book` would do, refused where it would refuse. Writes nothing; undefined for a repeat, which books nothing. */
  preview(
    tool: string,
    request: Addition,
    caller: Caller,
    plan: () => BookingPlan,
  ): Promise<BookingPreview | undefined>;
}

/** A request that may be booked, as far as that can be told without the booking it goes on. */
export interface BookingPlan {
  readonly services: Services;
  /** The flights whose seats it takes. */
  readonly stock: readonly SeatStock[];
  /** Whose booking it becomes, where it makes one of its own. */
  open(): { readonly passengers: Passenger[]; readonly contact: Contact };
  /** Throws where it cannot go on that booking; returns what only looks odd. */
  check(booking: StoredBooking): string[];
}

/** A booking under way: who asks, and how to say which PNR it became. */
interface Attempt {
  readonly caller: Caller;
  readonly request: Addition;
  readonly requestKeys: string[];
  announce(pnr: string): Promise<void>;
  readonly warnings: string[];
}

interface Parts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly journal: BookingJournal;
  readonly seats: Seats;
  readonly once: Once;
  readonly bookingTtlMs: number;
}

export const createBookingAttempts = (parts: Parts): BookingAttempts => {
  const { store, sessions, clock, bookings, journal, seats, once, bookingTtlMs } = parts;

  const claimOf = (tool: string, request: Addition, { tenant }: Caller) => {
    const { idempotencyKey: key } = request;
    const requestKeys = key === undefined ? [] : [`${tool}:${key}`];
    return {
      tenant,
      tool,
      key,
      request,
      requestKeys,
      isDone: async (candidate: string) => {
        await bookings.holdsSeats(tenant, candidate);
        const booking = await bookings.find(tenant, candidate);
        return booking !== undefined && booking.status !== "pending" && sharesKey(booking, requestKeys);
      },
    };
  };

  /** Pending until its seats are taken: whoever is killed half-way leaves nothing that anybody sees. */
  const openBooking = async (attempt: Attempt, { services, stock, open }: BookingPlan): Promise<string> => {
    const { caller, requestKeys, announce, request } = attempt;
    const { passengers, contact } = open();
    const now = clock.now();
    const expiresAt = now + bookingTtlMs;
    const drawn = bookings.create(caller.tenant, {
      sessionId: caller.sessionId,
      createdAt: now,
      lastModified: now,
      expiresAt,
      status: "pending",
      passengers,
      ...services,
      totalPrice: totalOf(services),
      currency: "USD",
      ...contact,
      ...(request.specialRequests !== undefined && { specialRequests: [request.specialRequests] }),
      stockKeys: stock.map(({ key }) => key),
      requestKeys,
    });
    // Beside what follows, which takes as long; waited for before the booking counts.
    const entered = journal.enter(
      caller.tenant,
      drawn.then(({ pnr }) => pnr),
      expiresAt,
    );
    entered.catch(() => undefined);
    const pending = await drawn;
    const { pnr } = pending;
    try {
      await announce(pnr);
      await seats.take(caller, { pnr, stock, seats: seated(partyOf(passengers)), expiresAt });
      await entered;
    } catch (error) {
      await Promise.all([bookings.discard(caller.tenant, pnr), journal.giveUp(caller.tenant)]);
      throw error;
    }
    await Promise.all([
      sessions.addBooking(caller, pnr),
      bookings.confirm(caller.tenant, pending),
      store.add(keys.bookingsTotal, 1),
    ]);
    return pnr;
  };

  const addTo = async (pnr: string, attempt: Attempt, plan: BookingPlan): Promise<string> => {
    const { caller, requestKeys, request } = attempt;
    await attempt.announce(pnr);
    let odd: string[] = [];
    await bookings.change(caller.tenant, pnr, "existingPnr", (booking) => {
      if (sharesKey(booking, requestKeys)) return booking;
      odd = checkAddition(booking, plan);
      const services = joined(booking, plan.services);
      return {
        ...withEvent(booking, clock.now(), `Added: ${namesOf(plan.services)}.`),
        ...services,
        totalPrice: totalOf(services),
        lastModified: clock.now(),
        requestKeys: [...booking.requestKeys, ...requestKeys],
        ...(request.specialRequests !== undefined && {
          specialRequests: [...(booking.specialRequests ?? []), request.specialRequests],
        }),
      };
    });
    attempt.warnings.push(...odd);
    return pnr;
  };

  return {
    async book(tool, request, caller, plan) {
      const warnings: string[] = [];
      const claim = claimOf(tool, request, caller);
      const { existingPnr } = request;
      const { pnr, repeated } = await once.run({
        ...claim,
        expiresAt: clock.now() + bookingTtlMs,
        book: async (announce) => {
          const attempt = { caller, request, requestKeys: claim.requestKeys, announce, warnings };
          return existingPnr === undefined ? openBooking(attempt, plan()) : addTo(existingPnr, attempt, plan());
        },
      });
      if (repeated) {
        warnings.push(`This request was booked before; idempotencyKey '${claim.key}' returned the same PNR.`);
      }
      return { booking: bookingView(await bookings.require(caller.tenant, pnr, "pnr")), warnings };
    },

    async preview(tool, request, caller, plan) {
      if ((await once.booked(claimOf(tool, request, caller))) !== undefined) return undefined;
      const planned = plan();
      const { services, stock, open } = planned;
      const price = totalOf(services);
      if (request.existingPnr === undefined) {
        const { passengers } = open();
        await seats.check(caller, { stock, seats: seated(partyOf(passengers)) });
        return { ...services, passengers, price, warnings: [] };
      }
      const booking = await bookings.require(caller.tenant, request.existingPnr, "existingPnr");
      const warnings = checkAddition(booking, planned);
      return { ...services, passengers: booking.passengers, price, existing: bookingView(booking), warnings };
    },
  };
};

const sharesKey = (booking: StoredBooking, requestKeys: readonly string[]): boolean =>
  requestKeys.some((key) => booking.requestKeys.includes(key));

const checkAddition = (booking: StoredBooking, plan: BookingPlan): string[] => {
  requireNotCancelled(booking, "existingPnr");
  return plan.check(booking);
};

const joined = (booking: Services, added: Services): Services => ({
  flights: [...booking.flights, ...added.flights],
  hotels: [...booking.hotels, ...added.hotels],
  cars: [...booking.cars, ...added.cars],
});

const namesOf = ({ flights, hotels, cars }: Services): string =>
  [
    ...flights.map(({ flightNumber, departureTime }) => `${flightNumber} on ${dateOf(departureTime)}`),
    ...hotels.map(({ hotelName, checkInDate, checkOutDate }) => `${hotelName} from ${checkInDate} to ${checkOutDate}`),
    ...cars.map(
      ({ companyName, pickupDate, dropoffDate }) =>
        `${companyName} car from ${dateOf(pickupDate)} to ${dateOf(dropoffDate)}`,
    ),
  ].join(" and ");

export const totalOf = ({ flights, hotels, cars }: Services): Cents =>
  sum([
    ...flights.map((flight) => flight.price),
    ...hotels.map((hotel) => hotel.price),
    ...cars.map((car) => car.totalPrice),
  ]);
