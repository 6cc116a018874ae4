import { useState } from "react";
import type { BookingDetail, ItineraryLeg } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { useEvent } from "../../api/events.ts";
import { useData } from "../../api/use-data.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CodeBlock, CopyButton } from "../../components/code-block.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, Loaded } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { plain, shorten } from "../../format/text.ts";
import { hrefTo, useRoute } from "../../router/router.ts";
import { BookingFacts, History, Passengers, Price } from "./booking-cards.tsx";
import { BookingStatus } from "./booking-status.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { DisruptDialog } from "./disrupt-dialog.tsx";
import { DayStripView, Itinerary } from "./itinerary.tsx";
import { LedgerView } from "./ledger-view.tsx";
import { parseBooking, statusNow } from "./parse-booking.ts";
import { namesOf, parseExtras, parseNotices, parsePayment, parseTickets } from "./parse-servicing.ts";
import { PayDialog } from "./pay-dialog.tsx";
import { SeatMapDialog } from "./seat-map-dialog.tsx";
import { ExtrasCard, NoticesCard, PaymentCard, TicketsCard } from "./servicing-cards.tsx";

const RAW_VIEWS = [
  { key: "display", title: "Terminal" },
  { key: "ledger", title: "Ledger" },
  { key: "json", title: "JSON" },
] as const;

type OpenDialog =
  | { readonly kind: "cancel" | "pay" | "disrupt" }
  | { readonly kind: "change"; readonly preset: readonly string[] }
  | { readonly kind: "seats"; readonly flightId: string };

/** The details of one booking. */
export const BookingView = ({ pnr }: { readonly pnr: string }) => {
  const { query } = useRoute();
  const detail = useData<BookingDetail>(`/bookings/${part(pnr)}`);
  const [dialog, setDialog] = useState<OpenDialog>();
  useEvent("booking", (changed) => changed.pnr === pnr.toUpperCase() && detail.reload());
  const booking = detail.data && parseBooking(detail.data.booking);
  const payment = detail.data && parsePayment(detail.data.booking);
  const status = booking && statusNow(booking.status, booking.expiresAt, Date.now());
  const isLive = status === "confirmed" || status === "pending";
  return (
    <Page
      title={shorten(plain(pnr), 40)}
      about={<a href={hrefTo("bookings", [], query)}>All bookings</a>}
      actions={
        <>
          {status !== undefined && <BookingStatus status={status} payBy={payment?.payBy} />}
          <CopyButton text={pnr} what="the PNR" />
          {isLive && (
            <>
              {status === "pending" && (
                <Button variant="primary" onClick={() => setDialog({ kind: "pay" })}>
                  Pay…
                </Button>
              )}
              <Button onClick={() => setDialog({ kind: "change", preset: [] })}>Change…</Button>
              <Button onClick={() => setDialog({ kind: "disrupt" })}>Disrupt…</Button>
              <Button variant="danger" onClick={() => setDialog({ kind: "cancel" })}>
                Cancel booking…
              </Button>
            </>
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
          {(data) => (
            <Detail {...{ pnr, data, status: status ?? "", isLive }} open={setDialog} replace={detail.replace} />
          )}
        </Loaded>
      )}
      {detail.data && (
        <Dialogs
          {...{ pnr, detail: detail.data, dialog }}
          onClose={() => setDialog(undefined)}
          onChanged={detail.replace}
          reload={detail.reload}
        />
      )}
    </Page>
  );
};

interface DialogsProps {
  readonly pnr: string;
  readonly detail: BookingDetail;
  readonly dialog: OpenDialog | undefined;
  readonly onClose: () => void;
  readonly onChanged: (detail: BookingDetail) => void;
  readonly reload: () => void;
}

const Dialogs = ({ pnr, detail, dialog, onClose, onChanged, reload }: DialogsProps) => {
  const payment = parsePayment(detail.booking);
  const common = { pnr, detail, onClose };
  switch (dialog?.kind) {
    case "cancel":
      return <CancelDialog {...common} onCancelled={onChanged} />;
    case "pay":
      return payment && <PayDialog {...{ pnr, payment, onClose }} currency={currencyOf(detail)} onPaid={onChanged} />;
    case "disrupt":
      return <DisruptDialog {...common} onDisrupted={reload} />;
    case "change":
      return <ChangeDialog {...common} preset={dialog.preset} onChanged={onChanged} />;
    case "seats":
      return <SeatMapDialog {...common} flightId={dialog.flightId} onChanged={onChanged} />;
    default:
      return null;
  }
};

const currencyOf = ({ price }: BookingDetail): string => price.at(-1)?.currency ?? "USD";

interface DetailProps {
  readonly pnr: string;
  readonly data: BookingDetail;
  readonly status: string;
  /** Neither cancelled nor expired. */
  readonly isLive: boolean;
  readonly open: (dialog: OpenDialog) => void;
  readonly replace: (detail: BookingDetail) => void;
}

const Detail = ({ pnr, data, status, isLive, open, replace }: DetailProps) => {
  const booking = parseBooking(data.booking);
  const [payment, tickets] = [parsePayment(data.booking), parseTickets(data.booking)];
  const [extras, notices] = [parseExtras(data.booking), parseNotices(data.booking)];
  const names = namesOf(data);
  const currency = currencyOf(data);
  // An expired booking no longer holds anything, whatever the status of its parts.
  const legs = status === "expired" ? data.legs.map((leg) => ({ ...leg, status })) : data.legs;
  const [raw, setRaw] = useState<(typeof RAW_VIEWS)[number]["key"]>("display");
  const rebook = (about: string) => open({ kind: "change", preset: [about] });
  const actionsOf = (leg: ItineraryLeg) =>
    isLive && (
      <div className="row">
        {leg.kind === "flight" && leg.status !== "cancelled_by_airline" && (
          <Button small onClick={() => open({ kind: "seats", flightId: leg.id })}>
            View seats…
          </Button>
        )}
        <Button small onClick={() => rebook(leg.id)}>
          Change or cancel…
        </Button>
      </div>
    );
  return (
    <div className="booking" data-status={status}>
      <div className="booking-main">
        {notices.length > 0 && (
          <NoticesCard {...{ pnr, notices, names, isLive }} onAccepted={replace} onRebook={rebook} />
        )}
        <Card title="Trip" className="booking-trip" flush>
          <DayStripView legs={legs} />
          <Itinerary legs={legs} actions={actionsOf} />
        </Card>
        {extras.length > 0 && <ExtrasCard {...{ extras, names, currency }} />}
        {tickets.length > 0 && <TicketsCard tickets={tickets} booking={data.booking} />}
        <History events={data.history} />
      </div>
      <div className="booking-side">
        <BookingFacts booking={booking} status={status} />
        {payment && <PaymentCard {...{ payment, currency, status }} voidUntil={booking.voidUntil} />}
        <Passengers booking={booking} />
        <Price rows={data.price} />
      </div>
      <Card className="booking-raw">
        <Tabs label="View as" tabs={RAW_VIEWS} chosen={raw} onChoose={setRaw}>
          {raw === "display" && <CodeBlock text={data.display} what="the terminal view" />}
          {raw === "ledger" && <LedgerView detail={data} names={names} currency={currency} />}
          {raw === "json" && (
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
