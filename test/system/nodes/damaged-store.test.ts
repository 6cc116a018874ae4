import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { openLmdbStore } from "../../../src/platform/stores/lmdb.ts";
import { readHeader } from "../../../src/platform/stores/lmdb-header.ts";
import { overwrite, replaceText, truncate } from "../../fixtures/damage.ts";
import { environmentOf, MAIN } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const PAGE = 4096;

/** A closed store with a few hundred bookings. */
const storeIn = async (path: string): Promise<string> => {
  const store = await openLmdbStore({ path, now: Date.now });
  await Promise.all(
    Array.from({ length: 400 }, (_, i) => store.put(`pnr:${i}`, { name: `Traveller ${i}`, text: "x".repeat(500) })),
  );
  await store.addMember("session:1:pnrs", "TEST-ABC234");
  await store.close();
  return join(path, "taxiway.mdb");
};

const startOn = async (folder: string, args: readonly string[] = ["serve"]) => {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: environmentOf({ TAXIWAY_DATA_DIR: folder, HTTP_PORT: "0" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, code, signal };
};

/** Damaged files, by the kind of damage. */
const DAMAGE: Readonly<Record<string, (file: string) => void>> = {
  "cut off in the middle": truncate,
  "cut off in its first page": (file) => writeFileSync(file, readFileSync(file).subarray(0, 100)),
  empty: (file) => writeFileSync(file, ""),
  "without its meta pages": (file) => overwrite(file, 0, Buffer.alloc(2 * PAGE)),
  "without its first meta page": (file) => overwrite(file, 0, Buffer.alloc(PAGE)),
  "with a page size of 0": (file) => {
    overwrite(file, 48, Buffer.alloc(4));
    overwrite(file, PAGE + 48, Buffer.alloc(4));
  },
  "with noise in all its pages": (file) => {
    const pages = readFileSync(file).length / PAGE;
    for (let page = 2; page < pages; page++) overwrite(file, page * PAGE, Buffer.alloc(PAGE, 0xa7));
  },
};

describe("an LMDB file during writes", () => {
  it("is never reported as damaged", async () => {
    const found = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const path = temporaryFolder();
      const store = await openLmdbStore({ path, now: Date.now });
      let isOver = false;
      const growing = (async () => {
        for (let i = 0; !isOver; i++) {
          const keys = Array.from({ length: 50 }, (_, n) => `pnr:${(n * 7919 + i * 104_729) % 1_000_003}`);
          await Promise.all(keys.map((key) => store.put(key, { text: "x".repeat(300) })));
        }
      })();
      for (let i = 0; i < 100; i++) found.add((await readHeader(join(path, "taxiway.mdb"))).kind);
      isOver = true;
      await growing;
      await store.close();
    }
    expect([...found]).toEqual(["plausible"]);
  });
});

describe("a damaged LMDB file", () => {
  for (const [how, damage] of Object.entries(DAMAGE)) {
    it(`that is ${how} is rejected at the start in one sentence with its path`, async () => {
      const folder = temporaryFolder();
      const file = await storeIn(folder);
      damage(file);
      const { stderr, stdout, code, signal } = await startOn(folder);
      expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: "" });
      expect(stderr).toContain(`The store ${file} `);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).toMatch(/is damaged: .*taxiway store restore .*move the file away/);
    });

    it(`that is ${how} is reported by taxiway store check`, async () => {
      const folder = temporaryFolder();
      const file = await storeIn(folder);
      damage(file);
      const { stderr, code, signal } = await startOn(folder, ["store", "check"]);
      expect({ code, signal }).toEqual({ code: 1, signal: null });
      expect(stderr).toContain(file);
    });
  }

  it("with changed bytes never returns wrong values", async () => {
    const path = temporaryFolder();
    const file = await storeIn(path);
    expect(replaceText(file, 'Traveller 7"', 'Traveller 8"')).toBeGreaterThan(0);
    const store = await openLmdbStore({ path, now: Date.now });
    const damaged = { kind: "unavailable", details: { carriedOut: false, retryable: false } };
    await expect(store.get("pnr:7")).rejects.toMatchObject(damaged);
    await expect(store.put("pnr:7", { a: 1 })).rejects.toMatchObject(damaged);
    expect((await store.get("pnr:8"))?.value["name"]).toBe("Traveller 8");
    expect(await store.put("pnr:9", { a: 1 })).toBeGreaterThan(0);
    await store.close();
    const { stderr, code } = await startOn(path, ["store", "check"]);
    expect(code).toBe(1);
    expect(stderr).toContain("wrong checksum: 1 × pnr");
    expect(stderr).not.toContain("Traveller");
  });

  it("with a changed set member never returns wrong members", async () => {
    const path = temporaryFolder();
    const file = await storeIn(path);
    expect(replaceText(file, "TEST-ABC234", "TEST-ABC235")).toBeGreaterThan(0);
    const store = await openLmdbStore({ path, now: Date.now });
    await expect(store.members("session:1:pnrs")).rejects.toMatchObject({ details: { retryable: false } });
    await store.close();
    expect((await startOn(path, ["store", "check"])).stderr).toContain("wrong members: 1 × session");
  });

  it("is not created by several processes that open the store at once", async () => {
    const folder = temporaryFolder();
    const stores = await Promise.all([1, 2, 3, 4].map(() => startOn(folder, ["keys", "list"])));
    expect(stores.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const { stdout, code } = await startOn(folder, ["store", "check"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("is intact")]);
  });
});
