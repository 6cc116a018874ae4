import type { ShownKey } from "./answers.ts";

interface Quota {
  readonly per: "minute" | "day";
  readonly most: number;
  /** Undefined where the server does not count it for us. */
  readonly used: number | undefined;
}

const quotasOf = ({ per_minute, per_day, used_this_minute, used_today }: ShownKey): readonly Quota[] => [
  ...(per_minute === undefined ? [] : [{ per: "minute", most: per_minute, used: used_this_minute } as const]),
  ...(per_day === undefined ? [] : [{ per: "day", most: per_day, used: used_today } as const]),
];

const count = (value: number): string => value.toLocaleString("en-US");

const NEAR = 0.8;

const toneOf = (used: number, most: number): "ok" | "warn" | "bad" =>
  used >= most ? "bad" : used >= NEAR * most ? "warn" : "ok";

/** How many calls it may make, and has made. `roomy` where each has a line of its own, with both numbers. */
export const QuotaBars = ({ shown, roomy = false }: { readonly shown: ShownKey; readonly roomy?: boolean }) => {
  const quotas = quotasOf(shown);
  if (quotas.length === 0) return <span className="faint">no limit</span>;
  return (
    <span className="quotas" data-roomy={roomy || undefined}>
      {quotas.map((quota) => (
        <QuotaBar key={quota.per} {...quota} roomy={roomy} />
      ))}
    </span>
  );
};

const QuotaBar = ({ per, most, used, roomy }: Quota & { readonly roomy: boolean }) => {
  const limit = `${count(most)} a ${per}`;
  if (used === undefined)
    return <span className="number small">{roomy ? limit : `${count(most)}/${per === "day" ? "d" : "min"}`}</span>;
  const words = `${count(used)} of ${limit}`;
  return (
    <span className="quota" title={words}>
      <meter className="unseen" min={0} max={most} value={Math.min(used, most)} aria-label={words} />
      <span className="quota-bar" aria-hidden="true" data-tone={toneOf(used, most)}>
        <span style={{ width: `${Math.min(100, (100 * used) / most)}%` }} />
      </span>
      {roomy && <span className="number small">{words}</span>}
    </span>
  );
};
