import type { LiveCall } from "../../../../src/console/contract.ts";
import { StatusBadge } from "../../components/badge.tsx";
import { Duration } from "../../components/quantities.tsx";
import type { Column } from "../../components/table.tsx";
import { plain, said } from "../../format/text.ts";
import { clockTime } from "../../format/time.ts";

type CallColumn = Column<LiveCall> & {
  /** Only for who looks after all tenants. */
  readonly operator?: true;
  /** Left out while a call is open beside the list. */
  readonly roomy?: true;
};

const COLUMNS: readonly CallColumn[] = [
  { key: "at", title: "Time", width: "6.25rem", wide: true, cell: ({ at }) => clockTime(at) },
  { key: "tool", title: "Tool", cell: ({ tool }) => said(tool) },
  { key: "server", title: "Server", width: "6.25rem", wide: true, roomy: true, cell: ({ server }) => said(server) },
  {
    ...{ key: "tenant", title: "Tenant", width: "6rem", wide: true, operator: true, roomy: true },
    cell: ({ tenant }) => said(tenant),
  },
  {
    ...{ key: "session", title: "Session", width: "6.25rem", wide: true, roomy: true },
    cell: ({ session_id }) => (
      <span className="mono" title={said(session_id)}>
        {plain(session_id.slice(0, 8))}
      </span>
    ),
  },
  { key: "outcome", title: "Outcome", width: "8rem", cell: ({ outcome }) => <StatusBadge status={outcome} /> },
  {
    ...{ key: "message", title: "Message", width: "22%", wide: true, roomy: true },
    cell: ({ message = "" }) => said(message),
  },
  {
    ...{ key: "ms", title: "Took", width: "5.5rem", align: "end" },
    cell: ({ milliseconds }) => <Duration ms={milliseconds} />,
  },
];

export const liveColumns = (isOperator: boolean, isOpen: boolean): readonly Column<LiveCall>[] =>
  COLUMNS.filter(({ operator, roomy }) => (isOperator || !operator) && !(isOpen && roomy));
