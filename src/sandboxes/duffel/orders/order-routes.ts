import { isJsonObject } from "../../../model/json.ts";
import { DuffelError } from "../duffel-error.ts";
import { dataOf } from "../fields.ts";
import { pageOf } from "../paging.ts";
import { required } from "../problems.ts";
import type { DuffelAnswer, Route } from "../route.ts";
import type { OrderDesk, SandboxContext } from "../sandbox-context.ts";
import { airlineChangeRoutes } from "./airline-change-routes.ts";
import { createBackground, type Sleep } from "./background.ts";
import { cancellationRoutes } from "./cancellation-routes.ts";
import { changeRoutes } from "./change-routes.ts";
import { createOrderCreation } from "./create-order.ts";
import { readMetadata } from "./metadata.ts";
import { narrowedOrders } from "./order-list.ts";
import { isAwaitingPayment, type Order, orderWire } from "./order-view.ts";
import { createOrders, type Orders } from "./orders.ts";
import { paymentRoutes } from "./payment-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";
import { createWebhooks } from "./webhooks.ts";

/** Everything of Duffel's API that comes after the search. `sleep` is how long-winded airlines pass the time. */
export const orderRoutes = (
  context: SandboxContext,
  { sleep, realTime }: { readonly sleep?: Sleep; readonly realTime?: () => number } = {},
): OrderDesk => {
  const background = createBackground({ log: context.log, ...(sleep && { sleep }) });
  const webhooks = createWebhooks({ ...context, background, ...(realTime && { realTime }) });
  const orders = createOrders(context);
  const parts = { ...context, orders, webhooks, background };
  return {
    routes: [
      { method: "POST", path: "/air/orders", run: createOrderCreation(parts) },
      ...readingRoutes(parts),
      ...serviceRoutes(orders),
      ...paymentRoutes(parts),
      ...cancellationRoutes(parts),
      ...changeRoutes(parts),
      ...airlineChangeRoutes(parts),
      ...webhookRoutes(parts),
    ],
    close: background.close,
  };
};

const readingRoutes = ({ orders, clock }: Pick<SandboxContext, "clock"> & { readonly orders: Orders }): Route[] => {
  const shown = (order: Order): DuffelAnswer => ({ data: orderWire(order, clock.now()) });
  return [
    {
      method: "GET",
      path: "/air/orders",
      async run({ query, caller }) {
        const reference = query.get("booking_reference");
        // Known by its reference, a booking is found whoever made it; then it is on the list.
        if (reference !== null) await orders.findByReference(reference.trim().toUpperCase(), caller);
        const found = narrowedOrders(await orders.list(caller), query, clock);
        const { items, meta } = pageOf(found, query, ({ id }) => id);
        const now = clock.now();
        return { data: items.map((order) => orderWire(order, now)), meta };
      },
    },
    {
      method: "GET",
      path: "/air/orders/:id",
      run: async ({ id, caller }) => shown(await orders.find(id, caller)),
    },
    {
      method: "PATCH",
      path: "/air/orders/:id",
      async run({ id, data: sent, caller }) {
        const data = dataOf(sent);
        // The official client packs what it sends here once more than Duffel's documentation does.
        const given = data.metadata ?? (isJsonObject(data.options) ? data.options.metadata : undefined);
        if (given === undefined) throw required("/metadata");
        const metadata = readMetadata(given);
        const found = await orders.find(id, caller);
        return shown(await orders.change(found, ({ record }) => ({ ...record, metadata }), caller));
      },
    },
  ];
};

/** Duffel's test airline sells extras with the order, and none afterwards. */
const serviceRoutes = (orders: Orders): Route[] => [
  {
    method: "GET",
    path: "/air/orders/:id/available_services",
    async run({ id, caller }) {
      await orders.find(id, caller);
      return { data: [] };
    },
  },
  {
    method: "POST",
    path: "/air/orders/:id/services",
    async run({ id, data: sent, caller }) {
      const data = dataOf(sent);
      const order = await orders.find(id, caller);
      throw isAwaitingPayment(order) && data.payment !== undefined ? noPaymentForExtras() : noExtras();
    },
  },
];

const noExtras = (): DuffelError =>
  new DuffelError(400, {
    type: "invalid_request_error",
    code: 400,
    title: "Unsupported operation",
    message: "The airline sells extras only together with the order.",
  });

const noPaymentForExtras = (): DuffelError =>
  new DuffelError(422, {
    type: "invalid_state_error",
    code: "pay_later_order_no_payment_for_ancillaries",
    title: "No payment for ancillaries",
    message: "The order has not been paid yet: extras of it cannot be paid on their own.",
  });
