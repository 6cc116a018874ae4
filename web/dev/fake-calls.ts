import { randomUUID } from "node:crypto";
import type { CallDetail, LiveCall, Rates } from "../../src/console/contract.ts";

/** Some of them twice, so that they come twice as often. */
const TOOLS = [
  ["gds", "searchFlights"],
  ["gds", "searchFlights"],
  ["gds", "searchHotels"],
  ["gds", "bookFlight"],
  ["gds", "retrieveBooking"],
  ["flights", "search_multi_city"],
  ["toolbox", "time_tool__time_difference"],
  ["capcorn", "search_availability_of_rooms_in_a_house_with_a_rather_long_name"],
] as const;

const OUTCOMES: readonly LiveCall["outcome"][] = [
  "ok",
  "ok",
  "ok",
  "ok",
  "ok",
  "ok",
  "refused",
  "unavailable",
  "defect",
];
const MESSAGES: Partial<Record<LiveCall["outcome"], string>> = {
  refused: "departureDate must lie between today and 331 days ahead.",
  unavailable: "The service behind this tool did not answer within 10 seconds.",
  defect: "Something went wrong inside the server; its log has the details under 8f2c11aa.",
};
const SESSIONS = Array.from({ length: 5 }, () => randomUUID());

const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

export const makeCall = (at = Date.now()): LiveCall => {
  const [server, tool] = one(TOOLS);
  const outcome = one(OUTCOMES);
  return {
    ...{ id: randomUUID(), at: new Date(at).toISOString(), server, tool, outcome },
    ...{ tenant: "default", session_id: one(SESSIONS), correlation_id: randomUUID() },
    milliseconds: Math.round(10 * (2 + Math.random() ** 4 * 900)) / 10,
    ...(MESSAGES[outcome] !== undefined && { message: MESSAGES[outcome] }),
  };
};

const calls: LiveCall[] = Array.from({ length: 60 }, (_, index) => makeCall(Date.now() - index * 4_200));

export const rememberCalls = (made: readonly LiveCall[]): void => {
  calls.unshift(...made);
  calls.length = Math.min(calls.length, 500);
};

export const lastCalls = (limit: number): LiveCall[] => calls.slice(0, limit);

export const callDetail = (id: string): CallDetail | undefined => {
  const call = calls.find((each) => each.id === id);
  if (!call) return undefined;
  const third = call.milliseconds / 3;
  return {
    ...call,
    arguments: { origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxResults: 3 },
    result: { content: [{ type: "text", text: "BA174 | JFK > LHR | 7h00 | $310.00" }], isError: call.outcome !== "ok" },
    steps: ["arguments", "search", "answer"].map((step, index) => ({
      ...{ step, started_ms: Math.round(index * third), milliseconds: Math.round(third) },
      ...(index === 2 && call.message !== undefined && { error: call.message }),
    })),
    log: [{ at: call.at, level: "info", event: "tool called", facts: { tool: call.tool, outcome: call.outcome } }],
  };
};

export const makeRates = (): Rates => ({
  calls_per_minute: Math.round(180 + 60 * Math.sin(Date.now() / 9_000) + Math.random() * 20),
  errors_per_minute: Math.round(Math.random() * 6),
  p50_ms: Math.round((11 + Math.random() * 3) * 10) / 10,
  p99_ms: Math.round(210 + Math.random() * 60),
});
