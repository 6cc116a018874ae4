import { useData } from "../../api/use-data.ts";
import { hrefTo } from "../../app/route.ts";
import { goTo } from "../../app/use-route.ts";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { plain } from "../../format/text.ts";
import type { Listed } from "./answers.ts";

export const hrefToNew = hrefTo("connectors", [], { new: "1" });

const NewLink = () => (
  <a className="button" data-look="main" href={hrefToNew}>
    <Icon name="plus" />
    New connector
  </a>
);

const COLUMNS: readonly Column<Listed>[] = [
  {
    ...{ key: "name", title: "Connector" },
    cell: ({ name, title }) => (
      <span className="connector-name" title={`${plain(title)} (${name})`}>
        <a href={hrefTo("connectors", [name])} onClick={(event) => event.stopPropagation()}>
          {plain(title)}
        </a>{" "}
        <span className="mono faint">{name}</span>
      </span>
    ),
  },
  { ...{ key: "served", title: "Served", width: "9rem" }, cell: (row) => <Served {...row} /> },
  { ...{ key: "versions", title: "Versions", width: "6rem", align: "end", wide: true }, cell: (row) => row.versions },
  {
    ...{ key: "draft", title: "Draft", width: "12rem", wide: true },
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
    ...{ key: "saved", title: "Saved", width: "8rem", wide: true },
    cell: ({ draft }) => (draft ? <TimeAgo at={draft.saved_at} /> : <span className="faint">–</span>),
  },
];

/** `version 3`, or that it ships with Taxiway, or that nothing is served. */
export const Served = ({ served, version, built_in }: Pick<Listed, "served" | "version" | "built_in">) => {
  if (version !== null) return <Badge tone="ok">version {version}</Badge>;
  if (built_in) return <Badge tone="ok">built in</Badge>;
  return <Badge>{served ? "served" : "not served"}</Badge>;
};

export const ConnectorList = () => {
  const listed = useData<{ readonly connectors: readonly Listed[] }>("/connectors");
  return (
    <Page
      title="Connectors"
      about="Other people's APIs as tools. Each connector is an MCP server of its own."
      actions={<NewLink />}
    >
      <Card flush>
        <Loaded from={listed}>
          {({ connectors }) =>
            connectors.length === 0 ? (
              <EmptyState title="There are no connectors yet" action={<NewLink />}>
                Bring an OpenAPI document or a few XML samples, choose what agents may call, and publish it.
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
