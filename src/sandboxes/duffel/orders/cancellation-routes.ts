import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import type { Cents } from "../../../model/money.ts";
import { notFound } from "../duffel-error.ts";
import { dataOf, textAt } from "../fields.ts";
import { bookingId } from "../ids.ts";
import { pageOf } from "../paging.ts";
import { get, post, type Route } from "../router.ts";
import type { Scenario } from "../scenarios.ts";
import { amountOf, CURRENCY } from "../wire-format.ts";
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

  const flightsOf = ({ booking, flights }: Order) => ({
    pnr: booking.pnr,
    remove: flights.map(({ id }) => id),
    add: [],
  });

  /** The operation names the quote, so one write both cancels and confirms. Hotels and cars on the PNR stay. */
  const confirm = async (order: Order, quote: CancellationQuote, caller: Caller): Promise<Order> => {
    const [credit] = quote.credits;
    const expected = isAwaitingPayment(order) ? {} : { expectedTotal: -quote.refund };
    try {
      await travel.makeChange(
        {
          ...flightsOf(order),
          reason: reasonOf(quote),
          reference: quote.id,
          ...(credit?.credit_code ? { credit: credit.credit_code } : expected),
        },
        caller,
      );
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "rule") throw error;
      throw error.details.field === "expectedTotal" ? expired("order cancellation") : alreadyCancelled();
    }
    return orders.find(order.id, caller);
  };

  const refundOf = async (order: Order, caller: Caller): Promise<Cents> =>
    isCancelled(order) || hasDeparted(order, clock.now()) || isAwaitingPayment(order)
      ? 0
      : -(await travel.previewChange(flightsOf(order), caller)).total;

  return [
    post("/air/order_cancellations", async ({ data: sent, scenario, caller }) => {
      const found = await orders.find(textAt(dataOf(sent).order_id, "/order_id"), caller);
      requireCancellable(found);
      const refund = await refundOf(found, caller);
      const quoted = await orders.change(
        found,
        (order) => {
          requireCancellable(order);
          const { record } = order;
          const quote = quoteFor(order, refund, scenario ?? record.scenario ?? undefined, clock.now());
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

const quoteFor = (order: Order, refund: Cents, scenario: Scenario | undefined, now: number): CancellationQuote => {
  const { record, total, booking } = order;
  const { pnr } = booking;
  const id = bookingId("ore", pnr, record.quotes.length, now);
  const terms = { id, createdAt: now, expiresAt: now + QUOTE_LIFETIME_MS, credits: [] };
  if (isAwaitingPayment(order)) return { ...terms, refundTo: "awaiting_payment", refund: 0 };
  if (scenario !== "airline_credit_refund") {
    return { ...terms, refundTo: order.payments.at(-1)?.type ?? "balance", refund };
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
