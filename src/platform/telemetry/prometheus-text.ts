import type { MetricSnapshot, SeriesSnapshot, Snapshot } from "./snapshot.ts";

export const PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The text format that Prometheus scrapes, version 0.0.4. */
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
