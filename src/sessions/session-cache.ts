import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import type { Store } from "../stores/store.ts";
import type { ClientSession } from "./client-sessions.ts";
import type { SessionRecord } from "./session-record.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;

/** The sessions this node saw a moment ago. Every request asks for one, and most of them are answered from here. */
export interface SessionCache {
  find(key: string, owner: Owner): ClientSession | undefined | Promise<ClientSession | undefined>;
  keep(key: string, session: ClientSession, expiresAt: number): void;
  /** It was changed or ended somewhere: also what is being read of it right now is out of date. */
  drop(key: string): void;
  extend(key: string, expiresAt: number): void;
  /** Infinity for what is not here. */
  expiryOf(key: string): number;
}

interface Kept {
  readonly session: ClientSession;
  expiresAt: number;
  readonly freshUntil: number;
}

/** News of a change may be lost; this is how long it can go unnoticed. */
const FRESH_MS = 1_000;
const MOST_KEPT = 20_000;

export const createSessionCache = ({
  store,
  clock,
  mostKept = MOST_KEPT,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly mostKept?: number;
}): SessionCache => {
  // In the order in which they were read. Whoever is in use is read every second, so the first has been idle longest.
  const kept = new Map<string, Kept>();
  const reading = new Map<string, Promise<ClientSession | undefined>>();

  const keep: SessionCache["keep"] = (key, session, expiresAt) => {
    kept.delete(key);
    kept.set(key, { session, expiresAt, freshUntil: performance.now() + FRESH_MS });
    if (kept.size <= mostKept) return;
    for (const oldest of kept.keys()) return void kept.delete(oldest);
  };

  const read = (key: string, { tenant, sessionId }: Owner): Promise<ClientSession | undefined> => {
    const isMine = (): boolean => reading.get(key) === mine;
    const mine = store
      .get(key)
      .then((found) => {
        const { connectionId, client: facts, expiresAt } = (found?.value ?? {}) as Partial<SessionRecord>;
        const session = connectionId && facts && expiresAt ? { tenant, sessionId, connectionId, facts } : undefined;
        if (isMine() && session && expiresAt) keep(key, session, expiresAt);
        else if (isMine()) kept.delete(key);
        return session;
      })
      .finally(() => {
        if (isMine()) reading.delete(key);
      });
    reading.set(key, mine);
    return mine;
  };

  return {
    find(key, owner) {
      const entry = kept.get(key);
      if (entry && performance.now() < entry.freshUntil && clock.now() < entry.expiresAt) return entry.session;
      return reading.get(key) ?? read(key, owner);
    },
    keep(key, session, expiresAt) {
      reading.delete(key);
      keep(key, session, expiresAt);
    },
    drop(key) {
      reading.delete(key);
      kept.delete(key);
    },
    extend(key, expiresAt) {
      const entry = kept.get(key);
      if (entry) entry.expiresAt = Math.max(entry.expiresAt, expiresAt);
    },
    expiryOf: (key) => kept.get(key)?.expiresAt ?? Number.POSITIVE_INFINITY,
  };
};
