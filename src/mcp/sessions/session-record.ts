import type { Caller, Session } from "../../model/caller.ts";
import type { RecordValue, Store } from "../../platform/stores/store.ts";
import type { ClientFacts } from "./client-sessions.ts";

/** What is kept of a session, in one record, so that one read says everything. Only `Session` is shown to callers. */
export type SessionRecord = Session & {
  /** Found by its URL, a key or an address: it lives as long as bookings do. */
  readonly lasting?: true;
  /** Clients of the older protocol that opened it, by the name of their MCP server. */
  readonly clients?: { readonly [server: string]: OpenClient };
};

export type OpenClient = { readonly connectionId: string; readonly facts: ClientFacts };

/** The names of servers come from outside: one may be called like something that every object has. */
export const clientAt = ({ clients = {} }: Pick<SessionRecord, "clients">, server: string): OpenClient | undefined =>
  Object.hasOwn(clients, server) ? clients[server] : undefined;

/** How long sessions live without a call. */
export interface Lifetimes {
  readonly timeoutMs: number;
  /** Of lasting ones; the same if left out. */
  readonly lastingMs?: number | undefined;
}

export const lifetimeOf = (lasting: boolean | undefined, { timeoutMs, lastingMs = timeoutMs }: Lifetimes): number =>
  lasting ? lastingMs : timeoutMs;

/** A session that lasts once goes on lasting, whichever client calls in it next. */
export const isLasting = ({ knownBy }: Pick<Caller, "knownBy">, before: SessionRecord | undefined): boolean =>
  knownBy !== undefined || before?.lasting === true;

interface Revision<T> {
  readonly value: T;
  readonly expiresAt: number;
}

/**
 * Another node may be changing the same record: read, edit, write if nobody was faster, else again. An edit that gives
 * undefined leaves everything as it is, and then so is the result. `isNew` saves the first read where there is most
 * probably nothing.
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

/** A machine's clock that was set back must not end sessions early; one that was set to another year must not count. */
export const movedOn = (before: number | undefined, next: number): number =>
  before !== undefined && before > next && before - next < DAY_MS ? before : next;
