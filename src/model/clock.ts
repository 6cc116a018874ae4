/** A source of time. It is passed as an argument so that a rehearsal can be replayed. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * True if configuration set the clock. Only then do prices and availability depend on the days left to departure:
   * with the system clock, the same search must return the same answer every day.
   */
  readonly configured: boolean;
  /** Time does not pass by itself, so two runs of the same calls see the same instants. */
  readonly frozen?: true;
}

export const systemClock: Clock = { now: Date.now, configured: false };

export const frozenClock = (instant: number): Clock => ({ now: () => instant, configured: true, frozen: true });

/** A clock that shows `instant` at the real time `start` and advances from there. */
export const runningClock = (instant: number, start = Date.now()): Clock => {
  const offset = instant - start;
  return { now: () => Date.now() + offset, configured: true };
};
