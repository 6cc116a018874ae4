import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, askWith, openWith } from "../../../fixtures/access/key-holder.ts";
import { type KeyedTaxiway, launchKeyed } from "../../../fixtures/access/keyed-taxiway.ts";
import { legacyPost, modernPost } from "../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import type { Asking, RawAnswer } from "../../../fixtures/mcp/transports/http/raw-http.ts";

/** The IDs of a tenant's objects. */
interface Belongings {
  readonly pnr: string;
  readonly sessionId: string;
  readonly connector: string;
  readonly draft: string;
  readonly result: string;
  readonly keyId: string;
  readonly tool: string;
}

/** IDs of the same format that do not exist. */
const GHOST: Belongings = {
  pnr: "TEST-ZZZZZZ",
  sessionId: randomUUID(),
  connector: "zebra",
  draft: "zebra-plan",
  result: "zzzzzzzzzzzzzzzzzzzzzzzz",
  keyId: "zzzzzzzz",
  tool: "zebra",
};

const json = (method: string, path: string, body?: object): Asking => ({
  ...{ method, path, headers: { "Content-Type": "application/json" } },
  ...(body && { body: JSON.stringify(body) }),
});
const rpc = (method: string, params: object): Asking => json("POST", "/rpc", { jsonrpc: "2.0", id: 1, method, params });
const call = (path: string, name: string, args: object): Asking => ({
  ...modernPost("tools/call", { name, arguments: args }, { id: 1 }),
  path,
});
const read = (path: string, uri: string): Asking => ({ ...modernPost("resources/read", { uri }, { id: 1 }), path });
const inSession = (sessionId: string, asking: Asking): Asking => ({
  ...asking,
  headers: { ...asking.headers, "Mcp-Session-Id": sessionId, "MCP-Protocol-Version": "2025-11-25" },
});

/** Bookable by any tenant. */
let carId = "";

/** Each request for a tenant's objects. Other tenants must get the same answers as for objects that do not exist. */
const ATTEMPTS: Readonly<Record<string, (of: Belongings) => Asking>> = {
  "using a session": ({ sessionId }) => inSession(sessionId, legacyPost("tools/list", {}, { id: 1 })),
  "reading a session's bookings": ({ sessionId }) =>
    inSession(sessionId, legacyPost("resources/read", { uri: "gds://session/bookings" }, { id: 1 })),
  "listing by a session's id": ({ sessionId }) => ({
    ...call("/mcp", "listBookings", {}),
    headers: { ...call("/mcp", "listBookings", {}).headers, "Mcp-Session-Id": sessionId },
  }),
  "cancelling in a session": ({ sessionId }) =>
    inSession(sessionId, {
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }),
    }),
  "ending a session": ({ sessionId }) => inSession(sessionId, { method: "DELETE" }),
  "retrieving a PNR": ({ pnr }) => call("/mcp", "retrieveBooking", { pnr }),
  "adding a car to a PNR": ({ pnr }) =>
    call("/mcp", "bookCar", {
      carId,
      existingPnr: pnr,
      driver: { firstName: "A", lastName: "B" },
    }),
  "reading a PNR": ({ pnr }) => read("/mcp", `gds://booking/${pnr}`),
  "cancelling a PNR": ({ pnr }) => call("/mcp", "cancelBooking", { pnr }),
  "listing the tools of a connector": ({ connector }) => ({
    ...modernPost("tools/list", {}, { id: 1 }),
    path: `/mcp/${connector}`,
  }),
  "calling a tool of a connector": ({ connector }) => call(`/mcp/${connector}`, "list_tours", {}),
  "opening a session at a connector": ({ connector }) => ({
    ...legacyPost(
      "initialize",
      { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
      { id: 1 },
    ),
    path: `/mcp/${connector}`,
  }),
  "reading a connector's documentation": ({ connector }) =>
    read(`/mcp/${connector}`, `connector://${connector}/docs/about`),
  "reading a connector's calls": ({ connector }) => read(`/mcp/${connector}`, `connector://${connector}/invocations`),
  "reading a kept result": ({ result }) => read("/mcp/capcorn", `connector://capcorn/results/${result}`),
  "reading a kept result at its server": ({ connector, result }) =>
    read(`/mcp/${connector}`, `connector://${connector}/results/${result}`),
  "reading a draft": ({ draft }) => json("GET", `/admin/connectors/${draft}/draft`),
  "approving a draft": ({ draft }) => json("POST", `/admin/connectors/${draft}/approve`, {}),
  "throwing a draft away": ({ draft }) => json("DELETE", `/admin/connectors/${draft}/draft`),
  "reading versions": ({ connector }) => json("GET", `/admin/connectors/${connector}/versions`),
  exporting: ({ connector }) => json("GET", `/admin/connectors/${connector}/export`),
  comparing: ({ connector }) => json("GET", `/admin/connectors/${connector}/diff`),
  publishing: ({ connector }) => json("POST", `/admin/connectors/${connector}/publish`, {}),
  "rolling back": ({ connector }) => json("POST", `/admin/connectors/${connector}/rollback`, {}),
  unpublishing: ({ connector }) => json("POST", `/admin/connectors/${connector}/unpublish`, {}),
  testing: ({ connector }) =>
    json("POST", `/admin/connectors/${connector}/test`, { tool: "list_tours", arguments: {} }),
  "looking at credentials": ({ connector }) => json("GET", `/admin/connectors/${connector}/credentials`),
  "putting a credential": ({ connector }) =>
    json("PUT", `/admin/connectors/${connector}/credentials/key`, { value: "mine" }),
  "removing a credential": ({ connector }) => json("DELETE", `/admin/connectors/${connector}/credentials/key`),
  "the calls of a connector": ({ connector }) => json("GET", `/admin/invocations?server=${connector}`),
  "the calls of a key": ({ keyId }) => json("GET", `/admin/invocations?key_id=${keyId}`),
  "rotating a key": ({ keyId }) => json("POST", `/admin/keys/${keyId}/rotate`, {}),
  "revoking a key": ({ keyId }) => json("DELETE", `/admin/keys/${keyId}`),
  "calling a registered tool": ({ tool }) =>
    rpc("tools/call", { tool_name: tool, function_name: "talk", arguments: {}, call_id: "c" }),
  "checking a registered tool": ({ tool }) => rpc("health/check", { tool_name: tool }),
  "calling a registered tool by MCP": ({ tool }) => call("/mcp/toolbox", `${tool}__talk`, {}),
  "calling a registered tool by another": ({ tool }) =>
    call("/mcp/toolbox", "toolbox__call_tool", { name: `${tool}__talk`, arguments: {} }),
  "unregistering a tool": ({ tool }) => rpc("tools/unregister", { tool_name: tool }),
};
/** Lists, which must not contain objects of other tenants. */
const LISTS: Readonly<Record<string, Asking>> = {
  calls: json("GET", "/admin/invocations"),
  bookings: call("/mcp", "listBookings", {}),
  connectors: json("GET", "/admin/connectors"),
  keys: json("GET", "/admin/keys"),
  tools: rpc("tools/list", {}),
  "MCP tools": { ...modernPost("tools/list", {}, { id: 1 }), path: "/mcp/toolbox" },
  "found tools": call("/mcp/toolbox", "toolbox__search_tools", { query: "weather talk giraffe" }),
  metrics: { path: "/metrics" },
};

const told = ({ status, text, headers }: RawAnswer, of: Belongings): string => {
  const names = Object.values(of).sort((one, other) => other.length - one.length);
  let said = `${status} ${headers["www-authenticate"] ?? ""} ${text}`;
  for (const name of names) said = said.replaceAll(name, "THAT");
  return said
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/"(?:execution_time_ms|milliseconds)":[\d.]+/g, "MS");
};

describe("for a key of another tenant,", () => {
  let taxiway: KeyedTaxiway;
  let victim: string;
  let attacker: string;
  let real: Belongings;
  const api = createServer((_, response) => {
    const tours = Array.from({ length: 3_000 }, (_, number) => ({ number, name: `giraffe tour ${number}` }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ tours }));
  });
  const service = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
      const result = method === "health/check" ? { status: "healthy" } : { status: "completed", data: {} };
      response.setHeader("Content-Type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  const listen = (server: typeof api): Promise<string> =>
    new Promise((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });

  const done = async (key: string, asking: Asking) => {
    const answer = await askWith(taxiway.port, key, asking);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.text === "" ? undefined : JSON.parse(answer.text);
  };

  const settleIn = async (key: string, keyId: string): Promise<Belongings> => {
    const session = await openWith(taxiway.port, key);
    const { flights } = await session.call("searchFlights", {
      origin: "LHR",
      destination: "JFK",
      departureDate: "2026-12-10",
    });
    const { pnr } = await session.call("bookFlight", {
      ...{ flightIds: flights[0].flightIds, contactEmail: "g@example.com" },
      passengers: [{ type: "adult", firstName: "Gira", lastName: "Affe" }],
    });
    const { cars } = await session.call("searchCars", {
      ...{
        pickupLocationCode: "JFK",
        pickupDate: "2026-12-10T10:00:00-05:00",
        dropoffDate: "2026-12-12T10:00:00-05:00",
      },
    });
    carId = cars[0].id;
    const document = (name: string, url: string) => ({
      ...{ connector: 1, name, title: "Giraffe tours", description: "Tours.", base_url: url },
      ...{ credentials: [{ name: "key" }], docs: [{ name: "about", title: "About", text: "Giraffes." }] },
      tools: [
        {
          ...{ name: "list_tours", description: "Lists.", risk: "read", input: { type: "object", properties: {} } },
          ...{ request: { method: "GET", path: "/tours" }, parse: { format: "json" } },
          auth: [{ credential: "key", in: "header", name: "X-Key" }],
        },
      ],
    });
    const url = await listen(api);
    await done(key, json("POST", "/admin/import", { document: document("giraffe", url) }));
    await done(key, json("POST", "/admin/connectors/giraffe/approve", {}));
    await done(key, json("PUT", "/admin/connectors/giraffe/credentials/key", { value: "giraffe-secret" }));
    await done(key, json("POST", "/admin/connectors/giraffe/publish", {}));
    await done(key, json("POST", "/admin/import", { document: document("giraffe-plan", url) }));
    const large = await done(key, call("/mcp/giraffe", "list_tours", {}));
    const link = large.result.content.find(({ type }: { type: string }) => type === "resource_link");
    const tool = {
      ...{ name: "giraffe_weather", description: "Weather.", category: "WEATHER", endpoint: await listen(service) },
      functions: [{ name: "talk", description: "Talks.", parameters: { type: "object", properties: {} } }],
    };
    const registered = await done(key, rpc("tools/register", { tool }));
    expect(registered.error).toBeUndefined();
    return {
      ...{ pnr, sessionId: session.id, connector: "giraffe", draft: "giraffe-plan", keyId, tool: tool.name },
      result: link.uri.split("/").at(-1),
    };
  };

  beforeAll(async () => {
    taxiway = await launchKeyed({ TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" });
    const made = await taxiway.keyring.create({ name: "of the victim", tenant: "acme", admin: true });
    victim = made.key;
    attacker = await taxiway.key({ tenant: "rival", admin: true });
    real = await settleIn(victim, made.record.keyId);
  }, 120_000);
  afterAll(async () => {
    api.close();
    service.close();
    await taxiway.close();
  });

  // First, because a tenant can see its own attempts.
  it.each(Object.entries(LISTS))("the list of %s is empty", async (_, asking) => {
    const { status, text } = await askWith(taxiway.port, attacker, asking);
    expect(status, text).toBe(200);
    expect(text.toLowerCase()).not.toMatch(/giraffe|acme/);
    for (const name of [real.pnr, real.sessionId, real.keyId]) expect(text).not.toContain(name);
  });

  it.each(Object.entries(ATTEMPTS))("%s does not exist", async (_, attempt) => {
    const tried = told(await askWith(taxiway.port, attacker, attempt(real)), real);
    const nothing = told(await askWith(taxiway.port, attacker, attempt(GHOST)), GHOST);
    expect(tried).toBe(nothing);
  });

  // Last, because some of the attempts would have destroyed it.
  it("the connector still exists and answers for its own tenant", async () => {
    const same: string[] = [];
    for (const [name, attempt] of Object.entries(ATTEMPTS)) {
      const theirs = told(await askWith(taxiway.port, attacker, attempt(real)), real);
      if (theirs === told(await askWith(taxiway.port, victim, attempt(real)), real)) same.push(name);
    }
    expect(same).toEqual([]);
  });

  it("a caller without a key learns no more", async () => {
    for (const attempt of Object.values(ATTEMPTS)) {
      const [tried, nothing] = [await ask(taxiway.port, attempt(real)), await ask(taxiway.port, attempt(GHOST))];
      expect(told(tried, real)).toBe(told(nothing, GHOST));
      expect(tried.status).toBe(401);
    }
  });
});
