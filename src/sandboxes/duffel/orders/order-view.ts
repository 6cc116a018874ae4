import type { Booking } from "../../../model/booking.ts";
import type { Cents } from "../../../model/money.ts";
import { amountOf, instantOf } from "../wire-forms.ts";
import { documentsOf } from "./order-documents.ts";
import { orderId } from "./order-ids.ts";
import type {
  AirlineChange,
  CancellationQuote,
  OrderChange,
  OrderChangeOffer,
  OrderPayment,
  OrderRecord,
} from "./order-record.ts";
import { shownSlices } from "./order-slices.ts";
import type {
  AirlineChangeWire,
  CancellationWire,
  DuffelOrder,
  OrderChangeOfferWire,
  OrderChangeWire,
  PaymentWire,
} from "./order-wire.ts";

/** An order: its PNR, and what it has beyond. */
export interface Order {
  readonly id: string;
  readonly record: OrderRecord;
  readonly booking: Booking;
}

const instantOrNull = (milliseconds: number | null | undefined): string | null =>
  milliseconds === null || milliseconds === undefined ? null : instantOf(milliseconds);

export const isCancelled = ({ booking }: Order): boolean => booking.status === "cancelled";

export const isAwaitingPayment = ({ record }: Order): boolean => record.paidAt === null;

export const hasDeparted = ({ booking }: Order, now: number): boolean =>
  booking.flights.some(({ departureTime }) => Date.parse(departureTime) <= now);

/** Changed once, an order of Duffel's test airline is changed no more. */
export const isChangeable = (order: Order, now: number): boolean =>
  !isCancelled(order) &&
  !isAwaitingPayment(order) &&
  !hasDeparted(order, now) &&
  order.record.conditions.change_before_departure?.allowed === true &&
  order.record.changes.every(({ confirmedAt }) => confirmedAt === null);

export const orderWire = (order: Order, now: number): DuffelOrder => {
  const { id, record, booking } = order;
  const { currency, hold } = record;
  const cancelled = isCancelled(order);
  const awaitsPayment = isAwaitingPayment(order) && !cancelled;
  const confirmed = record.quotes.find((quote) => cancelledBy(booking, quote));
  return {
    id,
    live_mode: false,
    content: "managed",
    type: record.type,
    offer_id: record.offerId,
    booking_reference: booking.pnr,
    created_at: instantOf(record.createdAt),
    synced_at: instantOf(now),
    cancelled_at: cancelled ? instantOf(booking.cancelledAt ?? booking.lastModified) : null,
    void_window_ends_at: null,
    owner: record.owner,
    base_amount: amountOf(record.base),
    base_currency: currency,
    tax_amount: amountOf(record.tax),
    tax_currency: currency,
    total_amount: amountOf(record.total),
    total_currency: currency,
    payment_status: {
      awaiting_payment: awaitsPayment,
      payment_required_by: awaitsPayment ? instantOrNull(hold?.payBy) : null,
      price_guarantee_expires_at: awaitsPayment ? instantOrNull(hold?.priceUntil) : null,
      paid_at: instantOrNull(record.paidAt),
    },
    documents: documentsOf(record),
    conditions: record.conditions,
    passengers: record.passengers,
    slices: shownSlices(record),
    services: record.services,
    available_actions: actionsOn(order, now),
    changes: record.changes
      .filter(({ confirmedAt }) => confirmedAt !== null)
      .map((change) => changeWire(order, change)),
    airline_initiated_changes: airlineChangesWire(order),
    cancellation: confirmed ? cancellationWire(order, confirmed) : null,
    metadata: record.metadata,
    users: record.users,
  };
};

const actionsOn = (order: Order, now: number): DuffelOrder["available_actions"] => {
  if (isCancelled(order) || hasDeparted(order, now)) return ["update"];
  return isChangeable(order, now) ? ["cancel", "change", "update"] : ["cancel", "update"];
};

/** What the PNR says of why it was cancelled. */
export const reasonOf = ({ id }: CancellationQuote): string => `Duffel order cancellation ${id}`;

export const cancelledBy = (booking: Booking, quote: CancellationQuote): boolean =>
  booking.status === "cancelled" && booking.cancellationReason === reasonOf(quote);

export const cancellationWire = ({ id, record, booking }: Order, quote: CancellationQuote): CancellationWire => {
  const confirmed = cancelledBy(booking, quote);
  const confirmedAt = confirmed ? (booking.cancelledAt ?? booking.lastModified) : null;
  return {
    id: quote.id,
    live_mode: false,
    order_id: id,
    refund_to: quote.refundTo,
    refund_amount: quote.refund === null ? null : amountOf(quote.refund),
    refund_currency: quote.refund === null ? null : record.currency,
    airline_credits: quote.credits.map((credit) =>
      confirmedAt === null
        ? { ...credit, id: null, credit_code: null, issued_on: null }
        : { ...credit, issued_on: instantOf(confirmedAt).slice(0, 10) },
    ),
    created_at: instantOf(quote.createdAt),
    expires_at: instantOf(quote.expiresAt),
    confirmed_at: instantOrNull(confirmedAt),
  };
};

const priced = (cents: Cents, currency: string) => ({ amount: amountOf(cents), currency });

const changeTerms = ({ currency, conditions }: OrderRecord, offer: OrderChangeOffer) => {
  const [change, total, penalty] = [offer.changeTotal, offer.newTotal, offer.penalty].map((cents) =>
    priced(cents, currency),
  ) as [ReturnType<typeof priced>, ReturnType<typeof priced>, ReturnType<typeof priced>];
  return {
    live_mode: false,
    created_at: instantOf(offer.createdAt),
    expires_at: instantOf(offer.expiresAt),
    change_total_amount: change.amount,
    change_total_currency: change.currency,
    new_total_amount: total.amount,
    new_total_currency: total.currency,
    penalty_total_amount: penalty.amount,
    penalty_total_currency: penalty.currency,
    penalty_amount: penalty.amount,
    penalty_currency: penalty.currency,
    refund_to: offer.changeTotal < 0 ? "original_form_of_payment" : null,
    conditions,
    slices: { add: offer.added.map(({ wire }) => wire), remove: offer.removed.map(({ wire }) => wire) },
  } as const;
};

export const changeOfferWire = ({ record }: Order, offer: OrderChangeOffer): OrderChangeOfferWire => ({
  id: offer.id,
  updated_at: instantOf(offer.createdAt),
  order_change_id: record.changes.find(({ offerId }) => offerId === offer.id)?.id ?? null,
  ...changeTerms(record, offer),
});

export const changeWire = ({ id, record }: Order, change: OrderChange): OrderChangeWire => ({
  id: change.id,
  order_id: id,
  confirmed_at: instantOrNull(change.confirmedAt),
  available_payment_types: change.changeTotal > 0 ? ["balance", "card"] : [],
  ...changeTerms(record, change),
});

export const paymentWire = (pnr: string, payment: OrderPayment, currency: string): PaymentWire => ({
  id: payment.id,
  live_mode: false,
  order_id: orderId(pnr),
  type: payment.type,
  amount: amountOf(payment.amount),
  currency,
  created_at: instantOf(payment.createdAt),
  status: "succeeded",
  failure_reason: null,
});

/** Oldest first; only the latest can still be answered. */
export const airlineChangesWire = ({ id, record, booking }: Order): readonly AirlineChangeWire[] => {
  const isOpen = (change: AirlineChange, i: number): boolean =>
    booking.status === "confirmed" && change.actionTaken === null && i === record.airlineChanges.length - 1;
  return record.airlineChanges.map((change, i) => ({
    id: change.id,
    live_mode: false,
    order_id: id,
    created_at: instantOf(change.createdAt),
    updated_at: instantOf(change.actionTakenAt ?? change.createdAt),
    added: shownSlices(record, i + 1).filter((slice) => change.sliceIds.includes(slice.id)),
    removed: shownSlices(record, i).filter((slice) => change.sliceIds.includes(slice.id)),
    action_taken: change.actionTaken,
    action_taken_at: instantOrNull(change.actionTakenAt),
    available_actions: isOpen(change, i) ? ["accept", "cancel", "change", "update"] : [],
    travel_agent_ticket: null,
  }));
};
