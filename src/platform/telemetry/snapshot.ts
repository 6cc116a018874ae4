/** What a process has measured so far, as plain JSON: it can travel to another process and be merged with its own. */
export type Snapshot = readonly MetricSnapshot[];

export interface MetricSnapshot extends Metric {
  /** Upper ends of a histogram's buckets; what is larger than the last has a bucket of its own. */
  readonly bounds?: readonly number[];
  readonly series: readonly SeriesSnapshot[];
}

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** How several processes make one value: what they all read from the one store, for instance, must not be summed. */
  readonly merge: keyof typeof MERGES;
  readonly labels: readonly string[];
}

export interface SeriesSnapshot {
  /** In the order of the metric's labels. */
  readonly labels: readonly string[];
  /** Of a histogram, the sum of all observations. */
  readonly value: number;
  /** Of a histogram, the observations in each bucket alone. */
  readonly buckets?: readonly number[];
}

const MERGES = {
  sum: (one: number, other: number) => one + other,
  max: (one: number, other: number) => Math.max(one, other),
  min: (one: number, other: number) => Math.min(one, other),
} as const;

export const mergeSnapshots = (snapshots: readonly Snapshot[]): Snapshot => {
  const merged = new Map<string, { readonly metric: MetricSnapshot; readonly series: Map<string, SeriesSnapshot> }>();
  for (const metric of snapshots.flat()) {
    const { series } = merged.get(metric.name) ?? { series: new Map<string, SeriesSnapshot>() };
    merged.set(metric.name, { metric, series });
    for (const one of metric.series) {
      const key = JSON.stringify(one.labels);
      const other = series.get(key);
      series.set(key, other === undefined ? one : mergeSeries(metric, other, one));
    }
  }
  return [...merged.values()].map(({ metric, series }) => ({ ...metric, series: [...series.values()] }));
};

const mergeSeries = ({ merge }: Metric, one: SeriesSnapshot, other: SeriesSnapshot): SeriesSnapshot => ({
  labels: one.labels,
  value: MERGES[merge](one.value, other.value),
  ...(one.buckets && { buckets: one.buckets.map((count, i) => count + (other.buckets?.[i] ?? 0)) }),
});
