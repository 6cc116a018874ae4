import { useState } from "react";
import { usePages } from "../../../api/use-pages.ts";
import { Badge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import { Duration } from "../../../components/quantities.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { plain, said } from "../../../format/text.ts";
import { moment } from "../../../format/time.ts";
import type { Invocation } from "../answers.ts";
import { whoCalled } from "./who-called.ts";

const COLUMNS: readonly Column<Invocation>[] = [
  { key: "tool", title: "Tool", cell: ({ tool }) => said(tool, 130) },
  {
    ...{ key: "outcome", title: "Outcome", width: "7.5rem" },
    cell: ({ outcome, error }) => (
      <Badge tone={outcome === "ok" ? "ok" : "bad"}>{wordOf(error?.kind ?? outcome)}</Badge>
    ),
  },
  { ...{ key: "message", title: "Message", wide: true }, cell: ({ error }) => said(error?.message ?? "") },
  { ...{ key: "who", title: "Who", width: "9.5rem", wide: true }, cell: (call) => <Who call={call} /> },
  { ...{ key: "source", title: "Source", width: "5.5rem", wide: true }, cell: ({ source }) => source ?? "–" },
  {
    ...{ key: "version", title: "Version", width: "4.75rem", align: "end", wide: true },
    cell: ({ version }) => said(String(version ?? "–"), 20),
  },
  {
    ...{ key: "ms", title: "Took", width: "5.5rem", align: "end", wide: true },
    cell: ({ milliseconds }) => <Duration ms={milliseconds} />,
  },
  { ...{ key: "at", title: "When", width: "5.75rem", align: "end" }, cell: ({ at }) => <TimeAgo at={at} /> },
];

const wordOf = (kind: string): string => said(kind.replaceAll("_", " "), 40);

const Who = ({ call }: { readonly call: Invocation }) => (
  <span className="mono" title={said(call.who ?? "")}>
    {whoCalled(call)}
  </span>
);

interface InvocationPage {
  readonly invocations: readonly Invocation[];
  readonly next_cursor?: string;
}

const pageOf = ({ invocations, next_cursor }: InvocationPage) => ({ rows: invocations, next_cursor });

/** Of all nodes, for as long as the server keeps them. */
export const LastCalls = ({ name }: { readonly name: string }) => {
  const pages = usePages<InvocationPage, Invocation>("/invocations", { server: name, limit: 50 }, pageOf);
  const [open, setOpen] = useState<Invocation>();
  const nothing = pages.rows.length === 0;
  return (
    <Card flush title="Last calls">
      {pages.error && <ErrorState error={pages.error} retry={pages.retry} inline={!nothing} />}
      {nothing && pages.loading && <Skeleton />}
      {nothing && !pages.loading && !pages.error && (
        <EmptyState title="Nobody called it yet">Connect a client as above and ask it for something.</EmptyState>
      )}
      {!nothing && (
        <Table
          label="Last calls"
          columns={COLUMNS}
          rows={pages.rows}
          rowKey={({ id }) => id}
          onOpen={setOpen}
          more={pages}
          height="24rem"
        />
      )}
      <Dialog
        title={said(open?.tool ?? "Call", 80)}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        size="wide"
      >
        {open && (
          <div className="stack">
            <p className="soft wraps">
              {moment(open.at)}, by {whoCalled(open)}
            </p>
            {open.error && <p className="field-problem wraps">{plain(open.error.message)}</p>}
            <JsonView value={open} label="The call" open={3} />
          </div>
        )}
      </Dialog>
    </Card>
  );
};
