import { useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/login.ts";
import { useAction } from "../../../api/use-action.ts";
import { useData } from "../../../api/use-data.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState, ErrorState, Loaded } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { TimeAgo } from "../../../components/values.tsx";
import { saveFile } from "../../../format/export-text.ts";
import { plain } from "../../../format/text.ts";
import type { TabProps } from "../connector-view.tsx";
import type { Connector, VersionSummary, VersionsResponse } from "../responses.ts";

const NO_VERSIONS: VersionsResponse = { active: null, versions: [] };

/** All versions, with rollback, unpublish and export. */
export const VersionsTab = ({ copy, editor, onServedChange }: TabProps) => {
  const path = `/connectors/${part(copy.name)}`;
  const loaded = useData<VersionsResponse>(`${path}/versions`);
  // The server knows no versions of a connector that was never published.
  const neverPublished = loaded.error?.kind === "not_found";
  const [pending, setPending] = useState<{ readonly version?: number }>();
  const changeServed = useAction(async (version: number | undefined) => {
    if (version === undefined) await api.post(`${path}/unpublish`);
    else await api.post(`${path}/rollback`, { version });
    toast.ok(
      version === undefined ? "Unpublished. Nothing is served under this name." : `Version ${version} is now served.`,
    );
    setPending(undefined);
    loaded.reload();
    onServedChange();
    void editor.open();
  });
  const save = useAction(async (version: number | "draft" | undefined) => {
    const document = await api.get<Connector>(`${path}/export`, { query: { version } });
    saveFile(
      `${copy.name}${version === undefined ? "" : `-${version}`}.connector.json`,
      `${JSON.stringify(document, null, 2)}\n`,
    );
  });
  return (
    <Loaded from={neverPublished ? { ...loaded, data: NO_VERSIONS, error: undefined } : loaded}>
      {({ active, versions }) => (
        <div className="stack">
          <Card
            flush
            title="Versions"
            actions={
              <>
                {copy.origin !== "version" && (
                  <Button
                    small
                    icon="download"
                    busy={save.busy}
                    onClick={() => void save.run(copy.origin === "draft" ? "draft" : undefined)}
                  >
                    {copy.origin === "draft" ? "Export draft" : "Export"}
                  </Button>
                )}
                {active !== null && (
                  <Button small variant="danger" onClick={() => setPending({})}>
                    Unpublish
                  </Button>
                )}
              </>
            }
          >
            {versions.length === 0 ? (
              <EmptyState title="No versions yet">
                {copy.origin === "served"
                  ? "The served version ships with Taxiway. Create a draft to publish your own."
                  : "Approve tools of the draft, then publish it."}
              </EmptyState>
            ) : (
              <ul className="versions">
                {[...versions].reverse().map((each) => (
                  <Version
                    key={each.version}
                    shown={each}
                    active={each.version === active}
                    onServe={() => setPending({ version: each.version })}
                    onExport={() => void save.run(each.version)}
                  />
                ))}
              </ul>
            )}
          </Card>
          {save.error && <ErrorState error={save.error} inline />}
          <Dialog
            title={pending?.version === undefined ? "Unpublish this connector?" : `Serve version ${pending.version}?`}
            open={pending !== undefined}
            onClose={() => setPending(undefined)}
            actions={
              <>
                <Button onClick={() => setPending(undefined)}>Cancel</Button>
                <Button
                  variant={pending?.version === undefined ? "danger" : "primary"}
                  busy={changeServed.busy}
                  onClick={() => void changeServed.run(pending?.version)}
                >
                  {pending?.version === undefined ? "Unpublish" : "Serve"}
                </Button>
              </>
            }
          >
            <p>
              {pending?.version === undefined
                ? "Connected clients lose its tools immediately. Versions and draft are kept."
                : "Connected clients get its tools immediately. The draft is not affected."}
            </p>
            {changeServed.error && <ErrorState error={changeServed.error} inline />}
          </Dialog>
        </div>
      )}
    </Loaded>
  );
};

interface VersionProps {
  readonly shown: VersionSummary;
  readonly active: boolean;
  readonly onServe: () => void;
  readonly onExport: () => void;
}

const Version = ({ shown, active, onServe, onExport }: VersionProps) => {
  const { version, published_at, published_by, tools, breaking } = shown;
  return (
    <li>
      <span className="row">
        <strong className="number">{version}</strong>
        {active && <Badge tone="ok">served</Badge>}
        {breaking && <Badge tone="warn">breaking</Badge>}
      </span>
      <span className="soft wraps">
        {tools} {tools === 1 ? "tool" : "tools"}, <TimeAgo at={published_at} /> by {plain(published_by)}
      </span>
      <span className="row">
        {!active && (
          <Button small onClick={onServe}>
            Serve<span className="unseen"> (version {version})</span>
          </Button>
        )}
        <Button small variant="quiet" icon="download" aria-label={`Export version ${version}`} onClick={onExport} />
      </span>
    </li>
  );
};
