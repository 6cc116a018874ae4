import { describe, expect, it } from "vitest";
import { startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { initializePost, modernPost } from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask, type RawAnswer } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import type { Environment } from "../../../../fixtures/taxiway.ts";

/** A window of a day, so that it does not end during a test. */
const start = (env: Environment = {}) =>
  startHttpTaxiway({ TAXIWAY_STORE: "memory", RATE_LIMIT_WINDOW_SECONDS: "86400", ...env });

const remaining = ({ headers }: RawAnswer): string | undefined =>
  headers["x-ratelimit-remaining"] as string | undefined;

describe("the rate limit over HTTP", () => {
  it("counts down on every response, whatever its status", async () => {
    const { port } = await start({ RATE_LIMIT_ENABLED: "true" });
    const askings = [
      initializePost(),
      modernPost("tools/nothing"),
      { path: "/nowhere" },
      { body: "{", headers: { "Content-Type": "application/json" } },
      { body: "{}" },
      { method: "HEAD" },
      { method: "PUT" },
    ];
    const answers: RawAnswer[] = [];
    for (const asking of askings) answers.push(await ask(port, asking));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 400, 415, 200, 405]);
    expect(answers.map(remaining)).toEqual(["99", "98", "97", "96", "95", "94", "93"]);
    const reset = String(Math.ceil(Date.now() / 86_400_000) * 86_400);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ "x-ratelimit-limit": "100", "x-ratelimit-reset": reset });
    }
  });

  it("rejects requests over the limit with 429 and the reset time", async () => {
    const { port } = await start({ RATE_LIMIT_PER_MINUTE: "2" });
    for (const left of ["1", "0"]) expect(remaining(await ask(port, initializePost()))).toBe(left);
    const asked = Date.now();
    const { status, headers, text } = await ask(port, initializePost({ Origin: "https://app.example.com" }));
    expect(status).toBe(429);
    const { retryAfter, resetAt, ...body } = JSON.parse(text);
    expect(body).toEqual({
      error: "Rate limit exceeded",
      code: "RATE_LIMIT_EXCEEDED",
      limit: 2,
      current: 3,
    });
    expect(retryAfter).toBeGreaterThan(0);
    expect(Number.isInteger(retryAfter)).toBe(true);
    const end = Date.parse(resetAt);
    expect(end).toBeGreaterThanOrEqual(asked + retryAfter * 1000);
    expect(end).toBeLessThanOrEqual(Date.now() + retryAfter * 1000);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "retry-after": String(retryAfter),
      "x-ratelimit-limit": "2",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(end / 1000)),
      "access-control-allow-origin": "*",
    });
  });

  it("does not count or reject /health and preflights", async () => {
    const { port } = await start({ RATE_LIMIT_PER_MINUTE: "2" });
    const exempt = async () => [
      (await ask(port, { path: "/health" })).status,
      (await ask(port, { method: "HEAD", path: "/health" })).status,
      (await ask(port, { method: "OPTIONS" })).status,
    ];
    expect(await exempt()).toEqual([200, 200, 204]);
    expect(remaining(await ask(port, initializePost()))).toBe("1");
    await ask(port, initializePost());
    expect((await ask(port, initializePost())).status).toBe(429);
    expect(await exempt()).toEqual([200, 200, 204]);
  });

  it("ignores X-Forwarded-For from untrusted peers", async () => {
    const { port } = await start({ RATE_LIMIT_PER_MINUTE: "2" });
    const claiming = async (address: string) =>
      (await ask(port, initializePost({ "X-Forwarded-For": address, "X-Real-IP": address }))).status;
    expect(await claiming("203.0.113.1")).toBe(200);
    expect(await claiming("203.0.113.2")).toBe(200);
    expect(await claiming("203.0.113.3")).toBe(429);
  });

  it("counts by the address from a trusted proxy, and IPv6 addresses by network", async () => {
    const { port } = await start({ RATE_LIMIT_PER_MINUTE: "2", TAXIWAY_TRUSTED_PROXIES: "loopback,10.0.0.0/8" });
    const left = async (headers: Record<string, string>) => {
      const answer = await ask(port, initializePost(headers));
      return answer.status === 429 ? "refused" : remaining(answer);
    };
    const forwarded = (chain: string) => left({ "X-Forwarded-For": chain });
    expect(await forwarded("203.0.113.1")).toBe("1");
    expect(await forwarded("203.0.113.2")).toBe("1");
    expect(await forwarded("203.0.113.1, 10.1.2.3")).toBe("0");
    expect(await forwarded("198.51.100.7, 203.0.113.1")).toBe("refused");
    expect(await left({ "X-Real-IP": "203.0.113.9" })).toBe("1");
    expect(await forwarded("2001:db8:1:2::1")).toBe("1");
    expect(await forwarded("2001:db8:1:2:ffff::9")).toBe("0");
    expect(await forwarded("2001:db8:1:3::1")).toBe("1");
  });

  it("does not apply to clients on this machine by default, and reports the configured limit", async () => {
    const { port } = await start();
    const at = (headers: Record<string, string>) => ask(port, initializePost(headers));
    for (let count = 0; count < 101; count++) expect(remaining(await at({}))).toBe("100");
    expect((await at({})).headers).toMatchObject({ "x-ratelimit-limit": "100" });
    expect(remaining(await at({ "X-Forwarded-For": "203.0.113.1" }))).toBe("99");
    expect(remaining(await at({ Via: "1.1 proxy" }))).toBe("98");
    expect(remaining(await at({ Forwarded: "for=203.0.113.1" }))).toBe("97");
    expect(remaining(await at({}))).toBe("97");
  });

  it("can be disabled", async () => {
    const { port } = await start({ RATE_LIMIT_ENABLED: "false", RATE_LIMIT_PER_MINUTE: "1" });
    for (let count = 0; count < 3; count++) {
      const answer = await ask(port, initializePost());
      expect([answer.status, remaining(answer)]).toEqual([200, undefined]);
    }
  });
});
