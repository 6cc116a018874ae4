import { type Booking, PNR_PATTERN } from "../../../model/booking.ts";
import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import { notFound } from "../duffel-error.ts";
import { orderId, pnrIn } from "../ids.ts";
import { accountKey, type SandboxContext } from "../sandbox-context.ts";
import type { Background } from "./background.ts";
import { orderOfBooking } from "./booked-order.ts";
import {
  type BookedSlice,
  isAwaitingPayment,
  isCancelled,
  type Order,
  type OrderChange,
  type OrderRecord,
} from "./order.ts";
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

  /** Cancels a held order that was not paid in time, the next time that it is read. */
  const cancelIfOverdue = async (order: Order, caller: Caller): Promise<Order> => {
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

  const orderOf = async (booking: Booking, caller: Caller): Promise<Order> =>
    cancelIfOverdue((await read(booking, caller)).order, caller);

  const bookingOf = async (pnr: string, caller: Caller): Promise<Booking | undefined> => {
    try {
      const booking = await travel.retrieveBooking(pnr, caller);
      return booking.flights.length > 0 ? booking : undefined;
    } catch (error) {
      if (error instanceof Failure && error.kind === "not_found") return undefined;
      throw error;
    }
  };

  const listKey = (caller: Caller): string => accountKey(caller, "orders");
  const remember = ({ pnr, expiresAt }: Booking, caller: Caller) =>
    store.addMember(listKey(caller), pnr, { expiresAt });

  const findByPnr = async (pnr: string, caller: Caller): Promise<Order | undefined> => {
    const booking = await bookingOf(pnr, caller);
    if (booking === undefined) return undefined;
    if (booking.sessionId !== caller.sessionId) await remember(booking, caller);
    return orderOf(booking, caller);
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
      const orders = await Promise.all(bookings.map((booking) => orderOf(booking as Booking, caller)));
      return orders.sort((a, b) => b.record.createdAt - a.record.createdAt || (a.id < b.id ? -1 : 1));
    },

    async create(record, booking, caller) {
      // In this order: a durable write also makes earlier writes durable.
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

/** Adds a change that the booking has but the record misses because the process died in between. */
const withMadeChanges = (record: OrderRecord, booking: Booking): OrderRecord => {
  const made = record.changes.find((change) => change.confirmedAt === null && isMade(change, booking));
  return made === undefined ? record : withChange(record, made, booking);
};

/** A cancelled booking keeps its flights. */
const isMade = ({ added, removed }: OrderChange, { flights }: Booking): boolean => {
  const held = new Set(flights.map(({ id }) => id));
  const flightsOf = (slices: readonly BookedSlice[]): string[] => slices.flatMap(({ flightIds }) => flightIds);
  const leaving = flightsOf(removed).filter((id) => !flightsOf(added).includes(id));
  return flightsOf(added).every((id) => held.has(id)) && !leaving.some((id) => held.has(id));
};

/** Services of removed flights are removed with them. */
const withChange = (record: OrderRecord, change: OrderChange, { flights, lastModified }: Booking): OrderRecord => {
  const gone = new Set(change.removed.map(({ wire }) => wire.id));
  const goneSegments = new Set(change.removed.flatMap(({ wire }) => wire.segments.map(({ id }) => id)));
  const kept = record.slices.filter(({ wire }) => !gone.has(wire.id));
  const position = ({ flightIds }: BookedSlice): number => flights.findIndex(({ id }) => id === flightIds[0]);
  return {
    ...record,
    slices: [...kept, ...change.added].sort((a, b) => position(a) - position(b)),
    services: record.services.filter(({ segment_ids }) => !segment_ids.some((id) => goneSegments.has(id))),
    base: record.base + change.changeTotal,
    total: record.total + change.changeTotal,
    changes: record.changes.map((other) => (other.id === change.id ? { ...other, confirmedAt: lastModified } : other)),
  };
};
