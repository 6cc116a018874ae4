import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { FindClientAddress } from "../../limits/client-address.ts";
import type { RateLimiter, Verdict } from "../../limits/rate-limiter.ts";
import type { Log } from "../../model/log.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Gate } from "./gate.ts";
import {
  type Answer,
  type Answering,
  type HttpExchange,
  HttpResponse,
  PREFLIGHT,
  plainAnswer,
} from "./http-exchange.ts";
import { createIdleWatch } from "./idle-watch.ts";
import type { Room } from "./room.ts";
import { closeWithConnection } from "./waiting-responses.ts";

/** An answer to GET that needs no MCP: health, metrics. */
export interface Page {
  /** Answered whoever asks and however often: a load balancer must always learn how we are. */
  readonly unlimited: boolean;
  answer(request: IncomingMessage): Promise<Answer>;
}

/** By path. `has` only those whose path is a name of ours. */
export type Pages = Pick<ReadonlyMap<string, Page>, "get" | "has">;

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  /** By path. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** By the first part of the path: `/duffel` has everything below it. */
  readonly mounts: ReadonlyMap<string, Endpoint>;
  readonly pages: Pages;
  readonly gate: Gate;
  readonly answering: Answering;
  readonly clientAddress: FindClientAddress;
  readonly rateLimiter: RateLimiter | undefined;
  readonly room: Room;
  readonly log: Log;
  /** The id of a request, from the one its client sent, if it did. */
  requestId(sent: string | undefined): string;
  /** Runs the work so that everything below can tell for which request it is done. */
  trace(requestId: string, work: () => void): void;
  /** Hears of every exchange when it is over. */
  observe(exchange: HttpExchange, route: string | undefined, milliseconds: number): void;
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

const mountOf = (path: string): string => {
  const end = path.indexOf("/", 1);
  // What begins with two is below nothing.
  return end <= 1 ? path : path.slice(0, end);
};

const pathOf = (url: string): string => {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
};

/** The edge: who is this, may they, is there room. What is asked is decided behind it. */
export const serveHttp = async (options: HttpOptions): Promise<HttpServer> => {
  const { endpoints, mounts, pages, gate, answering, clientAddress, rateLimiter, room, log } = options;
  const idle = createIdleWatch(IDLE_MS);
  let draining = false;

  const answerPage = async (exchange: HttpExchange, page: Page): Promise<void> => {
    const { method } = exchange.request;
    if (method === "GET" || method === "HEAD") answering.sendAnswer(exchange, await page.answer(exchange.request));
    else {
      const allow = ["Allow", "GET, HEAD, OPTIONS"];
      answering.sendAnswer(exchange, plainAnswer(405, `${method} is not answered here`, allow));
    }
  };

  const show = (exchange: HttpExchange, page: Page): void => {
    answerPage(exchange, page).catch((error: unknown) => {
      log.error("defect", { requestId: exchange.id, stack: error instanceof Error ? error.stack : String(error) });
      answering.sendAnswer(exchange, plainAnswer(500, "Something went wrong inside the server"));
    });
  };

  const refuseAtTheDoor = (exchange: HttpExchange): Answer | undefined => {
    const { host, origin } = exchange.request.headers;
    if (!gate.allowsHost(host)) {
      const known = "localhost, 127.0.0.1 or one of TAXIWAY_ALLOWED_HOSTS";
      return plainAnswer(403, `This server does not answer to that host name, only to ${known}`);
    }
    if (exchange.origin !== origin || (exchange.ownOrigin && !gate.isOwnOrigin(origin, host))) {
      return plainAnswer(403, "Pages of that origin may not call this server");
    }
    return undefined;
  };

  const admit = (exchange: HttpExchange, endpoint: Endpoint) => {
    const full = room.enter(exchange);
    if (full === undefined) return endpoint.handle(exchange);
    exchange.refused = full.status === 503 ? "overload" : "busy client";
    exchange.last = true;
    answering.sendAnswer(exchange, full);
  };

  const proceed = (exchange: HttpExchange, verdict: Verdict | undefined) => {
    // Whoever left while we asked is not let in: nobody would tell when they leave.
    if (exchange.response.destroyed) return;
    exchange.verdict = verdict;
    const no = refuseAtTheDoor(exchange);
    if (no !== undefined) return answering.sendAnswer(exchange, no);
    if (exchange.request.method === "OPTIONS") {
      return answering.send(exchange, 204, "", exchange.ownOrigin ? [] : PREFLIGHT);
    }
    const page = pages.get(exchange.path);
    const endpoint = endpoints.get(exchange.path) ?? mounts.get(mountOf(exchange.path));
    if (page?.unlimited) show(exchange, page);
    else if (verdict?.allowed === false) {
      exchange.refused = "rate limit";
      answering.sendAnswer(exchange, tooMany(verdict));
    } else if (endpoint !== undefined) admit(exchange, endpoint);
    else if (page !== undefined) show(exchange, page);
    else {
      const places = [...endpoints.keys()].join(", ");
      answering.sendAnswer(exchange, plainAnswer(404, `There is nothing here; MCP is at ${places}`));
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
    const mounted = endpoints.has(path) ? undefined : mounts.get(mountOf(path));
    const exchange: HttpExchange = {
      request,
      response,
      id,
      address,
      client,
      origin: gate.allowsOrigin(headers.origin, headers.host) ? headers.origin : undefined,
      path,
      ownOrigin: mounted?.ownOrigin === true,
      began: performance.now(),
      verdict: undefined,
      last: draining,
      counted: undefined,
      refused: undefined,
      grant: undefined,
      dispatcher: undefined,
      visit: undefined,
    };
    response.exchange = exchange;
    response.on("close", closed);
    const limiter = mounted?.limiter ?? rateLimiter;
    if (limiter === undefined || mounted?.ownLimits) return proceed(exchange, undefined);
    if (method === "OPTIONS" || pages.get(path)?.unlimited) {
      return proceed(exchange, limiter.look(client));
    }
    const verdict = limiter.take(client);
    if (verdict instanceof Promise) void verdict.then((later) => proceed(exchange, later));
    else proceed(exchange, verdict);
  };

  /** Under a name of ours, never under one that a client made up. */
  const routeOf = (path: string): string | undefined => {
    if (endpoints.has(path) || pages.has(path)) return path;
    const mount = mountOf(path);
    if (!mounts.has(mount)) return undefined;
    return endpoints.has(mount) ? `${mount}/*` : mount;
  };

  function closed(this: HttpResponse): void {
    const { exchange } = this;
    if (exchange === undefined) return;
    room.leave(exchange);
    exchange.visit?.closed();
    options.observe(exchange, routeOf(exchange.path), performance.now() - exchange.began);
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
