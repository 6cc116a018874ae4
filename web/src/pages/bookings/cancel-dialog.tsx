import { useState } from "react";
import type { BookingDetail } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Input } from "../../components/field.tsx";
import { toast } from "../../components/toast.tsx";
import { plain, said } from "../../format/text.ts";

interface CancelDialogProps {
  readonly pnr: string;
  readonly detail: BookingDetail;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCancelled: (detail: BookingDetail) => void;
}

const LONGEST_REASON = 500;

export const CancelDialog = ({ pnr, detail, open, onClose, onCancelled }: CancelDialogProps) => {
  const [reason, setReason] = useState("");
  const cancel = useAction(async () => {
    const given = reason.trim();
    const path = `/bookings/${part(pnr)}/cancel`;
    const cancelled = await api.post<BookingDetail>(path, given === "" ? {} : { reason: given });
    onCancelled(cancelled);
    onClose();
    toast.ok(`${plain(pnr)} is cancelled.`);
  });
  return (
    <Dialog
      title={`Cancel ${plain(pnr)}?`}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" busy={cancel.busy} onClick={() => void cancel.run()}>
            Cancel booking
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>Everything on it is cancelled at once, for all travellers. This cannot be undone.</p>
        <ul className="cancel-parts">
          {detail.legs.map(({ title }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike
            <li key={index} className="wraps">
              {said(title, 120)}
            </li>
          ))}
        </ul>
        <p className="soft">
          The PNR stays and says that it was cancelled. The agent that booked it sees that when it looks at the booking
          again; clients that subscribed to it are told.
        </p>
        <Input
          label="Reason"
          help="Goes into the history, where the agent can read it. May be left empty."
          value={reason}
          maxLength={LONGEST_REASON}
          onValue={setReason}
        />
        {cancel.error && <ErrorState error={cancel.error} inline />}
      </div>
    </Dialog>
  );
};
