import type { Caller } from "../../../model/caller.ts";
import { notFound } from "../duffel-error.ts";
import { dataOf, oneOfAt } from "../fields.ts";
import { bookingId } from "../ids.ts";
import { get, patch, post, type Route } from "../router.ts";
import { type AirlineChange, isCancelled, type Order } from "./order.ts";
import { alreadyCancelled, alreadyConfirmed, staleAirlineChange } from "./order-errors.ts";
import { airlineChangesWire } from "./order-view.ts";
import type { ActionTaken, AirlineChangeWire } from "./order-wire.ts";
import type { OrderContext } from "./orders.ts";

const ACTIONS = ["accepted", "cancelled", "changed"] as const;
/** Two days in steps of an hour. */
const MAX_CHANGES = 48;

/** Schedule changes. In the scenario `schedule_changes`, each read of the list moves the flights by an hour. */
export const airlineChangeRoutes = ({ orders, webhooks, clock }: OrderContext): readonly Route[] => {
  const moveFlights = async (found: Order, caller: Caller): Promise<Order> => {
    const moved = await orders.change(
      found,
      (order) => {
        const { record } = order;
        const { airlineChanges, pnr } = record;
        if (isCancelled(order) || airlineChanges.length >= MAX_CHANGES) return record;
        const now = clock.now();
        const change: AirlineChange = {
          id: bookingId("aic", pnr, airlineChanges.length),
          sliceIds: order.slices.map(({ wire }) => wire.id),
          createdAt: now,
          actionTaken: null,
          actionTakenAt: null,
        };
        return { ...record, airlineChanges: [...airlineChanges, change] };
      },
      caller,
    );
    const latest = airlineChangesWire(moved).at(-1);
    if (latest && moved.record.airlineChanges.length > found.record.airlineChanges.length) {
      webhooks.announce("order.airline_initiated_change_detected", latest, latest.id, caller);
    }
    return moved;
  };

  /** Accepts or declines a change. Works once, and for the latest change only. */
  const answer = async (id: string, actionTaken: ActionTaken, caller: Caller): Promise<AirlineChangeWire> => {
    const found = await orders.findAbout("aic", id, caller);
    const changed = await orders.change(
      found,
      (order) => {
        const { record } = order;
        const change = record.airlineChanges.find((one) => one.id === id);
        if (change === undefined) throw notFound("The airline-initiated change");
        if (record.airlineChanges.at(-1) !== change) throw staleAirlineChange();
        if (change.actionTaken !== null) throw alreadyConfirmed("airline-initiated change");
        if (isCancelled(order) && actionTaken !== "cancelled") throw alreadyCancelled();
        const answered = { ...change, actionTaken, actionTakenAt: clock.now() };
        return { ...record, airlineChanges: [...record.airlineChanges.slice(0, -1), answered] };
      },
      caller,
    );
    return airlineChangesWire(changed).at(-1) as AirlineChangeWire;
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
