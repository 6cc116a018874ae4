import type { Caller } from "../model/caller.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;

/** What a client of the older protocol settles once for its session; kept so that any node can go on with it. */
export interface ClientFacts {
  /** Name of the MCP server the session was opened on. */
  readonly server: string;
  readonly protocolVersion: string;
  readonly capabilities: { readonly [name: string]: unknown };
  readonly logLevel: string;
  /** Resources it wants to hear about. */
  readonly subscriptions: readonly string[];
}

/** Who is at the other end, for the connection's record. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

export interface ClientSession extends Owner {
  readonly connectionId: string;
  readonly facts: ClientFacts;
}

export interface ClientSessions {
  /** Opens the session, or joins it under the new facts. Every node knows it before this resolves. */
  open(owner: Owner, facts: ClientFacts, visitor: Visitor): Promise<ClientSession>;
  /** Undefined when unknown or expired. Answered from memory, at once, when this node saw the session a moment ago. */
  find(owner: Owner): ClientSession | undefined | Promise<ClientSession | undefined>;
  change(session: ClientSession, facts: Partial<ClientFacts>): Promise<void>;
  /** Notes a request; the store hears of it a moment later. */
  touch(session: ClientSession): void;
  /** False if there was nothing to end. */
  end(owner: Owner): Promise<boolean>;
  /** Hears of every session that was ended, on whatever node; returns what ends it. */
  onEnd(listener: (owner: Owner) => void): () => void;
  /** Sessions in the store, and those of them that were active within five minutes. */
  counts(): Promise<{ readonly active: number; readonly total: number }>;
  close(): Promise<void>;
}
