import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryStore } from "../stores/memory.ts";
import type { Store } from "../stores/store.ts";
import { createRateLimiter, type RateLimiter, type RateLimiterOptions, type Verdict } from "./rate-limiter.ts";

const windowMs = 60_000;
const start = 1_000 * windowMs;
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const key = (window: number, client = "203.0.113.9") => `ratelimit:${client}:${window}`;
const ada = "203.0.113.9";

/** A store that counts its calls and can be made to fail or hang. */
const watched = (store: Store) => {
  const state = { adds: [] as number[], counts: 0, failing: false, hanging: undefined as Promise<void> | undefined };
  const reached = async (): Promise<void> => {
    await state.hanging;
    if (state.failing) throw new Error("away");
  };
  return {
    state,
    async add(...[name, delta, options]: Parameters<Store["add"]>) {
      state.adds.push(delta);
      await reached();
      return store.add(name, delta, options);
    },
    async count(name: string) {
      state.counts += 1;
      await reached();
      return store.count(name);
    },
  };
};

const open = (options: Partial<RateLimiterOptions> = {}) => {
  const memory = createMemoryStore({ now: Date.now });
  const store = watched(memory);
  const node = (): RateLimiter =>
    createRateLimiter({ store, log: quiet, limit: 100, windowMs, patienceMs: 100, ...options });
  return { memory, store, state: store.state, node };
};

const takeMany = async (limiter: RateLimiter, times: number, client = ada): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = [];
  for (let i = 0; i < times; i++) verdicts.push(await limiter.take(client));
  return verdicts;
};
const allowed = (verdicts: readonly Verdict[]): number => verdicts.filter((verdict) => verdict.allowed).length;

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

describe("the rate limiter on one node", () => {
  it("counts a client's requests one by one and rejects those over the limit", async () => {
    const verdicts = await takeMany(open().node(), 103);
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([
      ...Array.from({ length: 100 }, (_, i) => 99 - i),
      0,
      0,
      0,
    ]);
    expect(verdicts.map(({ current }) => current)).toEqual(Array.from({ length: 103 }, (_, i) => i + 1));
    expect(verdicts[0]).toEqual({
      allowed: true,
      limit: 100,
      remaining: 99,
      resetAt: start + windowMs,
      current: 1,
      retryAfter: 0,
    });
    expect(verdicts[102]).toMatchObject({ allowed: false, retryAfter: 63 });
  });

  it("counts concurrent requests the same way", async () => {
    const limiter = open().node();
    const verdicts = await Promise.all(Array.from({ length: 150 }, () => limiter.take(ada)));
    expect(verdicts.map(({ current }) => current)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
    expect(allowed(verdicts)).toBe(100);
  });

  it("carries requests into the next window, rejected ones included", async () => {
    const limiter = open().node();
    await takeMany(limiter, 160);
    vi.setSystemTime(start + 1.5 * windowMs);
    const [first] = await takeMany(limiter, 1);
    expect(first).toMatchObject({ allowed: true, current: 81, remaining: 19, resetAt: start + 2 * windowMs });
    vi.setSystemTime(start + 10 * windowMs);
    expect((await takeMany(limiter, 1))[0]).toMatchObject({ current: 1, remaining: 99 });
  });

  it("allows a request after the reported wait", async () => {
    const limiter = open().node();
    const refused = (await takeMany(limiter, 130)).at(-1) as Verdict;
    expect(refused.allowed).toBe(false);
    await vi.advanceTimersByTimeAsync(refused.retryAfter * 1000);
    expect((await limiter.take(ada)).allowed).toBe(true);
  });

  it("counts each client separately", async () => {
    const limiter = open().node();
    await takeMany(limiter, 120);
    expect(await limiter.take("2001:db8::")).toMatchObject({ allowed: true, remaining: 99 });
  });

  it("keeps working when the clock is set back", async () => {
    const limiter = open().node();
    await takeMany(limiter, 10);
    vi.setSystemTime(start - 5 * windowMs);
    expect(await limiter.take(ada)).toMatchObject({ allowed: true, current: 1 });
  });
});

describe("looking at a client's rate limit", () => {
  it("returns the client's state without counting a request", async () => {
    const limiter = open().node();
    expect(limiter.look(ada)).toMatchObject({ allowed: true, remaining: 100, resetAt: start + windowMs });
    await takeMany(limiter, 3);
    expect([limiter.look(ada).remaining, limiter.look(ada).remaining]).toEqual([97, 97]);
    vi.setSystemTime(start + windowMs);
    expect(limiter.look(ada)).toMatchObject({ remaining: 100, resetAt: start + 2 * windowMs });
  });
});

describe("the rate limiter's use of the store", () => {
  it("keeps each count under a readable key for two windows", async () => {
    const { node, memory } = open();
    const limiter = node();
    await takeMany(limiter, 7);
    await limiter.close();
    expect(await memory.count(key(1_000))).toBe(7);
    vi.setSystemTime(start + 2 * windowMs - 1);
    expect(await memory.count(key(1_000))).toBe(7);
    vi.setSystemTime(start + 2 * windowMs);
    expect(await memory.count(key(1_000))).toBe(0);
  });

  it("gives expiry times in the store's clock", async () => {
    const { node, store } = open({ storeNow: () => 5_000 });
    const add = vi.spyOn(store, "add");
    await node().take(ada);
    expect(add).toHaveBeenCalledWith(key(1_000), 1, { expiresAt: 5_000 + 2 * windowMs });
  });

  it("sends one call for concurrent requests, and one more for those that arrive meanwhile", async () => {
    const { node, state } = open();
    const limiter = node();
    await Promise.all(Array.from({ length: 50 }, () => limiter.take(ada)));
    expect(state.adds).toEqual([1, 49]);
  });

  it("takes one permit at a time for an occasional client", async () => {
    const { node, state } = open();
    const limiter = node();
    for (let i = 0; i < 10; i++) {
      await limiter.take(ada);
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(state.adds).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it("takes more and more permits in advance for a fast client", async () => {
    const { node, state } = open({ limit: 1_000_000 });
    const limiter = node();
    await takeMany(limiter, 100_000);
    expect(state.adds.length).toBeLessThan(25);
    expect(await limiter.take(ada)).toMatchObject({ remaining: 1_000_000 - 100_001 });
  });

  it("never takes more than a twentieth of the remaining requests in advance", async () => {
    const { node, state } = open({ limit: 1_000 });
    const limiter = node();
    let left = 1_000;
    for (let i = 0; i < 1_000; i++) {
      const before = state.adds.length;
      await limiter.take(ada);
      if (state.adds.length > before) expect((state.adds.at(-1) as number) - 1).toBeLessThanOrEqual(left * 0.05);
      left -= 1;
    }
    expect(state.adds.slice(-15)).toEqual(Array.from({ length: 15 }, () => 1));
  });

  it("returns permits that are unused for a second, and takes fewer the next time", async () => {
    const { node, memory, state } = open({ limit: 10_000 });
    const limiter = node();
    await takeMany(limiter, 300);
    const held = (await memory.count(key(1_000))) - 300;
    expect(held).toBeGreaterThan(50);
    await vi.advanceTimersByTimeAsync(1_250);
    expect(await memory.count(key(1_000))).toBe(300);
    expect(await limiter.take(ada)).toMatchObject({ current: 301 });
    expect(state.adds.at(-1)).toBe(1);
  });

  it("reports the rejected requests of a client over its limit in one call", async () => {
    const { node, memory, state } = open();
    const limiter = node();
    await takeMany(limiter, 101);
    const before = state.adds.length;
    for (let i = 0; i < 500; i++) expect(limiter.take(ada)).toMatchObject({ allowed: false, current: 102 + i });
    expect(state.adds.length).toBe(before);
    await vi.advanceTimersByTimeAsync(1_250);
    expect(state.adds.slice(before)).toEqual([501]);
    expect(await memory.count(key(1_000))).toBe(601);
  });

  it("reads the previous window until its count is final", async () => {
    const { node, state } = open();
    const limiter = node();
    await vi.advanceTimersByTimeAsync(1_000);
    for (let i = 0; i < 20; i++) {
      await limiter.take(ada);
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(state.counts).toBe(1);
  });

  it("returns all permits when it is closed", async () => {
    const { node, memory } = open({ limit: 10_000 });
    const limiter = node();
    await takeMany(limiter, 300);
    const last = [limiter.take("198.51.100.1"), limiter.take("198.51.100.1")];
    await limiter.close();
    expect(await memory.count(key(1_000))).toBe(300);
    expect(allowed(await Promise.all(last))).toBe(2);
    expect(limiter.take(ada)).toMatchObject({ allowed: true });
    expect(vi.getTimerCount()).toBe(1); // the memory store's own
  });
});

describe("rate limiters on several nodes", () => {
  it("share one count", async () => {
    const { node } = open();
    const nodes = [node(), node(), node()];
    let passed = 0;
    for (let i = 0; i < 300; i++) passed += Number((await nodes[i % 3]?.take(ada))?.allowed);
    expect(passed).toBeGreaterThanOrEqual(95);
    expect(passed).toBeLessThanOrEqual(100);
  });

  it("share the previous window", async () => {
    const { node } = open();
    const [one, other] = [node(), node()];
    await takeMany(one, 100);
    await vi.advanceTimersByTimeAsync(1.25 * windowMs);
    expect(await other.take(ada)).toMatchObject({ current: 76 });
  });

  it("count what another node rejected at the end of the previous window", async () => {
    const { node } = open();
    await vi.advanceTimersByTimeAsync(100);
    const [one, other] = [node(), node()];
    await vi.advanceTimersByTimeAsync(windowMs - 110);
    await takeMany(one, 400);
    await vi.advanceTimersByTimeAsync(20);
    expect(await other.take(ada)).toMatchObject({ allowed: false, current: 101 });
    await vi.advanceTimersByTimeAsync(windowMs / 2 - 10);
    expect(await other.take(ada)).toMatchObject({ allowed: false, current: 202 });
  });

  it("allow requests that another node returned permits for", async () => {
    const { node } = open({ limit: 2_000 });
    const [one, other] = [node(), node()];
    await takeMany(one, 200);
    const verdicts = await takeMany(other, 1_900);
    expect(allowed(verdicts)).toBeGreaterThanOrEqual(1_700);
    await vi.advanceTimersByTimeAsync(1_250);
    expect(allowed(await takeMany(other, 1))).toBe(0);
  });
});

describe("the rate limiter while the store is unavailable", () => {
  it("counts per node and rejects no client below the limit", async () => {
    const { node, state } = open();
    const limiter = node();
    await takeMany(limiter, 10);
    state.failing = true;
    const verdicts = await takeMany(limiter, 100);
    expect(verdicts[0]).toMatchObject({ allowed: true, current: 11 });
    expect(allowed(verdicts)).toBe(90);
    expect(allowed(await takeMany(limiter, 100, "198.51.100.1"))).toBe(100);
  });

  it("delays waiting requests by the timeout at most", async () => {
    const { node, state } = open();
    const limiter = node();
    state.hanging = new Promise(() => undefined);
    const waiting = Promise.all(Array.from({ length: 5 }, () => limiter.take(ada)));
    await vi.advanceTimersByTimeAsync(101);
    expect(allowed(await waiting)).toBe(5);
    expect(limiter.take(ada)).toMatchObject({ allowed: true, current: 6 });
    expect(limiter.take("198.51.100.1")).toMatchObject({ allowed: true, current: 1 });
  });

  it("logs the outage once and the recovery once", async () => {
    const log = { ...quiet, warn: vi.fn(), info: vi.fn() };
    const { node, state } = open({ log });
    const limiter = node();
    state.failing = true;
    for (let i = 0; i < 50; i++) await limiter.take(`198.51.100.${i}`);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.info).not.toHaveBeenCalled();
    state.failing = false;
    await vi.advanceTimersByTimeAsync(500);
    expect(log.info).toHaveBeenCalledTimes(1);
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it("reports all requests after the recovery", async () => {
    const { node, memory, state } = open();
    const [one, other] = [node(), node()];
    state.failing = true;
    await takeMany(one, 30);
    await takeMany(other, 20);
    state.failing = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await memory.count(key(1_000))).toBe(50);
    expect(await one.take(ada)).toMatchObject({ current: 51 });
  });

  it("does not report again what the store executed late", async () => {
    const { node, memory, state } = open();
    const limiter = node();
    let wake = (): void => undefined;
    state.hanging = new Promise((resolve) => {
      wake = resolve;
    });
    const waiting = Promise.all(Array.from({ length: 5 }, () => limiter.take(ada)));
    await vi.advanceTimersByTimeAsync(101);
    await waiting;
    await takeMany(limiter, 5);
    wake();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await limiter.take(ada)).toMatchObject({ current: 11 });
    expect(await memory.count(key(1_000))).toBe(11);
  });

  it.each([0, 2])("takes back what the store executed twice, %i requests later", async (later) => {
    const { node, memory, store } = open();
    const limiter = node();
    let wake = (): void => undefined;
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    vi.spyOn(store, "add").mockImplementationOnce(async (...words) => {
      await asleep;
      return memory.add(...words);
    });
    const waiting = limiter.take(ada);
    await vi.advanceTimersByTimeAsync(101);
    await waiting;
    await takeMany(limiter, 9);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await memory.count(key(1_000))).toBe(10);
    wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(await memory.count(key(1_000))).toBe(11);
    const verdicts = await takeMany(limiter, later);
    expect(verdicts.map(({ current }) => current)).toEqual([11, 12].slice(0, later));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await memory.count(key(1_000))).toBe(10 + later);
  });

  it("keeps the count correct when unused permits cannot be returned", async () => {
    const { node, memory, state } = open({ limit: 10_000 });
    const limiter = node();
    await takeMany(limiter, 300);
    expect(await memory.count(key(1_000))).toBeGreaterThan(300);
    state.hanging = new Promise(() => undefined);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(limiter.take(ada)).toMatchObject({ current: 301 });
  });

  it("remembers the previous window", async () => {
    const { node, state } = open();
    const limiter = node();
    await takeMany(limiter, 80);
    state.failing = true;
    await takeMany(limiter, 20);
    await vi.advanceTimersByTimeAsync(windowMs);
    expect(await limiter.take(ada)).toMatchObject({ allowed: false, current: 101 });
  });

  it("closes without waiting for the store", async () => {
    const { node, state } = open();
    const limiter = node();
    await takeMany(limiter, 20);
    state.hanging = new Promise(() => undefined);
    const closing = limiter.close();
    await vi.advanceTimersByTimeAsync(101);
    await closing;
  });
});

describe("the memory of the rate limiter", () => {
  it("is bounded: idle clients are evicted first and stay counted in the store", async () => {
    const { node, state } = open({ maxClients: 100 });
    const limiter = node();
    await takeMany(limiter, 5, "idle");
    await vi.advanceTimersByTimeAsync(2_000);
    await takeMany(limiter, 101);
    for (let i = 0; i < 99; i++) await limiter.take(`client ${i}`);
    const before = state.adds.length;
    expect(limiter.take(ada)).toMatchObject({ allowed: false });
    expect(state.adds.length).toBe(before);
    expect(await limiter.take("idle")).toMatchObject({ current: 6 });
    expect(state.adds.length).toBe(before + 1);
  });

  it("is bounded while the store is unavailable", async () => {
    const { node, state } = open({ maxClients: 10 });
    const limiter = node();
    state.failing = true;
    for (let i = 0; i < 500; i++) await limiter.take(`client ${i}`);
    state.failing = false;
    const before = state.adds.length;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state.adds.slice(before)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it("is bounded when all clients are active", async () => {
    const { node, memory } = open({ maxClients: 10 });
    const limiter = node();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 50; i++) expect((await limiter.take(`client ${i}`)).current).toBe(round + 1);
    }
    await limiter.close();
    expect(await memory.count(key(1_000, "client 7"))).toBe(3);
  });
});
