import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConnectorTool, HttpStep } from "../../../../../src/servers/connectors/connector.ts";
import { type Answering, failureOf, json, notedPauses, outbound, pipelineFor, startApi } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => Promise.all([api.close(), outbound.close()]));

type Method = ConnectorTool["request"]["method"];
interface Kind {
  readonly method: Method;
  readonly risk?: ConnectorTool["risk"];
  readonly http?: HttpStep;
}

const attempt = async ({ method, risk = "read", http }: Kind, answering: Answering) => {
  api.answer(answering);
  const pauses = notedPauses();
  const { run } = pipelineFor({
    baseUrl: api.url,
    tool: {
      risk,
      request: { method, path: "/things", ...(method === "POST" && { body: { format: "json" as const } }) },
      ...(http !== undefined && { http }),
    },
    options: { pauses },
  });
  const outcome = await run().catch((error: unknown) => error);
  return { outcome, requests: api.received.length, pauses: pauses.pauses };
};

const hangUp: Answering = (response) => response.destroy();
const POST = { method: "POST", risk: "write" } as const;

describe("a failed request to an API", () => {
  it.each<[what: string, kind: Kind, answering: Answering | number, requests: number]>([
    ["a GET after 503", { method: "GET" }, 503, 3],
    ["a GET after 408", { method: "GET" }, 408, 3],
    ["a GET after 429", { method: "GET" }, 429, 3],
    ["a GET after 502", { method: "GET" }, 502, 3],
    ["a GET after 504", { method: "GET" }, 504, 3],
    ["a GET after 500", { method: "GET" }, 500, 1],
    ["a GET after 501", { method: "GET" }, 501, 1],
    ["a GET after 400", { method: "GET" }, 400, 1],
    ["a GET after 401", { method: "GET" }, 401, 1],
    ["a GET after 404", { method: "GET" }, 404, 1],
    ["a GET that was hung up on", { method: "GET" }, hangUp, 3],
    ["a GET that changes something", { method: "GET", risk: "write" }, 503, 1],
    ["a GET that changes something, hung up on", { method: "GET", risk: "destructive" }, hangUp, 1],
    ["a HEAD after 503", { method: "HEAD" }, 503, 3],
    ["a PUT after 503", { method: "PUT", risk: "write" }, 503, 3],
    ["a DELETE that was hung up on", { method: "DELETE", risk: "destructive" }, hangUp, 3],
    ["a POST after 503", POST, 503, 1],
    ["a POST after 502", POST, 502, 1],
    ["a POST after 408", POST, 408, 1],
    ["a POST after 500", POST, 500, 1],
    ["a POST that was hung up on", POST, hangUp, 1],
    ["a POST that only reads, after 503", { method: "POST", risk: "read" }, 503, 1],
    ["a POST after 429", POST, 429, 3],
    ["a PATCH after 503", { method: "PATCH", risk: "write" }, 503, 1],
    ["an idempotent POST after 503", { ...POST, http: { idempotent: true } }, 503, 3],
    ["an idempotent POST that was hung up on", { ...POST, http: { idempotent: true } }, hangUp, 3],
    ["a POST with a key after 502", { ...POST, http: { idempotency_header: "Idempotency-Key" } }, 502, 3],
    ["a GET without retries", { method: "GET", http: { retries: 0 } }, 503, 1],
    ["a GET with four retries", { method: "GET", http: { retries: 4 } }, 503, 5],
  ])("is repeated only if that is safe: %s", async (_what, kind, answering, requests) => {
    const { outcome, requests: sent } = await attempt(
      kind,
      typeof answering === "number" ? json({}, answering) : answering,
    );
    expect(outcome).toBeInstanceOf(Error);
    expect(sent).toBe(requests);
  });

  it("returns the answer of the successful attempt", async () => {
    const { outcome, requests, pauses } = await attempt({ method: "GET" }, (response, request, nth) =>
      json({ nth }, nth < 3 ? 503 : 200)(response, request, nth),
    );
    expect(outcome).toMatchObject({ data: { nth: 3 } });
    expect(requests).toBe(3);
    expect(pauses).toEqual([100, 200]);
  });

  it("is repeated after the API's Retry-After, if it is short enough", async () => {
    expect((await attempt({ method: "GET" }, json({}, 429, { "retry-after": "3" }))).pauses).toEqual([3_000, 3_000]);
    expect((await attempt({ method: "GET" }, json({}, 503, { "retry-after": "5" }))).pauses).toEqual([5_000, 5_000]);
    const date = "Mon, 01 Dec 2025 08:00:02 GMT";
    const dated = json({}, 503, { "retry-after": date, date: "Mon, 01 Dec 2025 08:00:00 GMT" });
    expect((await attempt({ method: "GET" }, dated)).pauses).toEqual([2_000, 2_000]);
    const long = await attempt({ method: "GET" }, json({}, 429, { "retry-after": "60" }));
    expect(long).toMatchObject({
      requests: 1,
      pauses: [],
      outcome: { kind: "rate_limited", details: { retry_after_ms: 60_000, retryable: true } },
    });
  });

  it("is not repeated after its deadline", async () => {
    const { requests, pauses } = await attempt(
      { method: "GET", http: { timeout_ms: 2_000 } },
      json({}, 503, { "retry-after": "3" }),
    );
    expect({ requests, pauses }).toEqual({ requests: 1, pauses: [] });
  });

  it("has the same idempotency key in every attempt, and another in the next call", async () => {
    const kind: Kind = { ...POST, http: { idempotency_header: "Idempotency-Key" } };
    await attempt(kind, json({}, 503));
    const sent = new Set(api.received.map(({ headers }) => headers["idempotency-key"]));
    expect([...sent]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await attempt(kind, json({}));
    expect(sent.has(api.last().headers["idempotency-key"])).toBe(false);
  });

  it("is repeated if the connection was refused, even a write", async () => {
    const gone = await startApi();
    await gone.close();
    for (const [method, risk] of [
      ["GET", "read"],
      ["POST", "write"],
    ] as const) {
      const pauses = notedPauses();
      const { run } = pipelineFor({
        baseUrl: gone.url,
        tool: { risk, request: { method, path: "/x" } },
        options: { pauses },
      });
      const failure = await failureOf(run());
      expect(failure).toMatchObject({ kind: "unavailable", details: { error_type: "unreachable", retryable: true } });
      expect(pauses.pauses).toHaveLength(2);
    }
  });

  it("is not repeated after its caller disconnects", async () => {
    const controller = new AbortController();
    const reason = new Error("gone");
    api.answer(json({}, 503));
    const { run } = pipelineFor({
      baseUrl: api.url,
      options: {
        pauses: {
          random: () => 1,
          wait: async (_ms, signal) => {
            controller.abort(reason);
            signal.throwIfAborted();
          },
        },
      },
    });
    await expect(run({}, { signal: controller.signal })).rejects.toBe(reason);
    expect(api.received).toHaveLength(1);
  });
});
