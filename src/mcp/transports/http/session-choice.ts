import { randomUUID } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import type { Grant } from "../../../model/grant.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { LEGACY_VERSIONS } from "../../protocol/eras.ts";
import type { RequestId } from "../../protocol/json-rpc.ts";
import { DEFAULT_SETTINGS, newSession, type Session, type SessionSettings } from "../../protocol/request-context.ts";
import type { ClientSession, ClientSessions, FactsChange, OpeningOwner } from "../../sessions/client-sessions.ts";
import type { DerivedSessions } from "../../sessions/derived-sessions.ts";
import { type Answer, type HttpContext, headerOf, refusal } from "./http-context.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

type OrAnswer<T> = T | Answer;
type Soon<T> = T | Promise<T>;

export const isAnswer = (found: object): found is Answer => "status" in found;

/** A session, and how the request found it. */
export type ChosenSession = Pick<Caller, "sessionId" | "knownBy" | "passing">;

/** A session that a client of the older protocol uses. */
export interface KnownSession {
  readonly session: ClientSession;
  readonly knownBy: Caller["knownBy"];
}

/**
 * Which session a request belongs to: the one named by `?session=` in the URL, else by Mcp-Session-Id, else the one of
 * its API key, else the one of its address.
 */
export interface SessionChoice {
  /** For initialize: a new one unless the request names one. */
  opening(context: HttpContext, id: RequestId): OrAnswer<ChosenSession>;
  /** For a modern request. Touches it. */
  calling(context: HttpContext, id: RequestId): Soon<OrAnswer<ChosenSession>>;
  /** For everything else of a legacy client. Touches it. */
  known(context: HttpContext, id: RequestId | null): Soon<OrAnswer<KnownSession>>;
  /**
   * The same for GET and DELETE, which have no message to be recognised by. A client of the HTTP+SSE transport, which
   * says nothing of a session or a protocol version, would wait for an event that never comes.
   */
  ofMcpClient(context: HttpContext): Soon<OrAnswer<KnownSession>>;
}

const NO_UUID = "must be a UUID of version 4, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6";
const MISSING = "Mcp-Session-Id is missing; initialize returns one, send it with each request";
const notUuid = (id: RequestId | null): Answer => refusal(400, `Mcp-Session-Id ${NO_UUID}`, id);
const unknown = (id: RequestId | null): Answer =>
  refusal(404, "There is no such session, or it has ended; start a new one with initialize", id);

const inHeader = (context: HttpContext): string | undefined => headerOf(context, "mcp-session-id");

const inUrl = ({ request: { url = "" } }: HttpContext): readonly string[] => {
  const query = url.indexOf("?");
  return query === -1 ? NONE : new URLSearchParams(url.slice(query)).getAll("session");
};
const NONE: readonly string[] = [];

/** What the request names itself, if it does. */
const nameIn = (
  context: HttpContext,
  id: RequestId | null,
  noUuid: (id: RequestId | null) => Answer,
): OrAnswer<ChosenSession> | undefined => {
  const [url, ...more] = inUrl(context);
  if (more.length > 0) return refusal(400, "The URL has more than one session parameter; send one", id);
  if (url !== undefined) {
    if (!UUID_V4.test(url)) return refusal(400, `The session parameter of the URL ${NO_UUID}`, id);
    return { sessionId: url.toLowerCase(), knownBy: "url" };
  }
  const header = inHeader(context);
  if (header === undefined) return undefined;
  return UUID_V4.test(header) ? { sessionId: header.toLowerCase() } : noUuid(id);
};

/** A client that does not say is of the last revision in which it did not have to. */
const UNSAID_VERSION = "2025-03-26";

const versionOf = (context: HttpContext): string => {
  const sent = headerOf(context, "mcp-protocol-version");
  return LEGACY_VERSIONS.find((version) => version === sent) ?? UNSAID_VERSION;
};

const after = <T, U>(soon: Soon<T>, work: (value: T) => Soon<U>): Soon<U> =>
  soon instanceof Promise ? soon.then(work) : work(soon);

export const createSessionChoice = (sessions: ClientSessions, derived: DerivedSessions): SessionChoice => {
  const derivedOf = ({ grant, client }: HttpContext) => derived.of(grant as Grant, client);

  const touched = ({ grant }: HttpContext, chosen: ChosenSession): ChosenSession => {
    const { sessionId, knownBy } = chosen;
    sessions.touch({ tenant: (grant as Grant).tenant, sessionId, ...(knownBy && { lasting: true }) });
    return chosen;
  };

  /** Without the secret, which is in the store, a call is a session of its own: what needs no store is answered. */
  const withoutSecret = (thrown: unknown): ChosenSession => {
    if (!(thrown instanceof Failure) || thrown.kind !== "unavailable") throw thrown;
    return { sessionId: randomUUID(), passing: true };
  };

  /** For a client that drops the session ID, or never sent initialize. It shares the session with others. */
  const headless = async (
    context: HttpContext,
    owner: OpeningOwner,
    found: ClientSession | undefined,
  ): Promise<KnownSession> => {
    const server = (context.dispatcher as Dispatcher).server.name;
    const protocolVersion = versionOf(context);
    const session =
      found ?? (await sessions.openOnce(owner, { ...DEFAULT_SETTINGS, server, protocolVersion }, visitorOf(context)));
    return { session: { ...session, facts: { ...session.facts, protocolVersion } }, knownBy: owner.knownBy };
  };

  /** A session opened at another server than the one that answers is not known. */
  const find = (context: HttpContext, id: RequestId | null, chosen: ChosenSession): Soon<OrAnswer<KnownSession>> => {
    const { grant, dispatcher } = context;
    const { sessionId, knownBy } = chosen;
    const owner = { tenant: (grant as Grant).tenant, sessionId, ...(knownBy && { knownBy }) };
    return after(sessions.find(owner, (dispatcher as Dispatcher).server.name), (session) => {
      if (session !== undefined) sessions.touch(session);
      if (inHeader(context) === undefined) return headless(context, owner, session);
      return session === undefined ? unknown(id) : { session, knownBy };
    });
  };

  const known: SessionChoice["known"] = (context, id) =>
    after<OrAnswer<ChosenSession>, OrAnswer<KnownSession>>(
      nameIn(context, id, unknown) ?? derivedOf(context),
      (chosen) => (isAnswer(chosen) ? chosen : find(context, id, chosen)),
    );

  return {
    opening: (context, id) => nameIn(context, id, notUuid) ?? { sessionId: randomUUID() },

    calling(context, id) {
      const chosen = nameIn(context, id, notUuid) ?? derivedOf(context);
      if (chosen instanceof Promise) return chosen.then((later) => touched(context, later), withoutSecret);
      return isAnswer(chosen) ? chosen : touched(context, chosen);
    },

    known,

    ofMcpClient(context) {
      const isNamed = inHeader(context) !== undefined || inUrl(context).length > 0;
      const isMcp = isNamed || headerOf(context, "mcp-protocol-version") !== undefined;
      return isMcp ? known(context, null) : refusal(400, MISSING);
    },
  };
};

const visitorOf = ({ address, request }: HttpContext) => ({
  address,
  userAgent: request.headers["user-agent"] ?? "",
});

/** The stored settings of a session. */
export const keptSession = (sessions: ClientSessions, found: ClientSession): Session => ({
  settings: found.facts as unknown as SessionSettings,
  update: (change) => sessions.change(found, change as FactsChange),
});

/** The session that initialize opens: it is in the store before the client hears of it. */
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
      await sessions.open(owner, { server, ...session.settings }, visitorOf(context));
      stored = session.settings;
    },
  };
};
