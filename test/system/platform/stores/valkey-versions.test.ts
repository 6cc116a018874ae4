import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { startValkey, startValkeyCluster } from "../../../fixtures/valkey.ts";

describe.each([
  ["a Valkey server", startValkey],
  ["a Valkey cluster", startValkeyCluster],
])("versions on %s", (_, start) => {
  let server: Awaited<ReturnType<typeof start>>;
  let store: Store;
  let cli: (...words: string[]) => Promise<string>;
  beforeAll(async () => {
    server = await start();
    store = await openValkeyStore({ address: parseValkeyUrl(server.url) });
    const first = "servers" in server ? (server.servers[0] as NonNullable<(typeof server.servers)[0]>) : server;
    cli = (...words) => first.cli("-c", ...words);
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  it("increase with every put, and are checked exactly", async () => {
    let before = 0;
    for (let turn = 0; turn < 50; turn++) {
      const version = (await store.put("rising", { turn }, { ifVersion: before })) as number;
      expect(Number.isSafeInteger(version)).toBe(true);
      expect(version).toBeGreaterThan(before);
      expect(await store.get("rising")).toEqual({ value: { turn }, version });
      expect(await cli("HGET", "rising", "@version")).toBe(String(version));
      before = version;
    }
    expect(await store.put("rising", {}, { ifVersion: before - 1 })).toBeUndefined();
    expect(await store.put("rising", {}, { ifVersion: before + 1 })).toBeUndefined();
    expect(await store.delete("rising", { ifVersion: before - 1 })).toBe(false);
    expect(await store.delete("rising", { ifVersion: before })).toBe(true);
  });

  it("are not reused after a delete: an old ifVersion fails", async () => {
    const old = (await store.put("deleted", { by: "first" })) as number;
    await store.delete("deleted");
    expect(await store.put("deleted", { by: "late" }, { ifVersion: old })).toBeUndefined();
    const fresh = (await store.put("deleted", { by: "second" }, { ifVersion: 0 })) as number;
    expect(fresh).toBeGreaterThan(old);
    expect(await store.put("deleted", { by: "late" }, { ifVersion: old })).toBeUndefined();
    expect(await store.delete("deleted", { ifVersion: old })).toBe(false);
    expect((await store.get("deleted"))?.value).toEqual({ by: "second" });
  });

  it("are not reused after an expiry: an old ifVersion fails", async () => {
    const old = (await store.put("expired", { by: "first" }, { expiresAt: Date.now() + 20 })) as number;
    await vi.waitFor(async () => expect(await store.get("expired")).toBeUndefined());
    expect(await store.put("expired", { by: "second" }, { ifVersion: 0 })).toBeGreaterThan(old);
    expect(await store.put("expired", { by: "late" }, { ifVersion: old })).toBeUndefined();
  });

  it("are distinct for puts and deletes in quick succession", async () => {
    const versions: Promise<number | undefined>[] = [];
    const deletes: Promise<boolean>[] = [];
    for (let turn = 0; turn < 1_000; turn++) {
      versions.push(store.put("quick", { turn }));
      deletes.push(store.delete("quick"));
    }
    await Promise.all(deletes);
    expect(new Set(await Promise.all(versions)).size).toBe(1_000);
  });

  it("continue from the small versions of an older release", async () => {
    await cli("HSET", "older", "@version", "7", "status", "confirmed");
    expect(await store.get("older")).toEqual({ value: { status: "confirmed" }, version: 7 });
    expect(await store.put("older", { status: "lost" }, { ifVersion: 6 })).toBeUndefined();
    const version = (await store.put("older", { status: "cancelled" }, { ifVersion: 7 })) as number;
    expect(version).toBeGreaterThan(7);
    expect(await store.get("older")).toEqual({ value: { status: "cancelled" }, version });
    await cli("HSET", "older", "@version", "3");
    expect(await store.delete("older", { ifVersion: 3 })).toBe(true);
  });

  it("increase even if the server's clock is behind the last version", async () => {
    const ahead = (Date.now() + 3_600_000) * 1_000;
    await cli("HSET", "ahead", "@version", String(ahead), "a", "1");
    expect(await store.put("ahead", { a: 2 }, { ifVersion: ahead })).toBe(ahead + 1);
    expect(await store.put("ahead", { a: 3 }, { ifVersion: ahead + 1 })).toBe(ahead + 2);
    expect(await store.get("ahead")).toEqual({ value: { a: 3 }, version: ahead + 2 });
  });
});
