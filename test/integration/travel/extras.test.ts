import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openLmdbStore } from "../../../src/platform/stores/lmdb.ts";
import { balanced } from "../../../src/travel/ledger.ts";
import { refusal, worked } from "../../fixtures/taxiway.ts";
import { balance, orderFor } from "../sandboxes/duffel/order-fixture.ts";
import { cents } from "../sandboxes/duffel/sandbox-fixture.ts";
import { HOUR, NINE, openTwoFaces, type TwoFaces } from "./servicing/two-faces.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are the thing under test
type Answered = any;

const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" };
const MARY = { type: "adult", firstName: "Mary", lastName: "Somerville" };
const CHILD = { type: "child", firstName: "Tom", lastName: "Somerville" };
const BABY = { type: "infant", firstName: "Ann", lastName: "Lovelace" };
const CONTACT = { contactEmail: "ada@example.com" };
const SESSION = "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11";
const OTHER = "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b12";

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const open = async (options: Parameters<typeof openTwoFaces>[0] = {}) => {
  const world = await openTwoFaces(options);
  opened.push(() => world.close());
  const clientOf = (session: string) => {
    const { call } = world.agent(session);
    return {
      say: async (tool: string, input: object): Promise<Answered> => worked(await call(tool, input)),
      refused: async (tool: string, input: object): Promise<Answered> => refusal(await call(tool, input)),
      call,
    };
  };
  const ada = clientOf(SESSION);
  const orderOf = async (pnr: string): Promise<Answered> =>
    (await world.duffel.get(`/air/orders?booking_reference=${pnr}`)).body.data[0];
  return { world, ada, other: clientOf(OTHER), orderOf };
};
type Client = Awaited<ReturnType<typeof open>>["ada"];

const flightOf = async (
  { say }: Client,
  airline: string,
  [origin, destination] = ["JFK", "LHR"],
  wish: object = {},
): Promise<Answered> => {
  const trip = { origin, destination, departureDate: "2027-03-10", maxConnections: 0, maxResults: 100, ...wish };
  const { flights } = await say("searchFlights", trip);
  const found = flights.find(
    (one: Answered) => one.airlineCode === airline && one.status === "available" && one.seatsAvailable > 5,
  );
  if (found === undefined) throw new Error(`${airline} has no seats`);
  return found;
};

const bookedBy = async ({ say }: Client, flight: Answered, passengers: readonly object[] = [ADA], more: object = {}) =>
  say("bookFlight", { flightIds: flight.flightIds, passengers, ...CONTACT, ...more });

/** Free seats with their prices, those at exits apart. */
const freeSeats = async ({ say }: Client, wish: object) => {
  const [map] = (await say("listExtras", { ...wish, kind: "seat" })).seatMaps;
  const all = map.free.flatMap(({ price, exit, seats }: Answered) =>
    seats.split(" ").map((seat: string) => ({ seat, price, isExit: exit === "yes" })),
  );
  return {
    idOf: (seat: string, traveller = "P1"): string => `X-SEAT-${seat}-${traveller}-${map.flightId}`,
    plain: all.filter(({ isExit }: Answered) => !isExit),
    exits: all.filter(({ isExit }: Answered) => isExit),
  };
};

const soundIn = async (world: TwoFaces, pnr: string) => expect(balanced(await world.stored(pnr))).toEqual([]);

describe("an agent that sells extras", () => {
  it("lists seats, quotes a seat and a bag, and sells both; the Duffel order says the same", async () => {
    const { world, ada, orderOf } = await open();
    const booking = await bookedBy(ada, await flightOf(ada, "AA"));
    const { pnr } = booking;
    const [flight] = booking.flights;
    const { plain, idOf } = await freeSeats(ada, { pnr });
    const { extras } = await ada.say("listExtras", { pnr, kind: "bag" });
    const [bag] = extras;
    expect(bag).toMatchObject({ id: `X-BAG-P1-${flight.id}`, about: [flight.id], travellers: ["P1"] });
    const { seat, price } = plain.at(-1);
    const quote = await ada.say("quoteChange", { pnr, remove: [], add: [idOf(seat), bag.id] });
    expect(quote).toMatchObject({
      total: price + bag.price,
      newTotal: booking.totalPrice + price + bag.price,
      lines: [
        { kind: "sale", amount: price, about: idOf(seat) },
        { kind: "sale", amount: bag.price, about: bag.id },
      ].filter(({ amount }) => amount > 0),
    });
    const changed = await ada.say("confirmChange", { quoteId: quote.quoteId });
    expect(changed).toMatchObject({
      totalPrice: booking.totalPrice + price + bag.price,
      flights: [{ seats: [`P1 ${seat}`] }],
      extras: [
        { id: idOf(seat), kind: "seat", what: `Seat ${seat}`, price },
        { id: bag.id, kind: "bag", price: bag.price, emd: expect.stringMatching(/^001-\d{10}$/) },
      ],
      tickets: booking.tickets,
    });
    const order = await orderOf(pnr);
    expect(cents(order.total_amount)).toBe(changed.totalPrice);
    expect(order.services.map(({ type, total_amount }: Answered) => [type, cents(total_amount)])).toEqual([
      ["seat", price],
      ["baggage", bag.price],
    ]);
    expect(order.slices[0].segments[0].passengers[0].seat.designator).toBe(seat);
    // It is taken now, for this booking too.
    const again = await freeSeats(ada, { pnr });
    expect(again.plain.map((one: Answered) => one.seat)).not.toContain(seat);
    await soundIn(world, pnr);
  });

  it("is told that a seat is taken that another traveller bought first, and nothing is sold", async () => {
    const { world, ada, other } = await open();
    const flight = await flightOf(ada, "BA");
    const mine = await bookedBy(ada, flight);
    const theirs = await bookedBy(other, flight, [MARY]);
    const { plain, idOf } = await freeSeats(ada, { pnr: mine.pnr });
    const add = [idOf(plain[0].seat), `X-BAG-P1-${mine.flights[0].id}`];
    const quote = await ada.say("quoteChange", { pnr: mine.pnr, add });
    const faster = await other.say("quoteChange", { pnr: theirs.pnr, add: [add[0]] });
    await other.say("confirmChange", { quoteId: faster.quoteId });
    const late = await ada.refused("confirmChange", { quoteId: quote.quoteId });
    expect(late).toMatchObject({ code: -32002, message: expect.stringContaining(`${plain[0].seat} is taken`) });
    expect(await ada.say("retrieveBooking", { pnr: mine.pnr })).toMatchObject({ totalPrice: mine.totalPrice });
    // A new quote says so at once, and once the seat is given back it is for sale again.
    expect((await ada.refused("quoteChange", { pnr: mine.pnr, add })).message).toContain("is taken");
    const back = await other.say("quoteChange", { pnr: theirs.pnr, remove: [add[0]] });
    await other.say("confirmChange", { quoteId: back.quoteId });
    const second = await ada.say("quoteChange", { pnr: mine.pnr, add });
    expect(second.total).toBe(quote.total);
    await ada.say("confirmChange", { quoteId: second.quoteId });
    await soundIn(world, mine.pnr);
    await soundIn(world, theirs.pnr);
  });

  it("sells them with the flights, in one total, and on hold with the rest", async () => {
    const { world, ada, orderOf } = await open();
    const flight = await flightOf(ada, "AA");
    const { plain, idOf } = await freeSeats(ada, { flightIds: flight.flightIds });
    const extras = [idOf(plain[3].seat, "P2"), `X-BAG-P1-${flight.id}`, `X-VGML-P2-${flight.id}`];
    const two = await ada.say("searchFlights", {
      ...{ origin: "JFK", destination: "LHR", departureDate: "2027-03-10", maxConnections: 0, maxResults: 100 },
      passengers: { adults: 2 },
    });
    const { price } = two.flights.find(({ id }: Answered) => id === flight.id);
    const { extras: bags } = await ada.say("listExtras", { flightIds: flight.flightIds, kind: "bag" });
    const total = price + plain[3].price + bags[0].price;
    const wrong = { flightIds: flight.flightIds, passengers: [ADA, MARY], ...CONTACT, extras, expectedTotal: price };
    expect(await ada.refused("bookFlight", wrong)).toMatchObject({ code: -32002, data: { actualTotal: total } });
    const held = await bookedBy(ada, flight, [ADA, MARY], { extras, expectedTotal: total, hold: true });
    expect(held).toMatchObject({
      ...{ status: "pending", totalPrice: total, payment: { due: total } },
      flights: [{ seats: [`P2 ${plain[3].seat}`] }],
    });
    expect(held.extras.map(({ emd }: Answered) => emd)).toEqual([undefined, undefined, undefined]);
    const { pnr } = held;
    expect(cents((await orderOf(pnr)).total_amount)).toBe(total);
    const paid = await ada.say("payBooking", { pnr, expectedTotal: total });
    expect(paid).toMatchObject({ status: "confirmed", payment: { due: 0, paid: total } });
    await soundIn(world, pnr);
    // A meal costs nothing, has no document, and is no service of Duffel's.
    expect(paid.extras.find(({ kind }: Answered) => kind === "service")).toEqual({
      ...{ id: extras[2], kind: "service", what: "Vegan meal", price: 0 },
    });
    expect((await orderOf(pnr)).services).toHaveLength(2);
    const text = (await ada.call("retrieveBooking", { pnr })).content[0]?.text;
    expect(text).toContain("Vegan meal");
    expect(text).toContain(extras[0]);
  });

  it("is told where seats are sold when it names one in another field", async () => {
    const { ada } = await open();
    const flight = await flightOf(ada, "AA");
    const booking = { flightIds: flight.flightIds, passengers: [ADA], ...CONTACT, seat: "24A" };
    expect(await ada.refused("bookFlight", booking)).toMatchObject({
      ...{ code: -32602, message: 'bookFlight has no field "seat".' },
      data: { hint: expect.stringContaining("listExtras") },
    });
  });

  it("lists extras of a booking or of flights, and says so if it gets both, neither, or no flight", async () => {
    const { ada } = await open();
    const { flightIds } = await flightOf(ada, "AA");
    const { pnr } = await bookedBy(ada, { flightIds });
    expect(await ada.refused("listExtras", {})).toMatchObject({ code: -32602, data: { field: "pnr" } });
    expect((await ada.refused("listExtras", { pnr, flightIds })).code).toBe(-32602);
    expect((await ada.refused("listExtras", { flightIds: ["F-AA1-20270310-JFKJFK-Y"] })).code).toBe(-32001);
    expect((await ada.refused("listExtras", { pnr: "TEST-AAAAAA" })).code).toBe(-32001);
    await ada.say("cancelBooking", { pnr });
    expect((await ada.refused("listExtras", { pnr })).code).toBe(-32002);
  });

  it("frees the seats of a hold that was not paid in time", async () => {
    const { world, ada, other } = await open();
    const flight = await flightOf(ada, "AA");
    const { plain, idOf } = await freeSeats(ada, { flightIds: flight.flightIds });
    const extras = [idOf(plain[0].seat)];
    await bookedBy(ada, flight, [ADA], { extras, hold: true });
    const early = { flightIds: flight.flightIds, passengers: [MARY], ...CONTACT, extras };
    expect((await other.refused("bookFlight", early)).message).toContain("is taken");
    world.time.now += 73 * HOUR;
    expect(await bookedBy(other, flight, [MARY], { extras })).toMatchObject({
      flights: [{ seats: [`P1 ${plain[0].seat}`] }],
    });
  });

  it("applies the rules of seats at exits, infants, wheelchairs and meals", async () => {
    const { ada } = await open();
    const flight = await flightOf(ada, "AA");
    const booking = await bookedBy(ada, flight, [ADA, MARY, CHILD, BABY]);
    const { pnr } = booking;
    const { plain, exits, idOf } = await freeSeats(ada, { pnr });
    const [exit] = exits;
    const about = booking.flights[0].id;
    const why = async (add: readonly string[]): Promise<string> => {
      const { code, message, data } = await ada.refused("quoteChange", { pnr, add });
      expect(code).toBe(-32002);
      expect(data.field).toMatch(/^add\[\d\]$/);
      return message;
    };
    // P1 carries the infant.
    expect(await why([idOf(exit.seat, "P1")])).toMatch(/at an exit and not for P1/);
    expect(await why([idOf(exit.seat, "P3")])).toMatch(/at an exit and not for P3/);
    expect(await why([`X-WCHR-P2-${about}`, idOf(exit.seat, "P2")])).toMatch(/at an exit and not for P2/);
    expect(await why([idOf(exit.seat, "P2"), `X-WCHR-P2-${about}`])).toMatch(/where no wheelchair user may sit/);
    expect(await why([idOf(plain[0].seat, "P4")])).toMatch(/is for adults and children, and P4 is not/);
    expect(await why([`X-BSCT-P2-${about}`])).toMatch(/is for adults who travel with an infant/);
    expect(await why([`X-VGML-P1-${about}`, `X-MOML-P1-${about}`])).toMatch(/P1 has a meal on this flight/);
    expect(await why([idOf(plain[0].seat), idOf(plain[1].seat)])).toMatch(/P1 has a seat on/);
    expect(await why([idOf(plain[0].seat), idOf(plain[0].seat, "P2")])).toMatch(
      /for another traveller of this booking/,
    );
    expect(await why([`X-BAG-P1-${about}`, `X-BAG-P1-${about}`])).toMatch(/named twice/);
    expect(await why([`X-UMNR-P3-${about}`])).toMatch(/UMNR is not sold on AA/);
    expect(await why([`X-BAG-P9-${about}`])).toMatch(/no traveller P9/);
    const unknown = await ada.refused("quoteChange", { pnr, add: [idOf("99Z")] });
    expect(unknown).toMatchObject({
      code: -32001,
      data: { allowed: expect.stringMatching(/^rows \d+ to \d+, seats/) },
    });
    const fine = [idOf(exit.seat, "P2"), `X-BSCT-P1-${about}`, `X-CHML-P3-${about}`, `X-BBML-P4-${about}`];
    expect((await ada.say("quoteChange", { pnr, add: fine })).total).toBe(exit.price);
  });

  it("takes the bassinet off with the infant", async () => {
    const { world, ada } = await open();
    const flight = await flightOf(ada, "AA");
    const extras = [`X-BSCT-P1-${flight.id}`, `X-BBML-P3-${flight.id}`, `X-VGML-P1-${flight.id}`];
    const { pnr } = await bookedBy(ada, flight, [ADA, MARY, BABY], { extras });
    const { quoteId } = await ada.say("quoteChange", { pnr, remove: ["P3"] });
    const after = await ada.say("confirmChange", { quoteId });
    expect(after.extras.map(({ id }: Answered) => id)).toEqual([extras[2]]);
    await soundIn(world, pnr);
  });

  it("keeps answers small, and extras in bounds", async () => {
    const { ada } = await open();
    const party = Array.from({ length: 9 }, (_, i) => ({ ...ADA, firstName: `Ada${"abcdefghi"[i]}` }));
    const wish = { origin: "JFK", destination: "LHR", departureDate: "2027-03-10", maxConnections: 0 };
    const found = await ada.say("searchFlights", { ...wish, returnDate: "2027-03-20", passengers: { adults: 9 } });
    const flights = [found.flights[0], found.returnFlights[0]];
    const flightIds = flights.map(({ id }) => id);
    const extras = flightIds.flatMap((id) =>
      party.flatMap((_, i) =>
        ["BAG", "BAG2", "VGML", "MAAS", "WCHR", "BLND", "DEAF"].map((code) => `X-${code}-P${i + 1}-${id}`),
      ),
    );
    const booked = await ada.call("bookFlight", { flightIds, passengers: party, ...CONTACT, extras });
    const { pnr, warnings, ...answer } = worked(booked) as Answered;
    expect(JSON.stringify(answer).length).toBeLessThan(10_000);
    expect(warnings.join()).toContain("services and extras fit into this answer");
    expect(booked.content[0]?.text?.length).toBeLessThan(5_000);
    for (const kind of ["all", "seat"]) {
      const { content, structuredContent } = await ada.call("listExtras", { pnr, kind });
      expect(JSON.stringify(structuredContent).length).toBeLessThan(10_000);
      expect(content[0]?.text?.length).toBeLessThan(5_001);
    }
    const more = party.map((_, i) => `X-BIKE-P${i + 1}-${flightIds[0]}`);
    const refused = await ada.refused("bookFlight", {
      ...{ flightIds, passengers: party, ...CONTACT },
      extras: [...extras, ...extras, ...more],
    });
    expect(refused).toMatchObject({ code: -32002, data: { field: "extras[0]", allowed: "at most 200" } });
  });

  it("sells services until a day and seats until an hour before departure", async () => {
    const { world, ada } = await open();
    const flight = await flightOf(ada, "AA");
    const { pnr } = await bookedBy(ada, flight);
    const { plain, idOf } = await freeSeats(ada, { pnr });
    const [seat, meal] = [idOf(plain[0].seat), `X-VGML-P1-${flight.id}`];
    world.time.now = Date.parse(flight.departureTime) - 23 * HOUR;
    expect((await ada.refused("quoteChange", { pnr, add: [meal] })).message).toMatch(/sold until 24 h before/);
    await ada.say("quoteChange", { pnr, add: [seat] });
    world.time.now = Date.parse(flight.departureTime) - HOUR / 2;
    expect((await ada.refused("quoteChange", { pnr, add: [seat] })).message).toMatch(/sold until 1 h before/);
  });

  it("gives back what the fare allows, moves bags along, and says which seats are lost", async () => {
    const { world, ada } = await open();
    const flight = await flightOf(ada, "AA");
    const { plain, idOf } = await freeSeats(ada, { flightIds: flight.flightIds });
    const extras = [idOf(plain[0].seat), `X-BAG-P1-${flight.id}`, `X-VGML-P1-${flight.id}`];
    const booking = await bookedBy(ada, flight, [ADA], { extras });
    const { pnr } = booking;
    const [seat, bag] = booking.extras;
    // Void: everything comes back.
    const whole = await ada.say("quoteChange", { pnr, remove: ["all"] });
    expect(whole.total).toBe(-booking.totalPrice);
    const alone = await ada.say("quoteChange", { pnr, remove: [seat.id] });
    expect(alone).toMatchObject({ total: -seat.price, rule: expect.stringContaining("void until") });
    const up = await flightOf(ada, "AA", ["JFK", "LHR"], { cabin: "business" });
    const same = up.id.replace(/-J.*$/, "") === flight.id.replace(/-Y.*$/, "") ? up : undefined;
    const target = same ?? { id: flight.id.replace(/-Y.*$/, "-J") };
    const quote = await ada.say("quoteChange", { pnr, remove: [flight.id], add: [target.id] });
    expect(quote.warnings).toContain(`${seat.what} of P1 is lost with the old flight.`);
    const after = await ada.say("confirmChange", { quoteId: quote.quoteId });
    expect(after.extras.map(({ id, price }: Answered) => [id, price])).toEqual([
      [`X-BAG-P1-${after.flights[0].id}`, bag.price],
      [`X-VGML-P1-${after.flights[0].id}`, 0],
    ]);
    expect(after.flights[0].seats).toBeUndefined();
    await soundIn(world, pnr);
    expect((await freeSeats(ada, { flightIds: flight.flightIds })).plain.map((one: Answered) => one.seat)).toContain(
      plain[0].seat,
    );
  });

  it("keeps seat and bag when the same flight is changed to another fare", async () => {
    const { world, ada } = await open();
    const { id } = await flightOf(ada, "AA");
    const [main, flex] = ["YST", "YFX"].map((family) => id.replace(/-Y.*$/, `-${family}`));
    const { plain, idOf } = await freeSeats(ada, { flightIds: [main] });
    const extras = [idOf(plain[0].seat), `X-BAG-P1-${main}`];
    const booking = await bookedBy(ada, { flightIds: [main] }, [ADA], { extras });
    const { pnr } = booking;
    const { rates } = await ada.say("listRates", { ids: [main] });
    const price = (wanted: string): number => rates.find(({ ids }: Answered) => ids[0] === wanted).price;
    const quote = await ada.say("quoteChange", { pnr, remove: [main], add: [flex] });
    expect(quote).toMatchObject({ total: price(flex as string) - price(main as string), warnings: [] });
    const after = await ada.say("confirmChange", { quoteId: quote.quoteId });
    expect(after.flights).toMatchObject([{ id: flex, seats: [`P1 ${plain[0].seat}`] }]);
    expect(after.extras.map((one: Answered) => [one.id, one.price])).toEqual([
      [extras[0]?.replace("-YST", "-YFX"), booking.extras[0].price],
      [extras[1]?.replace("-YST", "-YFX"), booking.extras[1].price],
    ]);
    const free = await freeSeats(ada, { flightIds: [id] });
    expect(free.plain.map((one: Answered) => one.seat)).not.toContain(plain[0].seat);
    await soundIn(world, pnr);
  });

  it("takes off what a traveller has who leaves", async () => {
    const { world, ada, other } = await open();
    const flight = await flightOf(ada, "AA");
    const { plain, idOf } = await freeSeats(ada, { flightIds: flight.flightIds });
    const extras = [idOf(plain[0].seat, "P1"), idOf(plain[1].seat, "P2"), `X-BAG-P2-${flight.id}`];
    const { pnr } = await bookedBy(ada, flight, [ADA, MARY], { extras });
    const quote = await ada.say("quoteChange", { pnr, remove: ["P2"] });
    const after = await ada.say("confirmChange", { quoteId: quote.quoteId });
    expect(after.extras.map(({ id }: Answered) => id)).toEqual([extras[0]]);
    await soundIn(world, pnr);
    const next = [idOf(plain[1].seat)];
    expect(await bookedBy(other, flight, [MARY], { extras: next })).toMatchObject({ status: "confirmed" });
  });

  it("sells bags for an order at the Duffel face, and the PNR shows them", async () => {
    const { world, ada, orderOf } = await open();
    const booking = await bookedBy(ada, await flightOf(ada, "BA"));
    const { pnr } = booking;
    const { id } = await orderOf(pnr);
    const { duffel } = world;
    const offered = (await duffel.get(`/air/orders/${id}/available_services`)).body.data;
    expect(offered).toHaveLength(2);
    const [bag] = offered;
    const add = { add_services: [{ id: bag.id, quantity: 1 }], payment: balance(cents(bag.total_amount)) };
    const short = { ...add, payment: balance(cents(bag.total_amount) - 1) };
    expect((await duffel.post(`/air/orders/${id}/services`, short)).status).toBe(422);
    const { status, body } = await duffel.post(`/air/orders/${id}/services`, add);
    expect(status).toBe(200);
    expect(body.data.services).toMatchObject([{ type: "baggage", total_amount: bag.total_amount }]);
    const after = await ada.say("retrieveBooking", { pnr });
    expect(after.totalPrice).toBe(booking.totalPrice + cents(bag.total_amount));
    expect(after.extras).toMatchObject([{ id: `X-BAG-P1-${booking.flights[0].id}`, emd: expect.any(String) }]);
    expect((await duffel.get(`/air/orders/${id}/available_services`)).body.data).toHaveLength(1);
    const twice = await duffel.post(`/air/orders/${id}/services`, add);
    expect(twice.body.errors[0].code).toBe("ancillary_service_not_available");
    expect((await orderOf(pnr)).available_actions).toEqual((await orderOf(pnr)).available_actions);
    await soundIn(world, pnr);
  });
});

describe.each(["memory", "LMDB"])("on %s, one seat", (engine) => {
  const openOn = async () => {
    if (engine === "memory") return open();
    const directory = await mkdtemp(join(tmpdir(), "taxiway-seats-"));
    const store = await openLmdbStore({ path: join(directory, "store"), now: () => NINE });
    opened.push(
      () => rm(directory, { recursive: true }),
      () => store.close(),
    );
    return open({ store });
  };

  it("is sold once to callers of both faces, new bookings and changes alike", async () => {
    const { world, ada } = await openOn();
    const { duffel } = world;
    const flight = await flightOf(ada, "AA");
    const { plain, idOf } = await freeSeats(ada, { flightIds: flight.flightIds });
    const seat = idOf(plain[0].seat);
    const clients = Array.from({ length: 6 }, (_, i) => world.agent(`7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2c${10 + i}`));
    const quotes: string[] = [];
    for (const passenger of [ADA, MARY]) {
      const { pnr } = await bookedBy(ada, flight, [passenger]);
      quotes.push((await ada.say("quoteChange", { pnr, add: [seat] })).quoteId);
    }
    const offers = await duffel.offersOf("JFK", "LHR", {
      slices: [{ origin: "JFK", destination: "LHR", departure_date: "2027-03-10" }],
    });
    const offer = offers.find(({ slices }: Answered) => {
      const [first, ...rest] = slices[0].segments;
      return (
        rest.length === 0 &&
        `${first.marketing_carrier.iata_code}${first.marketing_carrier_flight_number}` === flight.flightNumber
      );
    });
    const maps = (await duffel.get(`/air/seat_maps?offer_id=${offer.id}`)).body.data;
    const element = maps[0].cabins[0].rows
      .flatMap(({ sections }: Answered) => sections.flatMap(({ elements }: Answered) => elements))
      .find(({ designator }: Answered) => designator === plain[0].seat);
    const [service] = element.available_services;
    expect(cents(service.total_amount)).toBe(plain[0].price);
    const order = orderFor(offer, {
      services: [{ id: service.id, quantity: 1 }],
      payments: [balance(cents(offer.total_amount) + cents(service.total_amount))],
    });
    const booking = { flightIds: flight.flightIds, passengers: [ADA], ...CONTACT, extras: [seat] };
    const [ordered, ...answers] = await Promise.all([
      duffel.post("/air/orders", order),
      ...quotes.map((quoteId) => ada.call("confirmChange", { quoteId })),
      ...clients.map(({ call }) => call("bookFlight", booking)),
    ]);
    const sold = answers.filter(({ isError }) => !isError).length + (ordered?.status === 201 ? 1 : 0);
    expect(sold).toBe(1);
    for (const answer of answers.filter(({ isError }) => isError)) {
      expect(refusal(answer)).toMatchObject({ code: -32002, message: expect.stringContaining("is taken") });
    }
    if (ordered?.status !== 201) expect(ordered?.body.errors[0].code).toBe("ancillary_service_not_available");
    const holders = await Promise.all((await world.pnrs()).map((pnr) => world.stored(pnr)));
    const withSeat = holders.filter(({ extras, status }) => status !== "cancelled" && extras.length > 0);
    expect(withSeat).toHaveLength(1);
  });
});
