import { spawnSync } from "node:child_process";
import { type Era, opening, searchCall, USUAL_SEARCH, withId } from "../requests.ts";
import { type ServerCommand, startServer } from "../server-process.ts";
import { median, table } from "../table.ts";
import type { Servers } from "./servers.ts";

const SPAWNS = 20;

const emptyNode = async (): Promise<number> => {
  const startedAt = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - startedAt;
};

/** Returns the milliseconds from spawn until this many lines have arrived. */
const timeToAnswers = async (command: ServerCommand, lines: readonly string[], answers: number): Promise<number> => {
  const server = startServer(command);
  await server.ask(lines, answers);
  const milliseconds = performance.now() - server.startedAt;
  await server.end();
  return milliseconds;
};

const firstList = (command: ServerCommand, era: Era) => () =>
  timeToAnswers(command, opening[era].lines, opening[era].answers);

/** Calls a tool immediately, so that the work that the start defers is included. */
const firstSearch = (command: ServerCommand) => () => {
  const { lines, answers } = opening.legacy;
  return timeToAnswers(command, [...lines, withId(searchCall(USUAL_SEARCH, "legacy"), 3).trim()], answers + 1);
};

export const measureStart = async (servers: Servers): Promise<string> => {
  const { taxiwayMemory, taxiwayLmdb, sdkV2, sdkV1, lineLoop } = servers;
  const rows = [
    { name: "SDK v2 server with one tool, legacy", measure: firstList(sdkV2, "legacy") },
    { name: "SDK v2 server with one tool, modern", measure: firstList(sdkV2, "modern") },
    { name: "SDK v1 server with one tool, legacy", measure: firstList(sdkV1, "legacy") },
    { name: "Taxiway, memory, legacy", measure: firstList(taxiwayMemory, "legacy") },
    { name: "Taxiway, memory, modern", measure: firstList(taxiwayMemory, "modern") },
    { name: "Taxiway, LMDB, legacy", measure: firstList(taxiwayLmdb, "legacy") },
    { name: "Taxiway, LMDB, modern", measure: firstList(taxiwayLmdb, "modern") },
    { name: "bare line loop, one line", measure: firstList(lineLoop, "modern") },
    { name: "node -e 0, until it exits", measure: emptyNode },
    { name: "SDK v2 server, first search, constant", measure: firstSearch(sdkV2) },
    { name: "Taxiway, LMDB, first search", measure: firstSearch(taxiwayLmdb) },
  ].map((row) => ({ ...row, times: [] as number[] }));

  for (let spawned = 0; spawned < SPAWNS; spawned++) {
    for (const { measure, times } of rows) times.push(await measure());
  }
  const baseline = rows[0]?.times ?? [];
  return table(
    ["server", "ms", "× SDK v2"],
    rows.map(({ name, times }) => [
      name,
      median(times).toFixed(0),
      median(times.map((time, i) => time / (baseline[i] ?? Number.NaN))).toFixed(2),
    ]),
  );
};
