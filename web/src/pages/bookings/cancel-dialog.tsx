import { useEffect, useState } from "react";
import type { BookingDetail } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Input } from "../../components/field.tsx";
import { ErrorState, Skeleton } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { plain } from "../../format/text.ts";
import { isOnHold, namesOf } from "./parse-servicing.ts";
import { ACCOUNT } from "./payment-field.tsx";
import { QuoteView, totalInWords } from "./quote-view.tsx";
import { useQuote } from "./use-quote.ts";

interface CancelDialogProps {
  readonly pnr: string;
  readonly detail: BookingDetail;
  readonly onClose: () => void;
  readonly onCancelled: (detail: BookingDetail) => void;
}

const MAX_REASON_LENGTH = 500;

/** Cancels a booking as a whole, at the total that is shown first. */
export const CancelDialog = ({ pnr, detail, onClose, onCancelled }: CancelDialogProps) => {
  const [reason, setReason] = useState("");
  const state = useQuote(
    pnr,
    (cancelled, { total }) => {
      onCancelled(cancelled);
      onClose();
      toast.ok(`${plain(pnr)} cancelled. ${totalInWords(total, isOnHold(detail))}.`);
    },
    ({ total }) => {
      const given = reason.trim();
      const body = { expected_total: total, ...(given !== "" && { reason: given }) };
      return api.post<BookingDetail>(`/bookings/${part(pnr)}/cancel`, body);
    },
  );
  const { quoted, ask } = state;
  useEffect(() => void ask({ remove: ["all"], add: [] }), [ask]);
  return (
    <Dialog
      title={`Cancel ${plain(pnr)}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Don't cancel</Button>
          <Button
            variant="danger"
            busy={state.confirming}
            disabled={quoted === undefined}
            onClick={() => void state.confirm(ACCOUNT)}
          >
            Cancel booking
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          This cancels the whole booking for all travellers. It cannot be undone. Subscribed clients are notified, and
          the PNR stays, marked as cancelled.
        </p>
        {state.asking && <Skeleton lines={4} label="Loading the quote" />}
        {quoted && <QuoteView quoted={quoted} isOnHold={isOnHold(detail)} names={namesOf(detail)} />}
        <Input
          label="Reason"
          help="Optional. Added to the booking's history, where the agent can read it."
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          onValue={setReason}
        />
        {state.error && <ErrorState error={state.error} inline />}
      </div>
    </Dialog>
  );
};
