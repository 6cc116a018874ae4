import { randomUUID } from "node:crypto";
import { Failure } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import { type Cancellation, createCancellation } from "../../protocol/cancellation.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { eraNameOf } from "../../protocol/eras.ts";
import { wireErrorOf } from "../../protocol/errors.ts";
import { newSession, type Session, type Settled, type Visit } from "../../protocol/exchange.ts";
import { errorAnswer, type Notification, parseMessage, type Request, type RequestId } from "../../protocol/json-rpc.ts";
import { listenForSession } from "../../protocol/subscriptions.ts";
import type { ClientSession, ClientSessions } from "../../sessions/client-sessions.ts";
import type { EventLog } from "../../sessions/event-log.ts";
import type { Bus } from "../../stores/bus.ts";
import { type Accepts, acceptsOf } from "./accepts.ts";
import { createEventStream } from "./event-stream.ts";
import type { Answer, Answering, HttpExchange } from "./http-exchange.ts";
import { createQuestions } from "./questions.ts";
import { readBody } from "./read-body.ts";
import { createReply, type Reply } from "./reply.ts";

export interface McpEndpointOptions {
  readonly dispatcher: Dispatcher;
  readonly sessions: ClientSessions;
  readonly events: EventLog;
  readonly bus: Bus;
  readonly answering: Answering;
  readonly tenant: string;
  readonly maxBodyBytes: number;
  readonly log: Log;
}

/** Where a request has become a stream, it no longer counts as one; says whether there is room. */
export type BecomeStream = (exchange: HttpExchange) => Answer | undefined;

/** Streamable HTTP: one address, one MCP server, clients of both eras. */
export interface McpEndpoint {
  handle(exchange: HttpExchange, becomeStream: BecomeStream): Promise<void>;
  /** Ends what only listens; resolves when no call is running. */
  drain(): Promise<void>;
  /** Cuts off what still runs. */
  close(): void;
}

interface Running {
  readonly sessionId: string;
  readonly id: RequestId;
  readonly cancellation: Cancellation;
  done: Promise<void>;
  /** Set on a request that stands open; ends it with an answer. */
  finish?: () => void;
}

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** From this revision on, a client understands an event without content. */
const PRIMED_SINCE = "2025-11-25";
const CANCELLED = "client-cancelled";
/** A client whose stream broke has this long to come back without missing anything. */
const GRACE_MS = 60_000;

const refusal = (status: number, message: string, id: RequestId | null = null): Answer => ({
  status,
  body: errorAnswer(id, { code: -32600, message }),
});

const singleHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(", ") : value;

export const createMcpEndpoint = (options: McpEndpointOptions): McpEndpoint => {
  const { dispatcher, sessions, events, bus, answering, tenant, maxBodyBytes, log } = options;
  const { server } = dispatcher;
  const running = new Set<Running>();
  const listening = new Map<() => void, string>();
  const questions = createQuestions(bus);

  const cancel = (sessionId: string, id: unknown): void => {
    for (const entry of running) if (entry.id === id && entry.sessionId === sessionId) entry.cancellation.cancel();
  };
  const stopHearing = [
    bus.listen(CANCELLED, (news) => {
      const { sessionId, id } = news as { sessionId: string; id: RequestId };
      cancel(sessionId, id);
    }),
    sessions.onEnd(({ sessionId }) => {
      for (const entry of running) if (entry.sessionId === sessionId) entry.cancellation.cancel();
      for (const [end, owner] of listening) if (owner === sessionId) end();
    }),
  ];

  /** The session a header names, or what is wrong with it. */
  const sessionOf = async (exchange: HttpExchange, id: RequestId | null): Promise<ClientSession | Answer> => {
    const sessionId = singleHeader(exchange.request.headers["mcp-session-id"]);
    if (sessionId === undefined) {
      return refusal(
        400,
        "The header Mcp-Session-Id is missing; initialize returns one, send it with each request",
        id,
      );
    }
    const found = UUID_V4.test(sessionId) ? sessions.find({ tenant, sessionId: sessionId.toLowerCase() }) : undefined;
    const session = found instanceof Promise ? await found : found;
    if (session === undefined) {
      return refusal(404, "There is no such session, or it has ended; start a new one with initialize", id);
    }
    sessions.touch(session);
    return session;
  };
  const isAnswer = (found: ClientSession | Answer): found is Answer => "status" in found;

  const kept = (found: ClientSession): Session => {
    let settled = found.facts as unknown as Settled;
    return {
      get settled() {
        return settled;
      },
      async settle(part) {
        await sessions.change(found, part);
        settled = { ...settled, ...part };
      },
    };
  };

  /** The session that initialize opens: everything it settles is in the store before the client hears of it. */
  const opening = (sessionId: string, { address, request }: HttpExchange): Session => {
    const session = newSession();
    const visitor = { address, userAgent: request.headers["user-agent"] ?? "" };
    return {
      get settled() {
        return session.settled;
      },
      async settle(part) {
        session.settle(part);
        await sessions.open({ tenant, sessionId }, { server: server.name, ...session.settled }, visitor);
      },
    };
  };

  const visitOf = (
    exchange: HttpExchange,
    entry: Running,
    session: Session,
    reply: Reply,
    more: Partial<Visit>,
  ): Visit => {
    const { headers } = exchange.request;
    return {
      caller: { tenant, sessionId: entry.sessionId, transport: "http" },
      session,
      get cancelled() {
        return entry.cancellation.cancelled;
      },
      get signal() {
        return entry.cancellation.signal;
      },
      requestId: exchange.id,
      header: (name) => singleHeader(headers[name]),
      notify: reply.notify,
      stand(finish) {
        entry.finish = finish;
      },
      ...more,
    };
  };

  const run = (sessionId: string, request: Request, work: (entry: Running) => Promise<void>): Promise<void> => {
    const entry: Running = { sessionId, id: request.id, cancellation: createCancellation(), done: Promise.resolve() };
    running.add(entry);
    entry.done = work(entry).finally(() => running.delete(entry));
    return entry.done;
  };

  const serveModern = (exchange: HttpExchange, request: Request, accepts: Accepts, onStream: () => void) => {
    const brought = singleHeader(exchange.request.headers["mcp-session-id"]);
    if (brought !== undefined && !UUID_V4.test(brought)) {
      return answering.send(exchange, refusal(400, "Mcp-Session-Id must be a UUID of version 4", request.id));
    }
    const sessionId = brought?.toLowerCase() ?? randomUUID();
    return run(sessionId, request, async (entry) => {
      const { response } = exchange;
      const reply = createReply({ exchange, accepts, answering, primed: false, onStream });
      // Closing the response is how a modern client cancels.
      response.once("close", () => {
        if (!response.writableFinished) entry.cancellation.cancel();
      });
      const caller = {
        tenant,
        sessionId,
        transport: "http",
        ...(brought === undefined && { passing: true as const }),
      } as const;
      reply.finish(await dispatcher.answer(request, visitOf(exchange, entry, newSession(), reply, { caller })));
    });
  };

  const serveLegacy = (
    exchange: HttpExchange,
    request: Request,
    accepts: Accepts,
    session: Session,
    sessionId: string,
    onStream: () => void,
  ) =>
    run(sessionId, request, async (entry) => {
      const reply = createReply({
        exchange,
        accepts,
        answering,
        primed: session.settled.protocolVersion >= PRIMED_SINCE,
        record: () => events.begin({ tenant, sessionId }, request.id),
        onStream,
      });
      const ask: Visit["ask"] = (method, params) =>
        questions.ask({ sessionId, method, params }, entry.cancellation.signal, reply.notify);
      const visit = visitOf(exchange, entry, session, reply, {
        caller: { tenant, sessionId, transport: "http", opened: true },
        hangUp: reply.hangUp,
        ...(accepts.stream && { ask }),
      });
      const outcome = await dispatcher.answer(request, visit);
      const opened = request.method === "initialize" && session.settled.protocolVersion !== "";
      reply.finish(outcome, opened ? ["Mcp-Session-Id", sessionId] : undefined);
    });

  const serveRequest = async (exchange: HttpExchange, request: Request, becomeStream: BecomeStream): Promise<void> => {
    const { headers } = exchange.request;
    const accepts = acceptsOf(headers.accept);
    if (!accepts.json && !accepts.stream) {
      const message = "Accept must name application/json or text/event-stream";
      return answering.send(exchange, refusal(406, message, request.id));
    }
    const onStream = () => void becomeStream(exchange);
    if (eraNameOf(request, singleHeader(headers["mcp-protocol-version"])) === "modern") {
      if (request.method === "subscriptions/listen") {
        const full = becomeStream(exchange);
        if (full !== undefined) return answering.send(exchange, full);
      }
      return serveModern(exchange, request, accepts, onStream);
    }
    if (request.method === "initialize") {
      const brought = singleHeader(headers["mcp-session-id"]);
      if (brought !== undefined && !UUID_V4.test(brought)) {
        return answering.send(exchange, refusal(400, "Mcp-Session-Id must be a UUID of version 4", request.id));
      }
      const sessionId = brought?.toLowerCase() ?? randomUUID();
      return serveLegacy(exchange, request, accepts, opening(sessionId, exchange), sessionId, onStream);
    }
    const found = await sessionOf(exchange, request.id);
    if (isAnswer(found)) return answering.send(exchange, found);
    return serveLegacy(exchange, request, accepts, kept(found), found.sessionId, onStream);
  };

  const notified = async (exchange: HttpExchange, { method, params }: Notification): Promise<void> => {
    const version = singleHeader(exchange.request.headers["mcp-protocol-version"]);
    if (eraNameOf({ method, params }, version) === "legacy") {
      const found = await sessionOf(exchange, null);
      if (isAnswer(found)) return answering.send(exchange, found);
      const { requestId } = params;
      if (method === "notifications/cancelled" && (typeof requestId === "string" || typeof requestId === "number")) {
        bus.publish(CANCELLED, { sessionId: found.sessionId, id: requestId });
      }
    }
    answering.send(exchange, { status: 202 });
  };

  const post = async (exchange: HttpExchange, becomeStream: BecomeStream): Promise<void> => {
    const { request } = exchange;
    if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")) {
      exchange.last = true;
      return answering.send(exchange, refusal(415, "Content-Type must be application/json"));
    }
    const text = await readBody(request, maxBodyBytes);
    if (text === undefined) return;
    if (text === "too large") {
      exchange.last = true;
      return answering.send(exchange, refusal(413, `A request body may have ${maxBodyBytes} bytes at most`));
    }
    const message = parseMessage(text);
    switch (message.kind) {
      case "request":
        return serveRequest(exchange, message, becomeStream);
      case "notification":
        return notified(exchange, message);
      case "malformed":
        return answering.send(exchange, { status: 400, body: errorAnswer(message.id, message.error) });
      case "response": {
        const found = await sessionOf(exchange, null);
        if (isAnswer(found)) return answering.send(exchange, found);
        questions.answer(found.sessionId, message);
        return answering.send(exchange, { status: 202 });
      }
    }
  };

  /** What the server has to say without being asked, and the rest of streams that broke. */
  const listen = async (exchange: HttpExchange, becomeStream: BecomeStream): Promise<void> => {
    const { request, response } = exchange;
    if (!acceptsOf(request.headers.accept).stream) {
      return answering.send(exchange, refusal(406, "Accept must name text/event-stream"));
    }
    const found = await sessionOf(exchange, null);
    if (isAnswer(found)) return answering.send(exchange, found);
    const full = becomeStream(exchange);
    if (full !== undefined) return answering.send(exchange, full);

    const owner = { tenant, sessionId: found.sessionId };
    const lastEventId = singleHeader(request.headers["last-event-id"]);
    // Listens before it looks at what was missed, so that nothing falls between the two.
    const recorded = events.begin(owner);
    const waiting: string[] = [];
    let send = (json: string): void => {
      waiting.push(json);
    };
    const stopListening = listenForSession(
      server,
      owner.sessionId,
      () => current(owner, found),
      (json) => send(json),
    );
    const streamTo = () => {
      answering.startStream(exchange);
      return createEventStream(response, () => sessions.touch(found));
    };

    let stream: ReturnType<typeof streamTo> | undefined;
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      listening.delete(end);
      stopListening();
      recorded.end();
      stream?.end();
    };
    if (lastEventId !== undefined) {
      const missed: [string, string][] = [];
      let done = false;
      const following = await events.follow(owner, lastEventId, {
        event: (id, json) => (stream === undefined ? missed.push([id, json]) : stream.event(json, id)),
        end: () => {
          done = true;
          if (stream !== undefined) finishAnswer();
        },
        abandoned: (request) => {
          stream?.event(abandonedAnswer(request));
          finishAnswer();
        },
      });
      const finishAnswer = () => {
        end();
      };
      if (following === undefined) {
        end();
        return answering.send(exchange, refusal(404, "There is no such stream, or it is too long ago"));
      }
      stream = streamTo();
      for (const [id, json] of missed) stream.event(json, id);
      if (following.live || done) {
        // The rest of an answer: this stream is for nothing else.
        stopListening();
        listening.set(end, owner.sessionId);
        response.once("close", () => {
          following.stop();
          end();
        });
        if (done) end();
        return;
      }
    }
    stream ??= streamTo();
    listening.set(end, owner.sessionId);
    recorded.onTaken = end;
    response.once("close", () => {
      recorded.letGo();
      if (!over) setTimeout(end, GRACE_MS).unref();
    });
    if (found.facts.protocolVersion >= PRIMED_SINCE) stream.prime(recorded.firstId, 1_000);
    send = (json) => {
      stream?.event(json, recorded.add(json));
    };
    for (const json of waiting) send(json);
  };

  const current = async (owner: { tenant: string; sessionId: string }, known: ClientSession): Promise<Settled> =>
    ((await sessions.find(owner)) ?? known).facts as unknown as Settled;

  const end = async (exchange: HttpExchange): Promise<void> => {
    const found = await sessionOf(exchange, null);
    if (isAnswer(found)) return answering.send(exchange, found);
    await sessions.end(found);
    answering.send(exchange, { status: 204 });
  };

  const METHODS: Readonly<Record<string, (exchange: HttpExchange, becomeStream: BecomeStream) => Promise<void>>> = {
    POST: post,
    GET: listen,
    DELETE: end,
    HEAD: async (exchange) => answering.send(exchange, { status: 200, headers: ["Allow", ALLOW] }),
  };

  return {
    async handle(exchange, becomeStream) {
      const { method = "" } = exchange.request;
      const version = singleHeader(exchange.request.headers["mcp-protocol-version"]);
      const isSessionMethod = method === "GET" || method === "DELETE";
      const handler = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
      if (handler === undefined || (isSessionMethod && eraNameOf({ method: "", params: {} }, version) === "modern")) {
        const allow = handler === undefined ? ALLOW : "POST";
        const answer = refusal(405, `${method} is not answered here`);
        return answering.send(exchange, { ...answer, headers: ["Allow", allow] });
      }
      try {
        await handler(exchange, becomeStream);
      } catch (thrown) {
        const error = wireErrorOf(thrown, log, { requestId: exchange.id });
        const away = thrown instanceof Failure;
        answering.send(exchange, {
          status: away ? 503 : 500,
          body: errorAnswer(null, error),
          ...(away && { headers: ["Retry-After", "1"] }),
        });
      }
    },

    async drain() {
      for (const end of listening.keys()) end();
      for (const entry of running) entry.finish?.();
      while (running.size > 0) await Promise.all([...running].map(({ done }) => done));
    },

    close() {
      for (const stop of stopHearing) stop();
      questions.close();
      for (const { cancellation } of running) cancellation.cancel();
    },
  };
};

const ALLOW = "GET, POST, DELETE, HEAD, OPTIONS";

const abandonedAnswer = (request: RequestId): string =>
  errorAnswer(request, {
    code: -32603,
    message: "The server that worked on this request is gone, and its answer with it. Look before you repeat it.",
    data: { retryable: true },
  });
