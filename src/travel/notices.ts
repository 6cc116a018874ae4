import { instantText } from "../model/calendar.ts";
import type { Notice } from "../model/notice.ts";
import type { StoredBooking, StoredFlight } from "./stored-booking.ts";

/** A notice as it is stored. */
export interface StoredNotice extends Omit<Notice, "at" | "resolved"> {
  readonly at: number;
  /** The revision of the booking that it came with. */
  readonly op: number;
  readonly resolved?: { readonly as: NonNullable<Notice["resolved"]>; readonly at: number };
  /** Of a retimed flight: its times after this change, while `before` has those that were accepted last. */
  readonly after?: { readonly departureTime: string; readonly arrivalTime: string };
  /** Of a downgraded flight: the fare before a part of it was given back. */
  readonly sold?: Pick<StoredFlight, "cabin" | "bookingClass" | "price" | "baseFare" | "fares">;
}

export type NewNotice = Omit<StoredNotice, "id" | "at" | "op" | "resolved">;

type Noticed = Pick<StoredBooking, "notices">;

export const openNotices = ({ notices = [] }: Noticed): readonly StoredNotice[] =>
  notices.filter(({ resolved }) => resolved === undefined);

/** The open notices about these services. */
export const openAbout = (booking: Noticed, ids: readonly string[]): readonly StoredNotice[] =>
  openNotices(booking).filter(({ about }) => ids.includes(about));

/** The first open notice about these services that gives a right. */
export const entitling = (
  booking: Noticed,
  ids: readonly string[],
  right: Notice["entitles"][number],
): StoredNotice | undefined => openAbout(booking, ids).find(({ entitles }) => entitles.includes(right));

const resolvedWhere = (
  { notices }: Noticed,
  applies: (notice: StoredNotice) => boolean,
  as: NonNullable<Notice["resolved"]>,
  at: number,
): Noticed =>
  notices === undefined
    ? {}
    : {
        notices: notices.map((notice) =>
          notice.resolved === undefined && applies(notice) ? { ...notice, resolved: { as, at } } : notice,
        ),
      };

/** Resolves the open notices with these ids. */
export const withAccepted = (booking: Noticed, ids: readonly string[], at: number): Noticed =>
  resolvedWhere(booking, ({ id }) => ids.includes(id), "accepted", at);

/** Resolves the open notices about services that left, or about all. */
export const withoutOpen = (
  booking: Noticed,
  as: "rebooked" | "refunded",
  at: number,
  services?: readonly string[],
): Noticed => resolvedWhere(booking, ({ about }) => services?.includes(about) ?? true, as, at);

/** Adds notices. A cancellation replaces what was said about the service before, new times replace earlier ones. */
export const withNotices = (
  booking: Noticed,
  added: readonly NewNotice[],
  { at, op }: { readonly at: number; readonly op: number },
): Noticed => {
  const replaces = (one: NewNotice, earlier: StoredNotice): boolean =>
    (one.kind === "cancelled" || one.kind === earlier.kind) &&
    (one.about === earlier.about || one.before?.["id"] === earlier.about);
  const { notices: kept = [] } = resolvedWhere(
    booking,
    (earlier) => added.some((one) => replaces(one, earlier)),
    "replaced",
    at,
  );
  return { notices: [...kept, ...added.map((one, i) => ({ id: `N${kept.length + i + 1}`, at, op, ...one }))] };
};

/** As their owner sees them, open ones first; undefined if there are none. */
export const shownNotices = (booking: Noticed): readonly Notice[] | undefined => {
  const { notices = [] } = booking;
  if (notices.length === 0) return undefined;
  const open = openNotices(booking);
  return [...open, ...notices.filter((notice) => !open.includes(notice))].map(shown);
};

const shown = ({ id, at, kind, about, text, before, entitles, eu261Eur, resolved }: StoredNotice): Notice => ({
  ...{ id, at: instantText(at), kind, about, text },
  ...(before !== undefined && { before }),
  entitles,
  ...(eu261Eur !== undefined && { eu261Eur }),
  ...(resolved !== undefined && { resolved: resolved.as }),
});
