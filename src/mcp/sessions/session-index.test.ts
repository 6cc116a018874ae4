import { describe, expect, it, vi } from "vitest";
import { createLocalBus } from "../../platform/stores/local-bus.ts";
import { createMemoryStore } from "../../platform/stores/memory.ts";
import { createSessionIndex } from "./session-index.ts";

const clock = { now: () => 1_000_000, configured: true };

const start = async (sessions: number) => {
  const store = createMemoryStore(clock);
  for (let i = 0; i < sessions; i++) {
    await store.put(`gds:session:${i}`, { lastActivity: i % 2 ? clock.now() : 0 });
    await store.addMember("gds:stats:sessions:active", String(i));
  }
  return { store, members: vi.spyOn(store, "members"), bus: createLocalBus() };
};
const readings = (members: { mock: { calls: unknown[][] } }): number =>
  members.mock.calls.filter(([key]) => key === "gds:stats:sessions:active").length;

describe("the session index", () => {
  it("counts sessions in batches, once for concurrent callers, and caches the result", async () => {
    const { store, members } = await start(601);
    const sessionIndex = createSessionIndex({ store, clock });
    const counts = { active: 300, total: 601 };
    expect(await Promise.all([sessionIndex.counts(), sessionIndex.counts()])).toEqual([counts, counts]);
    expect(await sessionIndex.counts()).toEqual(counts);
    expect(readings(members)).toBe(1);
  });

  it("counts the sessions of one tenant and caches the result", async () => {
    const { store, members } = await start(3);
    await store.put("tenant:acme:gds:session:a", { lastActivity: clock.now() });
    for (const id of ["a", "gone"]) await store.addMember("tenant:acme:gds:stats:sessions:active", id);
    const sessionIndex = createSessionIndex({ store, clock });
    expect(await sessionIndex.countsOf("acme")).toEqual({ active: 1, total: 1 });
    expect(await sessionIndex.countsOf("default")).toEqual({ active: 1, total: 3 });
    expect(await sessionIndex.countsOf("default")).toEqual({ active: 1, total: 3 });
    expect(readings(members)).toBe(1);
    members.mockRejectedValueOnce(new Error("away"));
    await expect(sessionIndex.countsOf("other")).rejects.toThrow("away");
    expect(await sessionIndex.countsOf("other")).toEqual({ active: 0, total: 0 });
  });

  it("uses the counts announced by another node", async () => {
    const { store, members, bus } = await start(3);
    const [here, there] = [createSessionIndex({ store, clock, bus }), createSessionIndex({ store, clock, bus })];
    await here.counts();
    expect(await there.counts()).toEqual({ active: 1, total: 3 });
    expect(readings(members)).toBe(1);
    await Promise.all([here.close(), there.close()]);
  });

  it("counts again after a failure", async () => {
    const { store, members } = await start(1);
    const sessionIndex = createSessionIndex({ store, clock });
    members.mockRejectedValueOnce(new Error("away"));
    await expect(sessionIndex.counts()).rejects.toThrow("away");
    expect(await sessionIndex.counts()).toEqual({ active: 0, total: 1 });
  });

  it("keeps a session that begins again under the same ID during a count", async () => {
    const { store } = await start(0);
    await store.addMember("gds:stats:sessions:active", "back");
    const remove = store.removeMember;
    vi.spyOn(store, "removeMember").mockImplementation(async (key, member) => {
      await store.put("gds:session:back", { lastActivity: clock.now() });
      await store.addMember(key, member);
      return remove(key, member);
    });
    expect(await createSessionIndex({ store, clock }).counts()).toEqual({ active: 1, total: 1 });
    expect(await store.members("gds:stats:sessions:active")).toEqual(["back"]);
  });
});
