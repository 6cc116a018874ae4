import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTime, recordingLog, spelledOut } from "../../test/fixtures/access/access-fixture.ts";
import { temporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { Failure } from "../model/failure.ts";
import { openLmdbStore } from "../platform/stores/lmdb.ts";
import { createLocalBus } from "../platform/stores/local-bus.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { Store } from "../platform/stores/store.ts";
import { newKeyText } from "./key-text.ts";
import { type Keyring, openKeyring } from "./keyring.ts";

const pepper = Buffer.from("a pepper that cannot be guessed at all");
const DAY = 86_400_000;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Failure);
  return thrown as Failure;
};

const engines: readonly [string, (now: () => number) => Promise<{ store: Store; folder?: string }>][] = [
  ["in memory", async (now) => ({ store: createMemoryStore({ now }) })],
  [
    "in LMDB",
    async (now) => {
      const folder = temporaryFolder();
      return { store: await openLmdbStore({ path: folder, now, realTime: now }), folder };
    },
  ],
];

const opened = async (openStore: (typeof engines)[number][1], options: { pepper?: Buffer; bus?: boolean } = {}) => {
  const time = createTime();
  const { store, folder } = await openStore(time.clock.now);
  const bus = createLocalBus();
  const { log, lines } = recordingLog();
  const node = async (own: { pepper?: Buffer; deaf?: boolean } = {}): Promise<Keyring> => {
    const keyring = await openKeyring({
      ...{ store, clock: time.clock, elapsed: time.elapsed, log },
      bus: own.deaf ? createLocalBus() : bus,
      pepper: own.pepper ?? options.pepper ?? pepper,
    });
    closing.unshift(() => keyring.close());
    return keyring;
  };
  closing.push(() => store.close());
  return { ...time, store, folder, lines, node, keyring: await node() };
};

describe.each(engines)("API keys %s", (_, openStore) => {
  it("grant what they were created for, and are listed without their secret", async () => {
    const { keyring, clock } = await opened(openStore);
    const request = {
      tenant: "acme",
      name: "CI",
      servers: ["gds"],
      tools: ["search*"],
      quota: { perMinute: 60, perDay: 500 },
    };
    const { key, record } = await keyring.create({ ...request, expiresAt: clock.now() + DAY });
    const facts = { ...request, admin: false, keyId: key.slice(4, 12) };
    expect(record).toEqual({ ...facts, createdAt: clock.now(), expiresAt: clock.now() + DAY });
    const { name, ...grant } = facts;
    expect(name).toBe("CI");
    expect(await keyring.find(key)).toEqual(grant);
    expect(await keyring.list("acme")).toEqual([{ ...record, lastUsedAt: clock.now() }]);
    expect(JSON.stringify(await keyring.list())).not.toContain(key.slice(13));
  });

  it("have a fingerprint that stays valid as long as the key does", async () => {
    const { keyring, clock, pass, node } = await opened(openStore);
    const { key, record } = await keyring.create({
      name: "one",
      tenant: "acme",
      admin: true,
      expiresAt: clock.now() + DAY,
    });
    const { keyId } = record;
    const fingerprint = keyring.fingerprintOf(key);
    expect(key).not.toContain(fingerprint);
    expect(await keyring.currentGrant(keyId, fingerprint)).toEqual({ tenant: "acme", keyId, admin: true });
    expect(await (await node()).currentGrant(keyId, fingerprint)).toBeDefined();
    for (const [id, wrong] of [
      [keyId, keyring.fingerprintOf(newKeyText(keyId))],
      [keyId, ""],
      [keyId, key],
      ["unknown0", fingerprint],
      [`../${keyId}`, fingerprint],
    ] as const) {
      expect(await keyring.currentGrant(id, wrong)).toBeUndefined();
    }
    const rotated = await keyring.rotate(keyId, 1_000);
    expect(await keyring.currentGrant(keyId, fingerprint)).toBeDefined();
    pass(1_000);
    expect(await keyring.currentGrant(keyId, fingerprint)).toBeUndefined();
    const successor = keyring.fingerprintOf(rotated.key);
    expect(await keyring.currentGrant(keyId, successor)).toBeDefined();
    pass(DAY);
    expect(await keyring.currentGrant(keyId, successor)).toBeUndefined();
    const other = await keyring.create({ name: "two", admin: true });
    const theirs = keyring.fingerprintOf(other.key);
    expect(await keyring.currentGrant(other.record.keyId, theirs)).toBeDefined();
    await keyring.revoke(other.record.keyId);
    expect(await keyring.currentGrant(other.record.keyId, theirs)).toBeUndefined();
  });

  it("belong to the default tenant unless another is named, which is created with its first key", async () => {
    const { keyring } = await opened(openStore);
    expect(await keyring.tenants()).toEqual(["default"]);
    await keyring.create({ name: "one" });
    await keyring.create({ name: "two", tenant: "acme" });
    expect(await keyring.tenants()).toEqual(["acme", "default"]);
    expect((await keyring.list()).map(({ tenant, name }) => `${tenant}/${name}`)).toEqual(["acme/two", "default/one"]);
    expect(await keyring.list("unknown")).toEqual([]);
  });

  it("are stored as digests made with the pepper", async () => {
    const { keyring, store, folder } = await opened(openStore);
    const { key, record } = await keyring.create({ name: "kept", tenant: "acme" });
    const found = await store.get(`access:key:${record.keyId}`);
    const digest = createHmac("sha256", pepper).update(key).digest("base64url");
    expect(found?.value).toMatchObject({ prefix: record.keyId, tenant: "acme", secrets: [{ digest }] });
    expect(await store.members("access:tenant:acme:keys")).toEqual([record.keyId]);
    if (folder === undefined) return;
    const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"));
    expect(bytes.some((text) => text.includes(record.keyId))).toBe(true);
    expect(bytes.filter((text) => text.includes(key.slice(13)) || text.includes(String(pepper)))).toEqual([]);
  });

  it("stop working when they expire, also on a node that has cached them", async () => {
    const { keyring, clock, pass } = await opened(openStore);
    const { key } = await keyring.create({ name: "short", expiresAt: clock.now() + 300 });
    expect(await keyring.find(key)).toBeDefined();
    pass(299);
    expect(await keyring.find(key)).toBeDefined();
    pass(1);
    expect(await keyring.find(key)).toBeUndefined();
    expect(await keyring.list()).toHaveLength(1);
  });

  it("that are revoked are refused at once here and where the event arrives, and within a second where it is lost", async () => {
    const { keyring, node, pass, lines } = await opened(openStore);
    const [near, deaf] = [await node(), await node({ deaf: true })];
    const { key, record } = await keyring.create({ name: "leaked" });
    for (const each of [keyring, near, deaf]) expect(await each.find(key)).toMatchObject({ keyId: record.keyId });
    expect(await keyring.revoke(record.keyId)).toEqual(record);
    expect(await keyring.find(key)).toBeUndefined();
    expect(await near.find(key)).toBeUndefined();
    pass(1_000);
    expect(await deaf.find(key)).toBeUndefined();
    expect(await keyring.list()).toEqual([]);
    await expect(keyring.revoke(record.keyId)).rejects.toMatchObject({ kind: "not_found" });
    expect(lines).toEqual([]);
  });

  it("that are rotated work until the overlap ends, on every node", async () => {
    const { keyring, node, pass, clock } = await opened(openStore);
    const [near, deaf] = [await node(), await node({ deaf: true })];
    const { key: old, record } = await keyring.create({ name: "rotating", tenant: "acme" });
    for (const each of [keyring, near, deaf]) await each.find(old);
    const { key, record: rotated } = await keyring.rotate(record.keyId, 10_000);
    expect(key).not.toBe(old);
    expect(rotated).toEqual({ ...record, rotatedAt: clock.now(), overlapUntil: clock.now() + 10_000 });
    expect(await keyring.list("acme")).toEqual([{ ...rotated, lastUsedAt: clock.now() }]);
    for (const each of [keyring, near, deaf]) {
      expect(await each.find(key)).toMatchObject({ keyId: record.keyId, tenant: "acme" });
      expect(await each.find(old)).toMatchObject({ keyId: record.keyId, tenant: "acme" });
    }
    pass(9_999);
    for (const each of [keyring, near, deaf]) expect(await each.find(old)).toBeDefined();
    pass(1);
    for (const each of [keyring, near, deaf]) {
      expect(await each.find(old)).toBeUndefined();
      expect(await each.find(key)).toBeDefined();
    }
  });

  it("that are rotated without an overlap leave no valid earlier secret", async () => {
    const { keyring } = await opened(openStore);
    const { key: first, record } = await keyring.create({ name: "leaked" });
    const { key: second } = await keyring.rotate(record.keyId, DAY);
    const { key: third, record: last } = await keyring.rotate(record.keyId, 0);
    expect(last.overlapUntil).toBeUndefined();
    expect(await Promise.all([first, second, third].map((key) => keyring.find(key)))).toEqual([
      ...[undefined, undefined, { tenant: "default", keyId: record.keyId, admin: false }],
    ]);
  });

  it("lose no secret in concurrent rotations, and have a limited number of valid ones", async () => {
    const { keyring, node } = await opened(openStore);
    const nodes = [keyring, await node(), await node(), await node()];
    const { key, record } = await keyring.create({ name: "contended" });
    const made = await Promise.all(nodes.map((each) => each.rotate(record.keyId, DAY)));
    const texts = [key, ...made.map((each) => each.key)];
    for (const text of texts) expect(await keyring.find(text)).toBeDefined();
    await expect(keyring.rotate(record.keyId, DAY)).rejects.toMatchObject({ kind: "rule" });
    await keyring.rotate(record.keyId, 0);
    for (const text of texts) expect(await keyring.find(text)).toBeUndefined();
  });

  it("record their last use, without a write for each use", async () => {
    const { keyring, node, store, pass, clock } = await opened(openStore);
    const { key, record } = await keyring.create({ name: "busy" });
    const put = vi.spyOn(store, "put");
    for (let i = 0; i < 500; i++) {
      await keyring.find(key);
      pass(10);
    }
    const lastUse = clock.now() - 10;
    await keyring.close();
    expect(put).toHaveBeenCalledTimes(1);
    expect(put).toHaveBeenCalledWith(`access:key:${record.keyId}`, expect.anything(), expect.anything());
    expect((await (await node()).list())[0]?.lastUsedAt).toBe(lastUse);
  });

  it("are not created again by a late write of their last use once revoked", async () => {
    const { keyring, node, store } = await opened(openStore);
    const other = await node({ deaf: true });
    const { key, record } = await keyring.create({ name: "gone" });
    await other.find(key);
    await keyring.revoke(record.keyId);
    await other.close();
    expect(await store.get(`access:key:${record.keyId}`)).toBeUndefined();
  });

  it("of another tenant look nonexistent to an administrator", async () => {
    const { keyring } = await opened(openStore);
    const { key, record } = await keyring.create({ name: "theirs", tenant: "acme" });
    const ofOther = await failureOf(keyring.revoke(record.keyId, { tenant: "other" }));
    const ofNobody = await failureOf(keyring.revoke("zzzzzzzz", { tenant: "other" }));
    expect({ ...ofOther.details, value: "" }).toEqual({ ...ofNobody.details, value: "" });
    expect(ofOther.message).toBe(ofNobody.message);
    await expect(keyring.rotate(record.keyId, 0, { tenant: "other" })).rejects.toMatchObject({ kind: "not_found" });
    expect(await keyring.find(key)).toBeDefined();
    await keyring.revoke(record.keyId, { tenant: "acme" });
    expect(await keyring.find(key)).toBeUndefined();
  });

  it("created with another pepper are refused with one warning, and work again after a rotation", async () => {
    const { keyring, node, lines } = await opened(openStore);
    const { key, record } = await keyring.create({ name: "orphan" });
    const elsewhere = await node({ pepper: Buffer.from("another pepper, of some other machine") });
    expect(await elsewhere.find(key)).toBeUndefined();
    expect(await elsewhere.find(key)).toBeUndefined();
    expect(lines.filter((line) => line.includes("another pepper"))).toHaveLength(1);
    expect((await elsewhere.list())[0]).toMatchObject({ keyId: record.keyId, orphaned: true });
    const { key: successor } = await elsewhere.rotate(record.keyId, DAY);
    expect(await elsewhere.find(successor)).toBeDefined();
    expect(await keyring.find(key)).toBeUndefined();
  });
});

describe("invalid keys", () => {
  const openStore = engines[0]?.[1] as (typeof engines)[number][1];

  it("are refused without a look-up if their format is wrong", async () => {
    const { keyring, lines } = await opened(openStore);
    const { key } = await keyring.create({ name: "right" });
    const near = [key.slice(0, -1), `${key}a`, ` ${key}`, key.toLowerCase(), key.replace("_", "-"), `${key}\0`];
    const hostile = [
      "",
      "twk_",
      "a".repeat(1_000_000),
      `twk_${"é".repeat(43)}`,
      "twk_' OR 1=1 --",
      "__proto__",
      "🛫".repeat(20),
    ];
    for (const text of [...near, ...hostile]) expect(keyring.find(text)).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it("are refused if only the secret is wrong", async () => {
    const { keyring } = await opened(openStore);
    const { key, record } = await keyring.create({ name: "right" });
    expect(await keyring.find(newKeyText(record.keyId))).toBeUndefined();
    await keyring.find(key);
    expect(await keyring.find(newKeyText(record.keyId))).toBeUndefined();
    expect(await keyring.find(newKeyText("unknown1"))).toBeUndefined();
  });

  it("are refused if the stored record is malformed", async () => {
    const { keyring, store, lines } = await opened(openStore);
    const { key, record } = await keyring.create({ name: "right" });
    const name = `access:key:${record.keyId}`;
    const { value } = (await store.get(name)) as NonNullable<Awaited<ReturnType<Store["get"]>>>;
    const broken = [
      ...[
        { tenant: "../x" },
        { admin: "yes" },
        { secrets: [] },
        { secrets: [{ digest: "short" }] },
        { servers: "gds" },
      ],
      ...[{ expiresAt: "never" }, { prefix: "other123" }, { perMinute: null }, { secrets: null }, { pepperId: 7 }],
    ];
    for (const change of broken) {
      await store.put(name, { ...value, ...change });
      const fresh = await keyring.find(newKeyText(record.keyId));
      expect([change, fresh, await keyring.list()]).toEqual([change, undefined, []]);
      expect(await keyring.find(key)).toBeUndefined();
    }
    expect(lines.every((line) => line.includes("is unreadable"))).toBe(true);
  });
});

describe("requests for a key", () => {
  const openStore = engines[0]?.[1] as (typeof engines)[number][1];

  it.each([
    [{ name: "" }, "name"],
    [{ name: "a".repeat(81) }, "name"],
    [{ name: "two\nlines" }, "name"],
    [{ name: "\u202edesrever" }, "name"],
    [{ name: 7 }, "name"],
    [{ name: "x", tenant: "Acme" }, "tenant"],
    [{ name: "x", tenant: "" }, "tenant"],
    [{ name: "x", tenant: "a".repeat(41) }, "tenant"],
    [{ name: "x", tenant: "a:keys" }, "tenant"],
    [{ name: "x", servers: [] }, "servers"],
    [{ name: "x", servers: "gds" }, "servers"],
    [{ name: "x", servers: ["gds", "no such/name"] }, "servers"],
    [{ name: "x", tools: ["a*b"] }, "tools"],
    [{ name: "x", tools: [{}] }, "tools"],
    [{ name: "x", admin: "true" }, "admin"],
    [{ name: "x", quota: { perMinute: 0 } }, "per_minute"],
    [{ name: "x", quota: { perDay: 1.5 } }, "per_day"],
    [{ name: "x", quota: { perDay: Number.POSITIVE_INFINITY } }, "per_day"],
    [{ name: "x", expiresAt: 1 }, "expires"],
    [{ name: "x", expiresAt: Number.NaN }, "expires"],
  ])("are rejected with the name of the invalid field: %j", async (request, field) => {
    const { keyring } = await opened(openStore);
    const failure = await failureOf(keyring.create(request as never));
    expect(failure).toMatchObject({ kind: "invalid", details: { field } });
    expect(failure.details.allowed).toBeDefined();
    expect(await keyring.list()).toEqual([]);
  });

  it("succeed a thousand times per tenant", async () => {
    const { keyring, store } = await opened(openStore);
    for (let i = 0; i < 1_000; i++) await store.addMember("access:tenant:acme:keys", `p${i}`);
    await expect(keyring.create({ name: "one more", tenant: "acme" })).rejects.toMatchObject({ kind: "rule" });
    await keyring.create({ name: "one", tenant: "other" });
  });

  it.each([-1, 0.5, Number.NaN, 91 * DAY])("are rejected for an overlap of %s ms", async (overlap) => {
    const { keyring } = await opened(openStore);
    const { record } = await keyring.create({ name: "x" });
    await expect(keyring.rotate(record.keyId, overlap)).rejects.toMatchObject({ kind: "invalid" });
  });

  it("to rotate an expired key are rejected", async () => {
    const { keyring, clock, pass } = await opened(openStore);
    const { record } = await keyring.create({ name: "x", expiresAt: clock.now() + 5 });
    pass(5);
    await expect(keyring.rotate(record.keyId, 0)).rejects.toMatchObject({ kind: "rule" });
  });
});

describe("secrets", () => {
  it("are in no log line, failure, list or record", async () => {
    const { keyring, node, store, lines } = await opened(engines[0]?.[1] as (typeof engines)[number][1]);
    const { key, record } = await keyring.create({ name: "marked", tenant: "acme", admin: true });
    const { key: successor } = await keyring.rotate(record.keyId, DAY);
    const said: string[] = [];
    const collect = async (work: unknown): Promise<void> => {
      try {
        said.push(JSON.stringify(await work) ?? "");
      } catch (error) {
        said.push(spelledOut(error));
      }
    };
    const other = await node({ pepper: Buffer.from("yet another pepper, also of some length") });
    await collect(keyring.find(key));
    await collect(other.find(successor));
    await collect(keyring.revoke(key));
    await collect(keyring.rotate(successor, 0));
    await collect(keyring.create({ name: "x", tenant: "acme" }).then(({ record }) => record));
    await collect(keyring.list());
    for await (const name of store.scan("")) said.push(name, JSON.stringify(await store.get(name).catch(() => "")));
    const everything = [...lines, ...said].join("\n");
    expect(everything).toContain(record.keyId);
    for (const secret of [key, successor]) expect(everything).not.toContain(secret.slice(13, 45));
    expect(everything).not.toContain(String(pepper));
  });
});
