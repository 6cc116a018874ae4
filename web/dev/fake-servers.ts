import { readdirSync, readFileSync } from "node:fs";
import type { Overview, ServerSummary } from "../../src/console/contract.ts";
import { makeRates } from "./fake-calls.ts";
import { HOSTILE_TOOLS } from "./fake-hostile.ts";

const SNAPSHOTS = new URL("../../test/snapshots/tools/", `file://${process.cwd()}/web/dev/`);

export const SERVERS: readonly ServerSummary[] = [
  {
    ...{ name: "gds", title: "Taxiway GDS", version: "0.1.0", path: "/mcp" },
    ...{ kind: "built-in", tools: 9, source: "sandbox" },
  },
  {
    ...{ name: "flights", title: "Flight search", version: "0.1.0", path: "/mcp/flights" },
    ...{ kind: "built-in", tools: 3, source: "sandbox" },
  },
  {
    ...{ name: "toolbox", title: "Toolbox", version: "0.1.0", path: "/mcp/toolbox" },
    ...{ kind: "built-in", tools: 11, source: "mixed" },
  },
  {
    ...{ name: "capcorn", title: "CapCorn hotel availability and reservations", version: "3", path: "/mcp/capcorn" },
    ...{ kind: "connector", tools: 2, source: "live" },
  },
];

const STARTED = new Date(Date.now() - 93_400_000).toISOString();

export const overview = (): Overview => ({
  ...{ version: "0.1.0", started_at: STARTED, base_url: "http://127.0.0.1:3000", auth: "keys" },
  health: { status: "healthy", storage: "lmdb", storage_ms: 0.4 },
  ...{ nodes: 2, sessions: { active: 5, total: 1_284 }, bookings_total: 100_000, connections: 7 },
  ...{ rates: makeRates(), servers: SERVERS },
});

/** Those that the repository has snapshots of. */
export const toolsOf = (server: string): unknown[] => {
  if (server === "capcorn") return [...HOSTILE_TOOLS];
  try {
    const folder = new URL(`${server}/`, SNAPSHOTS);
    return readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")));
  } catch {
    return [];
  }
};
