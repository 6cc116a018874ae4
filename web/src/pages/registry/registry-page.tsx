import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { Badge, StatusBadge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, Loaded } from "../../components/states.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Duration, TimeAgo } from "../../components/values.tsx";
import { brief } from "../../format/text.ts";
import { goTo, hrefTo, useRoute } from "../../router/router.ts";
import { CheckHistory } from "./check-history.tsx";
import { PendingTools, RejectedTools } from "./pending-tools.tsx";
import { RegisterTool } from "./register/register-tool.tsx";
import { ToolView } from "./tool-view.tsx";
import { useTools } from "./use-tools.ts";
import "./registry-page.css";

/** `#/registry`, `#/registry?new=1`, `#/registry/packing?function=suggest`. */
const RegistryPage = () => {
  const { parts, query } = useRoute();
  const [name] = parts;
  if (name !== undefined) return <ToolView key={name} name={name} chosen={query["function"]} />;
  return query["new"] ? <RegisterTool /> : <ToolList />;
};

export default RegistryPage;

const MAX_TITLE_LENGTH = 300;

const NAME: Column<RegisteredTool> = {
  key: "name",
  title: "Tool",
  cell: ({ name, description }) => (
    <span className="tool-name" title={brief(`${name}: ${description}`, MAX_TITLE_LENGTH)}>
      <a href={hrefTo("registry", [name])} onClick={(event) => event.stopPropagation()}>
        {brief(name, 80)}
      </a>{" "}
      <span className="soft">{brief(description, MAX_TITLE_LENGTH)}</span>
    </span>
  ),
};

const STATE: readonly Column<RegisteredTool>[] = [
  { key: "status", title: "State", width: "7.5rem", cell: ({ status }) => <StatusBadge status={status} /> },
  { key: "since", title: "Since", width: "7.25rem", wide: true, cell: ({ since }) => <TimeAgo at={since} /> },
  {
    key: "time",
    title: "Latency",
    width: "6.5rem",
    align: "end",
    wide: true,
    cell: ({ response_time_ms }) => <Duration ms={response_time_ms} />,
  },
];

const HISTORY: Column<RegisteredTool> = {
  key: "history",
  title: "Last checks",
  width: "8.5rem",
  cell: ({ history }) =>
    history.length === 0 ? <span className="faint">none yet</span> : <CheckHistory history={history} />,
};

const FUNCTIONS: Column<RegisteredTool> = {
  key: "functions",
  title: "Functions",
  width: "6.5rem",
  align: "end",
  wide: true,
  cell: ({ functions }) => functions.length,
};

const VERSION: Column<RegisteredTool> = {
  key: "version",
  title: "Version",
  width: "12.5rem",
  wide: true,
  cell: ({ tool_id, next }) => (
    <span title={brief(tool_id)}>
      <code>{brief(tool_id, 80)}</code> {next && <Badge tone="warn">update pending</Badge>}
    </span>
  ),
};

const LAST_ERROR: Column<RegisteredTool> = {
  key: "error",
  title: "Last error",
  wide: true,
  cell: ({ last_error }) =>
    last_error === null ? (
      <span className="faint">none</span>
    ) : (
      <span title={brief(last_error, MAX_TITLE_LENGTH)}>{brief(last_error, MAX_TITLE_LENGTH)}</span>
    ),
};

const OWN: readonly Column<RegisteredTool>[] = [NAME, ...STATE, HISTORY, VERSION, LAST_ERROR];
const BUILT_IN: readonly Column<RegisteredTool>[] = [NAME, ...STATE, FUNCTIONS];

const RegisterLink = () => (
  <a className="button" data-variant="primary" href={hrefTo("registry", [], { new: "1" })}>
    <Icon name="plus" />
    Register a tool
  </a>
);

const ToolList = () => {
  const tools = useTools();
  return (
    <Page
      wide
      title="Registry"
      about="Tools that services register in the toolbox at runtime, and their health."
      actions={<RegisterLink />}
    >
      <Loaded from={tools} lines={6}>
        {({ tools: all, refusals }) => (
          <>
            <PendingTools tools={all} />
            <Card title="Registered by services" flush>
              <Rows label="Registered tools" columns={OWN} tools={all.filter((tool) => !tool.built_in)} />
            </Card>
            <RejectedTools refusals={refusals} />
            <Card title="Built in" actions={<span className="small soft">included with Taxiway</span>} flush>
              <Rows label="Built-in tools" columns={BUILT_IN} tools={all.filter((tool) => tool.built_in)} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
};

interface RowsProps {
  readonly label: string;
  readonly columns: readonly Column<RegisteredTool>[];
  readonly tools: readonly RegisteredTool[];
}

const Rows = ({ label, columns, tools }: RowsProps) => {
  if (tools.length === 0)
    return columns === OWN ? <NoRegisteredTools /> : <EmptyState title="Your key has no access to built-in tools" />;
  return (
    <Table
      label={label}
      columns={columns}
      rows={tools}
      rowKey={({ name }) => name}
      height={tools.length > 40 ? "36rem" : "fit"}
      onOpen={({ name }) => goTo("registry", [name])}
    />
  );
};

const NoRegisteredTools = () => (
  <EmptyState title="No registered tools yet" action={<RegisterLink />}>
    Any HTTP service can register tools with one request. For a complete example, see “A service of your own” in{" "}
    <code>docs/extending.md</code>.
  </EmptyState>
);
