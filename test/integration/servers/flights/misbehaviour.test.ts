import { describe, expect, it } from "vitest";
import { Failure } from "../../../../src/model/failure.ts";
import { realTimers } from "../../../../src/servers/flights/duffel/duffel-calls.ts";
import { type Behaviour, says, startDuffelServer } from "../../../fixtures/duffel/duffel-server.ts";
import { errorAnswer, OFFER_REQUEST_ID, offer, offerList, offerRequest } from "../../../fixtures/duffel/offers.ts";
import { createHours, KEY, MORNING, openShop } from "./shops.ts";

const SEARCH = { origin: "LHR", destination: "JFK", departure_date: "2025-05-10" } as const;
const HALF_AN_HOUR = 30 * 60_000;
const SECOND = 1000;

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Failure);
  return thrown as Failure;
};

const good = says(201, offerRequest([offer()]));
const limited = (headers: Readonly<Record<string, string>> = {}): Behaviour =>
  says(
    429,
    { errors: [{ type: "rate_limit_exceeded", title: "Rate Limit Exceeded", message: "Too many requests" }] },
    headers,
  );
const silent: Behaviour = () => undefined;
const cut: Behaviour = (_, response) => {
  response.writeHead(201, { "content-type": "application/json", "content-length": "100000" });
  response.write('{"data":{"offers":[', () => response.destroy());
};
const garbage = says(200, "<html>We will be back soon</html>");
const redirect: Behaviour = (_, response) => {
  response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end();
};
const httpDate = (afterMorning: number): string => new Date(MORNING + afterMorning).toUTCString();

describe("a rate limit of Duffel", () => {
  it("is waited out for one, two and four seconds", async () => {
    const duffel = await startDuffelServer(limited(), limited(), limited(), good);
    const { shop, hours } = openShop(duffel.url);
    expect((await shop.search(SEARCH)).options).toHaveLength(1);
    expect(hours.waits).toEqual([1 * SECOND, 2 * SECOND, 4 * SECOND]);
  });

  it("that persists ends in a specific failure", async () => {
    const duffel = await startDuffelServer(limited());
    const { shop, hours } = openShop(duffel.url);
    const failure = await failureOf(shop.search(SEARCH));
    expect(failure.kind).toBe("rate_limited");
    expect(failure.message).toMatch(/^Rate limit exceeded/);
    expect(duffel.arrived).toHaveLength(4);
    expect(hours.waits).toEqual([1 * SECOND, 2 * SECOND, 4 * SECOND]);
  });

  it.each<[string, Record<string, string>, number]>([
    ["Retry-After in seconds", { "retry-after": "3" }, 3],
    ["Retry-After as a date", { date: httpDate(0), "retry-after": httpDate(5 * SECOND) }, 5],
    [
      "ratelimit-reset by their clock",
      { date: httpDate(HALF_AN_HOUR), "ratelimit-reset": httpDate(HALF_AN_HOUR + 6 * SECOND) },
      6,
    ],
    ["the longer of both", { date: httpDate(0), "retry-after": "2", "ratelimit-reset": httpDate(4 * SECOND) }, 4],
    ["not what makes no sense", { "retry-after": "soon", "ratelimit-reset": "-1" }, 1],
  ])("is waited out for the reported time: %s", async (_, headers, seconds) => {
    const duffel = await startDuffelServer(limited(headers), good);
    const { shop, hours } = openShop(duffel.url);
    await shop.search(SEARCH);
    expect(hours.waits).toEqual([seconds * SECOND]);
  });

  it("that outlasts the deadline is reported without waiting", async () => {
    const duffel = await startDuffelServer(limited({ "retry-after": "42" }));
    const { shop, hours } = openShop(duffel.url);
    const failure = await failureOf(shop.search(SEARCH));
    expect(failure.details).toMatchObject({ retry_after_seconds: 42, hint: "Call again in 42 seconds." });
    expect(hours.waits).toEqual([]);
    expect(duffel.arrived).toHaveLength(1);
  });

  it("allows one more attempt before the deadline", async () => {
    const duffel = await startDuffelServer(limited(), limited(), good);
    const { shop, hours } = openShop(duffel.url, { deadlineMs: 3500 });
    await shop.search(SEARCH);
    expect(hours.waits).toEqual([1 * SECOND, 1.5 * SECOND]);
  });
});

describe("a temporary error of Duffel", () => {
  it.each<[string, Behaviour]>([
    ["a 500", says(500, errorAnswer("api_error", "internal_server_error", "Oh no"))],
    ["a 502 that is no JSON", says(502, "<html>Bad Gateway</html>")],
    ["a 503", says(503, "")],
    ["a 504", says(504, errorAnswer("api_error", "gateway_timeout_error", "Slow airline"))],
    ["an answer that is cut off", cut],
    ["garbage", garbage],
    ["JSON that is no object", says(201, "[1,2]")],
    ["JSON that nests too deep", says(201, `${"[".repeat(5000)}${"]".repeat(5000)}`)],
    ["gzip that is none", says(201, "plain", { "content-encoding": "gzip" })],
    ["a connection that closes", (_, response) => void response.destroy()],
  ])("is retried: %s", async (_, bad) => {
    const duffel = await startDuffelServer(bad, good);
    const { shop, hours } = openShop(duffel.url);
    expect((await shop.search(SEARCH)).options).toHaveLength(1);
    expect(duffel.arrived).toHaveLength(2);
    expect(hours.waits).toEqual([250]);
  });

  it("is a failure after three retries", async () => {
    const duffel = await startDuffelServer(says(500, {}));
    const { shop, hours } = openShop(duffel.url);
    const failure = await failureOf(shop.search(SEARCH));
    expect(failure).toMatchObject({ kind: "unavailable", message: "Duffel had a problem of its own (status 500)." });
    expect(duffel.arrived).toHaveLength(4);
    expect(hours.waits).toEqual([250, 500, 1000]);
  });

  it("respects its Retry-After, and ignores rate limit headers", async () => {
    const duffel = await startDuffelServer(
      says(503, {}, { "retry-after": "2", date: httpDate(0), "ratelimit-reset": httpDate(60 * SECOND) }),
      good,
    );
    const { shop, hours } = openShop(duffel.url);
    await shop.search(SEARCH);
    expect(hours.waits).toEqual([2 * SECOND]);
  });

  it("includes an unreachable server", async () => {
    const { shop } = openShop("http://127.0.0.1:1");
    expect(await failureOf(shop.search(SEARCH))).toMatchObject({
      kind: "unavailable",
      message: "Duffel cannot be reached.",
    });
  });

  it("includes a server that does not answer before the deadline", async () => {
    const duffel = await startDuffelServer(silent);
    const { shop } = openShop(duffel.url, { deadlineMs: 100, timers: realTimers });
    expect(await failureOf(shop.search(SEARCH))).toMatchObject({
      kind: "timeout",
      message: "Duffel did not answer in time.",
    });
  });
});

describe("a permanent error of Duffel", () => {
  it.each([401, 403])("for a rejected key (%i) says what to check", async (status) => {
    const duffel = await startDuffelServer(
      says(status, errorAnswer("authentication_error", "access_token_not_found", `Bearer ${KEY} is not known`)),
    );
    const { shop } = openShop(duffel.url);
    const failure = await failureOf(shop.search(SEARCH));
    expect(failure).toMatchObject({ kind: "unavailable", details: { retryable: false } });
    expect(failure.details.hint).toMatch(/DUFFEL_API_KEY.*mode.*permission/);
    expect(duffel.arrived).toHaveLength(1);
  });

  it("includes a base URL without the API", async () => {
    const duffel = await startDuffelServer(says(404, "not here"));
    const failure = await failureOf(openShop(duffel.url).shop.search(SEARCH));
    expect(failure.details.hint).toContain("DUFFEL_API_URL");
    expect(duffel.arrived).toHaveLength(1);
  });

  it("includes a forbidden address", async () => {
    const failure = await failureOf(openShop("http://169.254.169.254").shop.search(SEARCH));
    expect(failure).toMatchObject({ kind: "unavailable", details: { retryable: false } });
    expect(failure.details.hint).toContain("DUFFEL_API_URL");
  });

  it("includes a redirect, which is not followed", async () => {
    const duffel = await startDuffelServer(redirect);
    expect((await failureOf(openShop(duffel.url).shop.search(SEARCH))).kind).toBe("unavailable");
  });

  it("includes an answer of more than eight megabytes", async () => {
    const duffel = await startDuffelServer(says(201, `{"data":"${"x".repeat(8 * 1_048_576)}"}`));
    const failure = await failureOf(openShop(duffel.url).shop.search(SEARCH));
    expect(failure.message).toBe("Duffel's answer is too large.");
    expect(duffel.arrived).toHaveLength(1);
  });
});

describe("a pending answer of Duffel", () => {
  it.each<[string, Behaviour, readonly Behaviour[]]>([
    [
      "202, then the list",
      says(202, offerRequest()),
      [says(202, offerList([])), says(202, offerRequest()), says(200, offerList([offer()]))],
    ],
    ["201 without offers, then the list", says(201, offerRequest()), [says(200, offerList([offer()]))]],
    [
      "202, no list, then the offer request",
      says(202, offerRequest()),
      [says(404, {}), says(200, offerRequest([offer()]))],
    ],
    [
      "an empty list before it is full",
      says(201, offerRequest()),
      [says(200, offerList([])), says(200, offerRequest()), says(200, offerList([offer()]))],
    ],
    [
      "an empty offer request under 202",
      says(202, offerRequest([])),
      [says(202, offerList([])), says(202, offerRequest([])), says(200, offerList([offer()]))],
    ],
  ])("is requested until it is ready: %s", async (_, first, then) => {
    const duffel = await startDuffelServer(first, ...then);
    const { shop } = openShop(duffel.url);
    expect((await shop.search(SEARCH)).options).toHaveLength(1);
    expect(duffel.arrived).toHaveLength(1 + then.length);
  });

  it("is abandoned at the deadline", async () => {
    const duffel = await startDuffelServer(says(202, offerRequest()));
    const { shop, hours } = openShop(duffel.url);
    expect((await failureOf(shop.search(SEARCH))).kind).toBe("timeout");
    const waited = hours.waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThan(8 * SECOND);
    expect(waited).toBeLessThanOrEqual(10 * SECOND);
    expect(duffel.arrived.at(-1)?.path).toBe(`/air/offer_requests/${OFFER_REQUEST_ID}`);
  });

  it("without an id is a failure", async () => {
    const duffel = await startDuffelServer(says(202, { data: { id: "../orders" } }));
    expect((await failureOf(openShop(duffel.url).shop.search(SEARCH))).kind).toBe("unavailable");
    expect(duffel.arrived).toHaveLength(1);
  });
});

describe("while Duffel is unavailable,", () => {
  it.each<[string, Behaviour]>([
    ["5xx", says(500, {})],
    ["429", limited()],
    ["cut", cut],
    ["garbage", garbage],
    ["never ready", says(202, offerRequest())],
  ])("the last offers are shown and marked as stale: %s", async (_, bad) => {
    const duffel = await startDuffelServer(good);
    const hours = createHours();
    const { shop, lines } = openShop(duffel.url, { hours });
    await shop.search(SEARCH);
    duffel.behave(bad);
    hours.pass(2 * HALF_AN_HOUR);
    const answer = await shop.search(SEARCH);
    expect(answer.cached).toBe(true);
    expect(answer.options).toHaveLength(1);
    expect(answer.staleSeconds).toBeGreaterThanOrEqual(3600);
    expect(answer.fetchedAt).toBe(MORNING);
    expect(answer.warnings.join()).toMatch(/These are the offers of 60 minutes ago/);
    expect(lines.map(({ event }) => event)).toContain("Tool stale fallback");
  });

  it("a refresh returns the last offers too", async () => {
    const duffel = await startDuffelServer(good, says(503, {}));
    const { shop } = openShop(duffel.url);
    await shop.search(SEARCH);
    expect(await shop.search({ ...SEARCH, refresh: true })).toMatchObject({
      cached: true,
      staleSeconds: expect.any(Number),
    });
  });

  it("offers older than a day and a half are not shown", async () => {
    const duffel = await startDuffelServer(good, says(500, {}));
    const { shop, hours } = openShop(duffel.url);
    await shop.search(SEARCH);
    hours.pass(25 * 3_600_000);
    expect((await failureOf(shop.search(SEARCH))).kind).toBe("unavailable");
  });

  it.each<[string, Behaviour]>([
    ["a key that is refused", says(401, {})],
    ["an input that is", says(422, errorAnswer("validation_error", "validation_inclusion", "No"))],
  ])("stale offers do not hide %s", async (_, bad) => {
    const duffel = await startDuffelServer(good, bad);
    const { shop } = openShop(duffel.url);
    await shop.search(SEARCH);
    await failureOf(shop.search({ ...SEARCH, refresh: true }));
  });
});

describe("the Duffel key", () => {
  it("is sent only to Duffel and never shown, even if Duffel repeats it", async () => {
    const echo = `Authorization: Bearer ${KEY}`;
    const told = errorAnswer("validation_error", "validation_format", echo, { field: echo, pointer: echo });
    const said: unknown[] = [];
    const behaviours = [
      ...[400, 401, 403, 404, 418, 422, 429, 500].map((status) =>
        says(status, told, { "x-request-id": KEY, "retry-after": "99" }),
      ),
      says(200, { data: { offers: [{ ...offer(), owner: { iata_code: "BA", name: echo } }] } }),
      cut,
      garbage,
    ];
    for (const behaviour of behaviours) {
      const duffel = await startDuffelServer(behaviour);
      const { shop, lines, store } = openShop(duffel.url);
      const outcomes = await Promise.allSettled([shop.search(SEARCH), shop.offer("off_00009htYpSCXrwaB9DnUm0")]);
      for (const outcome of outcomes) {
        const { message, details, stack, cause } =
          outcome.status === "rejected" ? outcome.reason : { message: outcome.value };
        said.push(message, details, stack, String(cause));
      }
      said.push(lines);
      for await (const key of store.scan("flights:")) said.push(key, await store.get(key));
      expect(duffel.arrived[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    }
    const text = JSON.stringify(said);
    expect(text).toContain("Bearer [key]");
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(KEY.slice(0, 20));
  });
});
