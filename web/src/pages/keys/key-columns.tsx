import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/values.tsx";
import { said } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { isOldOneGood, keyState, namesShown, prefixOf, type ShownKey } from "./key.ts";

interface ColumnOptions {
  /** Sees several tenants. */
  readonly operator: boolean;
  readonly open: (key: ShownKey) => void;
}

export const keyColumns = ({ operator, open }: ColumnOptions): readonly Column<ShownKey>[] => [
  {
    ...{ key: "name", title: "Key" },
    cell: (key) => (
      <span className="key-name" title={`${said(key.name)} (${prefixOf(key)})`}>
        {/* What opens it is the row; a name that is a button says so to those who tab through. */}
        <button
          type="button"
          className="link cut"
          onClick={(event) => {
            event.stopPropagation();
            open(key);
          }}
        >
          {said(key.name, 80)}
        </button>
        <code className="faint">{prefixOf(key)}</code>
      </span>
    ),
  },
  ...(operator
    ? [{ ...{ key: "tenant", title: "Tenant", width: "7rem", wide: true as const }, cell: tenantCell }]
    : []),
  { key: "state", title: "State", width: "6.5rem", cell: (key) => <StateBadge shown={key} /> },
  { ...{ key: "opens", title: "Opens", width: "11rem", wide: true }, cell: (key) => <Opens shown={key} /> },
  {
    ...{ key: "used", title: "Last used", width: "6.25rem", wide: true },
    cell: ({ last_used_at }) => <TimeAgo at={last_used_at} />,
  },
  { ...{ key: "ends", title: "Ends", width: "8.5rem", wide: true }, cell: (key) => <Ends shown={key} /> },
  { ...{ key: "quota", title: "Quota", width: "6.5rem", wide: true }, cell: (key) => <QuotaBars shown={key} /> },
];

const tenantCell = ({ tenant }: ShownKey) => said(tenant, 64);

export const StateBadge = ({ shown }: { readonly shown: ShownKey }) => {
  const { word, tone, about } = keyState(shown, Date.now());
  return (
    <span title={about}>
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
};

const Opens = ({ shown: { admin, servers, tools } }: { readonly shown: ShownKey }) => {
  const words = [`${namesShown(servers)} servers`, ...(tools ? [`tools ${namesShown(tools)}`] : [])].join("; ");
  const text = servers
    ? [namesShown(servers), ...(tools ? [namesShown(tools)] : [])].join(": ")
    : tools
      ? namesShown(tools)
      : "everything";
  return (
    <span title={said(words)}>
      {admin && <Badge tone="accent">admin</Badge>} {said(text)}
    </span>
  );
};

/** Of the key, or of its old text if that comes first. */
const Ends = ({ shown }: { readonly shown: ShownKey }) => {
  const { expires_at, old_key_until } = shown;
  if (old_key_until !== undefined && isOldOneGood(shown, Date.now())) {
    return (
      <span title={`The old key works until ${moment(old_key_until)}`}>
        old one <TimeAgo at={old_key_until} />
      </span>
    );
  }
  return expires_at === undefined ? <span className="faint">never</span> : <TimeAgo at={expires_at} />;
};

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
