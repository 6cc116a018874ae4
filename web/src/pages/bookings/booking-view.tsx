import { useState } from "react";
import type { BookingDetail } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { useEvent } from "../../api/events.ts";
import { useData } from "../../api/use-data.ts";
import { hrefTo } from "../../app/route.ts";
import { useRoute } from "../../app/use-route.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { plain, shortened } from "../../format/text.ts";
import { BookingFacts, History, Passengers, Price } from "./booking-cards.tsx";
import { BookingStatus } from "./booking-status.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DayStripView } from "./day-strip-view.tsx";
import { Itinerary } from "./itinerary.tsx";
import { readBooking, statusNow } from "./read-booking.ts";

const RAW = [
  { key: "display", title: "Terminal" },
  { key: "json", title: "JSON" },
] as const;

/** One PNR, with everything that is known about it. */
export const BookingView = ({ pnr }: { readonly pnr: string }) => {
  const { query } = useRoute();
  const detail = useData<BookingDetail>(`/bookings/${part(pnr)}`);
  const [cancelling, setCancelling] = useState(false);
  useEvent("booking", (changed) => changed.pnr === pnr.toUpperCase() && detail.reload());
  const booking = detail.data && readBooking(detail.data.booking);
  const status = booking && statusNow(booking.status, booking.expiresAt, Date.now());
  return (
    <Page
      title={shortened(plain(pnr), 40)}
      about={<a href={hrefTo("bookings", [], query)}>All bookings</a>}
      actions={
        <>
          {status !== undefined && <BookingStatus status={status} />}
          <CopyButton text={pnr} what="the PNR" />
          {(status === "confirmed" || status === "pending") && (
            <Button look="danger" onClick={() => setCancelling(true)}>
              Cancel booking…
            </Button>
          )}
        </>
      }
    >
      <Loaded from={detail} lines={10}>
        {(data) => <Detail data={data} status={status ?? ""} />}
      </Loaded>
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
  const booking = readBooking(data.booking);
  // What is forgotten holds nothing any more, whatever its parts say.
  const legs = status === "expired" ? data.legs.map((leg) => ({ ...leg, status })) : data.legs;
  const [raw, setRaw] = useState<(typeof RAW)[number]["key"]>("display");
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
        <Tabs label="The booking as" tabs={RAW} chosen={raw} onChoose={setRaw}>
          {raw === "display" ? (
            <CodeBlock text={data.display} what="the terminal display" />
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
