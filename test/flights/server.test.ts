import { describe, expect, it } from "vitest";
import type { Log } from "../../src/model/log.ts";
import { createDispatcher } from "../../src/protocol/dispatcher.ts";
import type { FlightShop } from "../../src/suppliers/flight-shop.ts";
import { flightsServer } from "../../src/tools/flights/flights-server.ts";
import { says, startDuffelServer } from "../fixtures/duffel/duffel-server.ts";
import { errorAnswer, manyOffers, offer, offerRequest } from "../fixtures/duffel/offers.ts";
import { type Answer, refusal, type ToolResult, worked } from "../fixtures/taxiway.ts";
import { openShop } from "./shops.ts";

const SEARCH = { origin: "LHR", destination: "JFK", departure_date: "2025-05-10" };
const quiet = () => undefined;
const LOG: Log = { debug: quiet, info: quiet, warn: quiet, error: (event, facts) => console.error(event, facts) };

/** As a client meets it: every output is held against its schema. */
const clientOf = (shop: FlightShop, text: "json" | "compact" = "json") => {
  const server = flightsServer(() => Promise.resolve(shop), "1.2.3");
  const dispatcher = createDispatcher(server, { log: LOG, text, checkOutput: true });
  const connection = dispatcher.connect({ caller: { tenant: "default", sessionId: "s1", transport: "stdio" } });
  const ask = async (method: string, params: object): Promise<Answer> => {
    let answer: Answer | undefined;
    await connection.receive(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), {
      notify: quiet,
      answer: (json) => {
        answer = JSON.parse(json) as Answer;
      },
    });
    return answer as Answer;
  };
  return {
    ask,
    call: async (name: string, input: object): Promise<ToolResult> =>
      (await ask("tools/call", { name, arguments: input })).result as ToolResult,
  };
};

describe("the flights server", () => {
  it("has three tools that read, and take what the search takes", async () => {
    const { ask } = clientOf(openShop("http://127.0.0.1:1").shop);
    const { tools } = (await ask("tools/list", {})).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      "searchFlights",
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
      "refresh",
    ]);
    expect(properties).toMatchObject({
      adults: { default: 1 },
      children: { default: 0 },
      infants: { default: 0 },
      max_connections: { default: 2 },
      cabin_class: { enum: ["economy", "premium_economy", "business", "first"] },
    });
  });

  it("answers a search with fifty options at most, and says what they are", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest(manyOffers(60))));
    const { call } = clientOf(openShop(duffel.url).shop);
    const answer = worked(await call("searchFlights", { ...SEARCH, children: 1 }));
    expect(answer).toMatchObject({
      source: "live",
      cached: false,
      result_count: 50,
      fetched_at: "2025-04-01T09:00:00.000Z",
      currency_note: expect.stringContaining("USD"),
      warnings: [expect.stringContaining("child_ages"), "10 more expensive offers were left out."],
    });
    expect(answer).not.toHaveProperty("stale");
    expect(worked(await call("searchFlights", { ...SEARCH, children: 1 }))).toMatchObject({ cached: true });
    expect(worked(await call("searchFlights", { ...SEARCH, children: 1, refresh: true }))).toMatchObject({
      cached: false,
    });
  });

  it("marks what is stale", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest([offer()])), says(500, {}));
    const { call } = clientOf(openShop(duffel.url).shop);
    await call("searchFlights", SEARCH);
    expect(worked(await call("searchFlights", { ...SEARCH, refresh: true }))).toMatchObject({
      cached: true,
      stale: true,
      stale_age_seconds: expect.any(Number),
    });
  });

  it("reads one offer, and searches several cities", async () => {
    const duffel = await startDuffelServer(says(200, { data: offer() }), says(200, { data: { offers: [] } }));
    const { call } = clientOf(openShop(duffel.url).shop);
    expect(worked(await call("get_offer", { offer_id: offer().id }))).toMatchObject({
      source: "live",
      offer: { id: offer().id, total: { amount: 500 } },
    });
    const slices = [SEARCH, { origin: "JFK", destination: "SFO", departure_date: "2025-05-12" }];
    expect(worked(await call("search_multi_city", { slices }))).toMatchObject({
      result_count: 0,
      reason: expect.any(String),
    });
  });

  it("refuses in words that name the field", async () => {
    const duffel = await startDuffelServer(
      says(400, errorAnswer("validation_error", "invalid_airport_code", "The airport code 'XXX' is not valid")),
    );
    const { call } = clientOf(openShop(duffel.url).shop);
    const wrong = await call("searchFlights", { ...SEARCH, destination: "XXX" });
    expect(wrong.content[0]?.text).toMatch(/^Airport code XXX not found\. Please check spelling\./);
    expect(refusal(wrong)).toMatchObject({ code: -32602, data: { field: "destination", value: "XXX" } });
    expect(refusal(await call("searchFlights", { ...SEARCH, origin: "London" }))).toMatchObject({
      data: { field: "origin" },
    });
    expect(refusal(await call("search_multi_city", { slices: [SEARCH] }))).toMatchObject({ data: { field: "slices" } });
    expect(refusal(await call("get_offer", { offer_id: "F-BA1-20250510-LHRJFK-Y" }))).toMatchObject({
      data: { field: "offer_id" },
    });
    expect(duffel.arrived).toHaveLength(1);
  });

  it("can be brief", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest([offer()])));
    const { call } = clientOf(openShop(duffel.url).shop, "compact");
    const { content } = await call("searchFlights", SEARCH);
    expect(content[0]?.text).toMatch(/^British Airways \| BA112 LHR .* \| id off_\w+\nlive, of /);
  });
});
