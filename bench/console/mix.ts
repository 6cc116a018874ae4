import type { Workload } from "../http/candidate.ts";
import { httpRequest } from "../http/http-request.ts";
import { callTool, flightToBook, openSession } from "../http/session.ts";
import { differentSearch, toolCall, USUAL_SEARCH } from "../requests.ts";

const DIFFERENT = 300;
const STAY = { cityCode: "LON", checkInDate: USUAL_SEARCH.departureDate, guests: 1 };
const RENTAL = { pickupLocationCode: "LAX", pickupDate: `${USUAL_SEARCH.departureDate}T10:00:00Z` };

const daysLater = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** A mix of an agent's calls: half are different searches, the others hotels, cars, a booking and the usual search. */
export const mixOfCalls = async (port: number): Promise<Pick<Workload, "requests" | "expected">> => {
  const sessionId = (await openSession(port)) as string;
  const booked = await callTool(port, sessionId, "bookFlight", await flightToBook(port));
  const { pnr } = booked.structuredContent as { readonly pnr: string };
  const until = daysLater(USUAL_SEARCH.departureDate, 3);
  const request = (tool: string, input: object): string =>
    httpRequest({ port, era: "legacy", tool, call: toolCall(tool, input, "legacy"), sessionId });
  const others = [
    request("searchHotels", { ...STAY, checkOutDate: until }),
    request("searchCars", { ...RENTAL, dropoffDate: `${until}T10:00:00Z` }),
    request("retrieveBooking", { pnr }),
    request("searchFlights", USUAL_SEARCH),
  ];
  const requests = Array.from({ length: DIFFERENT }, (_, index) => [
    request("searchFlights", differentSearch(index)),
    others[index % others.length] as string,
  ]);
  return { requests: requests.flat(), expected: {} };
};
