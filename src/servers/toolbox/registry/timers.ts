/** Real-time timers, independent of the rehearsal's clock. */
export interface Timers {
  /** Monotonic milliseconds. */
  now(): number;
  /** Runs the action later without keeping the process alive. Returns a function that cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const realTimers: Timers = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};
