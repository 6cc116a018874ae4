import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpTaxiway, startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { type Nginx, startNginx } from "../../fixtures/nginx.ts";
import { type Answer, type Environment, worked } from "../../fixtures/taxiway.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";
import { readCompose } from "./compose-file.ts";
import { connectHttp2, type Http2Answer, type Http2Client } from "./http2-client.ts";

const SEARCH = { origin: "JFK", destination: "LAX", departureDate: "2026-12-15" };
const TRAVELLER = { type: "adult", firstName: "Ada", lastName: "Byron" };

/** A legacy client that writes its own JSON and keeps only its session. */
const openSession = async (client: Http2Client) => {
  let lastId = 0;
  const post = async (method: string, params: object, session: object): Promise<Http2Answer> =>
    client.ask(
      {
        ":path": "/mcp",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...session,
      },
      JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method, params }),
    );
  const opened = await post(
    "initialize",
    { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "deploy test", version: "1" } },
    {},
  );
  expect(opened.status, opened.body).toBe(200);
  const session = {
    "mcp-session-id": String(opened.headers["mcp-session-id"]),
    "mcp-protocol-version": "2025-11-25",
  };
  const attempt = (tool: string, input: object): Promise<Http2Answer> =>
    post("tools/call", { name: tool, arguments: input }, session);
  return {
    attempt,
    async call(tool: string, input: object) {
      const { status, body } = await attempt(tool, input);
      expect(status, body).toBe(200);
      return worked((JSON.parse(body) as Answer).result);
    },
  };
};

describe("two nodes on one Valkey behind nginx", () => {
  let valkey: ValkeyServer;
  let nginx: Nginx;
  beforeAll(async () => {
    [valkey, nginx] = await Promise.all([startValkey(), startNginx({ nodes: [1] })]);
  });
  afterAll(async () => {
    await Promise.all([valkey?.stop(), nginx?.stop()]);
  });

  const startNode = (env: Environment): Promise<HttpTaxiway> =>
    startHttpTaxiway({ VALKEY_URL: valkey.url, TAXIWAY_TRUSTED_PROXIES: "loopback", ...env });
  const startNodes = async (): Promise<[HttpTaxiway, HttpTaxiway]> => {
    const start = () => startNode({ RATE_LIMIT_PER_MINUTE: "100000" });
    const nodes = await Promise.all([start(), start()]);
    await nginx.reload(nodes.map(({ port }) => port));
    return nodes;
  };

  it("serve one session together", async () => {
    const nodes = await startNodes();
    const { call } = await openSession(await connectHttp2(nginx));
    for (let count = 0; count < 20; count++) await call("searchFlights", SEARCH);
    const counts = await Promise.all(nodes.map((node) => node.toolCalls()));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts[0] as number).toBe(20 - (counts[1] as number));
  });

  it("lose no session and no booking when one of them is killed", async () => {
    const [first] = await startNodes();
    const { call } = await openSession(await connectHttp2(nginx));
    const { flights } = await call("searchFlights", SEARCH);
    const { pnr } = await call("bookFlight", {
      flightIds: [flights[0].id],
      passengers: [TRAVELLER],
      contactEmail: "ada@example.com",
    });
    await first.stop("SIGKILL");
    for (let count = 0; count < 10; count++) expect((await call("retrieveBooking", { pnr })).pnr).toBe(pnr);
    expect((await call("listBookings", {})).bookings.map((booking: { pnr: string }) => booking.pnr)).toEqual([pnr]);
  });

  it("serve all requests while one of them stops", async () => {
    const [first, second] = await startNodes();
    const { attempt } = await openSession(await connectHttp2(nginx));
    let leaving: ReturnType<HttpTaxiway["stop"]> | undefined;
    const answers: Http2Answer[] = [];
    for (let count = 0; count < 60; count++) {
      if (count === 20) leaving = first.stop("SIGTERM");
      answers.push(await attempt("searchFlights", SEARCH));
    }
    expect(await leaving).toEqual({ code: 0, signal: null });
    // Only a call at the moment of the stop may be lost, and has to report it.
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost.length).toBeLessThanOrEqual(1);
    for (const { status, body } of lost) {
      expect([status, JSON.parse(body).error.data.retryable]).toEqual([502, true]);
    }
    expect(await second.toolCalls()).toBeGreaterThan(30);
  });

  it("are healthy or unhealthy by the health check of compose.yaml", async () => {
    const [node] = await startNodes();
    const [, , ...words] = (await readCompose()).services.node.healthcheck.test;
    const isHealthy = (): Promise<boolean> =>
      promisify(execFile)(
        process.execPath,
        words.map((word) => word.replace("3000", String(node.port))),
      ).then(
        () => true,
        () => false,
      );
    expect(await isHealthy()).toBe(true);
    await node.stop("SIGKILL");
    expect(await isHealthy()).toBe(false);
  });

  it("count a client's requests together by its own address", async () => {
    const start = () => startNode({ RATE_LIMIT_PER_MINUTE: "40" });
    const nodes = await Promise.all([start(), start()]);
    await nginx.reload(nodes.map(({ port }) => port));
    const client = await connectHttp2(nginx);
    const claiming = (count: number) => ({ ":path": "/mcp", "x-forwarded-for": `203.0.113.${count}` });
    const statuses: number[] = [];
    for (let count = 0; count < 60; count++) statuses.push((await client.ask(claiming(count), "{}")).status);
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeGreaterThanOrEqual(18);
    expect((await client.ask({ ":path": "/health" })).status).toBe(200);
  });
});
