import type { Extra } from "../../../model/extra.ts";
import { designatorIn } from "../../../travel/extra-ids.ts";
import type { DuffelSegment } from "../duffel-wire.ts";
import { bookingId, hashBytes, orderId } from "../ids.ts";
import { bagMetadata } from "../search/offered-services.ts";
import { amountOf, CURRENCY, instantOf } from "../wire-format.ts";
import {
  type BookedSlice,
  type CancellationQuote,
  confirmedAt,
  hasDeparted,
  isAwaitingPayment,
  isCancelled,
  isChangeable,
  type Order,
  type OrderChange,
  type OrderChangeOffer,
  type OrderPayment,
  segmentIdsOf,
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

const instantOrNull = (milliseconds: number | null | undefined): string | null =>
  milliseconds === null || milliseconds === undefined ? null : instantOf(milliseconds);

/** The order in Duffel's format. */
export const orderWire = (order: Order, now: number): DuffelOrder => {
  const { id, record, booking, hold, base, total } = order;
  const awaitsPayment = isAwaitingPayment(order) && !isCancelled(order);
  const confirmed = record.quotes.find((quote) => isConfirmed(order, quote));
  return {
    id,
    live_mode: false,
    content: "managed",
    type: order.type,
    offer_id: record.offerId,
    booking_reference: booking.pnr,
    created_at: instantOf(booking.createdAt),
    synced_at: instantOf(now),
    cancelled_at: instantOrNull(order.cancelledAt),
    void_window_ends_at: instantOrNull(order.voidUntil),
    owner: order.owner,
    base_amount: amountOf(base),
    base_currency: CURRENCY,
    tax_amount: amountOf(total - base),
    tax_currency: CURRENCY,
    total_amount: amountOf(total),
    total_currency: CURRENCY,
    payment_status: {
      awaiting_payment: awaitsPayment,
      payment_required_by: awaitsPayment ? instantOrNull(hold?.payBy) : null,
      price_guarantee_expires_at: awaitsPayment ? instantOrNull(hold?.priceUntil) : null,
      paid_at: instantOrNull(order.paidAt),
    },
    documents: documentsOf(order),
    conditions: order.conditions,
    passengers: order.passengers,
    slices: withSeats(order, order.slices),
    services: servicesOf(order),
    available_actions: actionsOn(order, now),
    changes: record.changes
      .filter((change) => confirmedAt(order, change) !== null)
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

const isConfirmed = ({ cancellation }: Order, { id }: CancellationQuote): boolean => cancellation?.reference === id;

export const cancellationWire = (order: Order, quote: CancellationQuote): CancellationWire => {
  const confirmed = isConfirmed(order, quote) ? order.cancelledAt : null;
  return {
    id: quote.id,
    live_mode: false,
    order_id: order.id,
    refund_to: quote.refundTo,
    refund_amount: amountOf(quote.refund),
    refund_currency: CURRENCY,
    airline_credits: quote.credits.map((credit) =>
      confirmed === null
        ? { ...credit, id: null, credit_code: null, issued_on: null }
        : { ...credit, issued_on: instantOf(confirmed).slice(0, 10) },
    ),
    created_at: instantOf(quote.createdAt),
    expires_at: instantOf(quote.expiresAt),
    confirmed_at: instantOrNull(confirmed),
  };
};

const changeTerms = (offer: OrderChangeOffer) => {
  const penalty = amountOf(offer.penalty);
  return {
    live_mode: false,
    created_at: instantOf(offer.createdAt),
    expires_at: instantOf(offer.expiresAt),
    change_total_amount: amountOf(offer.changeTotal),
    change_total_currency: CURRENCY,
    new_total_amount: amountOf(offer.newTotal),
    new_total_currency: CURRENCY,
    penalty_total_amount: penalty,
    penalty_total_currency: CURRENCY,
    penalty_amount: penalty,
    penalty_currency: CURRENCY,
    refund_to: offer.changeTotal < 0 ? "original_form_of_payment" : null,
    conditions: offer.conditions,
    slices: { add: offer.added.map(({ wire }) => wire), remove: offer.removed.map(({ wire }) => wire) },
  } as const;
};

export const changeOfferWire = (order: Order, offer: OrderChangeOffer): OrderChangeOfferWire => ({
  id: offer.id,
  updated_at: instantOf(offer.createdAt),
  order_change_id: order.record.changes.find(({ offerId }) => offerId === offer.id)?.id ?? null,
  ...changeTerms(offer),
});

export const changeWire = (order: Order, change: OrderChange): OrderChangeWire => ({
  id: change.id,
  order_id: order.id,
  confirmed_at: instantOrNull(confirmedAt(order, change)),
  available_payment_types: change.changeTotal > 0 ? ["balance", "card"] : [],
  ...changeTerms(change),
});

export const paymentWire = (pnr: string, payment: OrderPayment): PaymentWire => ({
  id: payment.id,
  live_mode: false,
  order_id: orderId(pnr),
  type: payment.type,
  amount: amountOf(payment.amount),
  currency: CURRENCY,
  created_at: instantOf(payment.createdAt),
  status: "succeeded",
  failure_reason: null,
});

/** Oldest first. Only a change that no later one replaced can be accepted or declined. */
export const airlineChangesWire = (order: Order): readonly AirlineChangeWire[] =>
  order.airlineChanges.map(
    ({ id, createdAt, added, removed, actionTaken, actionTakenAt, isReplaced, isCancellation }) => ({
      id,
      live_mode: false,
      order_id: order.id,
      created_at: instantOf(createdAt),
      updated_at: instantOf(actionTakenAt ?? createdAt),
      added: withSeats(order, added),
      removed: withSeats(order, removed),
      action_taken: actionTaken,
      action_taken_at: instantOrNull(actionTakenAt),
      available_actions:
        isCancelled(order) || actionTaken !== null || isReplaced
          ? []
          : [...(isCancellation ? [] : (["accept"] as const)), "cancel", "change", "update"],
      travel_agent_ticket: null,
    }),
  );

/** The ID of the order's passenger, by P1, P2 and so on. */
const passengerId = ({ booking, passengers }: Order, traveller: string): string =>
  passengers[booking.passengers.findIndex(({ id }) => id === traveller)]?.id ?? "";

/** The tickets that were not exchanged for others, and the documents of extras. */
const documentsOf = (order: Order): readonly OrderDocument[] => {
  const document = (type: OrderDocument["type"], number: string, traveller: string): OrderDocument => ({
    type,
    unique_identifier: number.replace("-", ""),
    passenger_ids: [passengerId(order, traveller)],
  });
  const emds = new Map(order.extras.flatMap(({ emd, traveller }) => (emd === undefined ? [] : [[emd, traveller]])));
  return [
    ...order.tickets
      .filter(({ coupons }) => coupons.some(({ status }) => status !== "E"))
      .map(({ number, traveller }) => document("electronic_ticket", number, traveller)),
    ...[...emds].map(([number, traveller]) =>
      document("electronic_miscellaneous_document_associated", number, traveller),
    ),
  ];
};

/** The code of a travel credit: thirteen digits that depend on the words alone; the first is not 0. */
export const creditCode = (...words: readonly (string | number)[]): string =>
  String(1_000_000_000_000 + (hashBytes(...words).readUIntBE(0, 6) % 9_000_000_000_000));

/** Duffel has no words for services that cost nothing, such as a meal. */
const isShown = ({ kind, price }: Extra): boolean => kind !== "service" || price > 0;

const servicesOf = (order: Order): readonly OrderService[] => {
  const segmentIds = segmentIdsOf(order);
  return order.extras.filter(isShown).map((extra) => ({
    id: bookingId("ser", order.booking.pnr, extra.id),
    type: extra.kind === "seat" ? "seat" : "baggage",
    quantity: extra.quantity,
    passenger_ids: [passengerId(order, extra.traveller)],
    segment_ids: extra.flightIds.map((id) => segmentIds.get(id) ?? ""),
    total_amount: amountOf(extra.price),
    total_currency: CURRENCY,
    metadata: order.record.services[extra.id] ?? metadataOf(extra),
  }));
};

const metadataOf = ({ kind, what, id }: Extra): OrderService["metadata"] => {
  if (kind === "seat") return { designator: designatorIn(id), name: "", disclosures: [] };
  return kind === "bag" ? bagMetadata(what) : null;
};

/** The slices with the seats that were booked. */
const withSeats = (order: Order, slices: readonly BookedSlice[]): readonly OrderSlice[] => {
  const services = servicesOf(order);
  return slices.map(({ wire }) => ({
    ...wire,
    segments: wire.segments.map((segment) => ({
      ...segment,
      passengers: segment.passengers.map((passenger) => ({
        ...passenger,
        seat: seatOf(passenger.passenger_id, segment, services),
      })),
    })),
  }));
};

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
