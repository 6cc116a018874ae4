import type { ReactNode } from "react";
import type { BookingDetail } from "../../../../src/console/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Money, TimeAgo } from "../../components/values.tsx";
import { brief } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { hrefTo } from "../../router/router.ts";
import type { ParsedBooking } from "./parse-booking.ts";

/** When and by whom it was booked, and when it expires. */
export const BookingFacts = ({ booking, status }: { readonly booking: ParsedBooking; readonly status: string }) => (
  <Card title="Booking">
    <dl className="booking-facts">
      {booking.createdAt !== undefined && (
        <Fact label="Created">
          <span title={moment(booking.createdAt)}>
            <TimeAgo at={booking.createdAt} />
          </span>
        </Fact>
      )}
      {booking.expiresAt !== undefined && (
        <Fact label={status === "expired" ? "Expired" : "Expires"}>
          <TimeAgo at={booking.expiresAt} />
        </Fact>
      )}
      {booking.sessionId !== undefined && (
        <Fact label="Session ID">
          <code className="wraps">{brief(booking.sessionId)}</code>
          <span className="booking-links">
            <a href={hrefTo("bookings", [], { session: booking.sessionId })}>View bookings</a>
            <a href={hrefTo("live", [], { session: booking.sessionId })}>View calls</a>
          </span>
        </Fact>
      )}
      {booking.facts.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: special requests may repeat
        <Fact key={index} label={label}>
          {brief(value)}
        </Fact>
      ))}
    </dl>
  </Card>
);

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="wraps">{children}</dd>
  </div>
);

export const Passengers = ({ booking: { passengers } }: { readonly booking: ParsedBooking }) => (
  <Card title={passengers.length === 1 ? "1 traveller" : `${passengers.length} travellers`} flush>
    {passengers.length === 0 ? (
      <EmptyState title="No travellers" />
    ) : (
      <ol className="booking-people">
        {passengers.map(({ name, type, facts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
          <li key={index}>
            <span className="booking-person wraps">{brief(name)}</span>
            {type !== "" && <Badge>{brief(type, 30)}</Badge>}
            {facts.length > 0 && (
              <span className="booking-person-facts wraps">
                {facts.map(({ label, value }) => `${label} ${brief(value)}`).join(" · ")}
              </span>
            )}
          </li>
        ))}
      </ol>
    )}
  </Card>
);

/** The last row is the total. */
export const Price = ({ rows }: { readonly rows: BookingDetail["price"] }) => (
  <Card title="Price">
    <table className="booking-price booking-total">
      <caption className="unseen">Price breakdown</caption>
      <tbody>
        {rows.map(({ label, amount, currency }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may repeat
          <tr key={index}>
            <th scope="row" className="wraps">
              {brief(label)}
            </th>
            <td>
              <Money amount={amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

export const History = ({ events }: { readonly events: BookingDetail["history"] }) => (
  <Card title="History">
    <ol className="booking-history">
      {events.map(({ at, what }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events may repeat
        <li key={index}>
          <span className="wraps">{brief(what)}</span>
          <time dateTime={at}>{moment(at)}</time>
        </li>
      ))}
    </ol>
  </Card>
);
