import { useState } from "react";
import type { BookingDetail } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { useEvent } from "../../api/events.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { useData } from "../../api/use-data.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CodeBlock, CopyButton } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Input } from "../../components/field.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, ErrorState, Loaded } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { toast } from "../../components/toast.tsx";
import { brief, plain, shorten } from "../../format/text.ts";
import { hrefTo, useRoute } from "../../router/router.ts";
import { BookingFacts, History, Passengers, Price } from "./booking-cards.tsx";
import { BookingStatus } from "./booking-status.tsx";
import { DayStripView, Itinerary } from "./itinerary.tsx";
import { parseBooking, statusNow } from "./parse-booking.ts";

const RAW_VIEWS = [
  { key: "display", title: "Terminal" },
  { key: "json", title: "JSON" },
] as const;

/** The details of one booking. */
export const BookingView = ({ pnr }: { readonly pnr: string }) => {
  const { query } = useRoute();
  const detail = useData<BookingDetail>(`/bookings/${part(pnr)}`);
  const [cancelling, setCancelling] = useState(false);
  useEvent("booking", (changed) => changed.pnr === pnr.toUpperCase() && detail.reload());
  const booking = detail.data && parseBooking(detail.data.booking);
  const status = booking && statusNow(booking.status, booking.expiresAt, Date.now());
  return (
    <Page
      title={shorten(plain(pnr), 40)}
      about={<a href={hrefTo("bookings", [], query)}>All bookings</a>}
      actions={
        <>
          {status !== undefined && <BookingStatus status={status} />}
          <CopyButton text={pnr} what="the PNR" />
          {(status === "confirmed" || status === "pending") && (
            <Button variant="danger" onClick={() => setCancelling(true)}>
              Cancel booking…
            </Button>
          )}
        </>
      }
    >
      {detail.data === undefined && detail.error?.kind === "not_found" ? (
        <EmptyState title="Booking not found" action={<a href={hrefTo("bookings", [], query)}>View all bookings</a>}>
          It does not exist, or it has expired.
        </EmptyState>
      ) : (
        <Loaded from={detail} lines={10}>
          {(data) => <Detail data={data} status={status ?? ""} />}
        </Loaded>
      )}
      {detail.data && (
        <CancelDialog
          {...{ pnr, detail: detail.data, open: cancelling, onClose: () => setCancelling(false) }}
          onCancelled={detail.replace}
        />
      )}
    </Page>
  );
};

const Detail = ({ data, status }: { readonly data: BookingDetail; readonly status: string }) => {
  const booking = parseBooking(data.booking);
  // An expired booking no longer holds anything, whatever the status of its parts.
  const legs = status === "expired" ? data.legs.map((leg) => ({ ...leg, status })) : data.legs;
  const [raw, setRaw] = useState<(typeof RAW_VIEWS)[number]["key"]>("display");
  return (
    <div className="booking" data-status={status}>
      <Card title="Trip" className="booking-trip" flush>
        <DayStripView legs={legs} />
        <Itinerary legs={legs} />
      </Card>
      <div className="booking-side">
        <BookingFacts booking={booking} status={status} />
        <Passengers booking={booking} />
        <Price rows={data.price} />
        <History events={data.history} />
      </div>
      <Card className="booking-raw">
        <Tabs label="View as" tabs={RAW_VIEWS} chosen={raw} onChoose={setRaw}>
          {raw === "display" ? (
            <CodeBlock text={data.display} what="the terminal view" />
          ) : (
            <div className="stack">
              <div className="row">
                <CopyButton text={() => JSON.stringify(data.booking, null, 2)} what="the JSON" label="Copy" />
              </div>
              <JsonView value={data.booking} label="The booking as JSON" />
            </div>
          )}
        </Tabs>
      </Card>
    </div>
  );
};

interface CancelDialogProps {
  readonly pnr: string;
  readonly detail: BookingDetail;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCancelled: (detail: BookingDetail) => void;
}

const MAX_REASON_LENGTH = 500;

const CancelDialog = ({ pnr, detail, open, onClose, onCancelled }: CancelDialogProps) => {
  const [reason, setReason] = useState("");
  const cancel = useAction(async () => {
    const given = reason.trim();
    const path = `/bookings/${part(pnr)}/cancel`;
    const cancelled = await api.post<BookingDetail>(path, given === "" ? {} : { reason: given });
    onCancelled(cancelled);
    onClose();
    toast.ok(`${plain(pnr)} cancelled.`);
  });
  return (
    <Dialog
      title={`Cancel ${plain(pnr)}?`}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Don't cancel</Button>
          <Button variant="danger" busy={cancel.busy} onClick={() => void cancel.run()}>
            Cancel booking
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>This cancels the whole booking for all travellers. It cannot be undone.</p>
        <ul className="cancel-parts">
          {detail.legs.map(({ title }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat
            <li key={index} className="wraps">
              {brief(title, 120)}
            </li>
          ))}
        </ul>
        <p className="soft">
          The PNR stays and is marked as cancelled. The agent sees the change when it retrieves the booking; subscribed
          clients are notified.
        </p>
        <Input
          label="Reason"
          help="Optional. Added to the booking's history, where the agent can read it."
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          onValue={setReason}
        />
        {cancel.error && <ErrorState error={cancel.error} inline />}
      </div>
    </Dialog>
  );
};
