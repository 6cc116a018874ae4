import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type Answered, balance, startOrders } from "./order-fixture.ts";
import { CALLER, cents, NOW, refused } from "./sandbox-fixture.ts";

const sandbox = startOrders();
const { get, post, offersOf, flexible, order } = sandbox;
afterEach(() => expect(sandbox.defects).toEqual([]));
afterAll(() => sandbox.close());

const ordersOf = async (offer: Answered): Promise<Answered[]> =>
  (await get(`/air/orders?offer_id=${offer.id}`)).body.data;

describe("Duffel order scenarios", () => {
  const REFUSALS = [
    ["order_creation_fails", ["LHR", "LGW"], [502, "airline_error", "airline_unknown"]],
    ["insufficient_balance", ["LGW", "STN"], [422, "invalid_state_error", "insufficient_balance"]],
    ["price_rises", ["LHR", "STN"], [422, "validation_error", "payment_amount_does_not_match_order_amount"]],
    ["offer_no_longer_available", ["LGW", "LHR"], [422, "airline_error", "offer_no_longer_available"]],
  ] as const;

  it.each(REFUSALS)(
    "reject the order of %s on its magic route and keep none",
    async (_scenario, [from, to], expected) => {
      const [offer] = await offersOf(from, to);
      expect(refused(await order(offer))).toEqual(expected);
      expect(await ordersOf(offer)).toEqual([]);
      for await (const key of sandbox.store.scan("pnr:")) throw new Error(`${key} was left behind`);
    },
  );

  it("can be selected by header, and unknown ones are rejected", async () => {
    const offer = await flexible("LHR", "JFK");
    for (const [scenario, , expected] of REFUSALS) {
      expect(refused(await order(offer, {}, scenario)), scenario).toEqual(expected);
    }
    expect((await order(offer, {}, "hijacking")).status).toBe(400);
    expect((await order(offer)).status).toBe(201);
  });

  it("price_rises sells at the price read last", async () => {
    const [offer] = await offersOf("LHR", "STN", { cabin_class: "business" });
    const read = (await get(`/air/offers/${offer.id}`)).body.data;
    const { status, body } = await order(offer, { payments: [balance(cents(read.total_amount))] });
    expect([status, body.data.total_amount]).toEqual([201, read.total_amount]);
  });

  it("insufficient_balance does not stop a card, and stops the payment of a hold", async () => {
    const [offer] = await offersOf("LGW", "STN", { cabin_class: "business" });
    const card = { ...balance(cents(offer.total_amount)), type: "card", three_d_secure_session_id: "3ds_1" };
    expect((await order(offer, { payments: [card] })).status).toBe(201);
    const [other] = await offersOf("LGW", "STN", { cabin_class: "first" });
    const held = (await sandbox.hold(other)).body.data;
    const payment = { order_id: held.id, payment: balance(cents(held.total_amount)) };
    expect(refused(await post("/air/payments", payment))[2]).toBe("insufficient_balance");
  });

  it("airline_credit_refund refunds a credit, with a code after confirmation", async () => {
    const [offer] = await offersOf("LTN", "SYD");
    const booked = (await order(offer)).body.data;
    const quote = (await post("/air/order_cancellations", { order_id: booked.id })).body.data;
    expect(quote).toMatchObject({ refund_to: "airline_credits", refund_amount: booked.total_amount });
    expect(quote.airline_credits).toMatchObject([{ credit_amount: booked.total_amount, credit_code: null }]);
    const done = (await post(`/air/order_cancellations/${quote.id}/actions/confirm`, undefined)).body.data;
    expect(done.airline_credits[0].credit_code).toMatch(/^\d{13}$/);
    expect(done.airline_credits[0].issued_on).toBe(new Date(NOW).toISOString().slice(0, 10));
  });

  it("airline_credit_refund gives back a fare that is not refunded otherwise, and the PNR has the same credit", async () => {
    const time = { now: NOW };
    const later = startOrders({ clock: { now: () => time.now, configured: true } });
    const offer = (await later.offersOf("JFK", "LAX")).find((one) => !one.conditions.refund_before_departure.allowed);
    const booked = (await later.order(offer)).body.data;
    time.now += 25 * 3_600_000;
    const scenario = later.withScenario("airline_credit_refund");
    const quote = (await later.post("/air/order_cancellations", { order_id: booked.id }, scenario)).body.data;
    const { status } = await later.post(`/air/order_cancellations/${quote.id}/actions/confirm`, undefined);
    expect([status, quote.airline_credits[0].credit_amount]).toEqual([200, booked.total_amount]);
    const { payment } = await later.travel.retrieveBooking(booked.booking_reference, CALLER);
    expect(payment).toMatchObject({ charged: 0, fees: 0, credited: cents(booked.total_amount), due: 0 });
    await later.close();
  });

  it("async_order_200 returns an order at once, async_order_202 by webhook later", async () => {
    const [quick] = await offersOf("LTN", "STN");
    const first = await order(quick);
    expect([first.status, first.body.data.offer_id]).toEqual([200, quick.id]);
    const [slow] = await offersOf("SEN", "STN");
    const second = await order(slow, { metadata: { mine: "1" } });
    expect(second.status).toBe(202);
    expect(second.body.data).toMatchObject({ offer_id: slow.id, metadata: { mine: "1" } });
    expect(await ordersOf(slow)).toHaveLength(1);
  });
});
