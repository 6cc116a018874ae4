import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FORMAT } from "../../../src/platform/stores/valkey-format.ts";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { refusal, type ToolResult, worked } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { startValkey } from "../../fixtures/valkey.ts";
import { callAt } from "./many-calls.ts";
import { openSession, type RemoteSession } from "./remote-session.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { bookingOf, SEARCH } from "./trip.ts";

/** The documented time. */
const KNOWN_WITHIN_MS = 10_000;

const schema = JSON.parse(readFileSync(new URL("../../fixtures/health.schema.json", import.meta.url), "utf8"));
const fits = new Ajv({ allowUnionTypes: true }).compile(schema);

const healthOf = async ({ port }: HttpTaxiway) => {
  const response = await fetch(`http://127.0.0.1:${port}/health`);
  const body = (await response.json()) as { status: string; storage: { writable: boolean; reason?: string } };
  expect(fits(body), JSON.stringify(fits.errors)).toBe(true);
  return { code: response.status, ...body };
};

const untilKnown = (node: HttpTaxiway, expected: object): Promise<void> =>
  vi.waitFor(async () => expect(await healthOf(node)).toMatchObject(expected), {
    timeout: KNOWN_WITHIN_MS,
    interval: 100,
  });

const healthy = { code: 200, status: "healthy", storage: { connected: true, writable: true } };
const unwritable = (reason: unknown) => ({
  code: 200,
  status: "degraded",
  storage: { connected: true, writable: false, reason },
});

const book = async (node: HttpTaxiway, session: RemoteSession): Promise<ToolResult> => {
  const { flights } = await session.call(node, "searchFlights", SEARCH);
  const flight = flights.find(({ status }: { status: string }) => status === "available");
  return callAt(node, session.id, "bookFlight", bookingOf(flight.id));
};

describe("the health of a node on a full Valkey", () => {
  it("is degraded within ten seconds with a reason, and recovers when there is space", async () => {
    const valkey = await startValkey({ maxmemory: "6mb" });
    onTestFinished(() => valkey.stop());
    const node = await startHttpTaxiway({ VALKEY_URL: valkey.url });
    await untilKnown(node, healthy);
    expect(await node.metric("taxiway_store_writable")).toBe(1);

    await valkey.cli("SETRANGE", "ballast", "6000000", "x");
    await untilKnown(node, unwritable("The store is full."));
    expect(await node.metric("taxiway_store_writable")).toBe(0);
    await vi.waitFor(() =>
      expect(node.stderr()).toContain('"event":"store not writable","reason":"The store is full."'),
    );

    await valkey.cli("DEL", "ballast");
    await untilKnown(node, healthy);
    expect(await node.metric("taxiway_store_writable")).toBe(1);
  });

  it("is degraded from the start, which does not keep a node from starting", async () => {
    const valkey = await startValkey();
    onTestFinished(() => valkey.stop());
    await (await startHttpTaxiway({ VALKEY_URL: valkey.url })).stop("SIGTERM");
    await valkey.cli("CONFIG", "SET", "maxmemory", "1");
    // As an older release left it.
    await valkey.cli("DEL", "gds:format");
    const node = await startHttpTaxiway({ VALKEY_URL: valkey.url });
    await untilKnown(node, unwritable("The store is full."));
    await valkey.cli("CONFIG", "SET", "maxmemory", "0");
    await untilKnown(node, healthy);
    await openSession(node);
  });
});

describe("the health of a node on a Valkey that has too few replicas", () => {
  it("is degraded, because the store can still be read", async () => {
    const valkey = await startValkey();
    onTestFinished(() => valkey.stop());
    const node = await startHttpTaxiway({ VALKEY_URL: valkey.url });
    await untilKnown(node, healthy);
    await valkey.cli("CONFIG", "SET", "min-replicas-to-write", "1");
    await untilKnown(node, unwritable("The store cannot be written to."));
    await valkey.cli("CONFIG", "SET", "min-replicas-to-write", "0");
    await untilKnown(node, healthy);
  });
});

describe("Valkey settings that break durability", () => {
  it("are logged at start and shown in the health, which stays healthy", async () => {
    const valkey = await startValkey({ appendonly: "no", "maxmemory-policy": "allkeys-lru" });
    onTestFinished(() => valkey.stop());
    const node = await startHttpTaxiway({ VALKEY_URL: valkey.url });
    const warnings = [expect.stringContaining("appendonly no"), expect.stringContaining("allkeys-lru")];
    await untilKnown(node, { ...healthy, storage: { ...healthy.storage, warnings } });
    for (const word of ["appendonly no", "allkeys-lru"]) expect(node.stderr()).toContain(word);
  });
});

describe("a Valkey with data of a newer release", () => {
  it("is a readable reason not to start", async () => {
    const valkey = await startValkey();
    onTestFinished(() => valkey.stop());
    await valkey.cli("HSET", "gds:format", "@version", "1", "format", String(FORMAT + 1));
    await expect(launchHttpTaxiway({ VALKEY_URL: valkey.url })).rejects.toThrow(
      `has format ${FORMAT + 1}, but this version of Taxiway supports formats up to ${FORMAT}: upgrade Taxiway`,
    );
  });
});

describe("the health of a node on LMDB", () => {
  it("is degraded within ten seconds on a full disk, and healthy when there is space again", async () => {
    const disk = await mountSmallDisk(4);
    const node = await startHttpTaxiway({ TAXIWAY_DATA_DIR: disk.folder, RATE_LIMIT_ENABLED: "false" });
    const session = await openSession(node);
    worked(await book(node, session));
    await untilKnown(node, healthy);

    disk.fill();
    // Bookings that fit into free space of the file still succeed.
    let refused: ToolResult | undefined;
    for (let tries = 0; tries < 500 && refused === undefined; tries++) {
      const result = await book(node, session);
      if (result.isError) refused = result;
    }
    expect(refused && refusal(refused)).toMatchObject({ data: { retryable: true } });
    await untilKnown(node, unwritable(expect.stringMatching(/^The store (?:is full|cannot be written to)\./)));

    disk.free();
    await untilKnown(node, healthy);
  });

  it("is degraded while another process holds the write lock, and healthy again afterwards", async () => {
    const folder = temporaryFolder();
    const node = await startHttpTaxiway({ TAXIWAY_DATA_DIR: folder });
    await untilKnown(node, healthy);
    const holder = await holdWriteLock(join(folder, "taxiway.mdb"));
    await untilKnown(node, unwritable(expect.any(String)));
    holder.kill("SIGKILL");
    await untilKnown(node, healthy);
  });
});

/** Another process inside an endless write transaction. */
const holdWriteLock = async (path: string): Promise<ChildProcess> => {
  const program = `
    import { open } from "lmdb";
    const root = open({ path: ${JSON.stringify(path)}, maxDbs: 3, encoding: "string", overlappingSync: false });
    root.transactionSync(() => {
      process.stdout.write("held\\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const holder = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  return holder;
};
