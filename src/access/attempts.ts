import { hash } from "node:crypto";
import { createSlidingWindow, type Verdict } from "../platform/limits/sliding-window.ts";

export type Attempts = ReturnType<typeof createAttempts>;

interface Tally {
  readonly window: number;
  readonly previous: number;
  /** Digests, because a mistyped credential is nearly valid. */
  readonly credentials: Set<string>;
}

const WINDOW_MS = 60_000;
const MAX_CLIENTS = 20_000;

/** Counts failed attempts per client address and node, so that guesses do not load the store. */
export const createAttempts = ({
  limit,
  now = Date.now,
}: {
  /** Failed attempts per minute. */
  readonly limit: number;
  /** Real time: with a frozen clock, a block would never end. */
  readonly now?: () => number;
}) => {
  const sliding = createSlidingWindow({ limit, windowMs: WINDOW_MS });
  // In the order of the last failure.
  const tallies = new Map<string, Tally>();

  /** Returns the client's tally of this window, with the count of the previous one. */
  const current = (client: string, window: number): Tally => {
    const tally = tallies.get(client);
    if (tally?.window === window) return tally;
    return { window, previous: tally?.window === window - 1 ? tally.credentials.size : 0, credentials: new Set() };
  };

  return {
    /** Returns the limit that the client has exceeded; undefined if its credentials may be checked. */
    refusal(client: string): Verdict | undefined {
      if (!tallies.has(client)) return undefined;
      const instant = now();
      const { window, previous, credentials } = current(client, sliding.at(instant));
      const verdict = sliding.judge(window, previous, credentials.size + 1, instant);
      return verdict.allowed ? undefined : verdict;
    },
    /** Counts each credential once: a program that repeats an old key does not guess, and may share its address. */
    failed(client: string, credential: string): void {
      const tally = current(client, sliding.at(now()));
      tally.credentials.add(hash("sha256", credential, "base64url"));
      tallies.delete(client);
      tallies.set(client, tally);
      if (tallies.size > MAX_CLIENTS) tallies.delete(tallies.keys().next().value as string);
    },
  };
};
