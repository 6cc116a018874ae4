import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { goTo } from "../../app/use-route.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { toast } from "../../components/toast.tsx";
import { said } from "../../format/text.ts";

interface UnregisterToolProps {
  readonly tool: RegisteredTool;
  readonly open: boolean;
  readonly onClose: () => void;
}

export const UnregisterTool = ({ tool, open, onClose }: UnregisterToolProps) => {
  const name = said(tool.name, 80);
  const removal = useAction(async () => {
    await api.delete(`/tools/${part(tool.name)}`);
    toast.ok(`${name} is unregistered.`);
    goTo("registry");
  });
  return (
    <Dialog
      title={`Unregister ${name}?`}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" icon="trash" busy={removal.busy} onClick={() => void removal.run()}>
            Unregister
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          Clients no longer find its {tool.functions.length === 1 ? "function" : `${tool.functions.length} functions`},
          and calls to it are refused. The service itself goes on; if it registers again, the tool is back.
        </p>
        {removal.error && <ErrorState error={removal.error} inline />}
      </div>
    </Dialog>
  );
};
