import { notFound } from "../duffel-error.ts";
import { dataOf, objectAt, requiredParam, textAt } from "../fields.ts";
import { bookingId } from "../ids.ts";
import { pageOf } from "../paging.ts";
import { get, post, type Route } from "../router.ts";
import { isAwaitingPayment, isCancelled, type Order, type OrderPayment } from "./order.ts";
import { alreadyCancelled, alreadyPaid, paidTooLate } from "./order-errors.ts";
import { readPayment, requireAmount, requireBalance } from "./order-input.ts";
import { paymentWire } from "./order-view.ts";
import type { OrderContext } from "./orders.ts";

/** Payments for held orders. */
export const paymentRoutes = ({ orders, webhooks, clock }: OrderContext): readonly Route[] => {
  const requirePayable = (order: Order): void => {
    const payBy = order.record.hold?.payBy;
    if (!isAwaitingPayment(order)) throw alreadyPaid();
    if (payBy !== undefined && payBy <= clock.now()) throw paidTooLate();
    if (isCancelled(order)) throw alreadyCancelled();
  };

  return [
    post("/air/payments", async ({ data: sent, scenario, caller }) => {
      const data = dataOf(sent);
      const found = await orders.find(textAt(data.order_id, "/order_id"), caller);
      const { pnr, currency } = found.record;
      const given = readPayment(objectAt(data.payment, "/payment"), "/payment", currency);
      requirePayable(found);
      requireAmount(given.amount, found.record.total, currency, "/payment/amount");
      requireBalance([given], scenario ?? found.record.scenario);
      const now = clock.now();
      const payment: OrderPayment = {
        ...given,
        id: bookingId("pay", pnr, found.record.payments.length),
        createdAt: now,
      };
      await orders.change(
        found,
        (order) => {
          requirePayable(order);
          return { ...order.record, paidAt: now, payments: [...order.record.payments, payment] };
        },
        caller,
      );
      const wire = paymentWire(pnr, payment, currency);
      webhooks.announce("payment.created", wire, wire.id, caller);
      return { status: 201, data: wire };
    }),
    get("/air/payments", async ({ query, caller }) => {
      const { record } = await orders.find(requiredParam(query, "order_id"), caller);
      const { items, meta } = pageOf(record.payments, query, ({ id }) => id);
      return { data: items.map((payment) => paymentWire(record.pnr, payment, record.currency)), meta };
    }),
    get("/air/payments/:id", async ({ id, caller }) => {
      const { record } = await orders.findAbout("pay", id, caller);
      const payment = record.payments.find((one) => one.id === id);
      if (payment === undefined) throw notFound("The payment");
      return { data: paymentWire(record.pnr, payment, record.currency) };
    }),
  ];
};
