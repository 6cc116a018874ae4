/** One part of the report: tables to read, figures that limits hold, and for some figures the cases behind them. */
export interface Section {
  readonly title: string;
  readonly tables: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
  readonly cases: Readonly<Record<string, readonly string[]>>;
}

/** The value below which that share of the values lies; NaN without values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

export const share = (part: number, whole: number): number => (whole === 0 ? Number.NaN : part / whole);

export const percent = (value: number): string => (Number.isNaN(value) ? "–" : `${(value * 100).toFixed(1)} %`);

export const dollars = (cents: number): string => (Number.isNaN(cents) ? "–" : `$${Math.round(cents / 100)}`);

export const countBy = <Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};

export const groupBy = <Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

/** The five figures by which a spread of values is read. */
export const SPREAD = ["p10", "p50", "p90", "min", "max"] as const;
export const spread = (values: readonly number[], text: (value: number) => string): readonly string[] =>
  [quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9), quantile(values, 0), quantile(values, 1)].map(
    text,
  );

export const WORST = 10;

/** The first cases of a list in order of badness, with a line for the rest. */
export const worst = <Item>(items: readonly Item[], badness: (item: Item) => number): readonly Item[] =>
  [...items].sort((a, b) => badness(b) - badness(a)).slice(0, WORST);
