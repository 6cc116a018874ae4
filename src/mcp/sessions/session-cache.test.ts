import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryStore } from "../../platform/stores/memory.ts";
import { storeDoesNotAnswer } from "../../platform/stores/store-failure.ts";
import { createSessionCache } from "./session-cache.ts";

const facts = { server: "gds", protocolVersion: "2025-11-25", capabilities: {}, logLevel: "info", subscriptions: [] };
const ada = { tenant: "default", sessionId: "ada" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const start = (options = {}) => {
  const state = { now: 1_000 };
  const clock = { now: () => state.now, configured: true };
  const store = createMemoryStore(clock);
  const get = vi.spyOn(store, "get");
  const cache = createSessionCache({ store, clock, ...options });
  const write = (key: string, logLevel = "info", expiresAt = 60_000) =>
    store.put(
      key,
      { expiresAt, clients: { gds: { connectionId: "c", facts: { ...facts, logLevel } } } },
      { expiresAt },
    );
  return { state, store, get, cache, write };
};

describe("the session cache", () => {
  it("reads a session again after a second, because a change notice may be lost", async () => {
    const { cache, write, get } = start();
    await write("key");
    await cache.find("key", ada, "gds");
    vi.advanceTimersByTime(999);
    expect(cache.find("key", ada, "gds")).toMatchObject({ sessionId: "ada" });
    await write("key", "error");
    vi.advanceTimersByTime(1);
    expect(await cache.find("key", ada, "gds")).toMatchObject({ facts: { logLevel: "error" } });
    expect(get).toHaveBeenCalledTimes(2);
  });

  it("reads an expired session again, because another node may have extended it", async () => {
    const { cache, write, state } = start();
    await write("key", "info", 2_000);
    await cache.find("key", ada, "gds");
    await write("key", "info", 3_000);
    state.now = 2_000;
    expect(await cache.find("key", ada, "gds")).toMatchObject({ sessionId: "ada" });
    state.now = 3_000;
    expect(await cache.find("key", ada, "gds")).toBeUndefined();
  });

  it("does not cache the result of a read that a change has overtaken", async () => {
    const { cache, write, get } = start();
    await write("key");
    const overtaken = cache.find("key", ada, "gds");
    cache.drop("key");
    await write("key", "error");
    expect(await cache.find("key", ada, "gds")).toMatchObject({ facts: { logLevel: "error" } });
    await overtaken;
    expect(cache.find("key", ada, "gds")).toMatchObject({ facts: { logLevel: "error" } });
    expect(get).toHaveBeenCalledTimes(2);
  });

  it("reads again after a failed read", async () => {
    const { cache, write, get } = start();
    await write("key");
    get.mockRejectedValueOnce(new Error("away"));
    const both = [cache.find("key", ada, "gds"), cache.find("key", ada, "gds")];
    expect(await Promise.allSettled(both)).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    expect(await cache.find("key", ada, "gds")).toMatchObject({ sessionId: "ada" });
  });

  it("evicts the session that has been idle longest", async () => {
    const { cache, write, get } = start({ maxEntries: 2 });
    for (const key of ["a", "b", "c"]) {
      await write(key);
      await cache.find(key, ada, "gds");
    }
    for (const key of ["b", "c"]) await cache.find(key, ada, "gds");
    expect(get).toHaveBeenCalledTimes(3);
    await cache.find("a", ada, "gds");
    expect(get).toHaveBeenCalledTimes(4);
  });

  it("ignores sessions that no client has opened", async () => {
    const { cache, store } = start();
    await store.put("key", { id: "ada", expiresAt: 60_000 });
    expect(await cache.find("key", ada, "gds")).toBeUndefined();
  });

  it("answers from memory for five minutes while the store is unavailable", async () => {
    const { cache, write, get, state } = start();
    await write("key", "info", 3_600_000);
    await cache.find("key", ada, "gds");
    get.mockImplementation(() => Promise.reject(storeDoesNotAnswer(false, "away")));
    vi.advanceTimersByTime(299_999);
    expect(await cache.find("key", ada, "gds")).toMatchObject({ sessionId: "ada" });
    vi.advanceTimersByTime(1);
    await expect(cache.find("key", ada, "gds")).rejects.toThrow("does not answer");
    state.now = 3_600_000;
    await expect(cache.find("key", ada, "gds")).rejects.toThrow("does not answer");
  });

  it("answers from memory when the store does not respond", async () => {
    const { cache, write, get } = start();
    await write("key", "info", 3_600_000);
    await cache.find("key", ada, "gds");
    get.mockImplementation(() => new Promise(() => undefined));
    vi.advanceTimersByTime(1_000);
    expect(await cache.find("key", ada, "gds")).toMatchObject({ sessionId: "ada" });
  });

  it("does not answer from memory once a session has ended, even while the store is unavailable", async () => {
    const { cache, write, get } = start();
    await write("key", "info", 3_600_000);
    await cache.find("key", ada, "gds");
    get.mockImplementation(() => Promise.reject(storeDoesNotAnswer(false, "away")));
    vi.advanceTimersByTime(1_000);
    cache.drop("key");
    await expect(cache.find("key", ada, "gds")).rejects.toThrow("does not answer");
  });
});
