import type { BookingSummary } from "../../../../src/console/contract.ts";

/** What came in since a list was loaded. */
export interface BookingNews {
  /** Newest first. */
  readonly fresh: readonly BookingSummary[];
  /** What became of those that are further down. */
  readonly statuses: Readonly<Record<string, string>>;
  /** So many are new that there are some between them and the list. */
  readonly gap: boolean;
}

export const NO_NEWS: BookingNews = { fresh: [], statuses: {}, gap: false };

/** A list and its news as one: each booking once, newest first, nothing that stood there moved or left out. */
export const joinBookings = (
  { fresh, statuses }: BookingNews,
  rows: readonly BookingSummary[],
): readonly BookingSummary[] => {
  // A list that somebody has scrolled far down is long, and is joined with each page that comes.
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

/** The newest page, asked anew. Where it has no booking that is known, something lies in between. */
export const withPage = (
  news: BookingNews,
  page: { readonly bookings: readonly BookingSummary[]; readonly next_cursor?: string },
  rows: readonly BookingSummary[],
): BookingNews => {
  const known = new Set([...news.fresh, ...rows].map(({ pnr }) => pnr));
  if (page.next_cursor !== undefined && !page.bookings.some(({ pnr }) => known.has(pnr))) {
    return { ...news, gap: true };
  }
  const asked = new Set(page.bookings.map(({ pnr }) => pnr));
  const statuses = Object.entries(news.statuses).filter(([pnr]) => !asked.has(pnr));
  return {
    ...news,
    fresh: [...page.bookings, ...news.fresh.filter(({ pnr }) => !asked.has(pnr))],
    statuses: Object.fromEntries(statuses),
  };
};
