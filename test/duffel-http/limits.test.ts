import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../fixtures/http-taxiway.ts";
import { connectDuffel, oneWay, plain, refusalOf, SETTINGS } from "./duffel-client.ts";

it("Duffel's limits count per token, apart from those of MCP, and say when to come back", async () => {
  const taxiway = await startHttpTaxiway({ ...SETTINGS, RATE_LIMIT_PER_MINUTE: "1" });
  const knocks = [await fetch(taxiway.url), await fetch(taxiway.url)];
  expect(knocks.map(({ status }) => status === 429)).toEqual([false, true]);

  const search = () => plain(taxiway, "POST", "/air/offer_requests", { data: oneWay("PVD", "RAI") });
  let last = await search();
  expect(last.headers.get("x-ratelimit-limit")).toBeNull();
  while (last.status === 201) last = await search();
  expect([last.status, last.body.errors[0].code]).toEqual([429, "rate_limit_exceeded"]);
  expect(last.headers.get("ratelimit-limit")).toBe("120");
  expect(last.headers.get("ratelimit-remaining")).toBe("0");
  const reset = Date.parse(last.headers.get("ratelimit-reset") ?? "");
  const sent = Date.parse(last.headers.get("date") ?? "");
  expect(Math.abs(reset - sent)).toBeLessThanOrEqual(60_000);

  expect((await plain(taxiway, "GET", "/air/airlines")).status).toBe(200);
  const other = await connectDuffel(taxiway, "duffel_test_another");
  expect((await other.offerRequests.create(oneWay("PVD", "RAI"))).data.offers).toEqual([]);
  expect((await refusalOf(other.airlines.get("arl_none")))[2]).toBe("not_found");
});

describe("an answer", () => {
  let taxiway: HttpTaxiway;
  beforeAll(async () => {
    taxiway = await launchHttpTaxiway({ ...SETTINGS, LOG_LEVEL: "debug" });
  });
  afterAll(async () => void (await taxiway.stop()));

  it("comes gzipped where that is worth it, to who can read that", async () => {
    const packed = await plain(taxiway, "GET", "/air/airlines", { headers: { "Accept-Encoding": "gzip" } });
    const bare = await plain(taxiway, "GET", "/air/airlines", { headers: { "Accept-Encoding": "identity" } });
    expect([packed, bare].map(({ headers }) => headers.get("content-encoding"))).toEqual(["gzip", null]);
    expect(packed.text).toBe(bare.text);
    expect(Number(packed.headers.get("content-length"))).toBeLessThan(bare.text.length / 2);
    const short = await plain(taxiway, "GET", "/air/airlines?limit=1", { headers: { "Accept-Encoding": "gzip" } });
    expect(short.headers.get("content-encoding")).toBeNull();
  });

  it("has the id under which everything that was done for it is in the log", async () => {
    const { headers } = await plain(taxiway, "POST", "/air/offer_requests", { data: oneWay("LHR", "JFK") });
    const lines = () =>
      taxiway
        .stderr()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    const mine = () => lines().filter(({ requestId }) => requestId === headers.get("x-request-id"));
    await vi.waitFor(() =>
      expect(mine().find(({ event }) => event === "request")).toMatchObject({ route: "/duffel", status: 201 }),
    );
    expect(mine().map(({ event }) => event)).toContain("store operation");
  });
});
