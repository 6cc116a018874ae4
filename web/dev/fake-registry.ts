import type { Carried, RefusedTool, RegisteredTool } from "../../src/console/contract.ts";
import { type FakeRequest, type FakeRoute, Refusal } from "./fake-route.ts";

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const check = (index: number, status: string) => ({
  at: minutesAgo(40 - index),
  status,
  response_time_ms: status === "unavailable" ? null : 20 + ((index * 37) % 50),
});

const LOOKUP: RegisteredTool["functions"][number] = {
  ...{ name: "lookup", description: "Looks up a customer by name or number.", wire_name: "crm__lookup" },
  parameters: {
    type: "object",
    properties: {
      text: { type: "string", minLength: 2, description: "Name or number.", examples: ["Schmidt"] },
      active_only: { type: "boolean", default: true },
      limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
    },
    required: ["text"],
  },
};

const tool = (name: string, more: Partial<RegisteredTool> = {}): RegisteredTool => ({
  ...{ tool_id: `${name}_v1`, name, description: `What ${name} is for, in a sentence.`, category: "TRAVEL" },
  ...{ built_in: false, status: "healthy", since: minutesAgo(130), last_error: null, response_time_ms: 38 },
  backend: { kind: "http", url: "http://10.0.4.7:8080/tools" },
  functions: [{ ...LOOKUP, wire_name: `${name}__lookup` }],
  history: Array.from({ length: 40 }, (_, index) => check(index, index % 13 === 5 ? "degraded" : "healthy")),
  ...{ registered_at: minutesAgo(1_440), lease_seconds: 3_600 },
  ...more,
});

const builtIn = (name: string, description: string, functions: readonly string[]): RegisteredTool =>
  tool(name, {
    ...{ built_in: true, description, category: "UTILITY", version: "0.1.0", backend: { kind: "built-in" } },
    ...{ response_time_ms: 0.2, since: minutesAgo(1_556) },
    history: [],
    functions: functions.map((each) => ({ ...LOOKUP, name: each, wire_name: `${name}__${each}` })),
  });

const HTML = `<img src=x onerror="document.title='owned'"> \u202egnp.exe ${"x".repeat(10_000)}`;

let tools: readonly RegisteredTool[] = [
  tool("crm", {
    ...{ version: "2.3.1", description: "Finds customers and what they booked before." },
    functions: [
      LOOKUP,
      { ...LOOKUP, name: "history", wire_name: "crm__history", description: "What a customer booked." },
    ],
  }),
  tool("weather", {
    ...{ status: "unavailable", since: minutesAgo(9), response_time_ms: null },
    last_error: "connect ECONNREFUSED 10.0.4.7:8080",
    history: Array.from({ length: 40 }, (_, index) => check(index, index > 36 ? "unavailable" : "healthy")),
  }),
  tool("packing", {
    ...{ status: "degraded", since: minutesAgo(1), last_error: "The answer was no JSON-RPC: 502 Bad Gateway" },
    backend: { kind: "mcp", url: "http://10.0.4.9:9000/mcp" },
    next: {
      ...{
        tool_id: "packing_v2",
        registered_at: minutesAgo(4),
        why: "Its backend has not answered a health check yet.",
      },
      changes: [
        "suggest: the description changed",
        "suggest.parameters: days may be at most 90 (was 60)",
        "weigh: a new function",
      ],
    },
  }),
  tool("hostile", {
    ...{ description: HTML, category: HTML, version: HTML, last_error: HTML, status: "unknown", history: [] },
    backend: { kind: "http", url: `https://example.test/${HTML}` },
    functions: [
      {
        ...{ name: HTML, description: HTML, wire_name: HTML },
        parameters: { type: "object", properties: { [HTML]: { type: "string", description: HTML } } },
      },
    ],
    next: { tool_id: HTML, registered_at: minutesAgo(1), why: HTML, changes: [HTML, HTML] },
  }),
  builtIn("calculator", "Exact arithmetic and units.", ["calculate", "convert_units"]),
  builtIn("search_tool", "Searches an index of airports and airlines.", ["web_search", "news_search"]),
  builtIn("time_tool", "Times in every zone.", ["current_time", "time_difference"]),
];

const REFUSALS: readonly RefusedTool[] = [
  {
    ...{ at: minutesAgo(2), name: "visa", times: 14 },
    reason:
      "tool.endpoint: 10.0.4.20 is not a public address. An operator can allow it with TAXIWAY_OUTBOUND_ALLOW=tools=10.0.4.20:80.",
  },
  { at: minutesAgo(50), name: "", times: 1, reason: HTML },
];

const found = ({ params }: FakeRequest): RegisteredTool => {
  const known = tools.find(({ name }) => name === params["name"]);
  if (!known) throw new Refusal(404, "not_found", "There is no such tool.");
  return known;
};

const checked = (request: FakeRequest): RegisteredTool => {
  const before = found(request);
  const next = { ...before, history: [...before.history, { ...check(40, before.status), at: minutesAgo(0) }] };
  tools = tools.map((each) => (each === before ? next : each));
  return next;
};

const register = ({ body }: FakeRequest) => {
  const given = (body["tool"] ?? {}) as Partial<RegisteredTool>;
  if (!given.name || !/^[a-z][\w-]*$/i.test(given.name)) {
    throw new Refusal(400, "invalid", "The name of the tool does not fit.", {
      ...{ field: "tool.name", allowed: "letters, digits, - and single _", hint: "Choose another name." },
      problems: [
        { field: "tool.name", message: "The name of the tool does not fit." },
        { field: "tool.functions[0].parameters.type", message: "Has to be object." },
      ],
    });
  }
  const functions = (given.functions ?? []).map((each) => ({ ...each, wire_name: `${given.name}__${each.name}` }));
  tools = [...tools.filter(({ name }) => name !== given.name), tool(given.name, { ...given, functions, history: [] })];
  return {
    ...{ tool_id: `${given.name}_v1`, status: "registered", health_check_interval: 60, lease_seconds: 3_600 },
    ...{ functions: functions.map(({ wire_name }) => wire_name), secret: "c2VjcmV0IG9mIHRoZSBmYWtlIHJlZ2lzdHJ5" },
  };
};

const call = (request: FakeRequest): Carried => {
  const { name, status, last_error } = found(request);
  const { body } = request;
  const message = `${name} does not answer: ${last_error}`;
  const answer =
    status === "unavailable"
      ? { error: { code: -32_006, message, data: { hint: "Try again when it is healthy.", retryable: true } } }
      : { result: { call_id: "1", status: "completed", data: { given: body["arguments"], customers: [] } } };
  return {
    ...{ request: { jsonrpc: "2.0", id: 1, method: "tools/call", params: body } },
    ...{ response: { jsonrpc: "2.0", id: 1, ...answer }, milliseconds: 41.3, session_id: "console", notifications: [] },
  };
};

export const REGISTRY_ROUTES: readonly FakeRoute[] = [
  ["GET", "/tools", () => ({ tools, refusals: REFUSALS })],
  ["POST", "/tools", register],
  [
    ...(["DELETE", "/tools/:name"] as const),
    (request) => {
      const gone = found(request);
      tools = tools.filter((each) => each !== gone);
      return undefined;
    },
  ],
  ["POST", "/tools/:name/check", checked],
  ["POST", "/tools/:name/call", call],
];
