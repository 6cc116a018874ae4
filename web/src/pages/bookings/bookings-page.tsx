import { useEffect } from "react";
import type { BookingSummary } from "../../../../src/console/contract.ts";
import { useDebounced } from "../../api/use-data.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Input, Select } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../components/states.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Money, TimeAgo } from "../../components/values.tsx";
import { count } from "../../format/money.ts";
import { brief } from "../../format/text.ts";
import { day } from "../../format/time.ts";
import { goTo, hrefTo, replaceRoute, useRoute } from "../../router/router.ts";
import { BookingStatus, PART_ICONS } from "./booking-status.tsx";
import { BookingView } from "./booking-view.tsx";
import { statusNow } from "./parse-booking.ts";
import { type BookingFilter, type BookingList, useBookings } from "./use-bookings.ts";
import "./bookings-page.css";
import "./servicing.css";

/** Lists all bookings, or shows one: `#/bookings/TEST-ABC234`. */
const BookingsPage = () => {
  const { parts } = useRoute();
  const [pnr] = parts;
  return pnr === undefined ? <BookingsList /> : <BookingView key={pnr} pnr={pnr} />;
};

export default BookingsPage;

const STATUSES = [
  { value: "", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "confirmed", label: "Confirmed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

const BookingsList = () => {
  const { query } = useRoute();
  const filter: BookingFilter = {
    status: query["status"] ?? "",
    session: query["session"] ?? "",
    text: query["text"] ?? "",
  };
  const list = useBookings({ ...filter, session: useDebounced(filter.session), text: useDebounced(filter.text) });
  const isFiltered = Object.values(filter).some((value) => value !== "");
  const change = (changed: Partial<BookingFilter>) => replaceRoute("bookings", [], { ...filter, ...changed });
  return (
    <Page
      title="Bookings"
      about={
        list.total === undefined
          ? "All bookings in all sessions."
          : `All bookings in all sessions: ${count(list.total)} total.`
      }
    >
      <Filters filter={filter} change={change} />
      {list.gap && (
        <div className="bookings-gap" role="status">
          <span>Many bookings were created since this list was loaded.</span>
          <Button small icon="reload" onClick={list.reload}>
            Show newest
          </Button>
        </div>
      )}
      <Card flush className="bookings">
        <Results list={list} isFiltered={isFiltered} clear={() => replaceRoute("bookings")} />
      </Card>
    </Page>
  );
};

interface FiltersProps {
  readonly filter: BookingFilter;
  readonly change: (changed: Partial<BookingFilter>) => void;
}

const Filters = ({ filter, change }: FiltersProps) => (
  <search className="bookings-filters">
    <Input
      label="PNR or last name"
      type="search"
      value={filter.text}
      maxLength={100}
      onValue={(text) => change({ text })}
      placeholder="TEST-ABC234"
    />
    <Select label="Status" value={filter.status} choices={STATUSES} onValue={(status) => change({ status })} />
    <Input
      label="Session"
      type="search"
      value={filter.session}
      maxLength={200}
      onValue={(session) => change({ session })}
      placeholder="Session ID"
    />
  </search>
);

interface FoundProps {
  readonly list: BookingList;
  readonly isFiltered: boolean;
  readonly clear: () => void;
}

const Results = ({ list, isFiltered, clear }: FoundProps) => {
  const { rows, error, loading, hasMore, more, retry } = list;
  const { query } = useRoute();
  const isSearching = rows.length === 0 && hasMore && error === undefined;
  useEffect(() => {
    // The server scans a limited number of bookings per request, so an empty page does not mean that there are no matches.
    if (isSearching && !loading) more();
  }, [isSearching, loading, more]);

  if (rows.length === 0 && error) return <ErrorState error={error} retry={retry} />;
  if (rows.length === 0 && (loading || isSearching)) {
    return <Skeleton lines={8} label={isSearching ? "Searching older bookings" : "Loading"} />;
  }
  if (rows.length === 0) return isFiltered ? <NothingFound clear={clear} /> : <NothingBooked />;
  return (
    <>
      {error && <ErrorState error={error} retry={retry} inline />}
      <Table
        label="Bookings"
        columns={BOOKING_COLUMNS}
        rows={rows}
        rowKey={({ pnr }) => pnr}
        onOpen={({ pnr }) => goTo("bookings", [pnr], query)}
        more={{ hasMore, loading, more }}
        height="var(--bookings-height)"
      />
    </>
  );
};

const NothingFound = ({ clear }: { readonly clear: () => void }) => (
  <EmptyState title="No matching bookings" action={<Button onClick={clear}>Clear filters</Button>}>
    Search by PNR or last name, in full or in part. To filter by session, enter the full session ID.
  </EmptyState>
);

const NothingBooked = () => (
  <EmptyState
    title="No bookings yet"
    action={<a href={hrefTo("explore", ["gds", "searchFlights"])}>Search flights in Explore</a>}
  >
    Bookings appear here as soon as an agent makes one. All bookings are test bookings.
  </EmptyState>
);

const Pnr = ({ booking }: { readonly booking: BookingSummary }) => (
  <span className="booking-pnr" data-status={statusNow(booking.status, booking.expires_at, Date.now())}>
    {brief(booking.pnr)}
  </span>
);

const Trip = ({ booking: { parts, summary } }: { readonly booking: BookingSummary }) => (
  <span title={brief(summary)}>
    <span className="booking-parts">
      {parts.map((part) => (
        <Icon key={part} name={PART_ICONS[part]} size={14} />
      ))}
    </span>
    {brief(summary)}
  </span>
);

const travellers = ({ name, travellers: count }: BookingSummary): string =>
  count > 1 ? `${brief(name)} +${count - 1}` : brief(name);

const BOOKING_COLUMNS: readonly Column<BookingSummary>[] = [
  { key: "pnr", title: "PNR", width: "8rem", cell: (booking) => <Pnr booking={booking} /> },
  {
    key: "status",
    title: "Status",
    width: "clamp(7rem, 13vw, 10.5rem)",
    cell: ({ status, expires_at, pay_by, open_notices }) => (
      <span className="booking-states">
        <BookingStatus status={statusNow(status, expires_at, Date.now())} payBy={pay_by} />
        {open_notices !== undefined && (
          <Badge tone="bad">{open_notices === 1 ? "1 notice" : `${open_notices} notices`}</Badge>
        )}
      </span>
    ),
  },
  { key: "name", title: "Travellers", cell: travellers },
  { key: "trip", title: "Trip", width: "22%", wide: true, cell: (booking) => <Trip booking={booking} /> },
  {
    key: "starts",
    title: "Starts",
    width: "7.5rem",
    wide: true,
    cell: ({ starts_on }) => (starts_on === undefined ? "" : day(starts_on)),
  },
  {
    key: "total",
    title: "Total",
    width: "6.5rem",
    align: "end",
    wide: true,
    cell: ({ total }) => total && <Money {...total} />,
  },
  {
    key: "booked",
    title: "Created",
    width: "7.25rem",
    align: "end",
    wide: true,
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
  },
];
