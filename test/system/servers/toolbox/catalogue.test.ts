import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bus } from "../../../../src/platform/stores/bus.ts";
import { openLmdbStore } from "../../../../src/platform/stores/lmdb.ts";
import { createLocalBus } from "../../../../src/platform/stores/local-bus.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { JsonValue, Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { openValkeyBus } from "../../../../src/platform/stores/valkey-bus.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import type { Catalogue } from "../../../../src/servers/toolbox/registry/catalogue.ts";
import { openCatalogue } from "../../../../src/servers/toolbox/registry/store-catalogue.ts";
import type { Timers } from "../../../../src/servers/toolbox/registry/timers.ts";
import type { ToolDescription } from "../../../../src/servers/toolbox/registry/tool-description.ts";
import { startValkey } from "../../../fixtures/valkey.ts";

interface Node {
  readonly store: Store;
  readonly bus: Bus;
}
interface Nodes {
  readonly nodes: readonly [Node, Node];
  /** Closes and reopens everything on the same data. */
  restart(): Promise<Node>;
  close(): Promise<void>;
}

const START = 1_790_000_000_000;
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

const parrot: ToolDescription = {
  name: "Parrot",
  description: "Repeats what it hears.",
  category: "OTHER",
  functions: [{ name: "echo", description: "Says it again.", parameters: { type: "object", properties: {} } }],
  health_check_interval: 60,
  lease_seconds: 600,
};
const saying = (description: string): ToolDescription => ({ ...parrot, description });
const named = (name: string): ToolDescription => ({ ...parrot, name });

const describeCatalogue = (engine: string, open: () => Promise<Nodes>): void => {
  describe(`the catalogue on ${engine}`, () => {
    let world: Nodes;
    let here: Catalogue;
    let there: Catalogue;
    let now: number;
    let opened: Catalogue[];
    let due: Set<() => void>;

    const timers: Timers = {
      now: () => now,
      after(_ms, action) {
        due.add(action);
        return () => due.delete(action);
      },
    };
    const openOn = async ({ store, bus }: Node, tenant = "default"): Promise<Catalogue> => {
      const catalogue = await openCatalogue({
        ...{ tenant, store, bus, log, timers },
        clock: { now: () => now, configured: false },
      });
      opened.push(catalogue);
      return catalogue;
    };
    /** Moves every node's clock by half a minute. */
    const readAgain = (): void => {
      const actions = [...due];
      due.clear();
      for (const action of actions) action();
    };
    const closeAll = () => Promise.all(opened.splice(0).map((catalogue) => catalogue.close()));

    beforeEach(async () => {
      [now, opened, due] = [START, [], new Set()];
      log.warn.mockClear();
      world = await open();
      [here, there] = [await openOn(world.nodes[0]), await openOn(world.nodes[1])];
    });
    afterEach(async () => {
      await closeAll();
      await world.close();
    });

    it("has a new tool at once on every node, in any spelling of its name", async () => {
      const heard = vi.fn();
      there.onChange(heard);
      const { entry, registration, outcome } = await here.register(parrot);
      expect(outcome).toBe("created");
      expect(registration).toMatchObject({ name: "Parrot", number: 1, toolId: "Parrot_v1", registeredAt: START });
      expect(entry).toEqual({ name: "Parrot", active: registration, lastSeenAt: START });
      expect(here.get("PARROT")).toEqual(entry);
      await vi.waitFor(() => expect(there.get("parrot")).toEqual(entry));
      expect(heard).toHaveBeenCalledWith("Parrot");
      expect(there.list()).toEqual([entry]);
    });

    it("lists tools by name, with a new list after every change", async () => {
      for (const name of ["b", "C", "a"]) await here.register(named(name));
      const list = here.list();
      expect(list.map(({ name }) => name)).toEqual(["a", "b", "C"]);
      expect(here.list()).toBe(list);
      await here.unregister("B");
      expect(here.list().map(({ name }) => name)).toEqual(["a", "C"]);
    });

    it("renews an equal description with its lease and interval, without a notification", async () => {
      await here.register(parrot);
      const heard = vi.fn();
      here.onChange(heard);
      now += 1_000;
      const { functions, ...rest } = parrot;
      const again = await here.register({ functions, ...rest });
      expect(again).toMatchObject({ outcome: "renewed", registration: { toolId: "Parrot_v1", registeredAt: START } });
      expect(here.get("parrot")?.lastSeenAt).toBe(now);
      expect(heard).not.toHaveBeenCalled();

      await here.register({ ...parrot, lease_seconds: 60, health_check_interval: 5 });
      expect(heard).toHaveBeenCalledTimes(1);
      await vi.waitFor(() => {
        expect(there.get("parrot")?.active.description).toMatchObject({ lease_seconds: 60, health_check_interval: 5 });
      });
    });

    it("keeps the old version until the new one is promoted", async () => {
      await here.register(saying("one"));
      expect(await there.register(saying("two"))).toMatchObject({
        outcome: "changed",
        registration: { toolId: "Parrot_v2" },
        entry: { active: { toolId: "Parrot_v1" }, next: { toolId: "Parrot_v2" } },
      });
      expect(await here.register(saying("two"))).toMatchObject({
        outcome: "renewed",
        registration: { toolId: "Parrot_v2" },
        entry: { active: { toolId: "Parrot_v1" }, next: { toolId: "Parrot_v2" } },
      });
      expect(await here.register(saying("one"))).toMatchObject({
        outcome: "renewed",
        registration: { toolId: "Parrot_v1" },
        entry: { next: { toolId: "Parrot_v2" } },
      });
      expect(await here.register(saying("three"))).toMatchObject({
        outcome: "changed",
        entry: { next: { number: 3 } },
      });

      await here.promote("parrot", 2);
      expect(here.get("parrot")).toMatchObject({ active: { number: 1 }, next: { number: 3 } });
      await there.promote("PARROT", 3);
      expect(there.get("parrot")).toMatchObject({ active: { number: 3, description: { description: "three" } } });
      expect(there.get("parrot")?.next).toBeUndefined();
      await vi.waitFor(() => expect(here.get("parrot")).toEqual(there.get("parrot")));
      await here.promote("unknown", 1);
    });

    it("removes an unregistered tool on every node, and never reuses a tool_id", async () => {
      await here.register(saying("one"));
      await here.register(saying("two"));
      await vi.waitFor(() => expect(there.get("parrot")?.next).toBeDefined());
      expect(await there.unregister("parrot")).toBe(true);
      expect(await there.unregister("parrot")).toBe(false);
      await vi.waitFor(() => expect(here.list()).toEqual([]));
      expect(await here.register(saying("one"))).toMatchObject({ outcome: "created", registration: { number: 3 } });
    });

    it("rejects a name that differs from a registered one only in case", async () => {
      await here.register(parrot);
      await expect(here.register(named("PARROT"))).rejects.toMatchObject({
        kind: "invalid",
        details: { field: "tool.name", value: "PARROT", hint: expect.stringContaining("'Parrot'") },
      });
      await here.unregister("parrot");
      expect((await here.register(named("PARROT"))).registration.toolId).toBe("PARROT_v2");
    });

    it("recovers from lost messages", async () => {
      const [, { store, bus }] = world.nodes;
      const deaf = await openOn({ store, bus: { ...bus, listen: () => () => undefined } });
      await here.register(parrot);
      await here.register(named("other"));
      expect(deaf.list()).toEqual([]);
      readAgain();
      await vi.waitFor(() => expect(deaf.list()).toEqual(here.list()));
      await here.unregister("other");
      await here.register(saying("changed"));
      await vi.waitFor(() => expect(due.size).toBe(3));
      readAgain();
      await vi.waitFor(() => expect(deaf.list()).toEqual(here.list()));
      expect(deaf.list()).toMatchObject([{ active: { number: 1 }, next: { number: 2 } }]);
    });

    it("has all tools after a restart", async () => {
      for (let i = 0; i < 5; i++) await here.register(named(`tool${i}`));
      await here.register({ ...named("tool3"), description: "changed" });
      await here.unregister("tool4");
      const before = here.list();
      await closeAll();
      const after = await openOn(await world.restart());
      expect(after.list()).toEqual(before);
      expect((await after.register(named("tool4"))).registration.number).toBe(2);
    });

    it("keeps one entry when twenty nodes register the same tool concurrently", async () => {
      const all = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? here : there).register(parrot)));
      expect(all.filter(({ outcome }) => outcome === "created")).toHaveLength(1);
      expect(new Set(all.map(({ registration }) => registration.toolId))).toEqual(new Set(["Parrot_v1"]));
      await vi.waitFor(() => expect(there.list()).toEqual(here.list()));
      expect(here.list()).toMatchObject([{ active: { number: 1 } }]);
    });

    it("gives twenty concurrent versions distinct numbers, and keeps one next version", async () => {
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? here : there).register(saying(`version ${i}`))),
      );
      const numbers = all.map(({ registration }) => registration.number).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
      await vi.waitFor(() => expect(there.list()).toEqual(here.list()));
      expect(here.list()).toMatchObject([{ active: { number: 1 }, next: { number: 20 } }]);
    });

    it("has all of twenty tools that are registered concurrently", async () => {
      await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? here : there).register(named(`tool${i}`))));
      await vi.waitFor(() => expect([here.list().length, there.list().length]).toEqual([20, 20]));
      expect((await openOn(world.nodes[0])).list()).toEqual(here.list());
    });

    it("is consistent with its list during concurrent registrations and removals", async () => {
      for (let round = 0; round < 5; round++) {
        await Promise.all(
          Array.from({ length: 10 }, (_, i) => {
            const catalogue = i % 2 ? here : there;
            return i % 3 ? catalogue.register(parrot) : catalogue.unregister("parrot");
          }),
        );
        const fresh = await openOn(world.nodes[1]);
        await vi.waitFor(() => expect([here.list(), there.list()]).toEqual([fresh.list(), fresh.list()]));
        const kept = await world.nodes[0].store.get("toolbox:tool:parrot");
        expect(fresh.list()).toHaveLength(kept?.value["active"] ? 1 : 0);
      }
    });

    it("expires a tool that was not seen for longer than its lease, and not before", async () => {
      await here.register(parrot);
      now += 600_000;
      expect(await here.expire("parrot")).toBe(false);
      now += 1;
      expect(await here.expire("PARROT")).toBe(true);
      expect(await here.expire("parrot")).toBe(false);
      expect(here.list()).toEqual([]);
      await vi.waitFor(() => expect(there.list()).toEqual([]));
      expect((await here.register(parrot)).registration.toolId).toBe("Parrot_v2");
    });

    it("does not expire a tool that another node has seen, even if the message was lost", async () => {
      await here.register(parrot);
      await vi.waitFor(() => expect(there.get("parrot")).toBeDefined());
      now += 500_000;
      await there.renewLease("parrot");
      now += 500_000;
      expect(await here.expire("parrot")).toBe(false);
      expect(here.get("parrot")?.lastSeenAt).toBe(START + 500_000);
      now += 100_001;
      expect(await here.expire("parrot")).toBe(true);
    });

    it("does not expire tools because Taxiway was stopped", async () => {
      await here.register(parrot);
      await closeAll();
      now += 30 * 86_400_000;
      const after = await openOn(await world.restart());
      expect(await after.expire("parrot")).toBe(false);
      now += 600_001;
      expect(await after.expire("parrot")).toBe(true);
    });

    it("counts leases from its start if the configured clock was set back", async () => {
      await here.register(parrot);
      await closeAll();
      now -= 30 * 86_400_000;
      const after = await openOn(await world.restart());
      now += 600_000;
      expect(await after.expire("parrot")).toBe(false);
      now += 1;
      expect(await after.expire("parrot")).toBe(true);
    });

    it("has only the tools of its tenant", async () => {
      const [acme, other] = [await openOn(world.nodes[0], "acme"), await openOn(world.nodes[1], "other")];
      const there = await openOn(world.nodes[1], "acme");
      await here.register(saying("everybody's, before there were tenants"));
      await acme.register(saying("one"));
      await acme.register(saying("two"));
      await acme.promote("parrot", 2);
      expect(await other.register(named("PARROT"))).toMatchObject({
        outcome: "created",
        registration: { toolId: "PARROT_v1" },
      });
      await vi.waitFor(() => expect(there.list()).toMatchObject([{ active: { toolId: "Parrot_v2" } }]));
      await other.reload("parrot");
      expect(other.list()).toMatchObject([{ name: "PARROT", active: { number: 1 } }]);
      expect(here.list()).toMatchObject([
        { active: { description: { description: expect.stringContaining("before") } } },
      ]);

      await other.unregister("parrot");
      expect(await openOn(world.nodes[0], "other").then((again) => again.list())).toEqual([]);
      expect(await openOn(world.nodes[1], "acme").then((again) => again.list())).toEqual(acme.list());
      expect(await openOn(world.nodes[1]).then((again) => again.list())).toEqual(here.list());
      const { store } = world.nodes[0];
      expect(await store.members("tenant:acme:toolbox:tools")).toEqual(["parrot"]);
      expect(await store.members("toolbox:tools")).toEqual(["parrot"]);
    });

    it("does not expire a tool because its tenant made no calls", async () => {
      await (await openOn(world.nodes[0], "acme")).register(parrot);
      await opened.pop()?.close();
      now += 30 * 86_400_000;
      const again = await openOn(world.nodes[0], "acme");
      now += 600_000;
      expect(await again.expire("parrot")).toBe(false);
      now += 1;
      expect(await again.expire("parrot")).toBe(true);
    });

    it("records that a tool was seen at most four times per lease", async () => {
      await here.register(parrot);
      const { store } = world.nodes[0];
      const put = vi.spyOn(store, "put");
      const heard = vi.fn();
      here.onChange(heard);
      for (let second = 0; second < 600; second++) {
        now += 1_000;
        await Promise.all([here.renewLease("parrot"), here.renewLease("PARROT")]);
      }
      expect(put).toHaveBeenCalledTimes(4);
      expect(heard).not.toHaveBeenCalled();
      expect(here.get("parrot")?.lastSeenAt).toBe(now);
      await here.renewLease("unknown");
      put.mockRestore();
    });

    it.each<[what: string, damage: { [field: string]: JsonValue }]>([
      ["another name", { name: "cockatoo" }],
      ["no number", { highest: "many" }],
      [
        "a description without functions",
        { active: { number: 1, fingerprint: "x", registeredAt: 1, description: {} } },
      ],
      ["a text in place of a version", { active: "v1" }],
      ["a next version and no active one", { active: null, next: { number: 1 } }],
    ])(
      "skips a record with %s, logs it once, and accepts the tool when it is registered again",
      async (_what, damage) => {
        const { store } = world.nodes[0];
        await here.register(named("other"));
        await here.register(parrot);
        await closeAll();
        const found = await store.get("toolbox:tool:parrot");
        await store.put("toolbox:tool:parrot", { ...found?.value, highest: 7, ...damage });
        const fresh = await openOn(world.nodes[0]);
        expect(fresh.list().map(({ name }) => name)).toEqual(["other"]);
        const logged = () => log.warn.mock.calls.filter(([event]) => event.includes("unreadable"));
        expect(logged()).toEqual([[expect.any(String), { tool: "parrot", version: expect.any(Number) }]]);
        await expect(fresh.unregister("parrot")).resolves.toBe(false);
        expect(logged()).toHaveLength(1);
        expect(await store.members("toolbox:tools")).toContain("parrot");
        const { registration } = await fresh.register(parrot);
        expect(registration.number).toBe(damage["highest"] ? 1 : 8);
      },
    );
  });
};

const onOneMachine = async (
  reopen: (store?: Store) => Promise<Store>,
  cleanUp?: () => Promise<void>,
): Promise<Nodes> => {
  let store = await reopen();
  const bus = createLocalBus();
  const node = { store, bus };
  return {
    nodes: [node, node],
    async restart() {
      store = await reopen(store);
      return { store, bus };
    },
    async close() {
      await store.close();
      await cleanUp?.();
    },
  };
};

describeCatalogue("memory", () => onOneMachine(async (store) => store ?? createMemoryStore({ now: Date.now })));

describeCatalogue("LMDB", async () => {
  const path = await mkdtemp(join(tmpdir(), "taxiway-catalogue-"));
  return onOneMachine(
    async (store) => {
      await store?.close();
      return openLmdbStore({ path, now: Date.now });
    },
    () => rm(path, { recursive: true, force: true }),
  );
});

describeCatalogue("a Valkey server", async () => {
  const server = await startValkey();
  const address = parseValkeyUrl(server.url);
  const opened: Node[] = [];
  const openNode = async (): Promise<Node> => {
    const node = { store: await openValkeyStore({ address }), bus: await openValkeyBus({ address }) };
    opened.push(node);
    return node;
  };
  const closeNodes = async () => {
    for (const { store, bus } of opened.splice(0)) await Promise.all([store.close(), bus.close()]);
  };
  return {
    nodes: [await openNode(), await openNode()],
    async restart() {
      await closeNodes();
      await server.kill();
      await server.start();
      return openNode();
    },
    async close() {
      await closeNodes();
      await server.stop();
    },
  };
});
