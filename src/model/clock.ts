/** Time arrives as an argument, so that a rehearsal can be replayed. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * True when the clock was set by configuration. Only then may prices and availability move with the days left to
   * departure: with the system clock the same search must give the same answer on every day.
   */
  readonly configured: boolean;
}

export const systemClock: Clock = { now: Date.now, configured: false };

export const frozenClock = (instant: number): Clock => ({ now: () => instant, configured: true });

/** Shows `instant` at the real time `start`, and runs from there. */
export const runningClock = (instant: number, start = Date.now()): Clock => {
  const offset = instant - start;
  return { now: () => Date.now() + offset, configured: true };
};
