import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import { notFound } from "../duffel-error.ts";
import { dataOf, requiredParam, sortedBy, textAt } from "../fields.ts";
import { bookingId, pnrIn } from "../ids.ts";
import { pageOf } from "../paging.ts";
import { type DuffelRequest, get, post, type Route } from "../router.ts";
import { CURRENCY, instantOf } from "../wire-format.ts";
import { type ChangeRequest, changeOffersFor, readChangeRequest } from "./change-request.ts";
import {
  confirmedAt,
  isAwaitingPayment,
  isCancelled,
  isChangeable,
  isChanged,
  type Order,
  type OrderChange,
  type OrderChangeOffer,
} from "./order.ts";
import { alreadyConfirmed, exchangeError, expired, notChangeable } from "./order-errors.ts";
import { type PaymentInput, readPayment, requireAmount } from "./order-input.ts";
import { METHODS } from "./order-of-booking.ts";
import { changeOfferWire, changeWire } from "./order-view.ts";
import type { OrderContext } from "./orders.ts";

const KEPT_MS = 24 * 3_600_000;
const CHANGES_KEPT = 20;

/** Order changes in three steps: request offers, select one, confirm it. */
export const changeRoutes = (context: OrderContext): readonly Route[] => {
  const { orders, travel, clock, store } = context;

  const keep = (pnr: string, id: string, value: object, { tenant }: Caller) =>
    store.put(keys.duffelOrderChange(tenant, pnr, id), value as RecordValue, { expiresAt: clock.now() + KEPT_MS });

  const kept = async <T>(prefix: "ocr" | "oco", id: string, { tenant }: Caller): Promise<T> => {
    const pnr = pnrIn(prefix, id);
    const found = pnr === undefined ? undefined : await store.get(keys.duffelOrderChange(tenant, pnr, id));
    if (found === undefined) throw notFound();
    return found.value as unknown as T;
  };

  const offersOf = (request: ChangeRequest, caller: Caller): Promise<readonly OrderChangeOffer[]> =>
    Promise.all(request.offerIds.map((id) => kept<OrderChangeOffer>("oco", id, caller)));

  const requestWire = (order: Order, request: ChangeRequest, offers: readonly OrderChangeOffer[]) => ({
    id: request.id,
    live_mode: false,
    order_id: order.id,
    created_at: instantOf(request.createdAt),
    updated_at: instantOf(request.createdAt),
    slices: {
      remove: request.removed.map((slice_id) => ({ slice_id })),
      add: request.added.map(({ origin, destination, departureDate, cabin }) => ({
        origin,
        destination,
        departure_date: departureDate,
        cabin_class: cabin,
      })),
    },
    order_change_offers: offers.map((offer) => changeOfferWire(order, offer)),
  });

  const requireChangeable = (order: Order): void => {
    if (!isChangeable(order, clock.now())) throw notChangeable(reasonNotChangeable(order));
  };

  const findChange = async (id: string, caller: Caller): Promise<{ order: Order; change: OrderChange }> => {
    const order = await orders.findAbout("oce", id, caller);
    const change = order.record.changes.find((one) => one.id === id);
    if (change === undefined) throw notFound("The order change");
    return { order, change };
  };

  const exchange = async (
    pnr: string,
    change: OrderChange,
    payment: PaymentInput | undefined,
    caller: Caller,
  ): Promise<void> => {
    const flightsOf = (slices: OrderChange["added"]): string[] => slices.flatMap(({ flightIds }) => flightIds);
    try {
      await travel.makeChange(
        {
          pnr,
          remove: flightsOf(change.removed),
          add: flightsOf(change.added),
          expectedTotal: change.changeTotal,
          reference: change.id,
          ...(payment && { payments: [{ method: METHODS[payment.type], amount: payment.amount }] }),
        },
        caller,
      );
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "unavailable") throw error;
      throw exchangeError(error);
    }
  };

  /** The operation of the booking names the change, so one write both makes and confirms it. */
  const confirm = async ({ id, data, caller }: DuffelRequest): Promise<Order> => {
    const { order, change } = await findChange(id, caller);
    if (confirmedAt(order, change) !== null) throw alreadyConfirmed("order change");
    requireChangeable(order);
    if (change.expiresAt <= clock.now()) throw expired("order change");
    await exchange(order.booking.pnr, change, paymentFor(change, data), caller);
    return orders.find(order.id, caller);
  };

  return [
    post("/air/order_change_requests", async ({ data, caller }) => {
      const order = await orders.find(textAt(dataOf(data).order_id, "/order_id"), caller);
      requireChangeable(order);
      const request = readChangeRequest(data, order, context);
      const found = await changeOffersFor(order, request, caller, context);
      const made: ChangeRequest = { ...request, offerIds: found.map(({ id }) => id) };
      const { pnr } = order.booking;
      await Promise.all([made, ...found].map((one) => keep(pnr, one.id, one, caller)));
      return { status: 201, data: requestWire(order, made, found) };
    }),
    get("/air/order_change_requests/:id", async ({ id, caller }) => {
      const request = await kept<ChangeRequest>("ocr", id, caller);
      const order = await orders.findAbout("ocr", id, caller);
      return { data: requestWire(order, request, await offersOf(request, caller)) };
    }),
    get("/air/order_change_offers", async ({ query, caller }) => {
      const requestId = requiredParam(query, "order_change_request_id");
      const request = await kept<ChangeRequest>("ocr", requestId, caller);
      const order = await orders.findAbout("ocr", requestId, caller);
      const wires = (await offersOf(request, caller)).map((offer) => changeOfferWire(order, offer));
      const sorted = sortedBy(query, { change_total_amount: (wire) => Number(wire.change_total_amount) }, wires);
      const { items, meta } = pageOf(sorted, query, ({ id }) => id);
      return { data: items, meta };
    }),
    get("/air/order_change_offers/:id", async ({ id, caller }) => {
      const offer = await kept<OrderChangeOffer>("oco", id, caller);
      return { data: changeOfferWire(await orders.findAbout("oco", id, caller), offer) };
    }),
    post("/air/order_changes", async ({ data: sent, caller }) => {
      const offerId = textAt(dataOf(sent).selected_order_change_offer, "/selected_order_change_offer");
      const offer = await kept<OrderChangeOffer>("oco", offerId, caller);
      const found = await orders.findAbout("oco", offerId, caller);
      const id = bookingId("oce", found.record.pnr, offerId);
      const order = await orders.change(
        found,
        (now) => {
          const { record } = now;
          requireChangeable(now);
          if (offer.expiresAt <= clock.now()) throw expired("order change offer");
          if (record.changes.some((change) => change.id === id)) return record;
          const change: OrderChange = { ...offer, id, offerId, createdAt: clock.now() };
          return { ...record, changes: [...record.changes, change].slice(-CHANGES_KEPT) };
        },
        caller,
      );
      const change = order.record.changes.find((one) => one.id === id) as OrderChange;
      return { status: 201, data: changeWire(order, change) };
    }),
    get("/air/order_changes/:id", async ({ id, caller }) => {
      const { order, change } = await findChange(id, caller);
      return { data: changeWire(order, change) };
    }),
    post("/air/order_changes/:id/actions/confirm", async (request) => {
      const order = await confirm(request);
      return { data: changeWire(order, order.record.changes.find(({ id }) => id === request.id) as OrderChange) };
    }),
  ];
};

/** A payment is required only when an amount is due. */
const paymentFor = ({ changeTotal }: OrderChange, data: unknown): PaymentInput | undefined => {
  if (changeTotal <= 0) return undefined;
  const payment = readPayment(dataOf(data).payment, "/payment", CURRENCY);
  requireAmount(payment.amount, changeTotal, CURRENCY, "/payment/amount");
  return payment;
};

const reasonNotChangeable = (order: Order): string => {
  if (isCancelled(order)) return "The order has been cancelled.";
  if (isAwaitingPayment(order)) return "The order has not been paid yet. Pay for it first.";
  if (isChanged(order)) {
    return "The order has already been changed, and the airline allows one change.";
  }
  return "The conditions of the order do not allow a change. See its conditions and available_actions.";
};
