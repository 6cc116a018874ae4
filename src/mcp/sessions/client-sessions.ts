import { randomUUID } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import type { JsonValue, Store } from "../../platform/stores/store.ts";
import { createRequestTally } from "./request-tally.ts";
import { createSessionCache } from "./session-cache.ts";
import { createSessionIndex, type SessionCounts, UNCOUNTED } from "./session-index.ts";
import {
  clientAt,
  extendedExpiry,
  isLasting,
  type Lifetimes,
  lifetimeOf,
  newConnection,
  revise,
  type SessionRecord,
} from "./session-record.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;

/** What a legacy client states once per session; stored so that any node can continue the session. */
export interface ClientFacts {
  /** Name of the MCP server on which the session was opened. */
  readonly server: string;
  readonly protocolVersion: string;
  readonly capabilities: { readonly [name: string]: unknown };
  readonly logLevel: string;
  /** URIs of the resources it subscribed to. */
  readonly subscriptions: readonly string[];
}

/** The HTTP client, for the connection record. */
export interface RemoteClient {
  readonly address: string;
  readonly userAgent: string;
}

export interface ClientSession extends Owner {
  readonly connectionId: string;
  readonly facts: ClientFacts;
  /** Also identified by URL, key or address: no single client may end it. */
  readonly lasting?: true;
}

/** A session in use, whether or not a client opened it. */
export type UsedSession = Owner & Partial<ClientSession>;

export type OpeningOwner = Pick<Caller, "tenant" | "sessionId" | "knownBy">;

export type FactsChange = Partial<ClientFacts> | ((facts: ClientFacts) => Partial<ClientFacts>);

export interface ClientSessions {
  /**
   * Opens the session, or replaces its facts, on a new connection whose first request this is. Every node knows the
   * session before this resolves.
   */
  open(owner: OpeningOwner, facts: ClientFacts, client: RemoteClient): Promise<ClientSession>;
  /** Opens the session unless it is already open on that server; an open session keeps its facts. */
  openOnce(owner: OpeningOwner, facts: ClientFacts, client: RemoteClient): Promise<ClientSession>;
  /**
   * Returns the session as opened on that server; undefined when unknown or expired. Synchronous when this node has
   * read the session within the last second.
   */
  find(owner: Owner, server: string): ClientSession | undefined | Promise<ClientSession | undefined>;
  /** A function receives the stored facts, which another node may have just changed. */
  change(session: ClientSession, facts: FactsChange): Promise<void>;
  /** Counts a request and extends the session; the store is updated later. */
  touch(session: UsedSession): void;
  /** Resolves to false if there is no such session. */
  end(owner: Owner): Promise<boolean>;
  /** Calls the listener for every session that any node ends. Returns a function that stops listening. */
  onEnd(listener: (owner: Owner) => void): () => void;
  /** Counts the sessions in the store, and those active within the last five minutes. */
  counts(): Promise<SessionCounts>;
  /** Counts the sessions of one tenant. */
  countsOf(tenant: string): Promise<SessionCounts>;
  close(): Promise<void>;
}

const ENDED = "session:ended";
const CHANGED = "session:changed";

export const createClientSessions = ({
  store,
  bus,
  clock,
  log,
  connectionTtlMs,
  counted = true,
  ...lifetimes
}: {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectionTtlMs: number;
  /** Whether its sessions are among those that operators see. Default: true. */
  readonly counted?: boolean;
} & Lifetimes): ClientSessions => {
  const cache = createSessionCache({ store, clock });
  const sessionIndex = counted ? createSessionIndex({ store, clock, bus }) : UNCOUNTED;
  const tally = createRequestTally({
    store,
    clock,
    log,
    lifetimes,
    connectionTtlMs,
    onWritten: (key, expiresAt) => (expiresAt === undefined ? cache.drop(key) : cache.extend(key, expiresAt)),
  });

  const stopListening = [
    bus.listen(CHANGED, (body) => cache.drop(keyOf(asOwner(body)))),
    bus.listen(ENDED, (body) => {
      const key = keyOf(asOwner(body));
      cache.drop(key);
      tally.forget(key);
    }),
  ];

  const announce = (topic: string, { tenant, sessionId }: Owner): void => bus.publish(topic, { tenant, sessionId });

  const open = async (
    owner: OpeningOwner,
    facts: ClientFacts,
    client: RemoteClient,
    { unlessOpen }: { readonly unlessOpen: boolean },
  ): Promise<ClientSession | undefined> => {
    const { tenant, sessionId } = owner;
    const { server } = facts;
    const key = keyOf(owner);
    const now = clock.now();
    const connectionId = randomUUID();
    let before: SessionRecord | undefined;
    const record = await revise<SessionRecord>(
      store,
      key,
      (found) => {
        before = found;
        // Records expire in real time; a configured clock may be ahead.
        if (unlessOpen && found && clientAt(found, server) && now < found.expiresAt) return undefined;
        const lasting = isLasting(owner, found);
        const expiresAt = extendedExpiry(found?.expiresAt, now + lifetimeOf(lasting, lifetimes));
        const counted = found ?? { id: sessionId, createdAt: now, bookingCount: 0, searchCount: 0 };
        const clients = { ...found?.clients, [server]: { connectionId, facts } };
        const value = { ...counted, ...(lasting && { lasting }), lastActivity: now, expiresAt, clients };
        return { value, expiresAt };
      },
      { isNew: true, durable: true },
    );
    if (record === undefined) return undefined;
    const earlier = before && clientAt(before, server)?.connectionId;
    await Promise.all([
      store.put(keys.connection(tenant, connectionId), newConnection({ connectionId, sessionId }, client, now), {
        expiresAt: now + connectionTtlMs,
      }),
      before ? undefined : sessionIndex.add(owner),
      before?.bookingCount ? store.expire(keys.sessionBookings(tenant, sessionId), record.expiresAt) : undefined,
      earlier === undefined ? undefined : store.delete(keys.connection(tenant, earlier)),
    ]);
    if (before) announce(CHANGED, owner);
    return cache.keep(key, owner, record).get(server);
  };

  const find: ClientSessions["find"] = (owner, server) => cache.find(keyOf(owner), owner, server);

  return {
    open: async (owner, facts, client) => (await open(owner, facts, client, { unlessOpen: false })) as ClientSession,

    async openOnce(owner, facts, client) {
      for (;;) {
        const opened = (await find(owner, facts.server)) ?? (await open(owner, facts, client, { unlessOpen: true }));
        if (opened !== undefined) return opened;
        cache.drop(keyOf(owner));
      }
    },

    find,

    async change(session, change) {
      const key = keyOf(session);
      const { server } = session.facts;
      const record = await revise<SessionRecord>(store, key, (before) => {
        const client = before && clientAt(before, server);
        if (before === undefined || client === undefined) return undefined;
        const facts = { ...client.facts, ...(typeof change === "function" ? change(client.facts) : change) };
        const clients = { ...before.clients, [server]: { ...client, facts } };
        return { value: { ...before, clients }, expiresAt: before.expiresAt };
      });
      announce(CHANGED, session);
      if (record) cache.keep(key, session, record);
    },

    touch(session) {
      const key = keyOf(session);
      tally.note(key, session, cache.expiryOf(key));
    },

    async end(owner) {
      const { tenant, sessionId } = owner;
      const key = keyOf(owner);
      let found = await store.get(key);
      while (found && !(await store.delete(key, { ifVersion: found.version }))) found = await store.get(key);
      if (!found) return false;
      announce(ENDED, owner);
      const { clients = {} } = found.value as Partial<SessionRecord>;
      await Promise.all([
        sessionIndex.remove(owner),
        store.delete(keys.sessionSearches(tenant, sessionId)),
        store.delete(keys.sessionBookings(tenant, sessionId)),
        store.delete(keys.sessionSeats(tenant, sessionId)),
        ...Object.values(clients).map(({ connectionId }) => store.delete(keys.connection(tenant, connectionId))),
      ]);
      return true;
    },

    onEnd: (listener) => bus.listen(ENDED, (body) => listener(asOwner(body))),

    counts: () => sessionIndex.counts(),
    countsOf: (tenant) => sessionIndex.countsOf(tenant),

    async close() {
      await Promise.all([tally.close(), sessionIndex.close()]);
      for (const stop of stopListening) stop();
    },
  };
};

const keyOf = ({ tenant, sessionId }: Owner): string => keys.session(tenant, sessionId);

const asOwner = (body: JsonValue): Owner => body as { readonly tenant: string; readonly sessionId: string };
