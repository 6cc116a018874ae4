import { describe, expect, it, onTestFinished } from "vitest";
import type { LogFacts } from "../../../../src/model/log.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { checkFormat, FORMAT } from "../../../../src/platform/stores/valkey-format.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { startValkey, startValkeyCluster } from "../../../fixtures/valkey.ts";

const started = async (settings: Readonly<Record<string, string>> = {}) => {
  const server = await startValkey(settings);
  onTestFinished(() => server.stop());
  return server;
};

const recording = () => {
  const lines: (LogFacts & { level: string; event: string })[] = [];
  const at =
    (level: string) =>
    (event: string, facts: LogFacts = {}): void =>
      void lines.push({ level, event, ...facts });
  return { lines, log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } };
};

const open = async (url: string) => {
  const { lines, log } = recording();
  const store = await openValkeyStore({ address: parseValkeyUrl(url), log });
  onTestFinished(() => store.close());
  return { store, lines };
};

const stampOf = async (store: Store) => (await store.get("gds:format"))?.value;

describe("the format stamp of a Valkey store", () => {
  it("is written into an empty store and into one used only by other programs", async () => {
    const server = await started();
    await server.cli("SET", "shop:basket:7", "milk");
    const { store, lines } = await open(server.url);
    expect(await stampOf(store)).toEqual({ format: FORMAT });
    expect(lines).toEqual([]);
    const version = (await store.get("gds:format"))?.version;
    expect((await (await open(server.url)).store.get("gds:format"))?.version).toBe(version);
  });

  it("is added to the data of an older release, which is not changed", async () => {
    const server = await started();
    await server.cli("HSET", "pnr:TEST-ABC234", "@version", "2", "pnr", "TEST-ABC234");
    const { store, lines } = await open(server.url);
    expect(await stampOf(store)).toEqual({ format: FORMAT });
    expect(lines).toMatchObject([{ level: "info", event: "store migrated", from: 1, to: FORMAT }]);
    expect(await store.get("pnr:TEST-ABC234")).toEqual({ value: { pnr: "TEST-ABC234" }, version: 2 });
  });

  it("of a newer release keeps this one from starting, and changes nothing", async () => {
    const server = await started();
    for (const format of [String(FORMAT + 1), "three"]) {
      await server.cli("HSET", "gds:format", "@version", "1", "format", format);
      await expect(open(server.url)).rejects.toMatchObject({
        kind: "unavailable",
        message: `The data in Valkey at 127.0.0.1:${server.port} has format ${format}, but this version of Taxiway supports formats up to ${FORMAT}: upgrade Taxiway, or set VALKEY_URL to another database.`,
        details: { retryable: false, carriedOut: false },
      });
      expect(await server.cli("HGET", "gds:format", "format")).toBe(format);
    }
    expect(await server.cli("CLIENT", "LIST")).not.toContain("name=taxiway");
  });

  it("is consistent for nodes that start at once, on a server and on a cluster", async () => {
    const cluster = await startValkeyCluster();
    onTestFinished(() => cluster.stop());
    for (const { url } of [await started(), cluster]) {
      const nodes = await Promise.all(Array.from({ length: 8 }, () => open(url)));
      for (const { store } of nodes) {
        expect(await stampOf(store)).toEqual({ format: FORMAT });
        expect(store.warnings).toEqual([]);
      }
    }
  });

  it("does not keep a node from starting on a full store, with or without the stamp", async () => {
    const server = await started({ maxmemory: "1" });
    for (const _start of ["first", "second"]) {
      const { store } = await open(server.url);
      expect(await stampOf(store)).toEqual({ format: FORMAT });
      await expect(store.add("counter", 1)).rejects.toThrow("full");
    }
  });

  it("is reported as missing in a warning if the store rejects writes", async () => {
    const server = await started({ "min-replicas-to-write": "1" });
    const { store } = await open(server.url);
    expect(store.warnings).toEqual([expect.stringContaining("gds:format")]);
  });
});

describe("a migration of a Valkey store", () => {
  const steps = (run: string[]) => [
    { from: 1, to: 2, run: async () => void run.push("1 to 2") },
    { from: 2, to: 4, run: async () => void run.push("2 to 4") },
  ];
  const memory = (): Store => {
    const store = createMemoryStore({ now: Date.now });
    onTestFinished(() => store.close());
    return store;
  };

  it("runs the steps from the format it finds", async () => {
    for (const [stamp, expected] of [
      [undefined, ["1 to 2", "2 to 4"]],
      [2, ["2 to 4"]],
      [4, []],
    ] as const) {
      const [store, run] = [memory(), [] as string[]];
      if (stamp !== undefined) await store.put("gds:format", { format: stamp });
      await checkFormat({ store, hasData: async () => true, format: 4, steps: steps(run) });
      expect(run).toEqual(expected);
      expect(await stampOf(store)).toEqual({ format: 4 });
    }
  });

  it("is not needed without data", async () => {
    const [store, run] = [memory(), [] as string[]];
    await checkFormat({ store, hasData: async () => false, format: 4, steps: steps(run) });
    expect(run).toEqual([]);
    expect(await stampOf(store)).toEqual({ format: 4 });
  });

  it("that fails keeps the old stamp, so that the next start tries again", async () => {
    const store = memory();
    await store.put("gds:format", { format: 1 });
    const run = () => Promise.reject(new Error("a step failed"));
    const failing = checkFormat({ store, hasData: async () => true, steps: [{ from: 1, to: 2, run }] });
    await expect(failing).rejects.toThrow("a step failed");
    expect(await stampOf(store)).toEqual({ format: 1 });
  });
});

describe("Valkey settings that break the store's guarantees", () => {
  it.each([
    [{ appendonly: "no" }, "Valkey runs without an append-only file (appendonly no)"],
    [{ appendfsync: "everysec" }, "Valkey runs with appendfsync everysec"],
    [{ appendfsync: "no" }, "Valkey runs with appendfsync no"],
    [{ "maxmemory-policy": "allkeys-lru" }, "Valkey runs with maxmemory-policy allkeys-lru"],
  ])("cause a warning: %o", async (settings, warning) => {
    const { store, lines } = await open((await started(settings)).url);
    expect(store.warnings).toEqual([expect.stringContaining(warning)]);
    expect(lines).toEqual([]);
  });

  it("do not exist in deploy/valkey.conf", async () => {
    const settings = { "maxmemory-policy": "noeviction", maxmemory: "512mb" };
    const { store } = await open((await started(settings)).url);
    expect(store.warnings).toEqual([]);
  });

  it("are detected on every node of a cluster", async () => {
    const cluster = await startValkeyCluster();
    onTestFinished(() => cluster.stop());
    await cluster.servers[1]?.cli("CONFIG", "SET", "maxmemory-policy", "volatile-lru");
    const { store } = await open(cluster.url);
    expect(store.warnings).toEqual([
      expect.stringContaining("1 of 3 Valkey nodes run with maxmemory-policy volatile-lru"),
    ]);
  });

  it("are unknown if CONFIG is forbidden, which is logged once", async () => {
    const server = await started();
    await server.cli("ACL", "SETUSER", "taxiway", "on", ">secret", "~*", "&*", "+@all", "-config");
    const { store, lines } = await open(server.url.replace("//", "//taxiway:secret@"));
    expect(store.warnings).toEqual([]);
    expect(lines).toMatchObject([{ level: "warn", event: "store settings unknown" }]);
    await store.put("key", { a: 1 });
  });
});
