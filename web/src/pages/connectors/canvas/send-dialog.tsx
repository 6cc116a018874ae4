import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { plain } from "../../../format/text.ts";
import type { Connector, ConnectorTool, StepName } from "../answers.ts";

interface SendDialogProps {
  readonly tool: ConnectorTool;
  readonly connector: Connector;
  /** To where it would run; undefined: nothing is asked. */
  readonly step: StepName | undefined;
  readonly onClose: () => void;
  readonly onSend: (step: StepName) => void;
}

/** A tool that changes something is only sent by whoever says so. */
export const SendDialog = ({ tool, connector, step, onClose, onSend }: SendDialogProps) => (
  <Dialog
    title="Really send it?"
    open={step !== undefined}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Do not send</Button>
        <Button look={tool.risk === "destructive" ? "danger" : "main"} onClick={() => step && onSend(step)}>
          Send it
        </Button>
      </>
    }
  >
    <div className="stack">
      <p>
        <strong className="mono">{plain(tool.name)}</strong>{" "}
        {tool.risk === "destructive" ? "may destroy something for good." : "changes something."} It is sent with the
        arguments that you filled in:
      </p>
      <p className="mono wraps">
        {tool.request.method} {plain(connector.base_url)}
        {plain(tool.request.path)}
      </p>
      {connector.sandbox !== undefined && (
        <p className="soft">As long as its credentials are not there, the sandbox answers and nothing is changed.</p>
      )}
      {tool.safety_notes !== undefined && <p className="wraps">{plain(tool.safety_notes)}</p>}
      <p className="soft">Up to the station Auth it can be run without sending anything.</p>
    </div>
  </Dialog>
);
