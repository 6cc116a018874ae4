import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import { tryWithTimeout } from "../../model/with-timeout.ts";
import type { Store } from "../stores/store.ts";
import { createSlidingWindow, type Verdict } from "./sliding-window.ts";

export type { Verdict } from "./sliding-window.ts";

/** A rate limiter that counts requests per client, shared by all nodes on one store. */
export interface RateLimiter {
  /** Counts a request. Returns a promise only if the store must be asked; it never rejects. */
  take(client: string): Verdict | Promise<Verdict>;
  /** Returns the client's state as known to this node, without counting a request. */
  look(client: string): Verdict;
  /** Returns unused permits to the store. */
  close(): Promise<void>;
}

export interface RateLimiterOptions {
  readonly store: Pick<Store, "add" | "count">;
  readonly log: Log;
  readonly limit: number;
  readonly windowMs: number;
  /** Real time: with a frozen clock, a client at its limit would never get out of it. */
  readonly now?: () => number;
  /** The clock of the store's `expiresAt`. */
  readonly storeNow?: () => number;
  readonly maxClients?: number;
  /** Separates these counts from those of other limiters on the store. */
  readonly keyPrefix?: string;
  /** How long a request waits for the store before this node counts it alone. */
  readonly patienceMs?: number;
}

/** The count of one client in one window, as known to this node. */
interface Tally {
  readonly client: string;
  readonly window: number;
  /** The client's tally of the previous window, until that window's count has been read. */
  before: Tally | undefined;
  /** Requests in the previous window: those known to this node, until the store's count has been read. */
  previous: number;
  previousReadAt: number;
  /** The store's counter at its last answer: requests and permits of all nodes. */
  counted: number;
  /** Permits counted in the store but not used; negative for requests not yet counted in the store. */
  credit: number;
  /** `credit` right after the last answer. */
  granted: number;
  /** Permits taken in advance the last time. */
  ahead: number;
  /** This node's share of the client's requests between the last two answers. */
  share: number;
  answeredAt: number;
  takenAt: number;
  asking: Promise<void> | undefined;
  waiting: ((verdict: Verdict) => void)[];
}

/** All nodes together hold at most this fraction of the remaining requests as permits. */
const MOST_AHEAD = 0.05;
/** Permits that are used up sooner than this were too few. */
const QUICK_MS = 100;
/** How long permits are held, rejections are kept from the store, and an answer of the store is valid. */
const HOLD_MS = 1_000;
const SWEEP_MS = 250;
/** This long after a window has ended, all nodes have settled it and its count is final. */
const SETTLING_MS = 2 * SWEEP_MS;
const EVICTION_TRIES = 8;

/**
 * Creates a rate limiter. Asking the store for every request would cost more than most requests, so a node takes permits
 * in advance for clients that use them up quickly. A permit is counted when it is taken, so the limit holds for any
 * number of nodes. Nodes take few and return unused ones, so that no node rejects requests that another could serve.
 */
export const createRateLimiter = ({
  store,
  log,
  limit,
  windowMs,
  now = Date.now,
  storeNow = now,
  maxClients = 100_000,
  keyPrefix = "",
  patienceMs = 500,
}: RateLimiterOptions): RateLimiter => {
  const sliding = createSlidingWindow({ limit, windowMs });
  let window = sliding.at(now());
  let tallies = new Map<string, Tally>();
  let earlier = new Map<string, Tally>();
  /** Tallies with permits to return or requests to report. */
  const unsettled = new Set<Tally>();
  /** The key that got no answer, while the store is unavailable. */
  let unanswered: string | undefined;
  let closed = false;

  const keyOf = (tally: Tally): string => keys.rateLimit(`${keyPrefix}${tally.client}`, tally.window);

  const advanceTo = (current: number): void => {
    earlier = current === window + 1 ? tallies : new Map();
    tallies = new Map();
    window = current;
    for (const tally of unsettled) if (tally.window < current - 1 && !tally.asking) unsettled.delete(tally);
  };

  /** Evicts the oldest client unless it is active. Its requests stay counted in the store. */
  const evict = (instant: number): void => {
    for (let tries = 1; tallies.size >= maxClients; tries++) {
      const [oldest] = tallies.values();
      if (!oldest) return;
      tallies.delete(oldest.client);
      if (tries < EVICTION_TRIES && instant - oldest.takenAt < HOLD_MS) tallies.set(oldest.client, oldest);
      else if (unanswered !== undefined) unsettled.delete(oldest);
    }
  };

  const begin = (client: string, instant: number): Tally => {
    evict(instant);
    const before = earlier.get(client);
    earlier.delete(client);
    // In a long outage the counts of past windows are not read, and tallies would form an endless chain.
    if (before) before.before = undefined;
    const tally: Tally = {
      client,
      window,
      before,
      previous: before ? before.counted - before.credit : 0,
      previousReadAt: Number.NEGATIVE_INFINITY,
      counted: 0,
      credit: 0,
      granted: 0,
      ahead: before?.ahead ?? 0,
      share: before?.share ?? 0,
      answeredAt: before?.answeredAt ?? Number.NEGATIVE_INFINITY,
      takenAt: instant,
      asking: undefined,
      waiting: [],
    };
    tallies.set(client, tally);
    return tally;
  };

  /** Returns undefined if the store must be asked. */
  const decide = (tally: Tally, instant: number): Verdict | undefined => {
    const count = tally.counted - tally.credit + 1;
    if (tally.credit <= 0) {
      const alone = unanswered !== undefined || closed;
      const known = Number.isFinite(tally.previousReadAt) && instant - tally.answeredAt < HOLD_MS;
      const over = known && sliding.estimate(tally.window, tally.previous, count, instant) > limit;
      if (!alone && !over) return undefined;
      unsettled.add(tally);
    }
    tally.credit -= 1;
    return sliding.judge(tally.window, tally.previous, count, instant);
  };

  const serve = (tally: Tally): void => {
    const instant = now();
    let served = 0;
    for (const resolve of tally.waiting) {
      const verdict = decide(tally, instant);
      if (!verdict) break;
      resolve(verdict);
      served += 1;
    }
    tally.waiting.splice(0, served);
    if (tally.waiting.length > 0) ask(tally, instant);
  };

  /** Returns the number of permits to take in advance. */
  const reserve = (tally: Tally, instant: number): number => {
    const quick = tally.granted > tally.credit && instant - tally.answeredAt < QUICK_MS;
    const wanted = quick ? Math.max(1, tally.ahead * 2) : Math.floor(tally.ahead / 2);
    const count = tally.counted - tally.credit + tally.waiting.length;
    const left = limit - sliding.estimate(tally.window, tally.previous, count, instant);
    return Math.max(0, Math.min(wanted, Math.floor(left * MOST_AHEAD * tally.share)));
  };

  /** Reads the previous window's count, after settling what this node holds or owes in it. */
  const readPrevious = async (tally: Tally): Promise<number> => {
    if (tally.previousReadAt >= tally.window * windowMs + SETTLING_MS) return tally.previous;
    const { before } = tally;
    if (before && before.credit !== 0) await (before.asking ?? ask(before, now()));
    return store.count(keys.rateLimit(tally.client, tally.window - 1));
  };

  /** Settles everything with one call: waiting requests, permits in advance, unreported requests, returned permits. */
  const settle = async (tally: Tally, instant: number): Promise<void> => {
    tally.ahead = tally.waiting.length > 0 ? reserve(tally, instant) : 0;
    const delta = tally.waiting.length + tally.ahead - tally.credit;
    const own = tally.granted - tally.credit;
    // Returned permits cannot be used any more, and requested permits cannot be used yet.
    const returned = Math.min(0, delta);
    tally.counted += returned;
    tally.credit += returned;
    const { counted } = tally;

    const answer = Promise.all([
      store.add(keyOf(tally), delta, { expiresAt: storeNow() + 2 * windowMs }),
      readPrevious(tally),
    ]);
    const inTime = await tryWithTimeout(patienceMs, answer);
    tally.asking = undefined;
    if ("error" in inTime) {
      markUnavailable(keyOf(tally), inTime.error);
      // The store may still execute it. Then these permits are counted in addition to what was counted meanwhile.
      answer.then(
        () => {
          tally.counted += delta - returned;
          tally.credit += delta - returned;
          unsettled.add(tally);
        },
        () => undefined,
      );
    } else {
      const [sum, previous] = inTime.answer;
      const others = Math.max(0, sum - (delta - returned) - counted);
      if (own + others > 0) tally.share = own / (own + others);
      tally.counted = sum;
      tally.credit += delta - returned;
      tally.granted = tally.credit;
      tally.previous = previous;
      tally.previousReadAt = instant;
      tally.before = undefined;
      tally.answeredAt = now();
    }
    serve(tally);
  };

  const ask = (tally: Tally, instant: number): Promise<void> => {
    unsettled.add(tally);
    tally.asking = settle(tally, instant);
    return tally.asking;
  };

  const markUnavailable = (key: string, reason: string): void => {
    if (unanswered !== undefined) return;
    unanswered = key;
    if (closed) return;
    log.warn("rate limits are counted per node: the store does not respond", { reason });
    void probe(key);
  };

  let probing = false;
  /** Reads only, because a write to a store that hangs could be executed twice. */
  const probe = async (key: string): Promise<void> => {
    if (probing) return;
    probing = true;
    const reading = store.count(key);
    const found = await tryWithTimeout(patienceMs, reading);
    if ("answer" in found) {
      unanswered = undefined;
      log.info("rate limits are shared by all nodes again: the store responds");
    } else {
      await reading.catch(() => undefined);
    }
    probing = false;
  };

  const sweep = (): void => {
    const instant = now();
    const current = sliding.at(instant);
    if (current !== window) advanceTo(current);
    if (unanswered !== undefined) return void probe(unanswered);
    for (const tally of unsettled) {
      if (tally.asking) continue;
      if (tally.credit === 0) unsettled.delete(tally);
      else if (tally.window !== window || instant - tally.answeredAt >= HOLD_MS) ask(tally, instant);
    }
  };
  const timer = setInterval(sweep, SWEEP_MS).unref();

  return {
    take(client) {
      const instant = now();
      const current = sliding.at(instant);
      if (current !== window) advanceTo(current);
      const tally = tallies.get(client) ?? begin(client, instant);
      tally.takenAt = instant;
      const verdict = decide(tally, instant);
      if (verdict) return verdict;
      return new Promise((resolve) => {
        tally.waiting.push(resolve);
        if (!tally.asking) ask(tally, instant);
      });
    },

    look(client) {
      const instant = now();
      const current = sliding.at(instant);
      const tally = current === window ? tallies.get(client) : undefined;
      const count = tally === undefined ? 0 : tally.counted - tally.credit;
      return sliding.judge(current, tally?.previous ?? 0, count, instant);
    },

    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await Promise.all([...unsettled].map(({ asking }) => asking));
      if (unanswered !== undefined) return;
      await Promise.all([...unsettled].map((tally) => (tally.credit === 0 ? undefined : ask(tally, now()))));
    },
  };
};
