/** Shares one run of some work between all concurrent callers that ask for the same key. */
export interface Coalescer<T> {
  /** Rejects with the signal's reason if this caller aborts. The work is aborted when the last caller has left. */
  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Running<T> {
  readonly result: Promise<T>;
  readonly abandon: AbortController;
  callers: number;
}

export const createCoalescer = <T>(): Coalescer<T> => {
  const running = new Map<string, Running<T>>();

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const abandon = new AbortController();
    const result = work(abandon.signal).finally(() => {
      if (running.get(key) === started) running.delete(key);
    });
    // Prevents an unhandled rejection when all callers have left.
    result.catch(() => undefined);
    const started = { result, abandon, callers: 0 };
    running.set(key, started);
    return started;
  };

  return {
    async run(key, signal, work) {
      signal?.throwIfAborted();
      const shared = running.get(key) ?? start(key, work);
      shared.callers++;
      let leave: (() => void) | undefined;
      const aborted = new Promise<never>((_, reject) => {
        leave = () => reject(signal?.reason);
        signal?.addEventListener("abort", leave, { once: true });
      });
      try {
        return await Promise.race([shared.result, aborted]);
      } finally {
        if (leave) signal?.removeEventListener("abort", leave);
        shared.callers--;
        if (shared.callers === 0) {
          // Removed first, so that a new caller does not join work that is being aborted.
          if (running.get(key) === shared) running.delete(key);
          shared.abandon.abort(new Error("All callers have left."));
        }
      }
    },
  };
};
