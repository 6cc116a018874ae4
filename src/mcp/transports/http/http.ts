import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Log } from "../../../model/log.ts";
import type { FindClientAddress } from "../../../platform/limits/client-address.ts";
import type { RateLimiter, Verdict } from "../../../platform/limits/rate-limiter.ts";
import type { Capacity } from "./capacity.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  type Answer,
  type Answering,
  type HttpContext,
  HttpResponse,
  PREFLIGHT,
  plainAnswer,
  plainRefusal,
} from "./http-context.ts";
import { createIdleWatch } from "./idle-watch.ts";
import { HOST_REFUSED, type OriginPolicy, originRefused } from "./origin-policy.ts";
import { createPlaces, mountOf, type Place, type Sources } from "./places.ts";
import { closeWithConnection } from "./waiting-responses.ts";

/** An answer to GET that needs no MCP: health, metrics. */
export interface Page {
  /** Answered whoever asks and however often: a load balancer must always learn how we are. */
  readonly unlimited: boolean;
  answer(request: IncomingMessage): Promise<Answer>;
}

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  /** By path. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** By the first part of the path: `/duffel` has everything below it. */
  readonly mounts: ReadonlyMap<string, Endpoint>;
  /** What answers where the table of `reach.ts` has a rule for each source. */
  readonly sources?: Sources;
  /** By path. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Pages at paths that depend on the request. */
  otherPage?(path: string): Page | undefined;
  readonly originPolicy: OriginPolicy;
  readonly answering: Answering;
  readonly clientAddress: FindClientAddress;
  readonly rateLimiter: RateLimiter | undefined;
  /** Whose requests are not counted against any limit. */
  isUnlimited(request: IncomingMessage): boolean;
  readonly capacity: Capacity;
  readonly log: Log;
  /** The id of a request, from the one its client sent, if it did. */
  requestId(sent: string | undefined): string;
  /** Runs the work so that everything below can tell for which request it is done. */
  trace(requestId: string, work: () => void): void;
  /** Hears of every context when it is over. */
  observe(context: HttpContext, route: string | undefined, milliseconds: number): void;
}

export interface HttpServer {
  readonly port: number;
  /** Open sockets. */
  connections(): number;
  /** Accepts nobody new, lets what runs finish, ends streams politely, and cuts off what is left after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** Slow enough for the slowest honest client, short enough that a thousand dishonest ones do not add up. */
const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 30_000;
/**
 * Nothing was read or written for so long: nobody is there, or nobody reads. Longer than nginx keeps its connections to
 * us, so that it is never us who hang up on a request. Streams say something every 15 seconds.
 */
const IDLE_MS = 75_000;
const DRAIN_MS = 10_000;
/** In which a proxy notices that we no longer want its connections. */
const LAST_REQUESTS_MS = 1_000;
const MOST_CONNECTIONS = 20_000;

/** The body that the contract gives a client that made too many requests. */
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

/** What node:http cannot even read as a request. */
const UNREADABLE: ReadonlyMap<string | undefined, readonly [status: string, error: string]> = new Map([
  ["HPE_HEADER_OVERFLOW", ["431 Request Header Fields Too Large", "The headers are too large"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", ["408 Request Timeout", "The request did not arrive in time"]],
]);
const NOT_HTTP = ["400 Bad Request", "This is not HTTP"] as const;

const pathOf = (url: string): string => {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
};

/** The edge: who is this, may they, is there capacity. What is asked is decided behind it. */
export const serveHttp = async (options: HttpOptions): Promise<HttpServer> => {
  const { endpoints, mounts, pages, originPolicy, answering, clientAddress, rateLimiter, capacity, log } = options;
  const placeAt = createPlaces(options);
  const pageAt = (path: string): Page | undefined => pages.get(path) ?? options.otherPage?.(path);
  const idle = createIdleWatch(IDLE_MS);
  let draining = false;

  const answerPage = async (context: HttpContext, page: Page): Promise<void> => {
    const { method } = context.request;
    if (method === "GET" || method === "HEAD") answering.sendAnswer(context, await page.answer(context.request));
    else {
      const allow = ["Allow", "GET, HEAD, OPTIONS"];
      answering.sendAnswer(context, plainAnswer(405, `${method} is not answered here`, allow));
    }
  };

  const show = (context: HttpContext, page: Page): void => {
    answerPage(context, page).catch((error: unknown) => {
      log.error("defect", { requestId: context.id, stack: error instanceof Error ? error.stack : String(error) });
      answering.sendAnswer(context, plainAnswer(500, "Something went wrong inside the server"));
    });
  };

  const admit = (context: HttpContext, endpoint: Endpoint) => {
    const full = capacity.enter(context);
    if (full === undefined) return endpoint.handle(context);
    context.refused = full.status === 503 ? "overload" : "busy client";
    context.last = true;
    answering.sendAnswer(context, plainRefusal(full));
  };

  const refuseTooMany = (context: HttpContext, place: Place | undefined, verdict: Verdict) => {
    context.refused = "rate limit";
    answering.sendAnswer(context, place?.endpoint.tooMany?.(context, verdict) ?? tooMany(verdict));
  };

  const proceed = (context: HttpContext, place: Place | undefined, verdict: Verdict | undefined) => {
    context.verdict = verdict;
    const { request, origins, path } = context;
    if (!originPolicy.allowsHost(request.headers.host)) return answering.sendAnswer(context, HOST_REFUSED);
    if (originPolicy.allowsOrigin(origins, request)) return enter(context, place);
    const refuse = () => answering.sendAnswer(context, originRefused(context));
    if (place?.ruleNow === undefined) return refuse();
    // The store is not asked for clients that are over their limit.
    if (verdict?.allowed === false && request.method !== "OPTIONS") return refuseTooMany(context, place, verdict);
    place.ruleNow(path).then(
      (rule) => (originPolicy.allowsOrigin(rule, request) ? enter(context, place) : refuse()),
      // Whether it is a sandbox cannot be told while the store is away.
      refuse,
    );
  };

  const enter = (context: HttpContext, place: Place | undefined) => {
    const { request, response, origins, verdict } = context;
    // A client that left in the meantime is not admitted: its leaving would go unnoticed.
    if (response.destroyed) return;
    context.origin = request.headers.origin;
    if (request.method === "OPTIONS") {
      return answering.send(context, 204, "", origins === "own" ? [] : PREFLIGHT);
    }
    const page = pageAt(context.path);
    if (page?.unlimited) show(context, page);
    else if (verdict?.allowed === false) refuseTooMany(context, place, verdict);
    else if (place !== undefined) admit(context, place.endpoint);
    else if (page !== undefined) show(context, page);
    else {
      const places = [...endpoints.keys()].join(", ");
      answering.sendAnswer(context, plainAnswer(404, `There is nothing here; MCP is at ${places}`));
    }
  };

  const handle = (request: IncomingMessage, response: HttpResponse, id: string) => {
    const { headers, socket, method } = request;
    const { address, client } = clientAddress(
      socket.remoteAddress,
      headers["x-forwarded-for"] as string | undefined,
      headers["x-real-ip"] as string | undefined,
    );
    const path = pathOf(request.url ?? "");
    const place = placeAt(path);
    const endpoint = place?.endpoint;
    const context: HttpContext = {
      request,
      response,
      id,
      address,
      client,
      origin: undefined,
      path,
      origins: place?.origins ?? "any",
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
    if (limiter === undefined || endpoint?.ownLimits) return proceed(context, place, undefined);
    if (method === "OPTIONS" || pageAt(path)?.unlimited || options.isUnlimited(request)) {
      return proceed(context, place, limiter.look(client));
    }
    const verdict = limiter.take(client);
    if (verdict instanceof Promise) void verdict.then((later) => proceed(context, place, later));
    else proceed(context, place, verdict);
  };

  /** Under a name of ours, never under one that a client made up. */
  const routeOf = (path: string): string | undefined => {
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
    options.observe(context, routeOf(context.path), performance.now() - context.began);
  }

  const server = createServer(
    {
      IncomingMessage,
      ServerResponse: HttpResponse,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: BODY_TIMEOUT_MS,
      // Idle connections are looked for all at once, below: a timer of their own is set anew with every request.
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
  server.maxConnections = MOST_CONNECTIONS;
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
      // Not http's own close, which also hangs up on whoever is just about to send something on a connection it kept.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const all = new Set([...endpoints.values(), ...mounts.values()]);
      const drained = Promise.all([...all].map((endpoint) => endpoint.drain()));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([drained, late]);
      for (const endpoint of all) endpoint.close();
      // From now on every answer ends its connection. Those that keep theirs without asking anything do not keep us.
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
