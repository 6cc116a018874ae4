import { spawnSync } from "node:child_process";
import { type Era, opening } from "../requests.ts";
import { type ServerCommand, startServer } from "../server-process.ts";
import { median, table } from "../table.ts";
import type { Contestants } from "./contestants.ts";

const SPAWNS = 20;

const emptyNode = async (): Promise<number> => {
  const startedAt = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - startedAt;
};

const firstList = (command: ServerCommand, era: Era) => async (): Promise<number> => {
  const server = startServer(command);
  const answers = await server.ask(opening[era].lines, opening[era].answers);
  const milliseconds = performance.now() - server.startedAt;
  await server.end();
  if (!answers.some(({ result }) => Array.isArray(result?.["tools"]))) throw new Error("No list of tools came back");
  return milliseconds;
};

/** From spawn to the first tools/list answer. */
export const measureStart = async (contestants: Contestants): Promise<string> => {
  const { taxiwayMemory, taxiwayLmdb, sdkV2, sdkV1 } = contestants;
  const rows = [
    { name: "SDK v2 server with one tool, legacy", once: firstList(sdkV2, "legacy") },
    { name: "SDK v2 server with one tool, modern", once: firstList(sdkV2, "modern") },
    { name: "SDK v1 server with one tool, legacy", once: firstList(sdkV1, "legacy") },
    { name: "Taxiway, memory, legacy", once: firstList(taxiwayMemory, "legacy") },
    { name: "Taxiway, memory, modern", once: firstList(taxiwayMemory, "modern") },
    { name: "Taxiway, LMDB, legacy", once: firstList(taxiwayLmdb, "legacy") },
    { name: "Taxiway, LMDB, modern", once: firstList(taxiwayLmdb, "modern") },
    { name: "node -e 0, to its end", once: emptyNode },
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
