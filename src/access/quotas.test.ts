import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordingLog } from "../../test/fixtures/access/access-fixture.ts";
import { systemClock } from "../model/clock.ts";
import type { Grant } from "../model/grant.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { createQuotas, type Quotas } from "./quotas.ts";

const DAY = 86_400_000;
const start = Date.UTC(2026, 10, 2, 12);
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

const opened = () => {
  const store = createMemoryStore({ now: Date.now });
  const { log } = recordingLog();
  return { store, node: (): Quotas => createQuotas({ store, clock: systemClock, log }) };
};
const grant = (quota?: Grant["quota"], keyId = "aB3dE6gH"): Grant => ({
  ...{ tenant: "acme", keyId, admin: false },
  ...(quota && { quota }),
});
const takeMany = async (quotas: Quotas, holder: Grant, times: number) => {
  const verdicts = [];
  for (let i = 0; i < times; i++) verdicts.push(await quotas.take(holder));
  return verdicts;
};
const passed = (verdicts: Awaited<ReturnType<typeof takeMany>>): number =>
  verdicts.filter((verdict) => verdict?.allowed).length;

describe("a quota", () => {
  it("allows every call when there is none", () => {
    expect(opened().node().take(grant())).toBeUndefined();
    expect(opened().node().take(grant({}))).toBeUndefined();
  });

  it("per minute allows that many calls, and reports when to retry", async () => {
    const quotas = opened().node();
    const verdicts = await takeMany(quotas, grant({ perMinute: 10 }), 12);
    expect(verdicts[0]).toMatchObject({ allowed: true, limit: 10, remaining: 9, resetAt: start + 60_000 });
    expect(passed(verdicts)).toBe(10);
    const { retryAfter = 0 } = verdicts[11] ?? {};
    vi.setSystemTime(start + retryAfter * 1_000);
    expect(await quotas.take(grant({ perMinute: 10 }))).toMatchObject({ allowed: true });
  });

  it("per day is reset at midnight UTC", async () => {
    const quotas = opened().node();
    const holder = grant({ perDay: 5 });
    vi.setSystemTime(Date.UTC(2026, 10, 2, 23, 59, 30));
    const verdicts = await takeMany(quotas, holder, 8);
    expect(passed(verdicts)).toBe(5);
    expect(verdicts[7]).toMatchObject({ limit: 5, remaining: 0, resetAt: Date.UTC(2026, 10, 3), retryAfter: 30 });
    vi.setSystemTime(Date.UTC(2026, 10, 3));
    const next = await takeMany(quotas, holder, 6);
    expect(passed(next)).toBe(5);
    expect(next[5]?.retryAfter).toBe(DAY / 1_000);
  });

  it("per minute and day reports the one that runs out first, and does not count calls that the minute refuses for the day", async () => {
    const quotas = opened().node();
    const holder = grant({ perMinute: 3, perDay: 5 });
    expect((await takeMany(quotas, holder, 6)).map((verdict) => [verdict?.allowed, verdict?.limit])).toEqual([
      ...[true, true, true, false, false, false].map((allowed) => [allowed, 3]),
    ]);
    vi.setSystemTime(start + 180_000);
    expect((await takeMany(quotas, holder, 3)).map((verdict) => [verdict?.allowed, verdict?.limit])).toEqual([
      [true, 5],
      [true, 5],
      [false, 5],
    ]);
  });

  it("is counted per key", async () => {
    const quotas = opened().node();
    expect(passed(await takeMany(quotas, grant({ perMinute: 5 }, "one"), 9))).toBe(5);
    expect(passed(await takeMany(quotas, grant({ perMinute: 5 }, "two"), 9))).toBe(5);
    expect(passed(await takeMany(quotas, grant({ perMinute: 7 }, "three"), 9))).toBe(7);
  });

  it("of a tenant is counted for all its keys together, beside their own", async () => {
    const quotas = opened().node();
    const ofTenant = { perMinute: 6, perDay: 8 };
    const one = grant({ perMinute: 4 }, "one");
    const take = async (holder: Grant, times: number) => {
      const verdicts = [];
      for (let i = 0; i < times; i++) verdicts.push(await quotas.take(holder, ofTenant));
      return verdicts.map((verdict) => verdict?.exceeded ?? verdict?.remaining);
    };
    const key = { per: "minute", of: "key" };
    // Calls that a key's quota refuses do not count for the tenant.
    expect(await take(one, 6)).toEqual([3, 2, 1, 0, key, key]);
    const minute = { per: "minute", of: "tenant" };
    expect(await take(grant(undefined, "two"), 4)).toEqual([1, 0, minute, minute]);
    expect(await take({ ...grant(undefined, "other"), tenant: "rival" }, 1)).toEqual([5]);
    vi.setSystemTime(start + 180_000);
    const day = { per: "day", of: "tenant" };
    expect(await take(grant(undefined, "two"), 3)).toEqual([1, 0, day]);
  });

  it("is shared by all nodes and never exceeded", async () => {
    const { node } = opened();
    const nodes = [node(), node(), node()];
    const holder = grant({ perMinute: 1_000, perDay: 1_000 });
    const verdicts = await Promise.all(
      nodes.flatMap((each) => [each, each].map((node) => takeMany(node, holder, 300))),
    );
    const sum = verdicts.reduce((total, some) => total + passed(some), 0);
    expect(sum).toBeLessThanOrEqual(1_000);
    expect(sum).toBeGreaterThanOrEqual(950);
  });

  it("is mostly counted without waiting for the store", async () => {
    const quotas = opened().node();
    const holder = grant({ perMinute: 1_000_000, perDay: 10_000_000 });
    await takeMany(quotas, holder, 2_000);
    let waited = 0;
    for (let i = 0; i < 1_000; i++) {
      const verdict = quotas.take(holder);
      if (verdict instanceof Promise) waited += 1;
      await verdict;
    }
    expect(waited).toBeLessThan(100);
  });

  it("of many sizes uses a bounded number of limiters, and loses no count", async () => {
    const quotas = opened().node();
    await takeMany(quotas, grant({ perDay: 5 }, "first"), 3);
    for (let size = 100; size < 400; size++) await quotas.take(grant({ perDay: size }, `key${size}`));
    expect(passed(await takeMany(quotas, grant({ perDay: 5 }, "first"), 5))).toBe(2);
    await quotas.close();
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });
});
