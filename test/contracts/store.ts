import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonValue, Store } from "../../src/platform/stores/store.ts";

export interface StoreUnderTest {
  readonly store: Store;
  /** Closes the store and opens it again on the same data; absent where the engine cannot. */
  reopen?(): Promise<Store>;
  now(): number;
  /** Lets time go by: by moving the store's clock, or by waiting where the engine has its own. */
  pass(milliseconds: number): Promise<void>;
}

/** Late enough for a few commands to be done before it on a busy machine, where time is real. */
const SOON = 1_500;

/** The contract of `src/platform/stores/store.ts`; every engine runs it. `open` gives a store of its own, which may not be empty. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store contract on ${name}`, () => {
    let store: Store;
    let now: () => number;
    let pass: (milliseconds: number) => Promise<void>;
    let reopen: (() => Promise<Store>) | undefined;
    let tests = 0;
    let key: string;

    beforeAll(async () => {
      ({ store, now, pass, reopen } = await open());
    });
    afterAll(() => store.close());

    const test = (sentence: string, run: () => Promise<void>): void =>
      it(sentence, async () => {
        key = `test:${name}:${++tests}`;
        await run();
      });

    /** For a put that has to be carried out. */
    const put = async (...args: Parameters<Store["put"]>): Promise<number> => {
      const version = await store.put(...args);
      if (version === undefined) throw new Error(`The put to ${args[0]} missed.`);
      return version;
    };

    describe("records", () => {
      test("have nothing at a key that was never written", async () => {
        expect(await store.get(key)).toBeUndefined();
        expect(await store.delete(key)).toBe(false);
        expect(await store.expire(key, now() + 1000)).toBe(false);
      });

      test("come back as they were put, with versions that only go up", async () => {
        const first = await put(key, { status: "confirmed" });
        const second = await put(key, { status: "cancelled", reason: "ill" });
        expect(first).toBeGreaterThan(0);
        expect(second).toBeGreaterThan(first);
        expect(await store.get(key)).toEqual({ value: { status: "cancelled", reason: "ill" }, version: second });
      });

      test("have versions that are safe integers", async () => {
        expect(Number.isSafeInteger(await store.put(key, { a: 1 }))).toBe(true);
      });

      test("are replaced whole: a field that is not put again is gone", async () => {
        await store.put(key, { a: 1, b: 2 });
        await store.put(key, { b: 3 });
        expect((await store.get(key))?.value).toEqual({ b: 3 });
      });

      test("are replaced only at the expected version", async () => {
        const first = await put(key, { turn: 1 });
        const second = await put(key, { turn: 2 }, { ifVersion: first });
        expect(await store.put(key, { turn: 3 }, { ifVersion: first })).toBeUndefined();
        expect(await store.put(key, { turn: 3 }, { ifVersion: 0 })).toBeUndefined();
        expect(await store.put(key, { turn: 3 }, { ifVersion: second + 7, durable: true })).toBeUndefined();
        expect(await store.get(key)).toEqual({ value: { turn: 2 }, version: second });
      });

      test("are not created by a put that expects a version", async () => {
        expect(await store.put(key, { turn: 2 }, { ifVersion: 1 })).toBeUndefined();
        expect(await store.get(key)).toBeUndefined();
      });

      test("are created by one of many who try at once", async () => {
        const attempts = Array.from({ length: 50 }, (_, caller) => store.put(key, { caller }, { ifVersion: 0 }));
        const versions = await Promise.all(attempts);
        const winner = versions.findIndex((version) => version !== undefined);
        expect(versions.filter((version) => version !== undefined)).toHaveLength(1);
        expect(await store.get(key)).toEqual({ value: { caller: winner }, version: versions[winner] });
      });

      test("are deleted, and come back with a version that the key never had", async () => {
        const first = await put(key, { a: 1 });
        const second = await put(key, { a: 2 });
        expect(await store.delete(key)).toBe(true);
        expect(await store.get(key)).toBeUndefined();
        const third = await put(key, { a: 3 }, { ifVersion: 0 });
        expect(third).toBeGreaterThan(Math.max(first, second));
      });

      test("never take a version again, however often they are deleted and put", async () => {
        const versions: number[] = [];
        for (let turn = 0; turn < 50; turn++) {
          versions.push(await put(key, { turn }, { ifVersion: 0 }));
          expect(await store.delete(key, { ifVersion: versions.at(-1) as number })).toBe(true);
        }
        expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
      });

      test("are not written over at the version of a record that was deleted", async () => {
        const old = await put(key, { by: "first" });
        await store.delete(key);
        const current = await put(key, { by: "second" });
        expect(await store.put(key, { by: "late" }, { ifVersion: old })).toBeUndefined();
        expect(await store.delete(key, { ifVersion: old })).toBe(false);
        expect(await store.get(key)).toEqual({ value: { by: "second" }, version: current });
      });

      test("are not written over at the version of a record that has expired", async () => {
        const old = await put(key, { by: "first" }, { expiresAt: now() + 50 });
        await pass(50);
        const current = await put(key, { by: "second" }, { ifVersion: 0 });
        expect(current).toBeGreaterThan(old);
        expect(await store.put(key, { by: "late" }, { ifVersion: old })).toBeUndefined();
        expect(await store.delete(key, { ifVersion: old })).toBe(false);
        expect(await store.get(key)).toEqual({ value: { by: "second" }, version: current });
      });

      test("never take a version again after the store was closed and opened", async () => {
        if (reopen === undefined) return;
        const old = await put(key, { by: "first" });
        await store.delete(key);
        store = await reopen();
        const current = await put(key, { by: "second" });
        expect(current).toBeGreaterThan(old);
        expect(await store.put(key, { by: "late" }, { ifVersion: old })).toBeUndefined();
        expect(await store.delete(key, { ifVersion: old })).toBe(false);
        expect(await store.get(key)).toEqual({ value: { by: "second" }, version: current });
      });

      test("are deleted only at the expected version", async () => {
        const first = await put(key, { a: 1 });
        const second = await put(key, { a: 2 });
        expect(await store.delete(key, { ifVersion: first })).toBe(false);
        expect(await store.delete(key, { ifVersion: 0 })).toBe(false);
        expect((await store.get(key))?.version).toBe(second);
        expect(await store.delete(key, { ifVersion: second })).toBe(true);
        expect(await store.delete(key, { ifVersion: 0 })).toBe(false);
      });

      test("are read many at a time, in the order asked for", async () => {
        const keys = Array.from({ length: 300 }, (_, index) => `${key}:${index}`);
        await Promise.all(keys.map((each, index) => (index % 3 === 0 ? undefined : store.put(each, { index }))));
        const asked = [...keys, keys[1] as string];
        const found = await store.getMany(asked);
        const expected = [...keys.keys(), 1].map((index) => (index % 3 === 0 ? undefined : { index }));
        expect(found.map((record) => record?.value)).toEqual(expected);
        expect(await store.getMany([])).toEqual([]);
      });

      test("cannot be changed through the object that was put or got", async () => {
        const list = ["a"];
        await store.put(key, { list });
        list.push("b");
        const got = await store.get(key);
        (got?.value["list"] as string[] | undefined)?.push("c");
        expect((await store.get(key))?.value).toEqual({ list: ["a"] });
      });

      test("keep every JSON value exactly, also strings that look like JSON", async () => {
        const odd: { [field: string]: JsonValue } = {
          ...{
            "": "",
            empty: "",
            blank: " ",
            number: 7,
            numeral: "7",
            padded: " 7 ",
            exponent: "1e5",
            phone: "+15550100",
          },
          ...{
            yes: true,
            word: "true",
            nothing: null,
            null: "null",
            quoted: '"',
            text: '"x"',
            brace: "{",
            object: "{}",
          },
          ...{ nested: { list: [1, "1", [null, { deep: "[]" }]] }, date: "2026-12-15T08:00:00-05:00", tiny: 5e-324 },
          ...{
            script: "日本語 Ελλάδα 🛫",
            half: "\ud83d",
            control: "\u0000\n\u2028",
            "@version": "mine",
            "@": 1,
            constructor: 1,
          },
        };
        await store.put(key, { ...odd, left: undefined });
        expect((await store.get(key))?.value).toStrictEqual(odd);
        const version = await put(key, {});
        expect(await store.get(key)).toEqual({ value: {}, version });
      });

      test("keep whatever value is thought of", async () => {
        const json = fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<JsonValue>;
        const record = fc.dictionary(
          fc.string({ unit: "grapheme" }),
          fc.oneof(
            json,
            json.map((value) => JSON.stringify(value)),
          ),
        );
        await fc.assert(
          fc.asyncProperty(record, async (value) => {
            await store.put(key, value);
            const normal = JSON.parse(JSON.stringify(value)) as typeof value;
            expect((await store.get(key))?.value).toEqual(normal);
          }),
          { numRuns: 100 },
        );
      });

      test("may be large", async () => {
        const text = "Größe ".repeat(170_000);
        await store.put(key, { text }, { durable: true });
        expect((await store.get(key))?.value["text"]).toBe(text);
      });

      test("may have many fields", async () => {
        const value = Object.fromEntries(Array.from({ length: 9_001 }, (_, index) => [`field ${index}`, index]));
        const version = await put(key, value);
        expect(await store.get(key)).toEqual({ value, version });
      });

      test("have keys of any characters", async () => {
        const keys = ["*", "?", "[a-z]", "\\", "{tag}", "ü🛫", "a b\n", '"', "0", "é".repeat(300)].map(
          (end) => `${key}:${end}`,
        );
        for (const each of keys) await store.put(each, { each });
        expect((await store.getMany(keys)).map((record) => record?.value["each"])).toEqual(keys);
        expect(await collect(store.scan(`${key}:`))).toEqual([...keys].sort());
      });
    });

    describe("expiry", () => {
      test("takes a record away for every verb", async () => {
        const first = await put(key, { a: 1 }, { expiresAt: now() + 60_000 });
        expect((await store.get(key))?.version).toBe(first);
        const second = await put(key, { a: 2 }, { expiresAt: now() + 50 });
        await pass(50);
        expect(await store.get(key)).toBeUndefined();
        expect(await store.getMany([key])).toEqual([undefined]);
        expect(await collect(store.scan(key))).toEqual([]);
        expect(await store.delete(key)).toBe(false);
        expect(await store.expire(key, now() + 1000)).toBe(false);
        expect(await store.put(key, { a: 3 }, { ifVersion: second })).toBeUndefined();
        expect(await store.put(key, { a: 3 }, { ifVersion: 0 })).toBeGreaterThan(second);
      });

      test("in the past means gone at once", async () => {
        expect(await store.put(key, { a: 1 }, { expiresAt: now() })).toBeGreaterThan(0);
        expect(await store.get(key)).toBeUndefined();
        await store.put(key, { a: 1 });
        expect(await store.expire(key, now() - 1000)).toBe(true);
        expect(await store.get(key)).toBeUndefined();
      });

      test("is lifted by a put without one", async () => {
        await store.put(key, { a: 1 }, { expiresAt: now() + 50 });
        await store.put(key, { a: 2 });
        await pass(50);
        expect((await store.get(key))?.value).toEqual({ a: 2 });
      });

      test("is moved without a new version, in both directions", async () => {
        const version = await put(key, { a: 1 }, { expiresAt: now() + SOON });
        expect(await store.expire(key, now() + 60_000)).toBe(true);
        await pass(SOON);
        expect(await store.get(key)).toEqual({ value: { a: 1 }, version });
        expect(await store.expire(key, now() + 50)).toBe(true);
        await pass(50);
        expect(await store.get(key)).toBeUndefined();
      });

      test("of a counter is set when it is created, and not again", async () => {
        await store.add(key, 1, { expiresAt: now() + SOON });
        await store.add(key, 1, { expiresAt: now() + 60_000 });
        expect(await store.count(key)).toBe(2);
        await pass(SOON);
        expect(await store.count(key)).toBe(0);
        expect(await store.add(key, 5)).toBe(5);
      });

      test("of a set and a list follows the last write that names one", async () => {
        const [set, list] = [`${key}:set`, `${key}:list`];
        await store.addMember(set, "a", { expiresAt: now() + 60_000 });
        await store.append(list, ["a"], { keep: 9, expiresAt: now() + 60_000 });
        expect(await store.addMember(set, "a", { expiresAt: now() + SOON })).toBe(false);
        await store.append(list, ["b"], { keep: 9, expiresAt: now() + SOON });
        await store.addMember(set, "b");
        await store.append(list, ["c"], { keep: 9 });
        expect([...(await store.members(set))].sort()).toEqual(["a", "b"]);
        expect(await store.items(list)).toEqual(["a", "b", "c"]);
        await pass(SOON);
        expect(await store.members(set)).toEqual([]);
        expect(await store.items(list)).toEqual([]);
        expect(await store.removeMember(set, "a")).toBe(false);
        await store.addMember(set, "new");
        await store.append(list, ["new"], { keep: 9 });
        expect(await store.members(set)).toEqual(["new"]);
        expect(await store.items(list)).toEqual(["new"]);
      });
    });

    describe("counters", () => {
      test("start at 0 and go both ways", async () => {
        expect(await store.count(key)).toBe(0);
        expect(await store.add(key, 5)).toBe(5);
        expect(await store.add(key, -7)).toBe(-2);
        expect(await store.count(key)).toBe(-2);
        expect(await store.delete(key)).toBe(true);
        expect(await store.count(key)).toBe(0);
      });

      test("lose nothing to each other", async () => {
        const sums = await Promise.all(Array.from({ length: 200 }, () => store.add(key, 1)));
        expect([...sums].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
        expect(await store.count(key)).toBe(200);
      });

      test("refuse a fraction", async () => {
        await expect(store.add(key, 0.5)).rejects.toThrow();
        expect(await store.count(key)).toBe(0);
      });
    });

    describe("sets", () => {
      test("hold each member once", async () => {
        expect(await store.members(key)).toEqual([]);
        expect(await store.addMember(key, "TEST-ABC234")).toBe(true);
        expect(await store.addMember(key, "TEST-ABC234")).toBe(false);
        for (const member of ["", "7", "ü🛫", "a,b"]) expect(await store.addMember(key, member)).toBe(true);
        expect([...(await store.members(key))].sort()).toEqual(["", "7", "TEST-ABC234", "a,b", "ü🛫"]);
      });

      test("lose a member once, and are gone with the last one", async () => {
        await store.addMember(key, "a");
        await store.addMember(key, "b");
        expect(await store.removeMember(key, "c")).toBe(false);
        expect(await store.removeMember(key, "a")).toBe(true);
        expect(await store.removeMember(key, "a")).toBe(false);
        expect(await store.members(key)).toEqual(["b"]);
        expect(await store.removeMember(key, "b")).toBe(true);
        expect(await collect(store.scan(key))).toEqual([]);
        expect(await store.expire(key, now() + 1000)).toBe(false);
      });

      test("come back empty after they are deleted", async () => {
        await store.addMember(key, "a");
        expect(await store.delete(key)).toBe(true);
        expect(await store.addMember(key, "b")).toBe(true);
        expect(await store.members(key)).toEqual(["b"]);
      });

      test("take members from many at once", async () => {
        const added = await Promise.all(
          Array.from({ length: 100 }, (_, index) => store.addMember(key, `m${index % 50}`)),
        );
        expect(added.filter(Boolean)).toHaveLength(50);
        expect(await store.members(key)).toHaveLength(50);
      });
    });

    describe("lists", () => {
      test("keep the last items in their order", async () => {
        expect(await store.items(key)).toEqual([]);
        await store.append(key, ["a", "b"], { keep: 3 });
        await store.append(key, ["c", "d"], { keep: 3 });
        expect(await store.items(key)).toEqual(["b", "c", "d"]);
        await store.append(key, ["1", "2", "3", "4", ""], { keep: 2 });
        expect(await store.items(key)).toEqual(["4", ""]);
      });

      test("stay as they are when nothing is appended", async () => {
        await store.append(key, [], { keep: 3 });
        expect(await collect(store.scan(key))).toEqual([]);
        await store.append(key, ["a"], { keep: 3 });
        await store.append(key, [], { keep: 3 });
        expect(await store.items(key)).toEqual(["a"]);
      });
    });

    describe("scan", () => {
      test("finds keys of every kind under a prefix, each once", async () => {
        await store.put(`${key}:record`, { a: 1 });
        await store.add(`${key}:counter`, 1);
        await store.addMember(`${key}:set`, "a");
        await store.append(`${key}:list`, ["a"], { keep: 1 });
        await store.put(`${key.slice(0, -1)}-`, { a: 1 });
        const kinds = ["counter", "list", "record", "set"].map((kind) => `${key}:${kind}`);
        expect(await collect(store.scan(`${key}:`))).toEqual(kinds);
        expect(await collect(store.scan(""))).toEqual(expect.arrayContaining(kinds));
      });

      test("finds more keys than a page holds", async () => {
        const keys = Array.from({ length: 2_500 }, (_, index) => `${key}:${String(index).padStart(4, "0")}`);
        await Promise.all(keys.map((each) => store.add(each, 1)));
        expect(await collect(store.scan(`${key}:`))).toEqual(keys);
        expect(await collect(store.scan(`${key}:000`))).toEqual(keys.slice(0, 10));
      });

      test("takes the prefix literally", async () => {
        for (const end of ["*x", "?x", "[a]x", "\\x", "ax", "aax"]) await store.add(`${key}:${end}`, 1);
        for (const prefix of ["*", "?", "[a]", "\\"]) {
          expect(await collect(store.scan(`${key}:${prefix}`))).toEqual([`${key}:${prefix}x`]);
        }
      });
    });

    test("a verb of one kind on a key of another is refused and changes nothing", async () => {
      await store.add(key, 1);
      await expect(store.get(key)).rejects.toThrow();
      await expect(store.put(key, { a: 1 })).rejects.toThrow();
      await expect(store.delete(key, { ifVersion: 1 })).rejects.toThrow();
      await expect(store.addMember(key, "a")).rejects.toThrow();
      await expect(store.append(key, ["a"], { keep: 1 })).rejects.toThrow();
      expect(await store.count(key)).toBe(1);
    });

    test("after close, which waits for what is under way, every verb is refused", async () => {
      const other = (await open()).store;
      await other.ping();
      const underWay = Promise.all(Array.from({ length: 20 }, () => other.add(key, 1)));
      await other.close();
      expect(await underWay).toHaveLength(20);
      await other.close();
      await expect(other.get(key)).rejects.toThrow("closed");
      await expect(other.add(key, 1)).rejects.toThrow("closed");
      await expect(other.ping()).rejects.toThrow("closed");
    });
  });
}

/** Entries live as long as the configured clock gave them, counted in real time. */
export async function expectRealExpiry(
  store: Store,
  now: () => number,
  passReally: (ms: number) => void,
): Promise<void> {
  await store.put("record", { a: 1 }, { expiresAt: now() + 1_000 });
  await store.add("counter", 1, { expiresAt: now() + 1_000 });
  await store.addMember("set", "a", { expiresAt: now() + 60_000 });
  await store.addMember("set", "b");
  await store.append("list", ["a"], { keep: 9, expiresAt: now() + 1_000 });
  await store.append("list", ["b"], { keep: 9 });
  await store.put("moved", { a: 1 });
  await store.expire("moved", now() + 60_000);
  passReally(999);
  expect((await store.get("record"))?.value).toEqual({ a: 1 });
  expect(await store.items("list")).toEqual(["a", "b"]);
  passReally(1);
  expect(await store.get("record")).toBeUndefined();
  expect(await store.count("counter")).toBe(0);
  expect(await store.items("list")).toEqual([]);
  expect([...(await store.members("set"))].sort()).toEqual(["a", "b"]);
  passReally(59_000);
  expect(await store.members("set")).toEqual([]);
  expect(await store.get("moved")).toBeUndefined();
}

async function collect(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all.sort();
}
