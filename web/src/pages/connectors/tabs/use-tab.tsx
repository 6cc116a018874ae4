import { useState } from "react";
import type { Overview } from "../../../../../src/console/contract.ts";
import { useData } from "../../../api/use-data.ts";
import { usePages } from "../../../api/use-pages.ts";
import { hrefTo } from "../../../app/route.ts";
import { Badge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { ClientSetup } from "../../../components/client-setup.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import { Loaded } from "../../../components/loaded.tsx";
import { Duration } from "../../../components/quantities.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { plain } from "../../../format/text.ts";
import type { Invocation, Listed } from "../answers.ts";
import type { TabProps } from "../connector-view.tsx";

/** How clients reach it, and what they did. */
export const UseTab = ({ work }: TabProps) => {
  const overview = useData<Overview>("/overview");
  const { data } = useData<{ readonly connectors: readonly Listed[] }>("/connectors");
  const served = data?.connectors.find(({ name }) => name === work.name)?.served;
  return (
    <div className="stack">
      <Card title="Connect a client">
        {served === false ? (
          <EmptyState
            title="Nothing is served yet"
            action={
              <a className="button" href={hrefTo("connectors", [work.name], { tab: "publish" })}>
                Publish it
              </a>
            }
          >
            As soon as a version is published, its server is at /mcp/{work.name}.
          </EmptyState>
        ) : (
          <Loaded from={overview}>
            {({ base_url, auth }) => {
              const url = `${base_url}/mcp/${work.name}`;
              return (
                <div className="stack">
                  <p className="row">
                    <code className="wraps">{url}</code>
                    <CopyButton text={url} what="the address" />
                  </p>
                  <ClientSetup server={work.name} url={url} auth={auth} />
                </div>
              );
            }}
          </Loaded>
        )}
      </Card>
      <LastCalls name={work.name} />
    </div>
  );
};

const COLUMNS: readonly Column<Invocation>[] = [
  { key: "at", title: "When", width: "7rem", cell: ({ at }) => <TimeAgo at={at} /> },
  { key: "tool", title: "Tool", cell: ({ tool }) => plain(tool) },
  {
    ...{ key: "outcome", title: "Outcome", width: "6rem" },
    cell: ({ outcome, error }) => <Badge tone={outcome === "ok" ? "ok" : "bad"}>{error?.kind ?? outcome}</Badge>,
  },
  { key: "who", title: "Who", width: "12rem", wide: true, cell: ({ who }) => plain(who ?? "–") },
  { key: "source", title: "Source", width: "6rem", wide: true, cell: ({ source }) => source ?? "–" },
  { key: "version", title: "Version", width: "5rem", wide: true, cell: ({ version }) => version ?? "–" },
  { key: "ms", title: "Took", width: "6rem", align: "end", cell: ({ milliseconds }) => <Duration ms={milliseconds} /> },
];

interface InvocationPage {
  readonly invocations: readonly Invocation[];
  readonly next_cursor?: string;
}

const pageOf = ({ invocations, next_cursor }: InvocationPage) => ({ rows: invocations, next_cursor });

const LastCalls = ({ name }: { readonly name: string }) => {
  const pages = usePages<InvocationPage, Invocation>("/invocations", { server: name, limit: 50 }, pageOf);
  const [open, setOpen] = useState<Invocation>();
  const nothing = pages.rows.length === 0;
  return (
    <Card flush title="Last calls">
      {pages.error && <ErrorState error={pages.error} retry={pages.reload} inline={!nothing} />}
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
        title={plain(open?.tool ?? "Call")}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        size="wide"
      >
        {open && (
          <div className="stack">
            {open.error && <p className="field-problem wraps">{open.error.message}</p>}
            <JsonView value={open} label="The call" open={3} />
          </div>
        )}
      </Dialog>
    </Card>
  );
};
