import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Store } from "../../platform/stores/store.ts";
import type { UsedSession } from "./client-sessions.ts";
import { type ConnectionRecord, type Lifetimes, lifetimeOf, revise, type SessionRecord } from "./session-record.ts";
import { createWriteBehind } from "./write-behind.ts";

/**
 * Counts requests in memory and writes them together every few seconds, so that no request waits for its own count.
 * Updates existing records only: a session that has ended stays ended.
 */
interface RequestTally {
  /** `expiresAt` is the session's stored expiry, as far as this node knows. */
  note(key: string, session: UsedSession, expiresAt: number): void;
  /** Drops the unwritten counts of a session that has ended. */
  forget(key: string): void;
  close(): Promise<void>;
}

interface Unwritten {
  readonly session: UsedSession;
  /** Number of requests by connection. */
  readonly requests: Map<string, number>;
  lastAt: number;
  /** In terms of `performance.now()`: the product clock may be frozen. */
  dueAt: number;
}

const MAX_WAIT_MS = 5_000;

export const createRequestTally = ({
  store,
  clock,
  log,
  lifetimes,
  connectionTtlMs,
  onWritten,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetimes: Lifetimes;
  readonly connectionTtlMs: number;
  /** `expiresAt` is undefined when the session has ended. */
  onWritten(key: string, expiresAt: number | undefined): void;
}): RequestTally => {
  const unwritten = new Map<string, Unwritten>();
  const waitMs = Math.min(MAX_WAIT_MS, lifetimeOf(false, lifetimes) / 4, lifetimeOf(true, lifetimes) / 4);
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let writing: Promise<void> | undefined;

  const wakeAt = (instant: number): void => {
    const at = Math.max(instant, writeBehind.restUntil());
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(wake, Math.max(0, at - performance.now())).unref();
  };

  const wake = (): void => {
    timerAt = Number.POSITIVE_INFINITY;
    writing ??= writeDue(performance.now()).finally(() => {
      writing = undefined;
      let next = Number.POSITIVE_INFINITY;
      for (const { dueAt } of unwritten.values()) next = Math.min(next, dueAt);
      // Waits a little longer, to write sessions that fall due soon after in the same round.
      if (next !== Number.POSITIVE_INFINITY) wakeAt(Math.max(next, performance.now() + waitMs / 10));
    });
  };

  const writeDue = async (now: number): Promise<void> => {
    const due = [...unwritten].filter(([, { dueAt }]) => dueAt <= now);
    for (const [key] of due) unwritten.delete(key);
    const failed = await writeBehind.write(due);
    for (const { item } of failed) restore(...item);
    const [first] = failed;
    if (first) log.warn("requests were not counted", { sessions: failed.length, error: String(first.reason) });
  };

  const write = async ([key, { session, requests, lastAt }]: readonly [string, Unwritten]): Promise<void> => {
    const { tenant, sessionId } = session;
    let known: SessionRecord | undefined;
    const extended = await revise<SessionRecord>(store, key, (before) => {
      known = before;
      const expiresAt = lastAt + lifetimeOf(before?.lasting, lifetimes);
      // A search counted meanwhile has extended it already.
      if (before === undefined || before.expiresAt >= expiresAt) return undefined;
      return { value: { ...before, lastActivity: lastAt, expiresAt }, expiresAt };
    });
    if (known === undefined) return onWritten(key, undefined);
    onWritten(key, extended?.expiresAt ?? known.expiresAt);
    if (extended && known.bookingCount > 0) {
      await store.expire(keys.sessionBookings(tenant, sessionId), extended.expiresAt);
    }
    await Promise.all([...requests].map(([id, count]) => countRequests(keys.connection(tenant, id), count, lastAt)));
  };

  const countRequests = (key: string, count: number, lastAt: number): Promise<unknown> =>
    revise<ConnectionRecord>(
      store,
      key,
      (before) =>
        before && {
          value: {
            ...before,
            lastActivityAt: Math.max(before.lastActivityAt, lastAt),
            requestCount: before.requestCount + count,
          },
          expiresAt: Math.max(before.lastActivityAt, lastAt) + connectionTtlMs,
        },
    );

  const writeBehind = createWriteBehind(write, { maxRestMs: waitMs });

  const restore = (key: string, { session, requests, lastAt }: Unwritten): void => {
    const dueAt = performance.now() + waitMs;
    const newer = unwritten.get(key);
    if (newer === undefined) unwritten.set(key, { session, requests, lastAt, dueAt });
    else for (const [id, count] of requests) add(newer, id, count);
  };

  const add = ({ requests }: Unwritten, connectionId: string | undefined, count: number): void => {
    if (connectionId !== undefined) requests.set(connectionId, (requests.get(connectionId) ?? 0) + count);
  };

  return {
    note(key, session, expiresAt) {
      const now = clock.now();
      // An active session must not expire while its activity waits to be written.
      const urgent = expiresAt - now < lifetimeOf(session.lasting, lifetimes) / 2;
      const entry = unwritten.get(key);
      if (entry) {
        add(entry, session.connectionId, 1);
        entry.lastAt = now;
        if (!urgent || entry.dueAt === 0) return;
        entry.dueAt = 0;
        return wakeAt(0);
      }
      const dueAt = urgent ? 0 : performance.now() + waitMs;
      const first: Unwritten = { session, requests: new Map(), lastAt: now, dueAt };
      add(first, session.connectionId, 1);
      unwritten.set(key, first);
      wakeAt(dueAt);
    },
    forget: (key) => void unwritten.delete(key),
    async close() {
      clearTimeout(timer);
      timerAt = Number.NEGATIVE_INFINITY;
      await writing;
      await writeDue(Number.POSITIVE_INFINITY);
    },
  };
};
