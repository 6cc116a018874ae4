import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ask, probe, statusOf } from "../../fixtures/access/key-holder.ts";
import { launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import type { Environment } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { runTaxiway } from "./run-taxiway.ts";

/** The secret part of a key. */
const secretIn = (key: string): string => key.slice(13);

/** Files below a folder that contain one of these strings. */
const filesWith = async (folder: string, ...texts: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    const bytes = await readFile(path);
    if (texts.some((each) => bytes.includes(each))) found.push(name);
  }
  return found;
};

describe("taxiway keys beside a server on the same folder", () => {
  it("creates, lists, rotates and revokes keys, and never shows or stores a key again", async () => {
    const folder = temporaryFolder();
    const env: Environment = { TAXIWAY_DATA_DIR: folder, TAXIWAY_AUTH: "keys", LOG_LEVEL: "debug" };
    const server = await launchHttpTaxiway(env);
    onTestFinished(async () => void (await server.stop()));
    const said: string[] = [];
    const keys = async (...args: string[]): Promise<string> => {
      const { stdout, stderr, code } = await runTaxiway(["keys", ...args], env);
      said.push(stderr);
      expect([code, stderr.includes("error")]).toEqual([0, false]);
      return stdout;
    };
    const port = server.port;

    expect(server.stderr()).toContain("taxiway keys create --name");
    const printed = await keys(
      ...["create", "--name", "travel bot", "--tenant", "acme", "--servers", "gds,flights", "--tools", "search*"],
      ...["--per-minute", "1000", "--per-day", "5000", "--expires", "90d"],
    );
    const key = /^twk_[0-9A-Za-z]{8}_[0-9A-Za-z]{34}$/m.exec(printed)?.[0] as string;
    const prefix = key.slice(4, 12);
    expect(await statusOf(probe(port, key))).toBe(200);
    expect(await statusOf(probe(port, key, "/mcp/toolbox"))).toBe(403);

    const table = await keys("list");
    const [heads = "", row = ""] = table.split("\n");
    expect(heads.split(/ {2,}/)).toEqual(["PREFIX", "TENANT", "NAME", "SCOPES", "QUOTA", "LAST USED", "EXPIRES"]);
    expect(row.split(/ {2,}/)).toEqual([
      ...[prefix, "acme", "travel bot", "gds,flights; tools search*", "1000/min 5000/day", "never"],
      expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}Z$/),
    ]);

    const { key: newKey } = JSON.parse(await keys("rotate", prefix, "--json")) as { key: string };
    expect(await Promise.all([key, newKey].map((each) => statusOf(probe(port, each))))).toEqual([200, 200]);

    await server.stop("SIGTERM");
    const [, used = ""] = (await keys("list", "--tenant", "acme")).split("\n");
    const [lastUsed, expiry] = used.split(/ {2,}/).slice(5);
    expect(lastUsed).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}Z$/);
    expect(expiry).toContain("(old key until ");

    const again = await launchHttpTaxiway(env);
    onTestFinished(async () => void (await again.stop()));
    const both = () => Promise.all([key, newKey].map((each) => statusOf(probe(again.port, each))));
    expect(await both()).toEqual([200, 200]);
    expect(await keys("revoke", prefix)).toMatch(/^The key \w{8} \(travel bot, tenant acme\) is revoked\./);
    await vi.waitFor(async () => expect(await both()).toEqual([401, 401]));

    const secrets = [secretIn(key), secretIn(newKey)];
    const metrics = await ask(again.port, { path: "/metrics" });
    const output = [
      server.stdout(),
      server.stderr(),
      again.stdout(),
      again.stderr(),
      metrics.text,
      table,
      used,
      ...said,
    ];
    for (const secret of secrets) expect(output.filter((text) => text.includes(secret))).toEqual([]);
    await again.stop();
    expect(await filesWith(folder, prefix)).not.toEqual([]);
    expect(await filesWith(folder, ...secrets)).toEqual([]);
    for (const name of ["key-pepper", "admin-token"]) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }, 120_000);

  it("rejects a store that is not durable and unknown commands, without repeating a key", async () => {
    const key = "twk_aB3dE6gH_0123456789abcdefghijklmnopqrstuvwx";
    const memory = await runTaxiway(["keys", "list"], { TAXIWAY_STORE: "memory" });
    expect([memory.code, memory.stdout]).toEqual([1, ""]);
    expect(memory.stderr).toMatch(/memory store/);
    const wrong = await runTaxiway(["keys", "revoke", key], { TAXIWAY_DATA_DIR: temporaryFolder() });
    expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toMatch(/There is no such key/);
    expect(wrong.stderr).not.toContain(secretIn(key));
  });
});
