import { useEffect, useRef, useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/login.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Icon } from "../../../components/icon.tsx";
import { ErrorState } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { TimeAgo } from "../../../components/values.tsx";
import { plain, shorten } from "../../../format/text.ts";
import { goTo, hrefTo } from "../../../router/router.ts";
import type { ConnectorSummary } from "../responses.ts";
import { closeEditor, type DraftEditor, type EditorState, isDirty, type WorkingCopy } from "./editor.ts";
import { fieldProblemsOf, toolIndexOf } from "./field-problems.ts";

interface DraftBarProps {
  readonly state: Extract<EditorState, { state: "ready" }>;
  readonly editor: DraftEditor;
}

/** The state of the draft: saved, unsaved, rejected, or in conflict with another user's changes. Ctrl+S saves. */
export const DraftBar = ({ state, editor }: DraftBarProps) => {
  const { copy, busy, problem } = state;
  const [deleting, setDeleting] = useState(false);
  const dirty = isDirty(copy);
  useSaveKey(editor);
  useLeaveWarning(dirty);
  if (copy.conflict) return <ConflictNotice copy={copy} editor={editor} />;
  const draft = copy.origin === "draft";
  return (
    <section className="draft-bar" data-tone={problem ? "bad" : dirty ? "accent" : undefined} aria-label="Draft">
      <div className="draft-bar-line">
        <span className="wraps">
          <DraftStatus copy={copy} dirty={dirty} />
        </span>
        {draft ? (
          <span className="row">
            <Button
              small
              variant="quiet"
              icon="trash"
              title="Delete draft"
              aria-label="Delete draft"
              onClick={() => setDeleting(true)}
            />
            <Button small disabled={busy || !dirty} onClick={editor.discard}>
              Discard changes
            </Button>
            <Button small variant="primary" busy={busy} disabled={!dirty} onClick={() => void editor.save()}>
              Save draft
            </Button>
          </span>
        ) : (
          <Button small variant="primary" busy={busy} onClick={() => void editor.startDraft()}>
            Create draft
          </Button>
        )}
      </div>
      {problem && (
        <div role="alert">
          <DraftProblems state={state} />
        </div>
      )}
      <DeleteDraft name={copy.name} open={deleting} onClose={() => setDeleting(false)} />
    </section>
  );
};

const DraftStatus = ({ copy, dirty }: { readonly copy: WorkingCopy; readonly dirty: boolean }) => {
  if (copy.origin === "served") return "This version is served. Create a draft to change it.";
  if (copy.origin === "version") return `Version ${copy.version}, not served. Create a draft to change it.`;
  if (dirty) return <strong>Unsaved changes</strong>;
  return (
    <>
      Draft, saved <TimeAgo at={copy.savedAt} /> by {plain(copy.savedBy ?? "an unknown user")}
    </>
  );
};

/** Validation errors of the draft, each linked to its tool. */
const DraftProblems = ({ state: { copy, problem } }: Pick<DraftBarProps, "state">) => {
  const problems = fieldProblemsOf(problem);
  if (problems.length === 0) {
    return <p>{plain(`${problem?.message ?? ""} ${problem?.hint ?? ""}`)}</p>;
  }
  return (
    <ul>
      {problems.map(({ field, message }) => {
        const index = toolIndexOf(field);
        const tool = index === undefined ? undefined : copy.current.tools[index];
        return (
          <li key={`${field} ${message}`} className="wraps">
            {tool && (
              <>
                <a href={hrefTo("connectors", [copy.name, tool.name], { step: stepIn(field) })}>
                  {shorten(plain(tool.name), 64)}
                </a>
                {": "}
              </>
            )}
            {plain(message.replace(/^tools\[\d+\]\./, ""))}
          </li>
        );
      })}
    </ul>
  );
};

const stepIn = (field: string): string | undefined =>
  /^tools\[\d+\]\.(input|request|auth|http|parse|response|output)\b/.exec(field)?.[1];

const ConflictNotice = ({
  copy: { conflict },
  editor,
}: {
  readonly copy: WorkingCopy;
  readonly editor: DraftEditor;
}) => {
  const clashes = conflict?.merged.clashes ?? [];
  return (
    <div className="draft-bar" data-tone="bad" role="alert">
      <p className="wraps">
        <Icon name="warn" /> <strong>This draft was changed by another user:</strong>{" "}
        {plain(conflict?.theirs.saved_by ?? "")}, <TimeAgo at={conflict?.theirs.saved_at} />. Your changes are not
        saved.
      </p>
      <p className="wraps">
        {clashes.length === 0
          ? "Your changes do not overlap and can be merged."
          : `Both of you changed ${clashes.map((each) => plain(each)).join(", ")}. Merging keeps your version of these.`}
      </p>
      <div className="row">
        <Button small onClick={editor.takeTheirs}>
          Discard my changes
        </Button>
        <Button
          small
          variant="primary"
          onClick={() => {
            editor.takeMerged();
            void editor.save();
          }}
        >
          Merge and save
        </Button>
      </div>
    </div>
  );
};

const useSaveKey = (editor: DraftEditor): void => {
  const latest = useRef(editor);
  latest.current = editor;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      void latest.current.save();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
};

const useLeaveWarning = (dirty: boolean): void => {
  useEffect(() => {
    if (!dirty) return;
    const leave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", leave);
    return () => removeEventListener("beforeunload", leave);
  }, [dirty]);
};

interface ThrowAwayProps {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

const DeleteDraft = ({ name, open, onClose }: ThrowAwayProps) => {
  const remove = useAction(async () => {
    await api.delete(`/connectors/${part(name)}/draft`);
    closeEditor(name);
    toast.ok("Draft deleted. Published versions are unchanged.");
    const { connectors } = await api.get<{ readonly connectors: readonly ConnectorSummary[] }>("/connectors");
    onClose();
    goTo("connectors", connectors.some((each) => each.name === name) ? [name] : [], { tab: "versions" });
  });
  return (
    <Dialog
      title="Delete this draft?"
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={remove.busy} onClick={() => void remove.run()}>
            Delete
          </Button>
        </>
      }
    >
      <p>Changes and approvals since the last version will be lost. Published versions are not affected.</p>
      {remove.error && <ErrorState error={remove.error} inline />}
    </Dialog>
  );
};
