import type { Booking } from "../model/booking.ts";
import { fold } from "../model/fold.ts";
import { cursorAfter, cursorAt, type LogLine } from "../platform/stores/paged-log.ts";
import type { BookingJournal } from "./booking-journal.ts";
import { type BookingEvent, type Bookings, bookingView, type StoredBooking } from "./bookings.ts";

/** For whoever looks after all bookings of a tenant, whatever session made them. */
export interface BookingBrowser {
  /** Newest first. */
  browseBookings(tenant: string, query?: BookingQuery): Promise<BrowsedBookings>;
  /** One of them, and what became of it after it was booked; undefined where the tenant has none of that name. */
  inspectBooking(tenant: string, pnr: string): Promise<InspectedBooking | undefined>;
}

export interface BookingQuery {
  readonly status?: "confirmed" | "cancelled" | undefined;
  readonly sessionId?: string | undefined;
  /** A PNR, or part of one, or of somebody's last name. */
  readonly text?: string | undefined;
  /** Default 50, at most 200. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface BrowsedBookings {
  readonly bookings: readonly Booking[];
  /** Where to go on; also where nothing was found yet, because one question looks at so many bookings and no more. */
  readonly nextCursor?: string;
  /** Ever made. */
  readonly total: number;
}

export interface InspectedBooking {
  readonly booking: Booking;
  /** Oldest first. */
  readonly history: readonly BookingEvent[];
}

const MOST_SHOWN = 200;
/** A rare name is looked for in as many bookings as there are: in portions, so that no question takes long. */
const MOST_LOOKED_AT = 1_000;
const LEAST_PORTION = 50;

export const createBookingBrowser = ({
  bookings,
  journal,
}: {
  readonly bookings: Bookings;
  readonly journal: BookingJournal;
}): BookingBrowser => {
  const scan = async (tenant: string, query: BookingQuery): Promise<Omit<BrowsedBookings, "total">> => {
    const limit = Math.min(Math.max(1, query.limit ?? 50), MOST_SHOWN);
    const fits = filterFor(query);
    const found: Booking[] = [];
    let lookedAt = 0;
    for await (const lines of journal.read(tenant, query.cursor)) {
      for (const portion of portionsOf(lines, Math.max(limit, LEAST_PORTION))) {
        if (lookedAt >= MOST_LOOKED_AT) return { bookings: found, nextCursor: cursorAt(portion[0] as LogLine) };
        const each = await bookings.findEach(
          tenant,
          portion.map(({ text }) => text),
        );
        for (const [index, booking] of each.entries()) {
          if (booking === undefined || !fits(booking)) continue;
          found.push(bookingView(booking));
          if (found.length === limit) return pageUntil(found, portion[index] as LogLine);
        }
        lookedAt += portion.length;
      }
    }
    return { bookings: found };
  };

  const lookUp = async (tenant: string, pnr: string, query: BookingQuery): Promise<Omit<BrowsedBookings, "total">> => {
    const [booking] = await bookings.findEach(tenant, [pnr]);
    return { bookings: booking && filterFor({ ...query, text: undefined })(booking) ? [bookingView(booking)] : [] };
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
      return found && { booking: bookingView(found), history: historyOf(found) };
    },
  };
};

const pageUntil = (bookings: readonly Booking[], last: LogLine): Omit<BrowsedBookings, "total"> => {
  const nextCursor = cursorAfter(last);
  return { bookings, ...(nextCursor !== undefined && { nextCursor }) };
};

/** Of a whole one; no name has a digit in it, so without `TEST-` that tells them apart. */
const pnrIn = (text = ""): string | undefined => {
  const [, prefix, locator] = /^(TEST-)?([A-Z0-9]{6})$/.exec(text.trim().toUpperCase()) ?? [];
  return locator !== undefined && (prefix !== undefined || /\d/.test(locator)) ? `TEST-${locator}` : undefined;
};

/** All have it: it tells none of them apart. */
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

const portionsOf = function* <T>(items: readonly T[], size: number): Iterable<readonly T[]> {
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
