import type { ReactNode } from "react";
import { useData } from "../../api/use-data.ts";
import { Badge } from "../../components/badge.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorState, Skeleton } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { brief, plain } from "../../format/text.ts";
import { hrefTo, replaceRoute, useRoute } from "../../router/router.ts";
import { DraftBar } from "./draft/draft-bar.tsx";
import { type DraftEditor, type EditorState, useEditor, type WorkingCopy } from "./draft/editor.ts";
import type { ConnectorSummary } from "./responses.ts";
import { AboutTab } from "./tabs/about-tab.tsx";
import { CredentialsTab } from "./tabs/credentials-tab.tsx";
import { PublishTab } from "./tabs/publish-tab.tsx";
import { UseTab } from "./tabs/use-tab.tsx";
import { VersionsTab } from "./tabs/versions-tab.tsx";
import { ToolList } from "./tools/tool-list.tsx";

export interface TabProps {
  readonly copy: WorkingCopy;
  readonly editor: DraftEditor;
  readonly state: Extract<EditorState, { state: "ready" }>;
  /** Called when another version is served, or none. */
  readonly onServedChange: () => void;
}

const TABS = {
  tools: { title: "Tools", Tab: ToolList },
  about: { title: "About", Tab: AboutTab },
  credentials: { title: "Credentials", Tab: CredentialsTab, ofRevision: true },
  publish: { title: "Publish", Tab: PublishTab, ofRevision: true },
  versions: { title: "Versions", Tab: VersionsTab },
  use: { title: "Use", Tab: UseTab },
} as const;
type TabName = keyof typeof TABS;

const isTab = (name: string | undefined): name is TabName => name !== undefined && Object.hasOwn(TABS, name);

export const ConnectorView = ({ name }: { readonly name: string }) => {
  const { query } = useRoute();
  const { editor, state } = useEditor(name);
  const { data, reload } = useData<{ readonly connectors: readonly ConnectorSummary[] }>("/connectors");
  const listed = data?.connectors.find((each) => each.name === name);
  const chosen = isTab(query["tab"]) ? query["tab"] : "tools";
  const { Tab, ...tab } = TABS[chosen];

  if (state.state !== "ready") {
    return (
      <Page title={brief(name, 80)} about={<Crumbs />}>
        {state.state === "loading" ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={state.error} retry={() => void editor.open()} />
        )}
      </Page>
    );
  }
  const { copy } = state;
  return (
    <Page
      title={plain(copy.current.title)}
      about={
        <Crumbs>
          <span className="mono">{name}</span> {listed && <Served {...listed} />}
        </Crumbs>
      }
    >
      <DraftBar state={state} editor={editor} />
      <Tabs
        label="Connector sections"
        tabs={Object.entries(TABS).map(([key, { title }]) => ({ key: key as TabName, title }))}
        chosen={chosen}
        onChoose={(tab) => replaceRoute("connectors", [name], { tab: tab === "tools" ? undefined : tab })}
      >
        <Tab
          key={"ofRevision" in tab ? copy.revision : chosen}
          copy={copy}
          editor={editor}
          state={state}
          onServedChange={reload}
        />
      </Tabs>
    </Page>
  );
};

export const Crumbs = ({ children }: { readonly children?: ReactNode }) => (
  <span className="crumbs">
    <a href={hrefTo("connectors")}>Connectors</a>
    {children !== undefined && <span aria-hidden="true">/</span>}
    {children}
  </span>
);

/** `version 3`, `built in` or `not served`. */
export const Served = ({ served, version, built_in }: Pick<ConnectorSummary, "served" | "version" | "built_in">) => {
  if (version !== null) return <Badge tone="ok">version {version}</Badge>;
  if (built_in) return <Badge tone="ok">built in</Badge>;
  return <Badge>{served ? "served" : "not served"}</Badge>;
};
