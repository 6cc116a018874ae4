import type { Draw } from "./draw.ts";
import type { Errands, Offers } from "./errands.ts";
import { brokenText, json, mutated } from "./mutate.ts";
import {
  type Asked,
  COMMON,
  type HeaderList,
  LEGACY,
  legacyHeaders,
  MODERN,
  message,
  modernHeaders,
  withEnvelope,
  written,
} from "./requests.ts";

/** What is sent at once, and what may come of it. */
export interface Shot {
  readonly bytes: Buffer;
  /** One per request that the sender means; there are never more answers than that. */
  readonly methods: readonly string[];
  /**
   * `answered`: each request has its answer. `or closed`: the connection may be closed instead. `abort` and
   * `abort stirred`: we leave, at once or when the answer has begun.
   */
  readonly end: "answered" | "or closed" | "abort" | "abort stirred";
  /** Sends no more after this, so that what is incomplete stays so. */
  readonly half?: true;
}

/** What an attacker knows of the server. */
export interface Loot {
  readonly sessions: readonly string[];
  readonly offers: Offers;
  readonly pnrs: readonly string[];
  /** States that the server gave us to keep. */
  readonly states: readonly string[];
  readonly errands: Errands;
}

type Family = (draw: Draw, loot: Loot) => Shot;

const one = (bytes: Buffer, end: Shot["end"] = "answered", method = "POST"): Shot => ({
  bytes,
  methods: [method],
  end,
});

const UNKNOWN_SESSION = "3f0b1e0c-9d57-4a61-8f3e-0d6f7a9b2c11";
const IDS = [0, 1, -1, 7, "7", "", "x".repeat(200), "__proto__", "\u0000", "\ud800", 2 ** 52, Number.MAX_SAFE_INTEGER];

/** A request with the headers that go with it, of either era. */
const addressed = (draw: Draw, { sessions }: Loot, asked: Asked): { headers: HeaderList; asked: Asked } => {
  // A legacy client is asked in the middle of the call, and an attacker that does not answer would wait for long.
  const name = asked.params?.["name"];
  const asks = typeof name === "string" && name.startsWith("test_input_required");
  if (asked.params === null || typeof asked.params !== "object" || (!asks && draw.chance(50))) {
    return { headers: legacyHeaders(draw.pick(sessions)), asked };
  }
  const modern = { ...asked, params: withEnvelope(asked.params) };
  const headers = modernHeaders(modern).filter(([, value]) => /^[\x20-\x7e]{0,500}$/.test(value));
  return { headers: draw.chance(30) ? [...headers, ["Mcp-Session-Id", draw.pick(sessions)]] : headers, asked: modern };
};

const wrongFields: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
  return one(written("POST", "/mcp", headers, json(message(draw.pick(IDS), asked))));
};

const wrongMessage: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
  return one(written("POST", "/mcp", headers, json(mutated(draw, message(draw.pick(IDS), asked)))));
};

const brokenJson: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
  return one(written("POST", "/mcp", headers, brokenText(draw, json(message(draw.pick(IDS), asked)))));
};

/** As header values; those with a NUL or a line break are not HTTP any more. */
const VALUES = [
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

const wrongHeaders: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
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
  // A client that says close, or that it is not who we serve, may be hung up on.
  return one(written("POST", "/mcp", list, json(message(draw.pick(IDS), asked))), "or closed");
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

const wrongPlace: Family = (draw, { sessions }) => {
  const method = draw.pick(METHODS);
  const path = draw.pick(PATHS);
  const accept = method === "GET" ? "application/json" : "application/json, text/event-stream";
  // A session of our own is needed in the next shot, so it is not ended here.
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

const NOT_HTTP = [
  "\r\n\r\n\r\n",
  "GET",
  "POST /mcp HTTP/9.9\r\nHost: localhost\r\n\r\n",
  "post /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "POST /mcp HTTP/1.1\r\n\r\n",
  "POST /mcp HTTP/1.0\r\n\r\n",
  "POST /mcp\r\n\r\n",
  "GET /mcp HTTP/1.1\nHost: localhost\n\n",
  "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "POST /mcp HTTP/1.1\r\nHost : localhost\r\n\r\n",
  "POST /mcp HTTP/1.1\r\nHost: localhost\r\n folded: x\r\n\r\n",
  "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n",
  "POST /mcp HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n",
  "POST /m cp HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "GET /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: banana\r\n\r\n",
  `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"y".repeat(20_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: localhost\r\n${"X: y\r\n".repeat(3_000)}\r\n`,
  "GET /mcp HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
];

const notHttp: Family = (draw) => {
  const bytes = draw.chance(80) ? Buffer.from(draw.pick(NOT_HTTP), "latin1") : draw.bytes(1 + draw.number(400));
  return { ...one(bytes, "or closed"), half: true };
};

const HIDDEN = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
const FRAMINGS: readonly (readonly [name: string, value: string])[][] = [
  [
    ["Content-Length", "30"],
    ["Transfer-Encoding", "chunked"],
  ],
  [
    ["Transfer-Encoding", "chunked"],
    ["Content-Length", "4"],
  ],
  [
    ["Content-Length", "4"],
    ["Content-Length", "60"],
  ],
  [["Content-Length", "4, 4"]],
  [["Content-Length", "+4"]],
  [["Content-Length", "-4"]],
  [["Content-Length", "0x4"]],
  [["Content-Length", "4e1"]],
  [["Content-Length", ""]],
  [["Content-Length", "99999999999999999999999"]],
  [["Transfer-Encoding", "xchunked"]],
  [["Transfer-Encoding", "chunked, identity"]],
  [["Transfer-Encoding", "\x0bchunked"]],
  [
    ["Transfer-Encoding", "chunked"],
    ["Transfer-Encoding", "identity"],
  ],
  [["Transfer-Encoding ", "chunked"]],
  [["Transfer-Encoding", "identity"]],
];

/** A second request inside the body of the first: whoever finds it there has been fooled. */
const smuggled: Family = (draw) => {
  const framing = draw.pick(FRAMINGS);
  const body = draw.pick([`0\r\n\r\n${HIDDEN}`, `{}\r\n${HIDDEN}`, `4\r\nnull\r\n0\r\n\r\n`, HIDDEN]);
  return { ...one(written("POST", "/mcp", [...COMMON, ...framing], body), "or closed"), half: true };
};

const CHUNKS = [
  '5\r\n{"a":\r\n0\r\n\r\n',
  "zz\r\nnull\r\n0\r\n\r\n",
  "4\r\nnullnull\r\n0\r\n\r\n",
  "ffffffffffffffff\r\nx",
  '4;ext="x\r\nnull\r\n0\r\n\r\n',
  "-4\r\nnull\r\n0\r\n\r\n",
  "4\nnull\n0\n\n",
  "0\r\nTrailer: x\r\n\r\n",
  "4\r\nnull\r\n0\r\nContent-Length: 5\r\n\r\n",
  "4\r\nnull",
  "0",
  "",
  `1;${"e".repeat(20_000)}\r\n{\r\n0\r\n\r\n`,
];
const chunkGarbage: Family = (draw) => {
  const headers: HeaderList = [...COMMON, ["Transfer-Encoding", "chunked"]];
  return { ...one(written("POST", "/mcp", headers, draw.pick(CHUNKS)), "or closed"), half: true };
};

const halfSent: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
  const whole = written("POST", "/mcp", headers, json(message(1, asked)));
  const part = whole.subarray(0, 1 + draw.number(whole.length - 1));
  return draw.chance(50) ? { ...one(part, "or closed"), half: true } : one(part, "abort");
};

const wrongLength: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
  const body = json(message(1, asked));
  const length = Math.max(0, Buffer.byteLength(body) + draw.pick([-50, -1, 1, 50, 1_000]));
  return {
    ...one(written("POST", "/mcp", [...headers, ["Content-Length", String(length)]], body), "or closed"),
    methods: ["POST", "POST"],
    half: true,
  };
};

const huge: Family = (draw) => {
  const size = draw.pick([200_000, 1_000_000, 1_048_576, 1_048_577, 3_000_000]);
  const [text, open, close] = draw.pick([
    ["x", '"', '"'],
    ["1,", "[", "1]"],
    ["\\u0000", '"', '"'],
    ["{},", "[", "{}]"],
    ["é", '"', '"'],
  ] as const);
  const body = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${open}${text.repeat(size / text.length)}${close}}}`;
  const bytes = written("POST", "/mcp", COMMON, body);
  if (draw.chance(30))
    return one(
      written("POST", "/mcp", [...COMMON, ["Content-Length", "99999999999"]], body.slice(0, 1_000)),
      "or closed",
    );
  return one(bytes, "or closed");
};

/** Several requests at once, under the same id. */
const pipelined: Family = (draw, loot) => {
  const count = 2 + draw.number(20);
  const requests = Array.from({ length: count }, () => {
    const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
    return written("POST", "/mcp", headers, json(message(7, asked)));
  });
  const end = draw.pick(["answered", "answered", "abort", "abort stirred"] as const);
  return { bytes: Buffer.concat(requests), methods: requests.map(() => "POST"), end };
};

const LISTEN = {
  method: "subscriptions/listen",
  params: withEnvelope({
    notifications: { toolsListChanged: true, resourceSubscriptions: ["gds://session/bookings"] },
  }),
};
const told = (name: string) => ({
  method: "tools/call",
  params: { name, arguments: { message: "?", prompt: "?" }, _meta: { progressToken: "p" } },
});
const STREAMING = [
  "test_tool_with_progress",
  "test_tool_with_logging",
  "test_reconnection",
  "test_elicitation",
  "test_streaming_elicitation",
];

const abortedStream: Family = (draw, { sessions }) => {
  const session = draw.pick(sessions);
  const end = draw.pick(["abort", "abort stirred", "abort stirred"] as const);
  if (draw.chance(35)) {
    const since: HeaderList = draw.chance(40) ? [["Last-Event-ID", draw.pick(VALUES)]] : [];
    return one(
      written("GET", "/mcp", [
        ["Host", "localhost"],
        ["Accept", "text/event-stream"],
        ["Mcp-Session-Id", session],
        ...since,
      ]),
      end,
      "GET",
    );
  }
  if (draw.chance(50)) return one(written("POST", "/mcp", modernHeaders(LISTEN), json(message(1, LISTEN))), end);
  const asked = told(draw.pick(STREAMING));
  return one(written("POST", "/mcp", legacyHeaders(session), json(message(draw.pick(IDS), asked))), end);
};

/** Answers to questions that were never asked, or not to us. */
const forgedAnswer: Family = (draw, { sessions }) => {
  const id = draw.pick([1, "1", "AAAAAAAA-1", "__proto__", "constructor", ...IDS]);
  const answer = draw.pick([
    { result: { action: "accept", content: {} } },
    { error: { code: -1, message: "no" } },
    { result: null },
    { error: null },
  ]);
  const body = draw.chance(20)
    ? { jsonrpc: "2.0", method: "notifications/cancelled", params: mutated(draw, { requestId: id, reason: "x" }) }
    : mutated(draw, { jsonrpc: "2.0", id, ...answer });
  const session = draw.chance(70) ? draw.pick(sessions) : UNKNOWN_SESSION;
  return one(written("POST", "/mcp", legacyHeaders(session), json(body)));
};

const STATEFUL = "test_input_required_result_tampered_state";
const tamperedState: Family = (draw, { states }) => {
  const state = draw.pick(states);
  const at = draw.number(state.length);
  const other = draw.pick([
    `${state.slice(0, at)}${draw.pick(["A", "_", "", ".", "=", "é"])}${state.slice(at + 1)}`,
    state.slice(at),
    `${state}.`,
    `${state}=`,
    state.toUpperCase(),
    7,
    null,
    [],
    {},
    "",
  ]);
  const requestState = other === state ? `${state}x` : other;
  const params = withEnvelope({
    name: STATEFUL,
    arguments: {},
    requestState,
    inputResponses: { confirm: { action: "accept", content: { ok: true } } },
  });
  const asked = { method: "tools/call", params };
  return one(written("POST", "/mcp", modernHeaders(asked), json(message(1, asked))));
};

/** How often of a thousand. */
const FAMILIES: readonly (readonly [share: number, family: Family, name: string])[] = [
  [390, wrongFields, "wrong fields"],
  [90, wrongMessage, "wrong message"],
  [130, brokenJson, "broken JSON"],
  [160, wrongHeaders, "wrong headers"],
  [60, wrongPlace, "wrong method or path"],
  [15, notHttp, "not HTTP"],
  [15, smuggled, "smuggled request"],
  [10, chunkGarbage, "garbage in chunks"],
  [15, halfSent, "half a request"],
  [10, wrongLength, "wrong length"],
  [2, huge, "huge body"],
  [28, pipelined, "pipelined requests"],
  [15, abortedStream, "aborted stream"],
  [40, forgedAnswer, "forged answer"],
  [20, tamperedState, "tampered state"],
];

export const nextShot = (draw: Draw, loot: Loot): Shot & { readonly name: string } => {
  let left = draw.number(FAMILIES.reduce((sum, [share]) => sum + share, 0));
  for (const [share, family, name] of FAMILIES) {
    left -= share;
    if (left < 0) return { ...family(draw, loot), name };
  }
  throw new Error("the shares do not add up");
};
