import { dateOf } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { type Cents, sum } from "../model/money.ts";
import { type Passenger, partyOf, seated } from "../model/passenger.ts";
import { within } from "../model/within.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../stores/store.ts";
import { carriedOutOf } from "../stores/store-failure.ts";
import type { SeatStock } from "../suppliers/supplier.ts";
import type { BookingJournal } from "./booking-journal.ts";
import type { Addition, BookingPreview, BookingResult, Services } from "./booking-requests.ts";
import { type Contact, requireNotCancelled } from "./booking-rules.ts";
import { type Bookings, type BookingVersion, bookingView, carries, type StoredBooking, withEvent } from "./bookings.ts";
import type { Attempt, Idempotency } from "./idempotency.ts";
import type { Seats } from "./seats.ts";

/** How a booking that keeps to the rules is written down: once, with its seats, or not at all. */
export interface BookingAttempts {
  /** `plan` applies the rules; it is not asked for when the request turns out to be a repeat. */
  book(tool: string, request: Addition, asked: AskedBy, plan: () => BookingPlan): Promise<BookingResult>;
  /** What `book` would do, refused where it would refuse. Writes nothing; undefined for a repeat, which books nothing. */
  preview(
    tool: string,
    request: Addition,
    caller: Caller,
    plan: () => BookingPlan,
  ): Promise<BookingPreview | undefined>;
}

export interface AskedBy {
  readonly caller: Caller;
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal | undefined;
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

/** One request, and the attempt to book it. */
interface Booking {
  readonly caller: Caller;
  readonly request: Addition;
  readonly requestKeys: string[];
  readonly attempt: Attempt;
}

interface Booked extends BookingResult {
  readonly booking: StoredBooking;
}

interface Parts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly journal: BookingJournal;
  readonly seats: Seats;
  readonly idempotency: Idempotency;
  readonly bookingTtlMs: number;
}

export const createBookingAttempts = (parts: Parts): BookingAttempts => {
  const { store, sessions, clock, bookings, journal, seats, idempotency, bookingTtlMs } = parts;

  const keyOf = (tool: string, request: Addition, { tenant }: Caller) => {
    const { idempotencyKey: key } = request;
    const requestKeys = key === undefined ? [] : [`${tool}:${key}`];
    return {
      ...{ tenant, tool, key, request, requestKeys },
      async isBooked(pnr: string) {
        const booking = await bookings.find(tenant, pnr);
        return booking !== undefined && !booking.draft && carries(booking, requestKeys);
      },
      withdraw: (pnr: string) => bookings.withdraw(tenant, pnr, requestKeys),
    };
  };

  const draftOf = ({ caller, request, requestKeys }: Booking, { services, stock, open }: BookingPlan) => {
    const { passengers, contact } = open();
    const now = clock.now();
    return {
      sessionId: caller.sessionId,
      createdAt: now,
      lastModified: now,
      expiresAt: now + bookingTtlMs,
      status: "pending" as const,
      passengers,
      ...services,
      totalPrice: totalOf(services),
      currency: "USD" as const,
      ...contact,
      ...(request.specialRequests !== undefined && { specialRequests: [request.specialRequests] }),
      stockKeys: stock.map(({ key }) => key),
      requestKeys,
    };
  };

  /** A draft until its seats are taken: a process that is killed half-way leaves nothing that a caller sees. */
  const openBooking = async (asked: Booking, plan: BookingPlan): Promise<Booked> => {
    const { caller, attempt } = asked;
    const { tenant } = caller;
    const content = draftOf(asked, plan);
    const draft = await unlessBooked(bookings.create(tenant, content));
    const { pnr, passengers, expiresAt } = draft.booking;
    // All of it before the booking counts: what was acknowledged is in every list.
    const steps = [
      attempt.announce(pnr),
      journal.enter(tenant, pnr, expiresAt),
      sessions.listBooking(caller, pnr),
      seats.take(caller, { pnr, stock: plan.stock, seats: seated(partyOf(passengers)), expiresAt }),
    ];
    try {
      await Promise.all(steps);
      if (performance.now() > attempt.deadline) throw tookTooLong();
    } catch (error) {
      await Promise.allSettled(steps);
      await giveUp(caller, draft.booking, error);
      throw nothingBooked(error);
    }
    const booking = await confirm(caller, draft);
    sessions.countBooking(caller);
    // Statistics: a failure is in the log, and no reason to fail a booking that was made.
    store.add(keys.bookingsTotal, 1).catch(() => undefined);
    return { booking, warnings: [] };
  };

  const confirm = async (caller: Caller, draft: BookingVersion): Promise<StoredBooking> => {
    const { tenant } = caller;
    const { pnr } = draft.booking;
    let failure: unknown = tookTooLong();
    try {
      const confirmed = await bookings.confirm(tenant, draft);
      if (confirmed !== undefined) return confirmed;
    } catch (error) {
      if (carriedOutOf(error) !== false && (await isConfirmed(tenant, draft))) {
        return bookings.require(tenant, pnr, "pnr");
      }
      failure = error;
    }
    await giveUp(caller, draft.booking, failure);
    throw nothingBooked(failure);
  };

  /** After a confirmation that was not answered: looks, and makes sure that it stays so. */
  const isConfirmed = async (tenant: string, { booking: { pnr } }: BookingVersion): Promise<boolean> => {
    const looking = (async () => {
      await bookings.discard(tenant, pnr);
      return (await bookings.find(tenant, pnr)) !== undefined;
    })();
    looking.catch(() => undefined);
    const known = await within(LOOK_MS, looking, undefined).catch(() => undefined);
    if (known === undefined) throw maybeBooked(pnr);
    return known;
  };

  /** Seats that cannot be given back now lapse by themselves, as the draft does. */
  const giveUp = async (caller: Caller, { pnr, stockKeys }: StoredBooking, reason: unknown): Promise<void> => {
    const { tenant } = caller;
    const undo = async () => {
      await bookings.discard(tenant, pnr);
      await Promise.all([
        seats.release(caller, pnr, stockKeys),
        sessions.unlistBooking(caller, pnr),
        journal.giveUp(tenant),
      ]);
    };
    const undone = undo().catch(() => undefined);
    // A store that just failed need not be waited for.
    if (carriedOutOf(reason) === undefined) await undone;
  };

  const addTo = async (pnr: string, asked: Booking, plan: BookingPlan): Promise<Booked> => {
    const { caller, requestKeys, request, attempt } = asked;
    let odd: string[] = [];
    const edit = (booking: StoredBooking): StoredBooking => {
      if (carries(booking, requestKeys)) return booking;
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
    };
    const prove = async () => {
      if (performance.now() > attempt.deadline) throw tookTooLong();
      await unlessBooked(attempt.announce(pnr));
    };
    return { booking: await bookings.change(caller.tenant, pnr, "existingPnr", edit, { prove }), warnings: odd };
  };

  return {
    async book(tool, request, { caller, signal }, plan) {
      const { requestKeys, ...key } = keyOf(tool, request, caller);
      const { existingPnr } = request;
      let booked: Booked | undefined;
      const { pnr, repeated } = await idempotency.run({
        ...key,
        signal,
        expiresAt: clock.now() + bookingTtlMs,
        book: async (attempt) => {
          const asked = { caller, request, requestKeys, attempt };
          booked = await (existingPnr === undefined ? openBooking(asked, plan()) : addTo(existingPnr, asked, plan()));
          return booked.booking.pnr;
        },
      });
      if (!repeated && booked !== undefined) {
        return { booking: bookingView(booked.booking), warnings: booked.warnings };
      }
      // For a caller whose first answer was lost, perhaps in another session.
      if (existingPnr === undefined) await sessions.listBooking(caller, pnr);
      const warning = `This request was booked before; idempotencyKey '${key.key}' returned the same PNR.`;
      return { booking: bookingView(await bookings.require(caller.tenant, pnr, "pnr")), warnings: [warning] };
    },

    async preview(tool, request, caller, plan) {
      if ((await idempotency.booked(keyOf(tool, request, caller))) !== undefined) return undefined;
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

const LOOK_MS = 1_000;

const tookTooLong = (): Failure =>
  new Failure("unavailable", "The booking took too long and was given up.", { carriedOut: false, retryable: true });

/** A store failure before the booking was confirmed, whatever it says of itself, has booked nothing. */
const nothingBooked = (error: unknown): unknown =>
  error instanceof Failure && error.kind === "unavailable"
    ? new Failure(
        "unavailable",
        error.message,
        { ...error.details, carriedOut: false, hint: "Nothing was booked. Try again in a moment." },
        { cause: error.cause },
      )
    : error;

const unlessBooked = async <T>(step: Promise<T>): Promise<T> => {
  try {
    return await step;
  } catch (error) {
    throw nothingBooked(error);
  }
};

const maybeBooked = (pnr: string): Failure =>
  new Failure("unavailable", `The store does not answer. Booking ${pnr} may or may not have been made.`, {
    carriedOut: "unknown",
    retryable: true,
    pnr,
    hint: "Look with listBookings, or repeat the call with the same idempotencyKey, before you book again.",
  });

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
