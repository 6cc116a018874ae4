import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../model/failure.ts";
import type { LogFacts } from "../../model/log.ts";
import type { Store } from "../stores/store.ts";
import { observeStore } from "./observed-store.ts";
import { createTracing } from "./request-id.ts";

const ID = "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11";

/** Observes a store that has only some methods. */
const observe = (verbs: Partial<Store>, { debug = false } = {}) => {
  const lines: (LogFacts & { level: string; event: string })[] = [];
  const at =
    (level: string) =>
    (event: string, facts: LogFacts = {}): void =>
      void lines.push({ level, event, ...facts });
  const log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const tracing = createTracing(debug);
  const measured: { operation: string; seconds: number; failed: boolean }[] = [];
  const metrics = {
    storeOperation: (operation: string, seconds: number, failed: boolean) =>
      void measured.push({ operation, seconds, failed }),
  };
  return { store: observeStore(verbs as Store, { metrics, log, tracing }), lines, measured, tracing };
};

describe("an observed store", () => {
  it("returns the store's answers, measures them, and logs nothing when they succeed", async () => {
    const { store, lines, measured } = observe({ put: async (_key, _value, options) => (options?.ifVersion ?? 0) + 1 });
    expect(await store.put("pnr:TEST-ABC234", { a: 1 }, { ifVersion: 4 })).toBe(5);
    expect(measured).toEqual([{ operation: "put", seconds: expect.any(Number), failed: false }]);
    expect(lines).toEqual([]);
  });

  it("passes a failure on and logs it with the kind of the key only", async () => {
    const cause = new Error("connect ECONNREFUSED");
    const failure = new Failure("unavailable", "The store does not answer.", {}, { cause });
    const { store, lines, measured } = observe({ items: () => Promise.reject(failure) });
    await expect(store.items(`tenant:acme:gds:session:${ID}:searches`)).rejects.toBe(failure);
    expect(measured).toMatchObject([{ operation: "items", failed: true }]);
    expect(lines).toEqual([
      {
        level: "warn",
        event: "store operation failed",
        operation: "items",
        kind: "tenant:*:gds:session:*:searches",
        milliseconds: expect.any(Number),
        reason: "The store does not answer. (Error: connect ECONNREFUSED)",
      },
    ]);
  });

  it.each([
    ["pnr:TEST-ABC234", "pnr:*"],
    ["session:2001:db8::1:pnrs", "session:*:pnrs"],
    ["gds:stats:bookings:total", "gds:stats:bookings:total"],
    ["gds:idempotency:ada@example.com", "gds:idempotency:*"],
    [`gds:session:${ID}:stream:7`, "gds:session:*:stream:*"],
    ["ratelimit:2001:db8::1:29707123", "ratelimit:*"],
    ["undefined", "*"],
  ])("logs %s without its ID", async (key, kind) => {
    const { store, lines } = observe({ get: () => Promise.reject(new TypeError(`${key} holds a set.`)) });
    await expect(store.get(key)).rejects.toThrow(TypeError);
    expect(lines).toMatchObject([{ kind, reason: "TypeError" }]);
  });

  it("logs an operation that takes more than a second", async () => {
    const now = vi.spyOn(performance, "now");
    const { store, lines } = observe({ getMany: async () => [] });
    now.mockReturnValueOnce(5_000).mockReturnValueOnce(6_000);
    await store.getMany([`gds:session:${ID}`]);
    now.mockReturnValueOnce(5_000).mockReturnValueOnce(6_001);
    await store.getMany([`gds:session:${ID}`, "pnr:TEST-ABC234"]);
    now.mockRestore();
    expect(lines).toEqual([
      {
        level: "warn",
        event: "store operation slow",
        operation: "getMany",
        kind: "gds:session:*",
        milliseconds: 1_001,
      },
    ]);
  });

  it("logs every operation with its request when tracing is on", async () => {
    const { store, lines, tracing } = observe({ ping: async () => undefined }, { debug: true });
    await tracing.run("request-7", () => store.ping());
    expect(lines).toMatchObject([{ level: "debug", operation: "ping", requestId: "request-7" }]);
  });

  it("measures a scan once, even if it ends early or fails", async () => {
    let left = false;
    const { store, measured } = observe({
      async *scan(prefix) {
        try {
          yield `${prefix}1`;
          yield `${prefix}2`;
          throw new Error("no third page");
        } finally {
          left = true;
        }
      },
    });
    for await (const key of store.scan("pnr:")) {
      expect(key).toBe("pnr:1");
      break;
    }
    expect(left).toBe(true);
    const all = async (): Promise<void> => {
      for await (const key of store.scan("pnr:")) expect(key).toMatch(/^pnr:[12]$/);
    };
    await expect(all()).rejects.toThrow("no third page");
    expect(measured).toMatchObject([
      { operation: "scan", failed: false },
      { operation: "scan", failed: true },
    ]);
  });
});
