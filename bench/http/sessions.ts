import { join } from "node:path";
import { searchCall, USUAL_SEARCH } from "../requests.ts";
import { plural } from "../table.ts";
import { taxiwayHttp } from "../taxiway.ts";
import { ANY_RESULT, costTable, inSequence, measure, startCandidate } from "./candidate.ts";
import { httpRequest } from "./http-request.ts";
import { openSessions } from "./session.ts";

const SESSIONS = [1, 100, 1_000, 10_000] as const;
const ROUNDS = 5;
const SECONDS = 2;

/** Sends the same search in one session, or in many in turn. */
export const sessions = async (folder: string): Promise<string> => {
  const call = searchCall(USUAL_SEARCH, "legacy");
  const candidates = await inSequence(SESSIONS, (count) =>
    startCandidate(
      taxiwayHttp({ folder: join(folder, String(count)) }),
      async (port) => {
        const opened = await openSessions(port, count);
        const requests = opened.map((sessionId) =>
          httpRequest({ port, era: "legacy", tool: "searchFlights", call, sessionId }),
        );
        return { name: plural(count, "session"), requests, expected: ANY_RESULT };
      },
      SECONDS,
    ),
  );
  const measured = await measure(candidates, ROUNDS);
  const names = candidates.map(({ name }) => name);
  return `Sessions:\n\n${costTable(names, measured, { name: "one", row: () => 0 })}`;
};
