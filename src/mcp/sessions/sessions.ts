import type { Caller, Session } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import { createLine } from "../../model/line.ts";
import type { Log } from "../../model/log.ts";
import type { Store } from "../../platform/stores/store.ts";
import { createBookingList } from "./booking-list.ts";
import { createSessionIndex } from "./session-index.ts";
import { isLasting, type Lifetimes, lifetimeOf, movedOn, revise, type SessionRecord } from "./session-record.ts";
import { createWriteBehind } from "./write-behind.ts";

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

type Owner = Pick<Caller, "tenant" | "sessionId" | "passing" | "opened" | "knownBy">;

export interface Sessions {
  /** The caller's session, up to date with everything counted so far in this process. */
  current(owner: Owner): Promise<Session>;
  /** Returns at once; the store hears of it a moment later. A search must never wait for its own statistics. */
  countSearch(owner: Owner, search: SearchRecord): void;
  /** Puts a PNR on the session's list, before its booking is confirmed. */
  listBooking(owner: Owner, pnr: string): Promise<void>;
  /** Takes a PNR off the list that was never confirmed. */
  unlistBooking(owner: Owner, pnr: string): Promise<void>;
  /** Returns at once, like `countSearch`. */
  countBooking(owner: Owner): void;
  /** The PNRs made in a session. */
  bookings(owner: Owner): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Uncounted {
  readonly owner: Owner;
  /** The last of them; `searchCount` is how many there were. */
  searches: SearchRecord[];
  searchCount: number;
  bookings: number;
}

const nothing = (owner: Owner): Uncounted => ({ owner, searches: [], searchCount: 0, bookings: 0 });

const FLUSH_AFTER_MS = 200;
const FLUSH_AGAIN_MS = 1_000;
const LONGEST_REST_MS = 10_000;
const SEARCHES_KEPT = 50;
const SEARCH_HISTORY_MS = 10 * 60_000;
/** Bookings of a session between two looks for PNRs that have expired. */
const PRUNE_EVERY = 100;

export const createSessions = ({
  store,
  clock,
  log,
  ...lifetimes
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
} & Lifetimes): Sessions => {
  const uncounted = new Map<string, Uncounted>();
  let timer: NodeJS.Timeout | undefined;
  const inLine = createLine();
  const sessionIndex = createSessionIndex({ store, clock });
  const bookingList = createBookingList(store);

  const pendingOf = (owner: Owner): Uncounted => {
    const key = keys.session(owner.tenant, owner.sessionId);
    let pending = uncounted.get(key);
    if (pending === undefined) {
      pending = nothing(owner);
      uncounted.set(key, pending);
    }
    return pending;
  };
  const count = (owner: Owner, { searches, searchCount, bookings }: Uncounted): void => {
    const pending = pendingOf(owner);
    pending.searches.push(...searches);
    pending.searchCount += searchCount;
    pending.bookings += bookings;
  };

  const settle = async (uncounted: Uncounted): Promise<Session> => {
    const { owner, searches, searchCount, bookings } = uncounted;
    const { tenant, sessionId } = owner;
    const key = keys.session(tenant, sessionId);
    const mayBegin = !owner.opened && (!owner.passing || bookings > 0);
    let begins = false;
    const next = (before: SessionRecord | undefined): SessionRecord => {
      const now = clock.now();
      const lasting = isLasting(owner, before);
      return {
        ...before,
        ...(lasting && { lasting }),
        id: sessionId,
        createdAt: before?.createdAt ?? now,
        expiresAt: movedOn(before?.expiresAt, now + lifetimeOf(lasting, lifetimes)),
        lastActivity: now,
        bookingCount: (before?.bookingCount ?? 0) + bookings,
        searchCount: (before?.searchCount ?? 0) + searchCount,
      };
    };
    if (searches.length > 0) await remember(owner, searches);
    const settled = await revise<SessionRecord>(store, key, (before) => {
      begins = before === undefined;
      if (begins && !mayBegin) return undefined;
      const value = next(before);
      return { value, expiresAt: value.expiresAt };
    });
    // Counted: should something fail from here on, it must not be counted again.
    Object.assign(uncounted, nothing(owner));
    if (settled === undefined) {
      // It ended meanwhile, and its lists went with it: they must not come back for a latecomer.
      if (searches.length > 0) await store.delete(keys.sessionSearches(tenant, sessionId));
      if (bookings > 0) await bookingList.delete(owner);
      return shown(next(undefined));
    }
    await Promise.all([
      begins ? sessionIndex.enlist(owner) : undefined,
      settled.bookingCount > 0 ? bookingList.expire(owner, settled.expiresAt) : undefined,
      settled.bookingCount % PRUNE_EVERY < bookings ? bookingList.prune(owner) : undefined,
    ]);
    return shown(settled);
  };

  const remember = ({ tenant, sessionId }: Owner, searches: readonly SearchRecord[]): Promise<void> =>
    store.append(
      keys.sessionSearches(tenant, sessionId),
      searches.slice(-SEARCHES_KEPT).map((search) => JSON.stringify({ ...search, sessionId })),
      { keep: SEARCHES_KEPT, expiresAt: clock.now() + SEARCH_HISTORY_MS },
    );

  /** In line, so that whoever asks for the session waits for what is being counted. */
  const settleNow = (owner: Owner): Promise<Session> => {
    const key = keys.session(owner.tenant, owner.sessionId);
    return inLine(key, async () => {
      const pending = uncounted.get(key) ?? nothing(owner);
      uncounted.delete(key);
      try {
        return await settle(pending);
      } catch (error) {
        const later = uncounted.get(key);
        uncounted.delete(key);
        count(owner, pending);
        if (later) count(owner, later);
        flushIn(FLUSH_AGAIN_MS);
        throw error;
      }
    });
  };

  const behind = createWriteBehind(settleNow, { longestRestMs: LONGEST_REST_MS });

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const failed = await behind.write([...uncounted.values()].map(({ owner }) => owner));
    const [first] = failed;
    if (!first) return;
    log.warn("session statistics were not stored", { sessions: failed.length, error: String(first.reason) });
  };

  const flushIn = (ms: number): void => {
    timer ??= setTimeout(() => void flush(), Math.max(ms, behind.restUntil() - performance.now())).unref();
  };

  return {
    current: settleNow,
    countSearch(owner, search) {
      if (owner.passing) return;
      const pending = pendingOf(owner);
      pending.searchCount += 1;
      // On the path of every search: older ones are let go in bulk.
      if (pending.searches.push(search) > 2 * SEARCHES_KEPT) pending.searches.splice(0, SEARCHES_KEPT);
      flushIn(FLUSH_AFTER_MS);
    },
    async listBooking(owner, pnr) {
      await bookingList.add(owner, pnr, clock.now() + lifetimeOf(owner.knownBy !== undefined, lifetimes));
    },
    unlistBooking: bookingList.remove,
    countBooking(owner) {
      pendingOf(owner).bookings += 1;
      flushIn(FLUSH_AFTER_MS);
    },
    bookings: bookingList.pnrs,
    async close() {
      await flush();
      clearTimeout(timer);
      await sessionIndex.close();
    },
  };
};

const shown = ({ id, createdAt, expiresAt, lastActivity, bookingCount, searchCount }: SessionRecord): Session => ({
  ...{ id, createdAt, expiresAt, lastActivity, bookingCount, searchCount },
});
