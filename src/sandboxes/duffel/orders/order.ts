import { type BookedFlight, type Booking, hasLeft } from "../../../model/booking.ts";
import type { Extra } from "../../../model/extra.ts";
import type { Cents } from "../../../model/money.ts";
import type { InspectedBooking } from "../../../travel/browse-bookings.ts";
import type { DuffelAirline, DuffelConditions, DuffelSlice } from "../duffel-wire.ts";
import type { Scenario } from "../scenarios.ts";
import type { ActionTaken, AirlineCredit, OrderPassenger, RefundTo } from "./order-wire.ts";

/** An order: the air part of a booking, seen as Duffel shows it. Times in ms. */
export interface Order {
  readonly id: string;
  readonly booking: Booking;
  readonly record: OrderRecord;
  readonly type: "instant" | "hold";
  /** Those of a cancelled order too. */
  readonly flights: readonly BookedFlight[];
  readonly extras: readonly Extra[];
  readonly slices: readonly BookedSlice[];
  /** In the order of the booking's passengers. */
  readonly passengers: readonly OrderPassenger[];
  readonly owner: DuffelAirline;
  readonly conditions: DuffelConditions;
  readonly base: Cents;
  /** Flights and extras. */
  readonly total: Cents;
  /** Null for an order of type instant. */
  readonly hold: { readonly payBy: number; readonly priceUntil: number } | null;
  readonly paidAt: number | null;
  readonly payments: readonly OrderPayment[];
  readonly tickets: InspectedBooking["tickets"];
  /** Oldest first. */
  readonly airlineChanges: readonly AirlineChange[];
  readonly voidUntil: number | null;
  readonly operations: InspectedBooking["operations"];
  /** The operation that took the flights off the booking, or cancelled it. */
  readonly cancellation: InspectedBooking["operations"][number] | null;
  readonly cancelledAt: number | null;
}

/** What only Duffel's API knows of an order. If it is lost, the ids of slices and passengers change. Times in ms. */
export interface OrderRecord {
  readonly pnr: string;
  /** Null for a booking made outside the sandbox. */
  readonly offerId: string | null;
  readonly scenario: Scenario | null;
  /** The scopes of the ids of slices. */
  readonly slices: readonly SliceScope[];
  readonly passengers: readonly FacePassenger[];
  /** Duffel's metadata of extras, by the extra's id. */
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly users: readonly string[];
  /** Oldest first. */
  readonly quotes: readonly CancellationQuote[];
  readonly changes: readonly OrderChange[];
  /** What the agent says to have done about airline-initiated changes, by their ids. */
  readonly airlineActions: Readonly<
    Record<string, { readonly actionTaken: ActionTaken; readonly actionTakenAt: number }>
  >;
}

export interface SliceScope {
  readonly scope: string;
  readonly flightIds: readonly string[];
}

/** A passenger without what the booking has. */
export interface FacePassenger
  extends Pick<
    OrderPassenger,
    "id" | "type" | "title" | "gender" | "infant_passenger_id" | "user_id" | "loyalty_programme_accounts"
  > {
  /** P1, P2 and so on. */
  readonly traveller: string;
}

export interface BookedSlice {
  readonly wire: DuffelSlice;
  /** One per segment. */
  readonly flightIds: readonly string[];
}

export interface OrderPayment {
  readonly id: string;
  readonly type: PaymentType;
  readonly amount: Cents;
  readonly createdAt: number;
}

export const PAYMENT_TYPES = ["balance", "arc_bsp_cash", "card"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** The refund that a cancellation would give. An operation of the booking names the quote that was confirmed. */
export interface CancellationQuote {
  readonly id: string;
  readonly refundTo: RefundTo;
  readonly refund: Cents;
  readonly credits: readonly AirlineCredit[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface OrderChangeOffer {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly removed: readonly BookedSlice[];
  readonly added: readonly BookedSlice[];
  readonly penalty: Cents;
  /** The amount due; a refund if negative. */
  readonly changeTotal: Cents;
  /** The order's total after the change, without the penalty. */
  readonly newTotal: Cents;
  /** Those of the order when the change was offered. */
  readonly conditions: DuffelConditions;
}

/** A selected change offer. An operation of the booking names the change that was confirmed. */
export interface OrderChange extends OrderChangeOffer {
  readonly offerId: string;
}

/** What the airline changed: notices of the booking that came together. */
export interface AirlineChange {
  readonly id: string;
  readonly createdAt: number;
  readonly noticeIds: readonly string[];
  /** Empty if the airline cancelled the flights. */
  readonly added: readonly BookedSlice[];
  readonly removed: readonly BookedSlice[];
  readonly actionTaken: ActionTaken | null;
  readonly actionTakenAt: number | null;
  /** By a later change. */
  readonly isReplaced: boolean;
  readonly isCancellation: boolean;
}

export const isCancelled = ({ cancelledAt }: Order): boolean => cancelledAt !== null;

export const isAwaitingPayment = ({ paidAt }: Order): boolean => paidAt === null;

export const hasLeftOrIsOff = (flight: BookedFlight, now: number): boolean =>
  flight.segmentStatus === "UN" || hasLeft(flight, now);

export const hasDeparted = ({ flights }: Order, now: number): boolean => flights.some((flight) => hasLeft(flight, now));

/** When the change was confirmed. */
export const confirmedAt = ({ operations }: Order, { id }: OrderChange): number | null =>
  operations.find(({ reference }) => reference === id)?.at ?? null;

export const isChanged = ({ operations }: Order): boolean =>
  operations.some(({ kind, removed }) => kind === "exchange" && removed.flights.length > 0);

/** The IDs of the segments, by flight. */
export const segmentIdsOf = ({ slices }: Order): ReadonlyMap<string, string> =>
  new Map(slices.flatMap(({ flightIds, wire }) => flightIds.map((id, i) => [id, wire.segments[i]?.id ?? ""] as const)));

/** Duffel's test airline allows one change per order. */
export const isChangeable = (order: Order, now: number): boolean =>
  !isCancelled(order) &&
  !isAwaitingPayment(order) &&
  !hasDeparted(order, now) &&
  (isOpenToChange(order) || (order.conditions.change_before_departure?.allowed === true && !isChanged(order)));

/** The airline has changed a flight, so other flights may be taken with every fare. */
const isOpenToChange = ({ airlineChanges }: Order): boolean => airlineChanges.some(needsAction);

export const needsAction = ({ actionTaken, isReplaced }: AirlineChange): boolean => actionTaken === null && !isReplaced;

/** The cancellation reason in the booking. */
export const reasonOf = ({ id }: CancellationQuote): string => `Duffel order cancellation ${id}`;
