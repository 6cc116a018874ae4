/** Time that runs by itself, whatever the clock of the rehearsal shows. */
export interface Timers {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Returns what calls it off. Never keeps the process alive. */
  after(ms: number, action: () => void): () => void;
}

export const realTimers: Timers = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};
