/**
 * Writes statistics in the background, using at most a tenth of the time: after a slow round the next one waits longer
 * and writes more at once.
 */
interface WriteBehind<T> {
  /** Writes in batches, so that other work gets its turn. Resolves to the items that failed, with the reasons. */
  write(items: readonly T[]): Promise<readonly { readonly item: T; readonly reason: unknown }[]>;
  /** The earliest time of the next round, in terms of `performance.now()`. */
  restUntil(): number;
}

const BATCH = 100;
const REST_PER_WORK = 9;

export const createWriteBehind = <T>(
  writeOne: (item: T) => Promise<unknown>,
  { maxRestMs }: { readonly maxRestMs: number },
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
      // The time spent on an unavailable store says nothing about the amount of work.
      restUntil = failed.length > 0 ? end : end + Math.min(maxRestMs, REST_PER_WORK * (end - start));
      return failed;
    },
    restUntil: () => restUntil,
  };
};
