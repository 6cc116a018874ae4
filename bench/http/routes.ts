import { join } from "node:path";
import { differentSearch, searchCall } from "../requests.ts";
import { ANY_RESULT, costTable, enter, measure, oneByOne } from "./contestant.ts";
import { httpRequest } from "./http-request.ts";
import { openSession } from "./session.ts";
import { taxiwayHttp } from "./taxiway.ts";

const SEARCHES = [1, 100, 500, 1_000, 10_000] as const;
const ROUNDS = 5;
const SECONDS = 2;

/** From a search that everybody repeats to searches that hardly ever come again. */
export const routes = async (folder: string): Promise<string> => {
  const contestants = await oneByOne(SEARCHES, (count) =>
    enter(
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
  const measured = await measure(contestants, ROUNDS);
  const names = contestants.map(({ name }) => name);
  return `Searches that differ:\n\n${costTable(names, measured, { name: "one", row: () => 0 })}`;
};
