import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { open as openLmdb } from "lmdb";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openLmdbStore } from "../../../../src/platform/stores/lmdb.ts";
import { describeStore, expectRealExpiry } from "../../../fixtures/contracts/store.ts";
import { missing, startStoreProcess, writeUntilKilled } from "../../../fixtures/store-process.ts";

let folder: string;
let folders = 0;
const newFolder = (): string => join(folder, `store-${++folders}`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "taxiway-lmdb-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeStore("LMDB", async () => {
  let instant = Date.now();
  const path = newFolder();
  const now = () => instant;
  const openHere = () => openLmdbStore({ path, now, realTime: now });
  const store = await openHere();
  return {
    store,
    now,
    async reopen() {
      await store.close();
      return openHere();
    },
    async pass(milliseconds) {
      instant += milliseconds;
    },
  };
});

describe("the LMDB store", () => {
  it("creates a data folder that only its owner can access", async () => {
    const path = join(newFolder(), "deeper");
    await (await openLmdbStore({ path, now: Date.now })).close();
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it("has all entries after it is reopened", async () => {
    const path = newFolder();
    const first = await openLmdbStore({ path, now: Date.now });
    const version = await first.put("pnr:TEST-ABC234", { status: "confirmed" });
    await first.addMember("session:1:pnrs", "TEST-ABC234");
    await first.close();
    const second = await openLmdbStore({ path, now: Date.now });
    expect(await second.get("pnr:TEST-ABC234")).toEqual({ value: { status: "confirmed" }, version });
    expect(await second.members("session:1:pnrs")).toEqual(["TEST-ABC234"]);
    await second.close();
  });

  it("removes expired entries from the file in several batches, and keeps the rest", async () => {
    const path = newFolder();
    let instant = 1_000;
    const now = () => instant;
    const store = await openLmdbStore({ path, now, realTime: now, sweepEvery: 5 });
    await Promise.all(Array.from({ length: 1_200 }, (_, i) => store.put(`due:${i}`, { i }, { expiresAt: 2_000 })));
    await store.addMember("due:set", "member", { expiresAt: 2_000 });
    await store.add("due:moved", 1, { expiresAt: 2_000 });
    await store.expire("due:moved", 9_000);
    await store.put("kept", { a: 1 });

    const raw = openLmdb({ path: join(path, "taxiway.mdb"), maxDbs: 3 });
    // Opened before the sweep begins, because opening a table waits for the write lock.
    const entries = raw.openDB("entries", { encoding: "binary" });
    const expiries = raw.openDB("expiries", { encoding: "binary" });
    const members = raw.openDB("members", { dupSort: true, encoding: "ordered-binary" });
    instant = 2_000;
    await vi.waitUntil(() => [...entries.getKeys()].length === 2, { timeout: 20_000 });
    expect([...entries.getKeys()]).toEqual(["due:moved", "kept"]);
    expect([...expiries.getKeys()]).toEqual([[9_000, "due:moved"]]);
    expect([...members.getKeys()]).toEqual([]);
    await raw.close();
    await store.close();
  });

  it("lets entries expire in real time while the configured clock is frozen", async () => {
    const now = () => 1_000_000;
    let real = Date.now();
    const store = await openLmdbStore({ path: newFolder(), now, realTime: () => real });
    await expectRealExpiry(store, now, (milliseconds) => {
      real += milliseconds;
    });
    await store.close();
  });

  it("reports a folder that cannot be used", async () => {
    const path = newFolder();
    await writeFile(path, "a file, not a folder");
    await expect(openLmdbStore({ path, now: Date.now })).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("rejects files that are not LMDB or belong to another program, and does not change them", async () => {
    const [foreign, other] = [newFolder(), newFolder()];
    await (await openLmdbStore({ path: foreign, now: Date.now })).close();
    await writeFile(join(foreign, "taxiway.mdb"), "x".repeat(20_000));
    await expect(openLmdbStore({ path: foreign, now: Date.now })).rejects.toThrow("not an LMDB file");

    const raw = openLmdb({ path: join(other, "taxiway.mdb") });
    await raw.put("theirs", 1);
    await raw.close();
    await expect(openLmdbStore({ path: other, now: Date.now })).rejects.toThrow("belongs to another program");
    const again = openLmdb({ path: join(other, "taxiway.mdb") });
    expect([...again.getKeys()]).toEqual(["theirs"]);
    await again.close();
  });
});

describe("several processes on one LMDB file", () => {
  it("see each other's writes immediately", async () => {
    const path = newFolder();
    const store = await openLmdbStore({ path, now: Date.now });
    const child = startStoreProcess("answer", { kind: "lmdb", path });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("ready");
    for (let turn = 0; turn < 200; turn++) {
      const key = `turn:${turn % 7}`;
      await store.put(key, { turn });
      child.stdin.write(`${key}\n`);
      expect((await lines.next()).value).toBe(JSON.stringify({ turn }));
      expect((await store.get(key))?.value).toEqual({ by: "child" });
    }
    child.stdin.end();
    await once(child, "exit");
    await store.close();
  });

  it("lose no update of a shared counter and record", async () => {
    const path = newFolder();
    const racers = [1, 2, 3, 4].map(() => startStoreProcess("race", { kind: "lmdb", path }));
    const codes = await Promise.all(racers.map(async (racer) => (await once(racer, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    const store = await openLmdbStore({ path, now: Date.now });
    expect(await store.count("race:counter")).toBe(800);
    expect((await store.get("race:record"))?.value).toEqual({ sum: 800 });
    await store.close();
  });

  it("lose no acknowledged write when one is repeatedly killed with kill -9", async () => {
    const path = newFolder();
    const store = await openLmdbStore({ path, now: Date.now });
    const acknowledged: string[] = [];
    for (let round = 0; round < 6; round++) {
      acknowledged.push(...(await writeUntilKilled({ kind: "lmdb", path })));
      expect(await missing(store, acknowledged)).toEqual([]);
      expect(await store.put("alive", { round })).toBeGreaterThan(0);
    }
    await store.close();
    const reopened = await openLmdbStore({ path, now: Date.now });
    expect(await missing(reopened, acknowledged)).toEqual([]);
    await reopened.close();
  });
});
