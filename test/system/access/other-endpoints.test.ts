import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  askWith,
  challengeIn,
  errorTextIn,
  fromAnotherAddress,
  statusOf,
} from "../../fixtures/access/key-holder.ts";
import { ADMIN_TOKEN, type KeyedTaxiway, launchKeyed, startKeyed } from "../../fixtures/access/keyed-taxiway.ts";
import { JSON_TYPE, legacyPost, modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import type { Asking } from "../../fixtures/mcp/transports/http/raw-http.ts";
import { connectDuffel, DEPARTURE } from "../sandboxes/duffel/duffel-client.ts";

let taxiway: KeyedTaxiway;
beforeAll(async () => {
  taxiway = await launchKeyed({ TAXIWAY_TRUSTED_PROXIES: "loopback" });
});
afterAll(() => taxiway.close());

const SAMPLE = resolve(import.meta.dirname, "../../fixtures/capcorn-samples/availability_search.request.xml");
const RPC: Asking = { ...legacyPost("tools/list"), path: "/rpc" };
const DUFFEL_V2 = { "Duffel-Version": "v2" };
const DUFFEL: Asking = { path: "/duffel/air/airlines", headers: DUFFEL_V2 };
const CAPCORN: Asking = { method: "POST", path: "/capcorn/RoomAvailability", headers: { "Content-Type": "text/xml" } };

describe("without a key,", () => {
  it("/health and /metrics are available to load balancers and Prometheus", async () => {
    for (const path of ["/health", "/metrics"]) {
      expect(await statusOf(ask(taxiway.port, { path }))).toBe(200);
      expect(await statusOf(askWith(taxiway.port, "whatever", { path }))).toBe(200);
    }
  });

  it("/health and /metrics show no keys and bookings", async () => {
    const key = await taxiway.key({ tenant: "very-private", name: "a private name" });
    await askWith(taxiway.port, key, modernPost("tools/list"));
    await askWith(taxiway.port, key, modernPost("tools/call", { name: "listBookings", arguments: {} }));
    for (const path of ["/health", "/metrics"]) {
      const { text } = await ask(taxiway.port, { path });
      for (const word of ["very-private", "a private name", key.slice(4, 12)]) expect(text).not.toContain(word);
    }
  });

  it.each([
    ["/rpc", RPC],
    ["/duffel", DUFFEL],
    ["/capcorn", CAPCORN],
  ])("%s is rejected", async (_, asking) => {
    const refused = await ask(taxiway.port, asking);
    expect(refused.status).toBe(401);
    expect(challengeIn(refused)["resource_metadata"]).toMatch(/\/\.well-known\/oauth-protected-resource\//);
    expect(await statusOf(ask(taxiway.port, { ...asking, method: "OPTIONS" }))).toBe(204);
  });

  it("a body is not read, however large", async () => {
    const body = JSON.stringify({ data: "x".repeat(2_000_000) });
    for (const path of ["/mcp", "/rpc", "/duffel/air/orders", "/capcorn/RoomAvailability"]) {
      expect(await statusOf(ask(taxiway.port, { path, body, headers: JSON_TYPE }))).toBe(401);
    }
  });
});

describe("with a key,", () => {
  it("/rpc lists and calls", async () => {
    const key = await taxiway.key({ tenant: "acme" });
    const { message } = await askWith(taxiway.port, key, RPC);
    expect(message.result.tools.map(({ name }: { name: string }) => name)).toContain("calculator");
    const call = legacyPost("tools/call", {
      ...{ tool_name: "calculator", function_name: "calculate", arguments: { expression: "6*7" } },
    });
    const called = await askWith(taxiway.port, key, { ...call, path: "/rpc" });
    expect(JSON.stringify(called.message.result)).toContain("42");
  });

  it("the CapCorn sandbox answers in its own XML", async () => {
    const sample = await readFile(SAMPLE, "utf8");
    const body = sample.replace("2025-12-17", "2027-01-17").replace("2025-12-20", "2027-01-20");
    const path = `${CAPCORN.path}?user=u&password=p&system=s`;
    const answer = await askWith(taxiway.port, await taxiway.key(), { ...CAPCORN, path, body });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^<\?xml/);
  });
});

describe("the Duffel sandbox of a server with keys", () => {
  it("accepts a key as its token: Duffel's client searches and orders with it", async () => {
    const duffel = await connectDuffel(taxiway, await taxiway.key({ tenant: "acme" }));
    const slices = [{ origin: "LHR", destination: "JFK", departure_date: DEPARTURE }];
    const { data } = await duffel.offerRequests.create({ slices, passengers: [{ type: "adult" }] });
    expect(data.offers.length).toBeGreaterThan(0);
    expect((await duffel.offerRequests.get(data.id)).data.id).toBe(data.id);
  });

  it("rejects any other token and says what to send", async () => {
    const refused = await askWith(taxiway.port, "duffel_test_anything", fromAnotherAddress(DUFFEL));
    expect([refused.status, errorTextIn(refused)]).toEqual([
      401,
      expect.stringContaining("An API key begins with twk_."),
    ]);
    const { port } = await startKeyed({ TAXIWAY_AUTH: "none" });
    expect(await statusOf(askWith(port, "duffel_test_anything", DUFFEL))).toBe(200);
  });

  it("has an account per key, never shared between tenants", async () => {
    const keys = await Promise.all(["acme", "acme", "other"].map((tenant) => taxiway.key({ tenant })));
    const [first, ...others] = await Promise.all(keys.map((key) => connectDuffel(taxiway, key)));
    const slices = [{ origin: "LHR", destination: "JFK", departure_date: DEPARTURE }];
    const { data } = await first.offerRequests.create({ slices, passengers: [{ type: "adult" }] });
    for (const other of others) {
      await expect(other.offerRequests.get(data.id)).rejects.toMatchObject({ meta: { status: 404 } });
    }
  });

  it("requires a key that covers it", async () => {
    const answers = await Promise.all(
      [{ servers: ["gds"] }, { servers: ["duffel"] }].map(async (wish) =>
        askWith(taxiway.port, await taxiway.key(wish), DUFFEL),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 200]);
    expect(errorTextIn(answers[0] as never)).toContain("does not cover duffel");
  });
});

describe("the admin token on all endpoints", () => {
  it("grants access to everything as the default tenant", async () => {
    for (const asking of [modernPost("tools/list"), RPC, DUFFEL]) {
      expect(await statusOf(askWith(taxiway.port, ADMIN_TOKEN, asking))).toBe(200);
    }
  });
});
