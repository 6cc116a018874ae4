import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { open } from "lmdb";
import { describe, expect, it, vi } from "vitest";
import type { LogFacts } from "../../../src/model/log.ts";
import { sealText } from "../../../src/platform/stores/checksum.ts";
import { openLmdbStore } from "../../../src/platform/stores/lmdb.ts";
import { type Root, SETTINGS } from "../../../src/platform/stores/lmdb-layout.ts";
import { startStoreProcess } from "../../fixtures/store-process.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { runTaxiway } from "../access/run-taxiway.ts";

const HOUR = 3_600_000;

/** A file in the format of Taxiway 0.1. */
const writeFormatOne = async (folder: string, { bookings, ahead = 0 }: { bookings: number; ahead?: number }) => {
  mkdirSync(folder, { recursive: true });
  const root: Root = open<string, string>({ path: join(folder, "taxiway.mdb"), ...SETTINGS });
  const entries = root.openDB<string, string>("entries", { encoding: "string" });
  const members = root.openDB<string, string>("members", { dupSort: true, encoding: "ordered-binary" });
  const expiries = root.openDB<string, [number, string]>("expiries", { encoding: "string" });
  const expiresAt = Date.now() + ahead + HOUR;
  await root.transaction(() => {
    root.put("format", "taxiway 1");
    for (let i = 0; i < bookings; i++) {
      const entry = { kind: "record", version: (i % 70) + 1, value: { i }, expiresAt };
      entries.put(`pnr:${i}`, JSON.stringify(entry));
      expiries.put([expiresAt, `pnr:${i}`], "");
    }
    for (const pnr of ["TEST-A", "TEST-B"]) members.put("session:1:pnrs", pnr);
    entries.put("session:1:pnrs", JSON.stringify({ kind: "set", size: 2 }));
    entries.put("gds:stats:bookings:total", JSON.stringify({ kind: "counter", count: 9 }));
    entries.put("bookings:0", JSON.stringify({ kind: "list", items: ["a", "b"] }));
  });
  await root.close();
};

const setFormat = async (folder: string, format: string): Promise<void> => {
  const root: Root = open<string, string>({ path: join(folder, "taxiway.mdb"), ...SETTINGS });
  await root.put("format", format);
  await root.close();
};

const intact = async (folder: string): Promise<string> => {
  const { stdout, stderr } = await runTaxiway(["store", "check"], { TAXIWAY_DATA_DIR: folder });
  return stdout + stderr;
};

describe("a store of format 1", () => {
  it("continues a migration that was killed", async () => {
    const path = temporaryFolder();
    await writeFormatOne(path, { bookings: 9 });
    const root: Root = open<string, string>({ path: join(path, "taxiway.mdb"), ...SETTINGS });
    const entries = root.openDB<string, string>("entries", { encoding: "string" });
    await root.transaction(() => {
      root.put("format", "taxiway 1, being migrated to taxiway 2");
      root.put("version", "500");
      root.put("migrated", "pnr:2");
      for (const { key, value } of [...entries.getRange({ end: "pnr:3" })]) {
        const entry = JSON.parse(value);
        const sum = entry.kind === "set" ? { sum: 0 } : {};
        entries.put(key, sealText(key, JSON.stringify({ ...entry, ...sum })));
      }
    });
    await root.close();
    const store = await openLmdbStore({ path, now: Date.now });
    expect((await store.get("pnr:0"))?.value).toEqual({ i: 0 });
    expect((await store.get("pnr:8"))?.value).toEqual({ i: 8 });
    expect(await store.put("pnr:8", { i: 8 })).toBeGreaterThan(500);
    await store.close();
    expect(await intact(path)).toContain("is intact: 12 entries");
  });

  it("is migrated completely at the start, and logged", async () => {
    const path = temporaryFolder();
    await writeFormatOne(path, { bookings: 1_200 });
    expect(await intact(path)).toContain("is intact: 1203 entries");
    const events: [string, LogFacts | undefined][] = [];
    const take = (event: string, facts?: LogFacts): void => void events.push([event, facts]);
    const log = { debug: take, info: take, warn: take, error: take };
    const store = await openLmdbStore({ path, now: Date.now, log });
    expect(events).toEqual([
      ["store migrated", { from: "taxiway 1", to: "taxiway 2", entries: 1_203, ms: expect.any(Number) }],
      ["store migrated", { from: "taxiway 2", to: "taxiway 3", entries: 0, ms: expect.any(Number) }],
    ]);
    expect(await store.get("pnr:69")).toEqual({ value: { i: 69 }, version: 70 });
    expect(await store.members("session:1:pnrs")).toEqual(["TEST-A", "TEST-B"]);
    expect(await store.count("gds:stats:bookings:total")).toBe(9);
    expect(await store.items("bookings:0")).toEqual(["a", "b"]);
    expect(await store.put("pnr:0", { i: 0 }, { ifVersion: 1 })).toBeGreaterThan(70);
    await store.close();
    expect(await intact(path)).toContain("is intact: 1203 entries");
  });

  it("keeps the expiry of its entries by the configured clock", async () => {
    const path = temporaryFolder();
    const ahead = -400 * 24 * HOUR;
    await writeFormatOne(path, { bookings: 3, ahead });
    const store = await openLmdbStore({ path, now: () => Date.now() + ahead });
    expect((await store.get("pnr:1"))?.value).toEqual({ i: 1 });
    await store.close();
    expect(await intact(path)).toContain("is intact: 6 entries");
    const later = await openLmdbStore({ path, now: Date.now, realTime: () => Date.now() + 2 * HOUR });
    expect(await later.get("pnr:1")).toBeUndefined();
    await later.close();
  });

  it("is migrated by the next process after one was killed", async () => {
    const path = temporaryFolder();
    await writeFormatOne(path, { bookings: 30_000 });
    const child = spawn(
      process.execPath,
      [
        "--import",
        "tsx",
        "-e",
        `import("./src/platform/stores/lmdb.ts").then((m) => m.openLmdbStore(${JSON.stringify({ path })}))`,
      ],
      { stdio: "ignore" },
    );
    const exited = once(child, "exit");
    await vi.waitUntil(() => existsSync(join(path, "taxiway.mdb-maintenance")), { timeout: 20_000, interval: 1 });
    await sleep(150);
    child.kill("SIGKILL");
    await exited;
    const stores = await Promise.all([1, 2].map(() => runTaxiway(["keys", "list"], { TAXIWAY_DATA_DIR: path })));
    expect(stores.map(({ code, stderr }) => [code, stderr.includes("error")])).toEqual([
      [0, false],
      [0, false],
    ]);
    expect(await intact(path)).toMatch(/is intact: 3\d{4} entries/);
  });

  it("is not migrated while another process has it open, which the error names", async () => {
    const path = temporaryFolder();
    await (await openLmdbStore({ path, now: Date.now })).close();
    const child = startStoreProcess("answer", { kind: "lmdb", path });
    await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    await setFormat(path, "taxiway 1");
    await expect(openLmdbStore({ path, now: Date.now })).rejects.toThrow(
      `other processes have it open (pid ${child.pid})`,
    );
    child.stdin.end();
    await once(child, "exit");
  });

  it("is rejected with a clear error if its format is newer or unknown", async () => {
    const path = temporaryFolder();
    await (await openLmdbStore({ path, now: Date.now })).close();
    await setFormat(path, "taxiway 4");
    await expect(openLmdbStore({ path, now: Date.now })).rejects.toThrow(
      "has the format “taxiway 4”; this version reads “taxiway 3”",
    );
    await setFormat(path, "something");
    await expect(openLmdbStore({ path, now: Date.now })).rejects.toThrow("unknown format “something”");
  });
});
