import { describe, expect, it } from "vitest";
import { outputErrors } from "../../../../src/mcp/tools/call-tool.ts";
import { FlightOption } from "../../../../src/servers/flights/flight-option.ts";
import { flightsServer } from "../../../../src/servers/flights/flights-server.ts";
import { says, startDuffelServer } from "../../../fixtures/duffel/duffel-server.ts";
import { errorAnswer, manyOffers, offer, offerRequest } from "../../../fixtures/duffel/offers.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";
import { clientOf } from "./flights-client.ts";
import { openShop } from "./shops.ts";

const SEARCH = { origin: "LHR", destination: "JFK", departure_date: "2025-05-10" };

describe("the flights server", () => {
  it("accepts the GDS's name for its search without listing it", async () => {
    const { ask, call } = clientOf(openShop("http://127.0.0.1:1").shop);
    const { tools } = (await ask("tools/list", {})).result;
    expect(tools.map(({ name }: { name: string }) => name)).not.toContain("searchFlights");
    expect(refusal(await call("searchFlights", { ...SEARCH, origin: "London" }))).toMatchObject({ code: -32602 });
  });

  it("lists its search under the contract's name with TAXIWAY_TOOLS=contract", async () => {
    const server = flightsServer(() => openShop("http://127.0.0.1:1").shop, "1", { contractTools: true });
    expect(server.tools.list().map(({ name }) => name)).toEqual(["searchFlights", "get_offer", "search_multi_city"]);
    expect(server.tools.get("search_flights")?.name).toBe("searchFlights");
  });

  it("has three read-only tools with the arguments of the search", async () => {
    const { ask } = clientOf(openShop("http://127.0.0.1:1").shop);
    const { tools } = (await ask("tools/list", {})).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      "search_flights",
      "get_offer",
      "search_multi_city",
    ]);
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: true });
    const { properties, required } = tools[0].inputSchema;
    expect(required).toEqual(["origin", "destination", "departure_date"]);
    expect(Object.keys(properties)).toEqual([
      "origin",
      "destination",
      "departure_date",
      "return_date",
      "adults",
      "children",
      "infants",
      "child_ages",
      "cabin_class",
      "max_connections",
      "departure_time",
      "arrival_time",
      "max_results",
      "detail",
      "refresh",
    ]);
    expect(properties).toMatchObject({
      adults: { default: 1 },
      children: { default: 0 },
      infants: { default: 0 },
      max_connections: { default: 2 },
      max_results: { default: 10, minimum: 1, maximum: 50 },
      detail: { default: "lean", enum: ["lean", "full"] },
      cabin_class: { enum: ["economy", "premium_economy", "business", "first"] },
    });
  });

  it("answers a search with the cheapest offers, after a summary", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest(manyOffers(60))));
    const { call } = clientOf(openShop(duffel.url).shop);
    const answer = worked(await call("search_flights", { ...SEARCH, children: 1 }));
    expect(Object.keys(answer)).toEqual([
      ...["warnings", "result_count", "currency", "operation_id", "source", "fetched_at", "cached", "options", "more"],
    ]);
    expect(answer).toMatchObject({
      warnings: [expect.stringContaining("child_ages"), "10 more expensive offers were left out."],
      ...{ result_count: 10, currency: "USD", source: "live", fetched_at: "2025-04-01T09:00:00Z", cached: false },
      more: "40 more: max_results (at most 50), or a narrower search.",
    });
    expect(worked(await call("search_flights", { ...SEARCH, children: 1 }))).toMatchObject({ cached: true });
    expect(worked(await call("search_flights", { ...SEARCH, children: 1, refresh: true }))).toMatchObject({
      cached: false,
    });
  });

  it("names unknown fields first", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest([offer()])));
    const { call } = clientOf(openShop(duffel.url).shop, "compact");
    const { structuredContent, content } = await call("search_flights", { ...SEARCH, maxResults: 1 });
    const said = '"maxResults" is not a field of search_flights and was ignored; did you mean "max_results"?';
    expect(Object.entries(structuredContent)[0]).toEqual(["warnings", [said]]);
    expect(content[0]?.text.startsWith(`${said}\n`)).toBe(true);
  });

  it("shows as many options as requested, in the same order, without another call", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest(manyOffers(60))));
    const { call } = clientOf(openShop(duffel.url).shop);
    const idsOf = async (more: object) =>
      worked(await call("search_flights", { ...SEARCH, ...more })).options.map(
        ({ offer_id }: { offer_id: string }) => offer_id,
      );
    const all = await idsOf({ max_results: 50 });
    expect(all).toHaveLength(50);
    for (const max_results of [1, 2, 10, 49, 50]) {
      expect(await idsOf({ max_results })).toEqual(all.slice(0, max_results));
      const full = await idsOf({ max_results, detail: "full" });
      expect(full).toEqual(all.slice(0, full.length));
    }
    expect(duffel.arrived).toHaveLength(1);
    expect(refusal(await call("search_flights", { ...SEARCH, max_results: 51 }))).toMatchObject({
      data: { field: "max_results" },
    });
  });

  it("has no common currency for prices in several, and no note about more offers when all are shown", async () => {
    const offers = [offer({ currency: "EUR" }), offer({ currency: "USD", id: "off_other" })];
    const duffel = await startDuffelServer(says(201, offerRequest(offers)));
    const answer = worked(await clientOf(openShop(duffel.url).shop).call("search_flights", SEARCH));
    expect(answer).not.toHaveProperty("currency");
    expect(answer).not.toHaveProperty("more");
    expect(answer.warnings).toEqual(["Prices are in EUR, USD and sorted within each currency only."]);
  });

  it("returns every field of an option in full answers", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest([offer()])));
    const { shop } = openShop(duffel.url);
    const { options } = worked(await clientOf(shop).call("search_flights", { ...SEARCH, detail: "full" }));
    expect(options).toEqual((await shop.search(SEARCH)).options);
    expect(await outputErrors(FlightOption, options[0])).toBeUndefined();
  });

  it("marks stale offers", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest([offer()])), says(500, {}));
    const { call } = clientOf(openShop(duffel.url).shop);
    await call("search_flights", SEARCH);
    expect(worked(await call("search_flights", { ...SEARCH, refresh: true }))).toMatchObject({
      cached: true,
      stale: true,
      stale_age_seconds: expect.any(Number),
    });
  });

  it("reads an offer, and searches multi-city trips", async () => {
    const duffel = await startDuffelServer(
      says(200, { data: offer() }),
      says(200, { data: offer() }),
      says(200, { data: { offers: [] } }),
    );
    const { call } = clientOf(openShop(duffel.url).shop);
    expect(worked(await call("get_offer", { offer_id: offer().id }))).toMatchObject({
      source: "live",
      offer: { offer_id: offer().id, price: { amount: 500 }, slices: [{ segments: [{ origin: "LHR" }] }] },
    });
    const { offer: full } = worked(await call("get_offer", { offer_id: offer().id, detail: "full" }));
    expect(await outputErrors(FlightOption, full)).toBeUndefined();
    const slices = [SEARCH, { origin: "JFK", destination: "SFO", departure_date: "2025-05-12" }];
    expect(worked(await call("search_multi_city", { slices }))).toMatchObject({
      result_count: 0,
      reason: expect.any(String),
    });
  });

  it("names the field in its errors", async () => {
    const duffel = await startDuffelServer(
      says(400, errorAnswer("validation_error", "invalid_airport_code", "The airport code 'XXX' is not valid")),
    );
    const { call } = clientOf(openShop(duffel.url).shop);
    const wrong = await call("search_flights", { ...SEARCH, destination: "XXX" });
    expect(wrong.content[0]?.text).toMatch(/^Airport code XXX not found\. Please check spelling\./);
    expect(refusal(wrong)).toMatchObject({ code: -32602, data: { field: "destination", value: "XXX" } });
    expect(refusal(await call("search_flights", { ...SEARCH, origin: "London" }))).toMatchObject({
      data: { field: "origin" },
    });
    expect(refusal(await call("search_multi_city", { slices: [SEARCH] }))).toMatchObject({ data: { field: "slices" } });
    expect(refusal(await call("get_offer", { offer_id: "F-BA1-20250510-LHRJFK-Y" }))).toMatchObject({
      data: { field: "offer_id" },
    });
    expect(duffel.arrived).toHaveLength(1);
  });

  it("can answer briefly", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest([offer()])));
    const { call } = clientOf(openShop(duffel.url).shop, "compact");
    const { content } = await call("search_flights", SEARCH);
    expect(content[0]?.text).toMatch(
      /^British Airways \| BA112 LHR .* \| offer_id off_\w+\n1 offer, .* Source: live, /,
    );
  });
});
