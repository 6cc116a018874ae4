import { randomUUID } from "node:crypto";
import { Failure } from "../model/failure.ts";
import { partyOf, seated } from "../model/passenger.ts";
import type { Bookings } from "./bookings.ts";
import type { SeatOwner, Seats } from "./seats.ts";
import type { StoredBooking } from "./stored-booking.ts";
import type { SeatStock } from "./supplier.ts";

/** A change of a booking that has passed the rules. */
export interface Plan {
  readonly after: StoredBooking;
  /** Flights that the booking has no seats on yet. */
  readonly toTake: readonly SeatStock[];
  readonly warnings: readonly string[];
}

/** Changes a booking together with its seats, in one durable write. */
export interface Changes {
  /**
   * Runs `plan` on the latest version of the booking, and again if another write came in between, so it must be pure. A
   * reader sees the booking before or after the change. Marks the booking, takes the new seats, writes, and releases the
   * old seats; a process that is killed in between leaves the booking as it was.
   */
  make(tenant: string, pnr: string, plan: (booking: StoredBooking) => Plan): Promise<Made>;
}

interface Made {
  readonly booking: StoredBooking;
  readonly warnings: readonly string[];
}

/** What one call of `make` works with. */
interface Run {
  readonly id: string;
  readonly owner: SeatOwner;
  readonly pnr: string;
  readonly plan: (booking: StoredBooking) => Plan;
}

export const createChanges = ({ bookings, seats }: { readonly bookings: Bookings; readonly seats: Seats }): Changes => {
  /** Marks the booking if seats have to be taken first; otherwise makes the change. */
  const begin = async ({ id, owner, pnr, plan }: Run) => {
    let lost: readonly string[] = [];
    let planned: Plan | undefined;
    let leaving: readonly string[] = [];
    let party = 0;
    const booking = await bookings.change(
      owner.tenant,
      pnr,
      "pnr",
      (before) => {
        planned = plan(before);
        party = seatsOf(before);
        const isCancellation = planned.after.status === "cancelled";
        if (before.exchange && bookings.isUnderWay(before.exchange) && !isCancellation) throw otherChange(pnr);
        lost = without(before.exchange?.stockKeys ?? [], before.stockKeys);
        leaving = without(before.stockKeys, heldBy(planned.after));
        const { toTake } = planned;
        if (toTake.length === 0) return withoutMark(planned.after);
        const stockKeys = toTake.map(({ key }) => key);
        return { ...before, exchange: bookings.markChange(id, stockKeys) };
      },
      {
        evenIfFull: true,
        beforeWrite: async () => {
          // From here on, seats that cannot be released lapse by themselves.
          if (planned?.toTake.length !== 0) return;
          const shrunk = seatsOf(planned.after) < party ? planned.after.stockKeys : [];
          await seats.makeProvisional(owner, pnr, [...leaving, ...shrunk]);
        },
      },
    );
    const { toTake, warnings } = planned as unknown as Plan;
    return { booking, toTake, warnings, party, leaving: [...leaving, ...lost] };
  };

  /** Takes the seats, then changes the booking. A different mark means that another change came in between. */
  const complete = async (
    { id, owner, pnr, plan }: Run,
    { toTake, booking: marked, leaving }: Begun,
  ): Promise<Made> => {
    const taken = toTake.map(({ key }) => key);
    let planned: Plan | undefined;
    try {
      const { expiresAt } = marked;
      await seats.take(owner, { pnr, stock: toTake, seats: seatsOf(marked), expiresAt });
      await seats.makeProvisional(owner, pnr, leaving);
      const booking = await bookings.change(owner.tenant, pnr, "pnr", (before) => {
        planned = plan(before);
        if (before.exchange?.id !== id) throw otherChange(pnr);
        if (planned.toTake.some(({ key }) => !taken.includes(key))) throw otherChange(pnr);
        return withoutMark(planned.after);
      });
      return { booking, warnings: (planned as unknown as Plan).warnings };
    } catch (error) {
      await unmark(owner, pnr, id);
      await release(owner, pnr, taken);
      throw error;
    }
  };

  const unmark = async (owner: SeatOwner, pnr: string, id: string): Promise<void> => {
    const found = await bookings.find(owner.tenant, pnr);
    if (found?.exchange?.id !== id) return;
    await bookings.change(owner.tenant, pnr, "pnr", (booking) =>
      booking.exchange?.id === id ? withoutMark(booking) : booking,
    );
  };

  /** Releases the seats that the booking neither has nor is about to take, after possible changes by other callers. */
  const release = async (owner: SeatOwner, pnr: string, stockKeys: readonly string[]): Promise<void> => {
    if (stockKeys.length === 0) return;
    const now = await bookings.find(owner.tenant, pnr);
    const needed = now === undefined ? [] : [...heldBy(now), ...(now.exchange?.stockKeys ?? [])];
    const unneeded = without(stockKeys, needed);
    if (unneeded.length > 0) await seats.release(owner, pnr, unneeded);
  };

  return {
    async make(tenant, pnr, plan) {
      const { sessionId, stockKeys } = await bookings.require(tenant, pnr, "pnr");
      const owner = { tenant, sessionId };
      const run: Run = { id: randomUUID(), owner, pnr, plan };
      const begun = await begin(run).catch(async (error: unknown) => {
        // An earlier cancellation may have failed to release its seats.
        if (error instanceof Failure && error.kind === "rule") await release(owner, pnr, stockKeys);
        throw error;
      });
      const made = begun.toTake.length === 0 ? begun : await complete(run, begun);
      // The change is durable: a failed release of seats must not fail it.
      await release(owner, pnr, begun.leaving).catch(() => undefined);
      const needed = seatsOf(made.booking);
      if (needed < begun.party) {
        await seats.shrink(owner, pnr, made.booking.stockKeys, needed).catch(() => undefined);
      }
      return { booking: made.booking, warnings: made.warnings };
    },
  };
};

interface Begun extends Made {
  readonly toTake: readonly SeatStock[];
  readonly leaving: readonly string[];
  /** The seats that the booking had on each flight. */
  readonly party: number;
}

const seatsOf = ({ passengers }: StoredBooking): number => seated(partyOf(passengers));

/** A cancelled booking keeps the keys of the seats that it had. */
const heldBy = ({ status, stockKeys }: StoredBooking): readonly string[] => (status === "cancelled" ? [] : stockKeys);

const without = (list: readonly string[], others: readonly string[]): readonly string[] =>
  list.filter((one) => !others.includes(one));

const withoutMark = ({ exchange: _done, ...booking }: StoredBooking): StoredBooking => booking;

const otherChange = (pnr: string): Failure =>
  new Failure("unavailable", `Another change of booking ${pnr} is under way. Nothing was changed.`, {
    field: "pnr",
    value: pnr,
    retryable: true,
    hint: "Retrieve the booking in a moment, and look at it before you try again.",
  });
