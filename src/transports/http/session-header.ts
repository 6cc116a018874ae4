import { randomUUID } from "node:crypto";
import type { Grant } from "../../model/grant.ts";
import { newSession, type Session, type Settled } from "../../protocol/exchange.ts";
import type { RequestId } from "../../protocol/json-rpc.ts";
import type { ClientSession, ClientSessions, FactsChange } from "../../sessions/client-sessions.ts";
import { type Answer, type HttpExchange, headerOf, refusal } from "./http-exchange.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const isAnswer = (found: object): found is Answer => "status" in found;

/** Which session a request belongs to, by its Mcp-Session-Id. */
export interface SessionHeader {
  /** The session that initialize opened, or what is wrong. Touches it. */
  known(exchange: HttpExchange, id: RequestId | null): ClientSession | Answer | Promise<ClientSession | Answer>;
  /** A session that the client may have chosen itself, for initialize and for modern requests. */
  chosen(exchange: HttpExchange, id: RequestId): ChosenSession | Answer;
}

export interface ChosenSession {
  readonly sessionId: string;
  /** The client brought it along. */
  readonly brought: boolean;
}

/** A session that was opened at another server than the one that answers is not known. */
export const createSessionHeader = (sessions: ClientSessions): SessionHeader => {
  const unknown = (id: RequestId | null): Answer =>
    refusal(404, "There is no such session, or it has ended; start a new one with initialize", id);
  const touched = (
    session: ClientSession | undefined,
    { dispatcher }: HttpExchange,
    id: RequestId | null,
  ): ClientSession | Answer => {
    if (session === undefined || session.facts["server"] !== dispatcher?.server.name) return unknown(id);
    sessions.touch(session);
    return session;
  };

  return {
    known(exchange, id) {
      const sent = headerOf(exchange, "mcp-session-id");
      if (sent === undefined) {
        return refusal(400, "Mcp-Session-Id is missing; initialize returns one, send it with each request", id);
      }
      if (!UUID_V4.test(sent)) return unknown(id);
      const { tenant } = exchange.grant as Grant;
      const found = sessions.find({ tenant, sessionId: sent.toLowerCase() });
      return found instanceof Promise
        ? found.then((session) => touched(session, exchange, id))
        : touched(found, exchange, id);
    },
    chosen(exchange, id) {
      const sent = headerOf(exchange, "mcp-session-id");
      if (sent === undefined) return { sessionId: randomUUID(), brought: false };
      if (!UUID_V4.test(sent)) return refusal(400, "Mcp-Session-Id must be a UUID of version 4", id);
      return { sessionId: sent.toLowerCase(), brought: true };
    },
  };
};

/** What a client settled earlier, with the store behind it. */
export const keptSession = (sessions: ClientSessions, found: ClientSession): Session => ({
  settled: found.facts as unknown as Settled,
  settle: (change) => sessions.change(found, change as FactsChange),
});

/** The session that initialize opens: it is in the store before the client hears of it. */
export const openingSession = (
  sessions: ClientSessions,
  owner: Pick<ClientSession, "tenant" | "sessionId">,
  { address, request, dispatcher }: HttpExchange,
): Session => {
  const session = newSession();
  const visitor = { address, userAgent: request.headers["user-agent"] ?? "" };
  let stored = session.settled;
  return {
    get settled() {
      return stored;
    },
    async settle(change) {
      session.settle(change);
      await sessions.open(owner, { server: dispatcher?.server.name ?? "", ...session.settled }, visitor);
      stored = session.settled;
    },
  };
};
