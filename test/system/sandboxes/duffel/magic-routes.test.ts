import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import {
  type Answered,
  balance,
  card,
  connectDuffel,
  holdFor,
  offersOf,
  oneWay,
  orderFor,
  plain,
  refusalOf,
  SETTINGS,
} from "./duffel-client.ts";

let taxiway: HttpTaxiway;
let duffel: Answered;
beforeAll(async () => {
  taxiway = await launchHttpTaxiway(SETTINGS);
  duffel = await connectDuffel(taxiway);
});
afterAll(async () => void (await taxiway.stop()));

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const firstOf = async (origin: string, destination: string): Promise<Answered> => {
  const [offer] = await offersOf(duffel, origin, destination);
  expect(offer.owner.iata_code).toBe("ZZ");
  return offer;
};
const ordersOf = async (offer: Answered): Promise<Answered[]> => {
  const { data } = await duffel.orders.list();
  return data.filter(({ offer_id }: Answered) => offer_id === offer.id);
};

/** The outcomes that Duffel's test mode documents, by route. */
const ROUTES: Readonly<Record<string, () => Promise<void>>> = {
  async "PVD to RAI has no flights"() {
    expect(await offersOf(duffel, "PVD", "RAI")).toEqual([]);
  },
  async "JFK to EWR can be held"() {
    const offer = await firstOf("JFK", "EWR");
    expect(offer.payment_requirements.requires_instant_payment).toBe(false);
    expect((await duffel.orders.create(holdFor(offer))).data.payment_status.awaiting_payment).toBe(true);
  },
  async "LHR to DXB takes two flights"() {
    for (const { slices } of await offersOf(duffel, "LHR", "DXB")) expect(slices[0].segments).toHaveLength(2);
    const offer = await firstOf("LHR", "DXB");
    expect((await duffel.orders.create(orderFor(offer))).data.slices[0].segments).toHaveLength(2);
  },
  async "DXB to AMS lands once on the way"() {
    const [{ segments }] = (await firstOf("DXB", "AMS")).slices;
    expect([segments.length, segments[0].stops.length]).toEqual([1, 1]);
  },
  async "BTS to MRU includes no baggage"() {
    expect((await firstOf("BTS", "MRU")).slices[0].segments[0].passengers[0].baggages).toEqual([]);
  },
  async "BTS to ABV sells no extras"() {
    const { id } = await firstOf("BTS", "ABV");
    expect((await duffel.offers.get(id, { return_available_services: true })).data.available_services).toEqual([]);
  },
  async "STN to LHR takes too long to search"() {
    const search = duffel.offerRequests.create(oneWay("STN", "LHR"));
    expect(await refusalOf(search)).toEqual([504, "api_error", "gateway_timeout_error"]);
  },
  async "LGW to LHR is sold out when it is read"() {
    const { id } = await firstOf("LGW", "LHR");
    expect(await refusalOf(duffel.offers.get(id))).toEqual([422, "airline_error", "offer_no_longer_available"]);
  },
  async "LHR to STN gets dearer with every read"() {
    const offer = await firstOf("LHR", "STN");
    const [once, twice] = [await duffel.offers.get(offer.id), await duffel.offers.get(offer.id)];
    const prices = [offer, once.data, twice.data].map(({ total_amount }) => cents(total_amount));
    expect(prices).toEqual([...new Set(prices)].sort((a, b) => a - b));
    expect(await refusalOf(duffel.orders.create(orderFor(offer)))).toEqual([
      422,
      "validation_error",
      "payment_amount_does_not_match_order_amount",
    ]);
    expect((await duffel.orders.create(orderFor(twice.data))).data.total_amount).toBe(twice.data.total_amount);
  },
  async "LHR to LGW cannot be ordered"() {
    const offer = await firstOf("LHR", "LGW");
    const ordering = duffel.orders.create(orderFor(offer));
    expect(await refusalOf(ordering)).toEqual([502, "airline_error", "airline_unknown"]);
    expect(await ordersOf(offer)).toEqual([]);
  },
  async "LGW to STN costs more than the balance has"() {
    const ordering = duffel.orders.create(orderFor(await firstOf("LGW", "STN")));
    expect(await refusalOf(ordering)).toEqual([422, "invalid_state_error", "insufficient_balance"]);
  },
  async "LTN to STN is ordered at once, with 200"() {
    const offer = await firstOf("LTN", "STN");
    const { status, data } = await duffel.orders.create(orderFor(offer, { payments: [card(offer.total_amount)] }));
    expect([status, data.booking_reference]).toEqual([200, expect.stringMatching(/^TEST-/)]);
  },
  async "SEN to STN is accepted, and ordered after a while"() {
    const offer = await firstOf("SEN", "STN");
    const { status, data } = await duffel.orders.create(orderFor(offer, { payments: [card(offer.total_amount)] }));
    expect([status, data.offer_id, data.booking_reference]).toEqual([202, offer.id, undefined]);
    expect(await ordersOf(offer)).toHaveLength(1);
  },
  async "LCY to STN is accepted, and comes to nothing"() {
    const offer = await firstOf("LCY", "STN");
    const { status, data } = await duffel.orders.create(orderFor(offer, { payments: [card(offer.total_amount)] }));
    expect([status, data.offer_id, data.booking_reference]).toEqual([202, offer.id, undefined]);
    expect(await ordersOf(offer)).toEqual([]);
  },
  async "LHR to LTN is moved by an hour at every read"() {
    const { data: order } = await duffel.orders.create(orderFor(await firstOf("LHR", "LTN")));
    const { data: once } = await duffel.airlineInitiatedChanges.list(order.id);
    const { data: changes } = await duffel.airlineInitiatedChanges.list(order.id);
    expect([once.length, changes.length]).toEqual([1, 2]);
    const [first, latest] = changes;
    const hourOf = ([slice]: Answered) => Date.parse(`${slice.segments[0].departing_at}Z`) / 3_600_000;
    expect(hourOf(latest.added) - hourOf(latest.removed)).toBe(1);
    expect(hourOf(latest.removed)).toBe(hourOf(first.added));
    const accepting = duffel.airlineInitiatedChanges.accept(first.id);
    expect((await refusalOf(accepting))[2]).toBe("stale_airline_initiated_change_accept");
    expect((await duffel.airlineInitiatedChanges.accept(latest.id)).data.action_taken).toBe("accepted");
    const { data: moved } = await duffel.orders.get(order.id);
    expect(hourOf(moved.slices)).toBe(hourOf(order.slices) + 2);
    const { data: more } = await duffel.airlineInitiatedChanges.list(order.id);
    const update = await duffel.airlineInitiatedChanges.update(more.at(-1).id, "changed");
    expect(update.data.action_taken).toBe("changed");
  },
  async "LTN to SYD is refunded as airline credit"() {
    const { data: order } = await duffel.orders.create(orderFor(await firstOf("LTN", "SYD")));
    const { data: quote } = await duffel.orderCancellations.create({ order_id: order.id });
    expect(quote).toMatchObject({ refund_to: "airline_credits", refund_amount: order.total_amount });
    const { data: done } = await duffel.orderCancellations.confirm(quote.id);
    expect(done.airline_credits[0].credit_code).toEqual(expect.stringMatching(/\S/));
  },
};

describe("magic routes with Duffel's own client", () => {
  it.each(Object.entries(ROUTES))("return the documented outcome: %s", (_route, check) => check());
});

describe("Duffel scenarios selected by header", () => {
  const scenario = (name: string) => ({ "X-Taxiway-Scenario": name });
  const search = (name: string) =>
    plain(taxiway, "POST", "/air/offer_requests", { data: oneWay("LHR", "JFK"), headers: scenario(name) });

  it("can make any search fail or return nothing", async () => {
    expect((await search("no_flights")).body.data.offers).toEqual([]);
    const late = await search("search_timeout");
    expect([late.status, late.body.errors[0].code]).toEqual([504, "gateway_timeout_error"]);
    expect(late.body.meta.request_id).toBe(late.headers.get("x-request-id"));
    const { offers } = (await search("stop")).body.data;
    expect(offers[0].slices[0].segments[0].stops).toHaveLength(1);
  });

  it("can make any order fail", async () => {
    const [offer] = await offersOf(duffel, "LHR", "JFK");
    for (const [name, status, code] of [
      ["order_creation_fails", 502, "airline_unknown"],
      ["insufficient_balance", 422, "insufficient_balance"],
    ] as const) {
      const answer = await plain(taxiway, "POST", "/air/orders", { data: orderFor(offer), headers: scenario(name) });
      expect([answer.status, answer.body.errors[0].code]).toEqual([status, code]);
    }
    const paid = orderFor(offer, { payments: [balance(offer.total_amount)] });
    expect((await plain(taxiway, "POST", "/air/orders", { data: paid })).status).toBe(201);
  });

  it("are kept with the offers of a search and their orders", async () => {
    const failing = (await search("order_creation_fails")).body.data.offers[0];
    expect((await refusalOf(duffel.orders.create(orderFor(failing))))[2]).toBe("airline_unknown");
    const moving = (await search("schedule_changes")).body.data.offers[0];
    const { data: order } = await duffel.orders.create(orderFor(moving));
    expect((await duffel.airlineInitiatedChanges.list(order.id)).data).toHaveLength(1);
  });

  it("include every listed scenario and reject others on every route", async () => {
    for (const path of ["/air/airlines", "/air/orders"]) {
      const answer = await plain(taxiway, "GET", path, { headers: scenario("hijacking") });
      expect([answer.status, answer.body.errors[0].code]).toEqual([400, "invalid_scenario_header"]);
      expect(answer.body.errors[0].message).toContain("no_flights");
    }
    expect((await search("NO_FLIGHTS")).status).toBe(400);
    expect((await search("")).status).toBe(400);
  });
});
