import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { bookLondon, call, LONDON, request, type StartedRun } from "../../../fixtures/rehearsal/rehearsal-server.ts";
import type { Environment } from "../../../fixtures/taxiway.ts";
import { startValkey, type ValkeyServer } from "../../../fixtures/valkey.ts";

const ADMIN_TOKEN = "token-of-the-operator-in-tests";

const admin = async (node: HttpTaxiway, method: string, path: string, body?: object): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${node.port}/admin${path}`, {
    method,
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.text();
};

const start = async (node: HttpTaxiway, label = "node"): Promise<StartedRun> =>
  JSON.parse(await admin(node, "POST", "/runs", { inline: LONDON, label }));

const journalOf = (node: HttpTaxiway, { id }: StartedRun) => admin(node, "GET", `/runs/${id}/journal`);
const close = async (node: HttpTaxiway, { id }: StartedRun) =>
  JSON.parse(await admin(node, "POST", `/runs/${id}/close`));

/** The address of a run at another node. */
const at = (node: HttpTaxiway, { mcp_url: url }: StartedRun): string => url.replace(/:\d+\//, `:${node.port}/`);

const launch = (env: Environment): Promise<HttpTaxiway> =>
  launchHttpTaxiway({ TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN, TAXIWAY_REHEARSAL: "on", ...env });

describe("runs on several nodes", { timeout: 120_000 }, () => {
  let valkey: ValkeyServer;
  let folder: string;
  let nodes: readonly [HttpTaxiway, HttpTaxiway];
  beforeAll(async () => {
    [valkey, folder] = await Promise.all([startValkey(), mkdtemp(join(tmpdir(), "taxiway-test-"))]);
    const env = { VALKEY_URL: valkey.url };
    nodes = await Promise.all([launch(env), launch(env)]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(nodes?.map((node) => node.stop()) ?? []);
    await valkey?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("have one journal, byte for byte, over all stores, processes and time zones", async () => {
    const [one, other] = nodes;
    const places = await Promise.all([
      launch({ TAXIWAY_STORE: "memory", TZ: "Pacific/Kiritimati" }),
      launch({ TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: folder, TZ: "America/Los_Angeles", LANG: "de_DE.UTF-8" }),
    ]);
    try {
      const journals = await Promise.all(
        [one, ...places].map(async (node) => {
          const run = await start(node);
          await bookLondon(run.mcp_url);
          const journal = await journalOf(node, run);
          expect(await close(node, run)).toMatchObject({ verdict: "pass" });
          return journal;
        }),
      );
      const travelled = await start(one);
      await call(at(other, travelled), "listBookings");
      expect(JSON.parse(await journalOf(one, travelled))).toMatchObject({ n: 1, tool: "listBookings" });
      expect(new Set(journals).size).toBe(1);
    } finally {
      await Promise.all(places.map((node) => node.stop()));
    }
  });

  it("take the calls of a run in one order, whichever node they arrive at", async () => {
    const [one, other] = nodes;
    const run = await start(one);
    await Promise.all(Array.from({ length: 20 }, (_, i) => call(at(i % 2 === 0 ? one : other, run), "listBookings")));
    const lines = (await journalOf(one, run)).trimEnd().split("\n");
    const shown = lines.map((line) => JSON.parse(line));
    expect(shown.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(new Set(shown.map(({ at: when }) => when)).size).toBe(20);
    expect(await close(other, run)).toMatchObject({ calls: 20 });
    expect((await request(run.mcp_url, "tools/list")).status).toBe(404);
  });

  it("go on at another node when the first is killed in the middle of a call", async () => {
    const [one] = nodes;
    const doomed = await launch({ VALKEY_URL: valkey.url });
    const run = await start(doomed);
    expect((await call(run.mcp_url, "listBookings")).isError).toBeUndefined();
    // Many calls, so that the node dies while it carries one out.
    const hanging = Array.from({ length: 10 }, () => call(run.mcp_url, "listBookings").catch(() => undefined));
    await Promise.race(hanging);
    await doomed.stop("SIGKILL");
    await Promise.all(hanging);
    await bookLondon(at(one, run));
    const closed = await close(one, run);
    expect(closed).toMatchObject({ verdict: "pass", state: "closed" });
    const lines = (await journalOf(one, run)).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).n)).toEqual(lines.map((_, i) => i + 1));
    expect(closed.calls).toBe(lines.length);
  });
});
