import { describe, expect, it, vi } from "vitest";
import { createLocalBus } from "../../../platform/stores/local-bus.ts";
import { createMemoryStore } from "../../../platform/stores/memory.ts";
import { openCatalogue } from "./store-catalogue.ts";
import type { Timers } from "./timers.ts";
import type { ToolDescription } from "./tool-description.ts";

const parrot: ToolDescription = {
  name: "Parrot",
  description: "Repeats what it hears.",
  category: "OTHER",
  functions: [{ name: "echo", description: "Says it again.", parameters: { type: "object" } }],
  health_check_interval: 60,
  lease_seconds: 600,
};

const start = () => {
  const due: { readonly ms: number; readonly action: () => void }[] = [];
  const timers: Timers = {
    now: () => 0,
    after(ms, action) {
      const timer = { ms, action };
      due.push(timer);
      return () => void due.splice(due.indexOf(timer), 1);
    },
  };
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const store = createMemoryStore({ now: Date.now });
  const bus = createLocalBus();
  const options = { tenant: "default", store, bus, log, timers, clock: { now: Date.now, configured: false } };
  /** Until it has been read, and is to be read again. */
  const readAgain = async (): Promise<void> => {
    due.shift()?.action();
    await vi.waitFor(() => expect(due).toHaveLength(1));
  };
  return { ...options, options, due, readAgain };
};

describe("the catalogue", () => {
  it("rereads everything about every 30 seconds until it is closed", async () => {
    const { options, due, readAgain, bus, store } = start();
    const catalogue = await openCatalogue(options);
    for (let turn = 0; turn < 20; turn++) {
      expect(due).toHaveLength(1);
      expect(due[0]?.ms).toBeGreaterThanOrEqual(24_000);
      expect(due[0]?.ms).toBeLessThanOrEqual(36_000);
      await readAgain();
    }
    await catalogue.close();
    expect(due).toHaveLength(0);
    const get = vi.spyOn(store, "get");
    bus.publish("toolbox", { name: "parrot" });
    expect(get).not.toHaveBeenCalled();
  });

  it("finds a tool it was not notified about", async () => {
    const { options } = start();
    const [here, there] = [await openCatalogue(options), await openCatalogue({ ...options, bus: createLocalBus() })];
    const heard = vi.fn();
    here.onChange(heard);
    await there.register(parrot);
    expect(here.get("parrot")).toBeUndefined();
    await here.reload("PARROT");
    expect(here.get("parrot")?.active.toolId).toBe("Parrot_v1");
    expect(heard.mock.calls).toEqual([["Parrot"]]);
    await here.reload("unknown");
    expect(here.get("unknown")).toBeUndefined();
  });

  it("keeps the same objects while records are unchanged", async () => {
    const { options, readAgain } = start();
    const catalogue = await openCatalogue(options);
    await catalogue.register(parrot);
    const [list, entry] = [catalogue.list(), catalogue.get("parrot")];
    await readAgain();
    expect(catalogue.list()).toBe(list);
    expect(catalogue.get("parrot")).toBe(entry);
    await catalogue.register(structuredClone(parrot));
    expect(catalogue.get("parrot")?.active).toBe(entry?.active);
    await catalogue.register({ ...parrot, lease_seconds: 60 });
    expect(catalogue.get("parrot")?.active).not.toBe(entry?.active);
  });

  it("waits for a running read when it is closed", async () => {
    const { options, due, store } = start();
    const catalogue = await openCatalogue(options);
    let answer: (names: readonly string[]) => void = () => undefined;
    const names = new Promise<readonly string[]>((resolve) => {
      answer = resolve;
    });
    vi.spyOn(store, "members").mockReturnValueOnce(names);
    due.shift()?.action();
    const closed = vi.fn();
    const closing = catalogue.close().then(closed);
    await new Promise(setImmediate);
    expect(closed).not.toHaveBeenCalled();
    answer([]);
    await closing;
    expect(due).toHaveLength(0);
  });

  it("serves known tools and logs a warning while the store is unavailable", async () => {
    const { options, readAgain, store, bus, log } = start();
    const catalogue = await openCatalogue(options);
    const { entry } = await catalogue.register(parrot);
    vi.spyOn(store, "members").mockRejectedValueOnce(new Error("away"));
    await readAgain();
    vi.spyOn(store, "get").mockRejectedValueOnce(new Error("away"));
    bus.publish("toolbox", { name: "parrot" });
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(2));
    expect(catalogue.list()).toEqual([entry]);
    await readAgain();
    expect(catalogue.list()).toEqual([entry]);
  });

  it("fails to open without a store and cleans up", async () => {
    const { options, due, store, bus } = start();
    vi.spyOn(store, "members").mockRejectedValueOnce(new Error("away"));
    await expect(openCatalogue(options)).rejects.toThrow("away");
    expect(due).toHaveLength(0);
    const get = vi.spyOn(store, "get");
    bus.publish("toolbox", { name: "parrot" });
    expect(get).not.toHaveBeenCalled();
  });

  it("ignores invalid notifications and its own", async () => {
    const { options, store, bus } = start();
    const catalogue = await openCatalogue(options);
    const get = vi.spyOn(store, "get");
    for (const body of [null, 7, "parrot", [], {}, { name: 7 }]) bus.publish("toolbox", body);
    expect(get).not.toHaveBeenCalled();
    await catalogue.register(parrot);
    expect(get).toHaveBeenCalledTimes(1);
  });

  it("repairs the list after a node was killed while writing", async () => {
    const { options, readAgain, store } = start();
    const catalogue = await openCatalogue(options);
    await catalogue.register(parrot);
    await store.removeMember("toolbox:tools", "parrot");
    await readAgain();
    expect(await store.members("toolbox:tools")).toEqual(["parrot"]);
    expect(catalogue.list()).toHaveLength(1);
  });

  it("removes names without a tool", async () => {
    const { options, readAgain, store, log } = start();
    const catalogue = await openCatalogue(options);
    await store.addMember("toolbox:tools", "unknown");
    await readAgain();
    expect(await store.members("toolbox:tools")).toEqual([]);
    expect(catalogue.list()).toEqual([]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it("forgets records that an operator deleted, and restarts numbering for them", async () => {
    const { options, readAgain, store } = start();
    const catalogue = await openCatalogue(options);
    await catalogue.register(parrot);
    await store.delete("toolbox:tool:parrot");
    await readAgain();
    expect(catalogue.list()).toEqual([]);
    expect((await catalogue.register(parrot)).registration.number).toBe(1);
  });

  it("does not overwrite newer data with an older reread", async () => {
    const { options, due, readAgain, store } = start();
    const catalogue = await openCatalogue(options);
    await catalogue.register(parrot);
    const getMany = store.getMany;
    vi.spyOn(store, "getMany").mockImplementationOnce(async (keys) => {
      const old = await getMany(keys);
      await catalogue.unregister("parrot");
      return old;
    });
    await readAgain();
    expect(due).toHaveLength(1);
    expect(catalogue.list()).toEqual([]);
  });

  it("accepts a thousand tools and updates of existing ones", async () => {
    const { options, store } = start();
    const catalogue = await openCatalogue(options);
    await catalogue.register(parrot);
    for (let i = 1; i < 1_000; i++) await store.addMember("toolbox:tools", `tool${i}`);
    await expect(catalogue.register({ ...parrot, name: "one_more" })).rejects.toMatchObject({
      kind: "rule",
      details: { allowed: "at most 1000 tools" },
    });
    expect((await catalogue.register(parrot)).outcome).toBe("renewed");
    expect((await catalogue.register({ ...parrot, description: "Changed." })).outcome).toBe("changed");
    expect(await catalogue.unregister("parrot")).toBe(true);
    expect((await catalogue.register({ ...parrot, name: "one_more" })).outcome).toBe("created");
  });

  it("counts the limit per tenant", async () => {
    const { options, store } = start();
    const [acme, other] = [
      await openCatalogue({ ...options, tenant: "acme" }),
      await openCatalogue({ ...options, tenant: "other" }),
    ];
    for (let i = 0; i < 1_000; i++) await store.addMember("tenant:acme:toolbox:tools", `tool${i}`);
    await expect(acme.register(parrot)).rejects.toMatchObject({ kind: "rule" });
    expect((await other.register(parrot)).outcome).toBe("created");
    expect(await store.members("tenant:other:toolbox:tools")).toEqual(["parrot"]);
  });

  it("does not receive changes of other tenants", async () => {
    const { options, store } = start();
    const [acme, other] = [
      await openCatalogue({ ...options, tenant: "acme" }),
      await openCatalogue({ ...options, tenant: "other" }),
    ];
    await other.register(parrot);
    const heard = vi.fn();
    other.onChange(heard);
    const get = vi.spyOn(store, "get");
    await acme.register({ ...parrot, description: "Another one." });
    await acme.unregister("parrot");
    await new Promise(setImmediate);
    expect(heard).not.toHaveBeenCalled();
    expect(get.mock.calls.filter(([key]) => !key.startsWith("tenant:acme:"))).toEqual([]);
  });

  it("writes registrations durably", async () => {
    const { options, store } = start();
    const catalogue = await openCatalogue(options);
    const put = vi.spyOn(store, "put");
    await catalogue.register(parrot);
    await catalogue.register({ ...parrot, description: "Changed." });
    await catalogue.promote("parrot", 2);
    await catalogue.unregister("parrot");
    expect(put.mock.calls.map(([, , writing]) => writing?.durable)).toEqual([true, true, true, true]);
  });

  it("gives up with a retryable error after repeated conflicts", async () => {
    const { options, store } = start();
    const catalogue = await openCatalogue(options);
    vi.spyOn(store, "put").mockResolvedValue(undefined);
    await expect(catalogue.register(parrot)).rejects.toMatchObject({
      kind: "unavailable",
      details: { retryable: true },
    });
    expect(catalogue.list()).toEqual([]);
  });
});
