import { join } from "node:path";
import { startHttpServer } from "../http/http-server.ts";
import { createLatencies } from "../http/latencies.ts";
import { table } from "../table.ts";
import { ADMIN_TOKEN, taxiwayHttp } from "../taxiway.ts";
import { callTool, playEpisode, SCENARIO, search, TENANT } from "./episode.ts";
import { openInProcess } from "./open-in-process.ts";

const WARM_UP = 300;
const RUNS = 2_000;
const EPISODES = 1_000;
const AT_ONCE = 8;
const OPEN = 1_000;
const OVER_HTTP = 500;

type Row = readonly [what: string, figure: string, target: string];

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

/** CPU milliseconds of this process that the work took. */
const cpuOf = async (work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const timed = async <T>(latencies: ReturnType<typeof createLatencies>, work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const result = await work();
  latencies.add(performance.now() - began);
  return result;
};

const inProcess = async (name: string, env: Readonly<Record<string, string>>): Promise<readonly Row[]> => {
  const { runs, library, end } = await openInProcess(env);
  const scenario = await library.keep(TENANT, SCENARIO);
  for (let i = 0; i < WARM_UP; i++) await playEpisode(runs, scenario);

  const [starts, closes] = [createLatencies(), createLatencies()];
  const startCpu = await cpuOf(async () => {
    for (let i = 0; i < RUNS; i++) {
      const { run } = await timed(starts, () => runs.start(TENANT, scenario, {}));
      if (i % 4 === 0) await timed(closes, () => runs.close(TENANT, run.id, { message: "Nothing." }));
    }
  });
  const episodeCpu = await cpuOf(async () => {
    let left = EPISODES;
    const player = async () => {
      while (left-- > 0) await playEpisode(runs, scenario);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, player));
  });
  await end();
  return [
    [`start of a run, ${name}, median`, milliseconds(starts.percentile(0.5)), ""],
    [`start of a run, ${name}, p99`, milliseconds(starts.percentile(0.99)), "1 ms"],
    [`start and a quarter of a close, ${name}, CPU`, milliseconds(startCpu / RUNS), ""],
    [`close with verdict, ${name}, median`, milliseconds(closes.percentile(0.5)), "1 ms"],
    [`episodes a second of one core, ${name}`, (1_000 / (episodeCpu / EPISODES)).toFixed(0), "150"],
  ];
};

/** Resident memory of open runs, each after its first search. */
const memory = async (): Promise<Row> => {
  const { runs, library, end } = await openInProcess({ TAXIWAY_STORE: "memory" });
  const scenario = await library.keep(TENANT, SCENARIO);
  for (let i = 0; i < WARM_UP; i++) await playEpisode(runs, scenario);
  globalThis.gc?.();
  const before = process.memoryUsage();
  for (let i = 0; i < OPEN; i++) {
    const { token } = await runs.start(TENANT, scenario, {});
    const opened = await runs.opened(token);
    if (opened !== undefined) await callTool(opened, "searchFlights", search("2027-03-10"));
  }
  globalThis.gc?.();
  const after = process.memoryUsage();
  await end();
  const grown = (globalThis.gc === undefined ? after.rss - before.rss : after.heapUsed - before.heapUsed) / 1_048_576;
  return [`${OPEN} open runs, each after a search`, `${grown.toFixed(0)} MB`, "150 MB"];
};

const overHttp = async (folder: string, store: "memory" | "lmdb"): Promise<Row> => {
  const server = await startHttpServer(
    taxiwayHttp({
      folder: join(folder, `http-${store}`),
      env: { TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN, TAXIWAY_STORE: store },
    }),
  );
  const latencies = createLatencies();
  const post = async (url: string, body: object, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const asAdmin = { Authorization: `Bearer ${ADMIN_TOKEN}` };
  const modern = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "searchFlights" };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  };
  const once = async () => {
    const { id, mcp_url: url } = await post(
      `http://127.0.0.1:${server.port}/admin/runs`,
      { inline: SCENARIO },
      asAdmin,
    );
    const params = { name: "searchFlights", arguments: search("2027-03-10"), _meta: meta };
    await post(url, { jsonrpc: "2.0", id: 1, method: "tools/call", params }, modern);
    return id as string;
  };
  const closed = (id: string) => post(`http://127.0.0.1:${server.port}/admin/runs/${id}/close`, {}, asAdmin);
  for (let i = 0; i < WARM_UP; i++) await closed(await once());
  for (let i = 0; i < OVER_HTTP; i++) await closed(await timed(latencies, once));
  await server.end();
  return [
    `start and first search over HTTP, ${store === "lmdb" ? "LMDB" : store}, p95`,
    milliseconds(latencies.percentile(0.95)),
    "10 ms",
  ];
};

/** What a run costs: to start, to play, to judge, and to keep open. */
export const runs = async (folder: string): Promise<string> => {
  const lmdb = { TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: join(folder, "lmdb") };
  const rows = [
    ...(await inProcess("memory", { TAXIWAY_STORE: "memory" })),
    ...(await inProcess("LMDB", lmdb)),
    await overHttp(folder, "memory"),
    await overHttp(folder, "lmdb"),
    await memory(),
  ];
  return table(["", "measured", "target"], rows);
};
