import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/values.tsx";
import { brief } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { isOldKeyValid, type KeyInfo, keyState, namesShown, prefixOf, type QuotaInfo } from "./key.ts";

interface ColumnOptions {
  /** Shows several tenants. */
  readonly operator: boolean;
  readonly open: (key: KeyInfo) => void;
}

export const keyColumns = ({ operator, open }: ColumnOptions): readonly Column<KeyInfo>[] => [
  {
    key: "name",
    title: "Key",
    cell: (key) => (
      <span className="key-name" title={`${brief(key.name)} (${prefixOf(key)})`}>
        {/* The whole row is clickable; the button makes that reachable by keyboard. */}
        <button
          type="button"
          className="link cut"
          onClick={(event) => {
            event.stopPropagation();
            open(key);
          }}
        >
          {brief(key.name, 80)}
        </button>
        <code className="faint">{prefixOf(key)}</code>
      </span>
    ),
  },
  ...(operator ? [{ key: "tenant", title: "Tenant", width: "7rem", wide: true as const, cell: tenantCell }] : []),
  { key: "state", title: "State", width: "6.5rem", cell: (key) => <StateBadge keyInfo={key} /> },
  { key: "opens", title: "Access", width: "11rem", wide: true, cell: (key) => <Access keyInfo={key} /> },
  {
    key: "used",
    title: "Last used",
    width: "6.25rem",
    wide: true,
    cell: ({ last_used_at }) => <TimeAgo at={last_used_at} />,
  },
  { key: "ends", title: "Expires", width: "8.5rem", wide: true, cell: (key) => <Expiry keyInfo={key} /> },
  { key: "quota", title: "Quota", width: "6.5rem", wide: true, cell: (key) => <QuotaBars quota={key} /> },
];

const tenantCell = ({ tenant }: KeyInfo) => brief(tenant, 64);

export const StateBadge = ({ keyInfo }: { readonly keyInfo: KeyInfo }) => {
  const { label, tone, about } = keyState(keyInfo, Date.now());
  return (
    <span title={about}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
};

const Access = ({ keyInfo: { admin, servers, tools } }: { readonly keyInfo: KeyInfo }) => {
  const words = [`${namesShown(servers)} servers`, ...(tools ? [`tools ${namesShown(tools)}`] : [])].join("; ");
  const text = servers
    ? [namesShown(servers), ...(tools ? [namesShown(tools)] : [])].join(": ")
    : tools
      ? namesShown(tools)
      : "everything";
  return (
    <span title={brief(words)}>
      {admin && <Badge tone="accent">admin</Badge>} {brief(text)}
    </span>
  );
};

/** When the key expires, or its old secret after a rotation, whichever comes first. */
const Expiry = ({ keyInfo }: { readonly keyInfo: KeyInfo }) => {
  const { expires_at, old_key_until } = keyInfo;
  if (old_key_until !== undefined && isOldKeyValid(keyInfo, Date.now())) {
    return (
      <span title={`The old key works until ${moment(old_key_until)}`}>
        old key <TimeAgo at={old_key_until} />
      </span>
    );
  }
  return expires_at === undefined ? <span className="faint">never</span> : <TimeAgo at={expires_at} />;
};

interface Quota {
  readonly per: "minute" | "day";
  readonly max: number;
  /** Undefined if the server does not report it. */
  readonly used: number | undefined;
}

const quotasOf = ({ per_minute, per_day, used_this_minute, used_today }: QuotaInfo): readonly Quota[] => [
  ...(per_minute === undefined ? [] : [{ per: "minute", max: per_minute, used: used_this_minute } as const]),
  ...(per_day === undefined ? [] : [{ per: "day", max: per_day, used: used_today } as const]),
];

const count = (value: number): string => value.toLocaleString("en-US");

const NEAR = 0.8;

const toneOf = (used: number, max: number): "ok" | "warn" | "bad" =>
  used >= max ? "bad" : used >= NEAR * max ? "warn" : "ok";

/** Used and allowed calls. `detailed` shows one line per quota, with numbers. */
export const QuotaBars = ({ quota, detailed = false }: { readonly quota: QuotaInfo; readonly detailed?: boolean }) => {
  const quotas = quotasOf(quota);
  if (quotas.length === 0) return <span className="faint">no limit</span>;
  return (
    <span className="quotas" data-roomy={detailed || undefined}>
      {quotas.map((each) => (
        <QuotaBar key={each.per} {...each} detailed={detailed} />
      ))}
    </span>
  );
};

const QuotaBar = ({ per, max, used, detailed }: Quota & { readonly detailed: boolean }) => {
  const limit = `${count(max)} per ${per}`;
  if (used === undefined)
    return <span className="number small">{detailed ? limit : `${count(max)}/${per === "day" ? "d" : "min"}`}</span>;
  const words = `${count(used)} of ${limit}`;
  return (
    <span className="quota" title={words}>
      <meter className="unseen" min={0} max={max} value={Math.min(used, max)} aria-label={words} />
      <span className="quota-bar" aria-hidden="true" data-tone={toneOf(used, max)}>
        <span style={{ width: `${Math.min(100, (100 * used) / max)}%` }} />
      </span>
      {detailed && <span className="number small">{words}</span>}
    </span>
  );
};
