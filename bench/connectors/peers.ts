import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { httpRequest } from "../http/http-request.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { openSession } from "../http/session.ts";
import { type Era, toolCall } from "../requests.ts";
import { inTurns, ratio, typical } from "../rounds.ts";
import { table } from "../table.ts";
import { type Contestant, enter, type Sample } from "../toolbox/contestant.ts";
import { drafted } from "./documents.ts";
import { hotelOpenApi, LIST_ROOMS, startHotelApi } from "./hotel-api.ts";
import { publish, taxiwayWithConnectors } from "./publish.ts";

const ROUNDS = 7;
const CALLS_PER_SECOND = 200;
const CONNECTIONS = 32;
const LEAST_RATIO = 5;
const TOOL = "list_rooms";

interface Row {
  readonly name: string;
  readonly server: HttpServer;
  readonly era: Era;
  readonly path: string;
}

const contestantOf = async ({ name, server, era, path }: Row): Promise<Contestant> => {
  const { port, cpuSeconds } = server;
  const sessionId = era === "legacy" ? await openSession(port, path) : undefined;
  const call = toolCall(TOOL, LIST_ROOMS, era);
  return enter({
    ...{ name, port, cpuSeconds, rate: CALLS_PER_SECOND, connections: CONNECTIONS },
    requests: [httpRequest({ port, path, era, tool: TOOL, call, sessionId })],
    // No answer is shorter than what the API sends; an error is.
    expected: { shortest: 3_000 },
  });
};

type Measured = readonly (readonly Sample[])[];

const tables = (rows: readonly Row[], measured: Measured): string => {
  const [modern = [], legacy = [], peer = []] = measured;
  const goal = (era: string, own: readonly Sample[]) => {
    const times = ratio(peer, own, "cpuPerCall");
    const name = `CPU of fastmcp × Taxiway, ${era}`;
    return [name, LEAST_RATIO.toFixed(2), times.toFixed(2), times >= LEAST_RATIO ? "yes" : "no"];
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

/** An OpenAPI document as tools, here and there. */
export const peers = async (folder: string): Promise<string> => {
  const api = await startHotelApi();
  const document = join(folder, "openapi.json");
  writeFileSync(document, hotelOpenApi(api.port));
  await publish(join(folder, "taxiway"), [await drafted(api.port)]);
  const taxiway = await startHttpServer(taxiwayWithConnectors(join(folder, "taxiway")));
  const fastmcp = await startHttpServer({
    args: [join(import.meta.dirname, "../servers/fastmcp-openapi.mjs"), document],
  });
  const rows: readonly Row[] = [
    { name: "Taxiway, modern", server: taxiway, era: "modern", path: "/mcp/drafted" },
    { name: "Taxiway, legacy", server: taxiway, era: "legacy", path: "/mcp/drafted" },
    { name: "fastmcp, legacy", server: fastmcp, era: "legacy", path: "/mcp" },
  ];
  const contestants = await Promise.all(rows.map(contestantOf));
  try {
    return tables(rows, await inTurns(contestants, ROUNDS));
  } finally {
    for (const contestant of contestants) contestant.end();
    await Promise.all([taxiway.end(), fastmcp.end(), api.end()]);
  }
};
