import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startKeyed } from "../../../fixtures/access/keyed-taxiway.ts";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import {
  legacyPost,
  modernPost,
  notificationPost,
  openSession,
  UUID_V4,
} from "../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask, openStream } from "../../../fixtures/mcp/transports/http/raw-http.ts";
import {
  CLIENTS,
  connectOverHttp,
  type Fetch,
  type Flavour,
  type SdkMcpClient,
} from "../../../fixtures/mcp-clients.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { startValkey } from "../../../fixtures/valkey.ts";
import { bookingOf, SEARCH } from "../../nodes/trip.ts";
import { scarceFlights } from "../../races/sales.ts";
import { fetchFrom, withHeaders, withoutSession } from "./fetch-from.ts";

const MODERN = CLIENTS["the v2 client, modern"] as Flavour;
const LEGACY = CLIENTS["the v1 SDK client"] as Flavour;
const BOOKINGS = "gds://session/bookings";
const PATIENTLY = { timeout: 10_000 };

type Call = (tool: string, input: object) => Promise<ReturnType<typeof worked>>;

const callOf =
  (client: SdkMcpClient): Call =>
  async (name, input) =>
    worked(await client.callTool({ name, arguments: input }));

/** A client without a session ID, for one test. */
const connect = async (url: string, flavour: Flavour, fetch?: Fetch): Promise<SdkMcpClient> => {
  const client = await connectOverHttp(flavour, url, { anonymous: true, ...(fetch && { fetch }) });
  onTestFinished(() => client.close());
  return client;
};

const book = async (call: Call): Promise<string> => {
  const { flights } = await call("searchFlights", SEARCH);
  return (await call("bookFlight", bookingOf(flights[0].flightIds[0]))).pnr;
};
const listed = async (call: Call): Promise<string[]> =>
  (await call("listBookings", {})).bookings.map(({ pnr }: { pnr: string }) => pnr);
const read = async (client: SdkMcpClient, uri: string) =>
  JSON.parse((await client.readResource({ uri })).contents[0]?.text ?? "");

let taxiway: HttpTaxiway;
beforeAll(async () => {
  taxiway = await launchHttpTaxiway({ TAXIWAY_STORE: "memory" });
  return async () => void (await taxiway.stop());
});

let lastAddress = 0;
/** An address that no other test has used. */
const newAddress = (): string => `127.0.1.${++lastAddress}`;

describe("a modern client without a session ID", () => {
  it("finds its bookings in the list, the resources and the counters", async () => {
    const client = await connect(taxiway.url, MODERN, fetchFrom(newAddress()));
    const call = callOf(client);
    const before = await call("listBookings", {});
    expect(before).toMatchObject({ resultCount: 0, warnings: [expect.stringContaining("?session=")] });
    const pnr = await book(call);
    const after = await call("listBookings", {});
    expect(after).toMatchObject({ sessionId: before.sessionId, resultCount: 1, bookings: [{ pnr }] });
    expect(after).not.toHaveProperty("warnings");
    expect(await read(client, BOOKINGS)).toMatchObject([{ pnr }]);
    expect(await read(client, "gds://session/current")).toMatchObject({
      ...{ id: after.sessionId, bookingCount: 1, searchCount: 1 },
    });
    expect(after.sessionId).toMatch(UUID_V4);
  });

  it("sells each seat of a flight once", async () => {
    const client = await connect(taxiway.url, MODERN, fetchFrom(newAddress()));
    const found = await scarceFlights({ call: (name, input) => client.callTool({ name, arguments: input }) }).next();
    const { flightIds, seats, search } = found.value as { flightIds: string[]; seats: number; search: object };
    const attempt = (lastName: string) =>
      client.callTool({ name: "bookFlight", arguments: { ...bookingOf("", lastName), flightIds } });
    for (const name of "ABCDEFGH".slice(0, seats)) {
      expect(worked(await attempt(name))).toMatchObject({ status: "confirmed" });
    }
    expect(refusal(await attempt("Late"))).toMatchObject({ code: -32002, data: { seatsLeft: 0 } });
    const { flights } = await callOf(client)("searchFlights", search);
    const same = flights.find((flight: { flightIds: string[] }) => flight.flightIds[0] === flightIds[0]);
    expect(same).toMatchObject({ seatsAvailable: 0, status: "sold_out" });
  });

  it("has another session at another address", async () => {
    const from = async (address: string) => callOf(await connect(taxiway.url, MODERN, fetchFrom(address)));
    const [here, there] = [newAddress(), newAddress()];
    const pnr = await book(await from(here));
    expect(await listed(await from(here))).toEqual([pnr]);
    expect(await listed(await from(there))).toEqual([]);
  });

  it("is identified by the address that a trusted proxy forwards", async () => {
    const { url } = await startHttpTaxiway({ TAXIWAY_STORE: "memory", TAXIWAY_TRUSTED_PROXIES: "loopback" });
    const from = async (address: string) =>
      callOf(await connect(url, MODERN, withHeaders({ "X-Forwarded-For": address })));
    const pnr = await book(await from("203.0.113.1"));
    expect(await listed(await from("203.0.113.1"))).toEqual([pnr]);
    expect(await listed(await from("203.0.113.2"))).toEqual([]);
  });

  it("is identified by its key at any address", async () => {
    const { port, key } = await startKeyed();
    const url = `http://127.0.0.1:${port}/mcp`;
    const [mine, other, tenants] = [await key(), await key(), await key({ tenant: "acme" })];
    const holding = async (key: string, from: string) =>
      callOf(await connect(url, MODERN, withHeaders({ Authorization: `Bearer ${key}` }, fetchFrom(from))));
    const pnr = await book(await holding(mine, "127.0.0.1"));
    expect(await listed(await holding(mine, "127.0.0.2"))).toEqual([pnr]);
    for (const key of [other, tenants]) expect(await listed(await holding(key, "127.0.0.1"))).toEqual([]);
  });

  it("is notified only of its own session's bookings", async () => {
    const heard = { here: vi.fn(), there: vi.fn() };
    const listening = async (from: string, onUpdate: () => void) => {
      const client = (await connect(taxiway.url, MODERN, fetchFrom(from))) as SdkMcpClient & {
        setNotificationHandler(method: string, handler: () => void): void;
        listen(filter: object): Promise<{ close(): Promise<void> }>;
      };
      client.setNotificationHandler("notifications/resources/updated", onUpdate);
      const { close } = await client.listen({ resourceSubscriptions: [BOOKINGS] });
      onTestFinished(close);
      return callOf(client);
    };
    const here = await listening(newAddress(), heard.here);
    const there = await listening(newAddress(), heard.there);
    await book(here);
    await vi.waitFor(() => expect(heard.here).toHaveBeenCalledTimes(1), PATIENTLY);
    await book(there);
    await vi.waitFor(() => expect(heard.there).toHaveBeenCalledTimes(1), PATIENTLY);
    expect(heard.here).toHaveBeenCalledTimes(1);
  });

  it("has one session on all nodes with one Valkey", async () => {
    const valkey = await startValkey();
    onTestFinished(() => valkey.stop());
    const env = { VALKEY_URL: valkey.url };
    const nodes = await Promise.all([startHttpTaxiway(env), startHttpTaxiway(env)]);
    const [one, other] = await Promise.all(nodes.map(async ({ url }) => callOf(await connect(url, MODERN))));
    const pnr = await book(one as Call);
    expect(await listed(other as Call)).toEqual([pnr]);
    const { sessionId } = await (one as Call)("listBookings", {});
    expect((await (other as Call)("listBookings", {})).sessionId).toBe(sessionId);
  });
});

describe("a session in the URL", () => {
  const newUrl = (): string => `${taxiway.url}?session=${randomUUID()}`;
  const once = async <T>(url: string, flavour: Flavour, work: (call: Call) => Promise<T>): Promise<T> => {
    const client = await connectOverHttp(flavour, url, { anonymous: true });
    try {
      return await work(callOf(client));
    } finally {
      await client.close();
    }
  };

  it.each(Object.entries(CLIENTS))(
    "is shared by all calls of %s, which opens a session per call",
    async (_, flavour) => {
      const url = newUrl();
      const pnr = await once(url, flavour, book);
      expect(await once(url, flavour, listed)).toEqual([pnr]);
      const { sessionId } = await once(url, flavour, (call) => call("listBookings", {}));
      expect(url).toContain(sessionId);
      expect(await once(newUrl(), flavour, listed)).toEqual([]);
    },
  );

  it("is the same for clients of both eras, and wins over the header", async () => {
    const url = newUrl();
    const pnr = await once(url, LEGACY, book);
    expect(await once(url, MODERN, listed)).toEqual([pnr]);
    const client = await connectOverHttp(MODERN, url);
    onTestFinished(() => client.close());
    expect(await listed(callOf(client))).toEqual([pnr]);
  });

  it("is returned by initialize in lower case, and not ended by DELETE", async () => {
    const id = randomUUID();
    const path = `/mcp?session=${id.toUpperCase()}`;
    const opened = await openSession(taxiway.port, {
      ...legacyPost("initialize", {
        ...{ protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
      }),
      path,
    });
    expect(opened.id).toBe(id);
    const ended = await ask(taxiway.port, { method: "DELETE", path, headers: opened.headers });
    expect([ended.status, ended.headers["allow"]]).toEqual([405, "GET, POST, HEAD, OPTIONS"]);
    const asked = legacyPost("tools/list", {}, { headers: opened.headers });
    expect((await ask(taxiway.port, { ...asked, path })).status).toBe(200);
    expect((await ask(taxiway.port, asked)).status).toBe(200);
    expect((await opened.end()).status).toBe(405);
  });

  it("keeps a client's settings at each of several servers", async () => {
    const id = randomUUID();
    const opening = (server: string, capabilities: object) => ({
      ...legacyPost("initialize", {
        ...{ protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "raw", version: "1" } },
      }),
      path: `/mcp/${server}?session=${id}`,
    });
    const gds = await openSession(taxiway.port, opening("gds", { elicitation: {} }));
    await openSession(taxiway.port, opening("flights", {}));
    for (const server of ["gds", "flights"]) {
      const asked = legacyPost("tools/list", {}, { headers: gds.headers });
      expect((await ask(taxiway.port, { ...asked, path: `/mcp/${server}?session=${id}` })).status).toBe(200);
    }
    const elsewhere = legacyPost("tools/list", {}, { headers: gds.headers });
    expect((await ask(taxiway.port, { ...elsewhere, path: `/mcp/toolbox?session=${id}` })).status).toBe(404);
  });

  it("is not suggested to clients that already use one", async () => {
    expect(await once(newUrl(), MODERN, (call) => call("listBookings", {}))).not.toHaveProperty("warnings");
  });
});

describe("a legacy client that does not send the session ID", () => {
  const VERSION = { "MCP-Protocol-Version": "2025-06-18" };

  it("finds its bookings", async () => {
    const from = fetchFrom(newAddress());
    const call = callOf(await connect(taxiway.url, LEGACY, withoutSession(from)));
    const pnr = await book(call);
    expect(await listed(call)).toEqual([pnr]);
    expect(await listed(callOf(await connect(taxiway.url, MODERN, from)))).toEqual([pnr]);
  });

  it("is notified of its subscriptions", async () => {
    const { port, url } = taxiway;
    const stream = await openStream(port, { headers: { ...VERSION, Accept: "text/event-stream" } });
    expect(stream.status).toBe(200);
    const subscribed = await ask(port, legacyPost("resources/subscribe", { uri: BOOKINGS }, { headers: VERSION }));
    expect(subscribed.status).toBe(200);
    await book(callOf(await connect(url, LEGACY, withoutSession(fetch))));
    await stream.until(({ messages }) => messages.some(({ method }) => method === "notifications/resources/updated"));
  });

  it("does not cancel requests of another client at its address", async () => {
    const { port, url } = taxiway;
    const listen = { notifications: { resourceSubscriptions: [BOOKINGS] } };
    const stream = await openStream(port, modernPost("subscriptions/listen", listen, { id: 7 }));
    await stream.until(({ messages }) => messages.length === 1);
    const cancelled = notificationPost("notifications/cancelled", { requestId: 7 }, VERSION);
    expect((await ask(port, cancelled)).status).toBe(202);
    await book(callOf(await connect(url, MODERN)));
    await stream.until(({ messages }) => messages.length > 1);
  });
});

describe("a session identified by URL, key or address", () => {
  it("lasts as long as bookings, extended by every call", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder(), MCP_SESSION_TIMEOUT: "60", PNR_TTL_HOURS: "2" };
    const stateAt = async (time: string): Promise<{ createdAt: number; expiresAt: number }> => {
      const { port, stop } = await startHttpTaxiway({ ...env, CLOCK: `frozen:2026-12-01T${time}Z` });
      const answer = await ask(port, modernPost("resources/read", { uri: "gds://session/current" }));
      await stop("SIGTERM");
      return JSON.parse(answer.message.result.contents[0].text);
    };
    const hour = 3_600_000;
    const first = await stateAt("09:00:00");
    expect(first.expiresAt - first.createdAt).toBe(2 * hour);
    const second = await stateAt("10:59:00");
    expect([second.createdAt, second.expiresAt - first.expiresAt]).toEqual([first.createdAt, 119 * 60_000]);
  });
});
