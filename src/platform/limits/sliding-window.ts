/** What a request is told. Counts are whole: a part of a request that is carried over counts as one. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch: the next window boundary, or for a refusal the end of `retryAfter`. */
  readonly resetAt: number;
  /** The estimate, with this request in it. */
  readonly current: number;
  /** Whole seconds without requests until one would pass; 0 when this one did. */
  readonly retryAfter: number;
}

/**
 * The sliding-window counter: requests are counted in windows that begin at multiples of their length, and the window
 * before counts with the part of it that a window ending now would still cover.
 */
export interface SlidingWindow {
  /** The number of the window an instant falls into. */
  at(instant: number): number;
  /** `count` requests in the window, `previous` in the one before. */
  estimate(window: number, previous: number, count: number, instant: number): number;
  judge(window: number, previous: number, count: number, instant: number): Verdict;
}

export const createSlidingWindow = ({
  limit,
  windowMs,
}: {
  readonly limit: number;
  readonly windowMs: number;
}): SlidingWindow => {
  const at = (instant: number): number => Math.floor(instant / windowMs);

  // An answer of the store may arrive when the window of its request is over.
  const msLeft = (window: number, instant: number): number =>
    Math.max(0, Math.min(windowMs, (window + 1) * windowMs - instant));

  /** Multiplied before it is divided: whole numbers stay exact, and nobody is refused by a rounding error. */
  const estimate: SlidingWindow["estimate"] = (window, previous, count, instant) =>
    previous > 0 ? count + Math.ceil((previous * msLeft(window, instant)) / windowMs) : count;

  /** How far into a window its `previous` requests have faded to `room`. */
  const fadedAfter = (previous: number, room: number): number =>
    previous > room ? Math.ceil((windowMs * (previous - room)) / previous) : 0;

  /** This window's requests will be the next one's past: if they leave no room in this one, they may not there either. */
  const msUntilRoom = (window: number, previous: number, count: number, instant: number): number => {
    const left = msLeft(window, instant);
    const room = limit - count - 1;
    return room > 0 ? fadedAfter(previous, room) - (windowMs - left) : left + fadedAfter(count, limit - 1);
  };

  return {
    at,
    estimate,
    judge(window, previous, count, instant) {
      const current = estimate(window, previous, count, instant);
      if (current <= limit) {
        const resetAt = (window + 1) * windowMs;
        return { allowed: true, limit, remaining: limit - current, resetAt, current, retryAfter: 0 };
      }
      const retryAfter = Math.max(1, Math.ceil(msUntilRoom(window, previous, count, instant) / 1000));
      return { allowed: false, limit, remaining: 0, resetAt: instant + retryAfter * 1000, current, retryAfter };
    },
  };
};
