import { type Booking, PNR_PATTERN } from "../../../model/booking.ts";
import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import { notFound } from "../problems.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { orderOfBooking } from "./booked-order.ts";
import { withMadeChanges } from "./order-changes.ts";
import { orderId, pnrIn } from "./order-ids.ts";
import type { OrderRecord } from "./order-record.ts";
import { isAwaitingPayment, isCancelled, type Order } from "./order-view.ts";

/** Orders, each found from its PNR: those made here, and whatever else was booked. */
export interface Orders {
  /** Throws Duffel's 404. */
  find(id: string, caller: Caller): Promise<Order>;
  /** The order that something with this prefix in its id is about; throws Duffel's 404. */
  findAbout(prefix: string, id: string, caller: Caller): Promise<Order>;
  findByReference(pnr: string, caller: Caller): Promise<Order | undefined>;
  /** Of one account, newest first: what it ordered, what its session booked, and what it looked up before. */
  list(caller: Caller): Promise<readonly Order[]>;
  /** False if the booking has an order already. Survives a kill -9 once it resolves. */
  create(record: OrderRecord, booking: Booking, caller: Caller): Promise<boolean>;
  /** Applies `edit` to the newest version, again if somebody else was faster; survives a kill -9 once it resolves. */
  change(order: Order, edit: (order: Order) => OrderRecord, caller: Caller): Promise<Order>;
}

const REFERENCE = new RegExp(PNR_PATTERN);

export const createOrders = (
  context: Pick<SandboxContext, "store" | "travel" | "clock" | "reference" | "places">,
): Orders => {
  const { store, travel, clock } = context;

  const read = async (booking: Booking, { tenant }: Caller): Promise<{ order: Order; version: number }> => {
    const found = await store.get(keys.duffelOrder(tenant, booking.pnr));
    const stored = found?.value as unknown as OrderRecord | undefined;
    const record = withMadeChanges(stored ?? orderOfBooking(booking, context), booking);
    return { order: { id: orderId(booking.pnr), record, booking }, version: found?.version ?? 0 };
  };

  const write = (record: OrderRecord, booking: Booking, ifVersion: number, { tenant }: Caller) =>
    store.put(keys.duffelOrder(tenant, booking.pnr), record as unknown as RecordValue, {
      ifVersion,
      durable: true,
      expiresAt: booking.expiresAt,
    });

  /** Nobody paid in time: the airline takes the seats back when somebody next asks. */
  const withoutOverdue = async (order: Order, caller: Caller): Promise<Order> => {
    const { record, booking } = order;
    const isOverdue = record.hold !== null && record.hold.payBy <= clock.now();
    if (!isOverdue || !isAwaitingPayment(order) || isCancelled(order)) return order;
    try {
      return { ...order, booking: await travel.cancelBooking(booking.pnr, "Not paid in time", caller) };
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "rule") throw error;
      return { ...order, booking: await travel.retrieveBooking(booking.pnr, caller) };
    }
  };

  const ofBooking = async (booking: Booking, caller: Caller): Promise<Order> =>
    withoutOverdue((await read(booking, caller)).order, caller);

  const bookingOf = async (pnr: string, caller: Caller): Promise<Booking | undefined> => {
    try {
      const booking = await travel.retrieveBooking(pnr, caller);
      return booking.flights.length > 0 ? booking : undefined;
    } catch (error) {
      if (error instanceof Failure && error.kind === "not_found") return undefined;
      throw error;
    }
  };

  const listKey = (caller: Caller): string => keys.duffel(caller.tenant, caller.sessionId, "orders");
  const remember = ({ pnr, expiresAt }: Booking, caller: Caller) =>
    store.addMember(listKey(caller), pnr, { expiresAt });

  const findByPnr = async (pnr: string, caller: Caller): Promise<Order | undefined> => {
    const booking = await bookingOf(pnr, caller);
    if (booking === undefined) return undefined;
    if (booking.sessionId !== caller.sessionId) await remember(booking, caller);
    return ofBooking(booking, caller);
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
      const known = new Set(mine.map(({ pnr }) => pnr));
      const others = (await store.members(listKey(caller))).filter((pnr) => !known.has(pnr));
      const found = await Promise.all(others.map((pnr) => bookingOf(pnr, caller)));
      const bookings = [...mine, ...found].filter((booking) => booking !== undefined && booking.flights.length > 0);
      const orders = await Promise.all(bookings.map((booking) => ofBooking(booking as Booking, caller)));
      return orders.sort((a, b) => b.record.createdAt - a.record.createdAt || (a.id < b.id ? -1 : 1));
    },

    async create(record, booking, caller) {
      // In this order, because what is durable takes with it what was written before.
      await remember(booking, caller);
      return (await write(record, booking, 0, caller)) !== undefined;
    },

    async change({ booking: { pnr } }, edit, caller) {
      for (;;) {
        const booking = await bookingOf(pnr, caller);
        if (booking === undefined) throw notFound("The order");
        const { order, version } = await read(booking, caller);
        const record = edit(order);
        if (record === order.record) return order;
        if ((await write(record, booking, version, caller)) !== undefined) return { ...order, record };
      }
    },
  };
};
