import { useEffect, useRef } from "react";
import { hrefTo } from "../../../app/route.ts";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { plain, shortened } from "../../../format/text.ts";
import { toldOf, toolIndexOf } from "./said-about.ts";
import { type Bench, isDirty, type Work, type WorkState } from "./work.ts";

interface SaveBarProps {
  readonly state: Extract<WorkState, { state: "ready" }>;
  readonly bench: Bench;
}

/** What is not saved yet, why it could not be, and who saved something else meanwhile. Ctrl+S saves. */
export const SaveBar = ({ state, bench }: SaveBarProps) => {
  const { work, busy, problem } = state;
  const dirty = isDirty(work);
  useSaveKey(bench);
  useLeaveWarning(dirty);
  if (work.conflict) return <Conflict work={work} bench={bench} />;
  if (!dirty && !problem) return null;
  return (
    <section className="save-bar" data-bad={problem ? "" : undefined} aria-label="Changes">
      <div className="save-bar-line">
        <strong>{problem ? "Not saved" : "Not saved yet"}</strong>
        <span className="save-bar-actions">
          {dirty && (
            <Button small disabled={busy} onClick={bench.discard}>
              Discard
            </Button>
          )}
          <Button small look="main" busy={busy} disabled={!dirty} onClick={() => void bench.save()}>
            Save the draft
          </Button>
        </span>
      </div>
      {problem && <Complaints state={state} />}
    </section>
  );
};

/** Each with a way to where it is about. */
const Complaints = ({ state: { work, problem } }: Pick<SaveBarProps, "state">) => {
  const told = toldOf(problem);
  if (told.length === 0) {
    return (
      <p role="alert">
        {problem?.message} {problem?.hint}
      </p>
    );
  }
  return (
    <ul role="alert">
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
            {message.replace(/^tools\[\d+\]\./, "")}
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
    <div className="save-bar" data-bad="" role="alert">
      <p className="wraps">
        <Icon name="warn" /> <strong>Somebody else saved this draft meanwhile:</strong>{" "}
        {plain(conflict?.theirs.saved_by ?? "")}, <TimeAgo at={conflict?.theirs.saved_at} />. Yours is not saved.
      </p>
      <p className="wraps">
        {clashes.length === 0
          ? "You changed other things than they did: both fit together."
          : `You both changed ${clashes.map((each) => plain(each)).join(", ")}. Put together, these would be as you have them.`}
      </p>
      <div className="save-bar-actions">
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
