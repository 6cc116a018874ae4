/** The result of a rate limit check. Counts are integers: a fraction carried over is rounded up. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch: the next window boundary; if rejected, the end of `retryAfter`. */
  readonly resetAt: number;
  /** The estimated count, including this request. */
  readonly current: number;
  /** Whole seconds until a request would be allowed; 0 if this one was. */
  readonly retryAfter: number;
}

/**
 * A sliding-window counter. Requests are counted in windows that start at multiples of their length; the previous window
 * is weighted by the part of it that a window ending now still covers.
 */
interface SlidingWindow {
  /** Returns the number of the window that contains an instant. */
  at(instant: number): number;
  /** Returns the weighted count, given `count` requests in the window and `previous` in the one before. */
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

  // The store's answer may arrive after the request's window has ended.
  const msLeft = (window: number, instant: number): number =>
    Math.max(0, Math.min(windowMs, (window + 1) * windowMs - instant));

  /** Multiplies before dividing, so that integers stay exact and no request is rejected by a rounding error. */
  const estimate: SlidingWindow["estimate"] = (window, previous, count, instant) =>
    previous > 0 ? count + Math.ceil((previous * msLeft(window, instant)) / windowMs) : count;

  /** Returns the milliseconds after which `previous` requests are weighted down to `room`. */
  const fadedAfter = (previous: number, room: number): number =>
    previous > room ? Math.ceil((windowMs * (previous - room)) / previous) : 0;

  /** If this window has no room left, its requests still count in the next window until they are weighted down. */
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
