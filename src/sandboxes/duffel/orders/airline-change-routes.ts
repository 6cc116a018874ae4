import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { notFound } from "../duffel-error.ts";
import { dataOf, oneOfAt } from "../fields.ts";
import { bookingId } from "../ids.ts";
import { get, patch, post, type Route } from "../router.ts";
import { hasLeftOrIsOff, isCancelled, type Order } from "./order.ts";
import { alreadyCancelled, alreadyConfirmed, staleAirlineChange } from "./order-errors.ts";
import { airlineChangesWire } from "./order-view.ts";
import type { ActionTaken, AirlineChangeWire } from "./order-wire.ts";
import type { OrderContext } from "./orders.ts";

const ACTIONS = ["accepted", "cancelled", "changed"] as const;
const HOUR_MINUTES = 60;

/** Tells the webhook of the account whose booking an airline changed, through whichever API. */
export const announceAirlineChanges = ({ travel, orders, webhooks, background }: OrderContext): (() => void) =>
  travel.onDisruption(({ pnr, sessionId, revision }, tenant) => {
    const account: Caller = { tenant, sessionId, transport: "http" };
    background.run("duffel webhook", async () => {
      const order = await orders.findByReference(pnr, account);
      const change = order && airlineChangesWire(order).findLast(({ id }) => id === bookingId("aic", pnr, revision));
      if (change) webhooks.announce("order.airline_initiated_change_detected", change, change.id, account);
    });
  });

/** Schedule changes. In the scenario `schedule_changes`, each read of the list moves the flights by an hour. */
export const airlineChangeRoutes = ({ orders, travel, clock }: OrderContext): readonly Route[] => {
  const moveFlights = async (found: Order, caller: Caller): Promise<Order> => {
    const about = found.flights.filter((flight) => !hasLeftOrIsOff(flight, clock.now())).map(({ id }) => id);
    if (isCancelled(found) || about.length === 0) return found;
    try {
      await travel.disrupt(found.booking.pnr, { kind: "retime", about, minutes: HOUR_MINUTES }, caller.tenant);
    } catch (error) {
      // The flights have moved as often as they can.
      if (error instanceof Failure && error.kind === "rule") return found;
      throw error;
    }
    return orders.find(found.id, caller);
  };

  /** Accepts or declines a change. Works once, and not for a change that a later one replaced. */
  const answer = async (id: string, actionTaken: ActionTaken, caller: Caller): Promise<AirlineChangeWire> => {
    const found = await orders.findAbout("aic", id, caller);
    const change = found.airlineChanges.find((one) => one.id === id);
    if (change === undefined) throw notFound("The airline-initiated change");
    if (change.isReplaced) throw staleAirlineChange();
    if (change.actionTaken !== null) throw alreadyConfirmed("airline-initiated change");
    if (isCancelled(found) && actionTaken !== "cancelled") throw alreadyCancelled();
    const { pnr } = found.booking;
    if (actionTaken === "accepted") await travel.updateBooking({ pnr, acceptNotices: change.noticeIds }, caller);
    // Our own cancellation or change resolves the notices; this is what the agent says to have done elsewhere.
    else {
      const told = { actionTaken, actionTakenAt: clock.now() };
      await orders.change(
        found,
        ({ record }) => ({ ...record, airlineActions: { ...record.airlineActions, [id]: told } }),
        caller,
      );
    }
    const now = await orders.findAbout("aic", id, caller);
    return airlineChangesWire(now).find((one) => one.id === id) as AirlineChangeWire;
  };

  return [
    get("/air/airline_initiated_changes", async ({ query, scenario, caller }) => {
      const orderId = query.get("order_id");
      if (orderId === null) return { data: (await orders.list(caller)).flatMap(airlineChangesWire) };
      const found = await orders.find(orderId, caller);
      const moves = (scenario ?? found.record.scenario) === "schedule_changes";
      return { data: airlineChangesWire(moves ? await moveFlights(found, caller) : found) };
    }),
    post("/air/airline_initiated_changes/:id/actions/accept", async ({ id, caller }) => ({
      data: await answer(id, "accepted", caller),
    })),
    patch("/air/airline_initiated_changes/:id", async ({ id, data, caller }) => {
      const action = oneOfAt(dataOf(data).action_taken, "/action_taken", ACTIONS);
      return { data: await answer(id, action, caller) };
    }),
  ];
};
