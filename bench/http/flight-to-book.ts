import { USUAL_SEARCH } from "../requests.ts";
import { callTool, openSession } from "./session.ts";

/** What bookFlight takes to book the first flight that the usual search finds. */
export const flightToBook = async (port: number): Promise<object> => {
  const sessionId = (await openSession(port)) as string;
  const { structuredContent } = await callTool(port, sessionId, "searchFlights", {
    ...USUAL_SEARCH,
    maxConnections: 0,
  });
  const { flights } = structuredContent as { readonly flights: readonly { readonly flightIds: readonly string[] }[] };
  return {
    flightIds: flights[0]?.flightIds,
    passengers: [{ type: "adult", firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1985-12-10" }],
    contactEmail: "ada@example.com",
  };
};
