import { totalmem } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHealth, type HealthOptions } from "./health.ts";
import type { Writability } from "./store-writes.ts";

const START = Date.parse("2026-05-01T12:00:00Z");
const MEGABYTE = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store whose ping takes some milliseconds, hangs, or is rejected. */
const open = (options: Partial<HealthOptions> = {}) => {
  const storage = { takes: 2 as number | "hangs" | "rejected", pings: 0 };
  const health = createHealth({
    store: {
      warnings: [],
      ping: () => {
        storage.pings++;
        const { takes } = storage;
        if (takes === "rejected") return Promise.reject(new Error("away"));
        return new Promise((resolve) => {
          if (takes !== "hangs") setTimeout(resolve, takes);
        });
      },
    },
    writability: () => ({ writable: true }),
    version: "1.2.3",
    connections: () => ({ stdio: 1, http: 12 }),
    sessions: async () => ({ active: 8, total: 15 }),
    startedAt: START - 3_600_999,
    memory: () => ({ used: 100 * MEGABYTE, total: 1000 * MEGABYTE }),
    ...options,
  });
  /** Returns the answer to a poll, which must arrive within 100 ms. */
  const poll = async () => {
    let answer: Awaited<ReturnType<typeof health.check>> | undefined;
    void health.check().then((given) => {
      answer = given;
    });
    for (let waited = 0; answer === undefined && waited < 99; waited++) await vi.advanceTimersByTimeAsync(1);
    if (answer === undefined) throw new Error("No answer within 100 ms.");
    return { code: answer.status, bytes: answer.body, ...JSON.parse(answer.body) };
  };
  return { storage, health, poll };
};

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe("the health check", () => {
  it("reports the state of the server", async () => {
    const { poll } = open();
    const { bytes } = await poll();
    expect(JSON.parse(bytes)).toEqual({
      status: "healthy",
      uptime: 3_601,
      version: "1.2.3",
      connections: { stdio: 1, http: 12, total: 13 },
      sessions: { active: 8, total: 15 },
      storage: { connected: true, responseTime: 2, writable: true },
      memory: { used: 100, total: 1000, percentage: 0.1 },
      timestamp: START + 2,
    });
  });

  it.each([
    [0.7999, "healthy", 200],
    [0.8, "degraded", 200],
    [0.9, "degraded", 200],
    [0.9001, "unhealthy", 503],
  ])("with %d of the memory in use reports %s", async (share, status, code) => {
    const { poll } = open({ memory: () => ({ used: share * 1000 * MEGABYTE, total: 1000 * MEGABYTE }) });
    expect(await poll()).toMatchObject({ status, code, memory: { percentage: share } });
  });

  it.each([
    [99, "healthy", 200, 99],
    [100, "degraded", 200, 100],
    [499, "degraded", 200, 499],
    [502, "unhealthy", 503, null],
  ])("with a ping of %d ms reports %s", async (takes, status, code, responseTime) => {
    const { storage, poll } = open();
    storage.takes = takes;
    await poll();
    await pass(500);
    const connected = responseTime !== null;
    expect(await poll()).toMatchObject({ status, code, storage: { connected, responseTime } });
  });

  it("uses the memory of the machine or the limit of the container by default", async () => {
    const limit = vi.spyOn(process, "constrainedMemory").mockReturnValue(512 * MEGABYTE);
    const health = createHealth({
      store: { ping: async () => undefined, warnings: [] },
      writability: () => ({ writable: true }),
      version: "1.2.3",
      connections: () => ({ stdio: 0, http: 0 }),
      sessions: async () => ({ active: 0, total: 0 }),
    });
    const limited = JSON.parse((await health.check()).body).memory;
    expect(limited.total).toBe(512);
    expect(limited.used).toBeGreaterThan(10);
    await pass(5_000);
    limit.mockReturnValue(2 ** 64);
    expect(JSON.parse((await health.check()).body).memory.total).toBeCloseTo(totalmem() / MEGABYTE, 0);
    limit.mockRestore();
  });
});

describe("a health answer", () => {
  it("is cached for five seconds", async () => {
    const { poll } = open();
    const first = await poll();
    await pass(2_500);
    expect((await poll()).bytes).toBe(first.bytes);
    await pass(2_497);
    expect((await poll()).bytes).toBe(first.bytes);
    await pass(10);
    expect((await poll()).timestamp).toBeGreaterThan(first.timestamp);
  });

  it("is shared by concurrent polls", async () => {
    const { storage, health } = open();
    const answers = Promise.all([health.check(), health.check(), health.check()]);
    await pass(2);
    const [first, ...others] = await answers;
    for (const other of others) expect(other).toBe(first);
    expect(storage.pings).toBe(1);
  });

  it("reports slow storage while a ping is running, and is corrected when the ping returns", async () => {
    const { storage, poll } = open();
    storage.takes = 90;
    expect(await poll()).toMatchObject({
      code: 200,
      status: "degraded",
      storage: { connected: true, responseTime: 100 },
    });
    await pass(10);
    expect(await poll()).toMatchObject({ status: "healthy", storage: { connected: true, responseTime: 90 } });
    expect(storage.pings).toBe(1);
  });

  it("has the last known counts when counting takes too long", async () => {
    let answers = true;
    const { poll } = open({
      sessions: () => (answers ? Promise.resolve({ active: 3, total: 4 }) : new Promise(() => undefined)),
      connections: () => (answers ? { stdio: 0, http: 5 } : Promise.reject(new Error("no idea"))),
    });
    await poll();
    answers = false;
    await pass(5_000);
    expect(await poll()).toMatchObject({
      status: "healthy",
      timestamp: START + 5_083,
      sessions: { active: 3, total: 4 },
      connections: { http: 5, total: 5 },
    });
  });

  it("has zeros when no count has ever succeeded", async () => {
    const { poll } = open({ sessions: () => new Promise(() => undefined) });
    expect(await poll()).toMatchObject({ status: "healthy", sessions: { active: 0, total: 0 } });
  });
});

describe("the health check while writes fail", () => {
  const FULL = { writable: false, reason: "The store is full." };

  it("reports the failure and its reason at once, however often it is polled", async () => {
    for (const pace of [10, 500, 4_900, 60_000]) {
      let writes: Writability = { writable: true };
      const { poll } = open({ writability: () => writes });
      expect(await poll()).toMatchObject({ status: "healthy", storage: { writable: true } });
      for (let turn = 0; turn < 5; turn++) {
        await pass(pace);
        writes = FULL;
        expect(await poll()).toMatchObject({ status: "degraded", code: 200, storage: { connected: true, ...FULL } });
        await pass(pace);
        writes = { writable: true };
        const { status, storage } = await poll();
        expect([status, storage]).toEqual(["healthy", { connected: true, responseTime: 2, writable: true }]);
      }
    }
  });

  it("updates the reason every second", async () => {
    let seconds = 3;
    const { poll } = open({
      writability: () => ({ writable: false, reason: `A write has been waiting for ${seconds} s.` }),
    });
    expect((await poll()).storage.reason).toBe("A write has been waiting for 3 s.");
    seconds = 5;
    await pass(1_000);
    expect((await poll()).storage.reason).toBe("A write has been waiting for 5 s.");
  });

  it("reports unreachable storage as unhealthy and not writable", async () => {
    const { storage, poll } = open();
    storage.takes = "rejected";
    expect(await poll()).toMatchObject({
      status: "unhealthy",
      code: 503,
      storage: { connected: false, writable: false, reason: "The store does not answer." },
    });
  });

  it("shows warnings about settings without changing the status", async () => {
    const warnings = ["Valkey runs with appendfsync everysec."];
    const { poll } = open({ store: { ping: async () => undefined, warnings } });
    expect(await poll()).toMatchObject({ status: "healthy", code: 200, storage: { writable: true, warnings } });
  });
});

describe("the health check while storage is unreachable", () => {
  it.each(["hangs", "rejected"] as const)(
    "reports it within six seconds, however often it is polled (%s)",
    async (takes) => {
      for (const pace of [100, 250, 500, 900, 1_000]) {
        const { storage, poll } = open();
        await poll();
        storage.takes = takes;
        const from = Date.now();
        while ((await poll()).code === 200) await pass(pace);
        expect(Date.now() - from).toBeLessThan(6_000);
        expect(await poll()).toMatchObject({ status: "unhealthy", storage: { connected: false, responseTime: null } });
      }
    },
  );

  it("reports it in every poll, even without waiting for the ping", async () => {
    const { storage, poll } = open();
    storage.takes = "hangs";
    await poll();
    await pass(500);
    for (let polls = 0; polls < 20; polls++) {
      expect(await poll()).toMatchObject({ code: 503, storage: { connected: false, responseTime: null } });
      await pass(700);
    }
  });

  it("reports the recovery within two seconds", async () => {
    for (const pace of [100, 400, 900, 1_900]) {
      const { storage, poll } = open();
      storage.takes = "hangs";
      await poll();
      for (let polls = 0; polls < 10; polls++) {
        await pass(pace);
        await poll();
      }
      storage.takes = 2;
      const from = Date.now();
      while ((await poll()).code === 503) await pass(pace);
      expect(Date.now() - from).toBeLessThan(2_000);
    }
  });

  it("pings at most once a second", async () => {
    const { storage, poll } = open();
    const from = Date.now();
    while (Date.now() - from < 20_000) {
      await poll();
      await pass(50);
    }
    expect(storage.pings).toBeLessThanOrEqual(21);
  });
});

describe("the health check after close", () => {
  it("returns the last answer without asking again", async () => {
    const { storage, health, poll } = open();
    const last = await poll();
    health.close();
    await pass(60_000);
    expect((await poll()).bytes).toBe(last.bytes);
    expect(storage.pings).toBe(1);
  });
});
