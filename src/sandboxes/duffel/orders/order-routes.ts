import type { Clock } from "../../../model/clock.ts";
import { isJsonObject } from "../../../model/json.ts";
import { required } from "../duffel-error.ts";
import { booleanParam, dataOf, sortedBy } from "../fields.ts";
import { pageOf } from "../paging.ts";
import { type DuffelAnswer, get, patch, post, type Route } from "../router.ts";
import type { OrderRoutes, SandboxContext } from "../sandbox-context.ts";
import { airlineChangeRoutes, announceAirlineChanges } from "./airline-change-routes.ts";
import { createBackground, type Sleep } from "./background.ts";
import { cancellationRoutes } from "./cancellation-routes.ts";
import { changeRoutes } from "./change-routes.ts";
import { createOrderCreation } from "./create-order.ts";
import { isAwaitingPayment, isCancelled, needsAction, type Order } from "./order.ts";
import { readMetadata } from "./order-input.ts";
import { orderWire } from "./order-view.ts";
import { createOrders, type OrderContext } from "./orders.ts";
import { paymentRoutes } from "./payment-routes.ts";
import { serviceRoutes } from "./service-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";
import { createWebhooks } from "./webhooks.ts";

/** Duffel's API after the search. Asynchronous scenarios and webhook retries wait with `sleep`. */
export const orderRoutes = (
  context: SandboxContext,
  { sleep, realTime }: { readonly sleep?: Sleep; readonly realTime?: () => number } = {},
): OrderRoutes => {
  const background = createBackground({ log: context.log, ...(sleep && { sleep }) });
  const webhooks = createWebhooks({ ...context, background, ...(realTime && { realTime }) });
  const orders = createOrders(context);
  const parts: OrderContext = { ...context, orders, webhooks, background };
  const stopAnnouncing = announceAirlineChanges(parts);
  return {
    routes: [
      post("/air/orders", createOrderCreation(parts)),
      ...basicRoutes(parts),
      ...serviceRoutes(parts),
      ...paymentRoutes(parts),
      ...cancellationRoutes(parts),
      ...changeRoutes(parts),
      ...airlineChangeRoutes(parts),
      ...webhookRoutes(parts),
    ],
    async close() {
      stopAnnouncing();
      await background.close();
    },
  };
};

const basicRoutes = ({ orders, clock }: OrderContext): Route[] => {
  const answer = (order: Order): DuffelAnswer => ({ data: orderWire(order, clock.now()) });
  return [
    get("/air/orders", async ({ query, caller }) => {
      const reference = query.get("booking_reference");
      // A lookup by reference also finds another account's booking, and adds it to the list.
      if (reference !== null) await orders.findByReference(reference.trim().toUpperCase(), caller);
      const found = selectOrders(await orders.list(caller), query, clock);
      const { items, meta } = pageOf(found, query, ({ id }) => id);
      const now = clock.now();
      return { data: items.map((order) => orderWire(order, now)), meta };
    }),
    get("/air/orders/:id", async ({ id, caller }) => answer(await orders.find(id, caller))),
    patch("/air/orders/:id", async ({ id, data: sent, caller }) => {
      const data = dataOf(sent);
      // The official client wraps the metadata in `options`, which Duffel's documentation does not mention.
      const given = data.metadata ?? (isJsonObject(data.options) ? data.options.metadata : undefined);
      if (given === undefined) throw required("/metadata");
      const metadata = readMetadata(given);
      const found = await orders.find(id, caller);
      return answer(await orders.change(found, ({ record }) => ({ ...record, metadata }), caller));
    }),
  ];
};

const awaitsPayment = (order: Order): boolean => isAwaitingPayment(order) && !isCancelled(order);

/** Filters by the text of a query parameter. */
const TEXT_FILTERS: Readonly<Record<string, (text: string, order: Order) => boolean>> = {
  booking_reference: (text, { booking }) => booking.pnr === text.trim().toUpperCase(),
  offer_id: (text, { record }) => record.offerId === text,
  owner_id: (text, { owner }) => owner.id === text,
  user_id: (text, { record, passengers }) =>
    record.users.includes(text) || passengers.some((one) => one.user_id === text),
  origin_id: (text, { slices }) => slices.some(({ wire }) => wire.origin.id === text),
  destination_id: (text, { slices }) => slices.some(({ wire }) => wire.destination.id === text),
};

/** Filters by a query parameter that is true or false. */
const BOOLEAN_FILTERS: Readonly<Record<string, (order: Order) => boolean>> = {
  awaiting_payment: awaitsPayment,
  requires_action: ({ airlineChanges }) => airlineChanges.some(needsAction),
};

const isNamed = ({ passengers }: Order, name: string): boolean =>
  passengers.some(({ given_name, family_name }) => `${given_name} ${family_name}`.toLowerCase().includes(name));

const filtersIn = (query: URLSearchParams): readonly ((order: Order) => boolean)[] => {
  const names = [...query.getAll("passenger_name[]"), ...query.getAll("passenger_name")].map((name) =>
    name.toLowerCase(),
  );
  return [
    ...Object.entries(TEXT_FILTERS).flatMap(([name, filter]) => {
      const text = query.get(name);
      return text === null ? [] : [(order: Order) => filter(text, order)];
    }),
    ...Object.entries(BOOLEAN_FILTERS).flatMap(([name, filter]) => {
      const wanted = booleanParam(query, name);
      return wanted === undefined ? [] : [(order: Order) => filter(order) === wanted];
    }),
    ...(names.length === 0 ? [] : [(order: Order) => names.some((name) => isNamed(order, name))]),
  ];
};

const NEVER = Number.MAX_SAFE_INTEGER;

/** Filters and sorts orders by the parameters of a list request. */
const selectOrders = (orders: readonly Order[], query: URLSearchParams, clock: Clock): readonly Order[] => {
  const now = clock.now();
  const filters = filtersIn(query);
  return sortedBy(
    query,
    {
      payment_required_by: (order) => (awaitsPayment(order) ? (order.hold?.payBy ?? NEVER) : NEVER),
      total_amount: ({ total }) => total,
      created_at: ({ booking }) => booking.createdAt,
      next_departure: ({ flights }) =>
        Math.min(NEVER, ...flights.map(({ departureTime }) => Date.parse(departureTime)).filter((at) => at > now)),
    },
    orders.filter((order) => filters.every((filter) => filter(order))),
    (a, b) => (a.id < b.id ? -1 : 1),
  );
};
