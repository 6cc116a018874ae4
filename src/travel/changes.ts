import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../model/failure.ts";
import { carriedOutOf } from "../platform/stores/store-failure.ts";
import type { Bookings } from "./bookings.ts";
import { samePersonWarnings } from "./same-people.ts";
import type { Stock } from "./stock.ts";
import type { StockOwner } from "./stock-buckets.ts";
import { type StoredBooking, unitsOf } from "./stored-booking.ts";
import type { StockItem } from "./supplier.ts";

/** A change of a booking that has passed the rules. */
export interface Plan {
  /** The booking itself if there is nothing to change. */
  readonly after: StoredBooking;
  /** What the new services need; what the booking has enough of is not taken again. */
  readonly toTake: readonly StockItem[];
  readonly warnings: readonly string[];
}

/** Changes a booking together with its stock, in one durable write. */
export interface Changes {
  /**
   * Runs `plan` on the latest version of the booking, and again if another write came in between, so it must be pure. A
   * reader sees the booking before or after the change. Marks the booking, takes what is new, writes, and releases what
   * left; a process that is killed in between leaves the booking as it was. Waits for another change of the booking.
   */
  make(tenant: string, pnr: string, plan: MakePlan, options?: MakeOptions): Promise<Made>;
  /** Throws what `make` would throw if too little is left of what the plan takes. */
  check(tenant: string, before: StoredBooking, plan: Plan): Promise<void>;
}

type MakePlan = (booking: StoredBooking) => Plan;

interface MakeOptions {
  /** The field that names the booking; default `pnr`. */
  readonly field?: string;
  /** Runs before each try to write the change. */
  readonly beforeWrite?: () => Promise<void>;
}

interface Made {
  readonly booking: StoredBooking;
  readonly warnings: readonly string[];
}

/** What one call of `make` works with. */
interface Run extends Required<Pick<MakeOptions, "field">> {
  readonly id: string;
  readonly owner: StockOwner;
  readonly pnr: string;
  readonly plan: MakePlan;
  readonly beforeWrite: () => Promise<void>;
}

/** How long to wait for another change of the booking. */
const WAIT_MS = 2_000;
const POLL_MS = 20;

export const createChanges = ({ bookings, stock }: { readonly bookings: Bookings; readonly stock: Stock }): Changes => {
  /** Marks the booking if anything has to be taken first; otherwise makes the change. */
  const begin = async ({ id, owner, pnr, field, plan, beforeWrite }: Run): Promise<Begun> => {
    let lost: readonly string[] = [];
    let planned: Planned | undefined;
    const booking = await bookings
      .change(
        owner.tenant,
        pnr,
        field,
        (before) => {
          planned = difference(before, plan(before));
          const { after, lacking } = planned;
          if (after === before) return before;
          const isCancellation = after.status === "cancelled";
          if (before.exchange && bookings.isUnderWay(before.exchange) && !isCancellation) throw otherChange(pnr);
          lost = before.exchange?.stockKeys ?? [];
          if (lacking.length === 0) return withoutMark(after);
          const requestKeys = without(after.requestKeys, before.requestKeys);
          const exchange = bookings.markChange({ id, stockKeys: lacking.map(({ key }) => key), requestKeys });
          return { ...before, exchange };
        },
        {
          evenIfFull: true,
          beforeWrite: async () => {
            // From here on, what cannot be released lapses by itself.
            if (planned?.lacking.length === 0) await stock.makeProvisional(owner, pnr, planned.leaving);
            await beforeWrite();
          },
        },
      )
      .catch((error: unknown) => {
        throw planned?.lacking.length === 0 ? error : notCarriedOut(error);
      });
    const { lacking, leaving, warnings } = planned as unknown as Planned;
    return { booking, lacking, warnings, leaving: [...leaving, ...lost] };
  };

  /** Takes what is new, then changes the booking. A different mark means that another change came in between. */
  const complete = async (
    { id, owner, pnr, field, plan, beforeWrite }: Run,
    { lacking, booking: marked, leaving }: Begun,
  ): Promise<Made> => {
    let planned: Planned | undefined;
    try {
      const claim = { pnr, items: lacking, expiresAt: marked.expiresAt };
      const same = await stock.take(owner, claim).catch((error: unknown) => {
        throw notCarriedOut(error);
      });
      await stock.makeProvisional(owner, pnr, leaving);
      const booking = await bookings.change(
        owner.tenant,
        pnr,
        field,
        (before) => {
          planned = difference(before, plan(before));
          if (before.exchange?.id !== id) throw otherChange(pnr);
          const isTaken = ({ key, units }: StockItem) =>
            lacking.some((taken) => taken.key === key && taken.units >= units);
          if (!planned.lacking.every(isTaken)) throw otherChange(pnr);
          return withoutMark(planned.after);
        },
        { beforeWrite },
      );
      return { booking, warnings: [...(planned as unknown as Planned).warnings, ...samePersonWarnings(same)] };
    } catch (error) {
      const undone = unmark(owner, pnr, id)
        .then(() =>
          release(
            owner,
            pnr,
            lacking.map(({ key }) => key),
          ),
        )
        .catch(() => undefined);
      // Do not make the caller wait for a store that has just failed.
      if (carriedOutOf(error) === undefined) await undone;
      throw error;
    }
  };

  const unmark = async (owner: StockOwner, pnr: string, id: string): Promise<void> => {
    const found = await bookings.find(owner.tenant, pnr);
    if (found?.exchange?.id !== id) return;
    await bookings.change(owner.tenant, pnr, "pnr", (booking) =>
      booking.exchange?.id === id ? withoutMark(booking) : booking,
    );
  };

  /** Releases what the booking neither has nor is about to take, after possible changes by other callers. */
  const release = async (owner: StockOwner, pnr: string, stockKeys: readonly string[]): Promise<void> => {
    if (stockKeys.length === 0) return;
    const now = await bookings.find(owner.tenant, pnr);
    const held = now && unitsOf(now);
    const unneeded = without(stockKeys, now?.exchange?.stockKeys ?? []);
    await stock.shrink(owner, pnr, new Map(unneeded.map((key) => [key, held?.get(key) ?? 0])));
  };

  const beginInTurn = async (run: Run, deadline: number): Promise<Begun> => {
    for (;;) {
      try {
        return await begin(run);
      } catch (error) {
        if (!(error instanceof OtherChange) || performance.now() > deadline) throw error;
        await sleep(POLL_MS);
      }
    }
  };

  return {
    async check(tenant, before, plan) {
      const { pnr, sessionId } = before;
      await stock.check({ tenant, sessionId }, difference(before, plan).lacking, pnr);
    },

    async make(tenant, pnr, plan, { field = "pnr", beforeWrite = async () => undefined } = {}) {
      const { sessionId, stock: held } = await bookings.require(tenant, pnr, field);
      const owner = { tenant, sessionId };
      const run: Run = { id: randomUUID(), owner, pnr, field, plan, beforeWrite };
      const begun = await beginInTurn(run, performance.now() + WAIT_MS).catch(async (error: unknown) => {
        // An earlier cancellation may have failed to release what it had.
        const keys = held.flatMap((one) => one.keys);
        if (error instanceof Failure && error.kind === "rule") await release(owner, pnr, keys).catch(() => undefined);
        throw error;
      });
      const made = begun.lacking.length === 0 ? begun : await complete(run, begun);
      // The change is durable: a failed release must not fail it.
      await release(owner, pnr, begun.leaving).catch(() => undefined);
      return { booking: made.booking, warnings: made.warnings };
    },
  };
};

interface Planned extends Plan {
  /** What the booking needs more of, with all units that it needs. */
  readonly lacking: readonly StockItem[];
  /** What it needs less of. */
  readonly leaving: readonly string[];
}

interface Begun extends Made, Pick<Planned, "lacking" | "leaving"> {}

const difference = (before: StoredBooking, plan: Plan): Planned => {
  const [had, needs] = [unitsOf(before), unitsOf(plan.after)];
  const lacking = new Map<string, StockItem>();
  for (const item of plan.toTake) {
    const units = needs.get(item.key) ?? 0;
    if (units > (had.get(item.key) ?? 0)) lacking.set(item.key, { ...item, units });
  }
  const leaving = [...had].filter(([key, units]) => units > (needs.get(key) ?? 0)).map(([key]) => key);
  return { ...plan, lacking: [...lacking.values()], leaving };
};

const without = (list: readonly string[], others: readonly string[]): readonly string[] =>
  list.filter((one) => !others.includes(one));

const withoutMark = ({ exchange: _done, ...booking }: StoredBooking): StoredBooking => booking;

/** Before the last write, every store failure means that nothing was changed, whatever the failure itself reports. */
const notCarriedOut = (error: unknown): unknown =>
  error instanceof Failure && carriedOutOf(error) !== undefined
    ? new Failure(error.kind, error.message, { ...error.details, carriedOut: false }, { cause: error.cause })
    : error;

/** Nothing was done yet, so the caller may try again. */
class OtherChange extends Failure {}

const otherChange = (pnr: string): Failure =>
  new OtherChange("unavailable", `Another change of booking ${pnr} is under way. Nothing was changed.`, {
    field: "pnr",
    value: pnr,
    retryable: true,
    hint: "Retrieve the booking in a moment, and look at it before you try again.",
  });
