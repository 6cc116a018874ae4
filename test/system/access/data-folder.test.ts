import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { runTaxiway } from "./run-taxiway.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));

const start = async (folder: string) => {
  const taxiway = await launchHttpTaxiway({ TAXIWAY_DATA_DIR: folder, TAXIWAY_AUTH: "keys" });
  onTestFinished(async () => void (await taxiway.stop()));
  return taxiway;
};

describe("the data folder", () => {
  it("is created with access for its owner only, including every file", async () => {
    const parent = temporaryFolder();
    const folder = join(parent, "data");
    const taxiway = await start(folder);
    expect(modeOf(folder)).toBe("700");
    const made = ["admin-token", "key-pepper", "taxiway.mdb", "taxiway.mdb-lock", "vault-key"];
    expect(modesIn(folder)).toEqual(Object.fromEntries(made.map((name) => [name, "600"])));
    expect(taxiway.stderr()).not.toContain("chmod");

    const backups = join(parent, "backups");
    mkdirSync(backups);
    const backup = join(backups, "today.mdb");
    expect((await runTaxiway(["store", "backup", backup], { TAXIWAY_DATA_DIR: folder })).code).toBe(0);
    await taxiway.stop("SIGTERM");
    expect(Object.values(modesIn(folder)).filter((mode) => mode !== "600")).toEqual([]);
    expect(modesIn(backups)).toEqual({ "today.mdb": "600" });
  });

  it("causes a warning if others can access it, and its lock file stays private", async () => {
    const folder = join(temporaryFolder(), "data");
    await (await start(folder)).stop("SIGTERM");
    chmodSync(folder, 0o755);
    chmodSync(join(folder, "taxiway.mdb-lock"), 0o644);
    const taxiway = await start(folder);
    expect(taxiway.stderr().match(/data folder .* chmod 700/g)).toHaveLength(1);
    expect([modeOf(folder), modeOf(join(folder, "taxiway.mdb-lock"))]).toEqual(["755", "600"]);
  });
});
