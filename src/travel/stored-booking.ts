import { BookedFlight, type Booking, CarRental, HotelReservation, hasLeft } from "../model/booking.ts";
import { instantText } from "../model/calendar.ts";
import { Extra } from "../model/extra.ts";
import { dueOn, type LedgerLine, paymentOn } from "../model/ledger.ts";
import type { Cents } from "../model/money.ts";
import { Passenger, partyOf, seated } from "../model/passenger.ts";
import type { Schema } from "../model/schema.ts";
import type { Services } from "./booking-requests.ts";
import { designatorIn } from "./extra-ids.ts";
import type { FareShares } from "./fare-shares.ts";
import { creditUntil, type Entry, isCredit, ledgerWith, returnsOf, type Settlement } from "./ledger.ts";
import { type StoredNotice, shownNotices, withoutOpen } from "./notices.ts";
import type { StockItem } from "./supplier.ts";
import { closed, type Ticket, ticketText } from "./tickets.ts";

/** A booking as it is stored. `bookingView` shows the part that callers may see. */
export interface StoredBooking
  extends Omit<Booking, "payment" | "tickets" | "voidUntil" | "flights" | "passengers" | "notices"> {
  readonly flights: readonly StoredFlight[];
  readonly passengers: readonly StoredPassenger[];
  /** What it has of everything that is finite. A cancelled booking keeps the list and holds nothing. */
  readonly stock: readonly HeldStock[];
  /** Idempotency keys of the requests that created and changed it. */
  readonly requestKeys: readonly string[];
  /** Orders the bookings that a session made at one moment. Absent in records of Taxiway 0.1. */
  readonly sequence?: number;
  /** Its seats are still being taken. Callers never see a draft; it is deleted unless confirmed in time. */
  readonly draft?: true;
  /** When the draft was created, in real time: the configured clock may be frozen. */
  readonly pendingSince?: number;
  /** Every amount that was ever charged, paid or given back. */
  readonly ledger: readonly LedgerLine[];
  readonly tickets: readonly Ticket[];
  /** Only of a booking that was put on hold. It is cancelled at `payBy`, without a write, unless it has been paid. */
  readonly hold?: { readonly payBy: number };
  /** Unix time in milliseconds. Until then flights are cancelled free of charge. */
  readonly voidUntil?: number;
  /** Exchanges and cancellations, oldest first. */
  readonly operations: readonly Operation[];
  /** Absent if there were none. */
  readonly notices?: readonly StoredNotice[];
  /** Sentences about changes, for the console; absent if there were none. */
  readonly history?: readonly BookingEvent[];
  /** An unfinished change, which may have claims for what is not on the booking yet. */
  readonly exchange?: ChangeMark;
}

/** What a service or extra of a booking has of finite things. */
export interface HeldStock {
  /** The id of the service or extra. */
  readonly about: string;
  readonly keys: readonly string[];
  /** Of each key; left out for flights, where it is the number of travellers with a seat. */
  readonly units?: number;
}

/** `fares` only if there are several travellers. */
export type StoredFlight = BookedFlight & { readonly fares?: FareShares };

/** A name is corrected once. */
export type StoredPassenger = Passenger & { readonly corrected?: true };

export interface ChangeMark {
  readonly id: string;
  /** What the change takes. */
  readonly stockKeys: readonly string[];
  /** Of the request that the change is for. */
  readonly requestKeys?: readonly string[];
  /** Real time. */
  readonly since: number;
}

/** What left a booking and what came in its place. */
export interface Operation {
  /** The revision of the booking that it made. */
  readonly id: number;
  readonly at: number;
  readonly kind: "addition" | "exchange" | "cancellation" | "supplier_change";
  /** Empty for a booking that was cancelled as a whole, which keeps its services. */
  readonly removed: Services & { readonly extras: readonly Extra[] };
  readonly added: readonly string[];
  /** What the change cost, besides the difference in price. */
  readonly fee: Cents;
  /** What was paid for it; negative if money was given back. */
  readonly total: Cents;
  /** Given by the caller, to recognise the operation. */
  readonly reference?: string;
}

/** An entry of a booking's history, for the console. */
export interface BookingEvent {
  readonly at: number;
  /** A sentence. */
  readonly what: string;
}

/** Bounds the size of a booking that is changed again and again. */
const MAX_EVENTS = 50;

export const withEvent = (booking: StoredBooking, at: number, what: string): StoredBooking => ({
  ...booking,
  history: [...(booking.history ?? []), { at, what }].slice(-MAX_EVENTS),
});

/** Enters lines and what settles them. On hold, nothing is paid or given back yet. */
export const charged = (
  booking: StoredBooking,
  entries: readonly Entry[],
  at: number,
  settlement: Settlement = {},
): StoredBooking => {
  const of = { at, op: booking.revision };
  const ledger = ledgerWith(booking.ledger, entries, of, booking.status === "pending" ? undefined : settlement);
  return { ...booking, ledger, expiresAt: Math.max(booking.expiresAt, creditsKeptUntil(ledger, of, settlement)) };
};

/** So long, the booking says that its credit has expired. */
const AFTER_CREDIT_MS = 30 * 86_400_000;

/** A booking is kept as long as the credits that it gave or spent, because it knows what is left of them. */
const creditsKeptUntil = (
  ledger: readonly LedgerLine[],
  { at, op }: Pick<LedgerLine, "at" | "op">,
  { payments = [] }: Settlement,
): number =>
  Math.max(
    ledger.some((line) => line.kind === "credit" && line.op === op) ? creditUntil(at) + AFTER_CREDIT_MS : 0,
    ...payments.map(({ until = 0 }) => until),
  );

export interface CancellationTerms {
  readonly at: number;
  readonly reason?: string | undefined;
  /** The part of the price that is not given back. */
  readonly fees?: readonly Entry[];
  readonly settlement?: Settlement;
  readonly reference?: string | undefined;
}

/** The booking cancelled as a whole. Its services stay on it as cancelled. */
export const cancelled = (
  { exchange: _abandoned, ...booking }: StoredBooking,
  { at, reason, fees = [], settlement, reference }: CancellationTerms,
): StoredBooking => {
  const revision = booking.revision + 1;
  const before = dueOn(booking.ledger);
  const off: StoredBooking = {
    ...booking,
    revision,
    status: "cancelled",
    lastModified: at,
    cancelledAt: at,
    ...(reason !== undefined && { cancellationReason: reason }),
    flights: booking.flights.map((flight) => ({ ...flight, status: "cancelled", segmentStatus: "XX" })),
    hotels: booking.hotels.map((hotel) => ({ ...hotel, status: "cancelled" })),
    cars: booking.cars.map((car) => ({ ...car, status: "cancelled" })),
    ...withoutOpen(booking, "refunded", at),
    tickets: closed(booking.tickets, at < (booking.voidUntil ?? 0) ? "V" : "R"),
  };
  const entries = [...returnsOf(booking), ...fees];
  const operation: Operation = {
    ...{ id: revision, at, kind: "cancellation", removed: { ...NOTHING, extras: [] }, added: [] },
    fee: entries.reduce((total, { kind, amount }) => (kind === "fee" ? total + amount : total), 0),
    total: entries.reduce((total, { kind, amount }) => total + (kind === "return" ? -amount : amount), before),
    ...(reference !== undefined && { reference }),
  };
  return charged({ ...off, operations: [...off.operations, operation] }, entries, at, settlement);
};

const NOTHING: Services = { flights: [], hotels: [], cars: [] };

/** What a booking has of each stock key. What it has spent of travel credits, it keeps when it is cancelled. */
export const unitsOf = ({ status, stock, passengers, ledger }: StoredBooking): ReadonlyMap<string, number> => {
  const held = new Map<string, number>();
  for (const { kind, method = "", amount } of ledger) {
    if (!isCredit(method) || (kind !== "payment" && kind !== "refund")) continue;
    held.set(method, (held.get(method) ?? 0) + (kind === "payment" ? amount : -amount));
  }
  for (const [method, cents] of held) if (cents === 0) held.delete(method);
  if (status === "cancelled") return held;
  const seats = seated(partyOf(passengers));
  for (const { keys, units = seats } of stock) for (const key of keys) held.set(key, (held.get(key) ?? 0) + units);
  return held;
};

/** The items as a booking lists them: one entry for each service or extra. */
export const heldStock = (items: readonly StockItem[]): readonly HeldStock[] => {
  const byService = new Map<string, StockItem[]>();
  // What was spent of credits is in the ledger.
  for (const item of items.filter(({ kind }) => kind !== "credit"))
    byService.set(item.about, [...(byService.get(item.about) ?? []), item]);
  return [...byService].map(([about, own]) => {
    const { kind, units } = own[0] as StockItem;
    return { about, keys: own.map(({ key }) => key), ...(kind !== "flight" && { units }) };
  });
};

/** The booking as it is at that time: a hold that was not paid in time is cancelled. */
export const asOf = (booking: StoredBooking, now: number): StoredBooking =>
  booking.status === "pending" && !booking.draft && booking.hold !== undefined && booking.hold.payBy <= now
    ? cancelled(booking, { at: booking.hold.payBy, reason: "Not paid in time" })
    : booking;

const DAY_MS = 86_400_000;

/**
 * 24 hours after the booking if the flights leave in seven days or more; else the next midnight at the origin, by the
 * offset of the departure.
 */
export const voidUntilOf = (flights: readonly { readonly departureTime: string }[], bookedAt: number) => {
  const departure = flights[0]?.departureTime;
  if (departure === undefined) return undefined;
  if (Date.parse(departure) - bookedAt >= 7 * DAY_MS) return bookedAt + DAY_MS;
  const offset = Date.parse(`${departure.slice(0, 19)}Z`) - Date.parse(departure);
  return (Math.floor((bookedAt + offset) / DAY_MS) + 1) * DAY_MS - offset;
};

/**
 * Shows only the fields of the schema, so that a new field of the stored form is never shown by accident. What has no
 * other field, which is nearly everything, is not copied.
 */
const viewBy = <T extends object>(schema: Schema<T>): ((value: T) => T) => {
  const names: ReadonlySet<string> = new Set(Object.keys(schema["properties"] as object));
  const isShown = ([name]: readonly [string, unknown]): boolean => names.has(name);
  return (value) => {
    for (const name in value) {
      if (!names.has(name)) return Object.fromEntries(Object.entries(value).filter(isShown)) as T;
    }
    return value;
  };
};

const views = {
  passenger: viewBy(Passenger),
  flight: viewBy(BookedFlight),
  hotel: viewBy(HotelReservation),
  car: viewBy(CarRental),
  extra: viewBy(Extra),
};

/** The booking as its owner sees it, PNR first. Field by field, which is several times faster than by a list of names. */
export const bookingView = (booking: StoredBooking, now: number): Booking => {
  const { hold, voidUntil, flights, extras, contactEmail, contactPhone, specialRequests } = booking;
  const { cancelledAt, cancellationReason } = booking;
  const isFlown = (flightId: string): boolean =>
    flights.some((flight) => flight.id === flightId && hasLeft(flight, now));
  const notices = shownNotices(booking);
  return {
    pnr: booking.pnr,
    sessionId: booking.sessionId,
    createdAt: booking.createdAt,
    lastModified: booking.lastModified,
    expiresAt: booking.expiresAt,
    status: booking.status,
    revision: booking.revision,
    passengers: booking.passengers.map(views.passenger),
    flights: withSeats(flights, extras).map(views.flight),
    hotels: booking.hotels.map(views.hotel),
    cars: booking.cars.map(views.car),
    extras: extras.map(views.extra),
    totalPrice: booking.totalPrice,
    currency: booking.currency,
    payment: {
      ...paymentOn(booking.ledger),
      ...(hold !== undefined && booking.status === "pending" && { payBy: instantText(hold.payBy) }),
    },
    tickets: booking.tickets.map((ticket) => ticketText(ticket, isFlown)),
    ...(voidUntil !== undefined && { voidUntil: instantText(voidUntil) }),
    ...(notices !== undefined && { notices }),
    ...(contactEmail !== undefined && { contactEmail }),
    ...(contactPhone !== undefined && { contactPhone }),
    ...(specialRequests !== undefined && { specialRequests }),
    ...(cancelledAt !== undefined && { cancelledAt }),
    ...(cancellationReason !== undefined && { cancellationReason }),
  };
};

const withSeats = (flights: readonly StoredFlight[], extras: readonly Extra[]): readonly StoredFlight[] => {
  const seats = extras.filter(({ kind }) => kind === "seat");
  if (seats.length === 0) return flights;
  return flights.map((flight) => {
    const own = seats.filter(({ flightIds }) => flightIds.includes(flight.id));
    return own.length === 0
      ? flight
      : { ...flight, seats: own.map(({ id, traveller }) => `${traveller} ${designatorIn(id)}`) };
  });
};
