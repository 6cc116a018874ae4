import { join } from "node:path";
import { candidateOn, costTable, measure } from "../http/candidate.ts";
import { listRequest, timeToList } from "../http/http-request.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { type Figures, inTurns, type Runner, ratio, typical } from "../rounds.ts";
import { median, table } from "../table.ts";
import { mainProcessMemory } from "../taxiway.ts";
import { tenTools } from "./documents.ts";
import { copyPublished, publish, taxiwayWithConnectors } from "./publish.ts";

const CONNECTORS = 1_000;
const STARTS = 7;
const LISTED = 20;
const ROUNDS = 5;
const SECONDS = 1;
const BUILT_IN = "/mcp/capcorn";

const nameOf = (index: number): string => `region-${index}`;
const pathOf = (index: number): string => `/mcp/${nameOf(index)}`;

const START_FIGURES = {
  listening: "ms to listening",
  memory: "MB then",
  builtInFirst: "first tools/list, built in, ms",
  builtInNext: "next, ms",
  first: "first tools/list, connector, ms",
  next: "next, ms",
} as const;
type Start = Figures<keyof typeof START_FIGURES>;

/** Lists the tools of each path once and returns the median duration. */
const listEach = async ({ port }: HttpServer, paths: readonly string[]): Promise<number> => {
  const times: number[] = [];
  for (const path of paths) times.push(await timeToList(port, path));
  return times.length === 0 ? Number.NaN : median(times);
};

const starts = (folder: string, paths: readonly string[]): Runner<Start> => ({
  async sample() {
    const began = performance.now();
    const server = await startHttpServer(taxiwayWithConnectors(folder));
    const listening = performance.now() - began;
    try {
      const memory = await mainProcessMemory(server);
      // Excludes what the first request of any server loads.
      await timeToList(server.port, "/mcp");
      const builtInFirst = await listEach(server, [BUILT_IN]);
      const builtInNext = await listEach(server, Array(LISTED).fill(BUILT_IN));
      const first = await listEach(server, paths);
      return { listening, memory, builtInFirst, builtInNext, first, next: await listEach(server, paths) };
    } finally {
      await server.end();
    }
  },
});

const startTable = async (empty: string, full: string): Promise<string> => {
  const paths = Array.from({ length: LISTED }, (_, index) => pathOf((index * CONNECTORS) / LISTED));
  const names = ["no connectors", `${CONNECTORS} connectors`];
  const measured = await inTurns([starts(empty, []), starts(full, paths)], STARTS);
  const figures = Object.keys(START_FIGURES) as (keyof Start)[];
  const shown = (value: number): string => (Number.isNaN(value) ? "" : value.toFixed(1));
  return table(
    ["in the store", ...Object.values(START_FIGURES).slice(0, 1), "× none", ...Object.values(START_FIGURES).slice(1)],
    names.map((name, index) => {
      const own = measured[index] ?? [];
      const [listening = "", ...rest] = figures.map((figure) => shown(typical(own, figure)));
      return [name, listening, ratio(own, measured[0] ?? [], "listening").toFixed(2), ...rest];
    }),
  );
};

const listTable = async (folder: string): Promise<string> => {
  const server = await startHttpServer(taxiwayWithConnectors(folder));
  const allPaths = Array.from({ length: CONNECTORS }, (_, index) => pathOf(index));
  const atStart = await mainProcessMemory(server);
  await listEach(server, allPaths);
  const afterAll = await mainProcessMemory(server);
  const rows = [
    { name: "the built-in connector, 2 tools", paths: [BUILT_IN] },
    { name: "one connector, 10 tools", paths: [pathOf(0)] },
    { name: "all in turn, 10 tools each", paths: allPaths },
  ];
  const candidates = rows.map(({ name, paths }) => {
    const requests = paths.map((path) => listRequest(server.port, path));
    return candidateOn(server, { name, requests, expected: { shortest: 2_000 } }, SECONDS);
  });
  const measured = await measure(candidates, ROUNDS);
  const names = rows.map(({ name }) => name);
  return [
    `tools/list with ${CONNECTORS} connectors in the store:`,
    costTable(names, measured, { name: "built in", row: () => 0 }),
    `Memory: ${atStart.toFixed(0)} MB at the start, ${afterAll.toFixed(0)} MB after listing all ${CONNECTORS}.`,
  ].join("\n\n");
};

/** Measures whether unused connectors cost anything, and what listing all of them costs. */
export const many = async (folder: string): Promise<string> => {
  const [empty, full] = [join(folder, "empty"), join(folder, "full")];
  await publish(empty, []);
  await publish(full, [await tenTools(nameOf(0))]);
  const others = Array.from({ length: CONNECTORS - 1 }, (_, index) => nameOf(index + 1));
  await copyPublished(full, nameOf(0), others);
  return [`From spawn until it listens:`, await startTable(empty, full), await listTable(full)].join("\n\n");
};
