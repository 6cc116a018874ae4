import type { OpenedRun, Runs } from "../../src/servers/rehearsal/runs/runs.ts";
import { built } from "../built.ts";

const { answerInProcess } =
  await built<typeof import("../../src/mcp/transports/in-process.ts")>("mcp/transports/in-process.js");

export const SCENARIO = `
scenario: 1
id: bench/london
title: The cheapest nonstop flight to London
category: simple
clock: { start: 2027-01-04T09:00:00Z }
brief: Book the cheapest nonstop flight from New York to London on 10 March 2027 for Ada Lovelace, ada@example.com.
gold: { solve: cheapest-flight, from: NYC, to: LON, on: 2027-03-10, nonstop: true }
end:
  bookings:
    - as: trip
      status: confirmed
      passengers: [Ada Lovelace]
      contact: ada@example.com
      flights: [{ from: NYC, to: LON, date: 2027-03-10, stops: 0 }]
      total: { atMost: $gold.total }
said: [{ pnr: $trip.pnr }]
limits: { calls: 2000 }
`;

export const TENANT = "default";

const NEVER = new AbortController().signal;
const MOST_BYTES = 1_048_576;
let lastId = 0;

/** Calls a tool of a run as a client does, without a network between. */
export const callTool = async (
  { dispatcher, grant }: Pick<OpenedRun, "dispatcher" | "grant">,
  name: string,
  args: object,
) => {
  const request = { jsonrpc: "2.0", id: ++lastId, method: "tools/call", params: { name, arguments: args } };
  const version = "0.0.0-bench";
  const { response } = await answerInProcess({
    ...{ dispatcher, grant, request, version },
    ...{ signal: NEVER, mostBytes: MOST_BYTES },
  });
  const { result } = response as { readonly result: { readonly isError?: boolean; readonly structuredContent: Found } };
  if (result.isError) throw new Error(`${name} failed: ${JSON.stringify(result).slice(0, 500)}`);
  return result.structuredContent;
};

interface Found {
  readonly flights: readonly { readonly status: string; readonly flightIds: readonly string[] }[];
  readonly pnr: string;
}

export const search = (date: string) => ({
  ...{ origin: "NYC", destination: "LON", departureDate: date },
  ...{ maxConnections: 0, sortBy: "price" },
});

/** A whole attempt: start, two searches, a booking, the last words, close. */
export const playEpisode = async (runs: Runs, scenario: Parameters<Runs["start"]>[1]): Promise<void> => {
  const { run, token } = await runs.start(TENANT, scenario, {});
  const opened = (await runs.opened(token)) as OpenedRun;
  await callTool(opened, "searchFlights", search("2027-03-11"));
  const { flights } = await callTool(opened, "searchFlights", search("2027-03-10"));
  const flightIds = flights.find(({ status }) => status === "available")?.flightIds;
  const passengers = [{ type: "adult", firstName: "Ada", lastName: "Lovelace" }];
  const { pnr } = await callTool(opened, "bookFlight", { flightIds, passengers, contactEmail: "ada@example.com" });
  await callTool(opened, "finishTask", { outcome: "done", message: `Booked ${pnr}.`, pnrs: [pnr] });
  const { verdict } = await runs.close(TENANT, run.id, {});
  if (verdict?.verdict !== "pass") throw new Error(`The episode failed: ${JSON.stringify(verdict).slice(0, 2_000)}`);
};
