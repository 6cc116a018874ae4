import type { Clock } from "../model/clock.ts";
import { notFound } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import type { Places } from "../model/place.ts";
import type { RecordValue, Store, Versioned } from "../platform/stores/store.ts";
import { upgraded } from "./earlier-bookings.ts";
import { createLocators } from "./locators.ts";
import { asOf, type ChangeMark, type StoredBooking, unitsOf } from "./stored-booking.ts";

/** A booking and the store version that was read or written. */
export interface BookingVersion {
  readonly booking: StoredBooking;
  readonly version: number;
  /** Cancelled by now, but not written down yet. */
  readonly isLapsing?: boolean;
}

/** The state of a claim according to its booking. */
export type ClaimState =
  /** The booking is confirmed and has it. */
  | "held"
  /** The booking has it until its hold lapses. */
  | "on hold"
  /** A draft or a change that may still be completed. */
  | "open"
  /** The claim can never be confirmed. */
  | "void";

export type NewBooking = Omit<StoredBooking, "pnr" | "sequence" | "draft" | "pendingSince">;

/** A claim as its booking sees it. */
export interface BookedClaim {
  readonly state: ClaimState;
  /** The units that the booking has. */
  readonly units: number;
}

/** The bookings of all sessions. Every write is conditional on the version that was read. */
export interface Bookings {
  /** Stores an empty draft under an unused PNR, and returns the booking that it will become. */
  create(tenant: string, booking: NewBooking): Promise<BookingVersion>;
  find(tenant: string, pnr: string): Promise<StoredBooking | undefined>;
  /** Throws a Failure if there is no such booking. A draft does not count. */
  require(tenant: string, pnr: string, field: string): Promise<StoredBooking>;
  findMany(tenant: string, pnrs: readonly string[]): Promise<readonly StoredBooking[]>;
  /** In the order of the PNRs; undefined for a PNR without a booking and for a draft. */
  findEach(tenant: string, pnrs: readonly string[]): Promise<readonly (StoredBooking | undefined)[]>;
  /**
   * Applies `edit` to the newest version and retries if another caller was faster; durable when it resolves.
   * `beforeWrite` runs between each read and its write.
   */
  change(
    tenant: string,
    pnr: string,
    field: string,
    edit: (booking: StoredBooking) => StoredBooking,
    options?: { readonly beforeWrite?: () => Promise<void>; readonly evenIfFull?: boolean },
  ): Promise<StoredBooking>;
  /** Puts the booking in the place of its draft, confirmed or on hold, durably. Undefined if that was deleted meanwhile. */
  confirm(tenant: string, booking: BookingVersion): Promise<StoredBooking | undefined>;
  /** Deletes a draft of any version; a confirmed booking stays. */
  discard(tenant: string, pnr: string): Promise<void>;
  /** True if the booking is no draft and carries one of the request keys. */
  isBooked(tenant: string, pnr: string, requestKeys: readonly string[]): Promise<boolean>;
  /**
   * True if the booking carries one of the request keys. Otherwise makes sure that no pending write can add one: deletes
   * a draft, or gives a confirmed booking a new version without the mark of the request.
   */
  withdraw(tenant: string, pnr: string, requestKeys: readonly string[]): Promise<boolean>;
  /**
   * How many units the PNR holds at most. Deletes a draft that was not confirmed in time, and the mark of a change that was
   * not completed in time, and writes down that a hold has lapsed: a late write of either misses.
   */
  heldUnits(tenant: string, pnr: string, stockKey: string): Promise<number>;
  /** In the order of the claims; read-only. */
  claimStates(
    tenant: string,
    claims: readonly { readonly pnr: string; readonly stockKey: string }[],
  ): Promise<readonly BookedClaim[]>;
  /** Whether the process that began the change may still complete it. */
  isUnderWay(change: ChangeMark): boolean;
  /** The mark of a change that begins now. */
  markChange(mark: Omit<ChangeMark, "since">): ChangeMark;
}

/** A booking takes milliseconds; the process of an older draft has died. */
const DRAFT_MS = 15_000;
/** An abandoned draft expires by itself. */
const DRAFT_TTL_MS = 10 * DRAFT_MS;
/** A draft is only recognised, never shown; what it will hold is written once, with the confirmation. */
const WITHOUT_CONTENT = {
  ...{ passengers: [], flights: [], hotels: [], cars: [], extras: [] },
  ...{ tickets: [], ledger: [], stock: [] },
} satisfies Partial<StoredBooking>;
/** Everything that was claimed. */
const ALL = Number.POSITIVE_INFINITY;

export const createBookings = ({
  store,
  clock,
  places,
  realTime = Date.now,
}: {
  readonly store: Store;
  readonly clock: Clock;
  /** Without them, the terms of hotels and cars in records of earlier releases stay unknown. */
  readonly places?: Places;
  readonly realTime?: () => number;
}): Bookings => {
  const locator = createLocators(clock);
  let booked = 0;

  /**
   * With a frozen clock the store counts, so that a session's locators are the same on one node and on several. While
   * the clock runs, that would cost every booking a round trip for locators that differ in every run anyway.
   */
  const nextSequence = async (tenant: string, { sessionId, expiresAt }: NewBooking): Promise<number> =>
    clock.frozen ? store.add(keys.sessionSequence(tenant, sessionId), 1, { expiresAt }) : ++booked;

  const write = (
    tenant: string,
    booking: StoredBooking,
    options: { readonly ifVersion: number; readonly durable?: boolean; readonly evenIfFull?: boolean },
  ) =>
    store.put(keys.booking(tenant, booking.pnr), booking as unknown as RecordValue, {
      expiresAt: booking.draft ? clock.now() + DRAFT_TTL_MS : booking.expiresAt,
      ...options,
    });

  /** Records expire in real time, but a configured clock may be past the booking's expiry. */
  const keptBooking = (found: Versioned | undefined): StoredBooking | undefined => {
    const booking = found && asOf(upgraded(found.value, places), clock.now());
    return booking && booking.expiresAt > clock.now() ? booking : undefined;
  };

  const read = async (tenant: string, pnr: string): Promise<BookingVersion | undefined> => {
    const found = await store.get(keys.booking(tenant, pnr));
    const booking = keptBooking(found);
    if (found === undefined || booking === undefined) return undefined;
    return { booking, version: found.version, isLapsing: isLapsing(found, booking) };
  };

  const readEach = async (tenant: string, pnrs: readonly string[]) => {
    const found = await store.getMany(pnrs.map((pnr) => keys.booking(tenant, pnr)));
    return found.map(keptBooking);
  };

  const findEach = async (tenant: string, pnrs: readonly string[]) =>
    (await readEach(tenant, pnrs)).map((booking) => (booking?.draft ? undefined : booking));

  const requireBooking = async (tenant: string, pnr: string, field: string): Promise<BookingVersion> => {
    const found = await read(tenant, pnr);
    if (found && !found.booking.draft) return found;
    throw notFound(`There is no booking ${pnr}.`, {
      field,
      value: pnr,
      hint: "Check the record locator; listBookings shows the bookings of this session. Old bookings expire.",
    });
  };

  const isUnderWay = ({ since }: ChangeMark): boolean => realTime() - since < DRAFT_MS;

  const stateOf = (booking: StoredBooking | undefined, stockKey: string): BookedClaim => {
    if (booking === undefined) return { state: "void", units: 0 };
    if (booking.draft) return { state: "open", units: 0 };
    const units = unitsOf(booking).get(stockKey) ?? 0;
    // As long as there is a mark, the change may still be completed.
    if (booking.exchange?.stockKeys.includes(stockKey)) return { state: "open", units };
    if (units === 0) return { state: "void", units };
    return { state: booking.status === "pending" ? "on hold" : "held", units };
  };

  /** Deletes only the version that was read, so that a faster confirmation wins. */
  const deleteDraft = (tenant: string, { booking, version }: BookingVersion): Promise<boolean> =>
    store.delete(keys.booking(tenant, booking.pnr), { ifVersion: version });

  /** Removes the mark of a change whose process died, so that it cannot be completed after its units were sold again. */
  const unitsHeld = async (tenant: string, { booking, version }: BookingVersion, stockKey: string) => {
    const { exchange, ...others } = booking;
    if (exchange?.stockKeys.includes(stockKey)) {
      if (isUnderWay(exchange)) return ALL;
      if ((await write(tenant, others, { ifVersion: version, durable: true })) === undefined) return ALL;
    }
    return unitsOf(booking).get(stockKey) ?? 0;
  };

  return {
    isUnderWay,
    markChange: (mark) => ({ ...mark, since: realTime() }),

    async create(tenant, content) {
      for (;;) {
        const sequence = await nextSequence(tenant, content);
        const pnr = locator(content.sessionId, sequence, clock.now());
        const booking: StoredBooking = { pnr, ...content, sequence };
        const draft: StoredBooking = { ...booking, ...WITHOUT_CONTENT, draft: true, pendingSince: realTime() };
        const version = await write(tenant, draft, { ifVersion: 0 });
        if (version !== undefined) return { booking, version };
      }
    },

    find: async (tenant, pnr) => (await read(tenant, pnr))?.booking,
    require: async (tenant, pnr, field) => (await requireBooking(tenant, pnr, field)).booking,

    findEach,
    findMany: async (tenant, pnrs) => (await findEach(tenant, pnrs)).filter((booking) => booking !== undefined),

    async change(tenant, pnr, field, edit, { beforeWrite, evenIfFull = false } = {}) {
      for (;;) {
        const { booking, version } = await requireBooking(tenant, pnr, field);
        const changed = edit(booking);
        if (changed === booking) return booking;
        await beforeWrite?.();
        const options = { ifVersion: version, durable: true, evenIfFull };
        if ((await write(tenant, changed, options)) !== undefined) return changed;
      }
    },

    async confirm(tenant, { booking, version }) {
      const confirmed: StoredBooking = { ...booking, status: booking.hold === undefined ? "confirmed" : "pending" };
      return (await write(tenant, confirmed, { ifVersion: version, durable: true })) === undefined
        ? undefined
        : confirmed;
    },

    async discard(tenant, pnr) {
      for (;;) {
        const found = await read(tenant, pnr);
        if (!found?.booking.draft || (await deleteDraft(tenant, found))) return;
      }
    },

    async isBooked(tenant, pnr, requestKeys) {
      const found = await read(tenant, pnr);
      return found !== undefined && !found.booking.draft && carries(found.booking, requestKeys);
    },

    async withdraw(tenant, pnr, requestKeys) {
      for (;;) {
        const found = await read(tenant, pnr);
        if (found === undefined) return false;
        const { booking, version } = found;
        if (!booking.draft && carries(booking, requestKeys)) return true;
        const { exchange, ...unmarked } = booking;
        const isOwnMark = exchange?.requestKeys?.some((key) => requestKeys.includes(key)) === true;
        const withdrawn = booking.draft
          ? await deleteDraft(tenant, found)
          : (await write(tenant, isOwnMark ? unmarked : booking, { ifVersion: version, durable: true })) !== undefined;
        if (withdrawn) return false;
      }
    },

    async heldUnits(tenant, pnr, stockKey) {
      const found = await read(tenant, pnr);
      if (found?.isLapsing) {
        const { booking, version } = found;
        const written = await write(tenant, booking, { ifVersion: version, durable: true, evenIfFull: true });
        return written === undefined ? ALL : 0;
      }
      if (found === undefined) return 0;
      if (!found.booking.draft) return unitsHeld(tenant, found, stockKey);
      if (realTime() - (found.booking.pendingSince ?? 0) < DRAFT_MS) return ALL;
      return (await deleteDraft(tenant, found)) ? 0 : ALL;
    },

    async claimStates(tenant, claims) {
      const found = await store.getMany(claims.map(({ pnr }) => keys.booking(tenant, pnr)));
      return claims.map(({ stockKey }, i) => {
        const booking = keptBooking(found[i]);
        // A payment that began in time may still be written.
        return booking && isLapsing(found[i], booking) ? { state: "open", units: 0 } : stateOf(booking, stockKey);
      });
    },
  };
};

/** A hold that was not paid in time, and is still stored as pending. */
const isLapsing = (stored: Versioned | undefined, { status }: StoredBooking): boolean =>
  status === "cancelled" && stored?.value["status"] === "pending";

export const carries = (booking: StoredBooking, requestKeys: readonly string[]): boolean =>
  requestKeys.some((key) => booking.requestKeys.includes(key));

/** Oldest first; among those of one moment, in the order in which the session made them. */
export const byAge = (a: StoredBooking, b: StoredBooking): number =>
  a.createdAt - b.createdAt || (a.sequence ?? 0) - (b.sequence ?? 0) || (a.pnr < b.pnr ? -1 : 1);
