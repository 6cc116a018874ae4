import type { Sessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { withTimeout } from "../model/with-timeout.ts";
import type { Store } from "../platform/stores/store.ts";
import { carriedOutOf } from "../platform/stores/store-failure.ts";
import type { BookingJournal } from "./booking-journal.ts";
import { type BookingPlan, type BookingPlans, joined, namesOf } from "./booking-plans.ts";
import type { Addition, BookFlight, BookingPreview, BookingRequests, BookingResult } from "./booking-requests.ts";
import { requireNotCancelled } from "./booking-rules.ts";
import { type Bookings, type BookingVersion, carries } from "./bookings.ts";
import type { Changes, Plan } from "./changes.ts";
import type { Credits } from "./credits.ts";
import { AFTER_HOLD_MS } from "./hold-rules.ts";
import type { Attempt, Idempotency, KeyedRequest, WaitingClient } from "./idempotency.ts";
import { ledgerWith, salesOf, totalOf } from "./ledger.ts";
import { samePersonWarnings } from "./same-people.ts";
import type { SamePerson, Stock } from "./stock.ts";
import { bookingView, charged, heldStock, type StoredBooking, voidUntilOf, withEvent } from "./stored-booking.ts";
import { issued } from "./tickets.ts";

/** Makes bookings: at most once per idempotency key, with all that they need, or not at all. */
export interface BookingAttempts {
  book<Tool extends keyof BookingRequests>(
    tool: Tool,
    request: BookingRequests[Tool],
    caller: Caller,
    client?: WaitingClient,
  ): Promise<BookingResult>;
  /**
   * What `book` would do, without writing anything; throws what `book` would throw. Undefined for a repeated request,
   * which would book nothing new.
   */
  preview<Tool extends keyof BookingRequests>(
    tool: Tool,
    request: BookingRequests[Tool],
    caller: Caller,
  ): Promise<BookingPreview | undefined>;
}

/** One call of `book`. */
interface BookingCall {
  readonly caller: Caller;
  readonly request: Addition;
  readonly attempt: Attempt;
}

interface Booked {
  readonly booking: StoredBooking;
  readonly warnings: readonly string[];
}

interface Parts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly plans: BookingPlans;
  readonly bookings: Bookings;
  readonly journal: BookingJournal;
  readonly stock: Stock;
  readonly changes: Changes;
  readonly credits: Credits;
  readonly idempotency: Idempotency;
  readonly bookingTtlMs: number;
}

export const createBookingAttempts = (parts: Parts): BookingAttempts => {
  const { store, sessions, clock, plans, bookings, journal, stock, changes, credits, idempotency, bookingTtlMs } =
    parts;

  /** Idempotency, plan, then either a new booking (open, stock, confirm) or an addition to an existing one. */
  const book: BookingAttempts["book"] = async (
    tool,
    request: BookingRequests[typeof tool] & Addition,
    caller,
    client,
  ) => {
    const keyed = { ...keyedRequest(tool, request, caller), client, since: performance.now() };
    for (;;) {
      const attempt = await idempotency.begin(keyed);
      if ("pnr" in attempt) return answerRepeat(attempt.pnr, caller, request);
      try {
        const plan = await payable(plans[tool](request), request, caller);
        const call = { caller, request, attempt };
        const { booking, warnings } =
          plan.travellers === undefined
            ? await addTo(request.existingPnr as string, call, plan)
            : await bookNew(call, plan, plan.travellers);
        attempt.finish(booking.pnr);
        return { booking: bookingView(booking, clock.now()), warnings: [...warnings] };
      } catch (error) {
        // Throws, unless a repeat has taken over: then the loop waits for the outcome of the repeat.
        await attempt.fail(error);
      }
    }
  };

  /** The plan, and how it is paid. */
  const payable = async (
    plan: BookingPlan,
    { payment }: Addition & Pick<BookFlight, "payment">,
    { tenant }: Caller,
  ): Promise<BookingPlan> => {
    if (payment === undefined || plan.hold !== undefined || plan.payments.length > 0) return plan;
    const tender = await credits.tender(tenant, payment);
    const { payments, toTake } = tender(totalOf({ ...plan.services, extras: plan.extras }));
    return { ...plan, payments, stock: [...plan.stock, ...toTake] };
  };

  const keyedRequest = (tool: string, request: Addition, { tenant }: Caller): KeyedRequest => ({
    tenant,
    tool,
    key: request.idempotencyKey,
    request,
    expiresAt: clock.now() + bookingTtlMs,
  });

  /** The booking is a draft until it has its stock, so a process killed half-way leaves nothing that a caller sees. */
  const bookNew = async (call: BookingCall, plan: BookingPlan, travellers: Travellers): Promise<Booked> => {
    const draft = await open(call, plan, travellers);
    const same = await takeStock(call, plan, draft);
    const booking = await confirm(call.caller, plan.hold ? draft : { ...draft, booking: issued(draft.booking) });
    sessions.countBooking(call.caller);
    // A counter that cannot be updated must not fail a confirmed booking; the store logs the failure.
    store.add(keys.bookingsTotal, 1).catch(() => undefined);
    return { booking, warnings: samePersonWarnings(same) };
  };

  const open = (call: BookingCall, plan: BookingPlan, { passengers, contact }: Travellers): Promise<BookingVersion> => {
    const { caller, request, attempt } = call;
    const { services, extras, payments, hold } = plan;
    const now = clock.now();
    const voidUntil = voidUntilOf(services.flights, now);
    const content = {
      sessionId: caller.sessionId,
      createdAt: now,
      lastModified: now,
      expiresAt: Math.max(
        now + bookingTtlMs,
        (hold?.payBy ?? 0) + AFTER_HOLD_MS,
        ...payments.map(({ until = 0 }) => until),
      ),
      status: "pending" as const,
      revision: 0,
      passengers,
      ...services,
      extras,
      totalPrice: totalOf({ ...services, extras }),
      currency: "USD" as const,
      tickets: [],
      operations: [],
      ledger: ledgerWith([], salesOf({ ...services, extras }), { at: now, op: 0 }, hold ? undefined : { payments }),
      ...(hold !== undefined && { hold }),
      ...(voidUntil !== undefined && { voidUntil }),
      ...contact,
      ...(request.specialRequests !== undefined && { specialRequests: [request.specialRequests] }),
      stock: heldStock(plan.stock),
      requestKeys: attempt.requestKeys,
    };
    return orNothingBooked(bookings.create(caller.tenant, content));
  };

  /** Also records the PNR under its key, in the journal and in the session: a confirmed booking is in all of them. */
  const takeStock = async (
    { caller, attempt }: BookingCall,
    { stock: items }: BookingPlan,
    { booking }: BookingVersion,
  ): Promise<readonly SamePerson[]> => {
    const { pnr, expiresAt } = booking;
    const taken = stock.take(caller, { pnr, items, expiresAt });
    const steps = [
      attempt.announce(pnr),
      journal.enter(caller.tenant, pnr, expiresAt),
      sessions.listBooking(caller, pnr),
      taken,
    ];
    try {
      await Promise.all(steps);
      if (performance.now() > attempt.deadline) throw tookTooLong();
      return await taken;
    } catch (error) {
      await Promise.allSettled(steps);
      await undo(caller, booking, error);
      throw nothingBooked(error);
    }
  };

  const confirm = async (caller: Caller, draft: BookingVersion): Promise<StoredBooking> => {
    const { tenant } = caller;
    const { pnr } = draft.booking;
    let failure: unknown;
    try {
      const confirmed = await bookings.confirm(tenant, draft);
      if (confirmed !== undefined) return confirmed;
    } catch (error) {
      if (carriedOutOf(error) !== false && (await isConfirmed(tenant, pnr))) {
        return bookings.require(tenant, pnr, "pnr");
      }
      failure = error;
    }
    failure ??= tookTooLong();
    await undo(caller, draft.booking, failure);
    throw nothingBooked(failure);
  };

  /** After a confirmation with an unknown outcome. Deletes the draft first, so that it cannot be confirmed later. */
  const isConfirmed = async (tenant: string, pnr: string): Promise<boolean> => {
    const found = bookings.discard(tenant, pnr).then(() => bookings.find(tenant, pnr));
    const known = await withTimeout(
      CHECK_MS,
      found.then((booking) => booking !== undefined),
      undefined,
    ).catch(() => undefined);
    if (known === undefined) throw maybeBooked(pnr);
    return known;
  };

  /** What cannot be released now lapses by itself, as the draft does. */
  const undo = async (caller: Caller, { pnr, stock: held }: StoredBooking, reason: unknown): Promise<void> => {
    const { tenant } = caller;
    const undone = bookings
      .discard(tenant, pnr)
      .then(() =>
        Promise.all([
          stock.shrink(caller, pnr, new Map(held.flatMap(({ keys }) => keys.map((key) => [key, 0])))),
          sessions.unlistBooking(caller, pnr),
          journal.giveUp(tenant),
        ]),
      )
      .catch(() => undefined);
    // Do not make the caller wait for a store that has just failed.
    if (carriedOutOf(reason) === undefined) await undone;
  };

  const addTo = (pnr: string, { caller, request, attempt }: BookingCall, plan: BookingPlan): Promise<Booked> => {
    const { requestKeys } = attempt;
    const planAddition = (booking: StoredBooking): Plan => {
      if (carries(booking, requestKeys)) return { after: booking, toTake: [], warnings: [] };
      const warnings = checkAddition(booking, plan);
      const services = joined(booking, plan.services);
      const now = clock.now();
      const changed = withEvent(
        { ...booking, revision: booking.revision + 1 },
        now,
        `Added: ${namesOf(plan.services)}.`,
      );
      const after: StoredBooking = {
        // On hold, it is due with the rest.
        ...charged(changed, salesOf(plan.services), now),
        ...services,
        stock: [...booking.stock, ...heldStock(plan.stock)],
        totalPrice: totalOf({ ...services, extras: booking.extras }),
        lastModified: now,
        requestKeys: [...booking.requestKeys, ...requestKeys],
        ...(request.specialRequests !== undefined && {
          specialRequests: [...(booking.specialRequests ?? []), request.specialRequests],
        }),
      };
      return { after, toTake: plan.stock, warnings };
    };
    const beforeWrite = async () => {
      if (performance.now() > attempt.deadline) throw tookTooLong();
      await orNothingBooked(attempt.announce(pnr));
    };
    return changes.make(caller.tenant, pnr, planAddition, { field: "existingPnr", beforeWrite });
  };

  /** For a caller that lost the first answer, perhaps in another session. */
  const answerRepeat = async (pnr: string, caller: Caller, request: Addition): Promise<BookingResult> => {
    if (request.existingPnr === undefined) await sessions.listBooking(caller, pnr);
    const warning = `This request was booked before; idempotencyKey '${request.idempotencyKey}' returned the same PNR.`;
    return {
      booking: bookingView(await bookings.require(caller.tenant, pnr, "pnr"), clock.now()),
      warnings: [warning],
    };
  };

  const preview: BookingAttempts["preview"] = async (
    tool,
    request: BookingRequests[typeof tool] & Addition,
    caller,
  ) => {
    if ((await idempotency.booked(keyedRequest(tool, request, caller))) !== undefined) return undefined;
    const plan = await payable(plans[tool](request), request, caller);
    const { services, extras, travellers } = plan;
    const price = totalOf({ ...services, extras });
    if (travellers !== undefined) {
      const { passengers } = travellers;
      await stock.check(caller, plan.stock);
      return { ...services, extras, passengers, price, warnings: [] };
    }
    const booking = await bookings.require(caller.tenant, request.existingPnr as string, "existingPnr");
    const warnings = checkAddition(booking, plan);
    await stock.check({ ...caller, sessionId: booking.sessionId }, plan.stock);
    return {
      ...{ ...services, extras },
      passengers: booking.passengers,
      price,
      existing: bookingView(booking, clock.now()),
      warnings,
    };
  };

  return { book, preview };
};

type Travellers = NonNullable<BookingPlan["travellers"]>;

/** How long to look for the outcome of a confirmation. */
const CHECK_MS = 1_000;

const tookTooLong = (): Failure =>
  new Failure("unavailable", "The booking took too long and was abandoned.", { carriedOut: false, retryable: true });

/** Before the confirmation, every store failure means that nothing was booked, whatever the failure itself reports. */
const nothingBooked = (error: unknown): unknown =>
  error instanceof Failure && error.kind === "unavailable"
    ? new Failure(
        "unavailable",
        error.message,
        { ...error.details, carriedOut: false, hint: "Nothing was booked. Try again in a moment." },
        { cause: error.cause },
      )
    : error;

const orNothingBooked = async <T>(step: Promise<T>): Promise<T> => {
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
