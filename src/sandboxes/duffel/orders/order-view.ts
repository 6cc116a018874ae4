import type { Booking } from "../../../model/booking.ts";
import type { DuffelSegment } from "../duffel-wire.ts";
import { hashBytes, orderId } from "../ids.ts";
import { amountOf, instantOf } from "../wire-format.ts";
import {
  type AirlineChange,
  type CancellationQuote,
  hasDeparted,
  isAwaitingPayment,
  isCancelled,
  isChangeable,
  type Order,
  type OrderChange,
  type OrderChangeOffer,
  type OrderPayment,
  type OrderRecord,
  reasonOf,
} from "./order.ts";
import type {
  AirlineChangeWire,
  CancellationWire,
  DuffelOrder,
  OrderChangeOfferWire,
  OrderChangeWire,
  OrderDocument,
  OrderSeat,
  OrderService,
  OrderSlice,
  PaymentWire,
} from "./order-wire.ts";

const HOUR_MS = 3_600_000;

const instantOrNull = (milliseconds: number | null | undefined): string | null =>
  milliseconds === null || milliseconds === undefined ? null : instantOf(milliseconds);

/** The order in Duffel's format. */
export const orderWire = (order: Order, now: number): DuffelOrder => {
  const { id, record, booking } = order;
  const { currency, hold } = record;
  const cancelled = isCancelled(order);
  const awaitsPayment = isAwaitingPayment(order) && !cancelled;
  const confirmed = record.quotes.find((quote) => isConfirmedBy(booking, quote));
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
    slices: slicesAfter(record),
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

const isConfirmedBy = (booking: Booking, quote: CancellationQuote): boolean =>
  booking.status === "cancelled" && booking.cancellationReason === reasonOf(quote);

export const cancellationWire = ({ id, record, booking }: Order, quote: CancellationQuote): CancellationWire => {
  const confirmed = isConfirmedBy(booking, quote);
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

const changeTerms = ({ currency, conditions }: OrderRecord, offer: OrderChangeOffer) => {
  const penalty = amountOf(offer.penalty);
  return {
    live_mode: false,
    created_at: instantOf(offer.createdAt),
    expires_at: instantOf(offer.expiresAt),
    change_total_amount: amountOf(offer.changeTotal),
    change_total_currency: currency,
    new_total_amount: amountOf(offer.newTotal),
    new_total_currency: currency,
    penalty_total_amount: penalty,
    penalty_total_currency: currency,
    penalty_amount: penalty,
    penalty_currency: currency,
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

/** Oldest first. Only the latest can still be accepted or declined. */
export const airlineChangesWire = ({ id, record, booking }: Order): readonly AirlineChangeWire[] => {
  const isOpen = (change: AirlineChange, i: number): boolean =>
    booking.status === "confirmed" && change.actionTaken === null && i === record.airlineChanges.length - 1;
  return record.airlineChanges.map((change, i) => ({
    id: change.id,
    live_mode: false,
    order_id: id,
    created_at: instantOf(change.createdAt),
    updated_at: instantOf(change.actionTakenAt ?? change.createdAt),
    added: slicesAfter(record, i + 1).filter((slice) => change.sliceIds.includes(slice.id)),
    removed: slicesAfter(record, i).filter((slice) => change.sliceIds.includes(slice.id)),
    action_taken: change.actionTaken,
    action_taken_at: instantOrNull(change.actionTakenAt),
    available_actions: isOpen(change, i) ? ["accept", "cancel", "change", "update"] : [],
    travel_agent_ticket: null,
  }));
};

/** A ticket per passenger, and a document for extras. Issued on payment, and again after a change. */
const documentsOf = ({ pnr, paidAt, passengers, services, changes }: OrderRecord): readonly OrderDocument[] => {
  if (paidAt === null) return [];
  const issue = changes.filter(({ confirmedAt }) => confirmedAt !== null).length;
  return passengers.flatMap(({ id }, i): OrderDocument[] => {
    const document = (type: OrderDocument["type"]): OrderDocument => ({
      type,
      unique_identifier: ticketNumber(pnr, type, i, issue),
      passenger_ids: [id],
    });
    const hasExtras = services.some(({ passenger_ids }) => passenger_ids.includes(id));
    return [
      document("electronic_ticket"),
      ...(hasExtras ? [document("electronic_miscellaneous_document_associated")] : []),
    ];
  });
};

/** Thirteen digits that depend on the words alone; the first is not 0. */
export const ticketNumber = (...words: readonly (string | number)[]): string =>
  String(1_000_000_000_000 + (hashBytes(...words).readUIntBE(0, 6) % 9_000_000_000_000));

/** The slices with their booked seats, after some of the airline's changes. Default: after all. */
const slicesAfter = (
  { slices, services, airlineChanges }: Pick<OrderRecord, "slices" | "services" | "airlineChanges">,
  count = airlineChanges.length,
): readonly OrderSlice[] => {
  const moves = airlineChanges.slice(0, count);
  return slices.map(({ wire }) => {
    const hours = moves.filter(({ sliceIds }) => sliceIds.includes(wire.id)).length;
    return {
      ...wire,
      segments: wire.segments.map((segment) => ({
        ...segment,
        departing_at: later(segment.departing_at, hours),
        arriving_at: later(segment.arriving_at, hours),
        passengers: segment.passengers.map((passenger) => ({
          ...passenger,
          seat: seatOf(passenger.passenger_id, segment, services),
        })),
      })),
    };
  });
};

const later = (wallClock: string, hours: number): string =>
  hours === 0 ? wallClock : new Date(Date.parse(`${wallClock}Z`) + hours * HOUR_MS).toISOString().slice(0, 19);

const seatOf = (passengerId: string, segment: DuffelSegment, services: readonly OrderService[]): OrderSeat | null => {
  const seat = services.find(
    ({ type, passenger_ids, segment_ids }) =>
      type === "seat" && passenger_ids.includes(passengerId) && segment_ids.includes(segment.id),
  );
  const { designator, name, disclosures } = seat?.metadata ?? {};
  if (typeof designator !== "string") return null;
  return {
    designator,
    name: typeof name === "string" ? name : null,
    disclosures: Array.isArray(disclosures) ? disclosures.filter((line) => typeof line === "string") : [],
  };
};
