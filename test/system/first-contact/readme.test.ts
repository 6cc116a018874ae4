import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { environmentOf } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { blocksIn, documents, firstRequest, ROOT } from "./documents.ts";

const run = promisify(execFile);

/** The last minute of today, in UTC. */
const END_OF_DAY = `frozen:${new Date().toISOString().slice(0, 10)}T23:59:00Z`;

describe("the README", () => {
  it.each(["system", END_OF_DAY])("shows a first request that finds flights (CLOCK=%s)", async (CLOCK) => {
    const { port } = await startHttpTaxiway({ TAXIWAY_STORE: "memory", CLOCK });
    const { stdout } = await run("sh", ["-c", firstRequest(port)]);
    const { structuredContent } = JSON.parse(stdout).result;
    expect(structuredContent.flights).not.toEqual([]);
  });

  it("names a command that works in a clone", async () => {
    const env = environmentOf({ HOME: temporaryFolder(), npm_config_offline: "true" });
    const { stdout } = await run("npx", ["taxiway", "--version"], { cwd: ROOT, env });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("the documentation", () => {
  it("has only valid JSON blocks", () => {
    const blocks = documents().flatMap(({ path, text }) => blocksIn(text, "json").map((block) => ({ path, block })));
    expect(blocks.length).toBeGreaterThan(1);
    const broken = blocks.filter(({ block }) => {
      try {
        return typeof JSON.parse(block) !== "object";
      } catch {
        return true;
      }
    });
    expect(broken).toEqual([]);
  });
});
