const CLIENT = { name: "bench", version: "1.0.0" };
export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": CLIENT,
};

export type Era = "legacy" | "modern";

const message = (body: object): string => JSON.stringify({ jsonrpc: "2.0", ...body });

const initialize = [
  message({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: CLIENT },
  }),
  message({ method: "notifications/initialized" }),
];

/** The messages up to the list of tools, sent in one write. Modern clients have no handshake. */
export const opening = {
  legacy: { lines: [...initialize, message({ id: 2, method: "tools/list", params: {} })], answers: 2 },
  modern: { lines: [message({ id: 2, method: "tools/list", params: { _meta: META } })], answers: 1 },
} as const satisfies Record<Era, unknown>;

export interface FlightSearch {
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: string;
}

/** A tools/call message without its ID, which `withId` inserts. */
export type Call = readonly [before: string, after: string];

export const toolCall = (name: string, input: object, era: Era): Call => {
  const params = { name, arguments: input, ...(era === "modern" && { _meta: META }) };
  return ['{"jsonrpc":"2.0","id":', `,"method":"tools/call","params":${JSON.stringify(params)}}\n`];
};

export const searchCall = (search: FlightSearch, era: Era): Call => toolCall("searchFlights", search, era);

export const withId = ([before, after]: Call, id: number): string => before + id + after;

const AIRPORTS =
  "JFK LAX ORD ATL DFW SFO SEA MIA BOS DEN LHR CDG FRA AMS MAD FCO DXB SIN HKG NRT SYD GRU MEX YYZ".split(" ");
const FIRST_DAY = 14;
const DAYS = 300;

const dayFromToday = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const USUAL_SEARCH: FlightSearch = { origin: "JFK", destination: "LAX", departureDate: dayFromToday(30) };

/** Returns one of 165,600 different searches: 552 routes between large airports on 300 days. */
export const differentSearch = (index: number): FlightSearch => {
  const others = AIRPORTS.length - 1;
  const from = index % AIRPORTS.length;
  const step = 1 + (Math.floor(index / AIRPORTS.length) % others);
  const day = FIRST_DAY + (Math.floor(index / (AIRPORTS.length * others)) % DAYS);
  return {
    origin: AIRPORTS[from] as string,
    destination: AIRPORTS[(from + step) % AIRPORTS.length] as string,
    departureDate: dayFromToday(day),
  };
};
