import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRateLimiter, type RateLimiter, type Verdict } from "../../../../src/platform/limits/rate-limiter.ts";
import { createSlidingWindow } from "../../../../src/platform/limits/sliding-window.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";

const windowMs = 60_000;
const start = 1_000 * windowMs;
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const client = "203.0.113.9";

interface Burst {
  readonly after: number;
  readonly node: number;
  readonly requests: number;
}
interface Taken {
  readonly verdict: Verdict;
  readonly decidedAt: number;
}

const stores: Store[] = [];
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

/** A store on another machine: half of the latency is on the way there, half on the way back. */
const distant = (store: Store, roundTrip: number): Pick<Store, "add" | "count"> => {
  const travel = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, roundTrip / 2));
  const over = async <T>(action: () => Promise<T>): Promise<T> => {
    await travel();
    const answer = await action();
    await travel();
    return answer;
  };
  return {
    add: (key, delta, options) => over(() => store.add(key, delta, options)),
    count: (key) => over(() => store.count(key)),
  };
};

const openNodes = (limit: number, roundTrip: number): readonly RateLimiter[] => {
  const store = createMemoryStore({ now: Date.now });
  stores.push(store);
  const reached = roundTrip === 0 ? store : distant(store, roundTrip);
  return [0, 1, 2, 3].map(() => createRateLimiter({ store: reached, log: quiet, limit, windowMs }));
};

const inFakeTime = async (work: Promise<unknown>): Promise<void> => {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  while (!isDone) await vi.advanceTimersByTimeAsync(1);
};

const play = async (nodes: readonly RateLimiter[], bursts: readonly Burst[]): Promise<readonly Taken[]> => {
  const taken: Taken[] = [];
  const note = (verdict: Verdict): void => void taken.push({ verdict, decidedAt: Date.now() });
  const pending: Promise<void>[] = [];
  for (const { after, node, requests } of bursts) {
    await vi.advanceTimersByTimeAsync(after);
    for (let i = 0; i < requests; i++) {
      const verdict = (nodes[node] as RateLimiter).take(client);
      if (verdict instanceof Promise) pending.push(verdict.then(note));
      else note(verdict);
    }
  }
  await inFakeTime(Promise.all(pending));
  return taken;
};

const close = async (nodes: readonly RateLimiter[]): Promise<void> => {
  await inFakeTime(Promise.all(nodes.map((node) => node.close())));
  for (const store of stores.splice(0)) await store.close();
};

const passedIn = (taken: readonly Taken[], window: number): number =>
  taken.filter(({ verdict }) => verdict.allowed && verdict.resetAt === (window + 1) * windowMs).length;

/** The highest count ever reached, counting only allowed requests. */
const peak = (taken: readonly Taken[]): number => {
  const passed = new Map<number, number>();
  let most = 0;
  for (const { verdict, decidedAt } of taken) {
    if (!verdict.allowed) continue;
    const count = (passed.get(verdict.resetAt) ?? 0) + 1;
    passed.set(verdict.resetAt, count);
    const weight = Math.max(0, verdict.resetAt - decidedAt) / windowMs;
    most = Math.max(most, count + (passed.get(verdict.resetAt - windowMs) ?? 0) * Math.min(1, weight));
  }
  return most;
};

const schedule = (most: { readonly requests: number; readonly after: number }): fc.Arbitrary<Burst[]> =>
  fc.array(
    fc.record({
      after: fc.oneof(fc.nat(20), fc.nat(most.after)),
      node: fc.nat(3),
      requests: fc.integer({ min: 1, max: most.requests }),
    }),
    { minLength: 30, maxLength: 200 },
  );

describe("rate limiters of several nodes on one store", () => {
  it("never allow more than the limit together", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        schedule({ requests: 30, after: 3_000 }),
        async (limit, bursts) => {
          vi.setSystemTime(start);
          const nodes = openNodes(limit, 0);
          expect(peak(await play(nodes, bursts))).toBeLessThanOrEqual(limit);
          await close(nodes);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("allow at most 5 % more than the limit if the store is slow", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 1_000 }),
        fc.integer({ min: 1, max: 40 }),
        schedule({ requests: 10, after: 2_000 }),
        async (limit, roundTrip, bursts) => {
          vi.setSystemTime(start);
          const nodes = openNodes(limit, roundTrip);
          expect(peak(await play(nodes, bursts))).toBeLessThanOrEqual(limit * 1.05);
          await close(nodes);
        },
      ),
      { numRuns: 60 },
    );
  });

  const steady = fc.record({
    limit: fc.integer({ min: 100, max: 3_000 }),
    roundTrip: fc.constantFrom(0, 2, 20),
    weights: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 4, maxLength: 4 }),
    seed: fc.nat(),
  });

  /** Requests at a given rate with uneven gaps, each at a node drawn by weight. */
  const traffic = (requests: number, perWindow: number, { weights, seed }: { weights: number[]; seed: number }) => {
    const random = evenly(seed);
    const lots = weights.flatMap((weight, node) => new Array<number>(weight).fill(node));
    let due = 0;
    let before = 0;
    return Array.from({ length: Math.round(requests) }, (): Burst => {
      due += (random() * 2 * windowMs) / perWindow;
      const after = Math.round(due) - before;
      before += after;
      return { after, node: lots[Math.floor(random() * lots.length)] ?? 0, requests: 1 };
    });
  };

  it("allow a client over its limit at least 95 % of it in the first window", async () => {
    await fc.assert(
      fc.asyncProperty(steady, fc.double({ min: 1.3, max: 20, noNaN: true }), async (client, load) => {
        vi.setSystemTime(start);
        const { limit, roundTrip } = client;
        const nodes = openNodes(limit, roundTrip);
        const taken = await play(nodes, traffic(limit * 1.2, limit * load, client));
        expect(passedIn(taken, 1_000)).toBeGreaterThanOrEqual(Math.floor(limit * 0.95));
        await close(nodes);
      }),
      { numRuns: 15 },
    );
  });

  /** What a single exact counter would allow. */
  const passedExactly = (limit: number, bursts: readonly Burst[]): number => {
    const sliding = createSlidingWindow({ limit, windowMs });
    const counts = new Map<number, number>();
    let instant = start;
    let passed = 0;
    for (const { after } of bursts) {
      instant += after;
      const window = sliding.at(instant);
      const count = (counts.get(window) ?? 0) + 1;
      counts.set(window, count);
      passed += Number(sliding.judge(window, counts.get(window - 1) ?? 0, count, instant).allowed);
    }
    return passed;
  };

  it("allow a client near its limit at least 95 % of what one exact counter would", async () => {
    await fc.assert(
      fc.asyncProperty(steady, async (client) => {
        vi.setSystemTime(start);
        const { limit, roundTrip } = client;
        const nodes = openNodes(limit, roundTrip);
        const bursts = traffic(limit * 0.95 * 3, limit * 0.95, client);
        const passed = (await play(nodes, bursts)).filter(({ verdict }) => verdict.allowed).length;
        expect(passed).toBeGreaterThanOrEqual(Math.floor(passedExactly(limit, bursts) * 0.95));
        await close(nodes);
      }),
      { numRuns: 8 },
    );
  });

  it("allow a request after the reported retry time", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        schedule({ requests: 30, after: 2_000 }),
        fc.nat(3),
        async (limit, bursts, other) => {
          vi.setSystemTime(start);
          const nodes = openNodes(limit, 0);
          await play(nodes, bursts);
          // Counts from other nodes arrive within a second, and are used for another second.
          await vi.advanceTimersByTimeAsync(2_500);
          const [last] = await play(nodes, [{ after: 0, node: 0, requests: 1 }]);
          if (last && !last.verdict.allowed) {
            await vi.advanceTimersByTimeAsync(last.verdict.retryAfter * 1000);
            const [next] = await play(nodes, [{ after: 0, node: other, requests: 1 }]);
            expect(next?.verdict.allowed).toBe(true);
          }
          await close(nodes);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** A linear congruential generator: random enough for gaps between requests. */
const evenly = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
