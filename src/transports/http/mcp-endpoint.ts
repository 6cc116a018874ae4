import { Failure } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { eraNameOf } from "../../protocol/eras.ts";
import { wireErrorOf } from "../../protocol/errors.ts";
import { newSession, type Session, type Visit } from "../../protocol/exchange.ts";
import { errorAnswer, type Notification, parseMessage, type Request, type RequestId } from "../../protocol/json-rpc.ts";
import type { ClientSessions } from "../../sessions/client-sessions.ts";
import type { EventLog } from "../../sessions/event-log.ts";
import type { Bus } from "../../stores/bus.ts";
import { type Accepts, acceptsOf } from "./accepts.ts";
import { type Answer, type Answering, type HttpExchange, headerOf, refusal } from "./http-exchange.ts";
import { createQuestions } from "./questions.ts";
import { readBody, TOO_LARGE } from "./read-body.ts";
import { createReply, type Reply, understandsPriming } from "./reply.ts";
import { createRunningRequests, type RunningRequest } from "./running-requests.ts";
import { createServerStreams } from "./server-streams.ts";
import { createSessionHeader, isAnswer, keptSession, openingSession } from "./session-header.ts";

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

/** The request turns into a stream and no longer counts as a request; says so if there is no room for one. */
export type BecomeStream = () => Answer | undefined;

/** Streamable HTTP: one address, one MCP server, clients of both eras. */
export interface McpEndpoint {
  handle(exchange: HttpExchange, becomeStream: BecomeStream): Promise<void>;
  /** Ends what only listens; resolves when no call is running. */
  drain(): Promise<void>;
  /** Cuts off what still runs. */
  close(): void;
}

type Serve = (exchange: HttpExchange, becomeStream: BecomeStream) => void | Promise<void>;

const CANCELLED = "client-cancelled";
const ALLOW = "GET, POST, DELETE, HEAD, OPTIONS";

const isRequestId = (id: unknown): id is RequestId => typeof id === "string" || typeof id === "number";

export const createMcpEndpoint = (options: McpEndpointOptions): McpEndpoint => {
  const { dispatcher, sessions, events, bus, answering, tenant, maxBodyBytes, log } = options;
  const { server } = dispatcher;
  const running = createRunningRequests();
  const questions = createQuestions(bus);
  const header = createSessionHeader(sessions, tenant);
  const streams = createServerStreams({ server, sessions, events, answering });

  const stopHearing = [
    // Also what was sent to another node is cancelled where it runs.
    bus.listen(CANCELLED, (news) => {
      const { sessionId, id } = news as { sessionId: string; id: RequestId };
      running.cancel(sessionId, id);
    }),
    sessions.onEnd(({ sessionId }) => {
      running.cancel(sessionId);
      streams.endSession(sessionId);
    }),
  ];

  const visitOf = (exchange: HttpExchange, request: RunningRequest, session: Session, reply: Reply) => ({
    session,
    get cancelled() {
      return request.cancellation.cancelled;
    },
    get signal() {
      return request.cancellation.signal;
    },
    requestId: exchange.id,
    header: (name: string) => headerOf(exchange, name),
    notify: reply.notify,
    stand(finish: () => void) {
      request.finish = finish;
    },
  });

  const serveModern = (exchange: HttpExchange, request: Request, accepts: Accepts, onStream: () => void) => {
    const chosen = header.chosen(exchange, request.id);
    if (isAnswer(chosen)) return answering.send(exchange, chosen);
    const { sessionId, brought } = chosen;
    return running.run(sessionId, request.id, async (entry) => {
      const { response } = exchange;
      const reply = createReply({ exchange, accepts, answering, onStream });
      // Closing the response is how a modern client cancels.
      response.once("close", () => {
        if (!response.writableFinished) entry.cancellation.cancel();
      });
      const visit: Visit = Object.assign(visitOf(exchange, entry, newSession(), reply), {
        caller: { tenant, sessionId, transport: "http" as const, ...(!brought && { passing: true as const }) },
      });
      reply.finish(await dispatcher.answer(request, visit));
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
    running.run(sessionId, request.id, async (entry) => {
      const opens = request.method === "initialize";
      const reply = createReply({
        exchange,
        accepts,
        answering,
        onStream,
        record: () => events.begin({ tenant, sessionId }, request.id),
        primed: understandsPriming(session.settled.protocolVersion),
      });
      const ask: Visit["ask"] = (method, params) =>
        questions.ask({ sessionId, method, params }, entry.cancellation.signal, reply.notify);
      const visit: Visit = Object.assign(visitOf(exchange, entry, session, reply), {
        caller: { tenant, sessionId, transport: "http" as const, ...(!opens && { opened: true as const }) },
        hangUp: reply.hangUp,
        ...(accepts.stream && { ask }),
      });
      const outcome = await dispatcher.answer(request, visit);
      const opened = opens && session.settled.protocolVersion !== "";
      reply.finish(outcome, opened ? ["Mcp-Session-Id", sessionId] : undefined);
    });

  const serveRequest = async (exchange: HttpExchange, request: Request, becomeStream: BecomeStream): Promise<void> => {
    const accepts = acceptsOf(exchange.request.headers.accept);
    if (!accepts.json && !accepts.stream) {
      return answering.send(
        exchange,
        refusal(406, "Accept must name application/json or text/event-stream", request.id),
      );
    }
    if (eraNameOf(request, headerOf(exchange, "mcp-protocol-version")) === "modern") {
      const full = request.method === "subscriptions/listen" ? becomeStream() : undefined;
      return full === undefined
        ? serveModern(exchange, request, accepts, becomeStream)
        : answering.send(exchange, full);
    }
    if (request.method === "initialize") {
      const chosen = header.chosen(exchange, request.id);
      if (isAnswer(chosen)) return answering.send(exchange, chosen);
      const { sessionId } = chosen;
      const session = openingSession(sessions, { tenant, sessionId }, server.name, exchange);
      return serveLegacy(exchange, request, accepts, session, sessionId, becomeStream);
    }
    const looked = header.known(exchange, request.id);
    const found = looked instanceof Promise ? await looked : looked;
    if (isAnswer(found)) return answering.send(exchange, found);
    return serveLegacy(exchange, request, accepts, keptSession(sessions, found), found.sessionId, becomeStream);
  };

  const notified = async (exchange: HttpExchange, notification: Notification): Promise<void> => {
    if (eraNameOf(notification, headerOf(exchange, "mcp-protocol-version")) === "legacy") {
      const found = await header.known(exchange, null);
      if (isAnswer(found)) return answering.send(exchange, found);
      const { requestId } = notification.params;
      if (notification.method === "notifications/cancelled" && isRequestId(requestId)) {
        bus.publish(CANCELLED, { sessionId: found.sessionId, id: requestId });
      }
    }
    answering.send(exchange, { status: 202 });
  };

  const post: Serve = async (exchange, becomeStream) => {
    const { request } = exchange;
    if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")) {
      exchange.last = true;
      return answering.send(exchange, refusal(415, "Content-Type must be application/json"));
    }
    const text = await readBody(request, maxBodyBytes);
    if (text === undefined) return;
    if (text === TOO_LARGE) {
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
        const found = await header.known(exchange, null);
        if (isAnswer(found)) return answering.send(exchange, found);
        questions.answer(found.sessionId, message);
        return answering.send(exchange, { status: 202 });
      }
    }
  };

  const listen: Serve = async (exchange, becomeStream) => {
    if (!acceptsOf(exchange.request.headers.accept).stream) {
      return answering.send(exchange, refusal(406, "Accept must name text/event-stream"));
    }
    const found = await header.known(exchange, null);
    if (isAnswer(found)) return answering.send(exchange, found);
    const full = becomeStream();
    return full === undefined ? streams.open(exchange, found) : answering.send(exchange, full);
  };

  const end: Serve = async (exchange) => {
    const found = await header.known(exchange, null);
    if (isAnswer(found)) return answering.send(exchange, found);
    await sessions.end(found);
    answering.send(exchange, { status: 204 });
  };

  const METHODS: ReadonlyMap<string, Serve> = new Map([
    ["POST", post],
    ["GET", listen],
    ["DELETE", end],
    ["HEAD", (exchange: HttpExchange) => answering.send(exchange, { status: 200, headers: ["Allow", ALLOW] })],
  ]);

  /** A modern client has no business with the methods that belong to sessions. */
  const serveFor = (exchange: HttpExchange): Serve => {
    const { method = "" } = exchange.request;
    const version = headerOf(exchange, "mcp-protocol-version");
    const modern = method !== "POST" && eraNameOf({ method: "", params: {} }, version) === "modern";
    const serve = modern && method !== "HEAD" ? undefined : METHODS.get(method);
    const answer = refusal(405, `${method.slice(0, 20)} is not answered here`);
    return (
      serve ??
      (() => answering.send(exchange, { ...answer, headers: ["Allow", modern ? "POST, HEAD, OPTIONS" : ALLOW] }))
    );
  };

  return {
    async handle(exchange, becomeStream) {
      try {
        await serveFor(exchange)(exchange, becomeStream);
      } catch (thrown) {
        const error = wireErrorOf(thrown, log, { requestId: exchange.id });
        const body = errorAnswer(null, error);
        answering.send(
          exchange,
          thrown instanceof Failure ? { status: 503, body, headers: ["Retry-After", "1"] } : { status: 500, body },
        );
      }
    },

    async drain() {
      streams.endAll();
      await running.drain();
    },

    close() {
      for (const stop of stopHearing) stop();
      questions.close();
      running.cancelAll();
    },
  };
};
