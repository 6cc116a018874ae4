import type { Caller } from "../../../model/caller.ts";
import type { Grant } from "../../../model/grant.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { eraNameOf } from "../../protocol/eras.ts";
import { newSession, type Session } from "../../protocol/exchange.ts";
import { errorAnswer, type Notification, parseMessage, type Request, type RequestId } from "../../protocol/json-rpc.ts";
import type { ClientSessions } from "../../sessions/client-sessions.ts";
import type { DerivedSessions } from "../../sessions/derived-sessions.ts";
import type { EventLog } from "../../sessions/event-log.ts";
import { type Accepts, acceptsOf } from "./accepts.ts";
import { type Door, throughDoor, watchStanding } from "./door.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Answer, type Answering, type HttpExchange, headerOf, plainAnswer, refusal } from "./http-exchange.ts";
import { HttpVisit, type Ways } from "./http-visit.ts";
import type { JsonPosts, Serve } from "./json-posts.ts";
import { createQuestions } from "./questions.ts";
import type { Room } from "./room.ts";
import { createRunningVisits } from "./running-visits.ts";
import { createServerStreams } from "./server-streams.ts";
import {
  type ChosenSession,
  createSessionChoice,
  isAnswer,
  type KnownSession,
  keptSession,
  openingSession,
} from "./session-choice.ts";

/** Which MCP servers answer at an address. */
export interface ServersAt {
  /** As keys name it, whether there is one or not. */
  scope(path: string): string;
  /** For whoever came in; undefined if there is none for them. At once wherever that can be. */
  find(path: string, grant: Grant): Dispatcher | undefined | Promise<Dispatcher | undefined>;
}

/** The same server for everybody. */
export const always = (dispatcher: Dispatcher): ServersAt => {
  const { name, scope = name } = dispatcher.server;
  return { scope: () => scope, find: () => dispatcher };
};

export interface McpEndpointOptions {
  readonly servers: ServersAt;
  readonly sessions: ClientSessions;
  readonly derived: DerivedSessions;
  readonly events: EventLog;
  readonly bus: Bus;
  readonly answering: Answering;
  readonly posts: JsonPosts;
  readonly room: Room;
  readonly door: Door;
}

const CANCELLED = "client-cancelled";
const ALLOW = "GET, POST, DELETE, HEAD, OPTIONS";
const ALLOW_LASTING = "GET, POST, HEAD, OPTIONS";
const UNENDED = "DELETE does not end a session that is known by its URL, key or address: it expires by itself";
const NOBODY = "There is no MCP server at this address, or none for you";
const isRequestId = (id: unknown): id is RequestId => typeof id === "string" || typeof id === "number";

/** Streamable HTTP: whoever comes meets one MCP server; clients of both eras. */
export const createMcpEndpoint = (options: McpEndpointOptions): Endpoint => {
  const { servers, sessions, derived, events, bus, answering, posts, room, door } = options;
  const running = createRunningVisits();
  const questions = createQuestions(bus);
  const choice = createSessionChoice(sessions, derived);
  const streams = createServerStreams({ sessions, events, answering });

  const modern: Ways = { answering, room };
  const legacy: Ways = {
    answering,
    room,
    record: ({ caller, message }) => events.begin(caller, message.id),
    ask: (visit, method, params) =>
      questions.ask({ of: visit.caller, method, params }, visit.signal, (json) => visit.notify(json)),
  };

  const stopHearing = [
    watchStanding(door, () => [...streams.standing(), ...running.standing()]),
    // Also what was sent to another node is cancelled where it runs.
    bus.listen(CANCELLED, (news) => {
      const { tenant, sessionId, id } = news as { tenant: string; sessionId: string; id: RequestId };
      running.cancel({ tenant, sessionId }, id);
    }),
    sessions.onEnd((owner) => {
      running.cancel(owner);
      streams.endSession(owner);
    }),
  ];

  const run = (visit: HttpVisit): void => {
    const { dispatcher } = visit.exchange;
    running.add(visit);
    (dispatcher as Dispatcher)
      .answer(visit.message, visit)
      .then((outcome) => {
        running.remove(visit);
        const opened = visit.message.method === "initialize" && visit.session.settled.protocolVersion !== "";
        visit.answer(outcome, opened ? ["Mcp-Session-Id", visit.caller.sessionId] : undefined);
      })
      .catch((thrown: unknown) => posts.failed(visit.exchange, thrown));
  };

  const callerOf = ({ grant, client }: HttpExchange, session: ChosenSession & Pick<Caller, "opened">): Caller => {
    const { tenant } = grant as Grant;
    return { tenant, transport: "http", grant: grant as Grant, address: client, ...session };
  };

  const serveModern = (exchange: HttpExchange, request: Request, accepts: Accepts) => {
    const full = request.method === "subscriptions/listen" ? room.becomeStream(exchange) : undefined;
    if (full !== undefined) return answering.sendAnswer(exchange, full);
    const serve = (chosen: ChosenSession | Answer) => {
      if (isAnswer(chosen)) return answering.sendAnswer(exchange, chosen);
      run(new HttpVisit(modern, exchange, request, accepts, newSession(), callerOf(exchange, chosen)));
    };
    const chosen = choice.calling(exchange, request.id);
    return chosen instanceof Promise ? chosen.then(serve) : serve(chosen);
  };

  const serveLegacy = (exchange: HttpExchange, request: Request, accepts: Accepts, found: KnownSession | Answer) => {
    if (isAnswer(found)) return answering.sendAnswer(exchange, found);
    const { session, knownBy } = found;
    const { sessionId } = session;
    const caller = callerOf(exchange, knownBy === undefined ? { sessionId, opened: true } : { sessionId, knownBy });
    run(new HttpVisit(legacy, exchange, request, accepts, keptSession(sessions, session), caller));
  };

  const initialize = (exchange: HttpExchange, request: Request, accepts: Accepts) => {
    const chosen = choice.opening(exchange, request.id);
    if (isAnswer(chosen)) return answering.sendAnswer(exchange, chosen);
    const caller = callerOf(exchange, chosen);
    const session: Session = openingSession(sessions, caller, exchange);
    run(new HttpVisit(legacy, exchange, request, accepts, session, caller));
  };

  const serveRequest = (exchange: HttpExchange, request: Request): void | Promise<void> => {
    const accepts = acceptsOf(exchange.request.headers.accept);
    if (!accepts.json && !accepts.stream) {
      const no = refusal(406, "Accept must name application/json or text/event-stream", request.id);
      return answering.sendAnswer(exchange, no);
    }
    if (eraNameOf(request, headerOf(exchange, "mcp-protocol-version")) === "modern") {
      return serveModern(exchange, request, accepts);
    }
    if (request.method === "initialize") return initialize(exchange, request, accepts);
    const found = choice.known(exchange, request.id);
    return found instanceof Promise
      ? found.then((later) => serveLegacy(exchange, request, accepts, later))
      : serveLegacy(exchange, request, accepts, found);
  };

  const notified = async (exchange: HttpExchange, notification: Notification): Promise<void> => {
    if (eraNameOf(notification, headerOf(exchange, "mcp-protocol-version")) === "legacy") {
      const found = await choice.known(exchange, null);
      if (isAnswer(found)) return answering.sendAnswer(exchange, found);
      const { requestId } = notification.params;
      // Clients that share a session without knowing it number their requests alike: none may cancel another's.
      const isOwn = found.knownBy === undefined || found.knownBy === "url";
      if (notification.method === "notifications/cancelled" && isRequestId(requestId) && isOwn) {
        const { tenant, sessionId } = found.session;
        bus.publish(CANCELLED, { tenant, sessionId, id: requestId });
      }
    }
    answering.send(exchange, 202);
  };

  const received = (exchange: HttpExchange, text: string): void | Promise<void> => {
    const message = parseMessage(text);
    switch (message.kind) {
      case "request":
        exchange.messageId = message.id;
        return serveRequest(exchange, message);
      case "notification":
        return notified(exchange, message);
      case "malformed":
        return answering.send(exchange, 400, errorAnswer(message.id, message.error));
      case "response":
        return Promise.resolve(choice.known(exchange, null)).then((found) => {
          if (isAnswer(found)) return answering.sendAnswer(exchange, found);
          questions.answer(found.session, message);
          answering.send(exchange, 202);
        });
    }
  };

  const listen: Serve = async (exchange) => {
    if (!acceptsOf(exchange.request.headers.accept).stream) {
      return answering.sendAnswer(exchange, refusal(406, "Accept must name text/event-stream"));
    }
    const found = await choice.ofMcpClient(exchange);
    if (isAnswer(found)) return answering.sendAnswer(exchange, found);
    const full = room.becomeStream(exchange);
    return full === undefined ? streams.open(exchange, found.session) : answering.sendAnswer(exchange, full);
  };

  const end: Serve = async (exchange) => {
    const found = await choice.ofMcpClient(exchange);
    if (isAnswer(found)) return answering.sendAnswer(exchange, found);
    if (found.session.lasting) {
      return answering.sendAnswer(exchange, { ...refusal(405, UNENDED), headers: ["Allow", ALLOW_LASTING] });
    }
    await sessions.end(found.session);
    answering.send(exchange, 204);
  };

  const METHODS: ReadonlyMap<string, Serve> = new Map([
    ["GET", listen],
    ["DELETE", end],
    ["HEAD", (exchange: HttpExchange) => answering.send(exchange, 200, "", ["Allow", ALLOW])],
  ]);

  const serve: Serve = (exchange) => {
    const { method = "" } = exchange.request;
    if (method === "POST") return posts.read(exchange, received);
    const isModern = eraNameOf({ method: "", params: {} }, headerOf(exchange, "mcp-protocol-version")) === "modern";
    // A modern client has no business with the methods that belong to sessions.
    const found = isModern && method !== "HEAD" ? undefined : METHODS.get(method);
    if (found !== undefined) return found(exchange);
    const headers = ["Allow", isModern ? "POST, HEAD, OPTIONS" : ALLOW];
    answering.sendAnswer(exchange, { ...refusal(405, `${method.slice(0, 20)} is not answered here`), headers });
  };

  const serveBy = (exchange: HttpExchange, dispatcher: Dispatcher | undefined) => {
    if (dispatcher === undefined) return answering.sendAnswer(exchange, plainAnswer(404, NOBODY));
    exchange.dispatcher = dispatcher;
    return serve(exchange);
  };

  const inside: Serve = (exchange) => {
    const found = servers.find(exchange.path, exchange.grant as Grant);
    return found instanceof Promise ? found.then((later) => serveBy(exchange, later)) : serveBy(exchange, found);
  };

  return {
    handle: (exchange) =>
      posts.guarded(exchange, () =>
        throughDoor(door, exchange, servers.scope(exchange.path), answering.sendAnswer, inside),
      ),

    async drain() {
      streams.endAll();
      questions.giveUp();
      await running.drain();
    },

    close() {
      for (const stop of stopHearing) stop();
      questions.close();
      running.cutOff();
    },
  };
};
