import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Answer } from "../../../fixtures/taxiway.ts";
import { startValkey } from "../../../fixtures/valkey.ts";
import { type Cluster, isAlive, kill, launchCluster, startCluster } from "./cluster.ts";
import { openSession } from "./legacy-session.ts";

const SEARCH = { origin: "JFK", destination: "LAX", departureDate: "2026-12-15" };
const bookingOf = (flightId: string) => ({
  flightIds: [flightId],
  passengers: [{ type: "adult", firstName: "Ada", lastName: "Byron" }],
  contactEmail: "ada@example.com",
});

const valkeyUrl = async (): Promise<string> => {
  const valkey = await startValkey();
  onTestFinished(() => valkey.stop());
  return valkey.url;
};

const callsIn = (metrics: string): number =>
  [...metrics.matchAll(/^taxiway_tool_calls_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);

describe("two workers on one port", () => {
  let shared: Cluster;
  beforeAll(async () => {
    shared = await launchCluster({ TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: mkdtempSync(join(tmpdir(), "taxiway-")) });
    return shared.end;
  });

  it("serve the sessions of each other", async () => {
    const cluster = shared;
    const session = await openSession(await cluster.connect());
    const lines = await cluster.connectToEach();
    expect(new Set(lines.map(({ pid }) => pid)).size).toBe(2);
    const pnrs: string[] = [];
    for (const line of [...lines, ...lines]) {
      const { flights } = await session.call(line, "searchFlights", SEARCH);
      pnrs.push((await session.call(line, "bookFlight", bookingOf(flights[0].id))).pnr);
    }
    for (const line of lines) {
      const { bookings } = await session.call(line, "listBookings", {});
      expect(bookings.map(({ pnr }: { pnr: string }) => pnr).sort()).toEqual([...pnrs].sort());
    }
  });

  it("share connections, and count them together", async () => {
    const cluster = await startCluster();
    const lines = [await cluster.connect(), await cluster.connect(), await cluster.connect(), await cluster.connect()];
    const pids = lines.map(({ pid }) => pid);
    for (const worker of cluster.pids()) expect(pids.filter((pid) => pid === worker)).toHaveLength(2);
    for (const line of lines) {
      const connections = async () => JSON.parse((await line.ask("GET", "/health", {})).body).connections;
      const all = { stdio: 0, http: 4, total: 4 };
      await vi.waitFor(async () => expect(await connections()).toEqual(all), { timeout: 15_000, interval: 200 });
    }
  });

  it("print their address once", async () => {
    expect(shared.stdout().match(/listening/g)).toHaveLength(1);
    expect(shared.stdout()).toContain("with 2 workers");
    expect(shared.stderr()).toBe("");
  });

  it.each(["LMDB", "Valkey"])("notify clients of each other's bookings on %s", async (store) => {
    const cluster = store === "Valkey" ? await startCluster({ VALKEY_URL: await valkeyUrl() }) : shared;
    const [here, there] = await cluster.connectToEach();
    const session = await openSession(there);
    const uri = "gds://session/bookings";
    expect((await session.request(there, "resources/subscribe", { uri })).status).toBe(200);
    const messages = await session.listen(here);
    const { flights } = await session.call(there, "searchFlights", SEARCH);
    await session.call(there, "bookFlight", bookingOf(flights[0].id));
    const { value } = await messages.next();
    expect(value).toMatchObject({ method: "notifications/resources/updated", params: { uri } });
  });

  it("have the same world, even with a random seed", async () => {
    const cluster = await startCluster({ MOCK_DATA_SEED: "random" });
    const lines = await cluster.connectToEach();
    const session = await openSession(await cluster.connect());
    const answers = await Promise.all(lines.map((line) => session.call(line, "searchFlights", SEARCH)));
    expect(answers[0].flights.length).toBeGreaterThan(0);
    expect(answers[1].flights).toEqual(answers[0].flights);
  });

  it("return common metrics, whichever is asked", async () => {
    const cluster = await startCluster();
    const lines = await cluster.connectToEach();
    const session = await openSession(await cluster.connect());
    for (const line of [...lines, ...lines, ...lines]) await session.call(line, "searchFlights", SEARCH);
    for (const line of lines) {
      // On a busy machine a worker may miss one count, but not every one.
      await vi.waitFor(async () => {
        const { body } = await line.ask("GET", "/metrics", {});
        expect(callsIn(body)).toBe(6);
        expect(body).toMatch(/^taxiway_http_connections (?:[3-9]|\d\d+)$/m);
      });
    }
  });

  it("return metrics without waiting for a worker that hangs", async () => {
    const cluster = await startCluster();
    const [well, hanging] = await cluster.connectToEach();
    const session = await openSession(well);
    await session.call(well, "searchFlights", SEARCH);
    await session.call(hanging, "searchFlights", SEARCH);
    kill(hanging.pid, "SIGSTOP");
    const calls = async () => callsIn((await well.ask("GET", "/metrics", {})).body);
    expect(await calls()).toBe(1);
    kill(hanging.pid, "SIGCONT");
    await vi.waitFor(async () => expect(await calls()).toBe(2), { timeout: 10_000 });
  });
});

describe("a worker that dies", () => {
  it("is replaced without losing a session or booking", async () => {
    const cluster = await startCluster();
    const before = cluster.pids();
    const doomed = await cluster.connect();
    const session = await openSession(doomed);
    const { flights } = await session.call(doomed, "searchFlights", SEARCH);
    const { pnr } = await session.call(doomed, "bookFlight", bookingOf(flights[0].id));
    kill(doomed.pid, "SIGKILL");
    const other = await vi.waitFor(
      async () => {
        const lines = [await cluster.connect(), await cluster.connect()];
        const found = lines.find(({ pid }) => !before.includes(pid));
        if (found === undefined) throw new Error("not replaced yet");
        return found;
      },
      { timeout: 20_000, interval: 100 },
    );
    expect((await session.call(other, "retrieveBooking", { pnr })).pnr).toBe(pnr);
    expect((await session.call(other, "listBookings", {})).bookings).toHaveLength(1);
    expect(cluster.pids()).toHaveLength(2);
    expect(cluster.stdout().match(/listening/g)).toHaveLength(1);
    expect(cluster.stderr()).toContain("worker ended");
  });
});

describe("the end of a cluster", () => {
  const SLOW = { MOCK_RESPONSE_DELAY: "3000" };

  /** Two running calls, one at each worker. */
  const startCalls = async (cluster: Awaited<ReturnType<typeof startCluster>>) => {
    const lines = await cluster.connectToEach();
    const session = await openSession(lines[0]);
    const calls = lines.map((line) =>
      session.request(line, "tools/call", { name: "searchFlights", arguments: SEARCH }),
    );
    const watch = await cluster.connect();
    const inFlight = async () => /in_flight (\d+)$/m.exec((await watch.ask("GET", "/metrics", {})).body)?.[1];
    await vi.waitFor(async () => expect(await inFlight()).toBe("2"), { timeout: 3_000 });
    return calls;
  };

  const expectAnswered = async (calls: Awaited<ReturnType<typeof startCalls>>): Promise<void> => {
    for (const { status, body } of await Promise.all(calls)) {
      expect(status).toBe(200);
      expect((JSON.parse(body) as Answer).result.structuredContent.flights.length).toBeGreaterThan(0);
    }
  };

  it("waits for running calls at SIGTERM, with exit code 0", async () => {
    const cluster = await startCluster(SLOW);
    const pids = cluster.pids();
    const calls = await startCalls(cluster);
    const exit = cluster.stop("SIGTERM");
    await expectAnswered(calls);
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(cluster.stderr()).toBe("");
  });

  it("waits for running calls at Ctrl-C, which reaches every process at once", async () => {
    const cluster = await startCluster(SLOW);
    const calls = await startCalls(cluster);
    for (const pid of cluster.pids()) kill(pid, "SIGINT");
    const exit = cluster.stop("SIGINT");
    await expectAnswered(calls);
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  it("reaches the workers when the primary is killed, after their running calls", async () => {
    const cluster = await startCluster(SLOW);
    const pids = cluster.pids();
    const calls = await startCalls(cluster);
    const exit = cluster.stop("SIGKILL");
    await expectAnswered(calls);
    expect(await exit).toEqual({ code: null, signal: "SIGKILL" });
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 15_000 });
  });
});
