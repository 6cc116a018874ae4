import { randomUUID } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import type { JsonValue, Store } from "../../platform/stores/store.ts";
import { newConnection } from "./connection-record.ts";
import { createRequestTally } from "./request-tally.ts";
import { createSessionCache } from "./session-cache.ts";
import { createSessionIndex, type SessionCounts } from "./session-index.ts";
import {
  clientAt,
  isLasting,
  type Lifetimes,
  lifetimeOf,
  movedOn,
  revise,
  type SessionRecord,
} from "./session-record.ts";

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
  /** Found by its URL, a key or an address as well: no single client may end it. */
  readonly lasting?: true;
}

/** A session in use, opened or not. */
export type UsedSession = Owner & Partial<ClientSession>;

export type OpeningOwner = Pick<Caller, "tenant" | "sessionId" | "knownBy">;

export type FactsChange = Partial<ClientFacts> | ((facts: ClientFacts) => Partial<ClientFacts>);

export interface ClientSessions {
  /**
   * Opens the session, or joins it under the new facts, on a new connection that has made one request. Every node knows
   * it before this resolves.
   */
  open(owner: OpeningOwner, facts: ClientFacts, visitor: Visitor): Promise<ClientSession>;
  /** Opens the session unless it is open at that server: then its facts stay as they are. */
  openOnce(owner: OpeningOwner, facts: ClientFacts, visitor: Visitor): Promise<ClientSession>;
  /**
   * The session as it was opened at that server; undefined when unknown or expired. Answered from memory, at once, when
   * this node saw the session a moment ago.
   */
  find(owner: Owner, server: string): ClientSession | undefined | Promise<ClientSession | undefined>;
  /** A function is given the facts as they are in the store, which another node may just have changed. */
  change(session: ClientSession, facts: FactsChange): Promise<void>;
  /** Notes a request; the store hears of it a moment later. */
  touch(session: UsedSession): void;
  /** False if there was nothing to end. */
  end(owner: Owner): Promise<boolean>;
  /** Hears of every session that was ended, on whatever node; returns what ends it. */
  onEnd(listener: (owner: Owner) => void): () => void;
  /** Sessions in the store, and those of them that were active within five minutes. */
  counts(): Promise<SessionCounts>;
  /** The same of one tenant. */
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
  ...lifetimes
}: {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectionTtlMs: number;
} & Lifetimes): ClientSessions => {
  const cache = createSessionCache({ store, clock });
  const sessionIndex = createSessionIndex({ store, clock, bus });
  const tally = createRequestTally({
    ...{ store, clock, log, lifetimes, connectionTtlMs },
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
    visitor: Visitor,
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
        // Records expire in real time; a configured clock may be further.
        if (unlessOpen && found && clientAt(found, server) && now < found.expiresAt) return undefined;
        const lasting = isLasting(owner, found);
        const expiresAt = movedOn(found?.expiresAt, now + lifetimeOf(lasting, lifetimes));
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
      store.put(keys.connection(tenant, connectionId), newConnection({ connectionId, sessionId }, visitor, now), {
        expiresAt: now + connectionTtlMs,
      }),
      before ? undefined : sessionIndex.enlist(owner),
      before?.bookingCount ? store.expire(keys.sessionBookings(tenant, sessionId), record.expiresAt) : undefined,
      earlier === undefined ? undefined : store.delete(keys.connection(tenant, earlier)),
    ]);
    if (before) announce(CHANGED, owner);
    return cache.keep(key, owner, record).get(server);
  };

  const find: ClientSessions["find"] = (owner, server) => cache.find(keyOf(owner), owner, server);

  return {
    open: async (owner, facts, visitor) => (await open(owner, facts, visitor, { unlessOpen: false })) as ClientSession,

    async openOnce(owner, facts, visitor) {
      for (;;) {
        const opened = (await find(owner, facts.server)) ?? (await open(owner, facts, visitor, { unlessOpen: true }));
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
        sessionIndex.strike(owner),
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
