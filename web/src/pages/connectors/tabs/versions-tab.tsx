import { useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
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
import type { Connector, VersionShown, VersionsAnswer } from "../answers.ts";
import type { TabProps } from "../connector-view.tsx";

/** Every version there was: served again, taken away, or kept as a file. */
export const VersionsTab = ({ work, bench, onServed }: TabProps) => {
  const path = `/connectors/${part(work.name)}`;
  const kept = useData<VersionsAnswer>(`${path}/versions`);
  const [asked, setAsked] = useState<{ readonly version?: number }>();
  const act = useAction(async (version: number | undefined) => {
    if (version === undefined) await api.post(`${path}/unpublish`);
    else await api.post(`${path}/rollback`, { version });
    toast.ok(version === undefined ? "Nothing is served under this name any more." : `Version ${version} is served.`);
    setAsked(undefined);
    kept.reload();
    onServed();
    void bench.open();
  });
  const save = useAction(async (version: number | "draft" | undefined) => {
    const document = await api.get<Connector>(`${path}/export`, { query: { version } });
    saveFile(
      `${work.name}${version === undefined ? "" : `-${version}`}.connector.json`,
      `${JSON.stringify(document, null, 2)}\n`,
    );
  });
  return (
    <Loaded from={kept}>
      {({ active, versions }) => (
        <div className="stack">
          <Card
            flush
            title="Versions"
            actions={
              <>
                {work.origin !== "version" && (
                  <Button
                    small
                    icon="download"
                    busy={save.busy}
                    onClick={() => void save.run(work.origin === "draft" ? "draft" : undefined)}
                  >
                    {work.origin === "draft" ? "Export the draft" : "Export"}
                  </Button>
                )}
                {active !== null && (
                  <Button small look="danger" onClick={() => setAsked({})}>
                    Unpublish
                  </Button>
                )}
              </>
            }
          >
            {versions.length === 0 ? (
              <EmptyState title="No version was published yet">
                {work.origin === "served"
                  ? "What is served ships with Taxiway. Make a draft of it to publish your own."
                  : "Approve tools of the draft, then publish it."}
              </EmptyState>
            ) : (
              <ul className="versions">
                {[...versions].reverse().map((each) => (
                  <Version
                    key={each.version}
                    shown={each}
                    active={each.version === active}
                    onServe={() => setAsked({ version: each.version })}
                    onExport={() => void save.run(each.version)}
                  />
                ))}
              </ul>
            )}
          </Card>
          {save.error && <ErrorState error={save.error} inline />}
          <Dialog
            title={asked?.version === undefined ? "Unpublish it?" : `Serve version ${asked.version}?`}
            open={asked !== undefined}
            onClose={() => setAsked(undefined)}
            actions={
              <>
                <Button onClick={() => setAsked(undefined)}>Leave it</Button>
                <Button
                  look={asked?.version === undefined ? "danger" : "main"}
                  busy={act.busy}
                  onClick={() => void act.run(asked?.version)}
                >
                  {asked?.version === undefined ? "Unpublish" : "Serve it"}
                </Button>
              </>
            }
          >
            <p>
              {asked?.version === undefined
                ? "Clients that are connected lose these tools at once. Versions and draft stay."
                : "Clients that are connected get its tools at once. The draft stays as it is."}
            </p>
            {act.error && <ErrorState error={act.error} inline />}
          </Dialog>
        </div>
      )}
    </Loaded>
  );
};

interface VersionProps {
  readonly shown: VersionShown;
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
        {breaking && <Badge tone="warn">broke callers</Badge>}
      </span>
      <span className="soft wraps">
        {tools} {tools === 1 ? "tool" : "tools"}, <TimeAgo at={published_at} /> by {plain(published_by)}
      </span>
      <span className="row">
        {!active && (
          <Button small onClick={onServe}>
            Serve this again<span className="unseen"> (version {version})</span>
          </Button>
        )}
        <Button small look="quiet" icon="download" aria-label={`Export version ${version}`} onClick={onExport} />
      </span>
    </li>
  );
};
