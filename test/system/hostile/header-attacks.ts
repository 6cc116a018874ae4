import { addressed, type Family, IDS, one, UNKNOWN_SESSION } from "./attack.ts";
import { json } from "./mutation.ts";
import { type HeaderList, LEGACY, MODERN, message, written } from "./requests.ts";

/** Hostile header values. Those with a NUL or a line break would not be HTTP. */
export const VALUES = [
  ...[
    "",
    " ",
    ",",
    ";",
    "*",
    "*/*",
    "text/html",
    "application/json;q=0",
    "text/event-stream",
    "application/json, */*;q=0.1",
  ],
  ...["application/jsonp", "application/json; charset=utf-16", "text/plain", "multipart/form-data; boundary=x"],
  ...[
    MODERN,
    LEGACY,
    "2024-11-05",
    "1999-01-01",
    `${MODERN}, ${LEGACY}`,
    "__proto__",
    "constructor",
    "tools/call",
    "ping",
  ],
  ...["=?base64?!!?=", "=?base64?/w==?=", "=?base64?c2VhcmNoRmxpZ2h0cw==?=", "searchFlights", "gds://session/current"],
  ...[
    UNKNOWN_SESSION,
    UNKNOWN_SESSION.toUpperCase(),
    UNKNOWN_SESSION.replace("-4", "-1"),
    "../../etc",
    "a b",
    "0",
    "-1",
    "1e9",
  ],
  ...[
    "_0",
    `${UNKNOWN_SESSION}_1`,
    `0a1b2c3d-${UNKNOWN_SESSION}_0`,
    `0a1b2c3d-${UNKNOWN_SESSION}_999999999`,
    "🙂",
    "\xff\xfe",
    "\t",
  ],
  ...[
    "00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff",
    "127.0.0.1, 1.2.3.4, ::1, [::]:99999",
    "x".repeat(8_000),
  ],
].map((value) => Buffer.from(value).toString("latin1"));
const NAMES = [
  ...[
    "Host",
    "Content-Type",
    "Accept",
    "MCP-Protocol-Version",
    "Mcp-Session-Id",
    "Mcp-Method",
    "Mcp-Name",
    "Mcp-Param-Region",
  ],
  ...[
    "Last-Event-ID",
    "X-Request-Id",
    "traceparent",
    "tracestate",
    "X-Forwarded-For",
    "X-Real-IP",
    "Origin",
    "Connection",
  ],
  ...[
    "User-Agent",
    "Cookie",
    "Authorization",
    "Content-Encoding",
    "Accept-Encoding",
    "__proto__",
    "constructor",
    "Upgrade",
    "Range",
  ],
];

export const wrongHeaders: Family = (draw, known) => {
  const { path, headers, asked } = addressed(draw, known, known.requests.next(known.offers, known.pnrs));
  const list = [...headers];
  for (let times = 1 + draw.number(3); times > 0; times--) {
    const at = draw.number(list.length);
    const extra = [draw.pick(NAMES), draw.pick(VALUES)] as const;
    const [name, value] = list[at] ?? extra;
    const changes: readonly (readonly (readonly [string, string])[])[] = [
      [],
      [[name, draw.pick(VALUES)]],
      [
        [name, value],
        [name, value],
      ],
      [
        [name, value],
        [name, draw.pick(VALUES)],
      ],
      [[name.toUpperCase(), value]],
      [[name, value], extra],
      [[name, value], extra],
    ];
    list.splice(at, 1, ...draw.pick(changes));
    if (list.length === 0) list.push(extra);
  }
  // A client that sends `Connection: close` or a wrong host may be disconnected.
  return one(written("POST", path, list, json(message(draw.pick(IDS), asked))), "or closed");
};

const PATHS = [
  ...[
    "/mcp",
    "/mcp/gds",
    "/mcp/",
    "//mcp",
    "/mcp/none",
    "/MCP",
    "/mcp?x=1",
    "/mcp?__proto__=1",
    "/mcp#x",
    "/",
    "*",
    "/health",
    "/metrics",
  ],
  ...[
    "/health/",
    "/metrics?x",
    "/mcp/%00",
    "/%2e%2e/mcp",
    "/../../etc/passwd",
    "http://evil.example/mcp",
    "http://localhost/mcp",
  ],
  ...["/__proto__", "/constructor", `/${"a".repeat(7_000)}`, "/mcp%zz", "/mcp/gds/..", "/favicon.ico", "mcp", "?"],
];
const METHODS = [
  "GET",
  "POST",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PUT",
  "PATCH",
  "TRACE",
  "PROPFIND",
  "SEARCH",
  "QUERY",
  "LINK",
];

export const wrongPlace: Family = (draw, { sessions }) => {
  const method = draw.pick(METHODS);
  const path = draw.pick(PATHS);
  const accept = method === "GET" ? "application/json" : "application/json, text/event-stream";
  // The attacker's session is needed later, so it is not ended here.
  const session = method === "DELETE" ? UNKNOWN_SESSION : draw.pick(sessions);
  const headers: HeaderList = [
    ["Host", "localhost"],
    ["Accept", accept],
    ["Content-Type", "application/json"],
    ["Mcp-Session-Id", session],
  ];
  const body = draw.chance(60) ? json(message(1, { method: "ping", params: {} })) : undefined;
  return one(written(method, path, headers, body), "or closed", method);
};
