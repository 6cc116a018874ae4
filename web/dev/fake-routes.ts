import type { Completion, LoggedIn } from "../../src/console/contract.ts";
import { bookingDetail, bookingPage, cancelBooking } from "./fake-bookings.ts";
import { callDetail, lastCalls } from "./fake-calls.ts";
import { CONNECTOR_ROUTES } from "./fake-connectors.ts";
import { KEY_ROUTES } from "./fake-keys.ts";
import { placesFor } from "./fake-places.ts";
import { REGISTRY_ROUTES } from "./fake-registry.ts";
import { type FakeRoute, Refusal } from "./fake-route.ts";
import { overview, SERVERS, toolsOf } from "./fake-servers.ts";
import { settingsShown } from "./fake-settings.ts";
import { carried } from "./fake-tools.ts";

const who = (): LoggedIn => ({
  ...{ tenant: "default", by: "admin-token", operator: true },
  expires_at: new Date(Date.now() + 43_200_000).toISOString(),
  world_time: new Date().toISOString(),
});

const AIRPORTS: Completion["values"] = [
  { value: "LON", label: "London, United Kingdom, all airports", latitude: 51.5, longitude: -0.12 },
  { value: "LHR", label: "London Heathrow, United Kingdom", latitude: 51.47, longitude: -0.46 },
  { value: "LGW", label: "London Gatwick, United Kingdom", latitude: 51.15, longitude: -0.18 },
  { value: "FRA", label: "Frankfurt am Main, Germany", latitude: 50.03, longitude: 8.56 },
  { value: "JFK", label: "New York John F. Kennedy, United States", latitude: 40.64, longitude: -73.78 },
  { value: "NYC", label: "New York, United States, all airports", latitude: 40.71, longitude: -74.0 },
];

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
  ...REGISTRY_ROUTES,
  ...KEY_ROUTES,
  ["GET", "/settings", settingsShown],
  ...CONNECTOR_ROUTES,
];
