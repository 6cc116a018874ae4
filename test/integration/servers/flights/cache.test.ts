import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { FlightSearchRequest } from "../../../../src/servers/flights/flight-shop.ts";
import { type Behaviour, says, startDuffelServer } from "../../../fixtures/duffel/duffel-server.ts";
import { offer, offerRequest } from "../../../fixtures/duffel/offers.ts";
import { createHours, openShop } from "./shops.ts";

const SEARCH = { origin: "LHR", destination: "JFK", departure_date: "2025-05-10" } as const;
const HALF_AN_HOUR = 30 * 60_000;
const LATE = "2025-04-02T09:00:00Z";
const good = says(201, offerRequest([offer({ expiresAt: LATE })]));

/** Duffel answers when the test says so. */
const onWord = () => {
  let speak: () => void = () => undefined;
  const word = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const behaviour: Behaviour = async (request, response) => {
    await word;
    await good(request, response);
  };
  return { behaviour, speak };
};

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

describe("the cache of flight searches", () => {
  it("answers for half an hour before Duffel is called again", async () => {
    const duffel = await startDuffelServer(good);
    const { shop, hours, lines } = openShop(duffel.url);
    const first = await shop.search(SEARCH);
    hours.pass(HALF_AN_HOUR - 1);
    const second = await shop.search(SEARCH);
    expect(second).toMatchObject({ cached: true, options: first.options, fetchedAt: first.fetchedAt });
    expect(second.staleSeconds).toBeUndefined();
    expect(duffel.arrived).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({
      event: "Tool cache hit",
      tool: "flights-mcp",
      operationId: second.operationId,
      cacheKey: expect.stringMatching(/^flights:LHR:JFK:2025-05-10:any:[0-9a-f]{24}$/),
    });
    hours.pass(1);
    expect((await shop.search(SEARCH)).cached).toBe(false);
    expect(duffel.arrived).toHaveLength(2);
  });

  it("is shared by all nodes on a store, including refreshed searches", async () => {
    const duffel = await startDuffelServer(
      good,
      says(201, offerRequest([offer({ total: "510.00", expiresAt: LATE })])),
    );
    const hours = createHours();
    const store = createMemoryStore({ now: hours.clock.now });
    const [one, other] = [openShop(duffel.url, { hours, store }), openShop(duffel.url, { hours, store })];
    await one.shop.search(SEARCH);
    expect(await other.shop.search(SEARCH)).toMatchObject({ cached: true, options: [{ total: { amount: 500 } }] });
    expect(duffel.arrived).toHaveLength(1);
    expect(await one.shop.search({ ...SEARCH, refresh: true })).toMatchObject({ cached: false });
    hours.pass(1000);
    expect(await other.shop.search(SEARCH)).toMatchObject({ cached: true, options: [{ total: { amount: 510 } }] });
    expect(duffel.arrived).toHaveLength(2);
  });

  it("returns the same frozen list, so that it is serialised once", async () => {
    const duffel = await startDuffelServer(good);
    const { shop, hours } = openShop(duffel.url);
    const { options } = await shop.search(SEARCH);
    hours.pass(5000);
    const again = await shop.search(SEARCH);
    expect(again.options).toBe(options);
    expect(Object.isFrozen(options)).toBe(true);
  });

  it("omits expired offers, and searches again when all have expired", async () => {
    const short = offer({ id: "off_short", expiresAt: "2025-04-01T09:10:00Z" });
    const long = offer({ id: "off_long", expiresAt: "2025-04-01T09:20:00Z" });
    const duffel = await startDuffelServer(says(201, offerRequest([short, long])));
    const { shop, hours } = openShop(duffel.url);
    await shop.search(SEARCH);
    hours.pass(15 * 60_000);
    const later = await shop.search(SEARCH);
    expect(later.options.map(({ id }) => id)).toEqual(["off_long"]);
    expect(later.warnings).toEqual(["1 offer has expired since; refresh: true searches again."]);
    hours.pass(10 * 60_000);
    expect((await shop.search(SEARCH)).cached).toBe(false);
  });

  it.each<[string, Partial<FlightSearchRequest>]>([
    ["another day", { departure_date: "2025-05-11" }],
    ["a way back", { return_date: "2025-05-20" }],
    ["one more adult", { adults: 2 }],
    ["a child", { children: 1 }],
    ["an infant", { infants: 1 }],
    ["a child of another age", { child_ages: [3] }],
    ["a cabin", { cabin_class: "business" }],
    ["fewer connections", { max_connections: 0 }],
    ["a time of departure", { departure_time: { after: "06:00", before: "12:00" } }],
    ["a time of arrival", { arrival_time: { after: "06:00", before: "12:00" } }],
  ])("treats %s as a different search", async (_, change) => {
    const duffel = await startDuffelServer(good);
    const { shop } = openShop(duffel.url);
    await shop.search(SEARCH);
    expect((await shop.search({ ...SEARCH, ...change })).cached).toBe(false);
    expect((await shop.search({ ...SEARCH, ...change })).cached).toBe(true);
  });

  it("treats explicit defaults as the same search", async () => {
    const duffel = await startDuffelServer(good);
    const { shop } = openShop(duffel.url);
    await shop.search(SEARCH);
    const same = { adults: 1, children: 0, infants: 0, max_connections: 2, cabin_class: undefined };
    expect((await shop.search({ ...SEARCH, ...same })).cached).toBe(true);
  });

  it("is skipped without an error if its store fails", async () => {
    const duffel = await startDuffelServer(good);
    const hours = createHours();
    const away = () => Promise.reject(new Error("the store is away"));
    const store = { ...createMemoryStore({ now: hours.clock.now }), get: away, put: away };
    const { shop, lines } = openShop(duffel.url, { hours, store });
    expect((await shop.search(SEARCH)).options).toHaveLength(1);
    expect((await shop.search(SEARCH)).cached).toBe(false);
    expect(lines.map(({ event }) => event)).toContain("Tool cache unavailable");
  });
});

describe("equal concurrent flight searches", () => {
  it("make one call to Duffel and one log line each", async () => {
    const { behaviour, speak } = onWord();
    const duffel = await startDuffelServer(behaviour);
    const { shop, lines } = openShop(duffel.url);
    const answers = Array.from({ length: 5 }, () => shop.search(SEARCH));
    await until(() => duffel.arrived.length === 1);
    speak();
    const found = await Promise.all(answers);
    expect(duffel.arrived).toHaveLength(1);
    expect(new Set(found.map(({ options }) => options)).size).toBe(1);
    expect(new Set(found.map(({ operationId }) => operationId)).size).toBe(5);
    const [asked] = lines.filter(({ event }) => event === "Tool invocation success");
    expect(asked).toMatchObject({
      tool: "flights-mcp",
      operation: "search_flights",
      resultCount: 1,
      status: "success",
    });
    expect(asked?.["latency"]).toEqual(expect.any(Number));
    const shared = lines.filter(({ event }) => event === "Tool invocation shared");
    expect(shared).toHaveLength(4);
    expect(new Set(shared.map(({ toolInvocationId }) => toolInvocationId))).toEqual(
      new Set([asked?.["toolInvocationId"]]),
    );
  });

  it("continue when one of their callers disconnects", async () => {
    const { behaviour, speak } = onWord();
    const duffel = await startDuffelServer(behaviour);
    const { shop } = openShop(duffel.url);
    const leaving = new AbortController();
    const left = shop.search(SEARCH, { signal: leaving.signal });
    const staying = shop.search(SEARCH, { signal: new AbortController().signal });
    await until(() => duffel.arrived.length === 1);
    leaving.abort(new Error("changed my mind"));
    await expect(left).rejects.toThrow("changed my mind");
    speak();
    expect((await staying).options).toHaveLength(1);
    expect(duffel.arrived).toHaveLength(1);
  });

  it("end when all callers have disconnected, and the next search starts a new call", async () => {
    let closed = 0;
    const silent: Behaviour = (_, response) => {
      response.on("close", () => {
        closed++;
      });
    };
    const duffel = await startDuffelServer(silent, good);
    const { shop } = openShop(duffel.url);
    const leaving = new AbortController();
    const left = shop.search(SEARCH, { signal: leaving.signal });
    await until(() => duffel.arrived.length === 1);
    leaving.abort(new Error("changed my mind"));
    await expect(left).rejects.toThrow("changed my mind");
    await until(() => closed === 1);
    expect((await shop.search(SEARCH)).options).toHaveLength(1);
  });

  it("fail together, and are not cached", async () => {
    const duffel = await startDuffelServer(says(401, {}));
    const { shop } = openShop(duffel.url);
    const outcomes = await Promise.allSettled([shop.search(SEARCH), shop.search(SEARCH)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(duffel.arrived).toHaveLength(1);
    duffel.behave(good);
    expect((await shop.search(SEARCH)).options).toHaveLength(1);
  });
});
