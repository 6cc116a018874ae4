import { join } from "node:path";
import { differentSearch, searchCall } from "../requests.ts";
import { taxiwayHttp } from "../taxiway.ts";
import { ANY_RESULT, costTable, inSequence, measure, startCandidate } from "./candidate.ts";
import { httpRequest } from "./http-request.ts";
import { openSession } from "./session.ts";

const SEARCHES = [1, 100, 500, 1_000, 10_000] as const;
const ROUNDS = 5;
const SECONDS = 2;

/** Compares one repeated search with a growing number of different ones. */
export const routes = async (folder: string): Promise<string> => {
  const candidates = await inSequence(SEARCHES, (count) =>
    startCandidate(
      taxiwayHttp({ folder: join(folder, String(count)) }),
      async (port) => {
        const sessionId = await openSession(port);
        const requests = Array.from({ length: count }, (_, index) => {
          const call = searchCall(differentSearch(index), "legacy");
          return httpRequest({ port, era: "legacy", tool: "searchFlights", call, sessionId });
        });
        return { name: count === 1 ? "the same search" : `${count} searches in turn`, requests, expected: ANY_RESULT };
      },
      SECONDS,
    ),
  );
  const measured = await measure(candidates, ROUNDS);
  const names = candidates.map(({ name }) => name);
  return `Different searches:\n\n${costTable(names, measured, { name: "one", row: () => 0 })}`;
};
