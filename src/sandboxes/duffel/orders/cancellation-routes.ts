import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { notFound } from "../duffel-error.ts";
import { dataOf, textAt } from "../fields.ts";
import { bookingId } from "../ids.ts";
import { pageOf } from "../paging.ts";
import { get, post, type Route } from "../router.ts";
import type { Scenario } from "../scenarios.ts";
import { amountOf, CURRENCY, centsOf } from "../wire-format.ts";
import { type CancellationQuote, hasDeparted, isAwaitingPayment, isCancelled, type Order, reasonOf } from "./order.ts";
import { alreadyCancelled, departed, expired, superseded } from "./order-errors.ts";
import { cancellationWire, creditCode } from "./order-view.ts";
import type { OrderContext } from "./orders.ts";

const QUOTE_LIFETIME_MS = 3_600_000;
const QUOTES_KEPT = 20;

/** Cancellation in two steps: a quote of the refund, then its confirmation. */
export const cancellationRoutes = ({ orders, webhooks, travel, clock }: OrderContext): readonly Route[] => {
  const requireCancellable = (order: Order): void => {
    if (isCancelled(order)) throw alreadyCancelled();
    if (hasDeparted(order, clock.now())) throw departed();
  };

  const find = async (id: string, caller: Caller): Promise<{ order: Order; quote: CancellationQuote }> => {
    const order = await orders.findAbout("ore", id, caller);
    const quote = order.record.quotes.find((one) => one.id === id);
    if (quote === undefined) throw notFound("The order cancellation");
    return { order, quote };
  };

  /** The operation names the quote, so one write both cancels and confirms. Hotels and cars on the PNR stay. */
  const confirm = async (order: Order, quote: CancellationQuote, caller: Caller): Promise<Order> => {
    const [credit] = quote.credits;
    try {
      await travel.cancelFlights(
        {
          pnr: order.booking.pnr,
          reason: reasonOf(quote),
          reference: quote.id,
          forfeited: order.total - (quote.refund ?? 0),
          ...(credit?.credit_code && { credit: credit.credit_code }),
        },
        caller,
      );
    } catch (error) {
      throw error instanceof Failure && error.kind === "rule" ? alreadyCancelled() : error;
    }
    return orders.find(order.id, caller);
  };

  return [
    post("/air/order_cancellations", async ({ data: sent, scenario, caller }) => {
      const found = await orders.find(textAt(dataOf(sent).order_id, "/order_id"), caller);
      const quoted = await orders.change(
        found,
        (order) => {
          requireCancellable(order);
          const { record } = order;
          const quote = quoteFor(order, scenario ?? record.scenario ?? undefined, clock.now());
          return { ...record, quotes: [...record.quotes, quote].slice(-QUOTES_KEPT) };
        },
        caller,
      );
      const data = cancellationWire(quoted, quoted.record.quotes.at(-1) as CancellationQuote);
      webhooks.announce("order_cancellation.created", data, data.id, caller);
      return { status: 201, data };
    }),
    get("/air/order_cancellations", async ({ query, caller }) => {
      const orderId = query.get("order_id");
      const about = orderId === null ? await orders.list(caller) : [await orders.find(orderId, caller)];
      const wires = about.flatMap((order) => order.record.quotes.map((quote) => cancellationWire(order, quote)));
      const { items, meta } = pageOf(wires.toReversed(), query, ({ id }) => id);
      return { data: items, meta };
    }),
    get("/air/order_cancellations/:id", async ({ id, caller }) => {
      const { order, quote } = await find(id, caller);
      return { data: cancellationWire(order, quote) };
    }),
    post("/air/order_cancellations/:id/actions/confirm", async ({ id, caller }) => {
      const { order, quote } = await find(id, caller);
      requireCancellable(order);
      if (quote.expiresAt <= clock.now()) throw expired("order cancellation");
      if (order.record.quotes.at(-1)?.id !== quote.id) throw superseded("order cancellation");
      const data = cancellationWire(await confirm(order, quote, caller), quote);
      webhooks.announce("order_cancellation.confirmed", data, data.id, caller);
      return { data };
    }),
  ];
};

const quoteFor = (order: Order, scenario: Scenario | undefined, now: number): CancellationQuote => {
  const { record, total, booking } = order;
  const { pnr } = booking;
  const id = bookingId("ore", pnr, record.quotes.length, now);
  const terms = { id, createdAt: now, expiresAt: now + QUOTE_LIFETIME_MS, credits: [] };
  if (isAwaitingPayment(order)) return { ...terms, refundTo: "awaiting_payment", refund: 0 };
  if (scenario !== "airline_credit_refund") {
    return { ...terms, refundTo: order.payments.at(-1)?.type ?? "balance", refund: refundOf(order) };
  }
  const credit = {
    id: bookingId("acd", pnr, id),
    credit_name: `${order.owner.name} travel credit`,
    credit_code: creditCode(pnr, "credit", id),
    credit_amount: amountOf(total),
    credit_currency: CURRENCY,
    issued_on: null,
    passenger_id: order.passengers[0]?.id ?? "",
  };
  return { ...terms, refundTo: "airline_credits", refund: total, credits: [credit] };
};

/** The refund by the conditions of the fare; null where they do not say. */
const refundOf = ({ conditions, total }: Order): number | null => {
  const refund = conditions.refund_before_departure;
  if (refund === null) return null;
  if (!refund.allowed) return 0;
  return Math.max(0, total - centsOf(refund.penalty_amount ?? "0"));
};
