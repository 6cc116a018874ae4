import type { Caller, Session } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { keys } from "../model/keys.ts";
import { createLine } from "../model/line.ts";
import type { Log } from "../model/log.ts";
import type { Store } from "../stores/store.ts";

/** A search as statistics remember it. */
export interface SearchRecord {
  readonly id: string;
  readonly type: "flight" | "hotel" | "car";
  readonly timestamp: number;
  readonly parameters: object;
  readonly resultCount: number;
  /** Milliseconds to generate the results. */
  readonly responseTime: number;
}

type Owner = Pick<Caller, "tenant" | "sessionId">;

export interface Sessions {
  /** The caller's session, up to date with everything counted so far in this process. */
  current(owner: Owner): Promise<Session>;
  /** Returns at once; the store hears of it a moment later. A search must never wait for its own statistics. */
  countSearch(owner: Owner, search: SearchRecord): void;
  /** Before it resolves the booking is on the session's list. */
  addBooking(owner: Owner, pnr: string): Promise<void>;
  /** The PNRs made in a session. */
  bookings(owner: Owner): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Uncounted {
  readonly owner: Owner;
  searches: SearchRecord[];
  bookings: number;
}

const FLUSH_AFTER_MS = 200;
const ROLL_CALL_MS = 60_000;
const SEARCHES_KEPT = 50;
const SEARCH_HISTORY_MS = 10 * 60_000;

export const createSessions = ({
  store,
  clock,
  log,
  timeoutMs,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeoutMs: number;
}): Sessions => {
  const uncounted = new Map<string, Uncounted>();
  let timer: NodeJS.Timeout | undefined;
  const inLine = createLine();
  let lastRollCall = Number.NEGATIVE_INFINITY;

  const pendingOf = (owner: Owner): Uncounted => {
    const key = keys.session(owner.tenant, owner.sessionId);
    const pending = uncounted.get(key) ?? { owner, searches: [], bookings: 0 };
    uncounted.set(key, pending);
    return pending;
  };

  /** Another node may count in the same session: read, add, write if nobody was faster, else again. */
  const settle = async ({ owner, searches, bookings }: Uncounted): Promise<Session> => {
    const key = keys.session(owner.tenant, owner.sessionId);
    for (;;) {
      const found = await store.get(key);
      const before = found?.value as Session | undefined;
      const now = clock.now();
      const session: Session = {
        id: owner.sessionId,
        createdAt: before?.createdAt ?? now,
        expiresAt: now + timeoutMs,
        lastActivity: now,
        bookingCount: (before?.bookingCount ?? 0) + bookings,
        searchCount: (before?.searchCount ?? 0) + searches.length,
      };
      const expiry = { expiresAt: session.expiresAt };
      if ((await store.put(key, session, { ifVersion: found?.version ?? 0, ...expiry })) === undefined) continue;
      await Promise.all([
        before ? undefined : enlist(owner),
        store.expire(keys.sessionBookings(owner.tenant, owner.sessionId), session.expiresAt),
        searches.length > 0 ? remember(owner, searches, now) : undefined,
      ]);
      return session;
    }
  };

  /** Sessions expire by themselves, members of a set do not: whoever joins strikes out those who are gone. */
  const enlist = async ({ tenant, sessionId }: Owner): Promise<void> => {
    await store.addMember(keys.activeSessions(tenant), sessionId);
    if (clock.now() - lastRollCall < ROLL_CALL_MS) return;
    lastRollCall = clock.now();
    const listed = await store.members(keys.activeSessions(tenant));
    const found = await store.getMany(listed.map((id) => keys.session(tenant, id)));
    for (const [i, id] of listed.entries()) if (!found[i]) await store.removeMember(keys.activeSessions(tenant), id);
  };

  const remember = (owner: Owner, searches: readonly SearchRecord[], now: number): Promise<void> =>
    store.append(
      keys.sessionSearches(owner.tenant, owner.sessionId),
      searches.slice(-SEARCHES_KEPT).map((search) => JSON.stringify({ ...search, sessionId: owner.sessionId })),
      { keep: SEARCHES_KEPT, expiresAt: now + SEARCH_HISTORY_MS },
    );

  /** In line, so that whoever asks for the session waits for what is being counted. */
  const settleNow = (owner: Owner): Promise<Session> => {
    const key = keys.session(owner.tenant, owner.sessionId);
    return inLine(key, () => {
      const pending = uncounted.get(key) ?? { owner, searches: [], bookings: 0 };
      uncounted.delete(key);
      return settle(pending);
    });
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const owners = [...uncounted.values()].map(({ owner }) => owner);
    for (const result of await Promise.allSettled(owners.map(settleNow))) {
      if (result.status === "fulfilled") continue;
      log.warn("session statistics were not stored", { error: String(result.reason) });
    }
  };

  const flushSoon = (): void => {
    timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
  };

  return {
    current: settleNow,
    countSearch(owner, search) {
      pendingOf(owner).searches.push(search);
      flushSoon();
    },
    async addBooking(owner, pnr) {
      await store.addMember(keys.sessionBookings(owner.tenant, owner.sessionId), pnr, {
        expiresAt: clock.now() + timeoutMs,
      });
      pendingOf(owner).bookings += 1;
      await settleNow(owner);
    },
    bookings: (owner) => store.members(keys.sessionBookings(owner.tenant, owner.sessionId)),
    close: flush,
  };
};
