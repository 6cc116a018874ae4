import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import {
  ACCEPT_BOTH,
  ACCEPT_STREAM,
  initializePost,
  JSON_TYPE,
  LEGACY,
  legacyPost,
  MODERN,
  modernPost,
  notificationPost,
  openSession,
} from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { type Asking, ask } from "../../../../fixtures/mcp/transports/http/raw-http.ts";

let taxiway: HttpTaxiway;
beforeAll(async () => {
  taxiway = await launchHttpTaxiway({
    TAXIWAY_STORE: "memory",
    RATE_LIMIT_PER_MINUTE: "1000000",
    TAXIWAY_MAX_BODY_KB: "64",
  });
  return async () => void (await taxiway.stop());
});

const KILOBYTE = "x".repeat(1024);
const tooLarge = Array.from({ length: 65 }, () => KILOBYTE);
const unknownSession = { "Mcp-Session-Id": randomUUID() };
const search = {
  name: "searchFlights",
  arguments: { origin: "JFK", destination: "LAX", departureDate: "2027-01-12" },
};
const post = (body: string, headers: Record<string, string> = {}): Asking => ({
  body,
  headers: { ...JSON_TYPE, ...ACCEPT_BOTH, ...headers },
});

interface Expected {
  readonly status: number;
  readonly code?: number;
  readonly allow?: string;
}

/** Every rejection, and other answers with a status of their own. */
const STATUSES: Readonly<Record<string, readonly [Asking, Expected]>> = {
  "an unknown path": [{ path: "/nowhere" }, { status: 404 }],
  "initialize at /mcp": [initializePost(), { status: 200 }],
  "initialize at /mcp/gds": [{ ...initializePost(), path: "/mcp/gds" }, { status: 200 }],
  "a query after the path": [{ ...initializePost(), path: "/mcp?from=somewhere" }, { status: 200 }],
  "server/discover": [modernPost("server/discover"), { status: 200 }],

  "Accept that leaves nothing": [{ ...initializePost({ Accept: "text/html" }) }, { status: 406, code: -32600 }],
  "Accept that refuses both by weight": [
    initializePost({ Accept: "application/json;q=0, text/event-stream;q=0.0" }),
    { status: 406, code: -32600 },
  ],
  "GET without Accept: text/event-stream": [{ headers: { Accept: "application/json" } }, { status: 406, code: -32600 }],
  "no Content-Type": [
    { body: "{}", headers: ACCEPT_BOTH },
    { status: 415, code: -32600 },
  ],
  "a form": [post("a=b", { "Content-Type": "application/x-www-form-urlencoded" }), { status: 415, code: -32600 }],
  "JSON's bigger sister": [post("{}", { "Content-Type": "application/jsonlines" }), { status: 415, code: -32600 }],
  "JSON in a charset": [initializePost({ "Content-Type": "Application/JSON; charset=utf-8" }), { status: 200 }],
  "a body that is declared too large": [post(tooLarge.join("")), { status: 413, code: -32600 }],
  "a body that turns out too large": [
    { ...post(""), body: tooLarge },
    { status: 413, code: -32600 },
  ],

  "no JSON": [post("{"), { status: 400, code: -32700 }],
  "an empty body": [post(""), { status: 400, code: -32700 }],
  "JSON that is no message": [post("[1]"), { status: 400, code: -32600 }],
  "a message of another JSON-RPC": [
    post(JSON.stringify({ jsonrpc: "1.0", id: 1, method: "ping" })),
    { status: 400, code: -32600 },
  ],
  "a request without a session": [legacyPost("tools/list"), { status: 200 }],
  "a notification without a session": [notificationPost("notifications/initialized", {}, {}), { status: 202 }],
  "a response without a session": [post(JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} })), { status: 202 }],
  "initialize with a session in the URL that is no UUID": [
    { ...initializePost(), path: "/mcp?session=mine" },
    { status: 400, code: -32600 },
  ],
  "a modern request with an empty session in the URL": [
    { ...modernPost("tools/list"), path: "/mcp?session=" },
    { status: 400, code: -32600 },
  ],
  "a legacy request with two sessions in the URL": [
    { ...legacyPost("tools/list"), path: `/mcp?session=${randomUUID()}&session=${randomUUID()}` },
    { status: 400, code: -32600 },
  ],
  "a stream of a session in the URL that is no UUID": [
    { headers: ACCEPT_STREAM, path: "/mcp?session=mine" },
    { status: 400, code: -32600 },
  ],
  "DELETE of a session in the URL": [
    { method: "DELETE", path: `/mcp?session=${randomUUID()}` },
    { status: 405, code: -32600, allow: "GET, POST, HEAD, OPTIONS" },
  ],
  "a new session in the URL and the header": [
    {
      ...legacyPost("tools/list", {}, { headers: unknownSession }),
      path: `/mcp?session=${unknownSession["Mcp-Session-Id"]}`,
    },
    { status: 404, code: -32600 },
  ],
  "a stream without a session": [{ headers: ACCEPT_STREAM }, { status: 400, code: -32600 }],
  "DELETE without a session": [{ method: "DELETE" }, { status: 400, code: -32600 }],
  "a request in an unknown session": [
    legacyPost("tools/list", {}, { headers: unknownSession }),
    { status: 404, code: -32600 },
  ],
  "a notification in an unknown session": [
    notificationPost("notifications/initialized", {}, unknownSession),
    { status: 404, code: -32600 },
  ],
  "a stream of an unknown session": [
    { headers: { ...ACCEPT_STREAM, ...unknownSession } },
    { status: 404, code: -32600 },
  ],
  "DELETE of an unknown session": [
    { method: "DELETE", headers: unknownSession },
    { status: 404, code: -32600 },
  ],
  "initialize with a session id that is no UUID": [
    initializePost({ "Mcp-Session-Id": "mine" }),
    { status: 400, code: -32600 },
  ],
  "initialize with a UUID of another version": [
    initializePost({ "Mcp-Session-Id": "6ba7b810-9dad-11d1-80b4-00c04fd430c8" }),
    { status: 400, code: -32600 },
  ],
  "a modern request with a session id that is no UUID": [
    modernPost("tools/list", {}, { headers: { "Mcp-Session-Id": "mine" } }),
    { status: 400, code: -32600 },
  ],

  "a modern GET": [
    { headers: { ...ACCEPT_STREAM, "MCP-Protocol-Version": MODERN } },
    { status: 405, code: -32600, allow: "POST, HEAD, OPTIONS" },
  ],
  "a modern DELETE": [
    { method: "DELETE", headers: { "MCP-Protocol-Version": MODERN, ...unknownSession } },
    { status: 405, code: -32600, allow: "POST, HEAD, OPTIONS" },
  ],
  "PUT to MCP": [
    { ...initializePost(), method: "PUT" },
    { status: 405, code: -32600, allow: "GET, POST, DELETE, HEAD, OPTIONS" },
  ],
  "POST to /health": [
    { path: "/health", body: "{}" },
    { status: 405, allow: "GET, HEAD, OPTIONS" },
  ],
  "HEAD of MCP": [{ method: "HEAD" }, { status: 200, allow: "GET, POST, DELETE, HEAD, OPTIONS" }],
  "HEAD of /health": [{ method: "HEAD", path: "/health" }, { status: 200 }],
  "HEAD of an unknown path": [{ method: "HEAD", path: "/nowhere" }, { status: 404 }],
  "OPTIONS of MCP": [{ method: "OPTIONS" }, { status: 204 }],

  "a modern method that is not there": [modernPost("tools/nothing"), { status: 404, code: -32601 }],
  "a modern request whose headers name another method": [
    modernPost("tools/list", {}, { headers: { "Mcp-Method": "tools/call" } }),
    { status: 400, code: -32020 },
  ],
  "a modern request whose headers name another tool": [
    modernPost("tools/call", search, { headers: { "Mcp-Name": "bookFlight" } }),
    { status: 400, code: -32020 },
  ],
  "a modern request whose headers name another version": [
    modernPost("tools/list", {}, { headers: { "MCP-Protocol-Version": LEGACY } }),
    { status: 400, code: -32020 },
  ],
  "a modern header above a body without envelope": [
    legacyPost("tools/list", {}, { headers: { "MCP-Protocol-Version": MODERN } }),
    { status: 400, code: -32602 },
  ],
  "a modern request of a version to come": [
    modernPost(
      "tools/list",
      { _meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01" } },
      { headers: { "MCP-Protocol-Version": "2099-01-01" } },
    ),
    { status: 400, code: -32022 },
  ],
  "a modern tool call": [modernPost("tools/call", search), { status: 200 }],
};

describe("Streamable HTTP", () => {
  const answers = Object.entries(STATUSES).map(([what, [asking, expected]]) => ({ what, asking, ...expected }));
  it.each(answers)("answers $status to $what", async ({ asking, status, code, allow }) => {
    const answer = await ask(taxiway.port, {
      ...asking,
      headers: { Origin: "https://app.example.com", ...asking.headers },
    });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers["allow"]).toBe(allow);
    if (code !== undefined) expect(answer.message.error?.code).toBe(code);
    if (asking.method === "HEAD" || status === 204) expect(answer.text).toBe("");
    // A page has to be able to read the error.
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-credentials": "false",
      "access-control-expose-headers":
        "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Mcp-Session-Id, WWW-Authenticate, X-Request-Id",
      "x-request-id": expect.stringMatching(/./),
    });
  });

  it("answers 404 to an unknown path below /mcp, without CORS headers", async () => {
    const statusFor = async (headers: Readonly<Record<string, string>>) =>
      (await ask(taxiway.port, { ...initializePost(headers), path: "/mcp/nowhere" })).status;
    expect([await statusFor({}), await statusFor({ Origin: "https://app.example.com" })]).toEqual([404, 403]);
  });

  it("names the rejected request in its error", async () => {
    const { message } = await ask(taxiway.port, legacyPost("tools/list", {}, { id: "mine", headers: unknownSession }));
    expect(message.id).toBe("mine");
  });

  it("answers invalid HTTP and closes the connection", async () => {
    const socket = connect(taxiway.port, "127.0.0.1").setEncoding("utf8");
    socket.write("Hello?\r\n\r\n");
    let heard = "";
    socket.on("data", (text) => {
      heard += text;
    });
    await once(socket, "close");
    expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(heard.split("\r\n\r\n")[1] ?? "")).toEqual({ error: expect.any(String) });
  });

  it("rejects a body by its declared length before it arrives", async () => {
    const socket = connect(taxiway.port, "127.0.0.1").setEncoding("utf8");
    const { port } = taxiway;
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n`,
    );
    const [heard] = await once(socket, "data");
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
    expect(heard).toMatch(/^Connection: close\r$/m);
    socket.destroy();
  });

  it.each([
    ["JSON, to a client that takes both", ACCEPT_BOTH, "application/json"],
    ["JSON, to a client that takes anything", { Accept: "*/*" }, "application/json"],
    ["JSON, to a client that takes JSON", { Accept: "application/json" }, "application/json"],
    ["a stream, to a client that takes nothing else", ACCEPT_STREAM, "text/event-stream"],
    [
      "a stream, to a client that refuses JSON",
      { Accept: "text/event-stream, application/json;q=0" },
      "text/event-stream",
    ],
  ])("answers a call in both eras with %s", async (_what, accept, type) => {
    const session = await openSession(taxiway.port);
    const answers = [
      await ask(taxiway.port, legacyPost("tools/call", search, { headers: { ...session.headers, ...accept } })),
      await ask(taxiway.port, modernPost("tools/call", search, { headers: accept })),
    ];
    for (const { status, headers, text } of answers) {
      expect([status, headers["content-type"]]).toEqual([200, type]);
      if (type === "text/event-stream") {
        expect(headers["cache-control"]).toContain("no-cache");
        expect(headers["x-accel-buffering"]).toBe("no");
      }
      const json = type === "application/json" ? text : (text.trimEnd().split("\ndata: ").at(-1) as string);
      expect(JSON.parse(json).result.structuredContent.flights.length).toBeGreaterThan(0);
    }
  });

  it("rejects a client that accepts only streams with a status, not a stream", async () => {
    const answer = await ask(taxiway.port, modernPost("tools/nothing", {}, { headers: ACCEPT_STREAM }));
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/json"]);
  });
});
