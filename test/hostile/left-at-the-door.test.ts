import { expect, it, onTestFinished, vi } from "vitest";
import { createAdmission } from "../../src/limits/admission.ts";
import type { RateLimiter, Verdict } from "../../src/limits/rate-limiter.ts";
import { serveHttp } from "../../src/transports/http/http.ts";
import { createAnswering } from "../../src/transports/http/http-exchange.ts";
import { COMMON, posted } from "./requests.ts";
import { openWire } from "./wire.ts";

const quiet = () => undefined;

it("does not count a request whose client left while its limit was looked up", async () => {
  const verdict: Verdict = { allowed: true, limit: 100, remaining: 99, current: 1, resetAt: 0, retryAfter: 0 };
  const asked: ((verdict: Verdict) => void)[] = [];
  const slowLimiter: RateLimiter = {
    take: () => new Promise((resolve) => asked.push(resolve)),
    look: () => verdict,
    close: async () => undefined,
  };
  const admission = createAdmission({
    requests: { total: 10, perClient: 10 },
    streams: { total: 10, perClient: 10 },
  });
  const handled = vi.fn(async () => undefined);
  const server = await serveHttp({
    host: "127.0.0.1",
    port: 0,
    endpoints: new Map([["/mcp", { handle: handled, drain: async () => undefined, close: quiet }]]),
    pages: new Map(),
    gate: { openOrigins: true, allowsHost: () => true, allowsOrigin: () => true },
    answering: createAnswering(true),
    clientAddress: () => ({ address: "127.0.0.1", client: "127.0.0.1" }),
    rateLimiter: slowLimiter,
    admission,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestId: () => "one",
    trace: (_, work) => work(),
    observe: quiet,
  });
  onTestFinished(async () => {
    admission.close();
    await server.close(0);
  });

  const wire = await openWire(server.port);
  wire.send(posted(COMMON, {}));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  wire.abort();
  await vi.waitFor(() => expect(server.connections()).toBe(0));
  asked[0]?.(verdict);
  await new Promise(setImmediate);
  expect(handled).not.toHaveBeenCalled();
  expect(admission.requests).toBe(0);
});
