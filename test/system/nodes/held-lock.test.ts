import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LogFacts } from "../../../src/model/log.ts";
import { openLmdbStore } from "../../../src/platform/stores/lmdb.ts";
import { holdWriteLock } from "../../fixtures/held-lock.ts";
import { launchHttpTaxiway, startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { startStoreProcess } from "../../fixtures/store-process.ts";
import { refusal, startTaxiway, worked } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { callAt } from "./many-calls.ts";
import { openSession } from "./remote-session.ts";
import { bookingOf, SEARCH } from "./trip.ts";

const fileIn = (folder: string): string => join(folder, "taxiway.mdb");
const settingsOn = (folder: string) => ({ TAXIWAY_DATA_DIR: folder, RATE_LIMIT_ENABLED: "false" });

const collected = () => {
  const events: { readonly event: string; readonly facts: LogFacts | undefined }[] = [];
  const take = (event: string, facts?: LogFacts): void => void events.push({ event, facts });
  return { events, log: { debug: take, info: take, warn: take, error: take } };
};

describe("a write lock held by a stopped process", () => {
  it("fails writes after the time limit, without late changes, and does not affect reads", async () => {
    const path = temporaryFolder();
    const { events, log } = collected();
    const store = await openLmdbStore({ path, now: Date.now, log });
    onTestFinished(() => store.close());
    const version = await store.put("kept", { by: "before" });
    const holder = await holdWriteLock(fileIn(path));

    const started = performance.now();
    const outcomes = await Promise.allSettled([
      store.put("kept", { by: "late" }),
      store.put("new", { by: "late" }, { ifVersion: 0 }),
      store.add("counter", 1),
      store.delete("kept"),
    ]);
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(4_000);
    expect(took).toBeLessThan(10_000);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { kind: "unavailable", details: { carriedOut: false, retryable: true } },
      });
    }
    expect(await store.get("kept")).toEqual({ value: { by: "before" }, version });
    await expect(store.add("counter", 1)).rejects.toMatchObject({ details: { carriedOut: false } });
    expect(events).toEqual([
      {
        event: "store cannot be written to",
        facts: { waitedMs: 5_000, lockHeldByPid: holder.pid, stateOfHolder: "T" },
      },
    ]);

    await holder.release();
    expect(await store.put("after", { by: "after" })).toBeGreaterThan(version as number);
    expect(await store.get("kept")).toEqual({ value: { by: "before" }, version });
    expect(await store.get("new")).toBeUndefined();
    expect(await store.count("counter")).toBe(0);
    expect(events.map(({ event }) => event)).toEqual(["store cannot be written to", "store can be written to again"]);
  });

  it("does not keep the store from closing", async () => {
    const path = temporaryFolder();
    const store = await openLmdbStore({ path, now: Date.now, writeLimitMs: 500 });
    const holder = await holdWriteLock(fileIn(path));
    await expect(store.put("kept", { by: "late" })).rejects.toMatchObject({ details: { carriedOut: false } });
    const started = performance.now();
    await store.close();
    expect(performance.now() - started).toBeLessThan(5_000);
    await holder.release();
    // The write thread ends once it has the lock; this process must not end before.
    await sleep(500);
    const again = await openLmdbStore({ path, now: Date.now });
    expect(await again.get("kept")).toBeUndefined();
    await again.close();
  });

  it("keeps another process from starting, with an error that names the holder", async () => {
    const path = temporaryFolder();
    await (await openLmdbStore({ path, now: Date.now })).close();
    const holder = await holdWriteLock(fileIn(path));
    await expect(launchHttpTaxiway(settingsOn(path))).rejects.toThrow(
      `is locked by another process (pid ${holder.pid}, stopped). Continue that process or end it`,
    );
    await holder.release();
    await (await startHttpTaxiway(settingsOn(path))).stop("SIGTERM");
  });

  it("does not keep a process with pending writes from ending at SIGTERM", async () => {
    const path = temporaryFolder();
    const node = await startHttpTaxiway(settingsOn(path));
    const session = await openSession(node);
    const { flights } = await session.call(node, "searchFlights", SEARCH);
    const flight = flights.find(({ status }: { status: string }) => status === "available");
    const holder = await holdWriteLock(fileIn(path));
    const booking = callAt(node, session.id, "bookFlight", bookingOf(flight.id));
    const refused = refusal(await booking);
    expect(refused).toMatchObject({ code: -32603, data: { retryable: true } });
    const exited = once(node.child, "exit");
    const started = performance.now();
    node.child.kill("SIGTERM");
    const [code, signal] = await exited;
    expect(performance.now() - started).toBeLessThan(20_000);
    expect([code, signal]).toEqual([null, "SIGTERM"]);
    expect(node.stderr()).toContain(`"lockHeldByPid":${holder.pid}`);
    await holder.release();
  });

  it("does not keep a stdio process from ending when its client exits", async () => {
    const path = temporaryFolder();
    const taxiway = startTaxiway({ TAXIWAY_DATA_DIR: path });
    const { flights } = worked(await taxiway.call("searchFlights", SEARCH));
    await holdWriteLock(fileIn(path));
    const refused = refusal(await taxiway.call("bookFlight", bookingOf(flights[0].id)));
    expect(refused).toMatchObject({ code: -32603, data: { retryable: true } });
    const started = performance.now();
    expect((await taxiway.close()).signal).toBe("SIGTERM");
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("is released when its holder is killed", async () => {
    const path = temporaryFolder();
    const store = await openLmdbStore({ path, now: Date.now });
    const holder = await holdWriteLock(fileIn(path));
    process.kill(holder.pid, "SIGKILL");
    expect(await store.put("kept", { a: 1 })).toBeGreaterThan(0);
    await store.close();
    const child = startStoreProcess("answer", { kind: "lmdb", path });
    child.stdin.end();
    expect((await once(child, "exit"))[0]).toBe(0);
  });
});
