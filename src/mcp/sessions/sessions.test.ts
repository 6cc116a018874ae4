import { describe, expect, it, vi } from "vitest";
import { createMemoryStore } from "../../platform/stores/memory.ts";
import { createSessions, type SearchRecord, type Sessions } from "./sessions.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11" };

const open = () => {
  const state = { now: 1_000 };
  const clock = { now: () => state.now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  return { state, store, start: () => createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 }) };
};

const search = (id: string): SearchRecord => ({
  id,
  type: "flight",
  timestamp: 1_000,
  parameters: { origin: "JFK" },
  resultCount: 3,
  responseTime: 1,
});

/** Follows the order of a booking: listed before it is confirmed, counted after. */
const book = async (sessions: Sessions, owner: Parameters<Sessions["countBooking"]>[0], pnr: string) => {
  await sessions.listBooking(owner, pnr);
  sessions.countBooking(owner);
  return sessions.current(owner);
};

describe("a session", () => {
  it("begins with its first call and is extended by every further call", async () => {
    const { start, state } = open();
    const sessions = start();
    expect(await sessions.current(ada)).toEqual({
      id: ada.sessionId,
      createdAt: 1_000,
      lastActivity: 1_000,
      expiresAt: 3_601_000,
      bookingCount: 0,
      searchCount: 0,
    });
    state.now = 5_000;
    expect(await sessions.current(ada)).toMatchObject({ createdAt: 1_000, lastActivity: 5_000, expiresAt: 3_605_000 });
  });

  it("counts every search and booking once across processes", async () => {
    const { start } = open();
    const [here, there] = [start(), start()];
    for (let i = 0; i < 10; i++) (i % 2 ? here : there).countSearch(ada, search(`s${i}`));
    await Promise.all([book(here, ada, "TEST-AAAAAA"), book(there, ada, "TEST-BBBBBB")]);
    expect(await here.current(ada)).toMatchObject({ searchCount: 10, bookingCount: 2 });
    expect([...(await there.bookings(ada))].sort()).toEqual(["TEST-AAAAAA", "TEST-BBBBBB"]);
  });

  it("closes only after a write in progress is stored", async () => {
    const { start, store } = open();
    const sessions = start();
    const { put } = store;
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const writes = vi.spyOn(store, "put").mockImplementation(async (...args) => {
      await slow;
      return put(...args);
    });
    sessions.countSearch(ada, search("s1"));
    await vi.waitFor(() => expect(writes).toHaveBeenCalled());
    let closed = false;
    const closing = sessions.close().then(() => {
      closed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(closed).toBe(false);
    finish();
    await closing;
    expect((await store.get(`gds:session:${ada.sessionId}`))?.value).toMatchObject({ searchCount: 1 });
  });

  it("stores its latest searches for ten minutes", async () => {
    const { start, store, state } = open();
    const sessions = start();
    sessions.countSearch(ada, search("s1"));
    await sessions.close();
    const key = `gds:session:${ada.sessionId}:searches`;
    expect((await store.items(key)).map((item) => JSON.parse(item))).toEqual([
      { ...search("s1"), sessionId: ada.sessionId },
    ]);
    state.now += 10 * 60_000;
    expect(await store.items(key)).toEqual([]);
  });

  it("has an empty list of bookings after it has expired", async () => {
    const { start, state } = open();
    const sessions = start();
    await book(sessions, ada, "TEST-AAAAAA");
    state.now += 3_600_001;
    expect(await sessions.bookings(ada)).toEqual([]);
    expect(await sessions.current(ada)).toMatchObject({ bookingCount: 0, createdAt: state.now });
  });

  it("is listed as active until it ends", async () => {
    const { start, store, state } = open();
    await start().current(ada);
    const bob = { ...ada, sessionId: "0d9f3c1e-58a4-4d0e-8a35-7d1a3f0f6c22" };
    state.now += 3_600_001;
    await start().current(bob);
    await vi.waitFor(async () => expect(await store.members("gds:stats:sessions:active")).toEqual([bob.sessionId]));
  });

  it("is listed under its own tenant, where no other tenant can remove it", async () => {
    const { start, store } = open();
    await start().current({ ...ada, tenant: "acme" });
    await start().current(ada);
    expect(await store.members("tenant:acme:gds:stats:sessions:active")).toEqual([ada.sessionId]);
  });

  it("counts later what it could not store while the store was unavailable", async () => {
    const { start, store } = open();
    const sessions = start();
    const put = vi.spyOn(store, "put").mockRejectedValue(new Error("away"));
    sessions.countSearch(ada, search("s1"));
    await expect(book(sessions, ada, "TEST-AAAAAA")).rejects.toThrow("away");
    sessions.countSearch(ada, search("s2"));
    await expect(sessions.current(ada)).rejects.toThrow("away");
    put.mockRestore();
    await vi.waitFor(
      async () =>
        expect((await store.get(`gds:session:${ada.sessionId}`))?.value).toMatchObject({
          searchCount: 2,
          bookingCount: 1,
        }),
      { timeout: 10_000 },
    );
    await sessions.close();
  });

  it("does not count a booking twice when a later step fails", async () => {
    const { start, store } = open();
    const sessions = start();
    vi.spyOn(store, "expire").mockRejectedValueOnce(new Error("away"));
    await expect(book(sessions, ada, "TEST-AAAAAA")).rejects.toThrow("away");
    expect(await sessions.current(ada)).toMatchObject({ bookingCount: 1 });
    await sessions.close();
  });

  it("removes the PNRs of expired bookings from its list from time to time", async () => {
    const { start, store } = open();
    const sessions = start();
    const kept = ["TEST-KEPT22", "TEST-DRAFT2"];
    await store.put("pnr:TEST-KEPT22", { status: "confirmed" });
    await store.put("pnr:TEST-DRAFT2", { status: "pending", draft: true });
    for (const pnr of kept) await book(sessions, ada, pnr);
    for (let made = kept.length; made < 99; made++) await book(sessions, ada, `TEST-${1000 + made}`);
    expect(await sessions.bookings(ada)).toHaveLength(99);
    await book(sessions, ada, "TEST-GONE22");
    expect([...(await sessions.bookings(ada))].sort()).toEqual([...kept].sort());
    await sessions.close();
  });
});
