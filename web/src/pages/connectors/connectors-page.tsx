import { lazy, Suspense } from "react";
import { useData } from "../../api/use-data.ts";
import { Card } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, Loaded, Skeleton } from "../../components/states.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/values.tsx";
import { plain } from "../../format/text.ts";
import { goTo, hrefTo, useRoute } from "../../router/router.ts";
import { ConnectorView, Served } from "./connector-view.tsx";
import { NewConnector } from "./new/new-connector.tsx";
import type { ConnectorSummary } from "./responses.ts";
import "./connectors-page.css";

/** Loaded lazily because of its graph library. */
const ToolView = lazy(() => import("./canvas/tool-view.tsx"));

/** `#/connectors`, `#/connectors?new=1`, `#/connectors/pets?tab=versions`, `#/connectors/pets/list_pets?step=http`. */
const ConnectorsPage = () => {
  const { parts, query } = useRoute();
  const [name, tool] = parts;
  if (name === undefined) return query["new"] ? <NewConnector /> : <ConnectorList />;
  if (tool === undefined) return <ConnectorView key={name} name={name} />;
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <ToolView key={`${name}/${tool}`} name={name} toolName={tool} />
    </Suspense>
  );
};

export default ConnectorsPage;

const hrefToNew = hrefTo("connectors", [], { new: "1" });

const NewLink = () => (
  <a className="button" data-variant="primary" href={hrefToNew}>
    <Icon name="plus" />
    New connector
  </a>
);

const COLUMNS: readonly Column<ConnectorSummary>[] = [
  {
    key: "name",
    title: "Connector",
    cell: ({ name, title }) => (
      <span className="connector-name" title={`${plain(title)} (${name})`}>
        <a href={hrefTo("connectors", [name])} onClick={(event) => event.stopPropagation()}>
          {plain(title)}
        </a>{" "}
        <span className="mono faint">{name}</span>
      </span>
    ),
  },
  { key: "served", title: "Served", width: "9rem", cell: (row) => <Served {...row} /> },
  { key: "versions", title: "Versions", width: "6rem", align: "end", wide: true, cell: (row) => row.versions },
  {
    key: "draft",
    title: "Draft",
    width: "12rem",
    wide: true,
    cell: ({ draft }) =>
      draft ? (
        <span className="number">
          {draft.approved} of {draft.tools} approved
        </span>
      ) : (
        <span className="faint">none</span>
      ),
  },
  {
    key: "saved",
    title: "Draft saved",
    width: "8rem",
    wide: true,
    cell: ({ draft }) => (draft ? <TimeAgo at={draft.saved_at} /> : <span className="faint">–</span>),
  },
];

const ConnectorList = () => {
  const listed = useData<{ readonly connectors: readonly ConnectorSummary[] }>("/connectors");
  return (
    <Page title="Connectors" about="Turn APIs into tools. Each connector is its own MCP server." actions={<NewLink />}>
      <Card flush>
        <Loaded from={listed}>
          {({ connectors }) =>
            connectors.length === 0 ? (
              <EmptyState title="No connectors yet" action={<NewLink />}>
                Import an OpenAPI document or XML samples, choose the tools that agents may call, and publish.
              </EmptyState>
            ) : (
              <Table
                label="Connectors"
                height="fit"
                columns={COLUMNS}
                rows={connectors}
                rowKey={({ name }) => name}
                onOpen={({ name }) => goTo("connectors", [name])}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
};
