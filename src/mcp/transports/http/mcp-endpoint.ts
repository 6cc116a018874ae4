import type { Caller } from "../../../model/caller.ts";
import type { Grant } from "../../../model/grant.ts";
import type { HttpRefusal } from "../../../model/http-refusal.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { eraNameOf } from "../../protocol/eras.ts";
import { errorAnswer, type Notification, parseMessage, type Request, type RequestId } from "../../protocol/json-rpc.ts";
import { newSession, type Session } from "../../protocol/request-context.ts";
import type { ClientSessions } from "../../sessions/client-sessions.ts";
import type { DerivedSessions } from "../../sessions/derived-sessions.ts";
import type { EventLog } from "../../sessions/event-log.ts";
import { type Accepts, acceptsOf } from "./accepts.ts";
import { type Authentication, authenticate, closeRevokedStreams } from "./authentication.ts";
import type { Capacity } from "./capacity.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  type Answer,
  type Answering,
  type HttpContext,
  headerOf,
  plainAnswer,
  plainRefusal,
  refusal,
  rpcRefusal,
} from "./http-context.ts";
import type { JsonPosts, Serve } from "./json-posts.ts";
import { McpHttpRequest, type Ways } from "./mcp-http-request.ts";
import { createQuestions } from "./questions.ts";
import { createRunningRequests } from "./running-requests.ts";
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
  readonly capacity: Capacity;
  readonly authentication: Authentication;
}

const CANCELLED = "client-cancelled";
const ALLOW = "GET, POST, DELETE, HEAD, OPTIONS";
const ALLOW_LASTING = "GET, POST, HEAD, OPTIONS";
const UNENDED = "DELETE does not end a session that is known by its URL, key or address: it expires by itself";
const NOBODY = "There is no MCP server at this address, or none for you";
const isRequestId = (id: unknown): id is RequestId => typeof id === "string" || typeof id === "number";

/** Streamable HTTP: whoever comes meets one MCP server; clients of both eras. */
export const createMcpEndpoint = (options: McpEndpointOptions): Endpoint => {
  const { servers, sessions, derived, events, bus, answering, posts, capacity, authentication } = options;
  const running = createRunningRequests();
  const questions = createQuestions(bus);
  const choice = createSessionChoice(sessions, derived);
  const streams = createServerStreams({ sessions, events, answering });

  const refuse = (context: HttpContext, refused: HttpRefusal): void =>
    answering.sendAnswer(context, rpcRefusal(refused));

  const modern: Ways = { answering, capacity };
  const legacy: Ways = {
    answering,
    capacity,
    record: ({ caller, message }) => events.begin(caller, message.id),
    ask: (mcpRequest, method, params) =>
      questions.ask({ of: mcpRequest.caller, method, params }, mcpRequest.signal, (json) => mcpRequest.notify(json)),
  };

  const stopHearing = [
    closeRevokedStreams(authentication, () => [...streams.openStreams(), ...running.openStreams()]),
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

  const run = (mcpRequest: McpHttpRequest): void => {
    const { dispatcher } = mcpRequest.context;
    running.add(mcpRequest);
    (dispatcher as Dispatcher)
      .answer(mcpRequest.message, mcpRequest)
      .then((outcome) => {
        running.remove(mcpRequest);
        const opened = mcpRequest.message.method === "initialize" && mcpRequest.session.settings.protocolVersion !== "";
        mcpRequest.answer(outcome, opened ? ["Mcp-Session-Id", mcpRequest.caller.sessionId] : undefined);
      })
      .catch((thrown: unknown) => posts.failed(mcpRequest.context, thrown));
  };

  const callerOf = ({ grant, client }: HttpContext, session: ChosenSession & Pick<Caller, "opened">): Caller => {
    const { tenant } = grant as Grant;
    return { tenant, transport: "http", grant: grant as Grant, address: client, ...session };
  };

  const serveModern = (context: HttpContext, request: Request, accepts: Accepts) => {
    const full = request.method === "subscriptions/listen" ? capacity.becomeStream(context) : undefined;
    if (full !== undefined) return answering.sendAnswer(context, plainRefusal(full));
    const serve = (chosen: ChosenSession | Answer) => {
      if (isAnswer(chosen)) return answering.sendAnswer(context, chosen);
      run(new McpHttpRequest(modern, context, request, accepts, newSession(), callerOf(context, chosen)));
    };
    const chosen = choice.calling(context, request.id);
    return chosen instanceof Promise ? chosen.then(serve) : serve(chosen);
  };

  const serveLegacy = (context: HttpContext, request: Request, accepts: Accepts, found: KnownSession | Answer) => {
    if (isAnswer(found)) return answering.sendAnswer(context, found);
    const { session, knownBy } = found;
    const { sessionId } = session;
    const caller = callerOf(context, knownBy === undefined ? { sessionId, opened: true } : { sessionId, knownBy });
    run(new McpHttpRequest(legacy, context, request, accepts, keptSession(sessions, session), caller));
  };

  const initialize = (context: HttpContext, request: Request, accepts: Accepts) => {
    const chosen = choice.opening(context, request.id);
    if (isAnswer(chosen)) return answering.sendAnswer(context, chosen);
    const caller = callerOf(context, chosen);
    const session: Session = openingSession(sessions, caller, context);
    run(new McpHttpRequest(legacy, context, request, accepts, session, caller));
  };

  const serveRequest = (context: HttpContext, request: Request): void | Promise<void> => {
    const accepts = acceptsOf(context.request.headers.accept);
    if (!accepts.json && !accepts.stream) {
      const no = refusal(406, "Accept must name application/json or text/event-stream", request.id);
      return answering.sendAnswer(context, no);
    }
    if (eraNameOf(request, headerOf(context, "mcp-protocol-version")) === "modern") {
      return serveModern(context, request, accepts);
    }
    if (request.method === "initialize") return initialize(context, request, accepts);
    const found = choice.known(context, request.id);
    return found instanceof Promise
      ? found.then((later) => serveLegacy(context, request, accepts, later))
      : serveLegacy(context, request, accepts, found);
  };

  const notified = async (context: HttpContext, notification: Notification): Promise<void> => {
    if (eraNameOf(notification, headerOf(context, "mcp-protocol-version")) === "legacy") {
      const found = await choice.known(context, null);
      if (isAnswer(found)) return answering.sendAnswer(context, found);
      const { requestId } = notification.params;
      // Clients that share a session without knowing it number their requests alike: none may cancel another's.
      const isOwn = found.knownBy === undefined || found.knownBy === "url";
      if (notification.method === "notifications/cancelled" && isRequestId(requestId) && isOwn) {
        const { tenant, sessionId } = found.session;
        bus.publish(CANCELLED, { tenant, sessionId, id: requestId });
      }
    }
    answering.send(context, 202);
  };

  const received = (context: HttpContext, text: string): void | Promise<void> => {
    const message = parseMessage(text);
    switch (message.kind) {
      case "request":
        context.messageId = message.id;
        return serveRequest(context, message);
      case "notification":
        return notified(context, message);
      case "malformed":
        return answering.send(context, 400, errorAnswer(message.id, message.error));
      case "response":
        return Promise.resolve(choice.known(context, null)).then((found) => {
          if (isAnswer(found)) return answering.sendAnswer(context, found);
          questions.answer(found.session, message);
          answering.send(context, 202);
        });
    }
  };

  const listen: Serve = async (context) => {
    if (!acceptsOf(context.request.headers.accept).stream) {
      return answering.sendAnswer(context, refusal(406, "Accept must name text/event-stream"));
    }
    const found = await choice.ofMcpClient(context);
    if (isAnswer(found)) return answering.sendAnswer(context, found);
    const full = capacity.becomeStream(context);
    return full === undefined
      ? streams.open(context, found.session)
      : answering.sendAnswer(context, plainRefusal(full));
  };

  const end: Serve = async (context) => {
    const found = await choice.ofMcpClient(context);
    if (isAnswer(found)) return answering.sendAnswer(context, found);
    if (found.session.lasting) {
      return answering.sendAnswer(context, { ...refusal(405, UNENDED), headers: ["Allow", ALLOW_LASTING] });
    }
    await sessions.end(found.session);
    answering.send(context, 204);
  };

  const METHODS: ReadonlyMap<string, Serve> = new Map([
    ["GET", listen],
    ["DELETE", end],
    ["HEAD", (context: HttpContext) => answering.send(context, 200, "", ["Allow", ALLOW])],
  ]);

  const serve: Serve = (context) => {
    const { method = "" } = context.request;
    if (method === "POST") return posts.read(context, received);
    const isModern = eraNameOf({ method: "", params: {} }, headerOf(context, "mcp-protocol-version")) === "modern";
    // A modern client has no business with the methods that belong to sessions.
    const found = isModern && method !== "HEAD" ? undefined : METHODS.get(method);
    if (found !== undefined) return found(context);
    const headers = ["Allow", isModern ? "POST, HEAD, OPTIONS" : ALLOW];
    answering.sendAnswer(context, { ...refusal(405, `${method.slice(0, 20)} is not answered here`), headers });
  };

  const serveBy = (context: HttpContext, dispatcher: Dispatcher | undefined) => {
    if (dispatcher === undefined) return answering.sendAnswer(context, plainAnswer(404, NOBODY));
    context.dispatcher = dispatcher;
    return serve(context);
  };

  const inside: Serve = (context) => {
    const found = servers.find(context.path, context.grant as Grant);
    return found instanceof Promise ? found.then((later) => serveBy(context, later)) : serveBy(context, found);
  };

  return {
    handle: (context) =>
      posts.guarded(context, () => authenticate(authentication, context, servers.scope(context.path), refuse, inside)),

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
