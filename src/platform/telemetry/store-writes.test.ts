import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../model/failure.ts";
import type { LogFacts } from "../../model/log.ts";
import { createMemoryStore } from "../stores/memory.ts";
import type { Store } from "../stores/store.ts";
import { watchWrites } from "./store-writes.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-05-01T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

type Fault = "none" | "full" | "hangs" | "defect";

const full = () => new Failure("unavailable", "The store is full.", {}, { cause: new Error("OOM") });

/** A memory store whose writes can be made to fail or hang; deletes always work. */
const open = () => {
  const memory = createMemoryStore({ now: Date.now });
  const state = { fault: "none" as Fault, probes: 0, probeExpiresAt: 0 };
  const held: (() => void)[] = [];
  const faulty = <T>(write: () => Promise<T>): Promise<T> => {
    if (state.fault === "full") return Promise.reject(full());
    if (state.fault === "defect") return Promise.reject(new TypeError("not a record"));
    if (state.fault === "hangs") return new Promise<void>((resolve) => held.push(resolve)).then(write);
    return write();
  };
  const inner: Store = {
    ...memory,
    put(key, value, options) {
      if (key.includes("write-probe")) {
        state.probes++;
        state.probeExpiresAt = options?.expiresAt ?? 0;
      }
      return options?.evenIfFull ? memory.put(key, value, options) : faulty(() => memory.put(key, value, options));
    },
    add: (key, delta, options) => faulty(() => memory.add(key, delta, options)),
    addMember: (key, member, options) => faulty(() => memory.addMember(key, member, options)),
    append: (key, items, options) => faulty(() => memory.append(key, items, options)),
  };
  const lines: (LogFacts & { event: string })[] = [];
  const note = (event: string, facts: LogFacts = {}): void => void lines.push({ event, ...facts });
  const log = { debug: note, info: note, warn: note, error: note };
  const { store, current } = watchWrites(inner, { log, storeNow: Date.now });
  const release = (): void => {
    state.fault = "none";
    for (const resolve of held.splice(0)) resolve();
  };
  return { state, store, current, memory, release, lines, waiting: () => held.length };
};

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const millisecondsUntil = async (condition: () => boolean): Promise<number> => {
  const from = Date.now();
  while (!condition() && Date.now() - from < 60_000) await pass(10);
  return Date.now() - from;
};

const ignore = () => undefined;

describe("the monitoring of store writes", () => {
  it("reports a failed write and its reason at once", async () => {
    for (const write of [
      (store: Store) => store.put("key", {}),
      (store: Store) => store.add("counter", 1),
      (store: Store) => store.addMember("set", "a"),
      (store: Store) => store.append("list", ["a"], { keep: 1 }),
    ]) {
      const { state, store, current } = open();
      expect(current()).toEqual({ writable: true });
      state.fault = "full";
      await expect(write(store)).rejects.toThrow("full");
      expect(current()).toEqual({ writable: false, reason: "The store is full." });
      await store.close();
    }
  });

  it("detects failing or hanging writes within ten seconds without traffic", async () => {
    for (const fault of ["full", "hangs"] as const) {
      for (const idle of [0, 700, 3_900, 4_100, 20_000]) {
        const { state, store, current, release } = open();
        await store.put("key", {});
        await pass(idle);
        expect(current().writable).toBe(true);
        state.fault = fault;
        expect(await millisecondsUntil(() => !current().writable)).toBeLessThan(10_000);
        expect(current().reason).toBe(fault === "full" ? "The store is full." : "A write has been waiting for 3 s.");
        await pass(30_000);
        expect(current().writable).toBe(false);
        release();
        expect(await millisecondsUntil(() => current().writable)).toBeLessThan(10_000);
        await store.close();
      }
    }
  });

  it("reports how long a write has been waiting", async () => {
    const { state, store, current, release } = open();
    state.fault = "hangs";
    const writing = store.add("counter", 1);
    await pass(2_999);
    expect(current()).toEqual({ writable: true });
    await pass(1_101);
    expect(current()).toEqual({ writable: false, reason: "A write has been waiting for 4 s." });
    release();
    expect(await writing).toBe(1);
    await pass(0);
    expect(current()).toEqual({ writable: true });
    await store.close();
  });

  it("does not count deletes, reads, misses or writes that a full store allows as proof of a successful write", async () => {
    const { state, store, current } = open();
    await store.put("key", { a: 1 });
    await store.addMember("set", "a");
    state.fault = "full";
    await store.add("counter", 1).catch(ignore);
    state.fault = "hangs";
    await pass(1_500);
    for (const harmless of [
      () => store.put("key", { a: 2 }, { evenIfFull: true }),
      () => store.get("key"),
      () => store.expire("key", Date.now() + 60_000),
      () => store.removeMember("set", "b"),
      () => store.delete("nothing"),
      () => store.ping(),
    ]) {
      await harmless();
      expect(current().writable).toBe(false);
    }
    state.fault = "none";
    expect(await store.put("key", {}, { ifVersion: 1_000 })).toBeUndefined();
    expect(await store.addMember("set", "a")).toBe(false);
    await store.append("list", [], { keep: 1 });
    expect(current().writable).toBe(false);
    await store.close();
  });

  it("does not report a store as writable that accepts one write and rejects the next", async () => {
    const { state, store, current } = open();
    for (let turn = 0; turn < 40; turn++) {
      state.fault = turn % 2 === 0 ? "full" : "none";
      await store.add("counter", 1).catch(ignore);
      expect(current().writable).toBe(false);
      await pass(250);
    }
    state.fault = "none";
    expect(await millisecondsUntil(() => current().writable)).toBeLessThan(10_000);
    await store.close();
  });

  it("does not count a defect as a failure of the store", async () => {
    const { state, store, current } = open();
    state.fault = "defect";
    await expect(store.add("counter", 1)).rejects.toThrow(TypeError);
    expect(current()).toEqual({ writable: true });
    await store.close();
  });

  it("writes probes only while the store is idle", async () => {
    const { state, store } = open();
    await store.add("counter", 1);
    for (let second = 0; second < 60; second++) {
      await pass(1_000);
      await store.add("counter", 1);
    }
    expect(state.probes).toBe(0);
    await pass(60_000);
    expect(state.probes).toBeGreaterThanOrEqual(10);
    expect(state.probes).toBeLessThanOrEqual(15);
    await store.close();
  });

  it("uses one key, which expires soon after the node stops", async () => {
    const { state, store, memory } = open();
    await pass(60_000);
    const found: string[] = [];
    for await (const key of memory.scan("gds:write-probe:")) found.push(key);
    expect(found).toHaveLength(1);
    const probe = await memory.get(found[0] as string);
    expect(probe?.value["at"]).toBeGreaterThan(Date.now() - 6_000);
    expect(state.probeExpiresAt).toBeGreaterThan(Date.now() + 30_000);
    expect(state.probeExpiresAt).toBeLessThanOrEqual(Date.now() + 60_000);
    await store.close();
  });

  it("has one running probe at most, and none after close", async () => {
    const { state, store, waiting, release } = open();
    state.fault = "hangs";
    await pass(60_000);
    expect([state.probes, waiting()]).toEqual([1, 1]);
    release();
    await store.close();
    const { probes } = state;
    await pass(60_000);
    expect(state.probes).toBe(probes);
  });

  it("logs once when writes start failing and once when they recover", async () => {
    const { state, store, lines } = open();
    await store.put("key", {});
    state.fault = "full";
    await pass(20_000);
    state.fault = "none";
    await pass(20_000);
    expect(lines).toEqual([
      { event: "store not writable", reason: "The store is full.", cause: "Error: OOM" },
      { event: "store writable again" },
    ]);
    await store.close();
  });
});
