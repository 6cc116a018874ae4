import type { ServerSummary } from "../../../../src/console/contract.ts";
import { hrefTo } from "../../app/route.ts";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { plain } from "../../format/text.ts";

const SOURCES: Readonly<Record<ServerSummary["source"], string>> = {
  sandbox: "Answers come from the generated world.",
  live: "Answers come from a live service.",
  mixed: "Some answers are generated, some come from live services.",
};

/** All MCP servers of this process, each a way into Explore. */
export const ServersCard = ({ servers }: { readonly servers: readonly ServerSummary[] }) => (
  <Card title="Servers" flush>
    {servers.length === 0 ? (
      <EmptyState title="None">Nothing is served to your key.</EmptyState>
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
                <Badge tone={source === "sandbox" ? "neutral" : "accent"}>{source}</Badge>
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
      <a href={hrefTo("connectors")}>Make tools out of another API</a>
    </p>
  </Card>
);
