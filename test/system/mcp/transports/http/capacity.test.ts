import { describe, expect, it, vi } from "vitest";
import { type HttpTaxiway, startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import {
  ACCEPT_STREAM,
  legacyPost,
  modernPost,
  openSession,
} from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask, openStream } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import type { Environment } from "../../../../fixtures/taxiway.ts";

const CALL = { name: "listBookings", arguments: {} };
const WAITING = { timeout: 20_000, interval: 20 };

/** A server whose calls do not end by themselves during a test. */
const startSlow = (env: Environment = {}) =>
  startHttpTaxiway({ TAXIWAY_STORE: "memory", MOCK_RESPONSE_DELAY: "60000", ...env });

const untilRunning = ({ metric }: HttpTaxiway, count: number): Promise<void> =>
  vi.waitFor(async () => expect(await metric("taxiway_http_requests_in_flight")).toBe(count), WAITING);

const cancelledCalls = ({ metric }: HttpTaxiway) =>
  metric('taxiway_tool_calls_total{server="taxiway-gds",tool="listBookings",outcome="cancelled"}');

/** A call by a modern client, which cancels it by disconnecting. */
const startCall = async (taxiway: HttpTaxiway, more: Record<string, string> = {}) => {
  const leaving = new AbortController();
  const { headers = {}, body } = modernPost("tools/call", CALL, { headers: more });
  const call = fetch(taxiway.url, { method: "POST", headers, body: String(body), signal: leaving.signal });
  const left = expect(call).rejects.toThrow();
  await untilRunning(taxiway, 1);
  return {
    async leave() {
      leaving.abort();
      await left;
      await untilRunning(taxiway, 0);
    },
  };
};

describe("a long call over HTTP", () => {
  it("is cancelled when a modern client closes the connection before the response starts", async () => {
    const taxiway = await startSlow();
    const call = await startCall(taxiway);
    await call.leave();
    await vi.waitFor(async () => expect(await cancelledCalls(taxiway)).toBe(1), WAITING);
  });

  it("is cancelled by a legacy client's notification, and its response is empty", async () => {
    const taxiway = await startSlow();
    const session = await openSession(taxiway.port);
    const call = session.ask("tools/call", CALL, { id: "long" });
    await untilRunning(taxiway, 1);
    await session.notify("notifications/cancelled", { requestId: "other" });
    await session.notify("notifications/cancelled", { requestId: "long" });
    expect(await call).toMatchObject({ status: 202, text: "" });
    expect(await cancelledCalls(taxiway)).toBe(1);
  });

  it("is cancelled when its session is ended", async () => {
    const taxiway = await startSlow();
    const session = await openSession(taxiway.port);
    const call = session.ask("tools/call", CALL);
    await untilRunning(taxiway, 1);
    expect((await session.end()).status).toBe(204);
    expect((await call).text).toBe("");
    expect(await cancelledCalls(taxiway)).toBe(1);
  });
});

describe("a server at its capacity", () => {
  it("rejects a client with too many concurrent requests, and serves it again afterwards", async () => {
    const taxiway = await startSlow({ TAXIWAY_MAX_REQUESTS_PER_CLIENT: "1" });
    const { port } = taxiway;
    const call = await startCall(taxiway);
    const refused = await ask(port, modernPost("tools/list"));
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
    expect(refused.headers["access-control-allow-origin"]).toBe("*");
    expect((await ask(port, { path: "/health" })).status).toBe(200);
    await call.leave();
    expect((await ask(port, modernPost("tools/list"))).status).toBe(200);
  });

  it("rejects all clients with 503 when it is full", async () => {
    const taxiway = await startSlow({ TAXIWAY_MAX_REQUESTS: "1", TAXIWAY_TRUSTED_PROXIES: "loopback" });
    const { port } = taxiway;
    const call = await startCall(taxiway, { "X-Forwarded-For": "203.0.113.1" });
    const other = modernPost("tools/list", {}, { headers: { "X-Forwarded-For": "203.0.113.2" } });
    const refused = await ask(port, other);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "1"]);
    expect(await taxiway.metric('taxiway_shed_total{reason="overload"}')).toBe(1);
    await call.leave();
    expect((await ask(port, other)).status).toBe(200);
  });

  it("limits the number of streams, and a closed one frees capacity", async () => {
    const { port } = await startHttpTaxiway({ TAXIWAY_STORE: "memory", TAXIWAY_MAX_STREAMS_PER_CLIENT: "1" });
    const session = await openSession(port);
    const first = await session.listen();
    const asking = { headers: { ...session.headers, ...ACCEPT_STREAM } };
    const refused = await ask(port, asking);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
    const subscribing = modernPost("subscriptions/listen", { notifications: { toolsListChanged: true } });
    expect((await ask(port, subscribing)).status).toBe(429);
    expect((await ask(port, legacyPost("ping", {}, { headers: session.headers }))).status).toBe(200);
    first.cut();
    await vi.waitFor(async () => expect((await openStream(port, asking)).status).toBe(200), WAITING);
  });
});
