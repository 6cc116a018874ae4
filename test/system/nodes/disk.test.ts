import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openLmdbStore } from "../../../src/platform/stores/lmdb.ts";
import { holdWriteLock } from "../../fixtures/held-lock.ts";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { refusal, type ToolResult, worked } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { callAt } from "./many-calls.ts";
import { openSession, type RemoteSession } from "./remote-session.ts";
import { mountSmallDisk, protectFile } from "./small-disk.ts";
import { bookingOf, SEARCH } from "./trip.ts";

const settingsOn = (folder: string) => ({ TAXIWAY_DATA_DIR: folder, RATE_LIMIT_ENABLED: "false" });

const book = async (node: HttpTaxiway, session: RemoteSession): Promise<ToolResult> => {
  const { flights } = await session.call(node, "searchFlights", SEARCH);
  const flight = flights.find(({ status }: { status: string }) => status === "available");
  return callAt(node, session.id, "bookFlight", bookingOf(flight.id));
};

describe("a full disk", () => {
  it("gives clients a retryable error and changes nothing else", { timeout: 60_000 }, async () => {
    const disk = await mountSmallDisk(4);
    const node = await startHttpTaxiway(settingsOn(disk.folder));
    const session = await openSession(node);
    const acknowledged: string[] = [worked(await book(node, session)).pnr];

    disk.fill();
    // Bookings that fit into free space of the file still succeed.
    let refused: ToolResult | undefined;
    for (let tries = 0; tries < 500 && refused === undefined; tries++) {
      const result = await book(node, session);
      if (result.isError) refused = result;
      else acknowledged.push(worked(result).pnr);
    }
    expect(refused && refusal(refused)).toMatchObject({ code: -32603, data: { retryable: true } });
    expect(JSON.stringify(refused)).not.toContain(disk.folder);
    for (let tries = 0; tries < 10; tries++) {
      const { body } = await session.ask(node, "logging/setLevel", { level: "info" });
      if (body.includes("error")) expect(JSON.parse(body).error.data).toMatchObject({ retryable: true });
    }
    for (const pnr of acknowledged)
      expect(worked(await callAt(node, session.id, "retrieveBooking", { pnr })).pnr).toBe(pnr);
    expect(node.child.exitCode).toBeNull();
    // Which of the two depends on whether the file or its map was written to.
    expect(node.stderr()).toMatch(/No space left on device|Input\/output error/);

    disk.free();
    await vi.waitFor(async () => acknowledged.push(worked(await book(node, session)).pnr), { timeout: 10_000 });
    await node.stop("SIGTERM");
    const next = await startHttpTaxiway(settingsOn(disk.folder));
    const { bookings } = worked(await callAt(next, session.id, "listBookings", {}));
    expect(bookings.map(({ pnr }: { pnr: string }) => pnr).sort()).toEqual([...acknowledged].sort());
  });

  it("is reported by the store as such, with nothing changed", async () => {
    const disk = await mountSmallDisk(2);
    const store = await openLmdbStore({ path: disk.folder, now: Date.now });
    onTestFinished(() => store.close());
    await store.put("kept", { text: "before" });
    disk.fill();
    const fillUp = async (): Promise<void> => {
      for (let i = 0; i < 1_000; i++) await store.put(`more:${i}`, { text: "x".repeat(5_000) });
    };
    const full = {
      kind: "unavailable",
      message: "The store is full.",
      details: { carriedOut: false, retryable: true },
    };
    await expect(fillUp()).rejects.toMatchObject(full);
    await expect(store.put("kept", { text: "x".repeat(500_000) })).rejects.toMatchObject(full);
    expect((await store.get("kept"))?.value).toEqual({ text: "before" });
    disk.free();
    expect(await store.put("kept", { text: "after" })).toBeGreaterThan(0);
  });

  it("does not keep a node from restarting and serving reads", async () => {
    const disk = await mountSmallDisk(4);
    const first = await startHttpTaxiway(settingsOn(disk.folder));
    const session = await openSession(first);
    const { pnr } = worked(await book(first, session));
    await first.stop("SIGKILL");
    disk.fill();
    const second = await startHttpTaxiway(settingsOn(disk.folder));
    expect(worked(await callAt(second, session.id, "retrieveBooking", { pnr })).pnr).toBe(pnr);
  });

  it("is a readable reason not to start", async () => {
    const disk = await mountSmallDisk(1);
    disk.fill();
    await expect(launchHttpTaxiway(settingsOn(disk.folder))).rejects.toThrow(/cannot be used: .*no space left/i);
  });
});

describe("a read-only data folder", () => {
  it("gives clients a retryable error until it is writable", async () => {
    const folder = temporaryFolder();
    const node = await startHttpTaxiway(settingsOn(folder));
    const session = await openSession(node);
    const { pnr } = worked(await book(node, session));
    const file = join(folder, "taxiway.mdb");
    // Between two writes, because a write cut off before its last page makes LMDB unusable until it is reopened.
    const lock = await holdWriteLock(file);
    const unprotect = await protectFile(file);
    await lock.release();
    expect(refusal(await book(node, session))).toMatchObject({ code: -32603, data: { retryable: true } });
    expect(worked(await callAt(node, session.id, "retrieveBooking", { pnr })).pnr).toBe(pnr);
    expect(node.child.exitCode).toBeNull();
    await unprotect();
    await vi.waitFor(async () => worked(await book(node, session)), { timeout: 10_000 });
  });

  it("is a readable reason not to start", async () => {
    const disk = await mountSmallDisk(1);
    await disk.lock();
    await expect(launchHttpTaxiway(settingsOn(disk.folder))).rejects.toThrow(/cannot be used: .*read-only/);
  });
});
