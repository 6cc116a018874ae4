import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { notFound } from "../duffel-error.ts";
import { dataOf, objectAt, requiredParam, textAt } from "../fields.ts";
import { pageOf } from "../paging.ts";
import { get, post, type Route } from "../router.ts";
import { CURRENCY } from "../wire-format.ts";
import { isAwaitingPayment, isCancelled, type Order, type OrderPayment } from "./order.ts";
import { alreadyCancelled, alreadyPaid, paidTooLate } from "./order-errors.ts";
import { type PaymentInput, readPayment, requireAmount, requireBalance } from "./order-input.ts";
import { METHODS } from "./order-of-booking.ts";
import { paymentWire } from "./order-view.ts";
import type { OrderContext } from "./orders.ts";

/** Payments for held orders. */
export const paymentRoutes = ({ orders, webhooks, clock, travel }: OrderContext): readonly Route[] => {
  const requirePayable = (order: Order): void => {
    const payBy = order.hold?.payBy;
    if (!isAwaitingPayment(order)) throw alreadyPaid();
    if (payBy !== undefined && payBy <= clock.now()) throw paidTooLate();
    if (isCancelled(order)) throw alreadyCancelled();
  };

  /** Another payment or a cancellation may have come first: then the error says which. */
  const pay = async (order: Order, { type, amount }: PaymentInput, caller: Caller): Promise<Order> => {
    try {
      const payments = [{ method: METHODS[type], amount }];
      await travel.payBooking({ pnr: order.booking.pnr, payments, once: true }, caller);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "rule") throw error;
      requirePayable(await orders.find(order.id, caller));
      throw error;
    }
    return orders.find(order.id, caller);
  };

  return [
    post("/air/payments", async ({ data: sent, scenario, caller }) => {
      const data = dataOf(sent);
      const found = await orders.find(textAt(data.order_id, "/order_id"), caller);
      const given = readPayment(objectAt(data.payment, "/payment"), "/payment", CURRENCY);
      requirePayable(found);
      requireAmount(given.amount, found.total, CURRENCY, "/payment/amount");
      requireBalance([given], scenario ?? found.record.scenario);
      const paid = await pay(found, given, caller);
      const wire = paymentWire(paid.booking.pnr, paid.payments[0] as OrderPayment);
      webhooks.announce("payment.created", wire, wire.id, caller);
      return { status: 201, data: wire };
    }),
    get("/air/payments", async ({ query, caller }) => {
      const { booking, payments } = await orders.find(requiredParam(query, "order_id"), caller);
      const { items, meta } = pageOf(payments, query, ({ id }) => id);
      return { data: items.map((payment) => paymentWire(booking.pnr, payment)), meta };
    }),
    get("/air/payments/:id", async ({ id, caller }) => {
      const { booking, payments } = await orders.findAbout("pay", id, caller);
      const payment = payments.find((one) => one.id === id);
      if (payment === undefined) throw notFound("The payment");
      return { data: paymentWire(booking.pnr, payment) };
    }),
  ];
};
