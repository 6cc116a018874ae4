import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import {
  type Answered,
  balance,
  connectDuffel,
  DEPARTURE,
  duffelModule,
  flexibleOffer,
  holdFor,
  named,
  oneWay,
  orderFor,
  refusalOf,
  SETTINGS,
} from "./duffel-client.ts";

let taxiway: HttpTaxiway;
let duffel: Answered;
beforeAll(async () => {
  taxiway = await launchHttpTaxiway(SETTINGS);
  duffel = await connectDuffel(taxiway);
});
afterAll(async () => {
  expect(taxiway.stderr()).toBe("");
  await taxiway.stop();
});

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const amount = (total: number): string => (total / 100).toFixed(2);

const freeSeat = (seatMaps: Answered[], passengerId: string): Answered =>
  seatMaps
    .flatMap(({ cabins }) => cabins)
    .flatMap(({ rows }) => rows)
    .flatMap(({ sections }) => sections)
    .flatMap(({ elements }) => elements)
    .filter(({ type }) => type === "seat")
    .flatMap(({ designator, available_services }) =>
      available_services.map((service: Answered) => ({ ...service, designator })),
    )
    .find(({ passenger_id }) => passenger_id === passengerId);

describe("Duffel's own client on the sandbox", () => {
  it("makes a first booking: search, select, seat, bag, price, order", async () => {
    const search = await duffel.offerRequests.create({ ...oneWay("LHR", "JFK"), return_offers: false });
    expect([search.status, search.data.live_mode, search.data.offers]).toEqual([201, false, undefined]);
    expect((await duffel.offerRequests.get(search.data.id)).data.id).toBe(search.data.id);
    expect((await duffel.offerRequests.list({ limit: 1 })).data[0].id).toBe(search.data.id);

    const query = { offer_request_id: search.data.id, sort: "total_amount", limit: 4 };
    const page = await duffel.offers.list(query);
    expect(page.data).toHaveLength(4);
    const next = await duffel.offers.list({ ...query, after: page.meta.after });
    const first = next.data[0];
    expect(cents(first.total_amount)).toBeGreaterThanOrEqual(cents(page.data[3].total_amount));
    expect((await duffel.offers.list({ ...query, before: next.meta.before })).data).toEqual(page.data);

    const { data: offer } = await duffel.offers.get(first.id, { return_available_services: true });
    const { data: seatMaps } = await duffel.seatMaps.get({ offer_id: offer.id });
    expect((await duffelModule()).hasService(offer, seatMaps)).toBe(true);
    const [passenger] = offer.passengers;
    const seat = freeSeat(seatMaps, passenger.id);
    const bag = offer.available_services.find(({ type }: Answered) => type === "baggage");
    const services = [seat, bag].map(({ id }) => ({ id, quantity: 1 }));
    const priced = await duffel.offers.getPriced(offer.id, {
      intended_services: services,
      intended_payment_methods: [{ type: "balance" }],
    });
    const total = cents(offer.total_amount) + cents(seat.total_amount) + cents(bag.total_amount);
    expect(priced.data.total_amount).toBe(amount(total));
    expect(priced.data.intended_payment_methods[0].charge_amount).toBe(amount(total));

    const metadata = { seat_preference: "window" };
    const wanted = orderFor(offer, { services, payments: [balance(amount(total))], metadata });
    const { data: order, status } = await duffel.orders.create(wanted);
    expect([status, order.total_amount, order.live_mode]).toEqual([201, amount(total), false]);
    expect(order.booking_reference).toMatch(/^TEST-[A-Z0-9]{6}$/);
    expect(order.documents.map(({ type }: Answered) => type)).toContain("electronic_ticket");
    expect(order.services.map(({ type }: Answered) => type).sort()).toEqual(["baggage", "seat"]);
    expect(order.services.find(({ type }: Answered) => type === "seat").metadata.designator).toBe(seat.designator);
    expect(order.passengers[0]).toMatchObject({ given_name: "Amelia", family_name: "Earhart" });
    expect(order.metadata).toEqual(metadata);

    expect((await duffel.orders.get(order.id)).data).toEqual(order);
    expect((await duffel.orders.list({ booking_reference: order.booking_reference })).data).toEqual([order]);
    expect(await refusalOf(duffel.orders.create(wanted))).toEqual([
      422,
      "validation_error",
      "offer_request_already_booked",
    ]);
  });

  it("reads every page of a list in both directions, for a round trip with a child", async () => {
    const passengers = [{ type: "adult" }, { age: 9 }];
    const slices = [
      { origin: "LHR", destination: "JFK", departure_date: DEPARTURE },
      { origin: "JFK", destination: "LHR", departure_date: "2027-01-22" },
    ];
    const wanted = { slices, passengers, cabin_class: "economy", max_connections: 0 };
    const { data: search } = await duffel.offerRequests.create(wanted);
    const seen: Answered[] = [];
    const sorted = { offer_request_id: search.id, sort: "-total_duration", limit: 25 };
    for await (const { data } of duffel.offers.listWithGenerator(sorted)) seen.push(data);
    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(search.offers.length);
    expect(ids).toEqual(expect.arrayContaining(search.offers.map(({ id }: Answered) => id)));
    for (const { slices: sold, passengers: travellers } of seen) {
      expect(sold).toHaveLength(2);
      expect(sold.map(({ segments }: Answered) => segments.length)).toEqual([1, 1]);
      expect(travellers.map(({ type }: Answered) => type)).toEqual(["adult", "child"]);
    }
  });

  it("names a passenger before anything is booked", async () => {
    const offer = await flexibleOffer(duffel);
    const accounts = [{ airline_iata_code: offer.owner.iata_code, account_number: "12901014" }];
    const [{ id }] = offer.passengers;
    const name = { given_name: "Amelia", family_name: "Earhart" };
    const { data } = await duffel.offers.update(offer.id, id, { ...name, loyalty_programme_accounts: accounts });
    expect(data).toMatchObject({ id, ...name, loyalty_programme_accounts: accounts });
    expect((await duffel.offers.get(offer.id)).data.passengers[0]).toEqual(data);
  });

  it("holds an order with metadata and pays for it once later", async () => {
    const offer = await flexibleOffer(duffel);
    const { data: held } = await duffel.orders.create(holdFor(offer));
    expect(held.payment_status).toMatchObject({ awaiting_payment: true, paid_at: null });
    expect(held.payment_status.payment_required_by).toBe(offer.payment_requirements.payment_required_by);
    expect(held.documents).toEqual([]);
    const waiting = await duffel.orders.list({ awaiting_payment: true, sort: "payment_required_by" });
    expect(waiting.data.map(({ id }: Answered) => id)).toContain(held.id);

    const { data: noted } = await duffel.orders.update(held.id, { metadata: { trip: "spring" } });
    expect(noted.metadata).toEqual({ trip: "spring" });
    expect((await duffel.orders.getAvailableServices(held.id)).data).toEqual([]);

    const short = { order_id: held.id, payment: balance("1.00") };
    expect((await refusalOf(duffel.payments.create(short)))[2]).toBe("payment_amount_does_not_match_order_amount");
    const payment = { order_id: held.id, payment: balance(held.total_amount) };
    const paid = await duffel.payments.create(payment);
    expect(paid.data).toMatchObject({ type: "balance", amount: held.total_amount, currency: "USD", live_mode: false });
    const { data: order } = await duffel.orders.get(held.id);
    expect(order.payment_status).toMatchObject({ awaiting_payment: false, payment_required_by: null });
    expect(order.documents).toHaveLength(1);
    expect(order.metadata).toEqual({ trip: "spring" });
    expect((await refusalOf(duffel.payments.create(payment)))[2]).toBe("already_paid");
  });

  it("changes the flight of an order by request, offer, change and confirmation", async () => {
    const { data: order } = await duffel.orders.create(orderFor(await flexibleOffer(duffel)));
    expect(order.available_actions).toContain("change");
    const [{ id: slice_id }] = order.slices;
    const { data: request } = await duffel.orderChangeRequests.create({
      order_id: order.id,
      slices: {
        remove: [{ slice_id }],
        add: [{ origin: "JFK", destination: "EWR", departure_date: "2027-01-18", cabin_class: "economy" }],
      },
    });
    expect((await duffel.orderChangeRequests.get(request.id)).data).toEqual(request);
    const { data: offers } = await duffel.orderChangeOffers.list({
      order_change_request_id: request.id,
      sort: "change_total_amount",
    });
    const [offer] = offers;
    expect((await duffel.orderChangeOffers.get(offer.id)).data).toEqual(offer);
    const { data: change } = await duffel.orderChanges.create({ selected_order_change_offer: offer.id });
    expect(change).toMatchObject({ order_id: order.id, confirmed_at: null });
    expect((await duffel.orderChanges.get(change.id)).data).toEqual(change);
    const { data: confirmed } = await duffel.orderChanges.confirm(change.id, {
      payment: balance(change.change_total_amount),
    });
    expect(confirmed.confirmed_at).not.toBeNull();
    const { data: changed } = await duffel.orders.get(order.id);
    expect(changed.slices[0].segments[0].departing_at).toMatch(/^2027-01-18T/);
    expect(changed.total_amount).toBe(change.new_total_amount);
    expect(changed.booking_reference).toBe(order.booking_reference);
    const again = { order_id: order.id, slices: { remove: [{ slice_id: changed.slices[0].id }], add: [] } };
    expect((await refusalOf(duffel.orderChangeRequests.create(again)))[2]).toBe("order_not_changeable");
  });

  it("cancels an order in two steps with a refund", async () => {
    const offer = await flexibleOffer(duffel);
    const { data: order } = await duffel.orders.create(orderFor(offer));
    const { data: quote } = await duffel.orderCancellations.create({ order_id: order.id });
    const penalty = cents(offer.conditions.refund_before_departure.penalty_amount ?? "0");
    expect(quote).toMatchObject({
      order_id: order.id,
      refund_to: "balance",
      refund_amount: amount(cents(order.total_amount) - penalty),
      confirmed_at: null,
    });
    expect((await duffel.orders.get(order.id)).data.cancelled_at).toBeNull();
    expect((await duffel.orderCancellations.list({ order_id: order.id })).data).toEqual([quote]);
    const { data: confirmed } = await duffel.orderCancellations.confirm(quote.id);
    expect(confirmed.confirmed_at).not.toBeNull();
    expect((await duffel.orderCancellations.get(quote.id)).data).toEqual(confirmed);
    const { data: cancelled } = await duffel.orders.get(order.id);
    expect(cancelled.cancelled_at).not.toBeNull();
    expect(cancelled.available_actions).not.toContain("cancel");
    expect(await refusalOf(duffel.orderCancellations.create({ order_id: order.id }))).toEqual([
      422,
      "invalid_state_error",
      "already_cancelled",
    ]);
  });

  it("looks up airlines, airports, aircraft and places", async () => {
    for (const resource of ["airlines", "airports", "aircraft"]) {
      const { data, meta } = await duffel[resource].list({ limit: 3 });
      expect(data, resource).toHaveLength(3);
      expect(meta.after, resource).toEqual(expect.any(String));
      expect((await duffel[resource].get(data[2].id)).data, resource).toEqual(data[2]);
      expect((await refusalOf(duffel[resource].get("nonexistent_id")))[2], resource).toBe("not_found");
    }
    const { data: places } = await duffel.suggestions.list({ query: "london" });
    expect(places[0]).toMatchObject({ type: "city", iata_code: "LON" });
    const { data: near } = await duffel.suggestions.list({ lat: "51.47", lng: "-0.45", rad: "20000" });
    expect(near.map(({ iata_code }: Answered) => iata_code)).toContain("LHR");
  });

  it("throws its own error class with Duffel's type, code and pointer", async () => {
    const missing = duffel.offerRequests.create({ ...oneWay("LHR", "JFK"), slices: [{ origin: "LHR" }] });
    await expect(missing).rejects.toMatchObject({
      meta: { status: 422, request_id: expect.stringMatching(/\S/) },
      errors: [
        {
          type: "validation_error",
          code: "validation_required",
          title: expect.stringMatching(/\S/),
          message: expect.stringMatching(/\S/),
          documentation_url: expect.stringMatching(/^https:/),
          source: { field: "destination", pointer: "/slices/0/destination" },
        },
      ],
    });
    expect(await refusalOf(duffel.offerRequests.create(oneWay("XXX", "JFK")))).toEqual([
      400,
      "validation_error",
      "invalid_airport_code",
    ]);
    expect(await refusalOf(duffel.batchOfferRequests.create(oneWay("LHR", "JFK")))).toEqual([
      404,
      "invalid_request_error",
      "not_found",
    ]);
    const withoutToken = await connectDuffel(taxiway, "");
    expect((await refusalOf(withoutToken.airlines.list()))[0]).toBe(401);
    const live = await connectDuffel(taxiway, "duffel_live_x");
    expect(await refusalOf(live.airlines.list())).toEqual([401, "authentication_error", "access_token_not_found"]);
  });

  it("does not see offers and orders of another account", async () => {
    const offer = await flexibleOffer(duffel);
    const other = await connectDuffel(taxiway, "duffel_test_another");
    expect((await refusalOf(other.offers.get(offer.id)))[0]).toBe(404);
    expect((await refusalOf(other.orders.create({ ...orderFor(offer), passengers: named(offer) })))[0]).toBe(404);
    expect((await other.orders.list()).data).toEqual([]);
  });
});
