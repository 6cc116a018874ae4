import { describe, expect, it, vi } from "vitest";
import { createMemoryStore } from "../../platform/stores/memory.ts";
import { createRequestTally } from "./request-tally.ts";

const session = {
  ...{ tenant: "default", sessionId: "ada", connectionId: "c" },
  facts: { server: "gds", protocolVersion: "2025-11-25", capabilities: {}, logLevel: "info", subscriptions: [] },
};
const key = "gds:session:ada";

const start = async (timeoutMs: number) => {
  const state = { now: 1_000 };
  const clock = { now: () => state.now, configured: true };
  const store = createMemoryStore(clock);
  const expiresAt = 1_000 + timeoutMs;
  await store.put(key, { expiresAt, connectionId: "c", bookingCount: 0, lastActivity: 1_000 }, { expiresAt });
  await store.put("connection:c", { requestCount: 1, lastActivityAt: 1_000 });
  const warn = vi.fn();
  const onWritten = vi.fn();
  const log = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const tally = createRequestTally({ store, clock, log, lifetimes: { timeoutMs }, connectionTtlMs: 9_000, onWritten });
  const requestCount = async () => (await store.get("connection:c"))?.value["requestCount"];
  return { state, store, tally, warn, onWritten, requestCount, put: vi.spyOn(store, "put") };
};

describe("the request tally", () => {
  it("writes many requests at once", async () => {
    const { tally, put, requestCount } = await start(2_000);
    for (let turn = 0; turn < 1_000; turn++) tally.note(key, session, 3_000);
    expect(put).not.toHaveBeenCalled();
    await vi.waitFor(async () => expect(await requestCount()).toBe(1_001), { timeout: 10_000 });
    expect(put).toHaveBeenCalledTimes(1);
    await tally.close();
  });

  it("writes immediately when the session would soon expire", async () => {
    const { tally, store, state, onWritten } = await start(3_600_000);
    state.now = 3_600_000;
    tally.note(key, session, 3_601_000);
    await vi.waitFor(() => expect(onWritten).toHaveBeenCalledWith(key, 7_200_000));
    state.now = 3_700_000;
    expect((await store.get(key))?.value).toMatchObject({ lastActivity: 3_600_000, expiresAt: 7_200_000 });
    await tally.close();
  });

  it("does not write the session when a search has just extended it", async () => {
    const { tally, put, state, requestCount } = await start(60_000);
    tally.note(key, session, 61_000);
    await tally.close();
    expect(put.mock.calls.map(([written]) => written)).toEqual(["connection:c"]);
    expect(await requestCount()).toBe(2);
    expect(state.now).toBe(1_000);
  });

  it("retries while the store is unavailable and loses no count", async () => {
    const { tally, store, warn, requestCount } = await start(2_000);
    const get = vi.spyOn(store, "get").mockRejectedValue(new Error("away"));
    tally.note(key, session, 3_000);
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 10_000 });
    tally.note(key, session, 3_000);
    get.mockRestore();
    await vi.waitFor(async () => expect(await requestCount()).toBe(3), { timeout: 10_000 });
    await tally.close();
  });

  it("drops the counts of a session that has ended", async () => {
    const { tally, store, onWritten, put } = await start(60_000);
    tally.note(key, session, 61_000);
    tally.forget(key);
    tally.note(key, session, 61_000);
    await store.delete(key);
    await tally.close();
    expect(onWritten.mock.calls).toEqual([[key, undefined]]);
    expect(put).not.toHaveBeenCalled();
  });
});
