import { once } from "node:events";
import { createServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { StoreConfig } from "../../../../src/platform/stores/open-store.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { describeStore } from "../../../fixtures/contracts/store.ts";
import { missing, startStoreProcess, writeUntilKilled } from "../../../fixtures/store-process.ts";
import { startValkey, type ValkeyServer } from "../../../fixtures/valkey.ts";

let server: ValkeyServer;
beforeAll(async () => {
  server = await startValkey();
});
afterAll(() => server.stop());

const openAt = (url: string): Promise<Store> => openValkeyStore({ address: parseValkeyUrl(url) });
const away = { kind: "unavailable", details: { retryable: true } };

describeStore("a Valkey server", async () => ({
  store: await openAt(server.url),
  now: Date.now,
  pass: (milliseconds) => wait(milliseconds + 1),
}));

describe("the data of a Valkey store in valkey-cli", () => {
  it("is hashes with readable fields, sets, lists and numbers under the documented keys", async () => {
    const store = await openAt(server.url);
    const expiresAt = Date.now() + 3_600_000;
    await store.put(
      "pnr:TEST-ABC234",
      { pnr: "TEST-ABC234", totalPrice: 45_900, zip: "02134", segments: [{ id: "x" }] },
      { expiresAt },
    );
    await store.addMember("session:7:pnrs", "TEST-ABC234");
    await store.append("gds:session:7:searches", ["one", "two"], { keep: 10 });
    await store.add("gds:stats:bookings:total", 3);

    expect(lines(await server.cli("HGETALL", "pnr:TEST-ABC234"))).toEqual([
      ...[
        "@version",
        expect.stringMatching(/^\d{16}$/),
        "pnr",
        "TEST-ABC234",
        "totalPrice",
        "45900",
        "zip",
        "02134",
        "segments",
        '[{"id":"x"}]',
      ],
    ]);
    expect(await server.cli("PEXPIRETIME", "pnr:TEST-ABC234")).toBe(String(expiresAt - 1));
    expect(await server.cli("SMEMBERS", "session:7:pnrs")).toBe("TEST-ABC234");
    expect(lines(await server.cli("LRANGE", "gds:session:7:searches", "0", "-1"))).toEqual(["one", "two"]);
    expect(await server.cli("GET", "gds:stats:bookings:total")).toBe("3");
    await store.close();
  });
});

describe("the Valkey store", () => {
  it("uses the database that its URL names", async () => {
    const store = await openAt(`${server.url}/3`);
    await store.put("elsewhere", { a: 1 });
    expect(await server.cli("-n", "3", "EXISTS", "elsewhere")).toBe("1");
    expect(await server.cli("EXISTS", "elsewhere")).toBe("0");
    await store.close();
  });

  it("expires entries by the configured clock in real time", async () => {
    const now = (): number => Date.now() + 400 * 86_400_000;
    const store = await openValkeyStore({ address: parseValkeyUrl(server.url), now });
    await store.put("ahead", { a: 1 }, { expiresAt: now() + 60_000 });
    const left = Number(await server.cli("PTTL", "ahead"));
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    await store.close();
  });

  it("authenticates with user and password, and reports their rejection", async () => {
    const locked = await startValkey({ requirepass: "p@ss:w/rd" });
    const store = await openAt(locked.url.replace("//", "//default:p%40ss%3Aw%2Frd@"));
    await store.ping();
    await store.close();
    await expect(openAt(locked.url.replace("//", "//default:wrong@"))).rejects.toThrow("WRONGPASS");
    await locked.stop();
  });

  it("loses no update of concurrent processes", async () => {
    const config: StoreConfig = { kind: "valkey", address: parseValkeyUrl(server.url) };
    const racers = [1, 2].map(() => startStoreProcess("race", config));
    await Promise.all(racers.map((racer) => new Promise((resolve) => racer.once("exit", resolve))));
    const store = await openAt(server.url);
    expect(await store.count("race:counter")).toBe(400);
    expect((await store.get("race:record"))?.value).toEqual({ sum: 400 });
    await store.close();
  });
});

describe("while the Valkey server is unavailable,", () => {
  it("opening the store fails with a retryable error", async () => {
    const gone = await startValkey();
    await gone.stop();
    await expect(openAt(gone.url)).rejects.toMatchObject(away);
    await expect(openAt(gone.url)).rejects.toThrow("ECONNREFUSED");
  });

  it("every operation fails within a bounded time, and recovers by itself", async () => {
    const restarting = await startValkey();
    const store = await openAt(restarting.url);
    const version = (await store.put("before", { a: 1 })) as number;
    await restarting.kill();
    await expect(store.get("before")).rejects.toMatchObject(away);
    await expect(store.put("before", { a: 2 }, { ifVersion: version })).rejects.toMatchObject(away);
    await expect(store.scan("")[Symbol.asyncIterator]().next()).rejects.toMatchObject(away);
    await expect(store.ping()).rejects.toMatchObject(away);
    await restarting.start();
    await vi.waitFor(() => store.ping(), { timeout: 20_000 });
    expect(await store.get("before")).toEqual({ value: { a: 1 }, version });
    await restarting.kill();
    await store.close();
    await restarting.stop();
  });

  it("operations do not wait forever for a server that hangs", async () => {
    const hanging = await startValkey();
    const store = await openAt(hanging.url);
    hanging.signal("SIGSTOP");
    await expect(store.add("counter", 1)).rejects.toMatchObject(away);
    hanging.signal("SIGCONT");
    await vi.waitFor(() => store.ping(), { timeout: 20_000 });
    await store.close();
    await hanging.stop();
  });

  it("a ping fails at once without waiting for the next connection attempt", async () => {
    const restarting = await startValkey();
    const store = await openAt(restarting.url);
    await restarting.kill();
    await expect(store.get("noticed")).rejects.toMatchObject(away);
    const ping = store.ping().then(
      () => "answered",
      () => "away",
    );
    expect(await Promise.race([ping, nextTurn("still waiting")])).toBe("away");
    await store.close();
    await restarting.stop();
  });

  it("closing does not wait for a connection attempt", async () => {
    const slow = await startValkey();
    const store = await openAt(slow.url);
    await slow.kill();
    await expect(store.get("noticed")).rejects.toMatchObject(away);
    // Accepts connections and never answers.
    const silent = createServer().listen(slow.port, "127.0.0.1");
    await once(silent, "connection");
    const waiting = store.get("key").catch((error: { cause: { cause: Error } }) => error.cause.cause.name);
    await store.close();
    expect(await waiting).toBe("AbortError");
    silent.close();
    await slow.stop();
  });

  it("pending operations are not executed twice", async () => {
    const restarting = await startValkey();
    const store = await openAt(restarting.url);
    let acknowledged = 0;
    let unclear = 0;
    for (let round = 0; round < 3; round++) {
      const underWay = Array.from({ length: 300 }, () => store.add("counter", 1));
      await Promise.race(underWay);
      await restarting.kill();
      const outcomes = await Promise.allSettled(underWay);
      acknowledged += outcomes.filter(({ status }) => status === "fulfilled").length;
      unclear += outcomes.filter(({ status }) => status === "rejected").length;
      await restarting.start();
      await vi.waitFor(() => store.ping(), { timeout: 20_000 });
    }
    const count = await store.count("counter");
    expect(count).toBeGreaterThanOrEqual(acknowledged);
    expect(count).toBeLessThanOrEqual(acknowledged + unclear);
    await store.close();
    await restarting.stop();
  });
});

describe("with appendfsync always,", () => {
  it("no acknowledged write is lost when the server is repeatedly killed with kill -9", async () => {
    const crashing = await startValkey();
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round++) {
      const store = await openAt(crashing.url);
      const enough = 1 + Math.floor(Math.random() * 200);
      for (let number = 0; number < 1_000; number++) {
        const key = `round:${round}:${number}`;
        const version = await store.put(key, { number }, { durable: true }).catch(() => undefined);
        if (version === undefined) break;
        acknowledged.push(key);
        if (number === enough) void crashing.kill();
      }
      await crashing.kill();
      await store.close();
      await crashing.start();
      const afterwards = await openAt(crashing.url);
      expect(await missing(afterwards, acknowledged)).toEqual([]);
      await afterwards.close();
    }
    await crashing.stop();
  });

  it("no acknowledged write is lost when the client is killed with kill -9", async () => {
    const store = await openAt(server.url);
    for (let round = 0; round < 3; round++) {
      const acknowledged = await writeUntilKilled({ kind: "valkey", address: parseValkeyUrl(server.url) });
      expect(await missing(store, acknowledged)).toEqual([]);
    }
    await store.close();
  });
});

const lines = (text: string): string[] => text.split("\n");
