import { once } from "node:events";
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLmdbStore } from "../../../src/platform/stores/lmdb.ts";
import { replaceText, truncate } from "../../fixtures/damage.ts";
import { startStoreProcess } from "../../fixtures/store-process.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { runTaxiway } from "../access/run-taxiway.ts";

const storeIn = async (path: string, name: string): Promise<void> => {
  const store = await openLmdbStore({ path, now: Date.now });
  await store.put("pnr:TEST-ABC234", { name }, { expiresAt: Date.now() + 60_000 });
  await store.put("tenant:acme:pnr:TEST-ABC235", { name });
  await store.put("gds:session:0f3c", { name });
  await store.put("Ada Lovelace", { name });
  await store.addMember("session:0f3c:pnrs", "TEST-ABC234");
  await store.close();
};

const nameIn = async (path: string): Promise<unknown> => {
  const store = await openLmdbStore({ path, now: Date.now });
  const record = await store.get("pnr:TEST-ABC234");
  await store.close();
  return record?.value["name"];
};

const run = (folder: string, ...args: string[]) => runTaxiway(["store", ...args], { TAXIWAY_DATA_DIR: folder });

describe("taxiway store", () => {
  it("shows path, format, size and counts by kind of key, and no personal data", async () => {
    const folder = temporaryFolder();
    await storeIn(folder, "Ada Lovelace");
    const { stdout, stderr, code } = await run(folder, "info");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(join(folder, "taxiway.mdb"));
    expect(stdout).toMatch(/Format +taxiway 3\nSize +0\.\d MB\nEntries +5\n/);
    const kinds = ["*", "gds:session:*", "pnr:*", "session:*:pnrs", "tenant:*:pnr:*"];
    expect(stdout.split("\n").slice(4, -1)).toEqual(kinds.map((kind) => `  ${kind.padEnd(14)}  1`));
    expect(stdout).not.toContain("Ada");
    expect((await run(folder, "check")).stdout).toContain("is intact: 5 entries");
  });

  it("backs up while other processes write, and restores the backup", async () => {
    const folder = temporaryFolder();
    await storeIn(folder, "before");
    const writers = [1, 2].map(() => startStoreProcess("write", { kind: "lmdb", path: folder }));
    onTestFinished(() => void writers.map((writer) => writer.kill("SIGKILL")));
    await Promise.all(writers.map((writer) => createInterface(writer.stdout)[Symbol.asyncIterator]().next()));
    const backups = ["a.mdb", "b.mdb", "c.mdb"].map((name) => join(temporaryFolder(), name));
    for (const backup of backups) {
      expect(await run(folder, "backup", backup)).toMatchObject({ code: 0, stderr: "" });
    }
    const ended = Promise.all(writers.map((writer) => once(writer, "exit")));
    for (const writer of writers) writer.kill("SIGKILL");
    await ended;
    const [backup = ""] = backups;
    expect(statSync(backup).mode & 0o077).toBe(0);
    const again = await run(folder, "backup", backup);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`${backup} exists.`)]);

    const changed = await openLmdbStore({ path: folder, now: Date.now });
    await changed.put("pnr:TEST-ABC234", { name: "after" });
    await changed.close();
    const restored = await run(folder, "restore", backup);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(await nameIn(folder)).toBe("before");
    const replaced = readdirSync(folder).filter((name) => name.includes(".replaced-"));
    expect(replaced).toHaveLength(1);
    expect(restored.stdout).toContain(join(folder, replaced[0] as string));
    const back = temporaryFolder();
    await run(back, "restore", join(folder, replaced[0] as string));
    expect(await nameIn(back)).toBe("after");
    expect(readdirSync(folder).filter((name) => /restoring|part|new-|maintenance/.test(name))).toEqual([]);
  });

  it("does not restore while a process has the store open, which it names", async () => {
    const folder = temporaryFolder();
    await storeIn(folder, "before");
    const backup = join(temporaryFolder(), "backup.mdb");
    await run(folder, "backup", backup);
    const child = startStoreProcess("answer", { kind: "lmdb", path: folder });
    await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    const refused = await run(folder, "restore", backup);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`open (pid ${child.pid})`)]);
    child.stdin.end();
    await once(child, "exit");
    expect(await run(folder, "restore", backup)).toMatchObject({ code: 0 });
  });

  it("does not restore a damaged backup or a file that is not a store", async () => {
    const folder = temporaryFolder();
    await storeIn(folder, "before");
    const place = temporaryFolder();
    const [changed, cut, other] = ["changed.mdb", "cut.mdb", "other.mdb"].map((name) => join(place, name)) as [
      string,
      string,
      string,
    ];
    await run(folder, "backup", changed);
    await run(folder, "backup", cut);
    replaceText(changed, "before", "beFore");
    truncate(cut);
    writeFileSync(other, "x".repeat(20_000));
    for (const file of [changed, cut, other]) {
      const { code, stderr } = await run(folder, "restore", file);
      expect([code, stderr]).toEqual([1, expect.stringContaining(file)]);
    }
    expect(await nameIn(folder)).toBe("before");
  });

  it("checks a read-only backup", async () => {
    const folder = temporaryFolder();
    await storeIn(folder, "before");
    const backup = join(temporaryFolder(), "backup.mdb");
    await run(folder, "backup", backup);
    chmodSync(backup, 0o400);
    expect(await run(folder, "restore", backup)).toMatchObject({ code: 0 });
    expect(await nameIn(folder)).toBe("before");
    const store = await openLmdbStore({ path: folder, now: Date.now });
    expect(await store.put("pnr:TEST-ABC234", { name: "written" })).toBeGreaterThan(0);
    await store.close();
  });

  it("explains its arguments, a missing store, and what to use with other stores", async () => {
    const folder = temporaryFolder();
    const { stdout, code } = await run(folder, "--help");
    expect([code, stdout]).toEqual([0, expect.stringContaining("Usage: taxiway store info")]);
    for (const [args, text] of [
      [["info"], `There is no store ${join(folder, "taxiway.mdb")}.`],
      [["repair"], "There is no command “repair”"],
      [["backup"], "takes one file"],
      [["check", "more"], "takes no arguments"],
      [["check", "--fast"], "See taxiway store --help."],
    ] as const) {
      const { stderr, code } = await run(folder, ...args);
      expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
    }
    const valkey = await runTaxiway(["store", "backup", "x"], { VALKEY_URL: "valkey://127.0.0.1:1" });
    expect([valkey.code, valkey.stderr]).toEqual([1, expect.stringMatching(/valkey-cli --rdb .*docs\/operating\.md/)]);
    const memory = await runTaxiway(["store", "info"], { TAXIWAY_STORE: "memory" });
    expect([memory.code, memory.stderr]).toEqual([1, expect.stringContaining("memory store")]);
  });
});
