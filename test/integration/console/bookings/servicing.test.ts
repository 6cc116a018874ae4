import { describe, expect, it } from "vitest";
import { ADA, HOUR, openBookings } from "./booking-world.ts";

const OUT = "F-ZZ101-20270310-JFKLHR-Y";
const LATER = "F-ZZ101-20270311-JFKLHR-Y";

/** A booking of two travellers, and what the console asks about it. */
const office = async (more: object = {}) => {
  const world = await openBookings();
  const booking = await world.book([OUT], { passengers: [ADA, { ...ADA, firstName: "Grace" }], ...more });
  const post = (verb: string, body: object, tenant = "default") =>
    world.ask("POST", `/bookings/${booking.pnr}/${verb}`, { body, tenant });
  const get = async (path = "") => (await world.ask("GET", `/bookings/${booking.pnr}${path}`)).body;
  return { ...world, booking, post, get };
};

const totals = (amounts: readonly { readonly amount: number }[]) => amounts.reduce((sum, one) => sum + one.amount, 0);

describe("the console changes a booking", () => {
  it("at the price of a quote, once, and shows the ledger and what was done", async () => {
    const { booking, post, get, changes } = await office();
    const { status, body: quote } = await post("quote", { remove: [OUT], add: [LATER] });
    expect(status).toBe(200);
    expect(quote).toMatchObject({ pnr: booking.pnr, refund_to: [], warnings: [] });
    expect((await get()).booking.revision).toBe(0);
    const done = (await post("confirm", { quote_id: quote.quote_id, payment: "card:tok_visa" })).body;
    expect(done.booking).toMatchObject({ revision: 1, totalPrice: quote.new_total });
    expect(done.legs.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [LATER, "confirmed"],
    ]);
    expect(done.operations).toMatchObject([
      {
        revision: 1,
        kind: "exchange",
        removed: [{ id: OUT, title: "ZZ101 JFK–LHR on 2027-03-10" }],
        added: [LATER],
        total: quote.total,
      },
    ]);
    const lines = done.ledger.filter(({ revision }: { revision: number }) => revision === 1);
    const paid = lines.filter(({ kind }: { kind: string }) => kind === "payment");
    expect(totals(paid)).toBe(Math.max(0, quote.total));
    expect((await post("confirm", { quote_id: quote.quote_id })).body.booking.revision).toBe(1);
    expect(changes.length).toBeGreaterThan(0);
  });

  it("refuses the quote of another booking", async () => {
    const { booking, book, post, ask } = await office();
    const other = await book();
    const quote = (await post("quote", { remove: ["all"] })).body;
    const { status, body } = await ask("POST", `/bookings/${other.pnr}/confirm`, {
      body: { quote_id: quote.quote_id },
    });
    expect([status, body.error.field]).toEqual([404, "quote_id"]);
    expect((await ask("GET", `/bookings/${booking.pnr}`)).body.booking.status).toBe("confirmed");
  });

  it("cancels it only at the total that was shown", async () => {
    const { post, get } = await office();
    const { total } = (await post("quote", { remove: ["all"] })).body;
    const moved = await post("cancel", { reason: "Fell ill.", expected_total: total - 1 });
    expect([moved.status, moved.body.error.field]).toEqual([409, "expectedTotal"]);
    expect((await get()).booking.status).toBe("confirmed");
    const { booking, history } = (await post("cancel", { reason: "Fell ill.", expected_total: total })).body;
    expect(booking).toMatchObject({ status: "cancelled", cancellationReason: "Fell ill." });
    expect(booking.payment.refunded).toBe(-total);
    expect(history.at(-1).what).toBe("Cancelled: Fell ill.");
  });

  it("sells a seat from the map, and shows who sits there", async () => {
    const { post, get } = await office();
    const { seat_maps, extras } = await get("/extras");
    const seats = seat_maps[0].rows.flatMap(({ seats }: { seats: object[] }) => seats);
    const free = seats.find(({ state, price }: { state: string; price: number }) => state === "free" && price > 0);
    expect(seats.some(({ state }: { state: string }) => state === "taken")).toBe(true);
    const bag = extras.find(
      ({ kind, traveller }: { kind: string; traveller: string }) => kind === "bag" && traveller === "P2",
    );
    const add = [`X-SEAT-${free.seat}-P1-${OUT}`, bag.id];
    const quote = (await post("quote", { add })).body;
    expect(quote.total).toBe(free.price + bag.price);
    const { booking, legs, display } = (await post("confirm", { quote_id: quote.quote_id })).body;
    expect(booking.extras.map(({ id }: { id: string }) => id).toSorted()).toEqual(add.toSorted());
    expect(legs[0].facts).toContainEqual({ label: "Seats", value: `P1 ${free.seat}` });
    expect(display).toMatch(new RegExp(`^SSR SEAT ZZ HK1 JFKLHR0101Y10MAR\\.${free.seat}/P1`, "m"));
    expect(display).toMatch(/^SSR XBAG ZZ HK1 JFKLHR0101Y10MAR\/P2/m);
    const now = (await get("/extras")).seat_maps[0].rows.flatMap(({ seats }: { seats: object[] }) => seats);
    expect(now).toContainEqual({ seat: free.seat, price: free.price, state: "own", traveller: "P1" });
  });
});

describe("the console and a booking on hold", () => {
  it("shows how long it is kept, pays what is due, and issues tickets", async () => {
    const { booking, ask, post, get } = await office({ hold: true });
    const held = await get();
    expect(held.legs[0].status).toBe("on_hold");
    expect(held.display).toMatch(/^TK {2}TL 04DEC26\/0900Z TEST$/m);
    const listed = (await ask("GET", "/bookings", { query: { status: "pending" } })).body.bookings;
    expect(listed).toMatchObject([{ pnr: booking.pnr, status: "pending", pay_by: "2026-12-04T09:00:00Z" }]);
    const { due } = held.booking.payment;
    expect((await post("pay", { expected_total: due - 1 })).status).toBe(409);
    const declined = await post("pay", { expected_total: due, payment: "card:tok_declined" });
    expect([declined.status, declined.body.error.field]).toEqual([409, "payment"]);
    const paid = (await post("pay", { expected_total: due, payment: "card:tok_visa" })).body;
    expect(paid.booking).toMatchObject({ status: "confirmed", payment: { due: 0, paid: due } });
    expect(paid.display).toMatch(/^TKT \d{3}-\d{10}\/P1\/O$/m);
    expect(paid.display).toContain(`FP  CCTOK_VISA/USD${(due / 100).toFixed(2)}`);
  });

  it("shows that it lapsed", async () => {
    const { pass, get, ask } = await office({ hold: true });
    pass(72 * HOUR);
    expect((await get()).booking).toMatchObject({ status: "cancelled", cancellationReason: "Not paid in time" });
    expect((await ask("GET", "/bookings", { query: { status: "pending" } })).body.bookings).toEqual([]);
  });
});

describe("what suppliers changed", () => {
  it("is counted in the list, named on the segment, and accepted", async () => {
    const { post, get, ask } = await office();
    await post("disrupt", { kind: "retime", about: OUT, minutes: 50 });
    expect((await get()).legs[0].status).toBe("new_times");
    expect((await get()).display).toMatch(/JFKLHR TK2/);
    expect((await ask("GET", "/bookings")).body.bookings[0].open_notices).toBe(1);
    const { legs, booking } = (await post("accept", { notices: ["N1"] })).body;
    expect([legs[0].status, booking.notices[0].resolved]).toEqual(["confirmed", "accepted"]);
    expect((await ask("GET", "/bookings")).body.bookings[0]).not.toHaveProperty("open_notices");
  });

  it("cancels a flight, which stays on the booking until it is exchanged free of charge", async () => {
    const { post, get } = await office();
    await post("disrupt", { kind: "cancel_flight", about: OUT });
    expect((await get()).legs[0].status).toBe("cancelled_by_airline");
    const quote = (await post("quote", { remove: [OUT], add: [LATER] })).body;
    expect(quote.total).toBe(0);
    const { booking } = (await post("confirm", { quote_id: quote.quote_id })).body;
    expect(booking.notices).toMatchObject([{ id: "N1", resolved: "rebooked" }]);
  });
});

it.each([
  ["GET", "/extras", undefined],
  ["POST", "/quote", { remove: ["all"] }],
  ["POST", "/confirm", { quote_id: "Q-AAAAAA-AAAAAA" }],
  ["POST", "/pay", { expected_total: 1 }],
  ["POST", "/accept", { notices: ["N1"] }],
  ["POST", "/cancel", {}],
  ["POST", "/disrupt", { kind: "cancel_flight", about: OUT }],
] as const)("%s %s does not know bookings of another tenant", async (method, path, body) => {
  const { ask, booking } = await office();
  const asked = (pnr: string) => ask(method, `/bookings/${pnr}${path}`, { tenant: "acme", body });
  const [its, none] = [await asked(booking.pnr), await asked("TEST-ZZZZZZ")];
  expect(its.status).toBe(404);
  expect(JSON.stringify(its).replaceAll(booking.pnr, "TEST-ZZZZZZ")).toBe(JSON.stringify(none));
});
