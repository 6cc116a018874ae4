/** A histogram of latencies with buckets that grow by two percent, which is the accuracy of its percentiles. */
export interface Latencies {
  add(milliseconds: number): void;
  percentile(share: number): number;
}

const GROWTH = Math.log(1.02);
/** In milliseconds. Shorter latencies count as this. */
const MINIMUM = 0.01;
const BUCKETS = 1024;

export const createLatencies = (): Latencies => {
  const counts = new Uint32Array(BUCKETS);
  let total = 0;
  return {
    add(milliseconds) {
      const bucket = milliseconds <= MINIMUM ? 0 : Math.ceil(Math.log(milliseconds / MINIMUM) / GROWTH);
      const index = Math.min(bucket, BUCKETS - 1);
      counts[index] = (counts[index] as number) + 1;
      total++;
    },
    percentile(share) {
      let left = total * share;
      for (const [bucket, count] of counts.entries()) {
        left -= count;
        if (left <= 0) return MINIMUM * Math.exp(bucket * GROWTH);
      }
      return Number.NaN;
    },
  };
};
