import { useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/login.ts";
import { useAction } from "../../../api/use-action.ts";
import { useData } from "../../../api/use-data.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Checkbox } from "../../../components/field.tsx";
import { EmptyState, ErrorState, Loaded } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { plain } from "../../../format/text.ts";
import { goTo, hrefTo } from "../../../router/router.ts";
import type { TabProps } from "../connector-view.tsx";
import { isDirty } from "../draft/editor.ts";
import { Remark } from "../draft/remarks.tsx";
import type { Change, ConnectorSummary, DiffResponse, DraftedTool, PublishResponse } from "../responses.ts";

const TONES: Readonly<Record<Change["change"], Tone>> = { added: "ok", removed: "bad", changed: "accent" };

/** The changes that callers would notice, before publishing. */
export const PublishTab = ({ copy, editor, state, onServedChange }: TabProps) => {
  const draft = copy.origin === "draft";
  const path = `/connectors/${part(copy.name)}`;
  const diff = useData<DiffResponse>(draft ? `${path}/diff` : undefined);
  const { data } = useData<{ readonly connectors: readonly ConnectorSummary[] }>("/connectors");
  const served = data?.connectors.find(({ name }) => name === copy.name)?.served ?? true;
  const [breakingAllowed, setBreakingAllowed] = useState(false);
  const publish = useAction(async () => {
    const answer = await api.post<PublishResponse>(`${path}/publish`, breakingAllowed ? { allow_breaking: true } : {});
    const text = answer.unchanged ? "No changes:" : "Published:";
    toast.ok(`${text} version ${answer.version} is served at /mcp/${copy.name}.`);
    onServedChange();
    const missing = (answer.credentials_missing ?? []).length > 0;
    goTo("connectors", [copy.name], { tab: missing ? "credentials" : "use" });
  });
  if (!draft) {
    return (
      <Card>
        <EmptyState
          title="No draft"
          action={
            <Button busy={state.busy} onClick={() => void editor.startDraft()}>
              Create draft
            </Button>
          }
        >
          Published versions never change. Edit a draft and publish it as the next version.
        </EmptyState>
      </Card>
    );
  }
  const dirty = isDirty(copy);
  const approved = copy.drafted.filter((each) => each.approved);
  return (
    <Loaded from={diff}>
      {({ changes, breaking, left_out, credentials_missing = [] }) => (
        <div className="stack">
          <Card
            title="Changes for callers"
            actions={
              <Badge tone={breaking ? "bad" : "ok"}>{breaking ? "breaking changes" : "no breaking changes"}</Badge>
            }
          >
            <Changes changes={served ? changes : initialChanges(approved, changes)} approved={approved.length} />
          </Card>
          {left_out.length > 0 && (
            <Card title={`Not included: ${left_out.length} not approved`}>
              <p className="soft wraps">
                {left_out.slice(0, 30).map(plain).join(", ")}
                {left_out.length > 30 && ` and ${left_out.length - 30} more`}
              </p>
            </Card>
          )}
          {breaking && (
            <Checkbox label="Publish breaking changes" checked={breakingAllowed} onChecked={setBreakingAllowed} />
          )}
          {credentials_missing.length > 0 && <MissingCredentials name={copy.name} missing={credentials_missing} />}
          {publish.error && <ErrorState error={publish.error} inline />}
          <div className="row">
            <Button
              variant="primary"
              busy={publish.busy}
              disabled={dirty || approved.length === 0 || state.busy || (breaking && !breakingAllowed)}
              onClick={() => void publish.run()}
            >
              Publish
            </Button>
            <span className="soft wraps">
              {dirty
                ? "Save the draft first."
                : `Served immediately at /mcp/${copy.name}. Published versions cannot be changed.`}
            </span>
          </div>
        </div>
      )}
    </Loaded>
  );
};

const MissingCredentials = ({ name, missing }: { readonly name: string; readonly missing: readonly string[] }) => (
  <Remark>
    {missing.length === 1 ? "A credential is" : `${missing.length} credentials are`} not set:{" "}
    <span className="mono">{missing.map(plain).join(", ")}</span>. Calls that need{" "}
    {missing.length === 1 ? "it" : "them"} fail until then.{" "}
    <a href={hrefTo("connectors", [name], { tab: "credentials" })}>Set credentials</a>
  </Remark>
);

/** Before the first version everything approved is new. */
const initialChanges = (approved: readonly DraftedTool[], changes: readonly Change[]): readonly Change[] =>
  changes.length > 0
    ? changes
    : approved.map(({ name }) => ({ tool: name, change: "added", breaking: false, details: [] }));

const Changes = ({ changes, approved }: { readonly changes: readonly Change[]; readonly approved: number }) => {
  if (changes.length > 0) {
    return (
      <ul className="changes">
        {changes.map((change) => (
          <ChangeItem key={`${change.change} ${change.tool}`} change={change} />
        ))}
      </ul>
    );
  }
  return (
    <p className="soft">
      {approved > 0
        ? "No changes: the approved tools are already served."
        : "No tools are approved. Select tools on the Tools tab and approve them."}
    </p>
  );
};

const ChangeItem = ({ change: { tool, change, breaking, details } }: { readonly change: Change }) => (
  <li>
    <p className="row">
      <Badge tone={TONES[change]}>{change}</Badge>
      <span className="mono wraps">{tool === undefined ? "connector" : plain(tool)}</span>
      {breaking && <Badge tone="bad">breaking</Badge>}
    </p>
    {details.length > 0 && (
      <ul>
        {details.map(({ field, message, breaking: breaks }) => (
          <li key={`${field} ${message}`} className="wraps" data-breaking={breaks || undefined}>
            {plain(message)} {breaks && <strong>(breaking)</strong>}
          </li>
        ))}
      </ul>
    )}
  </li>
);
