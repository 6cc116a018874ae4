import { join } from "node:path";
import { ANY_RESULT, costTable, inSequence, measure, startCandidate } from "../http/candidate.ts";
import { httpRequest } from "../http/http-request.ts";
import { openSession } from "../http/session.ts";
import { toolCall, USUAL_SEARCH } from "../requests.ts";
import { taxiwayHttp } from "../taxiway.ts";

const ROUNDS = 5;
const SECONDS = 1.5;

const { origin, destination, departureDate } = USUAL_SEARCH;
const ROWS = [
  { name: "gds, searchFlights", path: "/mcp", input: USUAL_SEARCH },
  { name: "gds, searchFlights, 50 results", path: "/mcp", input: { ...USUAL_SEARCH, maxResults: 50 } },
  {
    name: "flights, searchFlights, cached",
    path: "/mcp/flights",
    input: { origin, destination, departure_date: departureDate, cabin_class: "economy" },
  },
] as const;

/** Compares the flights server's cached search with the GDS's. */
export const cachedSearches = async (folder: string): Promise<string> => {
  const candidates = await inSequence(ROWS, ({ name, path, input }, index) =>
    startCandidate(
      taxiwayHttp({ folder: join(folder, String(index)) }),
      async (port) => {
        const sessionId = await openSession(port, path);
        const call = toolCall("searchFlights", input, "legacy");
        const request = httpRequest({ port, path, era: "legacy", tool: "searchFlights", call, sessionId });
        return { name, requests: [request], expected: ANY_RESULT };
      },
      SECONDS,
    ),
  );
  const measured = await measure(candidates, ROUNDS);
  return costTable(
    ROWS.map(({ name }) => name),
    measured,
    { name: "gds", row: () => 0 },
  );
};
