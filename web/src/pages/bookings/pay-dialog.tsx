import { useState } from "react";
import type { BookingDetail } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorState } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { Money, TimeLeft } from "../../components/values.tsx";
import { money } from "../../format/money.ts";
import { plain } from "../../format/text.ts";
import type { ParsedPayment } from "./parse-servicing.ts";
import { ACCOUNT, PaymentField } from "./payment-field.tsx";

interface PayDialogProps {
  readonly pnr: string;
  readonly payment: ParsedPayment;
  readonly currency: string;
  readonly onClose: () => void;
  readonly onPaid: (detail: BookingDetail) => void;
}

/** Pays a booking on hold. */
export const PayDialog = ({ pnr, payment: { due, payBy }, currency, onClose, onPaid }: PayDialogProps) => {
  const [payment, setPayment] = useState(ACCOUNT);
  const pay = useAction(async () => {
    onPaid(await api.post<BookingDetail>(`/bookings/${part(pnr)}/pay`, { expected_total: due, payment }));
    onClose();
    toast.ok(`${plain(pnr)} paid. Tickets issued.`);
  });
  return (
    <Dialog
      title={`Pay ${plain(pnr)}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Don't pay</Button>
          <Button variant="primary" busy={pay.busy} onClick={() => void pay.run()}>
            Pay {money(due, currency)}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          <Money amount={due} currency={currency} /> is due
          {payBy !== undefined && (
            <>
              ; time left: <TimeLeft until={payBy} />
            </>
          )}
          . Paying issues the tickets. No real money moves.
        </p>
        <PaymentField payment={payment} onPayment={setPayment} />
        {pay.error && <ErrorState error={pay.error} inline />}
      </div>
    </Dialog>
  );
};
