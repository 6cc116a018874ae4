import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { httpRequest } from "../http/http-request.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { createLatencyCandidate, type LatencyCandidate, type LatencySample } from "../http/latency-candidate.ts";
import { openSession } from "../http/session.ts";
import { type Era, toolCall } from "../requests.ts";
import { inTurns, ratio, typical } from "../rounds.ts";
import { table } from "../table.ts";
import { drafted } from "./documents.ts";
import { hotelOpenApi, LIST_ROOMS, startHotelApi } from "./hotel-api.ts";
import { publish, taxiwayWithConnectors } from "./publish.ts";

const ROUNDS = 7;
/** Samples before the first round, while V8 compiles the code that is called often. */
const WARM_UPS = 3;
const CALLS_PER_SECOND = 200;
const CONNECTIONS = 32;
const MIN_RATIO = 5;
const TOOL = "list_rooms";

interface Row {
  readonly name: string;
  readonly server: HttpServer;
  readonly era: Era;
  readonly path: string;
  /** Default true. The bare server supports one call and no sessions. */
  readonly isMcp?: boolean;
}

const contestantOf = async ({ name, server, era, path, isMcp = true }: Row): Promise<LatencyCandidate> => {
  const { port, cpuSeconds } = server;
  const sessionId = era === "legacy" && isMcp ? await openSession(port, path) : undefined;
  const call = toolCall(TOOL, LIST_ROOMS, era);
  return createLatencyCandidate({
    name,
    port,
    cpuSeconds,
    rate: CALLS_PER_SECOND,
    connections: CONNECTIONS,
    requests: [httpRequest({ port, path, era, tool: TOOL, call, sessionId })],
    // Results are at least as long as the API's response, and errors are shorter.
    expected: { shortest: 3_000 },
  });
};

const program = (name: string): string => join(import.meta.dirname, `../servers/${name}.mjs`);

type Measured = readonly (readonly LatencySample[])[];

const tables = (rows: readonly Row[], measured: Measured): string => {
  const [modern = [], legacy = [], peer = []] = measured;
  const goal = (era: string, own: readonly LatencySample[]) => {
    const times = ratio(peer, own, "cpuPerCall");
    const name = `CPU of fastmcp × Taxiway, ${era}`;
    return [name, MIN_RATIO.toFixed(2), times.toFixed(2), times >= MIN_RATIO ? "yes" : "no"];
  };
  return [
    `The same OpenAPI document as tools; latency at ${CALLS_PER_SECOND} calls/s:`,
    table(
      ["server", "calls/s", "× fastmcp", "CPU µs/call", "× fastmcp", "p50 ms", "× fastmcp", "p99 ms"],
      rows.map(({ name }, index) => {
        const own = measured[index] ?? [];
        return [
          name,
          Math.round(typical(own, "callsPerSecond")).toString(),
          ratio(own, peer, "callsPerSecond").toFixed(2),
          (typical(own, "cpuPerCall") * 1e6).toFixed(0),
          ratio(own, peer, "cpuPerCall").toFixed(2),
          typical(own, "p50").toFixed(2),
          ratio(own, peer, "p50").toFixed(2),
          typical(own, "p99").toFixed(2),
        ];
      }),
    ),
    table(["goal", "at least", "measured", "met"], [goal("modern", modern), goal("legacy", legacy)]),
  ].join("\n\n");
};

/** Compares servers that make tools from the same OpenAPI document. */
export const peers = async (folder: string): Promise<string> => {
  const api = await startHotelApi();
  const document = join(folder, "openapi.json");
  writeFileSync(document, hotelOpenApi(api.port));
  await publish(join(folder, "taxiway"), [await drafted(api.port)]);
  const taxiway = await startHttpServer(taxiwayWithConnectors(join(folder, "taxiway")));
  const fastmcp = await startHttpServer({ args: [program("fastmcp-openapi"), document] });
  const bare = await startHttpServer({ args: [program("bare-proxy"), `http://127.0.0.1:${api.port}`] });
  const rows: readonly Row[] = [
    { name: "Taxiway, modern", server: taxiway, era: "modern", path: "/mcp/drafted" },
    { name: "Taxiway, legacy", server: taxiway, era: "legacy", path: "/mcp/drafted" },
    { name: "fastmcp, legacy", server: fastmcp, era: "legacy", path: "/mcp" },
    { name: "bare node:http and undici", server: bare, era: "legacy", path: "/mcp", isMcp: false },
  ];
  const candidates = await Promise.all(rows.map(contestantOf));
  try {
    for (let turn = 0; turn < WARM_UPS; turn++) for (const candidate of candidates) await candidate.sample();
    return tables(rows, await inTurns(candidates, ROUNDS));
  } finally {
    for (const candidate of candidates) candidate.end();
    await Promise.all([taxiway, fastmcp, bare, api].map((server) => server.end()));
  }
};
