import { join } from "node:path";
import { contest, costTable, measure } from "../http/contestant.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { type Figures, inTurns, type Runner, ratio, typical } from "../rounds.ts";
import { median, table } from "../table.ts";
import { tenTools } from "./documents.ts";
import { listRequest, timeToList } from "./messages.ts";
import { ownMemory } from "./own-figures.ts";
import { copyPublished, publish, taxiwayWithConnectors } from "./publish.ts";

const CONNECTORS = 1_000;
const STARTS = 7;
const ASKED_FOR = 20;
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

/** Each of them once. */
const listed = async ({ port }: HttpServer, paths: readonly string[]): Promise<number> => {
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
      const memory = await ownMemory(server);
      // What every first request has to load is nobody's own.
      await timeToList(server.port, "/mcp");
      const builtInFirst = await listed(server, [BUILT_IN]);
      const builtInNext = await listed(server, Array(ASKED_FOR).fill(BUILT_IN));
      const first = await listed(server, paths);
      return { listening, memory, builtInFirst, builtInNext, first, next: await listed(server, paths) };
    } finally {
      await server.end();
    }
  },
});

const startTable = async (empty: string, full: string): Promise<string> => {
  const paths = Array.from({ length: ASKED_FOR }, (_, index) => pathOf((index * CONNECTORS) / ASKED_FOR));
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
  const all = Array.from({ length: CONNECTORS }, (_, index) => pathOf(index));
  const atStart = await ownMemory(server);
  await listed(server, all);
  const afterAll = await ownMemory(server);
  const rows = [
    { name: "the built-in one, 2 tools", paths: [BUILT_IN] },
    { name: "one of them, 10 tools", paths: [pathOf(0)] },
    { name: "all of them in turn, 10 tools each", paths: all },
  ];
  const contestants = rows.map(({ name, paths }) => {
    const requests = paths.map((path) => listRequest(server.port, path));
    return contest(server, { name, requests, expected: { shortest: 2_000 } }, SECONDS);
  });
  const measured = await measure(contestants, ROUNDS);
  const names = rows.map(({ name }) => name);
  return [
    `tools/list with ${CONNECTORS} connectors in the store:`,
    costTable(names, measured, { name: "built in", row: () => 0 }),
    `Memory: ${atStart.toFixed(0)} MB at the start, ${afterAll.toFixed(0)} MB when all ${CONNECTORS} had been listed.`,
  ].join("\n\n");
};

/** Whether connectors that nobody asks for cost anything, and what it costs to ask for all of them. */
export const many = async (folder: string): Promise<string> => {
  const [empty, full] = [join(folder, "empty"), join(folder, "full")];
  await publish(empty, []);
  await publish(full, [await tenTools(nameOf(0))]);
  const others = Array.from({ length: CONNECTORS - 1 }, (_, index) => nameOf(index + 1));
  await copyPublished(full, nameOf(0), others);
  return [`From spawn until it listens:`, await startTable(empty, full), await listTable(full)].join("\n\n");
};
