import type { BookingSummary } from "../../../../src/console/contract.ts";
import { Icon, type IconName } from "../../components/icon.tsx";
import { Money } from "../../components/quantities.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { said } from "../../format/text.ts";
import { day } from "../../format/time.ts";
import { BookingStatus } from "./booking-status.tsx";
import { statusNow } from "./read-booking.ts";

export const PART_ICONS: Readonly<Record<BookingSummary["parts"][number], IconName>> = {
  flight: "plane",
  hotel: "bed",
  car: "car",
};

const Pnr = ({ booking }: { readonly booking: BookingSummary }) => (
  <span className="booking-pnr" data-status={statusNow(booking.status, booking.expires_at, Date.now())}>
    {said(booking.pnr)}
  </span>
);

const Trip = ({ booking: { parts, summary } }: { readonly booking: BookingSummary }) => (
  <span title={said(summary)}>
    <span className="booking-parts">
      {parts.map((part) => (
        <Icon key={part} name={PART_ICONS[part]} size={14} />
      ))}
    </span>
    {said(summary)}
  </span>
);

const travellers = ({ name, travellers: count }: BookingSummary): string =>
  count > 1 ? `${said(name)} +${count - 1}` : said(name);

export const BOOKING_COLUMNS: readonly Column<BookingSummary>[] = [
  { key: "pnr", title: "PNR", width: "8rem", cell: (booking) => <Pnr booking={booking} /> },
  {
    ...{ key: "status", title: "Status", width: "7rem" },
    cell: ({ status, expires_at }) => <BookingStatus status={statusNow(status, expires_at, Date.now())} />,
  },
  { key: "name", title: "Travellers", cell: travellers },
  { key: "trip", title: "Trip", width: "27%", wide: true, cell: (booking) => <Trip booking={booking} /> },
  {
    ...{ key: "starts", title: "Starts", width: "7.5rem", wide: true },
    cell: ({ starts_on }) => (starts_on === undefined ? "" : day(starts_on)),
  },
  {
    ...{ key: "total", title: "Total", width: "6.5rem", align: "end", wide: true },
    cell: ({ total }) => total && <Money {...total} />,
  },
  {
    ...{ key: "booked", title: "Booked", width: "7.25rem", align: "end", wide: true },
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
  },
];
