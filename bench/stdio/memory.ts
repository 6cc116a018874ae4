import { setTimeout as sleep } from "node:timers/promises";
import { differentSearch, opening, searchCall, USUAL_SEARCH, withId } from "../requests.ts";
import { type ServerCommand, startServer } from "../server-process.ts";
import { median, table } from "../table.ts";
import type { Servers } from "./servers.ts";

const SEARCHES = 10_000;
const IN_FLIGHT = 32;
const PROCESSES = 3;
/** Time for work that the start defers. */
const SETTLE_MS = 300;

type Request = (id: number) => string;

const residentMemory = async (command: ServerCommand, request: Request) => {
  const server = startServer(command);
  await server.ask(opening.legacy.lines, opening.legacy.answers);
  await sleep(SETTLE_MS);
  const atStart = server.residentMemory();
  await server.pump({ request, inFlight: IN_FLIGHT, calls: SEARCHES });
  await sleep(SETTLE_MS);
  const afterSearches = server.residentMemory();
  await server.end();
  return { atStart, afterSearches };
};

export const measureMemory = async (servers: Servers): Promise<string> => {
  const { taxiwayMemory, taxiwayLmdb, sdkV2, sdkV1, lineLoop } = servers;
  const same: Request = (id) => withId(searchCall(USUAL_SEARCH, "legacy"), id);
  const different: Request = (id) => withId(searchCall(differentSearch(id), "legacy"), id);
  const rows: readonly (readonly [string, ServerCommand, Request])[] = [
    ["SDK v2, constant", sdkV2, same],
    ["SDK v1, constant", sdkV1, same],
    ["Taxiway, memory, the same search", taxiwayMemory, same],
    ["Taxiway, memory, a new search each time", taxiwayMemory, different],
    ["Taxiway, LMDB, the same search", taxiwayLmdb, same],
    ["Taxiway, LMDB, a new search each time", taxiwayLmdb, different],
    ["bare line loop, constant", lineLoop, same],
  ];
  const measured = rows.map(() => [] as Awaited<ReturnType<typeof residentMemory>>[]);
  for (let process = 0; process < PROCESSES; process++) {
    for (const [index, [, command, request]] of rows.entries()) {
      measured[index]?.push(await residentMemory(command, request));
    }
  }
  const figures = measured.map((samples) => ({
    atStart: median(samples.map(({ atStart }) => atStart)),
    afterSearches: median(samples.map(({ afterSearches }) => afterSearches)),
  }));
  const baseline = figures[0];
  const ratio = (value: number, base: number | undefined) => (value / (base ?? Number.NaN)).toFixed(2);
  return table(
    ["server", "MB at start", "× SDK v2", `MB after ${SEARCHES} searches`, "× SDK v2"],
    rows.map(([name], index) => {
      const { atStart, afterSearches } = figures[index] ?? { atStart: Number.NaN, afterSearches: Number.NaN };
      return [
        name,
        atStart.toFixed(0),
        ratio(atStart, baseline?.atStart),
        afterSearches.toFixed(0),
        ratio(afterSearches, baseline?.afterSearches),
      ];
    }),
  );
};
