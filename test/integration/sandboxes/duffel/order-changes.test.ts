import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { BookedFlight } from "../../../../src/model/booking.ts";
import { type Answered, balance, startOrders } from "./order-fixture.ts";
import { BACK, CALLER, cents, DATE, journey, NOW, refused } from "./sandbox-fixture.ts";

const HOUR = 3_600_000;
const OTHER_DAY = "2026-12-17";

const sandbox = startOrders();
const { get, post, travel, flexible, offersOf, order, hold } = sandbox;
afterEach(() => expect(sandbox.defects).toEqual([]));
afterAll(() => sandbox.close());

const confirm = (what: string, id: string, data?: unknown) => post(`/air/${what}/${id}/actions/confirm`, data);
/** The search that finds only this flight. */
const wishOf = (flight: BookedFlight | undefined) => ({
  ...{ origin: flight?.originCode ?? "", destination: flight?.destinationCode ?? "" },
  ...{ departureDate: flight?.departureTime.slice(0, 10) ?? "", cabin: flight?.cabin ?? "economy" },
  ...({
    party: { adults: 1, children: 0, infants: 0 },
    maxConnections: 0,
    sortBy: "departure",
    maxResults: 50,
  } as const),
});

describe("a held order", () => {
  it("has its seats, no tickets, and a time to pay by", async () => {
    const offer = await flexible("LHR", "JFK");
    const { status, body } = await hold(offer);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: "hold",
      documents: [],
      available_actions: ["cancel", "update"],
      payment_status: {
        awaiting_payment: true,
        payment_required_by: new Date(NOW + 72 * HOUR).toISOString(),
        price_guarantee_expires_at: new Date(NOW + 48 * HOUR).toISOString(),
        paid_at: null,
      },
    });
    const { id, total_amount } = body.data;
    expect(refused(await post("/air/payments", { order_id: id, payment: balance(1) }))[2]).toBe(
      "payment_amount_does_not_match_order_amount",
    );
    const payment = { order_id: id, payment: balance(cents(total_amount)) };
    const paid = await post("/air/payments", payment);
    expect(paid.status).toBe(201);
    expect(paid.body.data).toMatchObject({ order_id: id, amount: total_amount, currency: "USD", type: "balance" });
    expect((await get(`/air/payments/${paid.body.data.id}`)).body.data).toEqual(paid.body.data);
    expect((await get(`/air/payments?order_id=${id}`)).body.data).toEqual([paid.body.data]);
    const after = (await get(`/air/orders/${id}`)).body.data;
    expect(after.documents).toHaveLength(1);
    expect(after.payment_status).toMatchObject({ awaiting_payment: false, paid_at: new Date(NOW).toISOString() });
    expect(refused(await post("/air/payments", payment))).toEqual([422, "invalid_state_error", "already_paid"]);
  });

  it("is paid once, however many pay at once", async () => {
    const { id, total_amount } = (await hold(await flexible("LHR", "BOS"))).body.data;
    const payment = { order_id: id, payment: balance(cents(total_amount)) };
    const answers = await Promise.all([1, 2, 3].map(() => post("/air/payments", payment)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect((await get(`/air/payments?order_id=${id}`)).body.data).toHaveLength(1);
  });

  it("is rejected if the offer requires instant payment, or with a payment", async () => {
    const [soon] = await sandbox.offersOf("LHR", "JFK", journey(["LHR", "JFK", "2026-11-18"]));
    expect(soon.payment_requirements.requires_instant_payment).toBe(true);
    expect((await hold(soon)).body.errors[0].source.pointer).toBe("/type");
    const later = await flexible("LHR", "IAD");
    const given = await hold(later, { payments: [balance(cents(later.total_amount))] });
    expect(given.body.errors[0].source.pointer).toBe("/payments");
    expect((await hold(later, { type: "pay_later" })).body.data.type).toBe("hold");
  });

  it("is cancelled if it is not paid in time", async () => {
    let now = NOW;
    const own = startOrders({ clock: { now: () => now, configured: true }, realTime: () => now });
    const { data } = (await own.hold(await own.flexible("LHR", "JFK", { cabin_class: "first" }))).body;
    const { flights } = await own.travel.retrieveBooking(data.booking_reference, CALLER);
    const seatsLeft = async () =>
      (await own.travel.searchFlights(wishOf(flights[0]), CALLER)).flights.find(
        ({ flightNumber }) => flightNumber === flights[0]?.flightNumber,
      )?.seatsAvailable;
    const left = (await seatsLeft()) as number;
    now += 72 * HOUR - 1;
    expect(await seatsLeft()).toBe(left);
    expect((await own.get(`/air/orders/${data.id}`)).body.data.cancelled_at).toBeNull();
    now += 1;
    const late = await own.post("/air/payments", { order_id: data.id, payment: balance(cents(data.total_amount)) });
    expect(refused(late)).toEqual([422, "invalid_state_error", "past_payment_required_by_date"]);
    const [seen] = (await own.get("/air/orders")).body.data;
    expect(seen).toMatchObject({ cancelled_at: new Date(now).toISOString(), available_actions: ["update"] });
    expect(await own.travel.retrieveBooking(data.booking_reference, CALLER)).toMatchObject({ status: "cancelled" });
    expect(await seatsLeft()).toBe(left + 1);
    await own.close();
  });
});

describe("a cancellation of an order", () => {
  it("is quoted first and confirmed once", async () => {
    const offer = await flexible("JFK", "EWR");
    expect(offer.conditions.refund_before_departure).toMatchObject({ allowed: true, penalty_amount: "0.00" });
    const booked = (await order(offer)).body.data;
    const stale = (await post("/air/order_cancellations", { order_id: booked.id })).body.data;
    const quote = await post("/air/order_cancellations", { order_id: booked.id });
    expect(quote.status).toBe(201);
    expect(quote.body.data).toMatchObject({
      ...{ order_id: booked.id, refund_to: "balance", refund_amount: booked.total_amount, refund_currency: "USD" },
      ...{ confirmed_at: null, expires_at: new Date(NOW + HOUR).toISOString(), airline_credits: [] },
    });
    const { id } = quote.body.data;
    expect((await get(`/air/order_cancellations/${id}`)).body.data).toEqual(quote.body.data);
    expect((await get(`/air/order_cancellations?order_id=${booked.id}`)).body.data).toHaveLength(2);
    expect((await confirm("order_cancellations", stale.id)).status).toBe(422);
    const done = await confirm("order_cancellations", id);
    expect(done.status).toBe(200);
    expect(done.body.data).toEqual({ ...quote.body.data, confirmed_at: new Date(NOW).toISOString() });
    expect(await travel.retrieveBooking(booked.booking_reference, CALLER)).toMatchObject({ status: "cancelled" });
    const after = (await get(`/air/orders/${booked.id}`)).body.data;
    expect(after).toMatchObject({ available_actions: ["update"], cancellation: done.body.data });
    for (const again of [
      await confirm("order_cancellations", id),
      await post("/air/order_cancellations", { order_id: booked.id }),
    ]) {
      expect(refused(again)).toEqual([422, "invalid_state_error", "already_cancelled"]);
    }
  });

  it("refunds everything until the void window ends, and then by the fare conditions", async () => {
    let now = NOW;
    const own = startOrders({ clock: { now: () => now, configured: true } });
    const strict = (await own.offersOf("LHR", "LAX")).find(
      ({ conditions }) => !conditions.refund_before_departure.allowed,
    );
    const paid = (await own.order(strict)).body.data;
    expect(paid.void_window_ends_at).toBe(new Date(NOW + 24 * HOUR).toISOString());
    const all = (await own.post("/air/order_cancellations", { order_id: paid.id })).body.data;
    expect(all).toMatchObject({ refund_amount: paid.total_amount, refund_to: "balance" });
    now += 24 * HOUR;
    const none = (await own.post("/air/order_cancellations", { order_id: paid.id })).body.data;
    expect(none).toMatchObject({ refund_amount: "0.00", refund_to: "balance" });
    expect((await own.post(`/air/order_cancellations/${none.id}/actions/confirm`, undefined)).status).toBe(200);
    const { payment } = await own.travel.retrieveBooking(paid.booking_reference, CALLER);
    const total = cents(paid.total_amount);
    expect(payment).toMatchObject({ charged: total, fees: total, paid: total, refunded: 0, due: 0 });
    await own.close();
  });

  it("refunds nothing that was not paid", async () => {
    const held = (await hold(await flexible("LHR", "SFO"))).body.data;
    const quote = (await post("/air/order_cancellations", { order_id: held.id })).body.data;
    expect(quote).toMatchObject({ refund_amount: "0.00", refund_to: "awaiting_payment" });
    expect((await confirm("order_cancellations", quote.id)).status).toBe(200);
    const late = await post("/air/payments", { order_id: held.id, payment: balance(cents(held.total_amount)) });
    expect(refused(late)[2]).toBe("already_cancelled");
  });

  it("expires after an hour without confirmation", async () => {
    let now = NOW;
    const own = startOrders({ clock: { now: () => now, configured: true } });
    const { id } = (await own.order(await own.flexible("LHR", "JFK"))).body.data;
    const quote = (await own.post("/air/order_cancellations", { order_id: id })).body.data;
    now += HOUR;
    expect((await own.post(`/air/order_cancellations/${quote.id}/actions/confirm`, undefined)).status).toBe(422);
    expect((await own.get(`/air/orders/${id}`)).body.data.cancelled_at).toBeNull();
    await own.close();
  });
});

describe("a change of an order's flights", () => {
  const askFor = (booked: Answered, add: object = {}, slice = 0) =>
    post("/air/order_change_requests", {
      order_id: booked.id,
      slices: {
        remove: [{ slice_id: booked.slices[slice].id }],
        add: [{ origin: "LHR", destination: "JFK", departure_date: OTHER_DAY, cabin_class: "economy", ...add }],
      },
    });

  it("is requested, selected, confirmed and paid once, and appears on the PNR", async () => {
    const booked = (await order(await flexible("LHR", "JFK", { cabin_class: "premium_economy" }))).body.data;
    const asked = await askFor(booked, { cabin_class: "business" });
    expect(asked.status).toBe(201);
    const offers: Answered[] = asked.body.data.order_change_offers;
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.length).toBeLessThanOrEqual(9);
    expect((await get(`/air/order_change_requests/${asked.body.data.id}`)).body.data).toEqual(asked.body.data);
    const list = `/air/order_change_offers?order_change_request_id=${asked.body.data.id}`;
    expect((await get(list)).body.data).toEqual(offers);
    const [offer] = (await get(`${list}&sort=-change_total_amount`)).body.data;
    expect((await get(`/air/order_change_offers/${offer.id}`)).body.data).toEqual(offer);
    expect(offer.slices.remove[0].id).toBe(booked.slices[0].id);
    expect(offer.slices.add[0].segments[0].departing_at.slice(0, 10)).toBe(OTHER_DAY);

    const pending = await post("/air/order_changes", { selected_order_change_offer: offer.id });
    expect(pending.status).toBe(201);
    const change = pending.body.data;
    expect(change).toMatchObject({
      order_id: booked.id,
      confirmed_at: null,
      penalty_total_amount: offer.penalty_amount,
    });
    const due = cents(change.change_total_amount);
    expect(due).toBeGreaterThan(0);
    for (const payment of [undefined, { payment: balance(due + 1) }]) {
      expect([400, 422]).toContain((await confirm("order_changes", change.id, payment)).status);
    }
    expect((await get(`/air/orders/${booked.id}`)).body.data).toEqual(booked);
    const done = await confirm("order_changes", change.id, { payment: balance(due) });
    expect(done.status).toBe(200);
    expect(done.body.data).toEqual({ ...change, confirmed_at: new Date(NOW).toISOString() });
    expect((await get(`/air/order_changes/${change.id}`)).body.data).toEqual(done.body.data);

    const after = (await get(`/air/orders/${booked.id}`)).body.data;
    // The penalty is in the change, and not in the total.
    expect(cents(after.total_amount)).toBe(cents(booked.total_amount) + due - cents(offer.penalty_amount));
    expect(after.total_amount).toBe(offer.new_total_amount);
    expect(after.slices.map(({ id }: Answered) => id)).toEqual([offer.slices.add[0].id]);
    expect(after).toMatchObject({ available_actions: ["cancel", "update"], changes: [{ id: change.id }] });
    expect(after.documents[0].unique_identifier).not.toBe(booked.documents[0].unique_identifier);
    const pnr = await travel.retrieveBooking(booked.booking_reference, CALLER);
    expect(pnr.flights.map(({ departureTime }) => departureTime.slice(0, 19))).toEqual([
      after.slices[0].segments[0].departing_at,
    ]);
    expect(refused(await confirm("order_changes", change.id, { payment: balance(due) }))[2]).toBe("already_confirmed");
    expect(refused(await askFor(after))).toEqual([422, "invalid_state_error", "order_not_changeable"]);
  });

  it("to cheaper flights refunds the difference if the fare is refundable", async () => {
    const offers = await offersOf("LHR", "JFK", { cabin_class: "first" });
    const dear = offers.findLast(
      ({ owner, slices }) => owner.iata_code !== "ZZ" && slices[0].fare_brand_name === "First Flex",
    );
    const booked = (await order(dear)).body.data;
    expect(booked.conditions.refund_before_departure.allowed).toBe(true);
    const [offer] = (await askFor(booked)).body.data.order_change_offers;
    expect(offer).toMatchObject({ refund_to: "original_form_of_payment" });
    const back = -cents(offer.change_total_amount);
    expect(back).toBeGreaterThan(0);
    const change = (await post("/air/order_changes", { selected_order_change_offer: offer.id })).body.data;
    expect((await confirm("order_changes", change.id, {})).status).toBe(200);
    const after = (await get(`/air/orders/${booked.id}`)).body.data;
    expect(cents(after.total_amount)).toBe(cents(booked.total_amount) - back);
    expect(cents(after.total_amount)).toBe(cents(offer.new_total_amount));
  });

  it("moves bags along on the same airline and keeps the others", async () => {
    const { body } = await post("/air/offer_requests", journey(["LHR", "JFK", DATE], ["JFK", "LHR", BACK]));
    const { data: offers } = (await get(`/air/offers?offer_request_id=${body.data.id}&limit=200`)).body;
    const offer = offers.find(({ conditions }: Answered) => conditions.change_before_departure.allowed);
    const { data } = (await get(`/air/offers/${offer.id}?return_available_services=true`)).body;
    const bags: Answered[] = data.available_services;
    const services = bags.map(({ id }) => ({ id, quantity: 1 }));
    const extras = bags.reduce((sum, bag) => sum + cents(bag.total_amount), 0);
    const payments = [balance(cents(offer.total_amount) + extras)];
    const booked = (await order(offer, { services, payments })).body.data;
    expect(booked.services).toHaveLength(2);
    const asked = (await askFor(booked)).body.data;
    const [choice] = asked.order_change_offers;
    const change = (await post("/air/order_changes", { selected_order_change_offer: choice.id })).body.data;
    const due = cents(change.change_total_amount);
    expect((await confirm("order_changes", change.id, due > 0 ? { payment: balance(due) } : {})).status).toBe(200);
    const after = (await get(`/air/orders/${booked.id}`)).body.data;
    expect(after.slices.map(({ id }: Answered) => id)).toEqual([choice.slices.add[0].id, booked.slices[1].id]);
    const [moved, kept] = [...after.services].reverse();
    expect(kept).toEqual(booked.services[1]);
    expect(moved).toMatchObject({
      ...{ type: "baggage", total_amount: booked.services[0].total_amount },
      segment_ids: choice.slices.add[0].segments.map(({ id }: Answered) => id),
    });
    expect(after.total_amount).toBe(choice.new_total_amount);
    const pnr = await travel.retrieveBooking(booked.booking_reference, CALLER);
    expect(pnr.totalPrice).toBe(cents(after.total_amount));
    expect(pnr.extras).toHaveLength(2);
  });

  it("is rejected with a pointer to the field, or if the fare forbids it", async () => {
    const booked = (await order(await flexible("LHR", "MIA"))).body.data;
    const pointers = async (add: object) => (await askFor(booked, add)).body.errors[0].source.pointer;
    expect(await pointers({ destination: "XXX" })).toBe("/slices/add/0/destination");
    expect(await pointers({ departure_date: "2026-11-01" })).toBe("/slices/add/0/departure_date");
    expect(await pointers({ cabin_class: "cargo" })).toBe("/slices/add/0/cabin_class");
    const other = { ...booked, slices: [{ id: "sli_0000000000000000000000" }] };
    expect((await askFor(other)).body.errors[0].source.pointer).toBe("/slices/remove/0/slice_id");
    const held = (await hold(await flexible("LHR", "DFW"))).body.data;
    expect(refused(await askFor(held))[2]).toBe("order_not_changeable");
    const strict = (await sandbox.offersOf("JFK", "LAX")).find(
      ({ conditions }) => !conditions.change_before_departure.allowed,
    );
    expect(refused(await askFor((await order(strict)).body.data))[2]).toBe("order_not_changeable");
  });

  it("is one write of the PNR, so that a process that dies cannot make half of it", async () => {
    const own = startOrders();
    const booked = (await own.order(await own.flexible("LHR", "JFK"))).body.data;
    const asked = await own.post("/air/order_change_requests", {
      order_id: booked.id,
      slices: {
        remove: [{ slice_id: booked.slices[0].id }],
        add: [{ origin: "LHR", destination: "JFK", departure_date: OTHER_DAY }],
      },
    });
    const [offer] = asked.body.data.order_change_offers;
    const change = (await own.post("/air/order_changes", { selected_order_change_offer: offer.id })).body.data;
    const put = own.store.put.bind(own.store);
    own.store.put = async (key, ...rest) => {
      if (key.startsWith("duffel:order:")) throw new Error("killed");
      return put(key, ...rest);
    };
    const due = cents(change.change_total_amount);
    const payment = due > 0 ? { payment: balance(due) } : {};
    expect((await own.post(`/air/order_changes/${change.id}/actions/confirm`, payment)).status).toBe(200);
    const seen = (await own.get(`/air/orders/${booked.id}`)).body.data;
    expect(seen.slices[0].id).toBe(offer.slices.add[0].id);
    expect(seen.total_amount).toBe(offer.new_total_amount);
    expect(seen.changes).toHaveLength(1);
    await own.close();
  });
});

describe("changes by the airline", () => {
  it("appear at every read on the magic route, and only the latest can be accepted", async () => {
    const [offer] = await sandbox.offersOf("LHR", "LTN");
    const booked = (await order(offer)).body.data;
    const list = async () => (await get(`/air/airline_initiated_changes?order_id=${booked.id}`)).body.data;
    expect(booked.airline_initiated_changes).toEqual([]);
    const [first] = await list();
    const at = (slices: Answered): string => slices[0].segments[0].departing_at;
    expect(Date.parse(`${at(first.added)}Z`) - Date.parse(`${at(first.removed)}Z`)).toBe(HOUR);
    expect(at(first.removed)).toBe(at(booked.slices));
    const both = await list();
    expect(both).toHaveLength(2);
    expect(both.map(({ available_actions }: Answered) => available_actions.length > 0)).toEqual([false, true]);
    const act = (id: string) => post(`/air/airline_initiated_changes/${id}/actions/accept`, undefined);
    expect(refused(await act(first.id))).toEqual([422, "invalid_state_error", "stale_airline_initiated_change_accept"]);
    const accepted = await act(both[1].id);
    expect(accepted.body.data).toMatchObject({ action_taken: "accepted", available_actions: [] });
    expect((await act(both[1].id)).status).toBe(422);
    const after = (await get(`/air/orders/${booked.id}`)).body.data;
    expect(at(after.slices)).toBe(at(both[1].added));
    expect(after.airline_initiated_changes).toHaveLength(2);
    const third = (await list())[2];
    const noted = await sandbox.patch(`/air/airline_initiated_changes/${third.id}`, { action_taken: "changed" });
    expect(noted.body.data.action_taken).toBe("changed");
    expect((await sandbox.patch(`/air/airline_initiated_changes/${third.id}`, { action_taken: "no" })).status).toBe(
      422,
    );
  });

  it("do not affect other orders, unless selected by header", async () => {
    const booked = (await order(await flexible("LHR", "YYZ"))).body.data;
    const url = `/air/airline_initiated_changes?order_id=${booked.id}`;
    expect((await get(url)).body.data).toEqual([]);
    expect((await get(url, sandbox.withScenario("schedule_changes"))).body.data).toHaveLength(1);
    expect((await get("/air/airline_initiated_changes")).body.data.length).toBeGreaterThan(0);
  });
});
