import type { IncomingMessage, ServerResponse } from "node:http";
import type { Verdict } from "../../limits/rate-limiter.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, type RequestId } from "../../protocol/json-rpc.ts";
import type { Text } from "../../protocol/text.ts";

/** One HTTP request and its response, with what the edge found out about it. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Under which the log has everything about this request; the client gets it too. */
  readonly id: string;
  readonly address: string;
  /** Who limits count for: the address, or the network of an IPv6 one. */
  readonly client: string;
  /** Of the page that asks, if it may read the answer. */
  readonly origin: string | undefined;
  /** Absent where nothing is limited. */
  verdict: Verdict | undefined;
  /** The connection ends with this response: the server is about to stop, or the rest of the body is unwanted. */
  last: boolean;
}

const EXPOSED =
  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Mcp-Session-Id, X-Request-Id";

/** For every origin. */
const OPEN_CORS = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Allow-Credentials",
  "false",
  "Access-Control-Expose-Headers",
  EXPOSED,
] as const;

export const PREFLIGHT = [
  "Access-Control-Allow-Methods",
  "GET, POST, DELETE, OPTIONS",
  "Access-Control-Allow-Headers",
  "Content-Type, MCP-Session-ID, X-Requested-With, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Authorization, Last-Event-ID, X-Request-Id, traceparent, tracestate",
  "Access-Control-Max-Age",
  "86400",
] as const;

/** A list of names and values, as node:http writes it fastest. */
const commonHeaders = ({ origin, verdict, id, last }: HttpExchange, openOrigins: boolean): string[] => {
  const headers: string[] = openOrigins
    ? [...OPEN_CORS]
    : [
        ...OPEN_CORS.slice(2),
        "Vary",
        "Origin",
        ...(origin === undefined ? [] : ["Access-Control-Allow-Origin", origin]),
      ];
  headers.push("X-Request-Id", id);
  if (verdict !== undefined) {
    const { limit, remaining, resetAt } = verdict;
    headers.push("X-RateLimit-Limit", String(limit), "X-RateLimit-Remaining", String(remaining));
    headers.push("X-RateLimit-Reset", String(Math.ceil(resetAt / 1000)));
  }
  if (last) headers.push("Connection", "close");
  return headers;
};

export interface Answer {
  readonly status: number;
  readonly body?: Text;
  /** JSON unless said otherwise. */
  readonly type?: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
}

/** What is wrong with a request, in the form that MCP clients read. */
export const refusal = (status: number, message: string, id: RequestId | null = null): Answer => ({
  status,
  body: errorAnswer(id, { code: CODES.invalidRequest, message }),
});

export const headerOf = ({ request }: HttpExchange, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
};

export interface Answering {
  send(exchange: HttpExchange, answer: Answer): void;
  /** Starts a response whose end is not known yet. */
  startStream(exchange: HttpExchange, headers?: readonly string[]): void;
}

const bytesIn = (body: Text): number => {
  if (typeof body === "string") return Buffer.byteLength(body);
  let sum = 0;
  for (const piece of body) sum += typeof piece === "string" ? Buffer.byteLength(piece) : piece.text.length;
  return sum;
};

const write = (response: ServerResponse, body: Text): void => {
  if (typeof body === "string") {
    response.end(body);
    return;
  }
  // All pieces leave in one system call.
  response.cork();
  for (const piece of body) {
    if (typeof piece !== "string") response.write(piece.bytes);
    else if (piece !== "") response.write(piece);
  }
  response.end();
  response.uncork();
};

export const createAnswering = (openOrigins: boolean): Answering => ({
  send(exchange, { status, body = "", type = "application/json", headers = [] }) {
    const { response } = exchange;
    if (response.headersSent || response.destroyed) return;
    const all = commonHeaders(exchange, openOrigins);
    if (headers.length > 0) all.push(...headers);
    if (status !== 204) {
      if (body !== "") all.push("Content-Type", type);
      all.push("Content-Length", String(bytesIn(body)));
    }
    response.writeHead(status, all);
    write(response, exchange.request.method === "HEAD" ? "" : body);
  },

  startStream(exchange, headers = []) {
    const all = commonHeaders(exchange, openOrigins);
    // The last one is for nginx, which would otherwise collect what is meant to arrive at once.
    all.push("Content-Type", "text/event-stream", "Cache-Control", "no-cache, no-transform", "X-Accel-Buffering", "no");
    all.push(...headers);
    exchange.response.writeHead(200, all);
    exchange.response.flushHeaders();
  },
});
