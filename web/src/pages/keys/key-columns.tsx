import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { said } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import type { ShownKey } from "./answers.ts";
import { isOldOneGood, keyState, namesShown, prefixOf } from "./key-state.ts";
import { QuotaBars } from "./quota-bars.tsx";

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
