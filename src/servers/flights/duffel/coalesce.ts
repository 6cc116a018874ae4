/** Whoever asks for what is already being asked for waits for the same answer. */
export interface Coalesced<T> {
  /** Rejects with the signal's reason when the caller gives up; the work goes on as long as anybody waits for it. */
  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Running<T> {
  readonly result: Promise<T>;
  readonly abandon: AbortController;
  waiting: number;
}

export const createCoalesced = <T>(): Coalesced<T> => {
  const running = new Map<string, Running<T>>();

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const abandon = new AbortController();
    const result = work(abandon.signal).finally(() => {
      if (running.get(key) === started) running.delete(key);
    });
    // Everybody may have gone by the time it fails.
    result.catch(() => undefined);
    const started = { result, abandon, waiting: 0 };
    running.set(key, started);
    return started;
  };

  return {
    async run(key, signal, work) {
      signal?.throwIfAborted();
      const shared = running.get(key) ?? start(key, work);
      shared.waiting++;
      let leave: (() => void) | undefined;
      const gone = new Promise<never>((_, reject) => {
        leave = () => reject(signal?.reason);
        signal?.addEventListener("abort", leave, { once: true });
      });
      try {
        return await Promise.race([shared.result, gone]);
      } finally {
        if (leave) signal?.removeEventListener("abort", leave);
        shared.waiting--;
        if (shared.waiting === 0) {
          // Nobody must join what is about to end without a result.
          if (running.get(key) === shared) running.delete(key);
          shared.abandon.abort(new Error("Nobody waits for the answer any more."));
        }
      }
    },
  };
};
