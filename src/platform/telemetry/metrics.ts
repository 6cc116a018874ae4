interface Counter {
  add(amount?: number): void;
}

interface Histogram {
  observe(value: number): void;
}

/** Returns the series with these label values, always the same one. Callers should keep it. */
type SeriesOf<Labels extends readonly string[], Series> = (...values: { [K in keyof Labels]: string }) => Series;

interface Definition<Labels extends readonly string[]> {
  readonly name: string;
  readonly help: string;
  readonly labels: Labels;
}

/** Returns one value, or a value per label value; undefined while it is unknown. Called for each snapshot. */
type Reading = () => number | Readonly<Record<string, number>> | undefined;

export interface Registry {
  counter<const Labels extends readonly string[]>(definition: Definition<Labels>): SeriesOf<Labels, Counter>;
  histogram<const Labels extends readonly string[]>(
    definition: Definition<Labels> & { readonly bounds: readonly number[] },
  ): SeriesOf<Labels, Histogram>;
  reading(definition: Omit<Metric, "labels"> & { readonly label?: string }, read: Reading): void;
  snapshot(): Snapshot;
}

export const createRegistry = (): Registry => {
  const metrics: (() => MetricSnapshot)[] = [];

  const family = <Series extends { read(): Omit<SeriesSnapshot, "labels"> }>(
    metric: Omit<MetricSnapshot, "series" | "merge">,
    create: () => Series,
  ): ((...values: readonly string[]) => Series) => {
    const kept = new Map<string, { readonly labels: readonly string[]; readonly series: Series }>();
    metrics.push(() => ({
      ...metric,
      merge: "sum",
      series: [...kept.values()].map(({ labels, series }) => ({ labels, ...series.read() })),
    }));
    return (...labels) => {
      const key = JSON.stringify(labels);
      const entry = kept.get(key) ?? { labels, series: create() };
      kept.set(key, entry);
      return entry.series;
    };
  };

  return {
    counter: (definition) => family({ ...definition, type: "counter" }, createCounter),

    histogram: (definition) => family({ ...definition, type: "histogram" }, () => createHistogram(definition.bounds)),

    reading({ label, ...metric }, read) {
      const labels = label === undefined ? [] : [label];
      metrics.push(() => ({ ...metric, labels, series: readingSeries(read()) }));
    },

    snapshot: () => metrics.map((read) => read()),
  };
};

const createCounter = () => {
  let value = 0;
  return {
    add(amount = 1) {
      value += amount;
    },
    read: () => ({ value }),
  };
};

/** Keeps buckets and sum in one typed array, so that an observation allocates nothing. */
const createHistogram = (bounds: readonly number[]) => {
  const sum = bounds.length + 1;
  const cells = new Float64Array(bounds.length + 2);
  return {
    observe(value: number) {
      let bucket = 0;
      while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket++;
      cells[bucket] = (cells[bucket] as number) + 1;
      cells[sum] = (cells[sum] as number) + value;
    },
    read: () => ({ value: cells[sum] as number, buckets: [...cells.subarray(0, sum)] }),
  };
};

const readingSeries = (read: ReturnType<Reading>): readonly SeriesSnapshot[] => {
  if (read === undefined) return [];
  if (typeof read === "number") return [{ labels: [], value: read }];
  return Object.entries(read).map(([label, value]) => ({ labels: [label], value }));
};

/** The metrics of a process as plain JSON, which can be sent to another process and merged there. */
export type Snapshot = readonly MetricSnapshot[];

interface MetricSnapshot extends Metric {
  /** Upper bounds of a histogram's buckets; larger values have a bucket of their own. */
  readonly bounds?: readonly number[];
  readonly series: readonly SeriesSnapshot[];
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** How values of several processes are merged. Values that all read from the same store must not be summed. */
  readonly merge: keyof typeof MERGES;
  readonly labels: readonly string[];
}

interface SeriesSnapshot {
  /** Values in the order of the metric's labels. */
  readonly labels: readonly string[];
  /** For a histogram, the sum of all observations. */
  readonly value: number;
  /** For a histogram, the number of observations in each bucket, not cumulated. */
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

export const PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Formats a snapshot in the Prometheus text format, version 0.0.4. */
export const prometheusText = (snapshot: Snapshot): string =>
  snapshot
    .filter(({ series }) => series.length > 0)
    .flatMap((metric) => [
      `# HELP ${metric.name} ${escapeHelp(metric.help)}\n`,
      `# TYPE ${metric.name} ${metric.type}\n`,
      ...metric.series.flatMap((series) => samples(metric, series)),
    ])
    .join("");

const samples = (metric: MetricSnapshot, { labels, value, buckets }: SeriesSnapshot): readonly string[] => {
  const { name, bounds = [] } = metric;
  const named = metric.labels.map((label, i) => `${label}="${escapeLabel(labels[i] ?? "")}"`);
  if (buckets === undefined) return [sample(name, named, value)];
  let count = 0;
  const cumulated = buckets.map((inBucket, i) => {
    count += inBucket;
    return sample(`${name}_bucket`, [...named, `le="${number(bounds[i] ?? Number.POSITIVE_INFINITY)}"`], count);
  });
  return [...cumulated, sample(`${name}_sum`, named, value), sample(`${name}_count`, named, count)];
};

const sample = (name: string, labels: readonly string[], value: number): string =>
  `${name}${labels.length > 0 ? `{${labels.join(",")}}` : ""} ${number(value)}\n`;

const number = (value: number): string => String(value).replace("Infinity", "Inf").replace(/^Inf/, "+Inf");

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };
const escapeHelp = (text: string): string => text.replace(/[\\\n]/g, (character) => ESCAPES[character] ?? character);
const escapeLabel = (text: string): string => text.replace(/[\\\n"]/g, (character) => ESCAPES[character] ?? character);
