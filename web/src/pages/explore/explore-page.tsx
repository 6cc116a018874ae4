import { useEffect } from "react";
import type { Overview, ServerSummary } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { useEvent } from "../../api/events.ts";
import { useData } from "../../api/use-data.ts";
import { Select } from "../../components/field.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, Loaded } from "../../components/states.tsx";
import { effectOf, type Tool } from "../../components/tool-call/arguments.ts";
import { brief, plain, shorten } from "../../format/text.ts";
import { goTo, hrefTo, replaceRoute, useRoute } from "../../router/router.ts";
import { ToolBench } from "./tool-bench.tsx";
import "./explore-page.css";

/** Calls any tool of any server by hand, as an agent would. */
const ExplorePage = () => {
  const overview = useData<Overview>("/overview");
  return (
    <Page title="Explore" about="Call any tool as an agent would.">
      <Loaded from={overview} lines={8}>
        {(data) =>
          data.servers.length === 0 ? (
            <EmptyState title="No servers available">Your key has no access to a server. Ask the operator.</EmptyState>
          ) : (
            <ServerTools overview={data} />
          )
        }
      </Loaded>
    </Page>
  );
};

export default ExplorePage;

const ServerTools = ({ overview }: { readonly overview: Overview }) => {
  const { parts, query } = useRoute();
  const [serverName, toolName] = parts;
  const chosenCodes = overview.servers.find(({ name }) => name === serverName);
  const server = chosenCodes ?? overview.servers[0];
  const listed = useData<{ tools: readonly Tool[] }>(server && `/servers/${part(server.name)}/tools`);
  useEvent("tools", (changed) => changed.server === server?.name && listed.reload());
  const tools = listed.data?.tools;
  const tool = toolName === undefined ? defaultTool(tools) : tools?.find(({ name }) => name === toolName);

  // Keep the address shareable.
  useEffect(() => {
    if (server && tool && toolName === undefined && serverName === chosenCodes?.name) {
      replaceRoute("explore", [server.name, tool.name]);
    }
  }, [server, tool, toolName, serverName, chosenCodes]);

  if (!server) return null;
  if (serverName !== undefined && !chosenCodes) return <NotFound what="server" name={serverName} />;
  return (
    <>
      <ToolChooser servers={overview.servers} server={server} tools={tools} tool={tool} />
      <Loaded from={listed} lines={8}>
        {({ tools: all }) =>
          tool ? (
            <ToolBench
              key={JSON.stringify([server.name, tool.name, query])}
              {...{ server, tool, query }}
              tools={all.map(({ name }) => name)}
              url={`${overview.base_url}${server.path}`}
              auth={overview.auth}
            />
          ) : all.length === 0 ? (
            <EmptyState title="This server has no tools" action={<a href={hrefTo("explore")}>View other servers</a>}>
              Tools appear here as soon as the server has some.
            </EmptyState>
          ) : (
            <NotFound what="tool" name={toolName ?? ""} server={server.name} />
          )
        }
      </Loaded>
    </>
  );
};

/** A read-only tool if there is one. */
const defaultTool = (tools: readonly Tool[] = []): Tool | undefined =>
  tools.find((tool) => effectOf(tool) === "read-only") ?? tools[0];

interface NoSuchProps {
  readonly what: string;
  readonly name: string;
  readonly server?: string;
}

const NotFound = ({ what, name, server }: NoSuchProps) => (
  <EmptyState
    title={`No ${what} of that name`}
    action={<a href={hrefTo("explore", server === undefined ? [] : [server])}>View available</a>}
  >
    <code className="wraps">{brief(name)}</code> does not exist, or your key has no access to it.
  </EmptyState>
);

interface ToolChooserProps {
  readonly servers: readonly ServerSummary[];
  readonly server: ServerSummary;
  /** Undefined while loading. */
  readonly tools: readonly Tool[] | undefined;
  readonly tool: Tool | undefined;
}

const MAX = 80;

const ToolChooser = ({ servers, server, tools, tool }: ToolChooserProps) => (
  <div className="chooser">
    <Select
      label="Server"
      value={server.name}
      onValue={(name) => goTo("explore", [name])}
      choices={servers.map(({ name, title }) => ({ value: name, label: labelOf(name, title) }))}
    />
    <Select
      label="Tool"
      value={tool?.name ?? ""}
      disabled={tools === undefined || tools.length === 0}
      onValue={(name) => goTo("explore", [server.name, name])}
      choices={(tools ?? []).map(({ name, title }) => ({ value: name, label: labelOf(name, title) }))}
    />
  </div>
);

const labelOf = (name: string, title: string | undefined): string =>
  shorten(title === undefined || title === name ? plain(name) : `${plain(title)} (${plain(name)})`, MAX);
