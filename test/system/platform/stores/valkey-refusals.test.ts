import { rm } from "node:fs/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { startValkey, startValkeyCluster, type ValkeyServer } from "../../../fixtures/valkey.ts";

const open = async (url: string): Promise<Store> => {
  const store = await openValkeyStore({ address: parseValkeyUrl(url) });
  onTestFinished(() => store.close());
  return store;
};

const start = async (settings = {}): Promise<{ server: ValkeyServer; store: Store }> => {
  const server = await startValkey(settings);
  onTestFinished(() => server.stop());
  return { server, store: await open(server.url) };
};

const failure = (carriedOut: false | "unknown", message: string) => ({
  kind: "unavailable",
  details: { carriedOut, retryable: true },
  message: expect.stringContaining(message),
});
const FULL = failure(false, "The store is full.");

const usedMemory = async (server: ValkeyServer): Promise<number> =>
  Number(/used_memory:(\d+)/.exec(await server.cli("INFO", "memory"))?.[1]);

const WRITES: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  put: (store) => store.put("new", { text: "x".repeat(10_000) }),
  "put over an old record": (store) => store.put("record", { a: 2 }),
  add: (store) => store.add("new", 1),
  addMember: (store) => store.addMember("new", "a"),
  append: (store) => store.append("new", ["a"], { keep: 3 }),
};

const expectOnlyRemovals = async (store: Store): Promise<void> => {
  for (const write of Object.values(WRITES)) await expect(write(store)).rejects.toMatchObject(FULL);
  expect(await store.getMany(["new", "record"])).toMatchObject([undefined, { value: { a: 1 } }]);
  // Its version is still known.
  expect(await store.put("record", { a: 2 }, { ifVersion: 0 })).toBeUndefined();
  expect(await store.put("new", { a: 2 }, { ifVersion: 7 })).toBeUndefined();
  await expect(store.put("new", { a: 2 }, { ifVersion: 0 })).rejects.toMatchObject(FULL);
  expect(await store.put("record", { a: "cancelled" }, { evenIfFull: true })).toBeGreaterThan(0);
  const record = await store.get("record");
  expect(record?.value).toEqual({ a: "cancelled" });
  expect(await store.put("record", {}, { evenIfFull: true, ifVersion: 1 })).toBeUndefined();
  expect(await store.expire("record", Date.now() + 60_000)).toBe(true);
  expect(await store.delete("record", { ifVersion: record?.version as number })).toBe(true);
  expect(await store.delete("counter")).toBe(true);
  expect(await store.removeMember("set", "a")).toBe(true);
};

const fillIn = async (store: Store): Promise<void> => {
  await store.put("record", { a: 1 });
  await store.add("counter", 1);
  await store.addMember("set", "a");
};

describe("a full Valkey", () => {
  it("rejects writes that need memory, and accepts deletes and writes that free some", async () => {
    const { server, store } = await start();
    await fillIn(store);
    await server.cli("CONFIG", "SET", "maxmemory", "1");
    await expectOnlyRemovals(store);
    // Also on a connection that has not sent any of the scripts yet, and on a server that has flushed them.
    await server.cli("SCRIPT", "FLUSH");
    await expect(WRITES["put"]?.(store)).rejects.toMatchObject(FULL);
    await expect(WRITES["put"]?.(await open(server.url))).rejects.toMatchObject(FULL);

    await server.cli("CONFIG", "SET", "maxmemory", "0");
    for (const kind of ["put", "add", "addMember", "append"]) {
      await WRITES[kind]?.(store);
      await store.delete("new");
    }
  });

  it("behaves the same on every node of a cluster", async () => {
    const cluster = await startValkeyCluster();
    onTestFinished(() => cluster.stop());
    const store = await open(cluster.url);
    await fillIn(store);
    for (const server of cluster.servers) await server.cli("CONFIG", "SET", "maxmemory", "1");
    await expectOnlyRemovals(store);
  });

  it("does not grow by rejected writes", async () => {
    const { server, store } = await start({ maxmemory: "3mb" });
    let written = 0;
    const fill = async (): Promise<void> => {
      for (;;) await store.put(`filling:${written}`, { text: "x".repeat(10_000) }).then(() => written++);
    };
    await expect(fill()).rejects.toMatchObject(FULL);
    const [keys, before] = [await server.cli("DBSIZE"), await usedMemory(server)];
    for (let turn = 0; turn < 200; turn++) {
      await expect(store.put(`refused:${turn}`, { text: "x".repeat(10_000) })).rejects.toMatchObject(FULL);
    }
    expect(await server.cli("DBSIZE")).toBe(keys);
    expect(await usedMemory(server)).toBeLessThan(before + 500_000);
  });
});

describe("a Valkey that rejects writes for another reason", () => {
  const cases: Readonly<Record<string, { settings?: object; begin(server: ValkeyServer): Promise<unknown> }>> = {
    "cannot save to its disk": {
      settings: { save: "3600 1" },
      async begin(server) {
        await rm((await server.cli("CONFIG", "GET", "dir")).split("\n")[1] as string, { recursive: true });
        await server.cli("BGSAVE");
        await vi.waitFor(async () => expect(await server.cli("INFO")).toContain("rdb_last_bgsave_status:err"), {
          timeout: 10_000,
        });
      },
    },
    "is a replica": { begin: (server) => server.cli("REPLICAOF", "127.0.0.1", "1") },
    "has too few replicas": { begin: (server) => server.cli("CONFIG", "SET", "min-replicas-to-write", "1") },
  };

  it.each(Object.entries(cases))("is reported as such, with nothing changed, if it %s", async (_, fault) => {
    const { server, store } = await start(fault.settings);
    await store.put("record", { a: 1 });
    await fault.begin(server);
    const refused = failure(false, "The store cannot be written to.");
    for (const write of Object.values(WRITES)) await expect(write(store)).rejects.toMatchObject(refused);
    await expect(store.put("record", {}, { evenIfFull: true })).rejects.toMatchObject(refused);
    await expect(store.delete("record")).rejects.toMatchObject(refused);
    expect((await store.get("record"))?.value).toEqual({ a: 1 });
    // It exists all the same.
    await store.ping();
    // Also for a node that starts now.
    expect((await (await open(server.url)).get("record"))?.value).toEqual({ a: 1 });
  });

  it("is reported as such, with nothing changed, if a script blocks it", async () => {
    const { server, store } = await start({ "busy-reply-threshold": "20" });
    const script = server.cli("EVAL", "while true do end", "0").catch(() => undefined);
    let added = 0;
    await vi.waitFor(
      async () => {
        const outcome = await store.add("counter", 1).then(
          () => ++added,
          (error: unknown) => error,
        );
        expect(outcome).toMatchObject(failure(false, "The store is busy."));
      },
      { timeout: 10_000 },
    );
    await server.cli("SCRIPT", "KILL");
    await script;
    // The adds that came before the script are the only ones.
    expect(await store.count("counter")).toBe(added);
  });
});

describe("a Valkey that does not answer", () => {
  it("makes the outcome of a sent write unknown, but not of a read", async () => {
    const { server, store } = await start();
    server.signal("SIGSTOP");
    const [put, remove, get] = await Promise.allSettled([
      store.put("key", { a: 1 }),
      store.delete("other"),
      store.get("key"),
    ]);
    server.signal("SIGCONT");
    for (const write of [put, remove]) {
      expect(write).toMatchObject({ reason: failure("unknown", "The store does not answer.") });
    }
    expect(get).toMatchObject({ reason: failure(false, "The store does not answer.") });
    // It was executed: that is why the error says so.
    await vi.waitFor(async () => expect((await store.get("key"))?.value).toEqual({ a: 1 }), { timeout: 20_000 });
  });

  it("has not executed commands that could not be sent", async () => {
    const { server, store } = await start();
    await server.kill();
    await expect(store.get("noticed")).rejects.toMatchObject(failure(false, "does not answer"));
    for (const write of Object.values(WRITES)) {
      await expect(write(store)).rejects.toMatchObject(failure(false, "The store does not answer."));
    }
    await expect(store.ping()).rejects.toMatchObject(failure(false, "does not answer"));
  });
});
