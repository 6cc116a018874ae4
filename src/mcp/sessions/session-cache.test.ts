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

describe("the sessions a node keeps in mind", () => {
  it("are read again after a second, since news may have been lost", async () => {
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

  it("are read again when they seem to have expired, since another node may have extended them", async () => {
    const { cache, write, state } = start();
    await write("key", "info", 2_000);
    await cache.find("key", ada, "gds");
    await write("key", "info", 3_000);
    state.now = 2_000;
    expect(await cache.find("key", ada, "gds")).toMatchObject({ sessionId: "ada" });
    state.now = 3_000;
    expect(await cache.find("key", ada, "gds")).toBeUndefined();
  });

  it("are not kept from a read that news has overtaken", async () => {
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

  it("are not looked for in vain for ever when a read fails", async () => {
    const { cache, write, get } = start();
    await write("key");
    get.mockRejectedValueOnce(new Error("away"));
    const both = [cache.find("key", ada, "gds"), cache.find("key", ada, "gds")];
    expect(await Promise.allSettled(both)).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    expect(await cache.find("key", ada, "gds")).toMatchObject({ sessionId: "ada" });
  });

  it("are no more than there is room for, and the idlest goes first", async () => {
    const { cache, write, get } = start({ mostKept: 2 });
    for (const key of ["a", "b", "c"]) {
      await write(key);
      await cache.find(key, ada, "gds");
    }
    for (const key of ["b", "c"]) await cache.find(key, ada, "gds");
    expect(get).toHaveBeenCalledTimes(3);
    await cache.find("a", ada, "gds");
    expect(get).toHaveBeenCalledTimes(4);
  });

  it("are only those that a client opened", async () => {
    const { cache, store } = start();
    await store.put("key", { id: "ada", expiresAt: 60_000 });
    expect(await cache.find("key", ada, "gds")).toBeUndefined();
  });

  it("are known for five minutes while the store is unavailable, and no longer", async () => {
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

  it("do not make a request wait for a store that hangs", async () => {
    const { cache, write, get } = start();
    await write("key", "info", 3_600_000);
    await cache.find("key", ada, "gds");
    get.mockImplementation(() => new Promise(() => undefined));
    vi.advanceTimersByTime(1_000);
    expect(await cache.find("key", ada, "gds")).toMatchObject({ sessionId: "ada" });
  });

  it("are not answered from memory once they have ended, also while the store is unavailable", async () => {
    const { cache, write, get } = start();
    await write("key", "info", 3_600_000);
    await cache.find("key", ada, "gds");
    get.mockImplementation(() => Promise.reject(storeDoesNotAnswer(false, "away")));
    vi.advanceTimersByTime(1_000);
    cache.drop("key");
    await expect(cache.find("key", ada, "gds")).rejects.toThrow("does not answer");
  });
});
