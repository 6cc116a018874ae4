import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HttpTaxiway, startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import type { Environment } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { startCluster } from "../../platform/cluster/cluster.ts";

const TOKEN = /taxiway-[\w-]{32}/g;

const tool = {
  name: "parrot",
  description: "Says things again.",
  functions: [{ name: "talk", description: "Talks." }],
};
const REGISTRATION = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/register", params: { tool } });
const JSON_TYPE = { "Content-Type": "application/json" };

const register = (port: number, authorization?: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/rpc`, {
    method: "POST",
    headers: { ...JSON_TYPE, ...(authorization !== undefined && { Authorization: authorization }) },
    body: REGISTRATION,
  });

const start = (env: Environment): Promise<HttpTaxiway> => startHttpTaxiway({ RATE_LIMIT_ENABLED: "false", ...env });

/** All its output. */
const saidBy = (taxiway: HttpTaxiway): string => taxiway.stdout() + taxiway.stderr();

describe("the admin token of a server", () => {
  it("is created at the first start, readable by its owner only, and printed once", async () => {
    const folder = temporaryFolder();
    const env = { TAXIWAY_DATA_DIR: folder, LOG_LEVEL: "debug" };
    const first = await start(env);
    const [token = "", ...more] = first.stdout().match(TOKEN) ?? [];
    expect(more).toEqual([]);
    const file = join(folder, "admin-token");
    expect(first.stdout()).toContain(file);
    expect(readFileSync(file, "utf8").trim()).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await register(first.port, `Bearer ${token}`)).status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${first.port}/metrics`)).text();
    const health = await (await fetch(`http://127.0.0.1:${first.port}/health`)).text();
    await first.stop("SIGTERM");
    expect(first.stderr() + metrics + health).not.toContain(token);

    const second = await start(env);
    expect((await register(second.port, `Bearer ${token}`)).status).toBe(200);
    await second.stop("SIGTERM");
    expect(saidBy(second)).not.toContain(token);
    expect(saidBy(second)).not.toMatch(TOKEN);
  });

  it("is the configured one if there is one, which is not printed and replaces the stored one", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder() };
    const first = await start(env);
    const [made = ""] = first.stdout().match(TOKEN) ?? [];
    await first.stop("SIGTERM");

    const chosen = "chosen by the operator".replaceAll(" ", "-");
    const second = await start({ ...env, TAXIWAY_ADMIN_TOKEN: chosen, LOG_LEVEL: "debug" });
    expect((await register(second.port, `Bearer ${chosen}`)).status).toBe(200);
    expect((await register(second.port, `Bearer ${made}`)).status).toBe(401);
    await second.stop("SIGTERM");
    expect(saidBy(second)).not.toContain(chosen);
    expect(saidBy(second)).not.toMatch(TOKEN);
  });

  it("is required with 401, and only the complete token is accepted", async () => {
    const taxiway = await start({ TAXIWAY_STORE: "memory" });
    const [token = ""] = taxiway.stdout().match(TOKEN) ?? [];
    const wrong = [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      token,
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
    ];
    for (const authorization of [...wrong, `Bearer ${token.toUpperCase()}`, `Bearer ${token} ${token}`]) {
      const answer = await register(taxiway.port, authorization);
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
      const { error } = (await answer.json()) as { error: object };
      expect(error).toMatchObject({ code: -32000, data: { error_type: "unauthorized" } });
      expect(JSON.stringify(error)).not.toContain(token);
    }
    expect((await register(taxiway.port, `bearer ${token}`)).status).toBe(200);
  });

  it("is shared by all workers", async () => {
    const cluster = await startCluster();
    const tokens = cluster.stdout().match(TOKEN) ?? [];
    expect(tokens).toHaveLength(1);
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${tokens[0]}` };
    for (const worker of await cluster.connectToEach()) {
      expect((await worker.ask("POST", "/rpc", headers, REGISTRATION)).status).toBe(200);
      expect((await worker.ask("POST", "/rpc", JSON_TYPE, REGISTRATION)).status).toBe(401);
    }
    expect(cluster.stderr()).not.toMatch(TOKEN);
  });
});
