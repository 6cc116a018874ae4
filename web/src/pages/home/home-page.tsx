import { useState } from "react";
import type { LiveCall, Overview, ServerSummary } from "../../../../src/console/contract.ts";
import { mergeCalls, useEvent } from "../../api/events.ts";
import { useData } from "../../api/use-data.ts";
import { Badge, StatusBadge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { ClientSetup } from "../../components/client-setup.tsx";
import { CopyButton } from "../../components/code-block.tsx";
import { Select } from "../../components/field.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, Loaded } from "../../components/states.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Duration, TimeAgo } from "../../components/values.tsx";
import { plain } from "../../format/text.ts";
import { goTo, hrefTo } from "../../router/router.ts";
import { Vitals } from "./vitals.tsx";
import "./home-page.css";

/** Status, setup instructions, servers and the latest calls. */
const HomePage = () => {
  const overview = useData<Overview>("/overview", { pollMs: 15_000 });
  useEvent("tools", overview.reload);
  // Reload after a reconnect, because events may have been missed.
  useEvent("hello", overview.reload);
  return (
    <Page title="Home" about="A rehearsal world for travel agents: every booking is a test booking.">
      <Loaded from={overview} lines={8}>
        {(data) => (
          <>
            <Vitals overview={data} />
            <div className="home-columns">
              <ConnectCard overview={data} />
              <ServersCard servers={data.servers} />
            </div>
          </>
        )}
      </Loaded>
      <LastCalls />
    </Page>
  );
};

export default HomePage;

const ConnectCard = ({ overview }: { readonly overview: Overview }) => {
  const { servers, base_url, auth } = overview;
  const [name, setName] = useState("");
  const server = servers.find((each) => each.name === name) ?? servers[0];
  if (!server) {
    return (
      <Card title="Connect a client">
        <EmptyState title="No servers available">Your key has no access to a server. Ask the operator.</EmptyState>
      </Card>
    );
  }
  const url = `${base_url}${server.path}`;
  return (
    <Card title="Connect a client">
      <div className="stack">
        <Select
          label="Server"
          value={server.name}
          onValue={setName}
          choices={servers.map((each) => ({ value: each.name, label: `${each.title} (${each.name})` }))}
        />
        <p className="connect-address">
          <code className="wraps">{url}</code>
          <CopyButton text={url} what="the address" />
        </p>
        <ClientSetup server={server.name} url={url} auth={auth} />
      </div>
    </Card>
  );
};

const SOURCES: Readonly<Record<ServerSummary["source"], string>> = {
  sandbox: "Answers come from the generated world.",
  live: "Answers come from an external API.",
  mixed: "Answers come from the generated world and from external APIs.",
};

/** All MCP servers, linked to Explore. */
const ServersCard = ({ servers }: { readonly servers: readonly ServerSummary[] }) => (
  <Card title="Servers" flush>
    {servers.length === 0 ? (
      <EmptyState title="No servers">Your key has no access to a server.</EmptyState>
    ) : (
      <ul className="servers">
        {servers.map(({ name, title, path, tools, kind, source, version }) => (
          <li key={name}>
            <a className="server-title clamped" href={hrefTo("explore", [name])} title={plain(title)}>
              {plain(title)}
            </a>
            <span className="server-badges">
              {kind === "connector" && <Badge>connector</Badge>}
              <span title={SOURCES[source]}>
                <Badge tone={source === "sandbox" ? "neutral" : "accent"}>
                  {source === "live" ? "external API" : source}
                </Badge>
              </span>
            </span>
            <span className="server-facts clamped" title={`${path}, version ${version}`}>
              <code>{path}</code> · {tools === 1 ? "1 tool" : `${tools} tools`} · version {version}
            </span>
          </li>
        ))}
      </ul>
    )}
    <p className="servers-more">
      <a href={hrefTo("connectors")}>Add a connector</a>
    </p>
  </Card>
);

const SHOWN = 12;

const COLUMNS: readonly Column<LiveCall>[] = [
  { key: "tool", title: "Tool", cell: ({ tool }) => tool },
  { key: "server", title: "Server", width: "7rem", wide: true, cell: ({ server }) => server },
  { key: "outcome", title: "Outcome", width: "8rem", cell: ({ outcome }) => <StatusBadge status={outcome} /> },
  { key: "message", title: "Message", wide: true, cell: ({ message }) => message ?? "" },
  {
    key: "ms",
    title: "Took",
    width: "5.5rem",
    align: "end",
    cell: ({ milliseconds }) => <Duration ms={milliseconds} />,
  },
  { key: "at", title: "When", width: "6.5rem", align: "end", wide: true, cell: ({ at }) => <TimeAgo at={at} /> },
];

/** The latest calls, updated as they happen. */
const LastCalls = () => {
  const loaded = useData<{ readonly calls: readonly LiveCall[] }>("/calls", { query: { limit: SHOWN } });
  const [streamed, setHeard] = useState<readonly LiveCall[]>([]);
  useEvent("hello", loaded.reload);
  useEvent("call", (calls) => setHeard((before) => mergeCalls(calls, before, SHOWN)));
  return (
    <Card title="Last calls" flush actions={<a href={hrefTo("live")}>View all</a>}>
      <Loaded from={loaded}>
        {({ calls }) => {
          const shown = mergeCalls(streamed, calls, SHOWN);
          return shown.length === 0 ? (
            <EmptyState title="No calls yet" action={<a href={hrefTo("explore")}>Try a tool in Explore</a>}>
              Connect a client as shown above, and its calls appear here.
            </EmptyState>
          ) : (
            <Table
              label="Last calls"
              columns={COLUMNS}
              rows={shown}
              rowKey={({ id }) => id}
              height="fit"
              onOpen={({ id }) => goTo("live", [id])}
            />
          );
        }}
      </Loaded>
    </Card>
  );
};
