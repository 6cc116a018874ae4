import { hash } from "node:crypto";
import { createSlidingWindow, type Verdict } from "../platform/limits/sliding-window.ts";

/**
 * Failed key checks per client address. Guessing a key is hopeless; this keeps those who try from having every guess
 * looked up in the store. Counted by each node for itself.
 */
export interface Attempts {
  /** Why no key of this client is checked now; undefined: go ahead. */
  refusal(client: string): Verdict | undefined;
  /** The same again counts once: a program that insists on an old key guesses nothing, and has neighbours. */
  failed(client: string, shown: string): void;
}

interface Tally {
  readonly window: number;
  readonly previous: number;
  /** Digests: what was mistyped is nearly a key. */
  readonly shown: Set<string>;
}

const WINDOW_MS = 60_000;
const MOST_CLIENTS = 20_000;

export const createAttempts = ({
  limit,
  now = Date.now,
}: {
  /** Failures in a minute. */
  readonly limit: number;
  /** Real time: with a frozen clock whoever is refused would stay so. */
  readonly now?: () => number;
}): Attempts => {
  const sliding = createSlidingWindow({ limit, windowMs: WINDOW_MS });
  // The one that failed last stands last.
  const tallies = new Map<string, Tally>();

  /** The client's tally of this window, carried over from its last one. */
  const current = (client: string, window: number): Tally => {
    const tally = tallies.get(client);
    if (tally?.window === window) return tally;
    return { window, previous: tally?.window === window - 1 ? tally.shown.size : 0, shown: new Set() };
  };

  return {
    refusal(client) {
      if (!tallies.has(client)) return undefined;
      const instant = now();
      const { window, previous, shown } = current(client, sliding.at(instant));
      const verdict = sliding.judge(window, previous, shown.size + 1, instant);
      return verdict.allowed ? undefined : verdict;
    },
    failed(client, shown) {
      const tally = current(client, sliding.at(now()));
      tally.shown.add(hash("sha256", shown, "base64url"));
      tallies.delete(client);
      tallies.set(client, tally);
      if (tallies.size > MOST_CLIENTS) tallies.delete(tallies.keys().next().value as string);
    },
  };
};
