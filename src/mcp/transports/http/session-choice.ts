import { randomUUID } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import type { Grant } from "../../../model/grant.ts";
import { type MaybePromise, whenReady } from "../../../model/maybe-promise.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { LEGACY_VERSIONS } from "../../protocol/eras.ts";
import type { RequestId } from "../../protocol/json-rpc.ts";
import { DEFAULT_SETTINGS, newSession, type Session, type SessionSettings } from "../../protocol/request-context.ts";
import type { ClientSession, ClientSessions, FactsChange, OpeningOwner } from "../../sessions/client-sessions.ts";
import type { DerivedSessions } from "../../sessions/derived-sessions.ts";
import { type Answer, type HttpContext, headerOf, refusal } from "./http-context.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

type OrAnswer<T> = T | Answer;

export const isAnswer = (found: object): found is Answer => "status" in found;

/** A session, and how the request found it. */
export type ChosenSession = Pick<Caller, "sessionId" | "knownBy" | "passing">;

/** The session of a legacy client. */
export interface KnownSession {
  readonly session: ClientSession;
  readonly knownBy: Caller["knownBy"];
}

const UUID_ONLY = "must be a version 4 UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6";
const MISSING =
  "Mcp-Session-Id is missing. Call initialize, and send the session ID that it returns with each request.";
const notUuid = (id: RequestId | null): Answer => refusal(400, `Mcp-Session-Id ${UUID_ONLY}`, id);
const unknown = (id: RequestId | null): Answer =>
  refusal(404, "There is no such session, or it has ended. Start a new one with initialize.", id);

const sessionHeader = (context: HttpContext): string | undefined => headerOf(context, "mcp-session-id");

const sessionsInUrl = ({ request: { url = "" } }: HttpContext): readonly string[] => {
  const query = url.indexOf("?");
  return query === -1 ? NONE : new URLSearchParams(url.slice(query)).getAll("session");
};
const NONE: readonly string[] = [];

/** Returns the session that the request names, if any. */
const namedIn = (
  context: HttpContext,
  id: RequestId | null,
  onInvalid: (id: RequestId | null) => Answer,
): OrAnswer<ChosenSession> | undefined => {
  const [url, ...more] = sessionsInUrl(context);
  if (more.length > 0) return refusal(400, "The URL has more than one session parameter. Send one.", id);
  if (url !== undefined) {
    if (!UUID_V4.test(url)) return refusal(400, `The session parameter of the URL ${UUID_ONLY}`, id);
    return { sessionId: url.toLowerCase(), knownBy: "url" };
  }
  const header = sessionHeader(context);
  if (header === undefined) return undefined;
  return UUID_V4.test(header) ? { sessionId: header.toLowerCase() } : onInvalid(id);
};

/** The last revision in which clients did not have to send the header. */
const DEFAULT_VERSION = "2025-03-26";

const versionOf = (context: HttpContext): string => {
  const sent = headerOf(context, "mcp-protocol-version");
  return LEGACY_VERSIONS.find((version) => version === sent) ?? DEFAULT_VERSION;
};

/**
 * Finds the session of a request: the one that `?session=` in the URL names, else Mcp-Session-Id, else the session derived
 * from the API key, else the one derived from the address.
 */
export const createSessionChoice = (sessions: ClientSessions, derived: DerivedSessions) => {
  const derivedOf = ({ grant, client }: HttpContext) => derived.of(grant as Grant, client);

  const touched = ({ grant }: HttpContext, chosen: ChosenSession): ChosenSession => {
    const { sessionId, knownBy } = chosen;
    sessions.touch({ tenant: (grant as Grant).tenant, sessionId, ...(knownBy && { lasting: true }) });
    return chosen;
  };

  /** While the store with the shared secret is unavailable, each call has a session of its own. */
  const withoutSecret = (thrown: unknown): ChosenSession => {
    if (!(thrown instanceof Failure) || thrown.kind !== "unavailable") throw thrown;
    return { sessionId: randomUUID(), passing: true };
  };

  /** For clients that do not send a session ID. They may share the session with others. */
  const derivedSession = async (
    context: HttpContext,
    owner: OpeningOwner,
    found: ClientSession | undefined,
  ): Promise<KnownSession> => {
    const server = (context.dispatcher as Dispatcher).server.name;
    const protocolVersion = versionOf(context);
    const session =
      found ?? (await sessions.openOnce(owner, { ...DEFAULT_SETTINGS, server, protocolVersion }, clientOf(context)));
    return { session: { ...session, facts: { ...session.facts, protocolVersion } }, knownBy: owner.knownBy };
  };

  /** A session is only known to the MCP server that it was opened at. */
  const find = (
    context: HttpContext,
    id: RequestId | null,
    chosen: ChosenSession,
  ): MaybePromise<OrAnswer<KnownSession>> => {
    const { grant, dispatcher } = context;
    const { sessionId, knownBy } = chosen;
    const owner = { tenant: (grant as Grant).tenant, sessionId, ...(knownBy && { knownBy }) };
    return whenReady(sessions.find(owner, (dispatcher as Dispatcher).server.name), (session) => {
      if (session !== undefined) sessions.touch(session);
      if (sessionHeader(context) === undefined) return derivedSession(context, owner, session);
      return session === undefined ? unknown(id) : { session, knownBy };
    });
  };

  /** For all messages of a legacy client but initialize. Renews the session. */
  const known = (context: HttpContext, id: RequestId | null): MaybePromise<OrAnswer<KnownSession>> =>
    whenReady<OrAnswer<ChosenSession>, OrAnswer<KnownSession>>(
      namedIn(context, id, unknown) ?? derivedOf(context),
      (chosen) => (isAnswer(chosen) ? chosen : find(context, id, chosen)),
    );

  return {
    /** For initialize: a new session unless the request names one. */
    opening: (context: HttpContext, id: RequestId): OrAnswer<ChosenSession> =>
      namedIn(context, id, notUuid) ?? { sessionId: randomUUID() },

    /** For a modern request. Renews the session. */
    calling(context: HttpContext, id: RequestId): MaybePromise<OrAnswer<ChosenSession>> {
      const chosen = namedIn(context, id, notUuid) ?? derivedOf(context);
      if (chosen instanceof Promise) return chosen.then((later) => touched(context, later), withoutSecret);
      return isAnswer(chosen) ? chosen : touched(context, chosen);
    },

    known,

    /**
     * For GET and DELETE. Refuses clients of the old HTTP+SSE transport, which name neither session nor protocol version
     * and would wait for an event that never comes.
     */
    ofMcpClient(context: HttpContext): MaybePromise<OrAnswer<KnownSession>> {
      const isNamed = sessionHeader(context) !== undefined || sessionsInUrl(context).length > 0;
      const isMcp = isNamed || headerOf(context, "mcp-protocol-version") !== undefined;
      return isMcp ? known(context, null) : refusal(400, MISSING);
    },
  };
};

const clientOf = ({ address, request }: HttpContext) => ({
  address,
  userAgent: request.headers["user-agent"] ?? "",
});

/** A session whose settings are in the store. */
export const storedSession = (sessions: ClientSessions, found: ClientSession): Session => ({
  settings: found.facts as unknown as SessionSettings,
  update: (change) => sessions.change(found, change as FactsChange),
});

/** The session that initialize opens. It is stored before the client gets its ID. */
export const openingSession = (sessions: ClientSessions, owner: OpeningOwner, context: HttpContext): Session => {
  const session = newSession();
  let stored = session.settings;
  return {
    get settings() {
      return stored;
    },
    async update(change) {
      session.update(change);
      const server = context.dispatcher?.server.name ?? "";
      await sessions.open(owner, { server, ...session.settings }, clientOf(context));
      stored = session.settings;
    },
  };
};
