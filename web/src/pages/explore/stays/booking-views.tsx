import { hrefTo } from "../../../app/route.ts";
import { StatusBadge } from "../../../components/badge.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Money } from "../../../components/quantities.tsx";
import { Notes } from "../views/notes.tsx";
import type { Seen } from "../views/seen.ts";
import type { BookingLine, BookingShown } from "./bookings.ts";

/** One booking: its locator, who travels, and where to. */
export const BookingView = ({ found: booking }: { readonly found: BookingShown }) => (
  <div className="stack">
    <Notes notes={booking.notes} />
    <div className="row">
      <a className="pnr" href={hrefTo("bookings", [booking.pnr])}>
        {booking.pnr}
      </a>
      <StatusBadge status={booking.status} />
      <strong>
        <Money {...booking.total} />
      </strong>
    </div>
    <p className="wraps">{booking.people.join(", ")}</p>
    <ol className="itinerary">
      {booking.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be alike
        <li key={index} data-cancelled={line.cancelled || undefined}>
          <Icon name={line.icon} />
          <span className="number">{line.when}</span>
          <span className="wraps">
            {line.what}
            {line.cancelled && ", cancelled"}
          </span>
        </li>
      ))}
    </ol>
    <p>
      <a href={hrefTo("bookings", [booking.pnr])}>Open it in Bookings</a>
    </p>
  </div>
);

interface ListProps {
  readonly found: readonly BookingLine[];
  readonly seen: Seen;
}

export const BookingsView = ({ found, seen }: ListProps) =>
  found.length === 0 ? (
    <EmptyState
      title="This session has no bookings"
      action={<a href={hrefTo("explore", [seen.server, "searchFlights"])}>Search flights, and book one</a>}
    />
  ) : (
    <ul className="options" aria-label="Bookings">
      {found.map((booking) => (
        <li className="option" key={booking.pnr}>
          <div className="option-about">
            <div className="row">
              <a className="mono" href={hrefTo("bookings", [booking.pnr])}>
                {booking.pnr}
              </a>
              <StatusBadge status={booking.status} />
            </div>
            <p className="wraps">{booking.people.join(", ")}</p>
            <p className="small soft wraps">{booking.itinerary.join(" · ")}</p>
          </div>
          <div className="option-price">
            <strong>
              <Money {...booking.total} />
            </strong>
          </div>
        </li>
      ))}
    </ul>
  );
