import type { Cents } from "../../../model/money.ts";
import type { DuffelAirline, DuffelConditions, DuffelSlice } from "../duffel-wire.ts";
import type { Scenario } from "../scenarios.ts";
import type { ActionTaken, AirlineCredit, OrderPassenger, OrderService, RefundTo } from "./order-wire.ts";

/**
 * What an order has beyond its PNR, in one record, so that whatever is done to an order is one write. Whether it is
 * cancelled, and which flights it holds, only the PNR says. Times are Unix milliseconds.
 */
export interface OrderRecord {
  readonly pnr: string;
  readonly type: "instant" | "hold";
  readonly createdAt: number;
  /** Null for what was not booked here. */
  readonly offerId: string | null;
  readonly scenario: Scenario | null;
  readonly owner: DuffelAirline;
  readonly conditions: DuffelConditions;
  readonly slices: readonly BookedSlice[];
  /** In the order of the PNR's. */
  readonly passengers: readonly OrderPassenger[];
  readonly services: readonly OrderService[];
  readonly base: Cents;
  readonly tax: Cents;
  /** All that is to be paid: flights, services, and what changes cost. */
  readonly total: Cents;
  readonly currency: string;
  /** Null for an order that was paid at once. */
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

/** What a cancellation would give back. The PNR names the one it was cancelled by. */
export interface CancellationQuote {
  readonly id: string;
  readonly refundTo: RefundTo;
  readonly refund: Cents | null;
  readonly credits: readonly AirlineCredit[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A way to change an order. */
export interface OrderChangeOffer {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly removed: readonly BookedSlice[];
  readonly added: readonly BookedSlice[];
  /** What the world asks for the added flights. */
  readonly addedPrice: Cents;
  readonly penalty: Cents;
  /** To be paid; less than nothing is given back. */
  readonly changeTotal: Cents;
  /** What the order is worth afterwards, without the penalty. */
  readonly newTotal: Cents;
}

/** An offer that was chosen, and perhaps confirmed. */
export interface OrderChange extends OrderChangeOffer {
  readonly offerId: string;
  readonly confirmedAt: number | null;
}

/** Every one moves the flights of its slices by an hour. */
export interface AirlineChange {
  readonly id: string;
  readonly sliceIds: readonly string[];
  readonly createdAt: number;
  readonly actionTaken: ActionTaken | null;
  readonly actionTakenAt: number | null;
}
