import { type Attack, type Family, IDS, one } from "./attack.ts";
import { brokenText, json, mutated } from "./mutation.ts";
import { COMMON, type HeaderList, LEGACY, message, written } from "./requests.ts";

interface Endpoint {
  readonly path: string;
  readonly method?: "GET";
  readonly headers?: HeaderList;
  /** Text is sent as it is, or damaged; anything else as JSON with one mutation. */
  readonly body?: unknown;
}

const rpc = (method: string, params: object) => message(1, { method, params: { ...params } });
const called = (name: string, args: object) => rpc("tools/call", { name, arguments: args });
const DUFFEL: HeaderList = [
  ["Host", "localhost"],
  ["Content-Type", "application/json"],
  ["Duffel-Version", "v2"],
  ["Authorization", "Bearer hostile"],
];
export const ADMIN_TOKEN = "hostile-operator-token-0123456789abcdef";
const ADMIN: HeaderList = [...COMMON, ["Authorization", `Bearer ${ADMIN_TOKEN}`]];
const XML: HeaderList = [
  ["Host", "localhost"],
  ["Content-Type", "application/xml"],
];
const SLICE = { origin: "JFK", destination: "LHR", departure_date: "2027-03-01" };

/** Requests for every endpoint but the default one. No host name in them leads off this machine. */
const ENDPOINTS: readonly Endpoint[] = [
  { path: "/mcp/flights", body: rpc("tools/list", {}) },
  { path: "/mcp/flights", body: called("search_flights", { type: "one_way", ...SLICE, adults: 1 }) },
  { path: "/mcp/flights", body: called("get_offer_details", { offer_id: "off_1" }) },
  { path: "/mcp/toolbox", body: called("calculator", { expression: "2^10 + sqrt(16)" }) },
  { path: "/mcp/toolbox", body: called("calculator", { expression: "(".repeat(400) }) },
  { path: "/mcp/toolbox", body: called("get_current_time", { timezone: "Europe/Vienna" }) },
  { path: "/mcp/capcorn", body: called("search_rooms", { hotel_id: "1", arrival: "2027-03-01" }) },
  { path: "/rpc", body: rpc("tools/list", {}) },
  { path: "/rpc", body: rpc("tools/call", { name: "calculator", arguments: { expression: "1+1" } }) },
  {
    path: "/rpc",
    body: rpc("tools/register", {
      service: { name: "hostile", endpoint: "http://127.0.0.1:9/rpc" },
      tools: [{ name: "t", description: "d", inputSchema: { type: "object" } }],
    }),
  },
  {
    path: "/duffel/air/offer_requests",
    headers: DUFFEL,
    body: { data: { slices: [SLICE], passengers: [{ type: "adult" }], cabin_class: "economy" } },
  },
  {
    path: "/duffel/air/orders",
    headers: DUFFEL,
    body: { data: { selected_offers: ["off_1"], passengers: [{ id: "pas_1" }], payments: [] } },
  },
  { path: "/duffel/air/offers?limit=-1&after=%00", headers: DUFFEL, method: "GET" },
  { path: "/duffel/air/offers/..%2f..%2f__proto__", headers: DUFFEL, method: "GET" },
  {
    path: "/capcorn/RoomAvailability?user=u&password=p&system=s",
    headers: XML,
    body: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><room_availability><hotel_id>&b;</hotel_id></room_availability>',
  },
  { path: "/capcorn/OTA_HotelResNotifRQ?hotelId=1&pin=1", headers: XML, body: "<OTA_HotelResNotifRQ><a>".repeat(300) },
  { path: "/admin/connectors", headers: ADMIN, method: "GET" },
  { path: "/admin/drafts", headers: ADMIN, body: { document: "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]" } },
  { path: "/admin/drafts/operations", headers: ADMIN, body: { files: { "a.xml": "<a><b>1</b></a>" } } },
  { path: "/console/../admin/tenants", method: "GET" },
];

/** Headers that a browser sends from a page of another site, or under a rebound host name. */
const STRANGE: HeaderList = [
  ["Origin", "https://evil.example"],
  ["Origin", "null"],
  ["Host", "evil.example"],
  ["Sec-Fetch-Site", "cross-site"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Forwarded-For", "10.0.0.1, not an address"],
];

const sent2 = (attack: Attack): Attack => ({ ...attack, endpoint: "other" });

export const otherEndpoints: Family = (draw, { sessions }) => {
  const { path, method = "POST", headers = COMMON, body } = draw.pick(ENDPOINTS);
  const [name, value] = draw.pick(STRANGE);
  const foreign = draw.chance(20);
  const list: HeaderList = [
    ...(foreign ? headers.filter(([known]) => known !== name) : headers),
    ...(path.startsWith("/mcp") ? [["MCP-Protocol-Version", LEGACY] as const] : []),
    ...(foreign ? [[name, value] as const] : []),
  ];
  const session = draw.pick([...sessions, "trip-1", "", "a".repeat(300), "%00", "..%2f", "a&session=b"]);
  const at = path.startsWith("/mcp") && draw.chance(50) ? `${path}?session=${session}` : path;
  if (body === undefined) return sent2(one(written(method, at, list), "or closed", method));
  const text = typeof body === "string" ? body : json(mutated(draw, { ...(body as object), id: draw.pick(IDS) }));
  return sent2(one(written(method, at, list, draw.chance(25) ? brokenText(draw, text) : text), "or closed", method));
};
