import type { Caller, Session } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import { createSerialQueue } from "../../model/serial-queue.ts";
import type { Store } from "../../platform/stores/store.ts";
import { createSessionIndex } from "./session-index.ts";
import { extendedExpiry, isLasting, type Lifetimes, lifetimeOf, revise, type SessionRecord } from "./session-record.ts";
import { createWriteBehind } from "./write-behind.ts";

/** One search in the session statistics. */
export interface SearchRecord {
  readonly id: string;
  readonly type: "flight" | "hotel" | "car";
  readonly timestamp: number;
  readonly parameters: object;
  readonly resultCount: number;
  /** Time to generate the results, in milliseconds. */
  readonly responseTime: number;
}

type Owner = Pick<Caller, "tenant" | "sessionId" | "passing" | "opened" | "knownBy">;

export interface Sessions {
  /** Returns the caller's session, including everything this process has counted so far. */
  current(owner: Owner): Promise<Session>;
  /** Returns immediately and writes to the store later: a search must never wait for its own statistics. */
  countSearch(owner: Owner, search: SearchRecord): void;
  /** Adds a PNR to the session's list, before its booking is confirmed. */
  listBooking(owner: Owner, pnr: string): Promise<void>;
  /** Removes a PNR whose booking was not confirmed. */
  unlistBooking(owner: Owner, pnr: string): Promise<void>;
  /** Returns immediately, like `countSearch`. */
  countBooking(owner: Owner): void;
  /** Returns the PNRs of a session. */
  bookings(owner: Owner): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Statistics of one session that are not in the store yet. */
interface Unwritten {
  readonly owner: Owner;
  /** The most recent ones; `searchCount` counts all. */
  searches: SearchRecord[];
  searchCount: number;
  bookings: number;
}

const nothing = (owner: Owner): Unwritten => ({ owner, searches: [], searchCount: 0, bookings: 0 });

const FLUSH_AFTER_MS = 200;
const RETRY_AFTER_MS = 1_000;
const MAX_REST_MS = 10_000;
const SEARCHES_KEPT = 50;
const SEARCH_HISTORY_MS = 10 * 60_000;
/** How many bookings a session makes between two checks for expired PNRs. */
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
  const unwritten = new Map<string, Unwritten>();
  let timer: NodeJS.Timeout | undefined;
  const inOrder = createSerialQueue();
  const sessionIndex = createSessionIndex({ store, clock });
  const bookingList = createBookingList(store);

  const pendingOf = (owner: Owner): Unwritten => {
    const key = keys.session(owner.tenant, owner.sessionId);
    let pending = unwritten.get(key);
    if (pending === undefined) {
      pending = nothing(owner);
      unwritten.set(key, pending);
    }
    return pending;
  };
  const addPending = (owner: Owner, { searches, searchCount, bookings }: Unwritten): void => {
    const pending = pendingOf(owner);
    pending.searches.push(...searches);
    pending.searchCount += searchCount;
    pending.bookings += bookings;
  };

  const write = async (pending: Unwritten): Promise<Session> => {
    const { owner, searches, searchCount, bookings } = pending;
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
        expiresAt: extendedExpiry(before?.expiresAt, now + lifetimeOf(lasting, lifetimes)),
        lastActivity: now,
        bookingCount: (before?.bookingCount ?? 0) + bookings,
        searchCount: (before?.searchCount ?? 0) + searchCount,
      };
    };
    if (searches.length > 0) await appendSearches(owner, searches);
    const written = await revise<SessionRecord>(store, key, (before) => {
      begins = before === undefined;
      if (begins && !mayBegin) return undefined;
      const value = next(before);
      return { value, expiresAt: value.expiresAt };
    });
    // The counts are in the store: a failure from here on must not add them again.
    Object.assign(pending, nothing(owner));
    if (written === undefined) {
      // The session ended meanwhile, and its lists with it: this late write must not recreate them.
      if (searches.length > 0) await store.delete(keys.sessionSearches(tenant, sessionId));
      if (bookings > 0) await bookingList.delete(owner);
      return shown(next(undefined));
    }
    await Promise.all([
      begins ? sessionIndex.add(owner) : undefined,
      written.bookingCount > 0 ? bookingList.expire(owner, written.expiresAt) : undefined,
      written.bookingCount % PRUNE_EVERY < bookings ? bookingList.prune(owner) : undefined,
    ]);
    return shown(written);
  };

  const appendSearches = ({ tenant, sessionId }: Owner, searches: readonly SearchRecord[]): Promise<void> =>
    store.append(
      keys.sessionSearches(tenant, sessionId),
      searches.slice(-SEARCHES_KEPT).map((search) => JSON.stringify({ ...search, sessionId })),
      { keep: SEARCHES_KEPT, expiresAt: clock.now() + SEARCH_HISTORY_MS },
    );

  /** One at a time per session, so that a read waits for a write in progress. */
  const writeNow = (owner: Owner): Promise<Session> => {
    const key = keys.session(owner.tenant, owner.sessionId);
    return inOrder(key, async () => {
      const pending = unwritten.get(key) ?? nothing(owner);
      unwritten.delete(key);
      try {
        return await write(pending);
      } catch (error) {
        const later = unwritten.get(key);
        unwritten.delete(key);
        addPending(owner, pending);
        if (later) addPending(owner, later);
        flushIn(RETRY_AFTER_MS);
        throw error;
      }
    });
  };

  const writeBehind = createWriteBehind(writeNow, { maxRestMs: MAX_REST_MS });

  /** One round after another, so that the last one ends after all writes. It never rejects. */
  let flushing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then(writeAll);
    return flushing;
  };

  const writeAll = async (): Promise<void> => {
    const failed = await writeBehind.write([...unwritten.values()].map(({ owner }) => owner));
    const [first] = failed;
    if (!first) return;
    log.warn("session statistics were not stored", { sessions: failed.length, error: String(first.reason) });
  };

  const flushIn = (ms: number): void => {
    timer ??= setTimeout(() => void flush(), Math.max(ms, writeBehind.restUntil() - performance.now())).unref();
  };

  return {
    current: writeNow,
    countSearch(owner, search) {
      if (owner.passing) return;
      const pending = pendingOf(owner);
      pending.searchCount += 1;
      // Every search comes through here: older ones are dropped in bulk.
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
  id,
  createdAt,
  expiresAt,
  lastActivity,
  bookingCount,
  searchCount,
});

const PNR_BATCH = 250;

const createBookingList = (store: Store) => {
  const keyOf = ({ tenant, sessionId }: Owner): string => keys.sessionBookings(tenant, sessionId);
  return {
    async add(owner: Owner, pnr: string, expiresAt: number): Promise<void> {
      await store.addMember(keyOf(owner), pnr, { expiresAt });
    },
    async remove(owner: Owner, pnr: string): Promise<void> {
      await store.removeMember(keyOf(owner), pnr);
    },
    pnrs: (owner: Owner): Promise<readonly string[]> => store.members(keyOf(owner)),
    expire: (owner: Owner, expiresAt: number) => store.expire(keyOf(owner), expiresAt),
    delete: (owner: Owner) => store.delete(keyOf(owner)),

    /** Removes PNRs whose bookings have expired, because a session in constant use would collect them forever. */
    async prune(owner: Owner): Promise<void> {
      const listed = await store.members(keyOf(owner));
      for (let from = 0; from < listed.length; from += PNR_BATCH) {
        const batch = listed.slice(from, from + PNR_BATCH);
        // A booking is in the store, as a draft, before it is on a list.
        const found = await store.getMany(batch.map((pnr) => keys.booking(owner.tenant, pnr)));
        const gone = batch.filter((_, i) => found[i] === undefined);
        await Promise.all(gone.map((pnr) => store.removeMember(keyOf(owner), pnr)));
      }
    },
  };
};
