import { useState } from "react";
import type { Overview } from "../../../../../src/console/contract.ts";
import { useData } from "../../../api/use-data.ts";
import { usePages } from "../../../api/use-pages.ts";
import { Badge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { ClientSetup } from "../../../components/client-setup.tsx";
import { CopyButton } from "../../../components/code-block.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import { EmptyState, ErrorState, Loaded, Skeleton } from "../../../components/states.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { Duration, TimeAgo } from "../../../components/values.tsx";
import { brief, plain } from "../../../format/text.ts";
import { moment } from "../../../format/time.ts";
import { hrefTo } from "../../../router/router.ts";
import type { TabProps } from "../connector-view.tsx";
import type { ConnectorSummary, Invocation } from "../responses.ts";

/** How to connect clients, and the last calls. */
export const UseTab = ({ copy }: TabProps) => {
  const overview = useData<Overview>("/overview");
  const { data } = useData<{ readonly connectors: readonly ConnectorSummary[] }>("/connectors");
  const served = data?.connectors.find(({ name }) => name === copy.name)?.served;
  return (
    <div className="stack">
      <Card title="Connect a client">
        {served === false ? (
          <EmptyState
            title="Not published yet"
            action={
              <a className="button" href={hrefTo("connectors", [copy.name], { tab: "publish" })}>
                Publish
              </a>
            }
          >
            After publishing, the server is available at /mcp/{copy.name}.
          </EmptyState>
        ) : (
          <Loaded from={overview}>
            {({ base_url, auth }) => {
              const url = `${base_url}/mcp/${copy.name}`;
              return (
                <div className="stack">
                  <p className="row">
                    <code className="wraps">{url}</code>
                    <CopyButton text={url} what="the address" />
                  </p>
                  <ClientSetup server={copy.name} url={url} auth={auth} />
                </div>
              );
            }}
          </Loaded>
        )}
      </Card>
      <LastCalls name={copy.name} />
    </div>
  );
};

const COLUMNS: readonly Column<Invocation>[] = [
  { key: "tool", title: "Tool", cell: ({ tool }) => brief(tool, 130) },
  {
    key: "outcome",
    title: "Outcome",
    width: "7.5rem",
    cell: ({ outcome, error }) => (
      <Badge tone={outcome === "ok" ? "ok" : "bad"}>{wordOf(error?.kind ?? outcome)}</Badge>
    ),
  },
  { key: "message", title: "Message", wide: true, cell: ({ error }) => brief(error?.message ?? "") },
  { key: "who", title: "Caller", width: "9.5rem", wide: true, cell: (call) => <Caller call={call} /> },
  {
    key: "source",
    title: "Source",
    width: "5.5rem",
    wide: true,
    cell: ({ source }) => (source === "live" ? "API" : (source ?? "–")),
  },
  {
    key: "version",
    title: "Version",
    width: "4.75rem",
    align: "end",
    wide: true,
    cell: ({ version }) => brief(String(version ?? "–"), 20),
  },
  {
    key: "ms",
    title: "Took",
    width: "5.5rem",
    align: "end",
    wide: true,
    cell: ({ milliseconds }) => <Duration ms={milliseconds} />,
  },
  { key: "at", title: "When", width: "5.75rem", align: "end", cell: ({ at }) => <TimeAgo at={at} /> },
];

const wordOf = (kind: string): string => (kind === "ok" ? "OK" : brief(kind.replaceAll("_", " "), 40));

const Caller = ({ call }: { readonly call: Invocation }) => (
  <span className="mono" title={brief(call.who ?? "")}>
    {callerOf(call)}
  </span>
);

interface InvocationPage {
  readonly invocations: readonly Invocation[];
  readonly next_cursor?: string;
}

const pageOf = ({ invocations, next_cursor }: InvocationPage) => ({ rows: invocations, next_cursor });

/** Calls on all nodes, as long as the server keeps them. */
const LastCalls = ({ name }: { readonly name: string }) => {
  const pages = usePages<InvocationPage, Invocation>("/invocations", { server: name, limit: 50 }, pageOf, {
    pollMs: 3_000,
  });
  const [open, setOpen] = useState<Invocation>();
  const nothing = pages.rows.length === 0;
  return (
    <Card flush title="Last calls">
      {pages.error && <ErrorState error={pages.error} retry={pages.retry} inline={!nothing} />}
      {nothing && !pages.loaded && !pages.error && <Skeleton />}
      {nothing && pages.loaded && !pages.error && (
        <EmptyState title="No calls yet">Connect a client as shown above, and its calls appear here.</EmptyState>
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
        title={brief(open?.tool ?? "Call", 80)}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        size="wide"
      >
        {open && (
          <div className="stack">
            <p className="soft wraps">
              {moment(open.at)}, by {callerOf(open)}
            </p>
            {open.error && <p className="field-problem wraps">{plain(open.error.message)}</p>}
            <JsonView value={open} label="The call" open={3} />
          </div>
        )}
      </Dialog>
    </Card>
  );
};

/** Callers without an API key. */
const KEYLESS_CALLERS: Readonly<Record<string, string>> = {
  "admin-token": "admin token",
  "command-line": "command line",
  stdio: "stdio",
};
const KEY_ID = /^[0-9A-Za-z]{8}$/;
const SESSION_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The key's prefix as on the Keys page; without keys, the session ID as in Live. */
export const callerOf = ({ key_id = "none", who }: Pick<Invocation, "key_id" | "who">): string => {
  if (key_id === "none") return who === undefined ? "–" : brief(SESSION_ID.test(who) ? who.slice(0, 8) : who, 40);
  if (Object.hasOwn(KEYLESS_CALLERS, key_id)) return KEYLESS_CALLERS[key_id] ?? key_id;
  return KEY_ID.test(key_id) ? `twk_${key_id}_…` : brief(key_id, 40);
};
