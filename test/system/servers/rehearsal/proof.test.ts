import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openRehearsing } from "../../../fixtures/rehearsal/rehearse.ts";
import { startValkey } from "../../../fixtures/valkey.ts";

/** Settings of a store, and what ends it. */
const STORES = {
  async lmdb() {
    const folder = mkdtempSync(join(tmpdir(), "taxiway-test-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    return { TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: folder };
  },
  async valkey() {
    const valkey = await startValkey();
    onTestFinished(async () => {
      await valkey.stop();
    });
    return { VALKEY_URL: valkey.url };
  },
} as const;

describe("every shipped scenario", { timeout: 600_000 }, () => {
  it.each(["lmdb", "valkey"] as const)("tells right from wrong over %s", async (store) => {
    const taxiway = await openRehearsing({}, await STORES[store]());
    onTestFinished(() => taxiway.close());
    const { code, out } = await taxiway.rehearse("check", "core");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/ checked, 0 wrong$/) });
  });
});
