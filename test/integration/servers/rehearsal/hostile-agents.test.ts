import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bookLondon,
  call,
  LONDON,
  openRehearsalServer,
  type RehearsalServer,
  request,
} from "../../../fixtures/rehearsal/rehearsal-server.ts";

let server: RehearsalServer;
beforeAll(async () => {
  server = await openRehearsalServer({ LOG_LEVEL: "debug" });
});
afterAll(() => server.close());

const close = (id: string) => server.admin("POST", `/runs/${id}/close`);
const tokenOf = (url: string): string => url.split("/").at(-2) as string;

const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" };
const ROUTE = { origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxConnections: 0 };

/** Sends a path as it is written: `fetch` would resolve its dots. */
const statusOf = (path: string, method = "POST"): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.base);
    const sent = httpRequest({ hostname, port, path, method, headers: { "Content-Length": 0 } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end();
  });

describe("the address of a run", () => {
  it("opens nothing else, however it is written", async () => {
    const run = await server.start(LONDON);
    const token = tokenOf(run.mcp_url);
    const paths = [
      ...[`/runs/${token}%2Fmcp`, `/runs//${token}/mcp`, `/runs/${token}/mcp/`, `/runs/${token}/mcp/../journal`],
      ...[`/runs/${token}/mcp/../../../admin/runs`, `/runs/${token}/%2e%2e/${run.id}/mcp`, "/runs/../admin/runs"],
      ...["/runs/__proto__/mcp", "/runs/constructor/mcp", `/runs/${token}%00/mcp`, `/runs/${token};a/mcp`],
      ...[`/runs/${token.toLowerCase()}/mcp`, `/runs/${token}=/mcp`, `/runs/${"A".repeat(4_000)}/mcp`],
      ...[`/runs/${token}/MCP`, `/runs/${token}/brief/mcp`, `/RUNS/${token}/mcp`, `/runs/*/mcp`],
    ];
    for (const path of paths) {
      for (const method of ["POST", "GET", "DELETE"]) {
        expect([path, method, await statusOf(path, method)]).toEqual([path, method, expect.toBeOneOf([400, 401, 404])]);
      }
    }
    await close(run.id);
  });

  it("takes no session from its query", async () => {
    const run = await server.start(LONDON);
    for (const session of ["mine", "a".repeat(2_000), "__proto__"]) {
      expect((await request(`${run.mcp_url}?session=${session}`, "tools/list")).status).toBe(400);
    }
    await close(run.id);
  });

  it("is closed for good: no method of any era is answered after the close", async () => {
    const run = await server.start(LONDON);
    const pnr = await bookLondon(run.mcp_url);
    await close(run.id);
    const replayed = [
      ["tools/call", { name: "retrieveBooking", arguments: { pnr } }],
      ["tools/call", { name: "finishTask", arguments: { outcome: "done", message: "Again." } }],
      ["resources/read", { uri: `gds://bookings/${pnr}` }],
      ["server/discover", {}],
      ["initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } }],
    ] as const;
    for (const [method, params] of replayed) expect((await request(run.mcp_url, method, params)).status).toBe(404);
    expect(await statusOf(new URL(run.mcp_url).pathname, "GET")).toBe(404);
    expect((await close(run.id)).body).toMatchObject({ verdict: "pass", calls: 3 });
  });
});

describe("an agent that sends too much", () => {
  it("is refused a megabyte for the traveller, and a further one for a tool that is not there", async () => {
    const run = await server.start(LONDON);
    const huge = "x".repeat(1_000_000);
    expect((await call(run.mcp_url, "askTraveller", { message: huge })).isError).toBe(true);
    expect((await request(run.mcp_url, "tools/call", { name: "noTool", arguments: { huge } })).error).toBeDefined();
    const { text } = await server.admin("GET", `/runs/${run.id}/journal`);
    for (const line of text.trimEnd().split("\n")) expect(line.length).toBeLessThan(16_384);
    await close(run.id);
  });

  it("has names from the prototype answered like any unknown tool", async () => {
    const run = await server.start(LONDON);
    for (const name of ["constructor", "__proto__", "toString", ""]) {
      const { error, result } = await request(run.mcp_url, "tools/call", { name, arguments: { __proto__: 1 } });
      expect([name, error?.code ?? result?.isError]).toEqual([
        name,
        expect.toBeOneOf([-32_602, -32_601, -32_600, -32_020, true]),
      ]);
    }
    expect((await server.admin("GET", `/runs/${run.id}`)).status).toBe(200);
    await close(run.id);
    expect(server.logged()).not.toMatch(/TypeError|RangeError/);
  });

  it("in parallel gets as many calls as the run has, and the refusals leave no trace", async () => {
    const run = await server.start(`${LONDON}limits: { calls: 30 }\n`);
    const answers = await Promise.all(Array.from({ length: 60 }, () => call(run.mcp_url, "listBookings")));
    expect(answers.filter(({ isError }) => isError)).toHaveLength(30);
    const { text } = await server.admin("GET", `/runs/${run.id}/journal`);
    expect(text.trimEnd().split("\n")).toHaveLength(30);
    expect((await close(run.id)).body.calls).toBe(30);
  });
});

describe("streams", () => {
  it("tell nothing of the bookings of another run, though their addresses are subscribed to", async () => {
    const [mine, other] = [await server.start(LONDON), await server.start(`${LONDON}seed: other\n`)];
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const legacy = (method: string, params: object, session = {}) =>
      fetch(other.mcp_url, {
        ...{ method: "POST", headers: { ...headers, ...session } },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
    const clientInfo = { name: "a", version: "1" };
    const first = await legacy("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    const session = { "Mcp-Session-Id": first.headers.get("mcp-session-id") ?? "" };
    const { structuredContent: found } = await call(mine.mcp_url, "searchFlights", ROUTE);
    const booking = { passengers: [ADA], contactEmail: "ada@example.com" };
    const { flightIds } = found.flights[0];
    const booked = await call(mine.mcp_url, "bookFlight", { flightIds, ...booking });
    const { pnr } = booked.structuredContent;
    for (const uri of [`gds://booking/${pnr}`, "gds://session/bookings"]) {
      await legacy("resources/subscribe", { uri }, session);
    }
    const stream = await fetch(other.mcp_url, { headers: { ...session, Accept: "text/event-stream" } });
    await call(mine.mcp_url, "cancelBooking", { pnr });
    await bookLondon(other.mcp_url);
    await close(other.id);
    const heard = await stream.text();
    expect(heard).toContain("gds://session/bookings");
    expect(heard).not.toContain(pnr);
    await close(mine.id);
  });

  it("that an agent leaves open end when its run is closed", async () => {
    const run = await server.start(LONDON);
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } };
    const open = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
        const first = await fetch(run.mcp_url, { method: "POST", headers, body });
        const session = { "Mcp-Session-Id": first.headers.get("mcp-session-id") ?? "" };
        return fetch(run.mcp_url, { headers: { ...session, Accept: "text/event-stream" } });
      }),
    );
    for (const stream of open) expect(stream.status).toBe(200);
    await close(run.id);
    for (const stream of open) await stream.text();
  });
});

describe("bookings", () => {
  it("of a run are resources of that run alone", async () => {
    const [mine, other] = [await server.start(LONDON), await server.start(LONDON)];
    const pnr = await bookLondon(mine.mcp_url);
    const uris = [`gds://booking/${pnr}`, `gds://bookings/${pnr}`, "gds://session/bookings"];
    for (const url of [other.mcp_url, `${server.base}/mcp`]) {
      for (const uri of uris) {
        const { result = "" } = await request(url, "resources/read", { uri });
        expect(JSON.stringify(result)).not.toContain(pnr);
      }
    }
    expect((await request(mine.mcp_url, "resources/read", { uri: "gds://session/bookings" })).text).toContain(pnr);
    for (const { id } of [mine, other]) await close(id);
  });

  it("of the plain server are not in a run, nor those of a run in its lists, figures and health", async () => {
    const run = await server.start(LONDON, { label: "label-of-the-run" });
    const plain = await call(`${server.base}/mcp`, "searchFlights", {
      ...ROUTE,
      departureDate: dayAhead(60),
    });
    const { flightIds } = plain.structuredContent.flights[0];
    const booking = { flightIds, passengers: [ADA], contactEmail: "ada@example.com" };
    const booked = await call(`${server.base}/mcp`, "bookFlight", booking);
    const plainPnr = booked.structuredContent.pnr as string;
    const pnr = await bookLondon(run.mcp_url);
    expect((await call(run.mcp_url, "retrieveBooking", { pnr: plainPnr })).isError).toBe(true);
    expect(JSON.stringify(await call(run.mcp_url, "listBookings"))).not.toContain(plainPnr);
    const shown = await Promise.all([
      ...["/bookings", "/sessions", "/invocations", "/calls", "/overview", "/live", "/audit"].map(
        async (path) => (await statusAndText(path)).text,
      ),
      ...["/health", "/metrics"].map(async (path) => (await fetch(server.base + path)).text()),
    ]);
    for (const text of [...shown, server.logged()]) {
      for (const trace of [pnr, tokenOf(run.mcp_url), "label-of-the-run", "simple/london"])
        expect(text).not.toContain(trace);
    }
    expect(shown.join("\n")).toContain(plainPnr);
    await close(run.id);
  });
});

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Of an admin route that answers or streams; of a stream, nothing. */
const statusAndText = async (path: string) => {
  const leaving = AbortSignal.timeout(2_000);
  const answer = await fetch(`${server.base}/admin${path}`, {
    headers: { Authorization: "Bearer token-of-the-operator-in-tests" },
    signal: leaving,
  });
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, text: isStream ? "" : await answer.text() };
};
