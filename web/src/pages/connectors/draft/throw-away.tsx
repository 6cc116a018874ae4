import { part } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
import { useAction } from "../../../api/use-action.ts";
import { goTo } from "../../../app/use-route.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { toast } from "../../../components/toast.tsx";
import type { Listed } from "../answers.ts";
import { forgetWork } from "./use-work.ts";

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
