import { describe, expect, it } from "vitest";
import { startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { initializePost } from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import type { Environment } from "../../../../fixtures/taxiway.ts";

const start = (env: Environment = {}) => startHttpTaxiway({ TAXIWAY_STORE: "memory", ...env });

const PATHS = ["/mcp", "/mcp/gds", "/health", "/metrics", "/nowhere"];

describe("the Host header", () => {
  const statusFor = async (port: number, host: string): Promise<number> =>
    (await ask(port, initializePost({ Host: host }))).status;

  it("must be this machine if only this machine can connect", async () => {
    const { port } = await start();
    for (const host of ["localhost", "LOCALHOST:80", "127.0.0.1", `127.0.0.1:${port}`, "127.9.9.9", "[::1]:3000"]) {
      expect([host, await statusFor(port, host)]).toEqual([host, 200]);
    }
    const others = ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "0.0.0.0", "192.168.1.4", "[::2]"];
    for (const host of others) expect([host, await statusFor(port, host)]).toEqual([host, 403]);
    for (const path of PATHS) {
      const method = path === "/nowhere" ? "OPTIONS" : "GET";
      expect((await ask(port, { path, method, headers: { Host: "evil.example" } })).status).toBe(403);
    }
  });

  it("may also be one of TAXIWAY_ALLOWED_HOSTS", async () => {
    const { port } = await start({ TAXIWAY_ALLOWED_HOSTS: "travel.test, Agents.Test" });
    const hosts = ["travel.test", "travel.test:8080", "agents.test", "localhost", "other.test"];
    const statuses = await Promise.all(hosts.map((host) => statusFor(port, host)));
    expect(statuses).toEqual([200, 200, 200, 200, 403]);
  });
});

describe("the Origin header", () => {
  it("may be any by default, and is allowed by CORS headers", async () => {
    const { port } = await start();
    for (const path of PATHS) {
      const { headers } = await ask(port, { path, headers: { Origin: "https://anywhere.example" } });
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(headers["vary"]).toBeUndefined();
    }
  });

  it("gets the allowed methods and headers in a preflight response", async () => {
    const { port } = await start();
    const { status, headers, text } = await ask(port, {
      method: "OPTIONS",
      headers: {
        Origin: "https://web-client.example.com",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "Content-Type, MCP-Session-ID",
      },
    });
    expect([status, text]).toEqual([204, ""]);
    const { date: _date, connection: _connection, "x-request-id": _id, ...said } = headers;
    expect(said).toEqual({
      "access-control-allow-origin": "*",
      "access-control-allow-credentials": "false",
      "access-control-allow-methods": "GET, POST, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers":
        "Content-Type, MCP-Session-ID, X-Requested-With, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Authorization, Last-Event-ID, X-Request-Id, traceparent, tracestate, Duffel-Version, X-Taxiway-Scenario",
      "access-control-expose-headers":
        "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Mcp-Session-Id, WWW-Authenticate, X-Request-Id",
      "access-control-max-age": "86400",
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": "100",
      "x-ratelimit-reset": expect.stringMatching(/^\d{10}$/),
    });
  });

  it("can be limited to TAXIWAY_ALLOWED_ORIGINS and the server's own, and may be missing", async () => {
    const { port } = await start({ TAXIWAY_ALLOWED_ORIGINS: "https://app.example.com,https://other.example.com" });
    const from = async (origin: string | undefined, method = "POST") =>
      ask(port, { ...initializePost(origin === undefined ? {} : { Origin: origin }), method });
    const app = await from("https://app.example.com");
    expect(app.status).toBe(200);
    expect(app.headers).toMatchObject({ "access-control-allow-origin": "https://app.example.com", vary: "Origin" });
    expect((await from("https://app.example.com", "OPTIONS")).status).toBe(204);
    expect((await from(`http://127.0.0.1:${port}`)).status).toBe(200);
    const without = await from(undefined);
    expect([without.status, without.headers["vary"]]).toEqual([200, "Origin"]);

    const others = ["https://evil.example", "http://app.example.com", "https://app.example.com.evil.example", "null"];
    for (const origin of others) {
      for (const method of ["POST", "GET", "DELETE", "OPTIONS"]) {
        const { status, headers } = await from(origin, method);
        expect([origin, method, status]).toEqual([origin, method, 403]);
        expect(headers["access-control-allow-origin"]).toBeUndefined();
      }
    }
  });
});
