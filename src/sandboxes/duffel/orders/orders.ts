import { type Booking, PNR_PATTERN } from "../../../model/booking.ts";
import type { Caller } from "../../../model/caller.ts";
import { keys } from "../../../model/keys.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import { notFound } from "../duffel-error.ts";
import { pnrIn } from "../ids.ts";
import { accountKey, type SandboxContext } from "../sandbox-context.ts";
import type { Background } from "./background.ts";
import type { Order, OrderRecord } from "./order.ts";
import { emptyRecord, orderOfBooking } from "./order-of-booking.ts";
import type { Webhooks } from "./webhooks.ts";

/** What the routes of orders work with. */
export interface OrderContext extends SandboxContext {
  readonly orders: Orders;
  readonly webhooks: Webhooks;
  readonly background: Background;
}

/** Orders, each found by its PNR: those made here, and bookings made outside the sandbox. */
export interface Orders {
  /** Throws Duffel's 404. */
  find(id: string, caller: Caller): Promise<Order>;
  /** Finds the order of an ID with this prefix, such as a payment's. Throws Duffel's 404. */
  findAbout(prefix: string, id: string, caller: Caller): Promise<Order>;
  findByReference(pnr: string, caller: Caller): Promise<Order | undefined>;
  /** The orders that the account made, and those it has looked up. Newest first. */
  list(caller: Caller): Promise<readonly Order[]>;
  /** Returns false if the booking already has an order. Durable once it resolves. */
  create(record: OrderRecord, booking: Booking, caller: Caller): Promise<boolean>;
  /** Applies `edit` to the latest version, and again after a conflicting write. Durable once it resolves. */
  change(order: Order, edit: (order: Order) => OrderRecord, caller: Caller): Promise<Order>;
}

const REFERENCE = new RegExp(PNR_PATTERN);

export const createOrders = (
  context: Pick<SandboxContext, "store" | "travel" | "clock" | "reference" | "places">,
): Orders => {
  const { store, travel } = context;

  const read = async (pnr: string, { tenant }: Caller) => {
    const [inspected, found] = await Promise.all([
      travel.inspectBooking(tenant, pnr),
      store.get(keys.duffelOrder(tenant, pnr)),
    ]);
    if (inspected === undefined) return undefined;
    const record = { ...emptyRecord(pnr), ...(found?.value as OrderRecord | undefined) };
    const order = orderOfBooking(inspected, record, context);
    return order && { order, version: found?.version ?? 0 };
  };

  const write = (record: OrderRecord, booking: Booking, ifVersion: number, { tenant }: Caller) =>
    store.put(keys.duffelOrder(tenant, booking.pnr), record as unknown as RecordValue, {
      ifVersion,
      durable: true,
      expiresAt: booking.expiresAt,
    });

  const listKey = (caller: Caller): string => accountKey(caller, "orders");
  const remember = ({ pnr, expiresAt }: Booking, caller: Caller) =>
    store.addMember(listKey(caller), pnr, { expiresAt });

  const findByPnr = async (pnr: string, caller: Caller): Promise<Order | undefined> => {
    const order = (await read(pnr, caller))?.order;
    if (order !== undefined && order.booking.sessionId !== caller.sessionId) await remember(order.booking, caller);
    return order;
  };

  const findAbout = async (prefix: string, id: string, caller: Caller): Promise<Order> => {
    const pnr = pnrIn(prefix, id);
    const order = pnr === undefined ? undefined : await findByPnr(pnr, caller);
    if (order === undefined) throw notFound();
    return order;
  };

  return {
    async find(id, caller) {
      const order = await findAbout("ord", id, caller);
      if (order.id !== id) throw notFound("The order");
      return order;
    },
    findAbout,
    findByReference: async (pnr, caller) => (REFERENCE.test(pnr) ? findByPnr(pnr, caller) : undefined),

    async list(caller) {
      const mine = await travel.listBookings("all", caller);
      const pnrs = new Set([...mine.map(({ pnr }) => pnr), ...(await store.members(listKey(caller)))]);
      const found = await Promise.all([...pnrs].map((pnr) => read(pnr, caller)));
      return found
        .flatMap((one) => (one === undefined ? [] : [one.order]))
        .sort((a, b) => b.booking.createdAt - a.booking.createdAt || (a.id < b.id ? -1 : 1));
    },

    async create(record, booking, caller) {
      // In this order: a durable write also makes earlier writes durable.
      await remember(booking, caller);
      return (await write(record, booking, 0, caller)) !== undefined;
    },

    async change({ booking: { pnr } }, edit, caller) {
      for (;;) {
        const found = await read(pnr, caller);
        if (found === undefined) throw notFound("The order");
        const { order, version } = found;
        const record = edit(order);
        if (record === order.record) return order;
        if ((await write(record, order.booking, version, caller)) !== undefined) {
          return (await read(pnr, caller))?.order ?? { ...order, record };
        }
      }
    },
  };
};
