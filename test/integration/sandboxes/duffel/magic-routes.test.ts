import { afterAll, afterEach, describe, expect, it } from "vitest";
import { SCENARIOS } from "../../../../src/sandboxes/duffel/scenarios.ts";
import { BACK, CALLER, cents, DATE, journey, type Offer, refused, searching, startSandbox } from "./sandbox-fixture.ts";

const sandbox = startSandbox();
const { search, offersOf } = searching(sandbox);
afterEach(() => expect(sandbox.defects).toEqual([]));
afterAll(() => sandbox.close());

describe("Duffel's magic routes", () => {
  const magic = (from: string, to: string) => search(journey([from, to, DATE]));

  it.each([
    ["JFK", "EWR"],
    ["LHR", "LGW"],
    ["LGW", "STN"],
    ["LTN", "STN"],
    ["SEN", "STN"],
    ["LCY", "STN"],
    ["LHR", "LTN"],
    ["LTN", "SYD"],
  ])("sell %s to %s on Duffel Airways only", async (from, to) => {
    const { status, body } = await magic(from, to);
    expect(status).toBe(201);
    expect(body.data.offers.length).toBeGreaterThan(0);
    for (const { owner } of body.data.offers) expect(owner.iata_code).toBe("ZZ");
    expect((await sandbox.get(`/air/offers/${body.data.offers[0].id}`)).status).toBe(200);
  });

  it("have no special outcome as a part of a longer trip", async () => {
    const both = await search(journey(["PVD", "RAI", DATE], ["RAI", "PVD", BACK]));
    expect(both.body.data.offers.length).toBeGreaterThan(0);
    const [gone] = (await search(journey(["LGW", "LHR", DATE], ["LHR", "LGW", BACK]))).body.data.offers;
    expect((await sandbox.get(`/air/offers/${gone.id}`)).status).toBe(200);
  });

  it("have the outcomes that Duffel documents", async () => {
    expect((await magic("PVD", "RAI")).body.data.offers).toEqual([]);
    expect((await magic("JFK", "EWR")).body.data.offers[0].payment_requirements.requires_instant_payment).toBe(false);
    for (const { slices } of (await magic("LHR", "DXB")).body.data.offers) expect(slices[0].segments).toHaveLength(2);
    for (const { slices } of (await magic("DXB", "AMS")).body.data.offers) {
      expect(slices[0].segments[0].stops).toHaveLength(1);
      const [stop] = slices[0].segments[0].stops;
      expect(stop.airport.type).toBe("airport");
      expect(stop.duration).toBe("PT45M");
    }
    const bagless = (await magic("BTS", "MRU")).body.data.offers[0];
    expect(bagless.slices[0].segments[0].passengers[0].baggages).toEqual([]);
    const bare = (await magic("BTS", "ABV")).body.data.offers[0];
    const services = await sandbox.get(`/air/offers/${bare.id}?return_available_services=true`);
    expect(services.body.data.available_services).toEqual([]);
    expect(refused(await magic("STN", "LHR"))).toEqual([504, "api_error", "gateway_timeout_error"]);
    const gone = (await magic("LGW", "LHR")).body.data.offers[0];
    expect(refused(await sandbox.get(`/air/offers/${gone.id}`))).toEqual([
      422,
      "airline_error",
      "offer_no_longer_available",
    ]);
  });

  it("with rising prices cost more at each read, and an order pays the last price", async () => {
    const own = startSandbox();
    const { body } = await own.post("/air/offer_requests", journey(["LHR", "STN", DATE]));
    const [offer] = body.data.offers;
    const book = own.offers;
    expect(cents((await book.find(offer.id)).wire.total_amount)).toBeGreaterThan(cents(offer.total_amount));
    let last = cents(offer.total_amount);
    for (let i = 0; i < 3; i++) {
      const read = (await own.get(`/air/offers/${offer.id}`)).body.data;
      expect(cents(read.total_amount)).toBeGreaterThan(last);
      expect(cents(read.base_amount) + cents(read.tax_amount)).toBe(cents(read.total_amount));
      last = cents(read.total_amount);
      const found = await book.find(offer.id);
      expect(cents(found.wire.total_amount)).toBe(last);
      expect(found.total).toBe(cents(offer.total_amount));
    }
    await own.close();
  });

  it("can be selected by header for any route of the world", async () => {
    const wish = journey(["LHR", "JFK", DATE]);
    expect(await offersOf(wish, "no_flights")).toEqual([]);
    const changing: readonly Offer[] = await offersOf(wish, "connections");
    expect(changing.length).toBeGreaterThan(0);
    for (const { slices } of changing) expect(slices[0]?.segments).toHaveLength(2);
    const real = changing.find(({ owner }) => owner.iata_code !== "ZZ") as Offer;
    const found = await sandbox.offers.find(real.id);
    const quoted = sandbox.supplier.quoteFlights(found.flightIds, found.party);
    expect(quoted.reduce((sum, { segment }) => sum + segment.price, 0)).toBe(found.total);
    const stopping: readonly Offer[] = await offersOf(wish, "stop");
    expect(stopping.every(({ slices }) => slices[0]?.segments[0]?.stops.length === 1)).toBe(true);
    const near = await offersOf(journey(["LHR", "JFK", "2026-11-18"]), "hold_only");
    expect(near[0].payment_requirements.requires_instant_payment).toBe(false);
    const late = await search(wish, { headers: { "x-taxiway-scenario": "search_timeout" } });
    expect(late.status).toBe(504);
    for (const scenario of SCENARIOS) {
      const options = { headers: { "x-taxiway-scenario": scenario } };
      expect([201, 504]).toContain((await search(wish, options)).status);
    }
  });

  it("do not affect searches of the GDS", async () => {
    const found = await sandbox.travel.searchFlights(
      {
        origin: "LHR",
        destination: "DXB",
        departureDate: DATE,
        party: { adults: 1, children: 0, infants: 0 },
        cabin: "economy",
        maxConnections: 2,
        sortBy: "price",
        maxResults: 200,
      },
      CALLER,
    );
    expect(found.flights.length).toBeGreaterThan(0);
    expect(found.flights.some(({ airlineCode }) => airlineCode === "ZZ")).toBe(false);
  });
});
