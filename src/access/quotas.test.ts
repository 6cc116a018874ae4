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
const takeMany = async (quotas: Quotas, holder: Grant, times: number, cost = 1) => {
  const verdicts = [];
  for (let i = 0; i < times; i++) verdicts.push(await quotas.take(holder, cost));
  return verdicts;
};
const passed = (verdicts: Awaited<ReturnType<typeof takeMany>>): number =>
  verdicts.filter((verdict) => verdict?.allowed).length;

describe("a quota", () => {
  it("that is not there stops nobody", () => {
    expect(opened().node().take(grant())).toBeUndefined();
    expect(opened().node().take(grant({}))).toBeUndefined();
  });

  it("for a minute lets so many pass, and says when to come again", async () => {
    const quotas = opened().node();
    const verdicts = await takeMany(quotas, grant({ perMinute: 10 }), 12);
    expect(verdicts[0]).toMatchObject({ allowed: true, limit: 10, remaining: 9, resetAt: start + 60_000 });
    expect(passed(verdicts)).toBe(10);
    const { retryAfter = 0 } = verdicts[11] ?? {};
    vi.setSystemTime(start + retryAfter * 1_000);
    expect(await quotas.take(grant({ perMinute: 10 }))).toMatchObject({ allowed: true });
  });

  it("for a day is whole again at midnight UTC, whatever was used before", async () => {
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

  it("for both says what runs out first, and the minute's refusals are not taken off the day", async () => {
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

  it("is each key's own, whatever its size", async () => {
    const quotas = opened().node();
    expect(passed(await takeMany(quotas, grant({ perMinute: 5 }, "one"), 9))).toBe(5);
    expect(passed(await takeMany(quotas, grant({ perMinute: 5 }, "two"), 9))).toBe(5);
    expect(passed(await takeMany(quotas, grant({ perMinute: 7 }, "three"), 9))).toBe(7);
  });

  it("is shared by all nodes, and never exceeded", async () => {
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

  it("is used up faster by what costs more, and not at all by what it cannot pay", async () => {
    const quotas = opened().node();
    const holder = grant({ perDay: 10 });
    expect(await quotas.take(holder, 4)).toMatchObject({ allowed: true, remaining: 6 });
    expect(await quotas.take(holder, 4)).toMatchObject({ allowed: true, remaining: 2 });
    expect(await quotas.take(holder, 4)).toMatchObject({ allowed: false, retryAfter: 12 * 3_600 });
    expect(await quotas.take(holder)).toMatchObject({ allowed: true, remaining: 1 });
    expect(() => quotas.take(holder, 0)).toThrow(RangeError);
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

  it("of many sizes takes a bounded number of counters, and none is forgotten", async () => {
    const quotas = opened().node();
    await takeMany(quotas, grant({ perDay: 5 }, "first"), 3);
    for (let size = 100; size < 400; size++) await quotas.take(grant({ perDay: size }, `key${size}`));
    expect(passed(await takeMany(quotas, grant({ perDay: 5 }, "first"), 5))).toBe(2);
    await quotas.close();
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });
});
