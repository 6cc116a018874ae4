import { afterAll, afterEach, describe, expect, it } from "vitest";
import { keys } from "../../../../src/model/keys.ts";
import { type Answered, balance, orderFor, peopleFor, startOrders } from "./order-fixture.ts";
import { BACK, CALLER, cents, DATE, journey, NOW, refused } from "./sandbox-fixture.ts";

const FAMILY = { passengers: [{ type: "adult" }, { type: "adult" }, { age: 8 }, { age: 0 }] };
const party = { adults: 1, children: 0, infants: 0 };

const sandbox = startOrders();
const { get, post, patch, travel, offersOf, flexible, order, hold } = sandbox;
afterEach(() => expect(sandbox.defects).toEqual([]));
afterAll(() => sandbox.close());

const pointerOf = ({ body }: Answered): string => body.errors[0].source.pointer;
const pnrCount = async (): Promise<number> => {
  let count = 0;
  for await (const _key of sandbox.store.scan("pnr:")) count++;
  return count;
};

describe("a Duffel order", () => {
  it("is the booked offer with a PNR, tickets and available actions", async () => {
    const offer = await flexible("LHR", "JFK");
    const { status, body } = await order(offer, { metadata: { trip: "42" }, users: ["icu_1"] });
    expect(status).toBe(201);
    const { data } = body;
    expect(data.id).toMatch(/^ord_0000[0-9A-Za-z]{18}$/);
    expect(data.booking_reference).toMatch(/^TEST-[A-Z0-9]{6}$/);
    expect(data).toMatchObject({
      ...{ live_mode: false, type: "instant", content: "managed", offer_id: offer.id, owner: offer.owner },
      ...{ total_amount: offer.total_amount, base_amount: offer.base_amount, tax_amount: offer.tax_amount },
      ...{ conditions: offer.conditions, metadata: { trip: "42" }, users: ["icu_1"] },
      payment_status: { awaiting_payment: false, paid_at: new Date(NOW).toISOString(), payment_required_by: null },
      available_actions: ["cancel", "change", "update"],
      ...{ services: [], changes: [], airline_initiated_changes: [], cancellation: null, cancelled_at: null },
      documents: [{ type: "electronic_ticket", passenger_ids: [offer.passengers[0].id] }],
    });
    expect(data.documents[0].unique_identifier).toMatch(/^\d{13}$/);
    const [slice] = data.slices;
    expect(slice.segments[0]).toMatchObject({ ...offer.slices[0].segments[0], passengers: [{ seat: null }] });
    expect(data.passengers[0]).toMatchObject({ ...peopleFor(offer)[0], type: "adult", infant_passenger_id: null });
    expect((await get(`/air/orders/${data.id}`)).body.data).toEqual(data);
  });

  it("is made in one of the fare families of its flights, and keeps it", async () => {
    const offers = await offersOf("LHR", "JFK", { cabin_class: "economy" });
    const real = offers.filter(({ owner }) => owner.iata_code !== "ZZ");
    const same = real.filter(({ slices }) => slices[0].comparison_key === real[0].slices[0].comparison_key);
    const brands = same.map(({ slices }) => slices[0].fare_brand_name);
    expect(brands).toEqual([expect.stringMatching(/^Economy (Basic|Light)$/), expect.any(String), "Economy Flex"]);
    expect(same.map(({ total_amount }) => cents(total_amount))).toEqual(
      same.map(({ total_amount }) => cents(total_amount)).toSorted((a, b) => a - b),
    );
    expect(same[0].conditions.change_before_departure.allowed).toBe(false);
    const { data } = (await order(same[2])).body;
    expect(data).toMatchObject({
      ...{ total_amount: same[2].total_amount, conditions: same[2].conditions },
      slices: [{ fare_brand_name: "Economy Flex" }],
    });
    const pnr = await travel.retrieveBooking(data.booking_reference, CALLER);
    expect(pnr.flights).toMatchObject([{ fareFamily: "Flex", changeFee: 0, refund: "cash" }]);
  });

  it("includes seats and bags of a family in its payment", async () => {
    const offer = await flexible("LHR", "JFK", FAMILY);
    const bags = (await get(`/air/offers/${offer.id}?return_available_services=true`)).body.data.available_services;
    const maps = (await get(`/air/seat_maps?offer_id=${offer.id}`)).body.data;
    const free = maps[0].cabins
      .flatMap(({ rows }: Answered) => rows.flatMap(({ sections }: Answered) => sections))
      .flatMap(({ elements }: Answered) => elements)
      .filter((element: Answered) => element.available_services?.length > 0);
    const seatFor = (i: number, seat: number) =>
      free[seat].available_services.find((one: Answered) => one.passenger_id === offer.passengers[i].id);
    const services = [
      { id: bags[0].id, quantity: 1 },
      { id: seatFor(0, 0).id, quantity: 1 },
      { id: seatFor(2, 1).id, quantity: 1 },
    ];
    const total =
      cents(offer.total_amount) +
      cents(bags[0].total_amount) +
      cents(seatFor(0, 0).total_amount) +
      cents(seatFor(2, 1).total_amount);
    expect(refused(await order(offer, { services }))).toEqual([
      422,
      "validation_error",
      "payment_amount_does_not_match_order_amount",
    ]);
    const sameSeat = [services[1], { id: seatFor(2, 0).id, quantity: 1 }];
    expect(pointerOf(await order(offer, { services: sameSeat }))).toBe("/services/1/id");
    const twoSeats = [services[1], { id: seatFor(0, 1).id, quantity: 1 }];
    expect(pointerOf(await order(offer, { services: twoSeats }))).toBe("/services/1/id");
    const tooMany = [{ id: bags[0].id, quantity: bags[0].maximum_quantity + 1 }];
    expect(pointerOf(await order(offer, { services: tooMany }))).toBe("/services/0/quantity");
    const unknown = await order(offer, { services: [{ id: "ase_0000000000000000000000", quantity: 1 }] });
    expect(refused(unknown)).toEqual([422, "invalid_state_error", "ancillary_service_not_available"]);

    const { status, body } = await order(offer, { services, payments: [balance(total)] });
    expect(status).toBe(201);
    expect(cents(body.data.total_amount)).toBe(total);
    expect(body.data.services.map(({ type, quantity }: Answered) => [type, quantity])).toEqual([
      ["baggage", 1],
      ["seat", 1],
      ["seat", 1],
    ]);
    const seats = body.data.slices[0].segments[0].passengers.map(({ seat }: Answered) => seat?.designator);
    expect(seats).toEqual([free[0].designator, undefined, free[1].designator, undefined]);
    expect(body.data.passengers.map(({ type }: Answered) => type)).toEqual([
      "adult",
      "adult",
      "child",
      "infant_without_seat",
    ]);
    // A ticket for each passenger, and one document for the bag: the seats of a flexible fare are free.
    expect(body.data.documents).toHaveLength(5);
    const pnr = await travel.retrieveBooking(body.data.booking_reference, CALLER);
    expect(pnr.passengers.map(({ type }) => type)).toEqual(["adult", "adult", "child", "infant"]);
    expect(pnr).toMatchObject({ totalPrice: total, payment: { status: "paid", charged: total, paid: total, due: 0 } });
    expect(pnr.extras.map(({ kind, traveller }) => [kind, traveller])).toEqual([
      ["bag", "P1"],
      ["seat", "P1"],
      ["seat", "P3"],
    ]);
  });

  it("is rejected with a pointer to the wrong field, and books nothing", async () => {
    const offer = await flexible("LHR", "LAX", FAMILY);
    const people = peopleFor(offer);
    const but = (i: number, change: object) => ({
      passengers: people.map((person, at) => (at === i ? { ...person, ...change } : person)),
    });
    const before = await pnrCount();
    const cases: [object, string][] = [
      [{ type: "later" }, "/type"],
      [{ selected_offers: [offer.id, offer.id] }, "/selected_offers"],
      [{ passengers: people.slice(1) }, "/passengers"],
      [{ passengers: [...people, people[0]] }, "/passengers/4/id"],
      [but(0, { id: "pas_0000000000000000000000" }), "/passengers/0/id"],
      [but(1, { title: "lord" }), "/passengers/1/title"],
      [but(1, { gender: "x" }), "/passengers/1/gender"],
      [but(0, { given_name: "4melia" }), "/passengers/0/given_name"],
      [but(0, { given_name: "Amelia-" }), "/passengers/0/given_name"],
      [but(0, { born_on: "1987-02-30" }), "/passengers/0/born_on"],
      [but(0, { born_on: "2020-02-03" }), "/passengers/0/born_on"],
      [but(2, { born_on: "2016-03-01" }), "/passengers/2/born_on"],
      [but(3, { born_on: "2027-03-01" }), "/passengers/3/born_on"],
      [but(0, { email: "amelia" }), "/passengers/0/email"],
      [but(0, { phone_number: "020 8016 0509" }), "/passengers/0/phone_number"],
      [but(0, { infant_passenger_id: null }), "/passengers"],
      [but(1, { infant_passenger_id: people[3].id }), "/passengers/1/infant_passenger_id"],
      [but(1, { infant_passenger_id: people[2].id }), "/passengers/1/infant_passenger_id"],
      [but(1, { given_name: "AMELIA" }), "/passengers/1/given_name"],
      [but(0, { identity_documents: [{ type: "library_card" }] }), "/passengers/0/identity_documents/0/type"],
      [{ payments: undefined }, "/payments"],
      [{ payments: [{ ...balance(cents(offer.total_amount)), type: "airline_credit" }] }, "/payments/0/type"],
      [{ payments: [{ ...balance(cents(offer.total_amount)), currency: "GBP" }] }, "/payments/0/currency"],
      [{ payments: [{ ...balance(1), amount: "1e3" }] }, "/payments/0/amount"],
      [{ payments: [balance(cents(offer.total_amount) - 1)] }, "/payments/0/amount"],
      [
        { payments: [{ ...balance(cents(offer.total_amount)), type: "card" }] },
        "/payments/0/three_d_secure_session_id",
      ],
      [{ metadata: { "bad key": "x" } }, "/metadata"],
      [{ metadata: { key: 1 } }, "/metadata/key"],
    ];
    for (const [change, pointer] of cases) {
      const answer = await order(offer, change);
      expect([answer.status, pointerOf(answer)], JSON.stringify(change)).toEqual([422, pointer]);
    }
    expect(await pnrCount()).toBe(before);
    expect((await order(offer, { passengers: [...people].reverse() })).status).toBe(201);
  });

  it("is made once per offer request, even with concurrent requests", async () => {
    const offers = await offersOf("CDG", "JFK");
    const before = await pnrCount();
    const answers = await Promise.all([order(offers[0]), order(offers[0]), order(offers[1])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    for (const answer of answers.filter(({ status }) => status === 422)) {
      expect(refused(answer)).toEqual([422, "validation_error", "offer_request_already_booked"]);
    }
    expect(await pnrCount()).toBe(before + 1);
    const changed = { passengers: peopleFor(offers[0]).map((person) => ({ ...person, given_name: "Zoe" })) };
    expect(refused(await order(offers[0], changed))[2]).toBe("offer_request_already_booked");
    const { id } = answers.find(({ status }) => status === 201)?.body.data ?? {};
    const quote = await post("/air/order_cancellations", { order_id: id });
    await post(`/air/order_cancellations/${quote.body.data.id}/actions/confirm`, undefined);
    expect(refused(await order(offers[0]))[2]).toBe("offer_request_already_booked");
  });

  it("can be made again by the same search with a frozen clock; until then both searches are one", async () => {
    const [first] = await offersOf("LHR", "CDG");
    expect(await offersOf("LHR", "CDG")).toContainEqual(first);
    const ids = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const [offer] = await offersOf("LHR", "CDG");
      expect({ ...offer, id: "", passengers: [], slices: [] }).toEqual({
        ...first,
        id: "",
        passengers: [],
        slices: [],
      });
      const { status, body } = await order(offer);
      expect(status).toBe(201);
      ids.add(offer.id).add(body.data.id);
    }
    expect(ids.size).toBe(6);
  });

  it("keeps a client's metadata, also from the official client", async () => {
    const { id } = (await order(await flexible("LHR", "BOS"))).body.data;
    const noted = await patch(`/air/orders/${id}`, { metadata: { a: "1" } });
    expect(noted.body.data.metadata).toEqual({ a: "1" });
    await patch(`/air/orders/${id}`, { options: { metadata: { b: "2" } } });
    expect((await get(`/air/orders/${id}`)).body.data.metadata).toEqual({ b: "2" });
    expect(pointerOf(await patch(`/air/orders/${id}`, {}))).toBe("/metadata");
  });

  it("of the test airline sells no services afterwards", async () => {
    const paid = (await order(await flexible("JFK", "EWR"))).body.data;
    expect((await get(`/air/orders/${paid.id}/available_services`)).body.data).toEqual([]);
    const add = { add_services: [{ id: "ase_1", quantity: 1 }], payment: balance(2000) };
    expect(refused(await post(`/air/orders/${paid.id}/services`, add))).toEqual([400, "invalid_request_error", 400]);
    const held = (await hold(await flexible("JFK", "EWR"))).body.data;
    expect(refused(await post(`/air/orders/${held.id}/services`, add))).toEqual([
      422,
      "invalid_state_error",
      "pay_later_order_no_payment_for_ancillaries",
    ]);
  });

  it.each(["ord_0000000000000000000000", "ord_1", "%00", "TEST-ABC234", "off_0000000000000000000000"])(
    "with an invalid id is not found: %s",
    async (id) => {
      for (const path of ["orders", "payments", "order_cancellations", "order_changes", "order_change_requests"]) {
        expect((await get(`/air/${path}/${id}`)).status).toBe(404);
      }
      expect((await get(`/air/order_change_offers/${id}`)).status).toBe(404);
      expect((await post(`/air/airline_initiated_changes/${id}/actions/accept`, undefined)).status).toBe(404);
    },
  );
});

describe("Duffel orders and PNRs", () => {
  const atTheDesk = async () => {
    const wish = { origin: "BOS", destination: "LHR", departureDate: DATE, cabin: "economy" as const, party };
    const { flights } = await travel.searchFlights(
      { ...wish, maxConnections: 0, sortBy: "price", maxResults: 20 },
      CALLER,
    );
    const flight = flights.find(({ status }) => status === "available");
    const passengers = [{ type: "adult" as const, firstName: "Ada", lastName: "Lovelace" }];
    const request = { flightIds: flight?.flightIds ?? [], passengers, contactEmail: "ada@example.com" };
    return (await travel.bookFlight(request, CALLER)).booking;
  };

  it("are two views of one booking", async () => {
    const offer = await flexible("LHR", "JFK", { cabin_class: "business" });
    const { data } = (await order(offer)).body;
    const pnr = await travel.retrieveBooking(data.booking_reference, CALLER);
    expect(pnr).toMatchObject({ status: "confirmed", totalPrice: cents(offer.total_amount) });
    expect(pnr.passengers[0]).toMatchObject({ firstName: "Amelia", lastName: "Earhart", dateOfBirth: "1987-07-24" });
    expect(pnr.flights[0]?.flightNumber.slice(2)).toBe(data.slices[0].segments[0].marketing_carrier_flight_number);
    await travel.cancelBooking(pnr.pnr, "ill", CALLER);
    const seen = (await get(`/air/orders/${data.id}`)).body.data;
    expect(seen).toMatchObject({ cancelled_at: new Date(NOW).toISOString(), available_actions: ["update"] });
    const again = await post("/air/order_cancellations", { order_id: data.id });
    expect(refused(again)).toEqual([422, "invalid_state_error", "already_cancelled"]);
  });

  it("made with the booking tools are found by reference and id, listed, and can be cancelled", async () => {
    const pnr = await atTheDesk();
    const found = (await get(`/air/orders?booking_reference=${pnr.pnr.toLowerCase()}`)).body.data;
    expect(found).toHaveLength(1);
    const [seen] = found;
    expect(seen).toMatchObject({
      ...{ booking_reference: pnr.pnr, type: "instant", offer_id: null, metadata: {} },
      total_amount: (pnr.totalPrice / 100).toFixed(2),
      passengers: [{ given_name: "Ada", family_name: "Lovelace", email: "ada@example.com", type: "adult" }],
      slices: [{ origin: { iata_code: "BOS" }, destination: { iata_code: "LHR" } }],
    });
    expect((await get(`/air/orders/${seen.id}`)).body.data).toEqual(seen);
    const listed = (await get("/air/orders?limit=200")).body.data.map(({ id }: Answered) => id);
    expect(listed).toContain(seen.id);
    const quote = (await post("/air/order_cancellations", { order_id: seen.id })).body.data;
    expect((await post(`/air/order_cancellations/${quote.id}/actions/confirm`, undefined)).status).toBe(200);
    expect(await travel.retrieveBooking(pnr.pnr, CALLER)).toMatchObject({ status: "cancelled" });
  });

  it("keep a hotel on the PNR when the order is cancelled, and the order keeps its slices", async () => {
    const offer = await flexible("LHR", "JFK");
    const { data } = (await order(offer)).body;
    const pnr = data.booking_reference;
    const stay = { cityCode: "NYC", checkInDate: DATE, checkOutDate: BACK, guests: 1 };
    const { hotels } = await travel.searchHotels({ ...stay, sortBy: "price", maxResults: 20 }, CALLER);
    const hotel = hotels.find(({ status }) => status === "available");
    const guests = [{ firstName: "Amelia", lastName: "Earhart" }];
    await travel.bookHotel({ hotelId: hotel?.id ?? "", existingPnr: pnr, guests }, CALLER);
    const before = (await get(`/air/orders/${data.id}`)).body.data;
    expect(before.total_amount).toBe(offer.total_amount);
    const quote = (await post("/air/order_cancellations", { order_id: data.id })).body.data;
    const done = await post(`/air/order_cancellations/${quote.id}/actions/confirm`, undefined);
    expect(done.body.data.confirmed_at).toBe(new Date(NOW).toISOString());
    const booking = await travel.retrieveBooking(pnr, CALLER);
    expect(booking).toMatchObject({
      status: "confirmed",
      flights: [],
      hotels: [{ id: hotel?.id, status: "confirmed" }],
    });
    expect(booking.totalPrice).toBe(hotel?.price);
    expect(booking.payment).toMatchObject({ due: 0, refunded: cents(quote.refund_amount) });
    const after = (await get(`/air/orders/${data.id}`)).body.data;
    expect(after).toMatchObject({
      ...{ cancelled_at: new Date(NOW).toISOString(), cancellation: done.body.data, available_actions: ["update"] },
      ...{ slices: before.slices, total_amount: before.total_amount },
    });
    expect((await get("/air/orders?limit=200")).body.data.map(({ id }: Answered) => id)).toContain(data.id);
  });

  it("of a hold whose order record was lost are still on hold and unpaid", async () => {
    const own = startOrders();
    const { data } = (await own.hold(await own.flexible("LHR", "JFK"))).body;
    const pnr = data.booking_reference;
    await own.store.delete(keys.duffelOrder("default", pnr), {});
    const seen = (await own.get(`/air/orders/${data.id}`)).body.data;
    expect(seen).toMatchObject({
      ...{ type: "hold", documents: [], total_amount: data.total_amount, payment_status: data.payment_status },
    });
    expect(seen.payment_status.awaiting_payment).toBe(true);
    expect(await own.travel.retrieveBooking(pnr, CALLER)).toMatchObject({
      ...{ status: "pending", tickets: [] },
      payment: { status: "due", due: cents(data.total_amount), payBy: "2026-11-19T12:00:00Z" },
    });
    const paid = await own.travel.payBooking({ pnr, expectedTotal: cents(data.total_amount) }, CALLER);
    expect(paid.booking).toMatchObject({ status: "confirmed", payment: { status: "paid", due: 0 } });
    const order = (await own.get(`/air/orders/${data.id}`)).body.data;
    expect(order.payment_status).toMatchObject({ awaiting_payment: false, paid_at: new Date(NOW).toISOString() });
    expect(order.documents).toHaveLength(1);
    await own.close();
  });

  it("of another account are not listed", async () => {
    const pnr = await atTheDesk();
    const references = (await get("/air/orders?limit=200")).body.data.map((one: Answered) => one.booking_reference);
    expect(references).not.toContain(pnr.pnr);
    for (const reference of ["TEST-AAAAAA", "%00", "TEST-", "x".repeat(5_000), ""]) {
      expect((await get(`/air/orders?booking_reference=${reference}`)).body.data).toEqual([]);
    }
  });

  it("of a process that died in between are found, and the order can be completed", async () => {
    const own = startOrders();
    const offer = await own.flexible("LHR", "JFK");
    const put = own.store.put.bind(own.store);
    let dies = true;
    own.store.put = async (key, ...rest) => {
      if (dies && key.startsWith("duffel:order:")) throw new Error("killed");
      return put(key, ...rest);
    };
    expect((await own.order(offer)).status).toBe(500);
    const [found] = (await own.get("/air/orders")).body.data;
    expect(found).toMatchObject({ total_amount: offer.total_amount, passengers: [{ given_name: "Amelia" }] });
    dies = false;
    const again = await own.order(offer);
    expect(again.status).toBe(201);
    expect(again.body.data.id).toBe(found.id);
    expect((await own.get("/air/orders")).body.data).toEqual([again.body.data]);
    await own.close();
  });
});

describe("the list of Duffel orders", () => {
  it("is filtered, sorted and paged", async () => {
    let now = NOW;
    const own = startOrders({ clock: { now: () => now, configured: true } });
    const held = (await own.hold(await own.flexible("LHR", "JFK"))).body.data;
    now += 60_000;
    const offer = await own.flexible("LHR", "BOS");
    const passengers = peopleFor(offer).map((person) => ({ ...person, given_name: "Bessie", family_name: "Coleman" }));
    const paid = (await own.post("/air/orders", { ...orderFor(offer), passengers })).body.data;
    const ids = async (query: string) => (await own.get(`/air/orders${query}`)).body.data.map(({ id }: Answered) => id);
    expect(await ids("")).toEqual([paid.id, held.id]);
    expect(await ids("?sort=created_at")).toEqual([held.id, paid.id]);
    expect(await ids("?awaiting_payment=true")).toEqual([held.id]);
    expect(await ids("?awaiting_payment=false")).toEqual([paid.id]);
    expect(await ids(`?offer_id=${paid.offer_id}`)).toEqual([paid.id]);
    expect(await ids("?passenger_name%5B%5D=coleman")).toEqual([paid.id]);
    expect(await ids("?sort=payment_required_by")).toEqual([held.id, paid.id]);
    const page = (await own.get("/air/orders?limit=1")).body;
    expect(page.data).toHaveLength(1);
    expect(await ids(`?limit=1&after=${page.meta.after}`)).toEqual([held.id]);
    for (const query of ["?sort=name", "?awaiting_payment=maybe", "?limit=0"]) {
      expect((await own.get(`/air/orders${query}`)).status).toBe(422);
    }
    await own.close();
  });

  it("shows a round trip as two slices", async () => {
    const { body } = await post("/air/offer_requests", journey(["LHR", "JFK", DATE], ["JFK", "LHR", BACK]));
    const { data } = (await order(body.data.offers[0])).body;
    expect(data.slices.map(({ origin }: Answered) => origin.iata_code)).toEqual(["LHR", "JFK"]);
  });
});
