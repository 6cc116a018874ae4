import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  CALLER,
  cents,
  DATE,
  journey,
  minutes,
  NOW,
  type Offer,
  type Row,
  refused,
  type SeatElement,
  searching,
  startSandbox,
} from "./sandbox-fixture.ts";

const ID = (prefix: string) => new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`);

const sandbox = startSandbox();
const { search, offersOf } = searching(sandbox);
afterEach(() => expect(sandbox.defects).toEqual([]));
afterAll(() => sandbox.close());

describe("Duffel offers", () => {
  it("are listed in pages, sorted by price or duration, filtered by connections", async () => {
    const { body } = await search(journey(["BOS", "ATH", DATE]), {});
    const list = (query: string) => sandbox.get(`/air/offers?offer_request_id=${body.data.id}${query}`);
    expect((await list("&limit=200")).body.data).toEqual(body.data.offers);
    const dearest = (await list("&sort=-total_amount")).body.data;
    expect(cents(dearest[0].total_amount)).toBe(Math.max(...body.data.offers.map((o: Offer) => cents(o.total_amount))));
    const fastest = (await list("&sort=total_duration")).body.data.map((offer: Offer) => minutes(offer));
    expect(fastest).toEqual([...fastest].sort((a: number, b: number) => a - b));
    const slowest = (await list("&sort=-total_duration")).body.data;
    expect(minutes(slowest[0])).toBe(Math.max(...fastest));
    const page = await list("&limit=2");
    const next = await list(`&limit=2&after=${page.body.meta.after}`);
    expect([...page.body.data, ...next.body.data]).toEqual(body.data.offers.slice(0, 4));
    for (const { slices } of (await list("&max_connections=0")).body.data) expect(slices[0].segments).toHaveLength(1);
    for (const query of ["&sort=price", "&sort=constructor", "&max_connections=3", "&limit=999"]) {
      expect((await list(query)).status).toBe(422);
    }
    expect(refused(await sandbox.get("/air/offers"))).toEqual([422, "validation_error", "validation_required"]);
    expect((await sandbox.get("/air/offers?offer_request_id=orq_0000000000000000000000")).status).toBe(404);
  });

  it("name the airline that flies, with its number, beside the one that sells", async () => {
    const offers = await offersOf(journey(["DEN", "ASE", DATE]));
    const own = offers.find(({ owner }: Offer) => owner.iata_code === "UA");
    const [segment] = own.slices[0].segments;
    expect(segment.marketing_carrier.iata_code).toBe("UA");
    expect(segment.operating_carrier.iata_code).not.toBe("UA");
    expect(segment.operating_carrier).toMatchObject({ id: expect.stringMatching(/^arl_/), name: expect.any(String) });
    expect(segment.operating_carrier_flight_number).toBe(segment.marketing_carrier_flight_number);
    const [british] = await offersOf(journey(["LHR", "JFK", DATE]));
    for (const flight of british.slices[0].segments) expect(flight.operating_carrier).toEqual(flight.marketing_carrier);
  });

  it("are read by id, with bags if requested", async () => {
    const [offer] = await offersOf(journey(["LHR", "JFK", DATE]));
    const plain = await sandbox.get(`/air/offers/${offer.id}`);
    expect(plain.body.data).toEqual({ ...offer, available_services: null });
    const { body } = await sandbox.get(`/air/offers/${offer.id}?return_available_services=true`);
    const [bag] = body.data.available_services;
    expect(bag).toMatchObject({
      type: "baggage",
      passenger_ids: [offer.passengers[0].id],
      segment_ids: [offer.slices[0].segments[0].id],
      total_currency: "USD",
      metadata: { type: "checked", maximum_weight_kg: 23 },
    });
    expect(bag.id).toMatch(ID("ase"));
    expect(bag.total_amount).toMatch(/^\d\d\.00$/);
  });

  it.each(["off_0000000000000000000000", "off_1", "orq_0000000000000000000000", "%00", "..%2F", "a".repeat(100)])(
    "with an invalid id are not found: %s",
    async (id) => {
      expect((await sandbox.get(`/air/offers/${id}`)).status).toBe(404);
      expect((await sandbox.get(`/air/seat_maps?offer_id=${id}`)).status).toBe(404);
      expect((await sandbox.post(`/air/offers/${id}/actions/price`, {})).status).toBe(404);
    },
  );

  it("expire after thirty minutes, or when their flights sell out", async () => {
    let now = NOW;
    const own = startSandbox({ clock: { now: () => now, configured: true } });
    const { body } = await own.post("/air/offer_requests", journey(["LHR", "JFK", DATE]));
    // The test airline has 200 seats.
    const real = body.data.offers.filter(({ owner }: Offer) => owner.iata_code !== "ZZ");
    const { id } = real[0];
    const { flightIds } = await own.offers.find(id);
    for (let i = 0; i < 60; i++) {
      const passengers = [{ type: "adult" as const, firstName: "Ana", lastName: "Silva" }];
      const booked = own.travel.bookFlight({ flightIds, passengers, contactEmail: "ana@example.com" }, CALLER);
      if ((await booked.then(() => "booked").catch(() => "sold out")) === "sold out") break;
    }
    expect(refused(await own.get(`/air/offers/${id}`))).toEqual([422, "airline_error", "offer_no_longer_available"]);
    const second = real[1].id;
    now += 30 * 60_000 - 1;
    expect((await own.get(`/air/offers/${second}`)).status).toBe(200);
    now += 1;
    expect(refused(await own.get(`/air/offers/${second}`))).toEqual([422, "invalid_state_error", "offer_expired"]);
    expect((await own.get(`/air/offer_requests/${body.data.id}`)).body.data.offers).toEqual([]);
    now += 24 * 3_600_000;
    expect((await own.get(`/air/offers/${second}`)).status).toBe(404);
    await own.close();
  });

  it("are priced with the intended services and payment", async () => {
    const offer = (await offersOf(journey(["LHR", "JFK", DATE]))).find(({ owner }: Offer) => owner.iata_code !== "ZZ");
    const services = (await sandbox.get(`/air/offers/${offer.id}?return_available_services=true`)).body.data;
    const [bag] = services.available_services;
    const { status, body } = await sandbox.post(`/air/offers/${offer.id}/actions/price`, {
      intended_payment_methods: [{ type: "card", card_id: "tcd_1" }],
      intended_services: [{ id: bag.id, quantity: 1 }],
    });
    expect(status).toBe(200);
    const total = cents(offer.total_amount) + cents(bag.total_amount);
    expect(cents(body.data.total_amount)).toBe(total);
    expect(body.data.intended_payment_methods[0]).toMatchObject({
      type: "card",
      card_id: "tcd_1",
      charge_currency: "USD",
      surcharge_amount: "0.00",
    });
    expect(cents(body.data.intended_payment_methods[0].charge_amount)).toBe(total);
    const price = (data: unknown) => sandbox.post(`/air/offers/${offer.id}/actions/price`, data);
    expect((await price({})).body.data.total_amount).toBe(offer.total_amount);
    expect(refused(await price({ intended_services: [{ id: "ase_1", quantity: 1 }] }))).toEqual([
      422,
      "invalid_state_error",
      "ancillary_service_not_available",
    ]);
    expect((await price({ intended_services: [{ id: bag.id, quantity: 2 }] })).status).toBe(422);
    expect((await price({ intended_payment_methods: [{ type: "shells" }] })).status).toBe(422);
    expect((await price({ intended_payment_methods: [{ type: "card" }] })).status).toBe(422);
  });

  it("take the names of all passengers at once", async () => {
    const passengers = [{ type: "adult" }, { type: "adult" }, { type: "adult" }];
    const [offer] = await offersOf({ ...journey(["CDG", "NRT", DATE]), passengers });
    const names = ["Ana", "Bo", "Cy"];
    await Promise.all(
      names.map((given_name, i) =>
        sandbox.patch(`/air/offers/${offer.id}/passengers/${offer.passengers[i].id}`, {
          given_name,
          family_name: "Silva",
        }),
      ),
    );
    const { body } = await sandbox.get(`/air/offers/${offer.id}`);
    expect(body.data.passengers.map((one: { given_name: string }) => one.given_name)).toEqual(names);
  });

  it("take names and loyalty accounts of single passengers", async () => {
    const [offer] = await offersOf(journey(["CDG", "NRT", DATE]));
    const [{ id }] = offer.passengers;
    const accounts = [{ airline_iata_code: "AF", account_number: "12901014" }];
    const names = { given_name: "Amelia", family_name: "Earhart", loyalty_programme_accounts: accounts };
    const url = `/air/offers/${offer.id}/passengers/${id}`;
    const changed = await sandbox.patch(url, names);
    expect(changed.body.data).toMatchObject({ id, type: "adult", ...names });
    expect((await sandbox.get(`/air/offers/${offer.id}`)).body.data.passengers[0]).toMatchObject(names);
    expect((await sandbox.patch(url, { given_name: "Amelia" })).body.errors[0].source.pointer).toBe("/family_name");
    expect((await sandbox.patch(`/air/offers/${offer.id}/passengers/pas_1`, names)).status).toBe(404);
    expect((await sandbox.patch(url, { ...names, given_name: "<b>" })).status).toBe(422);
  });
});

describe("Duffel seat maps", () => {
  it("show the cabin of the fare with its free seats", async () => {
    const wish = { ...journey(["LHR", "JFK", DATE]), passengers: [{ type: "adult" }, { age: 5 }, { age: 1 }] };
    const [offer] = await offersOf(wish);
    const { body } = await sandbox.get(`/air/seat_maps?offer_id=${offer.id}`);
    const [map] = body.data;
    expect(map).toMatchObject({ slice_id: offer.slices[0].id, segment_id: offer.slices[0].segments[0].id });
    const [cabin] = map.cabins;
    expect(cabin).toMatchObject({ deck: 0, cabin_class: "economy", aisles: 2 });
    for (const { sections } of cabin.rows) expect(sections).toHaveLength(3);
    const elements: SeatElement[] = cabin.rows.flatMap((row: Row) =>
      row.sections.flatMap((section) => section.elements),
    );
    const kinds = new Set(elements.map(({ type }) => type));
    expect([...kinds].sort()).toEqual(["exit_row", "galley", "lavatory", "restricted_seat_general", "seat"]);
    const seats = elements.filter(({ designator }) => designator !== undefined);
    expect(new Set(seats.map(({ designator }) => designator)).size).toBe(seats.length);
    const free = seats.filter(({ available_services }) => available_services?.length);
    expect(free.length).toBeGreaterThan(seats.length / 4);
    expect(free.length).toBeLessThan(seats.length / 2);
    for (const { available_services } of free) {
      expect(available_services?.map(({ passenger_id }) => passenger_id)).toEqual(
        offer.passengers.slice(0, 2).map(({ id }: { id: string }) => id),
      );
    }
    const found = await sandbox.offers.find(offer.id);
    const ids = new Set((await found.services()).map(({ service }) => service.id));
    for (const { available_services } of free)
      for (const { id } of available_services ?? []) expect(ids.has(id)).toBe(true);
    expect((await sandbox.get("/air/seat_maps")).status).toBe(422);
  });

  it("of the test airline have 192 seats, two of five for sale at 20.00", async () => {
    const [offer] = await offersOf(journey(["JFK", "EWR", DATE]));
    const { body } = await sandbox.get(`/air/seat_maps?offer_id=${offer.id}`);
    const elements: SeatElement[] = body.data[0].cabins[0].rows.flatMap((row: Row) =>
      row.sections.flatMap((section) => section.elements),
    );
    const seats = elements.filter(({ designator }) => designator !== undefined);
    const free = seats.flatMap(({ available_services }) => available_services ?? []);
    expect(seats).toHaveLength(192);
    expect(free.length).toBeGreaterThan(55);
    expect(free.length).toBeLessThan(100);
    expect(new Set(free.map(({ total_amount }) => total_amount))).toEqual(new Set(["20.00"]));
  });
});

describe("offers for an order change", () => {
  it("are flights of that day, cheapest first, of one airline if requested", async () => {
    const book = sandbox.offers;
    const party = { adults: 1, children: 1, infants: 0 };
    const wish = { origin: "LHR", destination: "JFK", departureDate: DATE, cabin: "economy" as const, party };
    const options = await book.findSlices({ ...wish, passengerIds: ["pas_a", "pas_b"] }, 5);
    expect(options).toHaveLength(5);
    expect(options[0]?.slice.segments[0]?.passengers.map(({ passenger_id }) => passenger_id)).toEqual([
      "pas_a",
      "pas_b",
    ]);
    for (const { flightIds, total } of options) {
      const prices = sandbox.supplier.quoteFlights(flightIds, party).map(({ segment }) => segment.price);
      expect(prices.reduce((sum, price) => sum + price, 0)).toBe(total);
    }
    const british = await book.findSlices({ ...wish, owner: "BA", passengerIds: ["pas_a", "pas_b"] }, 50);
    expect(british.length).toBeGreaterThan(0);
    for (const { slice } of british) expect(slice.segments[0]?.marketing_carrier.iata_code).toBe("BA");
    const test = { ...wish, destination: "LGW", owner: "ZZ", passengerIds: ["pas_a", "pas_b"] };
    expect((await book.findSlices(test, 9)).length).toBe(3);
  });
});
