import type { Booking } from "../model/booking.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { fold } from "../model/fold.ts";
import { cursorAfter, cursorAt, type LogLine } from "../platform/stores/paged-log.ts";
import type { BookingJournal } from "./booking-journal.ts";
import type { Bookings } from "./bookings.ts";
import { type BookingEvent, bookingView, type StoredBooking } from "./stored-booking.ts";

/** Browses the bookings of all sessions of a tenant. */
export interface BookingBrowser {
  /** Newest first. */
  browseBookings(tenant: string, query?: BookingQuery): Promise<BrowsedBookings>;
  /** A booking with its history and its ledger; undefined if the tenant has no such booking. */
  inspectBooking(tenant: string, pnr: string): Promise<InspectedBooking | undefined>;
  /** The same for the booking's agent. Throws a Failure if there is no such booking. */
  bookingHistory(pnr: string, caller: Caller): Promise<InspectedBooking>;
}

interface BookingQuery {
  readonly status?: Booking["status"] | undefined;
  readonly sessionId?: string | undefined;
  /** Part of a PNR or of a passenger's last name. */
  readonly text?: string | undefined;
  /** Default 50, at most 200. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface BrowsedBookings {
  readonly bookings: readonly Booking[];
  /** Present also if nothing was found yet, because one call scans a limited number of bookings. */
  readonly nextCursor?: string;
  /** All bookings ever made. */
  readonly total: number;
}

export interface InspectedBooking
  extends Pick<StoredBooking, "ledger" | "tickets" | "operations" | "notices" | "hold" | "voidUntil"> {
  readonly booking: Booking;
  /** Oldest first. */
  readonly history: readonly BookingEvent[];
}

const MAX_LIMIT = 200;
/** Bounds the duration of a call: a rare name may require a scan of all bookings. */
const MAX_SCANNED = 1_000;
const MIN_BATCH = 50;

export const createBookingBrowser = ({
  bookings,
  journal,
  clock,
}: {
  readonly bookings: Bookings;
  readonly journal: BookingJournal;
  readonly clock: Clock;
}): BookingBrowser => {
  const scan = async (tenant: string, query: BookingQuery): Promise<Omit<BrowsedBookings, "total">> => {
    const limit = Math.min(Math.max(1, query.limit ?? 50), MAX_LIMIT);
    const matches = filterFor(query);
    const found: Booking[] = [];
    let scanned = 0;
    for await (const lines of journal.read(tenant, query.cursor)) {
      for (const batch of batchesOf(lines, Math.max(limit, MIN_BATCH))) {
        if (scanned >= MAX_SCANNED) return { bookings: found, nextCursor: cursorAt(batch[0] as LogLine) };
        const each = await bookings.findEach(
          tenant,
          batch.map(({ text }) => text),
        );
        for (const [index, booking] of each.entries()) {
          if (booking === undefined || !matches(booking)) continue;
          found.push(bookingView(booking, clock.now()));
          if (found.length === limit) return pageUntil(found, batch[index] as LogLine);
        }
        scanned += batch.length;
      }
    }
    return { bookings: found };
  };

  const lookUp = async (tenant: string, pnr: string, query: BookingQuery): Promise<Omit<BrowsedBookings, "total">> => {
    const [booking] = await bookings.findEach(tenant, [pnr]);
    return {
      bookings: booking && filterFor({ ...query, text: undefined })(booking) ? [bookingView(booking, clock.now())] : [],
    };
  };

  const inspected = (found: StoredBooking): InspectedBooking => {
    const { ledger, tickets, operations, notices, hold, voidUntil } = found;
    return {
      booking: bookingView(found, clock.now()),
      history: historyOf(found),
      ...{ ledger, tickets, operations },
      ...(notices !== undefined && { notices }),
      ...(hold !== undefined && { hold }),
      ...(voidUntil !== undefined && { voidUntil }),
    };
  };

  return {
    async browseBookings(tenant, query = {}) {
      const pnr = pnrIn(query.text);
      const [found, total] = await Promise.all([
        pnr === undefined ? scan(tenant, query) : lookUp(tenant, pnr, query),
        journal.count(tenant),
      ]);
      return { ...found, total };
    },

    async inspectBooking(tenant, pnr) {
      const [found] = await bookings.findEach(tenant, [pnr]);
      return found && inspected(found);
    },

    bookingHistory: async (pnr, { tenant }) => inspected(await bookings.require(tenant, pnr, "pnr")),
  };
};

const pageUntil = (bookings: readonly Booking[], last: LogLine): Omit<BrowsedBookings, "total"> => {
  const nextCursor = cursorAfter(last);
  return { bookings, ...(nextCursor !== undefined && { nextCursor }) };
};

/** The PNR, if the text is a complete one. Without `TEST-` it must contain a digit, because six letters may be a name. */
const pnrIn = (text = ""): string | undefined => {
  const [, prefix, locator] = /^(TEST-)?([A-Z0-9]{6})$/.exec(text.trim().toUpperCase()) ?? [];
  return locator !== undefined && (prefix !== undefined || /\d/.test(locator)) ? `TEST-${locator}` : undefined;
};

/** All PNRs have the prefix, so matching it would find all of them. */
const withoutPrefix = (pnr: string): string => pnr.replace(/^TEST-/, "");

const filterFor = ({ status, sessionId, text }: BookingQuery): ((booking: StoredBooking) => boolean) => {
  const wanted = fold(text ?? "");
  const locator = withoutPrefix(text?.trim().toUpperCase() ?? "");
  const isNamed = ({ pnr, passengers }: StoredBooking): boolean =>
    withoutPrefix(pnr).includes(locator) ||
    (wanted !== "" && passengers.some(({ lastName }) => fold(lastName).includes(wanted)));
  return (booking) =>
    (status === undefined || booking.status === status) &&
    (sessionId === undefined || booking.sessionId === sessionId) &&
    (locator === "" || isNamed(booking));
};

const batchesOf = function* <T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
};

const historyOf = (booking: StoredBooking): readonly BookingEvent[] => {
  const { createdAt, sessionId, cancelledAt, cancellationReason, history = [] } = booking;
  return [
    { at: createdAt, what: `Booked in session ${sessionId}.` },
    ...history,
    ...(cancelledAt === undefined
      ? []
      : [
          {
            at: cancelledAt,
            what: cancellationReason === undefined ? "Cancelled." : `Cancelled: ${cancellationReason}`,
          },
        ]),
  ];
};
