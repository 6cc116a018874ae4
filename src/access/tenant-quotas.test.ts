import { describe, expect, it } from "vitest";
import { createTime, recordingLog, watchedStore } from "../../test/fixtures/access/access-fixture.ts";
import { createLocalBus } from "../platform/stores/local-bus.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { openTenantQuotas } from "./tenant-quotas.ts";

const start = () => {
  const { clock, elapsed, pass } = createTime();
  const { store, state } = watchedStore(createMemoryStore({ now: clock.now }));
  const { log } = recordingLog();
  const bus = createLocalBus();
  const node = (on = bus) => openTenantQuotas({ store, bus: on, log, elapsed, timeoutMs: 20 });
  const reads = () => state.calls.splice(0).filter((call) => call.startsWith("get ")).length;
  return { node, state, pass, reads };
};

describe("the quota of a tenant", () => {
  it("applies at once on every node, and to that tenant only", async () => {
    const { node } = start();
    const [here, there] = [node(), node()];
    expect([await here.of("acme"), await there.of("acme")]).toEqual([undefined, undefined]);
    await here.set("acme", { perMinute: 5 });
    expect([await here.of("acme"), await there.of("acme")]).toEqual([{ perMinute: 5 }, { perMinute: 5 }]);
    expect(await here.of("rival")).toBeUndefined();
    await there.set("acme", undefined);
    expect([await here.of("acme"), await there.of("acme")]).toEqual([undefined, undefined]);
  });

  it("is read about once a second, and calls do not wait for that", async () => {
    const { node, pass, reads } = start();
    const quotas = node();
    await quotas.set("acme", { perDay: 9 });
    await quotas.of("acme");
    reads();
    for (let call = 0; call < 30; call++) {
      pass(100);
      expect(quotas.of("acme")).toEqual({ perDay: 9 });
      await Promise.resolve();
    }
    expect(reads()).toBeLessThanOrEqual(4);
  });

  it("is noticed within seconds if its event is lost", async () => {
    const { node, pass } = start();
    const [here, alone] = [node(), node(createLocalBus())];
    await alone.of("acme");
    await here.set("acme", { perMinute: 5 });
    pass(1_000);
    alone.of("acme");
    await expect.poll(() => alone.of("acme")).toEqual({ perMinute: 5 });
    await here.set("acme", { perMinute: 6 });
    pass(60_000);
    expect(await alone.of("acme")).toEqual({ perMinute: 6 });
  });

  it.each(["failing", "hanging"] as const)("stays as it was while the store is %s", async (trouble) => {
    const { node, state, pass } = start();
    const quotas = node();
    await quotas.set("acme", { perMinute: 5 });
    await quotas.of("acme");
    state[trouble] = true;
    pass(60_000);
    expect(await quotas.of("acme")).toEqual({ perMinute: 5 });
    expect(await quotas.of("unknown")).toBeUndefined();
  });

  it("is listed for tenants that have one", async () => {
    const quotas = start().node();
    await quotas.set("rival", { perDay: 7 });
    await quotas.set("acme", { perMinute: 5, perDay: 9 });
    await quotas.set("gone", { perDay: 1 });
    await quotas.set("gone", undefined);
    const [acme, rival] = [
      { tenant: "acme", quota: { perMinute: 5, perDay: 9 } },
      { tenant: "rival", quota: { perDay: 7 } },
    ];
    expect(await quotas.list()).toEqual([acme, rival]);
    expect(await quotas.list("rival")).toEqual([rival]);
    expect(await quotas.list("gone")).toEqual([]);
    await expect(quotas.set("A b", { perDay: 1 })).rejects.toMatchObject({ details: { field: "tenant" } });
  });
});
