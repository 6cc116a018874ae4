import type { Caller, Session } from "../../model/caller.ts";
import type { RecordValue, Store } from "../../platform/stores/store.ts";
import type { ClientFacts, ClientSession, RemoteClient } from "./client-sessions.ts";

/** The stored form of a session: one record, so that one read is enough. Callers see only the `Session` part. */
export type SessionRecord = Session & {
  /** Identified by URL, key or address rather than opened by a client: lives as long as bookings do. */
  readonly lasting?: true;
  /** Legacy clients that opened it, by the name of their MCP server. */
  readonly clients?: { readonly [server: string]: OpenClient };
};

type OpenClient = { readonly connectionId: string; readonly facts: ClientFacts };

/** Server names are untrusted: one may be the name of an inherited property. */
export const clientAt = ({ clients = {} }: Pick<SessionRecord, "clients">, server: string): OpenClient | undefined =>
  Object.hasOwn(clients, server) ? clients[server] : undefined;

/** How long sessions live without a request. */
export interface Lifetimes {
  readonly timeoutMs: number;
  /** For lasting sessions. Default: `timeoutMs`. */
  readonly lastingMs?: number | undefined;
}

export const lifetimeOf = (lasting: boolean | undefined, { timeoutMs, lastingMs = timeoutMs }: Lifetimes): number =>
  lasting ? lastingMs : timeoutMs;

/** Once a session is lasting, it stays so, whichever client uses it next. */
export const isLasting = ({ knownBy }: Pick<Caller, "knownBy">, before: SessionRecord | undefined): boolean =>
  knownBy !== undefined || before?.lasting === true;

interface Revision<T> {
  readonly value: T;
  readonly expiresAt: number;
}

/**
 * Edits a record by compare-and-set: reads, edits, writes if no other node has written meanwhile, else retries. Returns
 * undefined and writes nothing when `edit` returns undefined. `isNew` skips the first read where there is probably no
 * record.
 */
export const revise = async <T extends object>(
  store: Store,
  key: string,
  edit: (before: T | undefined) => Revision<T> | undefined,
  { isNew = false, durable = false } = {},
): Promise<T | undefined> => {
  let found = isNew ? undefined : await store.get(key);
  for (;;) {
    const revision = edit(found?.value as T | undefined);
    if (revision === undefined) return undefined;
    const { value, expiresAt } = revision;
    const options = { ifVersion: found?.version ?? 0, expiresAt, durable };
    if ((await store.put(key, value as RecordValue, options)) !== undefined) return value;
    found = await store.get(key);
  }
};

const DAY_MS = 24 * 3_600_000;

/** A clock that was set back must not end a session early; a difference of a day or more is ignored as an error. */
export const extendedExpiry = (before: number | undefined, next: number): number =>
  before !== undefined && before > next && before - next < DAY_MS ? before : next;

/** A remote client's connection as operators see it, stored under `connection:{connectionId}`. Unix milliseconds. */
export type ConnectionRecord = {
  readonly connectionId: string;
  readonly sessionId: string;
  readonly remoteIP: string;
  readonly connectedAt: number;
  readonly lastActivityAt: number;
  readonly transportType: "http";
  readonly userAgent: string;
  readonly requestCount: number;
};

const MAX_USER_AGENT_LENGTH = 256;

/** Returns the record of a new connection; the request that opens it counts as the first. */
export const newConnection = (
  { connectionId, sessionId }: Pick<ClientSession, "connectionId" | "sessionId">,
  { address, userAgent }: RemoteClient,
  now: number,
): ConnectionRecord => ({
  connectionId,
  sessionId,
  remoteIP: address,
  connectedAt: now,
  lastActivityAt: now,
  transportType: "http",
  userAgent: userAgent.replace(/\p{Cc}/gu, "").slice(0, MAX_USER_AGENT_LENGTH),
  requestCount: 1,
});
