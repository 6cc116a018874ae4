import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRehearsing, type Rehearsing } from "../../../fixtures/rehearsal/rehearse.ts";
import { shippedNames } from "../../../fixtures/rehearsal/shipped.ts";
import { environmentOf, MAIN } from "../../../fixtures/taxiway.ts";
import { startValkey, type ValkeyServer } from "../../../fixtures/valkey.ts";

const names = await shippedNames();

/** Journals by the names of their files. */
const journalsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

describe("shipped scenarios", { timeout: 180_000 }, () => {
  let folder: string;
  let valkey: ValkeyServer;
  let memory: Rehearsing;
  let lmdb: Rehearsing;
  let remote: Rehearsing;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "taxiway-test-"));
    valkey = await startValkey();
    memory = await openRehearsing();
    lmdb = await openRehearsing({}, { TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: join(folder, "data") });
    remote = await openRehearsing({}, { VALKEY_URL: valkey.url });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([memory, lmdb, remote].map((one) => one?.close()));
    await valkey?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("are played by gold with one journal each, byte for byte, over all stores, processes and time zones", async () => {
    const gold = ["core", "--agent", "gold", "--jobs", "4", "--report"];
    const stores = Object.entries({ memory, lmdb, remote });
    for (const [name, taxiway] of stores) {
      const { code, out } = await taxiway.rehearse(...gold, `journal=${join(folder, name)}`);
      expect({ code, out }).toMatchObject({ code: 0 });
    }
    const zones = { east: "Pacific/Kiritimati", west: "America/Los_Angeles" };
    for (const [name, TZ] of Object.entries(zones)) {
      const args = [MAIN, "rehearse", ...gold, `journal=${join(folder, name)}`];
      await promisify(execFile)(process.execPath, args, { env: environmentOf({ TZ, LANG: "de_DE.UTF-8" }) });
    }
    const expected = journalsIn(join(folder, "memory"));
    expect(expected.size).toBe(names.length);
    for (const name of ["lmdb", "remote", ...Object.keys(zones)]) {
      expect(journalsIn(join(folder, name)), name).toEqual(expected);
    }
  });
});
