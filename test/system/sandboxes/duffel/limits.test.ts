import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { fetchFrom } from "../../mcp/sessions/fetch-from.ts";
import { connectDuffel, oneWay, plain, refusalOf, SETTINGS } from "./duffel-client.ts";

it("Duffel's limits count per token and have a reset time", async () => {
  const taxiway = await startHttpTaxiway(SETTINGS);
  const search = () => plain(taxiway, "POST", "/air/offer_requests", { data: oneWay("PVD", "RAI") });
  let last = await search();
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

describe("the limit of an address at the Duffel sandbox", () => {
  /** A window of a day, so that it does not end during a test. */
  const start = (limit: number) =>
    startHttpTaxiway({ ...SETTINGS, RATE_LIMIT_PER_MINUTE: String(limit), RATE_LIMIT_WINDOW_SECONDS: "86400" });
  const fresh = (n: number) => ({ headers: { Authorization: `Bearer duffel_test_fresh_${n}` } });

  it("applies to all tokens, and is reported in Duffel's format", async () => {
    const taxiway = await start(5);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) {
      const { status } = await plain(taxiway, "POST", "/air/offer_requests", {
        data: oneWay("PVD", "RAI"),
        ...fresh(n),
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(3).fill(429)]);

    const { headers, body } = await plain(taxiway, "GET", "/air/airlines", fresh(9));
    expect(body).toMatchObject({
      errors: [{ type: "rate_limit_error", code: "rate_limit_exceeded" }],
      meta: { status: 429, request_id: headers.get("x-request-id") },
    });
    expect(headers.get("ratelimit-limit")).toBe("5");
    expect(headers.get("ratelimit-remaining")).toBe("0");
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    const until = Date.parse(headers.get("ratelimit-reset") ?? "") - Date.parse(headers.get("date") ?? "");
    expect(Math.abs(until - seconds * 1000)).toBeLessThanOrEqual(10_000);
    const duffel = await connectDuffel(taxiway, "duffel_test_official");
    expect(await refusalOf(duffel.airlines.list())).toEqual([429, "rate_limit_error", "rate_limit_exceeded"]);
  });

  it("is shared by everything served over HTTP, and separate for each address", async () => {
    const taxiway = await start(2);
    const { port, url } = taxiway;
    const statusesFrom = async (address: string, addresses: readonly string[]) => {
      const statuses: number[] = [];
      for (const to of addresses) statuses.push((await fetchFrom(address)(to)).status);
      return statuses;
    };
    const [duffel, capcorn] = [`http://127.0.0.1:${port}/duffel/air/airlines`, `http://127.0.0.1:${port}/capcorn/x`];
    expect(await statusesFrom("127.0.0.2", [duffel, capcorn, duffel, capcorn, url])).toEqual([401, 404, 429, 429, 429]);
    expect(await statusesFrom("127.0.0.3", [url, duffel, duffel])).toEqual([406, 401, 429]);
  });

  it("also limits searches across tokens", async () => {
    const taxiway = await start(10_000);
    const search = (n: number) =>
      plain(taxiway, "POST", "/air/offer_requests", { data: oneWay("PVD", "RAI"), ...fresh(n) });
    let [n, last] = [0, await search(0)];
    while (last.status === 201 && n < 1_000) last = await search(++n);
    expect([last.status, last.headers.get("ratelimit-limit")]).toEqual([429, "120"]);
    expect((await plain(taxiway, "GET", "/air/airlines", fresh(n))).status).toBe(200);
  });

  it("does not apply to programs on the same machine unless it is configured", async () => {
    const taxiway = await startHttpTaxiway(SETTINGS);
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => plain(taxiway, "GET", "/air/airlines?limit=1", fresh(n))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("an answer of the Duffel sandbox", () => {
  let taxiway: HttpTaxiway;
  beforeAll(async () => {
    taxiway = await launchHttpTaxiway({ ...SETTINGS, LOG_LEVEL: "debug" });
  });
  afterAll(async () => void (await taxiway.stop()));

  it("is gzipped if it is long and the client accepts it", async () => {
    const packed = await plain(taxiway, "GET", "/air/airlines", { headers: { "Accept-Encoding": "gzip" } });
    const bare = await plain(taxiway, "GET", "/air/airlines", { headers: { "Accept-Encoding": "identity" } });
    expect([packed, bare].map(({ headers }) => headers.get("content-encoding"))).toEqual(["gzip", null]);
    expect(packed.text).toBe(bare.text);
    expect(Number(packed.headers.get("content-length"))).toBeLessThan(bare.text.length / 2);
    const short = await plain(taxiway, "GET", "/air/airlines?limit=1", { headers: { "Accept-Encoding": "gzip" } });
    expect(short.headers.get("content-encoding")).toBeNull();
  });

  it("has the id of its log lines", async () => {
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
