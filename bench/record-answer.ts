import { opening, searchCall, USUAL_SEARCH, withId } from "./requests.ts";
import { type ServerCommand, startServer } from "./server-process.ts";

/** What Taxiway answers to the usual search; all other servers answer the same from this constant. */
export const recordAnswer = async (taxiwayOnStdio: ServerCommand): Promise<object> => {
  const server = startServer(taxiwayOnStdio);
  await server.ask(opening.legacy.lines, opening.legacy.answers);
  const [answer] = await server.ask([withId(searchCall(USUAL_SEARCH, "legacy"), 3).trim()], 1);
  await server.end();
  if (answer?.result === undefined || answer.result.isError) {
    throw new Error(`Taxiway did not answer the search: ${JSON.stringify(answer)}`);
  }
  return answer.result;
};
