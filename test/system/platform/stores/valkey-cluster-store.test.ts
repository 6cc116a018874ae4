import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { describeStore } from "../../../fixtures/contracts/store.ts";
import { startValkeyCluster, type ValkeyServer } from "../../../fixtures/valkey.ts";

let cluster: Awaited<ReturnType<typeof startValkeyCluster>>;
beforeAll(async () => {
  cluster = await startValkeyCluster();
});
afterAll(() => cluster.stop());

const openCluster = (url = cluster.url): Promise<Store> => openValkeyStore({ address: parseValkeyUrl(url) });

describeStore("a Valkey cluster", async () => ({
  store: await openCluster(),
  now: Date.now,
  pass: (milliseconds) => wait(milliseconds + 1),
}));

describe("the Valkey store on a cluster", () => {
  it("finds the other nodes from one of them, and spreads its keys over all", async () => {
    const [first] = cluster.servers as [ValkeyServer];
    const store = await openCluster(`${first.url}?cluster=true`);
    await Promise.all(Array.from({ length: 100 }, (_, index) => store.add(`spread:${index}`, 1)));
    for (const server of cluster.servers) expect(await server.cli("--scan", "--pattern", "spread:*")).not.toBe("");
    await store.close();
  });

  it("fails within a bounded time while a node is unavailable, and recovers by itself", async () => {
    const store = await openCluster();
    const keys = Array.from({ length: 50 }, (_, index) => `node:${index}`);
    await Promise.all(keys.map((key) => store.put(key, { key }, { durable: true })));
    const [, , third] = cluster.servers as [ValkeyServer, ValkeyServer, ValkeyServer];
    await third.kill();
    const outcomes = await Promise.allSettled(keys.map((key) => store.get(key)));
    const failures = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failures.length).toBeGreaterThan(0);
    for (const { reason } of failures)
      expect(reason).toMatchObject({ kind: "unavailable", details: { retryable: true } });

    await third.start();
    await vi.waitFor(
      async () => {
        expect((await store.getMany(keys)).map((record) => record?.value["key"])).toEqual(keys);
      },
      { timeout: 25_000, interval: 100 },
    );
    await store.close();
  });
});
