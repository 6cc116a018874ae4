import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BookingPage, BookingSummary } from "../../../../src/console/contract.ts";
import { useEvent } from "../../api/events.ts";
import { api } from "../../api/session.ts";
import { type Pages, usePages } from "../../api/use-pages.ts";
import { type BookingNews, joinBookings, NO_NEWS, withPage } from "./join-bookings.ts";

export interface BookingFilter {
  readonly status: string;
  readonly session: string;
  readonly text: string;
}

export interface BookingList extends Pages<BookingSummary> {
  /** There are more new ones than can be put in their place; `reload` begins at the newest. */
  readonly gap: boolean;
}

const PAGE = 100;
/** News come by the second; the newest page is not asked more often than that. */
const PATIENCE_MS = 1_000;

const pageOf = ({ bookings, next_cursor, total }: BookingPage) => ({ rows: bookings, next_cursor, total });

/** The server's pages, and at their top what is booked while one looks. */
export const useBookings = ({ status, session, text }: BookingFilter): BookingList => {
  const query = useMemo(() => ({ status, session, text, limit: PAGE }), [status, session, text]);
  const pages = usePages<BookingPage, BookingSummary>("/bookings", query, pageOf);
  const [held, setHeld] = useState({ query, news: NO_NEWS, total: undefined as number | undefined });
  const news = held.query === query ? held.news : NO_NEWS;
  const latest = useRef({ query, rows: pages.rows });
  latest.current = { query, rows: pages.rows };

  const change = useCallback((next: (news: BookingNews) => BookingNews, total?: number): void => {
    const { query } = latest.current;
    setHeld((before) => ({
      query,
      news: next(before.query === query ? before.news : NO_NEWS),
      total: total ?? before.total,
    }));
  }, []);

  const askNewest = useCallback(async () => {
    const { query } = latest.current;
    // What cannot be asked now is asked with the next news.
    const page = await api.get<BookingPage>("/bookings", { query }).catch(() => undefined);
    if (page && latest.current.query === query) {
      change((before) => withPage(before, page, latest.current.rows), page.total);
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
      void askNewest();
    }, PATIENCE_MS);
  });

  const reload = useCallback(() => {
    change(() => NO_NEWS);
    pages.reload();
  }, [change, pages.reload]);
  const rows = useMemo(() => joinBookings(news, pages.rows), [news, pages.rows]);
  return { ...pages, rows, reload, gap: news.gap, total: held.total ?? pages.total };
};
