import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createRateLimiter, type RateLimiter } from "../../../../src/platform/limits/rate-limiter.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { startValkey, type ValkeyServer } from "../../../fixtures/valkey.ts";

const windowMs = 3_600_000;
const client = "203.0.113.9";
let server: ValkeyServer;
const opened: { store: Store; limiter: RateLimiter }[] = [];

beforeAll(async () => {
  server = await startValkey();
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const { store, limiter } of opened.splice(0)) {
    await limiter.close();
    await store.close();
  }
  await server.cli("FLUSHALL");
});

/** Real time, moved to the first minute of a window, so that the window does not end during a test. */
const offset = windowMs - (Date.now() % windowMs) + 60_000;
const now = (): number => Date.now() + offset;
const key = `ratelimit:${client}:${Math.floor(now() / windowMs)}`;
const counted = async (): Promise<number> => Number(await server.cli("GET", key));

/** For a node that must not mistake a busy machine for an unavailable Valkey. */
const patient = { patienceMs: 20_000 };

const openNode = async (limit: number, options: { readonly patienceMs?: number } = {}) => {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const store = await openValkeyStore({ address: parseValkeyUrl(server.url) });
  const limiter = createRateLimiter({ store, log, limit, windowMs, now, storeNow: Date.now, ...options });
  opened.push({ store, limiter });
  return { limiter, log };
};

const takeMany = async ({ limiter }: { limiter: RateLimiter }, times: number): Promise<number> => {
  let passed = 0;
  for (let i = 0; i < times; i++) passed += Number((await limiter.take(client)).allowed);
  return passed;
};
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe("the rate limiters of three nodes on one Valkey", () => {
  it("allow exactly the limit together with little loss, and count every request", async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => openNode(5_000, patient)));
    const hammering = nodes.flatMap((node) => [1, 2, 3, 4].map(() => takeMany(node, 600)));
    const passed = sum(await Promise.all(hammering));
    expect(passed).toBeLessThanOrEqual(5_000);
    expect(passed).toBeGreaterThanOrEqual(4_750);
    await Promise.all(nodes.map(({ limiter }) => limiter.close()));
    expect(await counted()).toBe(7_200);
    expect(Number(await server.cli("PTTL", key))).toBeGreaterThan(windowMs);
  });

  it("send far fewer requests to Valkey than they receive", async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => openNode(1_000_000, patient)));
    await server.cli("CONFIG", "RESETSTAT");
    await Promise.all(nodes.map((node) => takeMany(node, 20_000)));
    const stats = await server.cli("INFO", "commandstats");
    const calls = Number(/cmdstat_incrby:calls=(\d+)/.exec(stats)?.[1]);
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThan(600);
  });

  it("return unused reservations", async () => {
    const node = await openNode(10_000, patient);
    await takeMany(node, 1_000);
    await vi.waitFor(async () => expect(await counted()).toBe(1_000), { timeout: 10_000 });
  });
});

describe("a Valkey server for rate limits that", () => {
  it("hangs does not reject clients, and loses or repeats no count when it continues", async () => {
    const nodes = await Promise.all([1, 2].map(() => openNode(1_000)));
    await Promise.all(nodes.map((node) => takeMany(node, 20)));
    server.signal("SIGSTOP");
    const hanging = await Promise.all(nodes.map((node) => takeMany(node, 200)));
    expect(hanging).toEqual([200, 200]);
    server.signal("SIGCONT");
    for (const { log } of nodes) await vi.waitFor(() => expect(log.info).toHaveBeenCalled(), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await counted()).toBe(440), { timeout: 10_000 });
    const next = await openNode(1_000, patient);
    expect((await next.limiter.take(client)).current).toBe(441);
  });

  it("is killed does not reject clients, and all nodes share one count when it is back", async () => {
    const nodes = await Promise.all([1, 2].map(() => openNode(1_000)));
    await Promise.all(nodes.map((node) => takeMany(node, 20)));
    await vi.waitFor(async () => expect(await counted()).toBe(40), { timeout: 10_000 });
    await server.kill();
    expect(await Promise.all(nodes.map((node) => takeMany(node, 300)))).toEqual([300, 300]);
    await server.start();
    await vi.waitFor(async () => expect(await counted()).toBe(640), { timeout: 20_000 });
    const next = await openNode(1_000, patient);
    expect((await next.limiter.take(client)).current).toBe(641);
  });
});
