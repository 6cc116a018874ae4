import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BookingPage, BookingSummary } from "../../../../src/console/contract.ts";
import { useEvent } from "../../api/events.ts";
import { api } from "../../api/login.ts";
import { type Pages, usePages } from "../../api/use-pages.ts";

export interface BookingFilter {
  readonly status: string;
  readonly session: string;
  readonly text: string;
}

export interface BookingList extends Pages<BookingSummary> {
  /** More bookings were made than fit on the first page; `reload` starts at the newest. */
  readonly gap: boolean;
}

const PAGE_SIZE = 100;
/** Minimum interval between reloads of the first page. */
const DELAY_MS = 1_000;

const pageOf = ({ bookings, next_cursor, total }: BookingPage) => ({ rows: bookings, next_cursor, total });

/** The server's pages, with new bookings inserted at the top as they are made. */
export const useBookings = ({ status, session, text }: BookingFilter): BookingList => {
  const query = useMemo(() => ({ status, session, text, limit: PAGE_SIZE }), [status, session, text]);
  const pages = usePages<BookingPage, BookingSummary>("/bookings", query, pageOf);
  const [state, setState] = useState({ query, updates: NO_UPDATES, total: undefined as number | undefined });
  const updates = state.query === query ? state.updates : NO_UPDATES;
  const latest = useRef({ query, rows: pages.rows });
  latest.current = { query, rows: pages.rows };

  const change = useCallback((next: (updates: BookingUpdates) => BookingUpdates, total?: number): void => {
    const { query } = latest.current;
    setState((before) => ({
      query,
      updates: next(before.query === query ? before.updates : NO_UPDATES),
      total: total ?? before.total,
    }));
  }, []);

  const loadNewest = useCallback(async () => {
    const { query } = latest.current;
    // A failed reload is repeated with the next event.
    const page = await api.get<BookingPage>("/bookings", { query }).catch(() => undefined);
    if (page && latest.current.query === query) {
      change((before) => withNewestPage(before, page, latest.current.rows), page.total);
    }
  }, [change]);

  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvent("booking", ({ pnr, status: now }) => {
    if (latest.current.rows.some((row) => row.pnr === pnr)) {
      change((before) => ({ ...before, statuses: { ...before.statuses, [pnr]: now } }));
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void loadNewest();
    }, DELAY_MS);
  });

  const reload = useCallback(() => {
    change(() => NO_UPDATES);
    pages.reload();
  }, [change, pages.reload]);
  const rows = useMemo(() => mergeBookings(updates, pages.rows), [updates, pages.rows]);
  return { ...pages, rows, reload, gap: updates.gap, total: state.total ?? pages.total };
};

/** Changes since the list was loaded. */
interface BookingUpdates {
  /** Newest first. */
  readonly fresh: readonly BookingSummary[];
  /** New statuses of listed bookings. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Bookings are missing between the new ones and the list. */
  readonly gap: boolean;
}

export const NO_UPDATES: BookingUpdates = { fresh: [], statuses: {}, gap: false };

/** Merges a list with its updates: without duplicates, newest first, keeping the order of the list. */
export const mergeBookings = (
  { fresh, statuses }: BookingUpdates,
  rows: readonly BookingSummary[],
): readonly BookingSummary[] => {
  // Skip the work for long lists without updates.
  if (fresh.length === 0 && Object.keys(statuses).length === 0) return rows;
  const newer = new Map(fresh.map((booking) => [booking.pnr, booking]));
  const listed = new Set(rows.map(({ pnr }) => pnr));
  const current = (booking: BookingSummary): BookingSummary => {
    const newest = newer.get(booking.pnr) ?? booking;
    const status = statuses[booking.pnr];
    return status === undefined || status === newest.status ? newest : { ...newest, status };
  };
  return [...fresh.filter(({ pnr }) => !listed.has(pnr)), ...rows].map(current);
};

/** Adds the reloaded first page. If it has no booking in common with the list, there is a gap. */
export const withNewestPage = (
  updates: BookingUpdates,
  page: { readonly bookings: readonly BookingSummary[]; readonly next_cursor?: string },
  rows: readonly BookingSummary[],
): BookingUpdates => {
  const known = new Set([...updates.fresh, ...rows].map(({ pnr }) => pnr));
  if (page.next_cursor !== undefined && !page.bookings.some(({ pnr }) => known.has(pnr))) {
    return { ...updates, gap: true };
  }
  const reloaded = new Set(page.bookings.map(({ pnr }) => pnr));
  const statuses = Object.entries(updates.statuses).filter(([pnr]) => !reloaded.has(pnr));
  return {
    ...updates,
    fresh: [...page.bookings, ...updates.fresh.filter(({ pnr }) => !reloaded.has(pnr))],
    statuses: Object.fromEntries(statuses),
  };
};
