import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Failure } from "../../../../src/model/failure.ts";
import { keys } from "../../../../src/model/keys.ts";
import type { Bus } from "../../../../src/platform/stores/bus.ts";
import { openLmdbStore } from "../../../../src/platform/stores/lmdb.ts";
import { createLocalBus } from "../../../../src/platform/stores/local-bus.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { openValkeyBus } from "../../../../src/platform/stores/valkey-bus.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { capcorn } from "../../../../src/servers/connectors/built-in/capcorn.ts";
import type { Connector } from "../../../../src/servers/connectors/connector.ts";
import type { Library, TenantLibrary } from "../../../../src/servers/connectors/library/library.ts";
import { openLibrary } from "../../../../src/servers/connectors/library/open-library.ts";
import { startValkey } from "../../../fixtures/valkey.ts";

interface Node {
  readonly store: Store;
  readonly bus: Bus;
}
interface Nodes {
  readonly nodes: readonly [Node, Node];
  close(): Promise<void>;
}

const START = 1_790_000_000_000;
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

const tool = (name: string, properties: object = {}): Connector["tools"][number] => ({
  name,
  description: `Does ${name}.`,
  risk: "read",
  input: { type: "object", properties },
  request: { method: "GET", path: `/${name}` },
  parse: { format: "json" },
});
const pets = (...tools: Connector["tools"]): Connector => ({
  ...{ connector: 1, name: "pets", title: "Pets", description: "A shop.", base_url: "https://pets.example.com/v1" },
  tools: tools.length > 0 ? tools : [tool("list_pets"), tool("sell_pet")],
});
const refusal = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => expect.unreachable("it was not refused"),
    (failure: Failure) => failure,
  );

/** Longer than hosts accept together with the name of its server. */
const LONG_NAME = "a".repeat(59);

const describeLibrary = (engine: string, open: () => Promise<Nodes>): void => {
  describe(`the connector library on ${engine}`, () => {
    let world: Nodes;
    let libraries: readonly [Library, Library];
    let due: Set<() => void>;
    let here: TenantLibrary;
    let there: TenantLibrary;

    beforeEach(async () => {
      world = await open();
      due = new Set();
      const openOn = ({ store, bus }: Node) =>
        openLibrary({
          ...{ store, bus, log, clock: { now: () => START, configured: true }, builtIns: [capcorn] },
          after: (_ms, action) => {
            due.add(action);
            return () => due.delete(action);
          },
        });
      libraries = [await openOn(world.nodes[0]), await openOn(world.nodes[1])];
      [here, there] = [libraries[0].forTenant("acme"), libraries[1].forTenant("acme")];
    });
    afterEach(async () => {
      for (const library of libraries) await library.close();
      await world.close();
    });

    const publish = async (connector: Connector, options = {}) => {
      await here.saveDraft(connector, "ada");
      await here.approve(connector.name, "ada");
      return here.publish(connector.name, "ada", options);
    };
    const activeThere = async () => (await there.active("pets"))?.number;

    it("publishes only approved tools", async () => {
      await here.saveDraft({ ...pets(), tools: pets().tools.map((each) => ({ ...each, approved: true })) }, "bob");
      const refused = await refusal(here.publish("pets", "bob"));
      expect([refused.kind, refused.message]).toEqual(["rule", "No tool of 'pets' has been approved yet."]);

      const draft = await here.approve("pets", "ada", { tools: ["list_pets"] });
      expect(draft.approvals).toEqual({ list_pets: { by: "ada", at: START } });
      expect(await here.preview("pets")).toMatchObject({ breaking: false, left_out: ["sell_pet"] });
      expect(await here.active("pets")).toBeUndefined();
      expect(await here.publish("pets", "bob")).toMatchObject({ number: 1, tools: 1, unchanged: false });
      const served = await here.active("pets");
      expect(served?.connector.tools.map(({ name, approved }) => [name, approved])).toEqual([["list_pets", undefined]]);
      expect(await there.versions("pets")).toEqual({
        ...{ active: 1, activeSince: START, activeBy: "bob" },
        versions: [{ number: 1, publishedAt: START, publishedBy: "bob", tools: 1, breaking: false }],
      });
    });

    it("publishes no tool that model APIs or hosts reject", async () => {
      const long = await refusal(publish(pets(tool(LONG_NAME), tool("list_pets"))));
      expect([long.kind, long.message]).toEqual([
        "rule",
        expect.stringContaining(`refuse '${LONG_NAME}': it has a name`),
      ]);
      const odd = await refusal(publish(pets(tool("sell_pet", { straße: { type: "string" } }))));
      expect(odd.message).toContain("'sell_pet': it has a property 'straße'");
      expect(await here.active("pets")).toBeUndefined();
    });

    it("requires a new approval for a tool that was changed after approval", async () => {
      await here.saveDraft(pets(), "ada");
      await here.approve("pets", "ada");
      const changed = await there.saveDraft(
        pets(tool("list_pets"), tool("sell_pet", { id: { type: "string" } })),
        "bob",
      );
      expect(changed.connector.tools.map(({ approved }) => approved)).toEqual([true, undefined]);
      expect(Object.keys(changed.approvals)).toEqual(["list_pets"]);
      const moved = await here.saveDraft({ ...changed.connector, base_url: "https://elsewhere.example.com" }, "bob");
      expect(moved.approvals).toEqual({});
      await here.approve("pets", "ada");
      const taken = await here.approve("pets", "ada", { tools: ["sell_pet"], approved: false });
      expect(Object.keys(taken.approvals)).toEqual(["list_pets"]);
      const unknown = await refusal(here.approve("pets", "ada", { tools: ["list_pet"] }));
      expect(unknown.details.hint).toBe("Did you mean list_pets?");
    });

    it("does not treat inherited property names as approvals", async () => {
      const { connector } = await here.saveDraft(pets(tool("constructor")), "ada");
      expect(connector.tools[0]?.approved).toBeUndefined();
      await here.approve("pets", "ada");
      expect((await here.draft("pets")).approvals).toEqual({ constructor: { by: "ada", at: START } });
    });

    it("propagates a new version, a rollback and an unpublication to all nodes", async () => {
      await publish(pets());
      expect(await activeThere()).toBe(1);
      const before = await there.active("pets");
      const heard = vi.fn();
      const end = there.onChange("pets", heard);

      expect(await publish(pets(tool("list_pets")), { allowBreaking: true })).toMatchObject({
        number: 2,
        breaking: true,
      });
      await vi.waitFor(async () => expect(await activeThere()).toBe(2));
      await here.rollback("pets", "bob");
      await vi.waitFor(async () => expect(await activeThere()).toBe(1));
      expect((await there.active("pets"))?.connector).toEqual(before?.connector);
      expect(await there.versions("pets")).toMatchObject({ active: 1, activeBy: "bob", versions: [{}, {}] });
      await here.rollback("pets", "bob", 2);
      await vi.waitFor(async () => expect(await activeThere()).toBe(2));
      await here.unpublish("pets", "bob");
      await vi.waitFor(async () => expect(await activeThere()).toBeUndefined());
      await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(4));
      end();

      expect(await publish(pets(tool("list_pets")))).toMatchObject({ number: 3, unchanged: false });
      expect((await refusal(here.rollback("pets", "bob", 9))).details.allowed).toEqual([1, 2, 3]);
      expect(heard).toHaveBeenCalledTimes(4);
    });

    it("picks up changes whose message was lost", async () => {
      await publish(pets());
      expect(await activeThere()).toBe(1);
      const deaf = await openLibrary({
        ...world.nodes[0],
        bus: createLocalBus(),
        log,
        clock: { now: () => START, configured: true },
      });
      const heard = vi.fn();
      there.onChange("pets", heard);
      await deaf.forTenant("acme").unpublish("pets", "bob");
      await deaf.close();
      expect(await activeThere()).toBe(1);
      for (const action of [...due]) action();
      await vi.waitFor(async () => expect(await activeThere()).toBeUndefined());
      expect(heard).toHaveBeenCalled();
    });

    it("publishes breaking changes only if requested, and nothing twice", async () => {
      await publish(pets());
      await here.saveDraft(pets(tool("list_pets")), "ada");
      await here.approve("pets", "ada");
      const refused = await refusal(here.publish("pets", "ada"));
      expect(refused.details).toMatchObject({
        error_type: "breaking",
        changes: [{ tool: "sell_pet", change: "removed" }],
      });
      expect((await here.active("pets"))?.number).toBe(1);
      expect(await publish(pets())).toMatchObject({ number: 1, unchanged: true });
      expect((await here.versions("pets")).versions).toHaveLength(1);
    });

    it("never changes a version, even with concurrent publications", async () => {
      await Promise.all(
        [here, there].map(async (tenantLibrary, index) => {
          const other = { ...pets(), name: `pets-${index}` };
          await tenantLibrary.saveDraft(other, "ada");
          await tenantLibrary.approve(other.name, "ada");
        }),
      );
      await here.saveDraft(pets(), "ada");
      await here.approve("pets", "ada");
      const results = await Promise.all(
        [here, there, here, there].map((tenantLibrary) => tenantLibrary.publish("pets", "ada")),
      );
      // The winner may have found the first number taken by one that then lost.
      const [number = 0, ...others] = new Set(results.map((result) => result.number));
      expect(others).toEqual([]);
      expect((await there.versions("pets")).versions).toHaveLength(1);
      await world.nodes[0].store.put(keys.connectorVersion("acme", "pets", number + 1), { document: "left by a kill" });
      expect(await publish({ ...pets(), title: "Pets & more" })).toMatchObject({ number: number + 2 });
      expect((await there.version("pets", number)).title).toBe("Pets");
    });

    it("rejects a save over a concurrent change", async () => {
      const { revision } = await here.saveDraft(pets(), "ada");
      await there.saveDraft({ ...pets(), title: "Other pets" }, "bob", { ifRevision: revision });
      const refused = await refusal(here.saveDraft(pets(), "ada", { ifRevision: revision }));
      expect(refused.details.error_type).toBe("conflict");
      expect((await here.draft("pets")).connector.title).toBe("Other pets");
    });

    it("shows a tenant its own connectors only", async () => {
      await publish(pets());
      const other = libraries[0].forTenant("rival");
      expect(await other.active("pets")).toBeUndefined();
      expect((await other.list()).map(({ name }) => name)).toEqual(["capcorn"]);
      for (const work of [
        () => other.draft("pets"),
        () => other.version("pets", 1),
        () => other.versions("pets"),
        () => other.publish("pets", "eve"),
        () => other.approve("pets", "eve"),
        () => other.rollback("pets", "eve"),
        () => other.unpublish("pets", "eve"),
        () => other.deleteDraft("pets"),
      ]) {
        expect((await refusal(work())).kind).toBe("not_found");
      }
      expect(await there.list()).toMatchObject([
        { name: "capcorn", builtIn: true },
        { name: "pets", active: 1 },
      ]);
    });

    it("serves a built-in connector until a tenant publishes its own of that name", async () => {
      expect(await here.active("capcorn")).toMatchObject({ builtIn: true, number: 1 });
      expect(await here.active("capcorn")).toBe(await here.active("capcorn"));
      const own = { ...structuredClone(capcorn), title: "Our hotels" };
      expect(await publish(own)).toMatchObject({ number: 2, breaking: false });
      expect(await here.active("capcorn")).toMatchObject({
        builtIn: false,
        number: 2,
        connector: { title: "Our hotels" },
      });
      expect(await libraries[0].forTenant("rival").active("capcorn")).toMatchObject({ builtIn: true });
      await here.unpublish("capcorn", "ada");
      expect(await here.active("capcorn")).toMatchObject({ builtIn: true, connector: { title: capcorn.title } });
    });

    it("deletes a discarded draft", async () => {
      await here.saveDraft(pets(), "ada");
      await here.deleteDraft("pets");
      expect((await here.list()).map(({ name }) => name)).toEqual(["capcorn"]);
      expect((await refusal(here.deleteDraft("pets"))).kind).toBe("not_found");
      expect((await refusal(here.saveDraft({ ...pets(), name: "gds" }, "ada"))).details.field).toBe("name");
    });
  });
};

describeLibrary("memory", async () => {
  const node = { store: createMemoryStore({ now: () => START }), bus: createLocalBus() };
  return { nodes: [node, node], close: () => node.store.close() };
});

describeLibrary("LMDB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "taxiway-library-"));
  const store = await openLmdbStore({ path: join(folder, "store"), now: () => START });
  const node = { store, bus: createLocalBus() };
  return {
    nodes: [node, node],
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

describe("the connector library with a thousand connectors", () => {
  let valkey: Awaited<ReturnType<typeof startValkey>>;
  beforeAll(async () => {
    valkey = await startValkey();
  });
  afterAll(() => valkey.stop());

  describeLibrary("Valkey", async () => {
    await valkey.cli("flushall");
    const address = parseValkeyUrl(valkey.url);
    const open = async (): Promise<Node> => ({
      store: await openValkeyStore({ address, now: () => START }),
      bus: await openValkeyBus({ address, log }),
    });
    const nodes = [await open(), await open()] as const;
    return {
      nodes,
      async close() {
        for (const { store, bus } of nodes) {
          await bus.close();
          await store.close();
        }
      },
    };
  });
});

it("opens on Valkey without reading them, and reads one on request", async () => {
  const store = createMemoryStore({ now: () => START });
  const clock = { now: () => START, configured: true };
  const first = await openLibrary({ store, bus: createLocalBus(), log, clock });
  const tenantLibrary = first.forTenant("acme");
  for (let number = 0; number < 1_000; number++) {
    const name = `pets-${number}`;
    await store.addMember(keys.connectors("acme"), name);
    await store.put(keys.connectorVersion("acme", name, 1), { document: JSON.stringify({ ...pets(), name }) });
    await store.put(keys.connector("acme", name), {
      ...{ title: name, active: 1, activeSince: START, activeBy: "ada", highest: 1 },
      versions: [{ number: 1, publishedAt: START, publishedBy: "ada", tools: 2, breaking: false }],
    });
  }
  await first.close();
  const get = vi.spyOn(store, "get");
  const library = await openLibrary({ store, bus: createLocalBus(), log, clock });
  expect(get).not.toHaveBeenCalled();
  expect((await library.forTenant("acme").active("pets-500"))?.connector.name).toBe("pets-500");
  expect(get).toHaveBeenCalledTimes(2);
  expect(library.forTenant("acme").active("pets-500")).toMatchObject({ number: 1 });
  expect(get).toHaveBeenCalledTimes(2);
  expect(await library.forTenant("acme").list()).toHaveLength(1_000);
  expect(await tenantLibrary.active("pets-1000")).toBeUndefined();
  await library.close();
});
