import type { Completion, LoggedIn, RegisteredTool } from "../../src/console/contract.ts";
import { bookingDetail, bookingPage, cancelBooking } from "./fake-bookings.ts";
import { callDetail, lastCalls } from "./fake-calls.ts";
import { placesFor } from "./fake-places.ts";
import { type FakeRoute, Refusal } from "./fake-route.ts";
import { overview, SERVERS, toolsOf } from "./fake-servers.ts";
import { settingsShown } from "./fake-settings.ts";
import { carried } from "./fake-tools.ts";

const who = (): LoggedIn => ({
  ...{ tenant: "default", by: "admin-token", operator: true },
  expires_at: new Date(Date.now() + 43_200_000).toISOString(),
});

const AIRPORTS: Completion["values"] = [
  { value: "LON", label: "London, United Kingdom, all airports", latitude: 51.5, longitude: -0.12 },
  { value: "LHR", label: "London Heathrow, United Kingdom", latitude: 51.47, longitude: -0.46 },
  { value: "LGW", label: "London Gatwick, United Kingdom", latitude: 51.15, longitude: -0.18 },
  { value: "FRA", label: "Frankfurt am Main, Germany", latitude: 50.03, longitude: 8.56 },
  { value: "JFK", label: "New York John F. Kennedy, United States", latitude: 40.64, longitude: -73.78 },
  { value: "NYC", label: "New York, United States, all airports", latitude: 40.71, longitude: -74.0 },
];

const tool = (name: string, status: RegisteredTool["status"]): RegisteredTool => ({
  ...{
    tool_id: `tool-${name}`,
    name,
    description: `What ${name} does, in a sentence.`,
    category: "travel",
    version: "1.2.0",
  },
  ...{ built_in: false, status, since: new Date(Date.now() - 7_200_000).toISOString() },
  last_error: status === "healthy" ? null : "connect ECONNREFUSED 10.0.4.7:8080",
  response_time_ms: status === "unavailable" ? null : 38,
  backend: { kind: "http", url: "http://10.0.4.7:8080/tools" },
  functions: [
    {
      ...{ name: "lookup", description: "Looks something up.", wire_name: `${name}__lookup` },
      parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    },
  ],
  history: Array.from({ length: 30 }, (_, index) => ({
    at: new Date(Date.now() - (30 - index) * 60_000).toISOString(),
    ...{ status: index % 11 === 0 ? "degraded" : status, response_time_ms: 20 + ((index * 37) % 50) },
  })),
  ...{ registered_at: new Date(Date.now() - 86_400_000).toISOString(), lease_seconds: 300 },
});

const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Refusal(404, "not_found", `There is no such ${what}.`);
  return value;
};

/** Further routes go here; those of a page that needs many into a file of their own. */
export const FAKE_ROUTES: readonly FakeRoute[] = [
  ["POST", "/login", who],
  ["GET", "/login", who],
  ["POST", "/logout", () => undefined],
  ["GET", "/overview", overview],
  ["GET", "/servers", () => ({ servers: SERVERS })],
  ["GET", "/servers/:server/tools", ({ params }) => ({ tools: toolsOf(params["server"] ?? "") })],
  ["POST", "/servers/:server/rpc", carried],
  [
    ...(["GET", "/complete"] as const),
    ({ query: { text = "" } }) => ({
      values: AIRPORTS.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(text.toLowerCase())),
    }),
  ],
  ["GET", "/places", ({ query: { codes = "" } }) => placesFor(codes)],
  ["GET", "/bookings", ({ query }) => bookingPage(query)],
  ["GET", "/bookings/:pnr", ({ params }) => found(bookingDetail(params["pnr"] ?? ""), "booking")],
  [
    ...(["POST", "/bookings/:pnr/cancel"] as const),
    ({ params, body }) => found(cancelBooking(params["pnr"] ?? "", body["reason"] as string | undefined), "booking"),
  ],
  ["GET", "/calls", ({ query }) => ({ calls: lastCalls(Number(query["limit"] ?? 100)) })],
  ["GET", "/calls/:id", ({ params }) => found(callDetail(params["id"] ?? ""), "call")],
  ["GET", "/tools", () => ({ tools: [tool("crm", "healthy"), tool("weather", "unavailable")] })],
  ["POST", "/tools/:name/check", ({ params }) => tool(params["name"] ?? "", "healthy")],
  ["GET", "/settings", settingsShown],
];
