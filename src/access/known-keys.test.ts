import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTime, recordingLog, spelledOut, watchedStore } from "../../test/fixtures/access/access-fixture.ts";
import { createLocalBus } from "../platform/stores/local-bus.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { newKeyText } from "./key-text.ts";
import { openKeyring } from "./keyring.ts";
import { TRUSTED_MS } from "./known-keys.ts";

afterEach(() => void vi.useRealTimers());

const opened = async () => {
  const time = createTime();
  const { store, state } = watchedStore(createMemoryStore({ now: time.clock.now }));
  const { log, lines } = recordingLog();
  const bus = createLocalBus();
  const options = { store, bus, clock: time.clock, elapsed: time.elapsed, log };
  const keyring = await openKeyring({ ...options, pepper: Buffer.alloc(32, 7) });
  const { key, record } = await keyring.create({ name: "known", tenant: "acme" });
  const reads = (): number => state.calls.filter((call) => call.startsWith("get access:key:")).length;
  return { ...time, keyring, key, record, state, reads, lines, bus };
};

const away = { kind: "unavailable", details: { retryable: true } };
const manyTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe("a key in use", () => {
  it("is found in the cache, without reading the store", async () => {
    const { keyring, key, record, reads, pass } = await opened();
    await keyring.find(key);
    const before = reads();
    for (let i = 0; i < 400; i++) {
      expect(keyring.find(key)).toMatchObject({ keyId: record.keyId });
      pass(1);
    }
    expect(reads()).toBe(before);
  });

  it("is read again before its cache entry expires", async () => {
    const { keyring, key, reads, pass } = await opened();
    await keyring.find(key);
    const before = reads();
    for (let i = 0; i < 100; i++) {
      pass(100);
      expect(keyring.find(key)).not.toBeInstanceOf(Promise);
      await manyTurns();
    }
    expect(reads() - before).toBeGreaterThanOrEqual(10);
    expect(reads() - before).toBeLessThanOrEqual(20);
  });

  it("is cached for a second at most, counted from the start of the read", async () => {
    const { keyring, key, pass } = await opened();
    const slow = keyring.find(key);
    pass(900);
    await slow;
    pass(100);
    expect(keyring.find(key)).toBeInstanceOf(Promise);
  });

  it("costs little memory per use", async () => {
    const { keyring, key } = await opened();
    await keyring.find(key);
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    for (let i = 0; i < 5_000; i++) keyring.find(key);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 1_000; i++) keyring.find(key);
    expect((process.memoryUsage().heapUsed - before) / 1_000).toBeLessThan(1_500);
  });

  it("is not cached if it is revoked while it is being read", async () => {
    const { keyring, key, record, bus, pass } = await opened();
    await keyring.find(key);
    pass(1_000);
    const underWay = keyring.find(key);
    bus.publish("access:key", record.keyId);
    await underWay;
    expect(keyring.find(key)).toBeInstanceOf(Promise);
  });
});

describe("a wrong key", () => {
  it("causes as many reads of the store as an unknown one", async () => {
    const { keyring, key, record, state } = await opened();
    await keyring.find(key);
    for (let turn = 0; turn < 3; turn++) {
      state.calls.length = 0;
      expect(await keyring.find(newKeyText(record.keyId))).toBeUndefined();
      const forWrong = state.calls.map((call) => call.replace(/\w{8}$/, ""));
      state.calls.length = 0;
      expect(await keyring.find(newKeyText("unknown1"))).toBeUndefined();
      expect(state.calls.map((call) => call.replace(/\w{8}$/, ""))).toEqual(forWrong);
      expect(forWrong).toEqual(["get access:key:"]);
    }
  });
});

describe("while the store is unavailable", () => {
  it("known keys work for a limited time, and unknown ones get a retryable error", async () => {
    const { keyring, key, record, state, pass, lines } = await opened();
    await keyring.find(key);
    state.failing = true;
    for (let minute = 0; minute < 4; minute++) {
      pass(60_000);
      expect(await keyring.find(key)).toMatchObject({ keyId: record.keyId });
      expect(keyring.find(key)).toMatchObject({ keyId: record.keyId });
    }
    await expect(keyring.find(newKeyText("unknown1"))).rejects.toMatchObject(away);
    await expect(keyring.find(newKeyText(record.keyId))).rejects.toMatchObject(away);
    pass(TRUSTED_MS - 4 * 60_000);
    await expect(keyring.find(key)).rejects.toMatchObject(away);
    expect(lines.filter((line) => line.startsWith("warn"))).toHaveLength(1);
    state.failing = false;
    expect(await keyring.find(key)).toMatchObject({ keyId: record.keyId });
    expect(lines.at(-1)).toContain("with the store again");
  });

  it("a key that is known to be revoked does not work", async () => {
    const { keyring, key, record, state, bus } = await opened();
    await keyring.find(key);
    state.failing = true;
    bus.publish("access:key", record.keyId);
    await expect(keyring.find(key)).rejects.toMatchObject(away);
  });

  it("keys still expire", async () => {
    const { keyring, clock, state, pass } = await opened();
    const { key } = await keyring.create({ name: "short", expiresAt: clock.now() + 5_000 });
    await keyring.find(key);
    state.failing = true;
    pass(5_000);
    expect(await keyring.find(key)).toBeUndefined();
  });

  it("look-ups end after half a second, and errors and log lines do not contain the key", async () => {
    vi.useFakeTimers();
    const { keyring, key, record, state, pass, lines } = await opened();
    await keyring.find(key);
    state.hanging = true;
    pass(1_000);
    const known = keyring.find(key);
    const unknown = Promise.resolve(keyring.find(newKeyText("unknown1"))).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(510);
    expect(await known).toMatchObject({ keyId: record.keyId });
    expect(await unknown).toMatchObject(away);
    expect(spelledOut(await unknown)).not.toContain("unknown1");
    expect(lines.join("\n")).not.toContain(key.slice(13));
  });

  it("changes are rejected, and nothing is changed in part", async () => {
    const { keyring, key, record, state } = await opened();
    state.failing = true;
    await expect(keyring.revoke(record.keyId)).rejects.toThrow();
    await expect(keyring.rotate(record.keyId, 0)).rejects.toThrow();
    await expect(keyring.create({ name: "x" })).rejects.toThrow();
    state.failing = false;
    expect(await keyring.find(key)).toBeDefined();
    expect(await keyring.list()).toHaveLength(1);
  });
});

describe("last uses", () => {
  it("are written every 15 seconds, and again after an outage of the store", async () => {
    vi.useFakeTimers();
    const { keyring, key, record, state, lines, clock, pass } = await opened();
    await keyring.find(key);
    await vi.advanceTimersByTimeAsync(15_000);
    expect((await keyring.list())[0]?.lastUsedAt).toBe(clock.now());
    const puts = () => state.calls.filter((call) => call === `put access:key:${record.keyId}`).length;
    expect(puts()).toBe(2);
    pass(100);
    keyring.find(key);
    state.failing = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(lines.filter((line) => line.includes("could not be written"))).toHaveLength(1);
    state.failing = false;
    await vi.advanceTimersByTimeAsync(15_000);
    expect((await keyring.list())[0]?.lastUsedAt).toBe(clock.now());
    await keyring.close();
  });
});
