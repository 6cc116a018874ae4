import { addressed, type Family, one } from "./attack.ts";
import { json } from "./mutation.ts";
import { COMMON, type HeaderList, message, written } from "./requests.ts";

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

export const notHttp: Family = (draw) => {
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

/** A second request inside the body of the first, which must not be processed. */
export const smuggled: Family = (draw) => {
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
export const chunkGarbage: Family = (draw) => {
  const headers: HeaderList = [...COMMON, ["Transfer-Encoding", "chunked"]];
  return { ...one(written("POST", "/mcp", headers, draw.pick(CHUNKS)), "or closed"), half: true };
};

export const halfSent: Family = (draw, known) => {
  const { path, headers, asked } = addressed(draw, known, known.requests.next(known.offers, known.pnrs));
  const whole = written("POST", path, headers, json(message(1, asked)));
  const part = whole.subarray(0, 1 + draw.number(whole.length - 1));
  return draw.chance(50) ? { ...one(part, "or closed"), half: true } : one(part, "abort");
};

export const wrongLength: Family = (draw, known) => {
  const { path, headers, asked } = addressed(draw, known, known.requests.next(known.offers, known.pnrs));
  const body = json(message(1, asked));
  const length = Math.max(0, Buffer.byteLength(body) + draw.pick([-50, -1, 1, 50, 1_000]));
  return {
    ...one(written("POST", path, [...headers, ["Content-Length", String(length)]], body), "or closed"),
    methods: ["POST", "POST"],
    half: true,
  };
};

export const huge: Family = (draw) => {
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
