import type { Sessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { partyOf, seated } from "../model/passenger.ts";
import { within } from "../model/within.ts";
import type { Store } from "../platform/stores/store.ts";
import { carriedOutOf } from "../platform/stores/store-failure.ts";
import type { BookingJournal } from "./booking-journal.ts";
import { type BookingPlan, type BookingPlans, joined, namesOf, totalOf } from "./booking-plans.ts";
import type { Addition, BookingPreview, BookingRequests, BookingResult } from "./booking-requests.ts";
import { requireNotCancelled } from "./booking-rules.ts";
import { type Bookings, type BookingVersion, bookingView, carries, type StoredBooking, withEvent } from "./bookings.ts";
import type { Attempt, Idempotency, KeyedRequest } from "./idempotency.ts";
import type { Seats } from "./seats.ts";

/** Writes a booking that keeps to the rules: once, with its seats, or not at all. */
export interface BookingAttempts {
  /** `signal` is aborted when the client has gone: a repeat that waits for the first request then stops. */
  book<Tool extends keyof BookingRequests>(
    tool: Tool,
    request: BookingRequests[Tool],
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<BookingResult>;
  /** What `book` would do, refused where it would refuse. Writes nothing; undefined for a repeat, which books nothing. */
  preview<Tool extends keyof BookingRequests>(
    tool: Tool,
    request: BookingRequests[Tool],
    caller: Caller,
  ): Promise<BookingPreview | undefined>;
}

interface Asked {
  readonly caller: Caller;
  readonly request: Addition;
  readonly attempt: Attempt;
}

interface Booked extends BookingResult {
  readonly booking: StoredBooking;
}

interface Parts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly plans: BookingPlans;
  readonly bookings: Bookings;
  readonly journal: BookingJournal;
  readonly seats: Seats;
  readonly idempotency: Idempotency;
  readonly bookingTtlMs: number;
}

export const createBookingAttempts = (parts: Parts): BookingAttempts => {
  const { store, sessions, clock, plans, bookings, journal, seats, idempotency, bookingTtlMs } = parts;

  const keyed = (tool: string, request: Addition, { tenant }: Caller): KeyedRequest => ({
    ...{ tenant, tool, key: request.idempotencyKey, request },
    expiresAt: clock.now() + bookingTtlMs,
  });

  /** A draft until its seats are taken: a process that is killed half-way leaves nothing that a caller sees. */
  const openNew = async (asked: Asked, plan: BookingPlan, travellers: Travellers): Promise<Booked> => {
    const draft = await open(asked, plan, travellers);
    await takeSeats(asked, plan, draft);
    const booking = await confirm(asked.caller, draft);
    sessions.countBooking(asked.caller);
    // Statistics: a failure is in the log, and no reason to fail a booking that was made.
    store.add(keys.bookingsTotal, 1).catch(() => undefined);
    return { booking, warnings: [] };
  };

  const open = (asked: Asked, plan: BookingPlan, { passengers, contact }: Travellers): Promise<BookingVersion> => {
    const { caller, request, attempt } = asked;
    const now = clock.now();
    const content = {
      sessionId: caller.sessionId,
      createdAt: now,
      lastModified: now,
      expiresAt: now + bookingTtlMs,
      status: "pending" as const,
      passengers,
      ...plan.services,
      totalPrice: totalOf(plan.services),
      currency: "USD" as const,
      ...contact,
      ...(request.specialRequests !== undefined && { specialRequests: [request.specialRequests] }),
      stockKeys: plan.stock.map(({ key }) => key),
      requestKeys: attempt.requestKeys,
    };
    return unlessBooked(bookings.create(caller.tenant, content));
  };

  /** Also enters the PNR in every list: what is acknowledged later is in all of them. */
  const takeSeats = async (
    { caller, attempt }: Asked,
    { stock }: BookingPlan,
    { booking }: BookingVersion,
  ): Promise<void> => {
    const { pnr, passengers, expiresAt } = booking;
    const steps = [
      attempt.announce(pnr),
      journal.enter(caller.tenant, pnr, expiresAt),
      sessions.listBooking(caller, pnr),
      seats.take(caller, { pnr, stock, seats: seated(partyOf(passengers)), expiresAt }),
    ];
    try {
      await Promise.all(steps);
      if (performance.now() > attempt.deadline) throw tookTooLong();
    } catch (error) {
      await Promise.allSettled(steps);
      await giveUp(caller, booking, error);
      throw nothingBooked(error);
    }
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

  const addTo = async (pnr: string, asked: Asked, plan: BookingPlan): Promise<Booked> => {
    const { caller, request, attempt } = asked;
    const { requestKeys } = attempt;
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

  /** For a caller whose first answer was lost, perhaps in another session. */
  const answerAgain = async (pnr: string, caller: Caller, request: Addition): Promise<BookingResult> => {
    if (request.existingPnr === undefined) await sessions.listBooking(caller, pnr);
    const warning = `This request was booked before; idempotencyKey '${request.idempotencyKey}' returned the same PNR.`;
    return { booking: bookingView(await bookings.require(caller.tenant, pnr, "pnr")), warnings: [warning] };
  };

  return {
    async book(tool, request: BookingRequests[typeof tool] & Addition, caller, signal) {
      const asking = { ...keyed(tool, request, caller), signal, since: performance.now() };
      for (;;) {
        const attempt = await idempotency.begin(asking);
        if ("pnr" in attempt) return answerAgain(attempt.pnr, caller, request);
        try {
          const plan = plans[tool](request);
          const asked = { caller, request, attempt };
          const { booking, warnings } =
            plan.travellers === undefined
              ? await addTo(request.existingPnr as string, asked, plan)
              : await openNew(asked, plan, plan.travellers);
          attempt.finish(booking.pnr);
          return { booking: bookingView(booking), warnings };
        } catch (error) {
          // Throws, unless a repeat has taken over: then the outcome is the repeat's to say.
          await attempt.fail(error);
        }
      }
    },

    async preview(tool, request: BookingRequests[typeof tool] & Addition, caller) {
      if ((await idempotency.booked(keyed(tool, request, caller))) !== undefined) return undefined;
      const plan = plans[tool](request);
      const { services, stock, travellers } = plan;
      const price = totalOf(services);
      if (travellers !== undefined) {
        const { passengers } = travellers;
        await seats.check(caller, { stock, seats: seated(partyOf(passengers)) });
        return { ...services, passengers, price, warnings: [] };
      }
      const booking = await bookings.require(caller.tenant, request.existingPnr as string, "existingPnr");
      const warnings = checkAddition(booking, plan);
      return { ...services, passengers: booking.passengers, price, existing: bookingView(booking), warnings };
    },
  };
};

type Travellers = NonNullable<BookingPlan["travellers"]>;

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
