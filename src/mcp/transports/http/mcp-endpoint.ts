import type { Caller } from "../../../model/caller.ts";
import type { Grant } from "../../../model/grant.ts";
import type { MaybePromise } from "../../../model/maybe-promise.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { eraNameOf } from "../../protocol/eras.ts";
import {
  errorAnswer,
  type Notification,
  parseMessage,
  type Request,
  type RequestId,
  type Response,
} from "../../protocol/json-rpc.ts";
import { newSession, type Session } from "../../protocol/request-context.ts";
import type { ClientSessions } from "../../sessions/client-sessions.ts";
import type { DerivedSessions } from "../../sessions/derived-sessions.ts";
import type { EventLog } from "../../sessions/event-log.ts";
import { authenticate, closeRevokedStreams } from "./authentication.ts";
import type { Endpoint, EndpointServices } from "./endpoint.ts";
import {
  type Answer,
  type HttpContext,
  headerOf,
  plainAnswer,
  plainRefusal,
  refusal,
  rpcRefusal,
} from "./http-context.ts";
import type { Serve } from "./json-posts.ts";
import { type Accepts, acceptsOf, McpHttpRequest, type RequestServices } from "./mcp-http-request.ts";
import { createQuestions } from "./questions.ts";
import { createRunningRequests } from "./running-requests.ts";
import { createServerStreams } from "./server-streams.ts";
import {
  type ChosenSession,
  createSessionChoice,
  isAnswer,
  type KnownSession,
  openingSession,
  storedSession,
} from "./session-choice.ts";

/** Finds the MCP server of a path. */
export interface ServersAt {
  /** The name that keys grant access by, whether or not there is such a server. */
  scope(path: string): string;
  /** Returns the caller's server, or undefined; a promise only if the server is not in memory. */
  find(path: string, grant: Grant): MaybePromise<Dispatcher | undefined>;
}

export interface McpEndpointOptions extends EndpointServices {
  readonly servers: ServersAt;
  readonly sessions: ClientSessions;
  readonly derived: DerivedSessions;
  readonly events: EventLog;
  readonly bus: Bus;
}

const CANCELLED = "client-cancelled";
const ALLOW = "GET, POST, DELETE, HEAD, OPTIONS";
const ALLOW_LASTING = "GET, POST, HEAD, OPTIONS";
const ALLOW_MODERN = "POST, HEAD, OPTIONS";
const CANNOT_END =
  "DELETE does not end sessions that are identified by URL, key or address. They expire when they are not used.";
const NOT_FOUND = "There is no MCP server at this path, or you have no access to it.";
const isRequestId = (id: unknown): id is RequestId => typeof id === "string" || typeof id === "number";

/**
 * Streamable HTTP, for clients of both protocol eras. A POST passes `authenticated`, `routed`, `received`, `serveRequest` and
 * `run`, in this order. They return promises only where something must be awaited, which most requests need not.
 */
export const createMcpEndpoint = (options: McpEndpointOptions): Endpoint => {
  const { servers, sessions, derived, events, bus, answering, posts, capacity, authentication } = options;
  const running = createRunningRequests();
  const questions = createQuestions(bus);
  const choice = createSessionChoice(sessions, derived);
  const streams = createServerStreams({ sessions, events, answering });

  const modern: RequestServices = { answering, capacity };
  const legacy: RequestServices = {
    answering,
    capacity,
    record: ({ caller, message }) => events.begin(caller, message.id),
    ask: (mcpRequest, method, params) =>
      questions.ask({ owner: mcpRequest.caller, method, params }, mcpRequest.signal, (json) => mcpRequest.notify(json)),
  };

  const stops = [
    closeRevokedStreams(authentication, () => [...streams.openStreams(), ...running.openStreams()]).stop,
    // A cancellation may arrive at another node than the request.
    bus.listen(CANCELLED, (message) => {
      const { tenant, sessionId, id } = message as { tenant: string; sessionId: string; id: RequestId };
      running.cancel({ tenant, sessionId }, id);
    }),
    sessions.onEnd((owner) => {
      running.cancel(owner);
      streams.endSession(owner);
    }),
  ];

  const handle: Serve = (context) =>
    authenticate(options, context, servers.scope(context.path), rpcRefusal, authenticated);

  const authenticated: Serve = (context) => {
    const found = servers.find(context.path, context.grant as Grant);
    return found instanceof Promise ? found.then((later) => routed(context, later)) : routed(context, found);
  };

  const routed = (context: HttpContext, dispatcher: Dispatcher | undefined): void | Promise<void> => {
    if (dispatcher === undefined) return answering.sendAnswer(context, plainAnswer(404, NOT_FOUND));
    context.dispatcher = dispatcher;
    const { method = "" } = context.request;
    if (method === "POST") return posts.read(context, received);
    if (method === "HEAD") return answering.send(context, 200, "", ["Allow", ALLOW]);
    // GET and DELETE are about sessions, which modern clients do not have.
    const isModern = eraNameOf({ method: "", params: {} }, headerOf(context, "mcp-protocol-version")) === "modern";
    if (method === "GET" && !isModern) return listen(context);
    if (method === "DELETE" && !isModern) return end(context);
    const answer = refusal(405, `${method.slice(0, 20)} is not allowed here.`);
    answering.sendAnswer(context, { ...answer, headers: ["Allow", isModern ? ALLOW_MODERN : ALLOW] });
  };

  const received = (context: HttpContext, text: string): void | Promise<void> => {
    const message = parseMessage(text);
    switch (message.kind) {
      case "request":
        context.messageId = message.id;
        return serveRequest(context, message);
      case "notification":
        return notified(context, message);
      case "response":
        return answered(context, message);
      case "malformed":
        return answering.send(context, 400, errorAnswer(message.id, message.error));
    }
  };

  const serveRequest = (context: HttpContext, request: Request): void | Promise<void> => {
    const accepts = acceptsOf(context.request.headers.accept);
    if (!accepts.json && !accepts.stream) {
      const answer = refusal(406, "Accept must name application/json or text/event-stream.", request.id);
      return answering.sendAnswer(context, answer);
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

  const initialize = (context: HttpContext, request: Request, accepts: Accepts) => {
    const chosen = choice.opening(context, request.id);
    if (isAnswer(chosen)) return answering.sendAnswer(context, chosen);
    const caller = callerOf(context, chosen);
    const session: Session = openingSession(sessions, caller, context);
    run(new McpHttpRequest(legacy, context, request, accepts, session, caller));
  };

  const serveLegacy = (context: HttpContext, request: Request, accepts: Accepts, found: KnownSession | Answer) => {
    if (isAnswer(found)) return answering.sendAnswer(context, found);
    const { session, knownBy } = found;
    const { sessionId } = session;
    const caller = callerOf(context, knownBy === undefined ? { sessionId, opened: true } : { sessionId, knownBy });
    run(new McpHttpRequest(legacy, context, request, accepts, storedSession(sessions, session), caller));
  };

  const callerOf = ({ grant, client }: HttpContext, session: ChosenSession & Pick<Caller, "opened">): Caller => {
    const { tenant } = grant as Grant;
    return { tenant, transport: "http", grant: grant as Grant, address: client, ...session };
  };

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

  const notified = async (context: HttpContext, notification: Notification): Promise<void> => {
    if (eraNameOf(notification, headerOf(context, "mcp-protocol-version")) === "legacy") {
      const found = await choice.known(context, null);
      if (isAnswer(found)) return answering.sendAnswer(context, found);
      const { requestId } = notification.params;
      // Clients that share a derived session may use the same request IDs; none may cancel a request of another.
      const isOwn = found.knownBy === undefined || found.knownBy === "url";
      if (notification.method === "notifications/cancelled" && isRequestId(requestId) && isOwn) {
        const { tenant, sessionId } = found.session;
        bus.publish(CANCELLED, { tenant, sessionId, id: requestId });
      }
    }
    answering.send(context, 202);
  };

  /** The client has answered one of our questions. */
  const answered = async (context: HttpContext, response: Response): Promise<void> => {
    const found = await choice.known(context, null);
    if (isAnswer(found)) return answering.sendAnswer(context, found);
    questions.answer(found.session, response);
    answering.send(context, 202);
  };

  const listen = async (context: HttpContext): Promise<void> => {
    if (!acceptsOf(context.request.headers.accept).stream) {
      return answering.sendAnswer(context, refusal(406, "Accept must name text/event-stream."));
    }
    const found = await choice.ofMcpClient(context);
    if (isAnswer(found)) return answering.sendAnswer(context, found);
    const full = capacity.becomeStream(context);
    return full === undefined
      ? streams.open(context, found.session)
      : answering.sendAnswer(context, plainRefusal(full));
  };

  const end = async (context: HttpContext): Promise<void> => {
    const found = await choice.ofMcpClient(context);
    if (isAnswer(found)) return answering.sendAnswer(context, found);
    if (found.session.lasting) {
      return answering.sendAnswer(context, { ...refusal(405, CANNOT_END), headers: ["Allow", ALLOW_LASTING] });
    }
    await sessions.end(found.session);
    answering.send(context, 204);
  };

  return {
    handle: (context) => posts.guarded(context, handle),

    async drain() {
      streams.endAll();
      questions.rejectAll();
      await running.drain();
    },

    close() {
      for (const stop of stops) stop();
      questions.close();
      running.abort();
    },
  };
};
