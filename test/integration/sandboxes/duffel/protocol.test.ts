import { afterAll, afterEach, describe, expect, it } from "vitest";
import { SCENARIOS } from "../../../../src/sandboxes/duffel/scenarios.ts";
import { DATE, journey, NOW, refused, searching, startSandbox } from "./sandbox-fixture.ts";

const sandbox = startSandbox();
const { search } = searching(sandbox);
afterEach(() => expect(sandbox.defects).toEqual([]));
afterAll(() => sandbox.close());

describe("the authentication of the Duffel sandbox", () => {
  const asked = (headers: Record<string, string | undefined>) => sandbox.get("/air/airlines", { headers });

  it("accepts any token, and every answer has a request id", async () => {
    const { status, headers, body } = await asked({});
    expect(status).toBe(200);
    expect(headers["x-request-id"]).toMatch(/^request-/);
    expect(headers["content-type"]).toContain("application/json");
    expect(Object.keys(body)).toEqual(["data", "meta"]);
  });

  it.each([
    [{ authorization: undefined }, 401, "authentication_error", "missing_authorization_header"],
    [{ authorization: "Basic abc" }, 401, "authentication_error", "invalid_authorization_header"],
    [{ authorization: "Bearer " }, 401, "authentication_error", "invalid_authorization_header"],
    [{ authorization: "Bearer duffel_live_secret" }, 401, "authentication_error", "access_token_not_found"],
    [{ "duffel-version": undefined }, 400, "invalid_request_error", "missing_version_header"],
    [{ "duffel-version": "v1" }, 400, "invalid_request_error", "unsupported_version"],
    [{ accept: "text/html" }, 406, "invalid_request_error", "unsupported_format"],
    [{ "x-taxiway-scenario": "flying_pigs" }, 400, "invalid_request_error", "invalid_scenario_header"],
  ])("rejects %o", async (headers, ...expected) => {
    const reply = await asked(headers);
    expect(refused(reply)).toEqual(expected);
    expect(reply.body.meta).toEqual({ request_id: reply.headers["x-request-id"], status: expected[0] });
    expect(reply.body.errors[0].documentation_url).toMatch(/^https:/);
    expect(reply.text).not.toContain("duffel_live_secret");
  });

  it("lists the scenarios when one is unknown, on every route", async () => {
    const { body } = await asked({ "x-taxiway-scenario": "stops" });
    for (const scenario of SCENARIOS) expect(body.errors[0].message).toContain(scenario);
    expect((await asked({ "x-taxiway-scenario": "stop" })).status).toBe(200);
  });

  it.each([
    [{ "content-type": undefined }, "missing_content_type_header"],
    [{ "content-type": "application/x-www-form-urlencoded" }, "invalid_content_type_header"],
  ])("rejects a body that is not JSON: %o", async (headers, code) => {
    expect(refused(await search(journey(["LHR", "JFK", DATE]), { headers }))).toEqual([
      400,
      "invalid_request_error",
      code,
    ]);
  });

  it.each(["/air/nothing", "/", "", "/air/offers/off_1/unknown", "//evil.example/air/airlines", "/air//airlines"])(
    "answers 404 at %s",
    async (url) => expect(refused(await sandbox.get(url))).toEqual([404, "invalid_request_error", "not_found"]),
  );

  it("accepts a trailing slash, and rejects methods that a path does not have", async () => {
    expect((await sandbox.get("/air/airlines/?limit=1")).status).toBe(200);
    expect((await sandbox.call("DELETE", "/air/airlines")).status).toBe(404);
  });
});

describe("the rate limits of the Duffel sandbox", () => {
  it("are counted per account, lower for searches, and have a reset time", async () => {
    let now = NOW;
    const own = startSandbox({ limits: { requests: 3, searches: 1 }, realTime: () => now });
    const first = await own.post("/air/offer_requests", journey(["LHR", "JFK", DATE]));
    expect(first.headers).toMatchObject({
      "ratelimit-limit": "1",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "Mon, 16 Nov 2026 12:01:00 GMT",
    });
    const second = await own.post("/air/offer_requests", journey(["LHR", "JFK", DATE]));
    expect(refused(second)).toEqual([429, "rate_limit_error", "rate_limit_exceeded"]);
    expect(second.headers["ratelimit-reset"]).toBe("Mon, 16 Nov 2026 12:01:00 GMT");
    expect((await own.get("/air/airlines")).headers).toMatchObject({
      "ratelimit-limit": "3",
      "ratelimit-remaining": "2",
    });
    const other = { headers: { authorization: "Bearer another-account" } };
    expect((await own.post("/air/offer_requests", journey(["LHR", "JFK", DATE]), other)).status).toBe(201);
    now += 60_000;
    expect((await own.post("/air/offer_requests", journey(["LHR", "JFK", DATE]))).status).toBe(201);
    await own.close();
  });
});

describe("hostile input to the Duffel sandbox", () => {
  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["no data", "{}"],
    ["data of the wrong kind", '{"data":[]}'],
    ["data that is text", '{"data":"slices"}'],
    ["nested a million deep", `{"data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["a prototype", '{"__proto__":{"data":{}},"constructor":1}'],
  ])("is rejected: %s", async (_what, body) => {
    const reply = await sandbox.call("POST", "/air/offer_requests", { body });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].type).toBe("invalid_request_error");
  });

  it("is rejected when it is too large", async () => {
    const body = JSON.stringify({ data: { ...journey(["LHR", "JFK", DATE]), more: "x".repeat(300_000) } });
    expect((await sandbox.call("POST", "/air/offer_requests", { body })).status).toBe(413);
  });

  it("never causes an internal error", async () => {
    const strange = [null, 0, -1, 1e300, true, "", " ", "\u0000", "__proto__", "💥".repeat(50), [], [[]], {}, { a: 1 }];
    const fields = ["slices", "passengers", "cabin_class", "max_connections", "private_fares"];
    const nested = ["origin", "destination", "departure_date", "departure_time", "arrival_time"];
    const people = ["type", "age", "fare_type", "given_name", "family_name", "loyalty_programme_accounts"];
    for (const value of strange) {
      for (const field of fields) {
        expect((await search({ ...journey(["LHR", "JFK", DATE]), [field]: value })).status).toBeLessThan(500);
      }
      for (const field of nested) {
        expect(
          (await search({ ...journey(["LHR", "JFK", DATE]), slices: [slice({ [field]: value })] })).status,
        ).toBeLessThan(500);
      }
      for (const field of people) {
        const passengers = [{ type: "adult" }, { age: 5, [field]: value }];
        expect((await search({ ...journey(["LHR", "JFK", DATE]), passengers })).status).toBeLessThan(500);
      }
    }
  });

  it("is shortened in messages", async () => {
    const { text } = await search(journey(["X".repeat(900), "JFK", DATE]));
    expect(text.length).toBeLessThan(600);
  });
});

/** A slice with one invalid field. */
function slice(part: object = {}): object {
  return { origin: "LHR", destination: "JFK", departure_date: DATE, ...part };
}
