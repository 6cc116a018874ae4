import { useEffect, useRef, useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Icon } from "../../../components/icon.tsx";
import { ErrorState } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { TimeAgo } from "../../../components/values.tsx";
import { plain, shortened } from "../../../format/text.ts";
import { goTo, hrefTo } from "../../../router/router.ts";
import type { Listed } from "../answers.ts";
import { toldOf, toolIndexOf } from "./field-problems.ts";
import { type Bench, forgetWork, isDirty, type Work, type WorkState } from "./work.ts";

interface DraftBarProps {
  readonly state: Extract<WorkState, { state: "ready" }>;
  readonly bench: Bench;
}

/** Whether this is a draft and whose, what is not saved yet and why not, and who saved something else. Ctrl+S saves. */
export const DraftBar = ({ state, bench }: DraftBarProps) => {
  const { work, busy, problem } = state;
  const [throwing, setThrowing] = useState(false);
  const dirty = isDirty(work);
  useSaveKey(bench);
  useLeaveWarning(dirty);
  if (work.conflict) return <Conflict work={work} bench={bench} />;
  const draft = work.origin === "draft";
  return (
    <section className="draft-bar" data-tone={problem ? "bad" : dirty ? "accent" : undefined} aria-label="Draft">
      <div className="draft-bar-line">
        <span className="wraps">
          <Standing work={work} dirty={dirty} />
        </span>
        {draft ? (
          <span className="row">
            <Button
              small
              look="quiet"
              icon="trash"
              title="Throw the draft away"
              aria-label="Throw the draft away"
              onClick={() => setThrowing(true)}
            />
            <Button small disabled={busy || !dirty} onClick={bench.discard}>
              Discard
            </Button>
            <Button small look="main" busy={busy} disabled={!dirty} onClick={() => void bench.save()}>
              Save the draft
            </Button>
          </span>
        ) : (
          <Button small look="main" busy={busy} onClick={() => void bench.begin()}>
            Make a draft to change it
          </Button>
        )}
      </div>
      {problem && (
        <div role="alert">
          <Complaints state={state} />
        </div>
      )}
      <ThrowAway name={work.name} open={throwing} onClose={() => setThrowing(false)} />
    </section>
  );
};

const Standing = ({ work, dirty }: { readonly work: Work; readonly dirty: boolean }) => {
  if (work.origin === "served") return "This is what is served. It can be looked at and run.";
  if (work.origin === "version") return `This is version ${work.version}. Nothing is served under this name.`;
  if (dirty) return <strong>Not saved yet</strong>;
  return (
    <>
      Draft, saved <TimeAgo at={work.savedAt} /> by {plain(work.savedBy ?? "somebody")}
    </>
  );
};

/** Each with a way to where it is about. */
const Complaints = ({ state: { work, problem } }: Pick<DraftBarProps, "state">) => {
  const told = toldOf(problem);
  if (told.length === 0) {
    return <p>{plain(`${problem?.message ?? ""} ${problem?.hint ?? ""}`)}</p>;
  }
  return (
    <ul>
      {told.map(({ field, message }) => {
        const index = toolIndexOf(field);
        const tool = index === undefined ? undefined : work.mine.tools[index];
        return (
          <li key={`${field} ${message}`} className="wraps">
            {tool && (
              <>
                <a href={hrefTo("connectors", [work.name, tool.name], { station: stationOf(field) })}>
                  {shortened(plain(tool.name), 64)}
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

const stationOf = (field: string): string | undefined =>
  /^tools\[\d+\]\.(input|request|auth|http|parse|response|output)\b/.exec(field)?.[1];

const Conflict = ({ work: { conflict }, bench }: { readonly work: Work; readonly bench: Bench }) => {
  const clashes = conflict?.merged.clashes ?? [];
  return (
    <div className="draft-bar" data-tone="bad" role="alert">
      <p className="wraps">
        <Icon name="warn" /> <strong>Somebody else saved this draft meanwhile:</strong>{" "}
        {plain(conflict?.theirs.saved_by ?? "")}, <TimeAgo at={conflict?.theirs.saved_at} />. Yours is not saved.
      </p>
      <p className="wraps">
        {clashes.length === 0
          ? "You changed other things than they did: both fit together."
          : `You both changed ${clashes.map((each) => plain(each)).join(", ")}. Put together, these would be as you have them.`}
      </p>
      <div className="row">
        <Button small onClick={bench.takeTheirs}>
          Take theirs, drop mine
        </Button>
        <Button
          small
          look="main"
          onClick={() => {
            bench.takeMerged();
            void bench.save();
          }}
        >
          Put both together and save
        </Button>
      </div>
    </div>
  );
};

const useSaveKey = (bench: Bench): void => {
  const latest = useRef(bench);
  latest.current = bench;
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

export const ThrowAway = ({ name, open, onClose }: ThrowAwayProps) => {
  const remove = useAction(async () => {
    await api.delete(`/connectors/${part(name)}/draft`);
    forgetWork(name);
    toast.ok("The draft is gone. What is published stays.");
    const { connectors } = await api.get<{ readonly connectors: readonly Listed[] }>("/connectors");
    onClose();
    goTo("connectors", connectors.some((each) => each.name === name) ? [name] : [], { tab: "versions" });
  });
  return (
    <Dialog
      title="Throw the draft away?"
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" busy={remove.busy} onClick={() => void remove.run()}>
            Throw it away
          </Button>
        </>
      }
    >
      <p>What was changed and approved since the last version is lost. What is published stays as it is.</p>
      {remove.error && <ErrorState error={remove.error} inline />}
    </Dialog>
  );
};
