/**
 * Statistics are written behind the caller's back, and may take a tenth of the time at most: after a round that took
 * long, the next one waits longer and finds more to write at once.
 */
export interface WriteBehind<T> {
  /** Writes a batch at a time, so that the event loop gets its turns; resolves to what could not be written, and why. */
  write(items: readonly T[]): Promise<readonly { readonly item: T; readonly reason: unknown }[]>;
  /** When the next round may begin, by performance.now. */
  restUntil(): number;
}

const BATCH = 100;
const REST_PER_WORK = 9;

export const createWriteBehind = <T>(
  writeOne: (item: T) => Promise<unknown>,
  { longestRestMs }: { readonly longestRestMs: number },
): WriteBehind<T> => {
  let restUntil = 0;
  return {
    async write(items) {
      const start = performance.now();
      const failed: { item: T; reason: unknown }[] = [];
      for (let from = 0; from < items.length; from += BATCH) {
        const batch = items.slice(from, from + BATCH);
        const outcomes = await Promise.allSettled(batch.map(writeOne));
        for (const [i, item] of batch.entries()) {
          const outcome = outcomes[i];
          if (outcome?.status === "rejected") failed.push({ item, reason: outcome.reason });
        }
      }
      const end = performance.now();
      // A store that was away says nothing about how much work there is.
      restUntil = failed.length > 0 ? end : end + Math.min(longestRestMs, REST_PER_WORK * (end - start));
      return failed;
    },
    restUntil: () => restUntil,
  };
};
