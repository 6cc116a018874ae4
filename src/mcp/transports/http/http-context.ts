import { type IncomingMessage, ServerResponse } from "node:http";
import type { Grant } from "../../../model/grant.ts";
import type { HttpRefusal } from "../../../model/http-refusal.ts";
import type { Verdict } from "../../../platform/limits/rate-limiter.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, type RequestId } from "../../protocol/json-rpc.ts";
import type { Text } from "../../protocol/serialise.ts";
import type { OriginRule } from "./reach.ts";

/** node's response, which remembers what it belongs to: one listener for all, instead of new ones for each. */
export class HttpResponse extends ServerResponse {
  context: HttpContext | undefined = undefined;
}

/** One HTTP request and its response, with what the edge found out about it. */
export interface HttpContext {
  readonly request: IncomingMessage;
  readonly response: HttpResponse;
  /** Under which the log has everything about this request; the client gets it too. */
  readonly id: string;
  readonly address: string;
  /** Who limits count for: the address, or the network of an IPv6 one. */
  readonly client: string;
  /** Of the page that asks, once it is known that it may read the answer. */
  origin: string | undefined;
  readonly path: string;
  /** Which pages may call it, and so which CORS headers the answer has. */
  readonly origins: OriginRule;
  readonly began: number;
  /** Absent where nothing is limited. */
  verdict: Verdict | undefined;
  /** The connection ends with this response: the server is about to stop, or the rest of the body is unwanted. */
  last: boolean;
  /** What it takes up, as long as it is open. */
  counted: "request" | "stream" | undefined;
  /** Why it was turned away, if it was. */
  refused: "rate limit" | "overload" | "busy client" | undefined;
  /** What the caller may do; set by authentication. */
  grant: Grant | undefined;
  /** The MCP server that answers, once it is known. */
  dispatcher: Dispatcher | undefined;
  /** Of the JSON-RPC request, once it was read: whatever goes wrong is answered under it. */
  messageId: RequestId | null;
  /** Wants to know when the response is closed. */
  pending: { closed(): void } | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body?: Body;
  /** JSON unless said otherwise. */
  readonly type?: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
}

export const plainAnswer = (status: number, error: string, headers: readonly string[] = []): Answer => ({
  status,
  body: JSON.stringify({ error }),
  headers,
});

export const plainRefusal = ({ status, message, headers }: HttpRefusal): Answer =>
  plainAnswer(status, message, headers);

/** A refusal as a JSON-RPC error, the format that MCP clients read. */
export const refusal = (status: number, message: string, id: RequestId | null = null): Answer => ({
  status,
  body: errorAnswer(id, { code: CODES.invalidRequest, message }),
});

export const rpcRefusal = ({ status, message, headers }: HttpRefusal): Answer => ({
  ...refusal(status, message),
  ...(headers && { headers }),
});

export const headerOf = ({ request }: HttpContext, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
};

/** Text in pieces, or bytes that are ready. */
export type Body = Text | Buffer;

export interface Answering {
  send(context: HttpContext, status: number, body?: Body, headers?: readonly string[], type?: string): void;
  sendAnswer(context: HttpContext, answer: Answer): void;
  /** Starts a response whose end is not known yet. */
  startStream(context: HttpContext, headers?: readonly string[]): void;
}

const EXPOSED =
  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Mcp-Session-Id, WWW-Authenticate, X-Request-Id";

export const PREFLIGHT = [
  "Access-Control-Allow-Methods",
  "GET, POST, PATCH, DELETE, OPTIONS",
  "Access-Control-Allow-Headers",
  "Content-Type, MCP-Session-ID, X-Requested-With, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Authorization, Last-Event-ID, X-Request-Id, traceparent, tracestate, Duffel-Version, X-Taxiway-Scenario",
  "Access-Control-Max-Age",
  "86400",
] as const;

const none: readonly string[] = [];

const bytesIn = (body: Body): number => {
  if (typeof body === "string") return Buffer.byteLength(body);
  if (Buffer.isBuffer(body)) return body.length;
  let sum = 0;
  for (const piece of body) sum += typeof piece === "string" ? Buffer.byteLength(piece) : piece.text.length;
  return sum;
};

const write = (response: ServerResponse, body: Body): void => {
  if (typeof body === "string" || Buffer.isBuffer(body)) {
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

export const createAnswering = (openOrigins: boolean): Answering => {
  /** Names and values in turn: node:http writes such a list fastest. */
  const headersOf = ({ origin, origins, verdict, id, last }: HttpContext): string[] => {
    const headers = ["X-Request-Id", id];
    if (origins !== "own") {
      headers.push("Access-Control-Allow-Credentials", "false", "Access-Control-Expose-Headers", EXPOSED);
      if (openOrigins && origins === "any") headers.push("Access-Control-Allow-Origin", "*");
      else if (origin === undefined) headers.push("Vary", "Origin");
      else headers.push("Vary", "Origin", "Access-Control-Allow-Origin", origin);
    }
    if (verdict !== undefined) {
      headers.push("X-RateLimit-Limit", String(verdict.limit), "X-RateLimit-Remaining", String(verdict.remaining));
      headers.push("X-RateLimit-Reset", String(Math.ceil(verdict.resetAt / 1000)));
    }
    if (last) headers.push("Connection", "close");
    return headers;
  };

  const answering: Answering = {
    send(context, status, body = "", headers = none, type = "application/json") {
      const { response } = context;
      if (response.headersSent || response.destroyed) return;
      const all = headersOf(context);
      for (const text of headers) all.push(text);
      if (status !== 204 && status !== 304) {
        if (body !== "") all.push("Content-Type", type);
        all.push("Content-Length", String(bytesIn(body)));
      }
      response.writeHead(status, all);
      write(response, context.request.method === "HEAD" ? "" : body);
    },

    sendAnswer(context, { status, body, headers, type }) {
      answering.send(context, status, body, headers, type);
    },

    startStream(context, headers = none) {
      const all = headersOf(context);
      // The last one is for nginx, which would otherwise collect what is meant to arrive at once.
      all.push("Content-Type", "text/event-stream", "Cache-Control", "no-cache, no-transform");
      all.push("X-Accel-Buffering", "no", ...headers);
      context.response.writeHead(200, all);
      context.response.flushHeaders();
    },
  };
  return answering;
};
