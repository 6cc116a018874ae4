import { cpus } from "node:os";
import { join } from "node:path";
import { differentSearch, type FlightSearch, searchCall, USUAL_SEARCH } from "../requests.ts";
import { plural } from "../table.ts";
import { ANY_RESULT, contest, costTable, measure, oneByOne } from "./contestant.ts";
import { ANY_CORE } from "./cores.ts";
import { httpRequest } from "./http-request.ts";
import { startHttpServer } from "./http-server.ts";
import { openSession } from "./session.ts";
import { taxiwayHttp } from "./taxiway.ts";

const WORKERS = [1, 2] as const;
const ROUNDS = 5;
const SECONDS = 2;
/** Enough that hardly one comes again while the answers to it are remembered. */
const DIFFERENT = 10_000;

const LOADS: readonly (readonly [string, readonly FlightSearch[]])[] = [
  ["the same search", [USUAL_SEARCH]],
  ["each search a new one", Array.from({ length: DIFFERENT }, (_, index) => differentSearch(index))],
];

/** With two cores the load has none to itself; a search that is a new one costs so much that this hardly matters. */
const [serverCores, loadCore] = cpus().length > 2 ? ["0-1", "2"] : [ANY_CORE, ANY_CORE];

export const workers = async (folder: string): Promise<string> => {
  const rows = LOADS.flatMap(([name, searches]) => WORKERS.map((count) => ({ name, searches, count })));
  const contestants = await oneByOne(rows, async ({ name, searches, count }, index) => {
    const command = taxiwayHttp({ folder: join(folder, String(index)), workers: count });
    const server = await startHttpServer(command, serverCores);
    const { port } = server;
    const sessionId = await openSession(port);
    const requests = searches.map((search) =>
      httpRequest({ port, era: "legacy", tool: "searchFlights", call: searchCall(search, "legacy"), sessionId }),
    );
    const entry = { name: `${plural(count, "worker")}, ${name}`, requests, expected: ANY_RESULT };
    return contest(server, entry, SECONDS, loadCore);
  });
  const measured = await measure(contestants, ROUNDS);
  const names = contestants.map(({ name }) => name);
  const yardstick = { name: "one", row: (index: number) => index - (index % WORKERS.length) };
  return `Workers:\n\n${costTable(names, measured, yardstick)}`;
};
