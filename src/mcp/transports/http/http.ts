import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Log } from "../../../model/log.ts";
import type { FindClientAddress } from "../../../platform/limits/client-address.ts";
import type { RateLimiter, Verdict } from "../../../platform/limits/rate-limiter.ts";
import { wireErrorOf } from "../../protocol/errors.ts";
import type { Capacity } from "./capacity.ts";
import { closeWithConnection, createIdleWatch } from "./connections.ts";
import { createRouter, type Endpoint, mountOf, type Route, type RouterOptions } from "./endpoint.ts";
import {
  type Answer,
  type Answering,
  type HttpContext,
  HttpResponse,
  PREFLIGHT,
  plainAnswer,
  plainRefusal,
} from "./http-context.ts";
import { HOST_REFUSED, type OriginPolicy, originRefused } from "./origin-policy.ts";

/** A page for GET requests outside MCP, such as health and metrics. */
export interface Page {
  /** Exempt from the rate limit: a load balancer must always get the health. */
  readonly unlimited: boolean;
  answer(request: IncomingMessage): Promise<Answer>;
}

export interface HttpOptions extends RouterOptions {
  readonly host: string;
  readonly port: number;
  /** By path. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Pages at paths that depend on the request. */
  otherPage?(path: string): Page | undefined;
  readonly originPolicy: OriginPolicy;
  readonly answering: Answering;
  readonly clientAddress: FindClientAddress;
  readonly rateLimiter: RateLimiter | undefined;
  /** Whether a request is exempt from rate limits. */
  isUnlimited(request: IncomingMessage): boolean;
  readonly capacity: Capacity;
  readonly log: Log;
  /** Returns the ID of a request; `sent` is the one that the client chose. */
  requestId(sent: string | undefined): string;
  /** Runs the work in the async context of the request. */
  trace(requestId: string, work: () => void): void;
  /** Called when a response is closed. */
  observe(context: HttpContext, route: string | undefined, milliseconds: number): void;
}

export interface HttpServer {
  readonly port: number;
  /** Open sockets. */
  connections(): number;
  /** Stops accepting connections, ends streams, waits for running requests, and aborts the rest after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** Long enough for slow clients, short enough that slow attackers cannot accumulate connections. */
const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 30_000;
/**
 * Longer than nginx keeps idle connections to us: if we closed them first, a request could be lost. Streams send a comment
 * every 15 seconds.
 */
const IDLE_MS = 75_000;
const DRAIN_MS = 10_000;
/** Time for proxies to notice that connections are closing. */
const LAST_REQUESTS_MS = 1_000;
const MAX_CONNECTIONS = 20_000;

/** The body is defined by the GDS contract. */
const tooMany = ({ limit, current, resetAt, retryAfter }: Verdict): Answer => ({
  status: 429,
  body: JSON.stringify({
    error: "Rate limit exceeded",
    code: "RATE_LIMIT_EXCEEDED",
    limit,
    current,
    resetAt: new Date(resetAt).toISOString(),
    retryAfter,
  }),
  headers: ["Retry-After", String(retryAfter)],
});

/** Responses to requests that node:http cannot parse, by its error code. */
const UNREADABLE: ReadonlyMap<string | undefined, readonly [status: string, error: string]> = new Map([
  ["HPE_HEADER_OVERFLOW", ["431 Request Header Fields Too Large", "The request headers are too large."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", ["408 Request Timeout", "The request did not arrive in time."]],
]);
const NOT_HTTP = ["400 Bad Request", "This is not a valid HTTP request."] as const;

const pathOf = (url: string): string => {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
};

/**
 * Serves HTTP. A request passes `handle` (client address, rate limit), `checkOrigin` and `route` (capacity) before an
 * endpoint or a page answers it.
 */
export const serveHttp = async (options: HttpOptions): Promise<HttpServer> => {
  const { endpoints, mounts, pages, originPolicy, answering, clientAddress, rateLimiter, capacity, log } = options;
  const routeOf = createRouter(options);
  const pageAt = (path: string): Page | undefined => pages.get(path) ?? options.otherPage?.(path);
  const idle = createIdleWatch(IDLE_MS);
  let draining = false;

  const answerPage = async (context: HttpContext, page: Page): Promise<void> => {
    const { method } = context.request;
    if (method === "GET" || method === "HEAD") answering.sendAnswer(context, await page.answer(context.request));
    else {
      const allow = ["Allow", "GET, HEAD, OPTIONS"];
      answering.sendAnswer(context, plainAnswer(405, `${method} is not allowed. Use GET.`, allow));
    }
  };

  const show = (context: HttpContext, page: Page): void => {
    answerPage(context, page).catch((error: unknown) => {
      const { message } = wireErrorOf(error, log, { requestId: context.id });
      answering.sendAnswer(context, plainAnswer(500, message));
    });
  };

  const admit = (context: HttpContext, endpoint: Endpoint) => {
    const full = capacity.enter(context);
    if (full === undefined) return endpoint.handle(context);
    context.refused = full.status === 503 ? "overload" : "busy client";
    context.last = true;
    answering.sendAnswer(context, plainRefusal(full));
  };

  const refuseTooMany = (context: HttpContext, found: Route | undefined, verdict: Verdict) => {
    context.refused = "rate limit";
    answering.sendAnswer(context, found?.endpoint.tooMany?.(context, verdict) ?? tooMany(verdict));
  };

  const route = (context: HttpContext, found: Route | undefined) => {
    const { request, response, origins, verdict } = context;
    // The close event of a client that has disconnected meanwhile is over, so it would occupy capacity forever.
    if (response.destroyed) return;
    context.origin = request.headers.origin;
    if (request.method === "OPTIONS") {
      return answering.send(context, 204, "", origins === "own" ? [] : PREFLIGHT);
    }
    const page = pageAt(context.path);
    if (page?.unlimited) show(context, page);
    else if (verdict?.allowed === false) refuseTooMany(context, found, verdict);
    else if (found !== undefined) admit(context, found.endpoint);
    else if (page !== undefined) show(context, page);
    else {
      const paths = [...endpoints.keys()].join(", ");
      answering.sendAnswer(context, plainAnswer(404, `Not found. The MCP servers are at ${paths}.`));
    }
  };

  const checkOrigin = (context: HttpContext, found: Route | undefined, verdict: Verdict | undefined) => {
    context.verdict = verdict;
    const { request, origins, path } = context;
    if (!originPolicy.allowsHost(request.headers.host)) return answering.sendAnswer(context, HOST_REFUSED);
    if (originPolicy.allowsOrigin(origins, request)) return route(context, found);
    const refuse = () => answering.sendAnswer(context, originRefused(context));
    if (found?.currentRule === undefined) return refuse();
    // Clients over their limit cause no reads of the store.
    if (verdict?.allowed === false && request.method !== "OPTIONS") return refuseTooMany(context, found, verdict);
    found.currentRule(path).then(
      (rule) => (originPolicy.allowsOrigin(rule, request) ? route(context, found) : refuse()),
      // While the store is unavailable, the source is unknown.
      refuse,
    );
  };

  const handle = (request: IncomingMessage, response: HttpResponse, id: string) => {
    const { headers, socket, method } = request;
    const { address, client } = clientAddress(
      socket.remoteAddress,
      headers["x-forwarded-for"] as string | undefined,
      headers["x-real-ip"] as string | undefined,
    );
    const path = pathOf(request.url ?? "");
    const found = routeOf(path);
    const endpoint = found?.endpoint;
    const context: HttpContext = {
      request,
      response,
      id,
      address,
      client,
      origin: undefined,
      path,
      origins: found?.origins ?? "any",
      began: performance.now(),
      verdict: undefined,
      last: draining,
      counted: undefined,
      refused: undefined,
      grant: undefined,
      dispatcher: undefined,
      messageId: null,
      pending: undefined,
    };
    response.context = context;
    response.on("close", closed);
    const limiter = endpoint?.limiter ?? rateLimiter;
    if (limiter === undefined || endpoint?.ownLimits) return checkOrigin(context, found, undefined);
    if (method === "OPTIONS" || pageAt(path)?.unlimited || options.isUnlimited(request)) {
      return checkOrigin(context, found, limiter.look(client));
    }
    const verdict = limiter.take(client);
    if (verdict instanceof Promise) void verdict.then((later) => checkOrigin(context, found, later));
    else checkOrigin(context, found, verdict);
  };

  /** A label for metrics: never a path that a client made up. */
  const labelOf = (path: string): string | undefined => {
    if (endpoints.has(path) || pages.has(path)) return path;
    const mount = mountOf(path);
    if (!mounts.has(mount)) return undefined;
    return endpoints.has(mount) ? `${mount}/*` : mount;
  };

  function closed(this: HttpResponse): void {
    const { context } = this;
    if (context === undefined) return;
    capacity.leave(context);
    context.pending?.closed();
    options.observe(context, labelOf(context.path), performance.now() - context.began);
  }

  const server = createServer(
    {
      IncomingMessage,
      ServerResponse: HttpResponse,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: BODY_TIMEOUT_MS,
      // Off, because it sets a timer with every request; the idle watch does the same at intervals.
      keepAliveTimeout: 0,
      connectionsCheckingInterval: 5_000,
      noDelay: true,
    },
    (request, response) => {
      closeWithConnection(request.socket, response);
      const requestId = options.requestId(request.headers["x-request-id"] as string | undefined);
      options.trace(requestId, () => handle(request, response, requestId));
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", idle.watch);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [status, reason] = UNREADABLE.get(error.code) ?? NOT_HTTP;
    const body = JSON.stringify({ error: reason });
    const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
    socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  server.on("error", (error) => log.error("http server", { error: error.message }));

  return {
    port: (server.address() as AddressInfo).port,
    connections: idle.watched,
    async close(graceMs = DRAIN_MS) {
      draining = true;
      // Not http's own close, which also closes idle connections on which a request may be arriving.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const all = new Set([...endpoints.values(), ...mounts.values()]);
      const drained = Promise.all([...all].map((endpoint) => endpoint.drain()));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([drained, late]);
      for (const endpoint of all) endpoint.close();
      // Every response closes its connection now; idle connections get a moment for a last request.
      await Promise.race([closed, late, new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS_MS))]);
      server.closeIdleConnections();
      await Promise.race([closed, late, new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS_MS))]);
      clearTimeout(timer);
      idle.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
