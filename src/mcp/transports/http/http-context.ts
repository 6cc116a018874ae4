import { type IncomingMessage, ServerResponse } from "node:http";
import type { Grant } from "../../../model/grant.ts";
import type { HttpRefusal } from "../../../model/http-refusal.ts";
import type { Verdict } from "../../../platform/limits/rate-limiter.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, type RequestId } from "../../protocol/json-rpc.ts";
import type { Text } from "../../protocol/serialise.ts";
import type { OriginRule } from "./reach.ts";

/** A response that knows its context, so that one shared listener serves all responses. */
export class HttpResponse extends ServerResponse {
  context: HttpContext | undefined = undefined;
}

/** One HTTP request and its response, with what the server knows about the client. */
export interface HttpContext {
  readonly request: IncomingMessage;
  readonly response: HttpResponse;
  /** Request ID, in the log and in the response. */
  readonly id: string;
  readonly address: string;
  /** What limits count by: the address, or the network of an IPv6 address. */
  readonly client: string;
  /** The Origin header, once the origin policy has accepted it. */
  origin: string | undefined;
  readonly path: string;
  /** The origins that may call the path; decides the CORS headers of the response. */
  readonly origins: OriginRule;
  readonly began: number;
  /** The rate limit that the response reports; absent if there is NO_HEADERS. */
  verdict: Verdict | undefined;
  /** Closes the connection after this response: the server is stopping, or the body was not read to its end. */
  last: boolean;
  /** The capacity that it occupies while it is open. */
  counted: "request" | "stream" | undefined;
  /** Why the request was refused. */
  refused: "rate limit" | "overload" | "busy client" | undefined;
  /** The permissions of the caller; set by authentication. */
  grant: Grant | undefined;
  /** The MCP server that answers; set once it is found. */
  dispatcher: Dispatcher | undefined;
  /** The ID of the JSON-RPC request, for error responses; set once the body is parsed. */
  messageId: RequestId | null;
  /** Called when the response is closed. */
  pending: { closed(): void } | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body?: Body;
  /** Default: JSON. */
  readonly type?: string;
  /** Alternating names and values. */
  readonly headers?: readonly string[];
}

export const plainAnswer = (status: number, error: string, headers: readonly string[] = []): Answer => ({
  status,
  body: JSON.stringify({ error }),
  headers,
});

/** Writes a refusal in the format of plain HTTP clients. */
export const plainRefusal = ({ status, message, headers }: HttpRefusal): Answer =>
  plainAnswer(status, message, headers);

/** Builds a JSON-RPC error, the format of MCP clients. */
export const refusal = (status: number, message: string, id: RequestId | null = null): Answer => ({
  status,
  body: errorAnswer(id, { code: CODES.invalidRequest, message }),
});

/** Writes a refusal in the format of MCP clients. */
export const rpcRefusal = ({ status, message, headers }: HttpRefusal): Answer => ({
  ...refusal(status, message),
  ...(headers && { headers }),
});

/** The kinds of refusals that are made before the admin API runs; its own errors have the kind of their failure. */
const ADMIN_KINDS: Readonly<Record<number, string>> = {
  401: "unauthenticated",
  403: "forbidden",
  429: "rate_limited",
  503: "unavailable",
};

/** Writes a refusal in the format of the admin API's errors. */
export const adminRefusal = ({ status, message, hint, headers = [] }: HttpRefusal): Answer => ({
  status,
  body: JSON.stringify({ error: { kind: ADMIN_KINDS[status] ?? "invalid", message, ...(hint && { hint }) } }),
  headers,
});

export const headerOf = ({ request }: HttpContext, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
};

const NOT_ACCEPTED = /^\s*q\s*=\s*0(?:\.0*)?\s*$/;

/** Returns the names in an Accept or Accept-Encoding header, in lower case, without those of quality 0. */
export const acceptedIn = (header: string): readonly string[] =>
  header
    .toLowerCase()
    .split(",")
    .map((entry) => entry.split(";"))
    .filter(([, ...parameters]) => !parameters.some((parameter) => NOT_ACCEPTED.test(parameter)))
    .map(([name = ""]) => name.trim());

/** Text, possibly in pieces, or bytes. */
type Body = Text | Buffer;

export interface Answering {
  send(context: HttpContext, status: number, body?: Body, headers?: readonly string[], type?: string): void;
  sendAnswer(context: HttpContext, answer: Answer): void;
  /** Sends the headers of an event stream. */
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

const NO_HEADERS: readonly string[] = [];

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
  // Sends all pieces with one system call.
  response.cork();
  for (const piece of body) {
    if (typeof piece !== "string") response.write(piece.bytes);
    else if (piece !== "") response.write(piece);
  }
  response.end();
  response.uncork();
};

export const createAnswering = (openOrigins: boolean): Answering => {
  /** Alternating names and values, which node:http writes faster than an object. */
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
    send(context, status, body = "", headers = NO_HEADERS, type = "application/json") {
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

    startStream(context, headers = NO_HEADERS) {
      const all = headersOf(context);
      all.push("Content-Type", "text/event-stream", "Cache-Control", "no-cache, no-transform");
      // nginx would buffer the events otherwise.
      all.push("X-Accel-Buffering", "no", ...headers);
      context.response.writeHead(200, all);
      context.response.flushHeaders();
    },
  };
  return answering;
};
