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
  return {
    ...call,
    version: call.server === "capcorn" ? 3 : "0.1.0",
    arguments: {
      ...{ origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxResults: 3 },
      passengers: [{ firstName: "[redacted]", lastName: "[redacted]", type: "adult" }],
    },
    ...(call.outcome === "ok" && {
      result: {
        flights: [
          { flightIds: ["F-BA174-20270310-JFKLHR-Y"], airline: "BA", price: { total: 31_000, currency: "USD" } },
        ],
      },
    }),
    steps: stepsOf(call),
    log: [
      { at: call.at, level: "info", event: "request accepted", facts: { tool: call.tool, session: call.session_id } },
      ...(call.message === undefined
        ? []
        : [
            {
              at: call.at,
              level: "warn",
              event: "call failed",
              facts: { outcome: call.outcome, message: call.message },
            },
          ]),
    ],
  };
};

/** What a connector goes through; a failed one does not get to the end. */
const STEPS = [
  ["input", 0.02],
  ["request mapping", 0.08],
  ["auth", 0.1],
  ["http", 0.7],
  ["parse", 0.06],
  ["response mapping", 0.04],
] as const;

const stepsOf = ({ milliseconds, message }: LiveCall): CallDetail["steps"] => {
  const steps = message === undefined ? STEPS : STEPS.slice(0, 4);
  let passed = 0;
  return steps.map(([step, share], index) => {
    const started_ms = Math.round(passed * 100) / 100;
    passed += share * milliseconds;
    const failed = index === steps.length - 1 && message !== undefined && { error: message };
    return { step, started_ms, milliseconds: Math.round(share * milliseconds * 100) / 100, ...failed };
  });
};

export const makeRates = (): Rates => ({
  calls_per_minute: Math.round(180 + 60 * Math.sin(Date.now() / 9_000) + Math.random() * 20),
  errors_per_minute: Math.round(Math.random() * 6),
  p50_ms: Math.round((11 + Math.random() * 3) * 10) / 10,
  p99_ms: Math.round(210 + Math.random() * 60),
});
