import { useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
import { useAction } from "../../../api/use-action.ts";
import { goTo } from "../../../app/use-route.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast } from "../../../components/toast.tsx";
import { plain } from "../../../format/text.ts";
import type { Listed } from "../answers.ts";
import { forgetWork } from "./use-work.ts";
import type { Bench, Work } from "./work.ts";

interface DraftStateProps {
  readonly work: Work;
  readonly bench: Bench;
  readonly busy: boolean;
}

/** Whether this is a draft, whose, and the way to one. */
export const DraftState = ({ work, bench, busy }: DraftStateProps) => {
  const [asking, setAsking] = useState(false);
  if (work.origin !== "draft") {
    return (
      <>
        <Badge>{work.origin === "served" ? "as it is served" : "newest version, not served"}</Badge>
        <Button busy={busy} onClick={() => void bench.begin()}>
          Make a draft to change it
        </Button>
      </>
    );
  }
  return (
    <>
      <span className="soft small">
        Draft, saved <TimeAgo at={work.savedAt} /> by {plain(work.savedBy ?? "somebody")}
      </span>
      <Button small look="danger" icon="trash" onClick={() => setAsking(true)}>
        Throw the draft away
      </Button>
      <ThrowAway name={work.name} open={asking} onClose={() => setAsking(false)} />
    </>
  );
};

interface ThrowAwayProps {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

const ThrowAway = ({ name, open, onClose }: ThrowAwayProps) => {
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
