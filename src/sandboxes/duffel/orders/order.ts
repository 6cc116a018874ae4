import type { Booking } from "../../../model/booking.ts";
import type { Cents } from "../../../model/money.ts";
import type { DuffelAirline, DuffelConditions, DuffelSlice } from "../duffel-wire.ts";
import type { Scenario } from "../scenarios.ts";
import type { ActionTaken, AirlineCredit, OrderPassenger, OrderService, RefundTo } from "./order-wire.ts";

/** An order: the booking, which decides its status and flights, and the record of everything else. */
export interface Order {
  readonly id: string;
  readonly record: OrderRecord;
  readonly booking: Booking;
}

/** The part of an order that its booking does not have. One record, so that each change is one write. Times in ms. */
export interface OrderRecord {
  readonly pnr: string;
  readonly type: "instant" | "hold";
  readonly createdAt: number;
  /** Null for a booking made outside the sandbox. */
  readonly offerId: string | null;
  readonly scenario: Scenario | null;
  readonly owner: DuffelAirline;
  readonly conditions: DuffelConditions;
  readonly slices: readonly BookedSlice[];
  /** In the order of the booking's passengers. */
  readonly passengers: readonly OrderPassenger[];
  readonly services: readonly OrderService[];
  readonly base: Cents;
  readonly tax: Cents;
  /** Flights, services and changes. */
  readonly total: Cents;
  readonly currency: string;
  /** Null for an order of type instant. */
  readonly hold: { readonly payBy: number; readonly priceUntil: number } | null;
  readonly paidAt: number | null;
  readonly payments: readonly OrderPayment[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly users: readonly string[];
  /** Oldest first. */
  readonly quotes: readonly CancellationQuote[];
  readonly changes: readonly OrderChange[];
  readonly airlineChanges: readonly AirlineChange[];
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

/** The refund that a cancellation would give. The booking's cancellation reason names the quote that was confirmed. */
export interface CancellationQuote {
  readonly id: string;
  readonly refundTo: RefundTo;
  readonly refund: Cents | null;
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
  /** The world's price of the added flights. */
  readonly addedPrice: Cents;
  readonly penalty: Cents;
  /** The amount due; a refund if negative. */
  readonly changeTotal: Cents;
  /** The order's total after the change, without the penalty. */
  readonly newTotal: Cents;
}

/** A selected change offer. */
export interface OrderChange extends OrderChangeOffer {
  readonly offerId: string;
  readonly confirmedAt: number | null;
}

/** A schedule change that moves the flights of its slices by an hour. */
export interface AirlineChange {
  readonly id: string;
  readonly sliceIds: readonly string[];
  readonly createdAt: number;
  readonly actionTaken: ActionTaken | null;
  readonly actionTakenAt: number | null;
}

export const isCancelled = ({ booking }: Order): boolean => booking.status === "cancelled";

export const isAwaitingPayment = ({ record }: Order): boolean => record.paidAt === null;

export const hasDeparted = ({ booking }: Order, now: number): boolean =>
  booking.flights.some(({ departureTime }) => Date.parse(departureTime) <= now);

/** Duffel's test airline allows one change per order. */
export const isChangeable = (order: Order, now: number): boolean =>
  !isCancelled(order) &&
  !isAwaitingPayment(order) &&
  !hasDeparted(order, now) &&
  order.record.conditions.change_before_departure?.allowed === true &&
  order.record.changes.every(({ confirmedAt }) => confirmedAt === null);

/** The cancellation reason in the booking, by which a confirmed quote is recognised. */
export const reasonOf = ({ id }: CancellationQuote): string => `Duffel order cancellation ${id}`;
