import { useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
import { useAction } from "../../../api/use-action.ts";
import { useData } from "../../../api/use-data.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Checkbox } from "../../../components/field.tsx";
import { EmptyState, ErrorState, Loaded } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { plain } from "../../../format/text.ts";
import { goTo } from "../../../router/router.ts";
import type { TabProps } from "../connector-view.tsx";
import { isDirty } from "../draft/editor.ts";
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
    const text = answer.unchanged ? "Nothing was different:" : "Published:";
    toast.ok(`${text} version ${answer.version} is served at /mcp/${copy.name}.`);
    onServedChange();
    goTo("connectors", [copy.name], { tab: "use" });
  });
  if (!draft) {
    return (
      <Card>
        <EmptyState
          title="There is no draft"
          action={
            <Button busy={state.busy} onClick={() => void editor.startDraft()}>
              Make a draft to change it
            </Button>
          }
        >
          What is published never changes. Changes are made in a draft, and published as the next version.
        </EmptyState>
      </Card>
    );
  }
  const dirty = isDirty(copy);
  const approved = copy.approvals.filter((each) => each.approved);
  return (
    <Loaded from={diff}>
      {({ changes, breaking, left_out }) => (
        <div className="stack">
          <Card
            title="What changes for callers"
            actions={
              <Badge tone={breaking ? "bad" : "ok"}>
                {breaking ? "breaking: callers may have to change something" : "nothing breaks"}
              </Badge>
            }
          >
            <Changes changes={served ? changes : initialChanges(approved, changes)} approved={approved.length} />
          </Card>
          {left_out.length > 0 && (
            <Card title={`Stays behind: ${left_out.length} not approved`}>
              <p className="soft wraps">
                {left_out.slice(0, 30).map(plain).join(", ")}
                {left_out.length > 30 && ` and ${left_out.length - 30} more`}
              </p>
            </Card>
          )}
          {breaking && (
            <Checkbox
              label="Publish although callers may have to change something"
              checked={breakingAllowed}
              onChecked={setBreakingAllowed}
            />
          )}
          {publish.error && <ErrorState error={publish.error} inline />}
          <div className="row">
            <Button
              look="main"
              busy={publish.busy}
              disabled={dirty || approved.length === 0 || state.busy || (breaking && !breakingAllowed)}
              onClick={() => void publish.run()}
            >
              Publish
            </Button>
            <span className="soft wraps">
              {dirty
                ? "Save the draft first."
                : `Served at once, at /mcp/${copy.name}. The version never changes again.`}
            </span>
          </div>
        </div>
      )}
    </Loaded>
  );
};

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
        ? "Nothing: what is approved is what is served."
        : "Nothing is approved yet. Tick what agents may call under Tools, and approve it."}
    </p>
  );
};

const ChangeItem = ({ change: { tool, change, breaking, details } }: { readonly change: Change }) => (
  <li>
    <p className="row">
      <Badge tone={TONES[change]}>{change}</Badge>
      <span className="mono wraps">{tool === undefined ? "the connector itself" : plain(tool)}</span>
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
