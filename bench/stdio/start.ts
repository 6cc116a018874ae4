import { spawnSync } from "node:child_process";
import { type Era, opening, searchCall, USUAL_SEARCH, withId } from "../requests.ts";
import { type ServerCommand, startServer } from "../server-process.ts";
import { median, table } from "../table.ts";
import type { Contestants } from "./contestants.ts";

const SPAWNS = 20;

const emptyNode = async (): Promise<number> => {
  const startedAt = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - startedAt;
};

/** From spawn until so many lines came back. */
const timeToAnswers = async (command: ServerCommand, lines: readonly string[], answers: number): Promise<number> => {
  const server = startServer(command);
  await server.ask(lines, answers);
  const milliseconds = performance.now() - server.startedAt;
  await server.end();
  return milliseconds;
};

const firstList = (command: ServerCommand, era: Era) => () =>
  timeToAnswers(command, opening[era].lines, opening[era].answers);

/** As a client that calls a tool at once: what the start has put off has to be done now. */
const firstSearch = (command: ServerCommand) => () => {
  const { lines, answers } = opening.legacy;
  return timeToAnswers(command, [...lines, withId(searchCall(USUAL_SEARCH, "legacy"), 3).trim()], answers + 1);
};

export const measureStart = async (contestants: Contestants): Promise<string> => {
  const { taxiwayMemory, taxiwayLmdb, sdkV2, sdkV1, lineLoop } = contestants;
  const rows = [
    { name: "SDK v2 server with one tool, legacy", once: firstList(sdkV2, "legacy") },
    { name: "SDK v2 server with one tool, modern", once: firstList(sdkV2, "modern") },
    { name: "SDK v1 server with one tool, legacy", once: firstList(sdkV1, "legacy") },
    { name: "Taxiway, memory, legacy", once: firstList(taxiwayMemory, "legacy") },
    { name: "Taxiway, memory, modern", once: firstList(taxiwayMemory, "modern") },
    { name: "Taxiway, LMDB, legacy", once: firstList(taxiwayLmdb, "legacy") },
    { name: "Taxiway, LMDB, modern", once: firstList(taxiwayLmdb, "modern") },
    { name: "bare line loop, one line", once: firstList(lineLoop, "modern") },
    { name: "node -e 0, to its end", once: emptyNode },
    { name: "SDK v2 server, to the first search, a constant", once: firstSearch(sdkV2) },
    { name: "Taxiway, LMDB, to the first search", once: firstSearch(taxiwayLmdb) },
  ].map((row) => ({ ...row, times: [] as number[] }));

  for (let spawned = 0; spawned < SPAWNS; spawned++) {
    for (const { once, times } of rows) times.push(await once());
  }
  const yardstick = rows[0]?.times ?? [];
  return table(
    ["server", "ms", "× SDK v2"],
    rows.map(({ name, times }) => [
      name,
      median(times).toFixed(0),
      median(times.map((time, i) => time / (yardstick[i] ?? Number.NaN))).toFixed(2),
    ]),
  );
};
