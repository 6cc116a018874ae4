import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../src/platform/stores/memory.ts";
import { seatId } from "../../../src/travel/extra-ids.ts";
import type { StoredBooking } from "../../../src/travel/stored-booking.ts";
import { type ToolResult, worked } from "../../fixtures/taxiway.ts";
import { type Answered, balance, orderFor } from "../sandboxes/duffel/order-fixture.ts";
import { cents } from "../sandboxes/duffel/sandbox-fixture.ts";
import { FAULTS, type Fault, failingStore } from "./servicing/failing-store.ts";
import { expectSound } from "./servicing/laws.ts";
import { NINE, openTwoFaces, TENANT, type TwoFaces } from "./servicing/two-faces.ts";

const SESSION = "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11";
const DESK = { tenant: TENANT, sessionId: SESSION, transport: "stdio" } as const;
const PEOPLE = [
  { type: "adult", firstName: "Ada", lastName: "Lovelace" },
  { type: "adult", firstName: "Mary", lastName: "Somerville" },
];
const CONTACT = { contactEmail: "ada@example.com" };
const GUESTS = [{ firstName: "Ada", lastName: "Lovelace" }];
const DAY = { slices: [{ origin: "JFK", destination: "LHR", departure_date: "2027-01-18" }] };
const KEYED = { idempotencyKey: "once" };

/** A call that may be repeated; the arguments of a repeat are the same. */
type Call = (world: TwoFaces) => Promise<{ readonly failed: boolean; readonly answer: Answered }>;

const over = (name: string, input: object): Call => {
  return async (world) => {
    const answer: ToolResult = await world.agent(SESSION).call(name, input);
    return { failed: answer.isError === true, answer };
  };
};
const atDuffel = (url: string, data?: object): Call => {
  return async ({ duffel }) => {
    const { status, body } = await duffel.post(url, data);
    return { failed: status >= 400, answer: body };
  };
};

const search = async (world: TwoFaces, departureDate: string, cabin = "business") => {
  const trip = { origin: "JFK", destination: "LHR", departureDate, cabin, maxConnections: 0, maxResults: 50 };
  const { flights } = worked(await world.agent(SESSION).call("searchFlights", trip));
  return flights.filter(({ seatsAvailable }: Answered) => seatsAvailable > 3);
};

const book = async (world: TwoFaces, more: object = {}): Promise<Answered> => {
  const [flight] = await search(world, "2027-03-10");
  const request = { flightIds: flight.flightIds, passengers: PEOPLE, ...CONTACT, ...more };
  return worked(await world.agent(SESSION).call("bookFlight", request));
};

const hotel = async (world: TwoFaces): Promise<string> => {
  const stay = { cityCode: "LON", checkInDate: "2027-03-12", checkOutDate: "2027-03-14" };
  const { hotels } = worked(await world.agent(SESSION).call("searchHotels", stay));
  return hotels.find(({ status }: Answered) => status === "available").id;
};

const confirmed = async (world: TwoFaces, change: object): Promise<Call> => {
  const { quoteId } = worked(await world.agent(SESSION).call("quoteChange", change));
  return over("confirmChange", { quoteId });
};

const order = async ({ duffel }: TwoFaces, type = "instant"): Promise<Answered> => {
  const offer = await duffel.flexible("JFK", "LHR", DAY);
  const more = type === "hold" ? { type, payments: [] } : {};
  const { status, body } = await duffel.order(offer, more);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
};

/** Every verb that writes bookings, and what has to be there before. A new verb joins here. */
const VERBS: Readonly<Record<string, (world: TwoFaces) => Promise<Call>>> = {
  async bookFlight(world) {
    const [flight] = await search(world, "2027-03-10");
    return over("bookFlight", { flightIds: flight.flightIds, passengers: PEOPLE, ...CONTACT, ...KEYED });
  },
  async "bookFlight on hold"(world) {
    const [flight] = await search(world, "2027-03-10");
    return over("bookFlight", { flightIds: flight.flightIds, passengers: PEOPLE, ...CONTACT, ...KEYED, hold: true });
  },
  bookHotel: async (world) => over("bookHotel", { hotelId: await hotel(world), guests: GUESTS, ...CONTACT, ...KEYED }),
  async "bookHotel on a booking"(world) {
    const { pnr } = await book(world);
    return over("bookHotel", { hotelId: await hotel(world), guests: GUESTS, existingPnr: pnr, ...KEYED });
  },
  async "bookCar on a booking"(world) {
    const { pnr } = await book(world);
    const rental = { pickupDate: "2027-03-12T10:00:00+00:00", dropoffDate: "2027-03-14T08:00:00+00:00" };
    const found = await world.agent(SESSION).call("searchCars", { pickupLocationCode: "LHR", ...rental });
    return over("bookCar", { carId: worked(found).cars[0].id, existingPnr: pnr, ...KEYED });
  },
  async payBooking(world) {
    const { pnr, totalPrice } = await book(world, { hold: true });
    return over("payBooking", { pnr, expectedTotal: totalPrice });
  },
  async "exchange flights"(world) {
    const { pnr, flights } = await book(world);
    const [next] = await search(world, "2027-03-11");
    return confirmed(world, { pnr, remove: [flights[0].id], add: next.flightIds });
  },
  async "add flights"(world) {
    const { pnr } = await book(world);
    const back = { origin: "LHR", destination: "JFK", departureDate: "2027-03-20", maxConnections: 0 };
    const { flights } = worked(await world.agent(SESSION).call("searchFlights", back));
    return confirmed(world, { pnr, add: flights[0].flightIds });
  },
  async "cancel a part"(world) {
    const { pnr } = await book(world);
    const hotelId = await hotel(world);
    await world.agent(SESSION).call("bookHotel", { hotelId, guests: GUESTS, existingPnr: pnr });
    const { flights } = await world.travel.retrieveBooking(pnr, DESK);
    return confirmed(world, { pnr, remove: [flights[0]?.id] });
  },
  "cancel the whole": async (world) => confirmed(world, { pnr: (await book(world)).pnr, remove: ["all"] }),
  "remove a traveller": async (world) => confirmed(world, { pnr: (await book(world)).pnr, remove: ["P2"] }),
  async "buy a seat"(world) {
    const { pnr, flights } = await book(world);
    const { seatMaps } = await world.travel.listExtras({ pnr, kind: "seat" }, DESK);
    const free = seatMaps[0]?.rows.flatMap(({ seats }) => seats).find(({ isTaken, isExit }) => !isTaken && !isExit);
    return confirmed(world, { pnr, add: [seatId(free?.designator ?? "", "P1", flights[0].id)] });
  },
  async "a flight that its airline cancels"(world) {
    const { pnr, flights } = await book(world);
    const doing = { kind: "cancel_flight", about: flights[0].id, cue: "once" } as const;
    return ({ travel }) =>
      travel.disrupt(pnr, doing, TENANT).then(
        (answer) => ({ failed: false, answer }),
        (answer: unknown) => ({ failed: true, answer }),
      );
  },
  async "accept a notice"(world) {
    const { pnr, flights } = await book(world);
    await world.travel.disrupt(pnr, { kind: "retime", about: flights[0].id, minutes: 50 }, TENANT);
    return over("updateBooking", { pnr, acceptNotices: ["N1"] });
  },
  cancelBooking: async (world) => over("cancelBooking", { pnr: (await book(world)).pnr }),
  async updateBooking(world) {
    const { pnr } = await book(world);
    return over("updateBooking", { pnr, travellers: [{ id: "P1", lastName: "Lovelase" }] });
  },
  "an order at Duffel": async ({ duffel }) =>
    atDuffel("/air/orders", orderFor(await duffel.flexible("JFK", "LHR", DAY))),
  async "a payment at Duffel"(world) {
    const { id, total_amount } = await order(world, "hold");
    return atDuffel("/air/payments", { order_id: id, payment: balance(cents(total_amount)) });
  },
  async "a cancellation at Duffel"(world) {
    const { id } = await order(world);
    const quote = (await world.duffel.post("/air/order_cancellations", { order_id: id })).body.data;
    return atDuffel(`/air/order_cancellations/${quote.id}/actions/confirm`);
  },
  async "a change at Duffel"(world) {
    const { id, slices } = await order(world);
    const add = [{ origin: "JFK", destination: "LHR", departure_date: "2027-01-20" }];
    const wish = { order_id: id, slices: { remove: [{ slice_id: slices[0].id }], add } };
    const [offer] = (await world.duffel.post("/air/order_change_requests", wish)).body.data.order_change_offers;
    const selected = { selected_order_change_offer: offer.id };
    const change = (await world.duffel.post("/air/order_changes", selected)).body.data;
    const payment = balance(cents(change.change_total_amount));
    return atDuffel(`/air/order_changes/${change.id}/actions/confirm`, { payment });
  },
};

/** What a booking says, without what differs from one run to the next. */
const summaryOf = ({ status, revision, totalPrice, ledger, flights, hotels, cars, extras, ...one }: StoredBooking) => ({
  ...{ status, revision, totalPrice, operations: one.operations.length, tickets: one.tickets.length },
  ledger: ledger.map(({ kind, amount, about }) => [kind, amount, about]),
  services: [flights, hotels, cars, extras].flat().map(({ id }) => id),
  passengers: one.passengers.map(({ id, firstName, lastName }) => `${id} ${firstName} ${lastName}`),
  stock: one.stock,
});

/** What callers see: no drafts. */
const visible = async (world: TwoFaces) => {
  const all = await Promise.all((await world.pnrs()).map((pnr) => world.stored(pnr)));
  return all.filter(({ draft }) => !draft).map(summaryOf);
};

const prepared = async (name: string) => {
  const time = { now: NINE };
  const memory = createMemoryStore({ now: () => time.now });
  const alive = await openTwoFaces({ store: memory, time });
  const call = await (VERBS[name] as (typeof VERBS)[string])(alive);
  const { arm, store, writes } = failingStore(memory);
  const doomed = await openTwoFaces({ store, time });
  return { time, alive, doomed, call, arm, writes, before: await visible(alive) };
};

/** The state after the verb, and how often it writes. */
const untroubled = async (name: string) => {
  const { alive, doomed, call, arm, writes, before } = await prepared(name);
  arm(Number.MAX_SAFE_INTEGER, "lost before");
  const { failed, answer } = await call(doomed);
  expect(failed, JSON.stringify(answer)).toBe(false);
  await settled();
  const after = await visible(alive);
  expect(after).not.toEqual(before);
  return { after, writes: writes() };
};

/** Until what was not awaited is done. */
const settled = () => sleep(20);

const attempt = async (name: string, at: number, fault: Fault, wanted: unknown): Promise<void> => {
  const { time, alive, doomed, call, arm, before } = await prepared(name);
  const says = `${fault} at write ${at}`;
  arm(at, fault);
  const { failed, answer } = await call(doomed).catch(() => ({ failed: true, answer: undefined }));
  await settled();
  const after = await visible(alive);
  if (!failed) expect(after, `${says}: acknowledged`).toEqual(wanted);
  expect([before, wanted], `${says}: as before, or done`).toContainEqual(after);
  const { carriedOut } = answer?._meta?.["taxiway/error"]?.data ?? {};
  if (carriedOut === false) expect(after, `${says}: said to be undone`).toEqual(before);

  time.now += 20_000;
  const repeat = await call(alive);
  // What cannot be repeated says so.
  if (repeat.failed) expect(after, `${says}: refused again, ${JSON.stringify(repeat.answer)}`).toEqual(wanted);
  expect(await visible(alive), `${says}: once after a repeat`).toEqual(wanted);
  time.now += 20_000;
  await expectSound(alive, alive.agent(SESSION));
};

describe.each(Object.keys(VERBS))("%s with a store that fails", (name) => {
  it.each(FAULTS)("(%s), at any write, is done once or not at all, and loses no stock", async (fault) => {
    const { after, writes } = await untroubled(name);
    expect(writes).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: writes }, (_, at) => attempt(name, at, fault, after)));
  });
});
