import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import { tryWithTimeout } from "../../model/with-timeout.ts";
import type { Store } from "../stores/store.ts";
import { createSlidingWindow, type Verdict } from "./sliding-window.ts";

export type { Verdict } from "./sliding-window.ts";

export interface RateLimiter {
  /** Counts a request. A promise only when the store has to be asked; it never rejects. */
  take(client: string): Verdict | Promise<Verdict>;
  /** How the client stands, as far as this node knows, without counting a request. */
  look(client: string): Verdict;
  /** Gives back what is held. */
  close(): Promise<void>;
}

export interface RateLimiterOptions {
  readonly store: Pick<Store, "add" | "count">;
  readonly log: Log;
  readonly limit: number;
  readonly windowMs: number;
  /** Real time: with a frozen clock a client that reached its limit would stay there. */
  readonly now?: () => number;
  /** The clock in which the store is told when a counter expires. */
  readonly storeNow?: () => number;
  readonly maxClients?: number;
  /** How long a request waits for the store before it is counted here alone. */
  readonly patienceMs?: number;
}

/** One client in one window, as this node sees it. */
interface Tally {
  readonly client: string;
  readonly window: number;
  /** The same client in the window before, until that window's count has been read. */
  before: Tally | undefined;
  /** Requests of the window before: those this node knows of, until the count has been read. */
  previous: number;
  previousReadAt: number;
  /** The store's counter when it last answered: requests and permits of all nodes. */
  counted: number;
  /** Permits that are counted and not used yet; below 0, requests the store has not heard of. */
  credit: number;
  /** `credit` right after the last answer. */
  granted: number;
  /** Permits taken ahead the last time. */
  ahead: number;
  /** This node's part of the client's requests between the last two answers. */
  share: number;
  answeredAt: number;
  takenAt: number;
  asking: Promise<void> | undefined;
  waiting: ((verdict: Verdict) => void)[];
}

/** Of what is left, all nodes together hold no more than this ahead. */
const MOST_AHEAD = 0.05;
/** Permits used up sooner than this were too few. */
const QUICK_MS = 100;
/** How long permits are held, refusals are kept from the store, and an answer of the store is believed. */
const HOLD_MS = 1_000;
const SWEEP_MS = 250;
/** For this long after a window all nodes have been settling what they owed and held in it; its count is final then. */
const SETTLING_MS = 2 * SWEEP_MS;
const EVICTION_TRIES = 8;

/**
 * Counts requests per client for all nodes on one store. Asking the store for every request would cost more than most
 * requests, so a node takes permits ahead for clients that use them up quickly. A permit is counted when it is taken, so
 * the limit holds however many nodes there are; few are taken and unused ones go back, so that no node refuses what
 * another one only holds.
 */
export const createRateLimiter = ({
  store,
  log,
  limit,
  windowMs,
  now = Date.now,
  storeNow = now,
  maxClients = 100_000,
  patienceMs = 500,
}: RateLimiterOptions): RateLimiter => {
  const sliding = createSlidingWindow({ limit, windowMs });
  let window = sliding.at(now());
  let tallies = new Map<string, Tally>();
  let earlier = new Map<string, Tally>();
  /** Those that owe the store something or hold something of it. */
  const open = new Set<Tally>();
  /** The key that got no answer, while the store is away. */
  let unanswered: string | undefined;
  let closed = false;

  const keyOf = (tally: Tally): string => keys.rateLimit(tally.client, tally.window);

  const turnTo = (current: number): void => {
    earlier = current === window + 1 ? tallies : new Map();
    tallies = new Map();
    window = current;
    for (const tally of open) if (tally.window < current - 1 && !tally.asking) open.delete(tally);
  };

  /** The client that came first goes, unless it is busy. What it used stays counted in the store. */
  const makeRoom = (instant: number): void => {
    for (let tries = 1; tallies.size >= maxClients; tries++) {
      const [oldest] = tallies.values();
      if (!oldest) return;
      tallies.delete(oldest.client);
      if (tries < EVICTION_TRIES && instant - oldest.takenAt < HOLD_MS) tallies.set(oldest.client, oldest);
      else if (unanswered !== undefined) open.delete(oldest);
    }
  };

  const begin = (client: string, instant: number): Tally => {
    makeRoom(instant);
    const before = earlier.get(client);
    earlier.delete(client);
    // In a long outage nobody reads the counts of past windows, and each would hold on to the one before it.
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

  /** Undefined when only the store can tell. */
  const decide = (tally: Tally, instant: number): Verdict | undefined => {
    const count = tally.counted - tally.credit + 1;
    if (tally.credit <= 0) {
      const alone = unanswered !== undefined || closed;
      const known = Number.isFinite(tally.previousReadAt) && instant - tally.answeredAt < HOLD_MS;
      const over = known && sliding.estimate(tally.window, tally.previous, count, instant) > limit;
      if (!alone && !over) return undefined;
      open.add(tally);
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

  /** How many permits to take beyond those that are needed now. */
  const reserve = (tally: Tally, instant: number): number => {
    const quick = tally.granted > tally.credit && instant - tally.answeredAt < QUICK_MS;
    const wanted = quick ? Math.max(1, tally.ahead * 2) : Math.floor(tally.ahead / 2);
    const count = tally.counted - tally.credit + tally.waiting.length;
    const left = limit - sliding.estimate(tally.window, tally.previous, count, instant);
    return Math.max(0, Math.min(wanted, Math.floor(left * MOST_AHEAD * tally.share)));
  };

  /** What this node still holds or owes of the window before is settled first, so that it is in the count. */
  const readPrevious = async (tally: Tally): Promise<number> => {
    if (tally.previousReadAt >= tally.window * windowMs + SETTLING_MS) return tally.previous;
    const { before } = tally;
    if (before && before.credit !== 0) await (before.asking ?? ask(before, now()));
    return store.count(keys.rateLimit(tally.client, tally.window - 1));
  };

  /** One call settles everything: requests that wait, permits ahead, what is owed, what goes back. */
  const exchange = async (tally: Tally, instant: number): Promise<void> => {
    tally.ahead = tally.waiting.length > 0 ? reserve(tally, instant) : 0;
    const delta = tally.waiting.length + tally.ahead - tally.credit;
    const own = tally.granted - tally.credit;
    // What goes back cannot be used any more; what is asked for cannot be used yet.
    const back = Math.min(0, delta);
    tally.counted += back;
    tally.credit += back;
    const { counted } = tally;

    const answer = Promise.all([
      store.add(keyOf(tally), delta, { expiresAt: storeNow() + 2 * windowMs }),
      readPrevious(tally),
    ]);
    const inTime = await tryWithTimeout(patienceMs, answer);
    tally.asking = undefined;
    if ("error" in inTime) {
      lose(keyOf(tally), inTime.error);
      // It may still be carried out. Then these permits are paid for, whatever else has been counted meanwhile.
      answer.then(
        () => {
          tally.counted += delta - back;
          tally.credit += delta - back;
          open.add(tally);
        },
        () => undefined,
      );
    } else {
      const [sum, previous] = inTime.answer;
      const others = Math.max(0, sum - (delta - back) - counted);
      if (own + others > 0) tally.share = own / (own + others);
      tally.counted = sum;
      tally.credit += delta - back;
      tally.granted = tally.credit;
      tally.previous = previous;
      tally.previousReadAt = instant;
      tally.before = undefined;
      tally.answeredAt = now();
    }
    serve(tally);
  };

  const ask = (tally: Tally, instant: number): Promise<void> => {
    open.add(tally);
    tally.asking = exchange(tally, instant);
    return tally.asking;
  };

  const lose = (key: string, reason: string): void => {
    if (unanswered !== undefined) return;
    unanswered = key;
    if (closed) return;
    log.warn("rate limits are counted by this node alone: the store does not answer", { reason });
    void probe(key);
  };

  let probing = false;
  /** Reads only: what nobody may carry out twice is not tried on a store that may be hanging. */
  const probe = async (key: string): Promise<void> => {
    if (probing) return;
    probing = true;
    const question = store.count(key);
    const found = await tryWithTimeout(patienceMs, question);
    if ("answer" in found) {
      unanswered = undefined;
      log.info("rate limits are shared again: the store answers");
    } else {
      await question.catch(() => undefined);
    }
    probing = false;
  };

  const sweep = (): void => {
    const instant = now();
    const current = sliding.at(instant);
    if (current !== window) turnTo(current);
    if (unanswered !== undefined) return void probe(unanswered);
    for (const tally of open) {
      if (tally.asking) continue;
      if (tally.credit === 0) open.delete(tally);
      else if (tally.window !== window || instant - tally.answeredAt >= HOLD_MS) ask(tally, instant);
    }
  };
  const timer = setInterval(sweep, SWEEP_MS).unref();

  return {
    take(client) {
      const instant = now();
      const current = sliding.at(instant);
      if (current !== window) turnTo(current);
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
      await Promise.all([...open].map(({ asking }) => asking));
      if (unanswered !== undefined) return;
      await Promise.all([...open].map((tally) => (tally.credit === 0 ? undefined : ask(tally, now()))));
    },
  };
};
