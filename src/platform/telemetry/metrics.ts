import type { Metric, MetricSnapshot, SeriesSnapshot, Snapshot } from "./snapshot.ts";

export interface Counter {
  add(amount?: number): void;
}

export interface Histogram {
  observe(value: number): void;
}

/** The series of these label values: made when first asked for, the same one ever after. Ask once and keep it. */
type SeriesOf<Labels extends readonly string[], Series> = (...values: { [K in keyof Labels]: string }) => Series;

interface Definition<Labels extends readonly string[]> {
  readonly name: string;
  readonly help: string;
  readonly labels: Labels;
}

/** What is asked for when somebody looks: one value, or one for each value of the only label, or nothing known yet. */
export type Reading = () => number | Readonly<Record<string, number>> | undefined;

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

/** In one array of doubles, the sum behind the buckets: an observation allocates nothing. */
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
