import { createHash } from "node:crypto";
import type { Booking } from "../model/booking.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, notFound } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import type { RecordValue, Store } from "../stores/store.ts";

/** A booking as it is kept: what its owner sees, and what stands behind it. */
export interface StoredBooking extends Booking {
  readonly stockKeys: string[];
  /** Idempotency keys of the requests that made it what it is. */
  readonly requestKeys: string[];
  /** Real time, because the configured clock may stand still and a lost booking would stay pending for ever. */
  readonly pendingSince?: number;
  /** What became of it after it was booked; absent where nothing did. */
  readonly history?: readonly BookingEvent[];
  /** An exchange under way: its seats are spoken for, though the booking does not have its flights yet. */
  readonly exchange?: ExchangeMark;
}

export interface ExchangeMark {
  readonly id: string;
  readonly stockKeys: readonly string[];
  /** Real time. */
  readonly since: number;
}

/** A change of a booking, for people. */
export interface BookingEvent {
  readonly at: number;
  /** A sentence. */
  readonly what: string;
}

/** The PNRs of all sessions. Every change is written over the version it was made from. */
export interface Bookings {
  /** Stores a pending booking under a PNR nobody has. */
  create(tenant: string, booking: Omit<StoredBooking, "pnr">): Promise<StoredBooking>;
  find(tenant: string, pnr: string): Promise<StoredBooking | undefined>;
  /** Throws a Failure when there is none. A pending booking is not there yet. */
  require(tenant: string, pnr: string, field: string): Promise<StoredBooking>;
  findMany(tenant: string, pnrs: readonly string[]): Promise<readonly StoredBooking[]>;
  /** In the order of the PNRs; undefined where there is none, or none yet. */
  findEach(tenant: string, pnrs: readonly string[]): Promise<readonly (StoredBooking | undefined)[]>;
  /** Applies `edit` to the newest version, again if somebody else was faster; durable when it resolves. */
  change(
    tenant: string,
    pnr: string,
    field: string,
    edit: (booking: StoredBooking) => StoredBooking,
  ): Promise<StoredBooking>;
  /** Turns the pending booking into a confirmed one, durably. Throws if it has been given up meanwhile. */
  confirm(tenant: string, pending: StoredBooking): Promise<StoredBooking>;
  discard(tenant: string, pnr: string): Promise<void>;
  /**
   * Whether the PNR still holds its seats, or those of one flight. Gives up a pending booking that nobody has finished
   * in time.
   */
  holdsSeats(tenant: string, pnr: string, stockKey?: string): Promise<boolean>;
  /** Whether the exchange may still be finished by whoever began it. */
  isUnderWay(exchange: ExchangeMark): boolean;
  /** How an exchange that begins now is marked. */
  markExchange(id: string, stockKeys: readonly string[]): ExchangeMark;
}

/** 32 symbols without 0, 1, I and O, which are misread over the phone. */
const LOCATOR_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A booking takes milliseconds; one that is pending for longer lost its process. */
const PENDING_FOR_MS = 15_000;

export const createBookings = ({
  store,
  clock,
  realTime = Date.now,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly realTime?: () => number;
}): Bookings => {
  let sequence = 0;

  const write = (tenant: string, booking: StoredBooking, ifVersion: number, durable: boolean) =>
    store.put(keys.booking(tenant, booking.pnr), booking as unknown as RecordValue, {
      ifVersion,
      durable,
      expiresAt: booking.expiresAt,
    });

  const read = async (tenant: string, pnr: string) => {
    const found = await store.get(keys.booking(tenant, pnr));
    return found && { booking: found.value as unknown as StoredBooking, version: found.version };
  };

  const requireBooking = async (tenant: string, pnr: string, field: string) => {
    const found = await read(tenant, pnr);
    if (found && found.booking.status !== "pending") return found;
    throw notFound(`There is no booking ${pnr}.`, {
      field,
      value: pnr,
      hint: "Check the record locator; listBookings shows the bookings of this session. Old bookings are forgotten.",
    });
  };

  const findEach = async (tenant: string, pnrs: readonly string[]) => {
    const found = await store.getMany(pnrs.map((pnr) => keys.booking(tenant, pnr)));
    return found
      .map((entry) => entry?.value as unknown as StoredBooking | undefined)
      .map((booking) => (booking?.status === "pending" ? undefined : booking));
  };

  const isUnderWay = ({ since }: ExchangeMark): boolean => realTime() - since < PENDING_FOR_MS;

  return {
    isUnderWay,
    markExchange: (id, stockKeys) => ({ id, stockKeys, since: realTime() }),

    async create(tenant, draft) {
      for (;;) {
        const pnr = locator(draft.sessionId, ++sequence, clock.now());
        const booking: StoredBooking = { pnr, ...draft, pendingSince: realTime() };
        if ((await write(tenant, booking, 0, false)) !== undefined) return booking;
      }
    },

    find: async (tenant, pnr) => (await read(tenant, pnr))?.booking,
    require: async (tenant, pnr, field) => (await requireBooking(tenant, pnr, field)).booking,

    findEach,
    findMany: async (tenant, pnrs) => (await findEach(tenant, pnrs)).filter((booking) => booking !== undefined),

    async change(tenant, pnr, field, edit) {
      for (;;) {
        const { booking, version } = await requireBooking(tenant, pnr, field);
        const changed = edit(booking);
        if ((await write(tenant, changed, version, true)) !== undefined) return changed;
      }
    },

    async confirm(tenant, { pendingSince: _over, ...pending }) {
      const confirmed: StoredBooking = { ...pending, status: "confirmed" };
      if ((await write(tenant, confirmed, 1, true)) !== undefined) return confirmed;
      throw new Failure("unavailable", "The booking took too long and was given up. Nothing was booked.", {
        retryable: true,
        hint: "Book again.",
      });
    },

    async discard(tenant, pnr) {
      await store.delete(keys.booking(tenant, pnr));
    },

    async holdsSeats(tenant, pnr, stockKey) {
      const found = await read(tenant, pnr);
      if (found === undefined || found.booking.status === "cancelled") return false;
      const { status, stockKeys, exchange } = found.booking;
      if (status === "confirmed") {
        if (stockKey === undefined || stockKeys.includes(stockKey)) return true;
        return exchange !== undefined && isUnderWay(exchange) && exchange.stockKeys.includes(stockKey);
      }
      if (realTime() - (found.booking.pendingSince ?? 0) < PENDING_FOR_MS) return true;
      // Deleting the version that was judged makes a late `confirm` of it fail, so its seats can be sold again.
      return !(await store.delete(keys.booking(tenant, pnr), { ifVersion: found.version }));
    },
  };
};

/** Drawn from the session, its place in line and the time; whether it is free, the atomic create decides. */
const locator = (sessionId: string, sequence: number, now: number): string => {
  const digest = createHash("sha256").update(`${sessionId}:${sequence}:${now}`).digest();
  let letters = "";
  for (let i = 0; i < 6; i++) letters += LOCATOR_ALPHABET[(digest[i] as number) % LOCATOR_ALPHABET.length];
  return `TEST-${letters}`;
};

/** Somebody who changes one booking all day long must not make it grow without end. */
const MOST_EVENTS = 50;

/** The booking with one more event in its history. */
export const withEvent = (booking: StoredBooking, at: number, what: string): StoredBooking => ({
  ...booking,
  history: [...(booking.history ?? []), { at, what }].slice(-MOST_EVENTS),
});

/** What the owner of a booking is shown, the locator first. */
export const bookingView = ({
  pnr,
  stockKeys: _seats,
  requestKeys: _requests,
  history: _events,
  exchange: _underWay,
  ...booking
}: StoredBooking): Booking => ({ pnr, ...booking });
