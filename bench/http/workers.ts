import { cpus } from "node:os";
import { join } from "node:path";
import { differentSearch, type FlightSearch, searchCall, USUAL_SEARCH } from "../requests.ts";
import { plural } from "../table.ts";
import { taxiwayHttp } from "../taxiway.ts";
import { ANY_RESULT, candidateOn, costTable, inSequence, measure } from "./candidate.ts";
import { ANY_CORE } from "./cores.ts";
import { httpRequest } from "./http-request.ts";
import { startHttpServer } from "./http-server.ts";
import { openSession } from "./session.ts";

const WORKERS = [1, 2] as const;
const ROUNDS = 5;
const SECONDS = 2;
/** More than Taxiway caches, so that almost every search is computed. */
const DIFFERENT = 10_000;

const LOADS: readonly (readonly [string, readonly FlightSearch[]])[] = [
  ["the same search", [USUAL_SEARCH]],
  ["a new search each time", Array.from({ length: DIFFERENT }, (_, index) => differentSearch(index))],
];

/** On two cores the load shares them. That hardly matters for new searches, which cost much more than the load. */
const [serverCores, loadCore] = cpus().length > 2 ? ["0-1", "2"] : [ANY_CORE, ANY_CORE];

export const workers = async (folder: string): Promise<string> => {
  const rows = LOADS.flatMap(([name, searches]) => WORKERS.map((count) => ({ name, searches, count })));
  const candidates = await inSequence(rows, async ({ name, searches, count }, index) => {
    const command = taxiwayHttp({ folder: join(folder, String(index)), workers: count });
    const server = await startHttpServer(command, serverCores);
    const { port } = server;
    const sessionId = await openSession(port);
    const requests = searches.map((search) =>
      httpRequest({ port, era: "legacy", tool: "searchFlights", call: searchCall(search, "legacy"), sessionId }),
    );
    const workload = { name: `${plural(count, "worker")}, ${name}`, requests, expected: ANY_RESULT };
    return candidateOn(server, workload, SECONDS, loadCore);
  });
  const measured = await measure(candidates, ROUNDS);
  const names = candidates.map(({ name }) => name);
  const baseline = { name: "one", row: (index: number) => index - (index % WORKERS.length) };
  return `Workers:\n\n${costTable(names, measured, baseline)}`;
};
