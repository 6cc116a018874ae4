import type { BookingDetail } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ErrorState } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { Money, TimeLeft } from "../../components/values.tsx";
import { brief } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { entitledWords } from "./disrupt-dialog.tsx";
import {
  type ParsedExtra,
  type ParsedNotice,
  type ParsedPayment,
  type ParsedTicket,
  parseTravellers,
} from "./parse-servicing.ts";

interface PaymentProps {
  readonly payment: ParsedPayment;
  readonly currency: string;
  readonly voidUntil: string | undefined;
  readonly status: string;
}

/** Rows with an amount; those of zero are left out, except what was charged and paid. */
export const paymentRows = ({ charged, fees, paid, refunded, credited, due }: ParsedPayment) =>
  [
    { label: "Charged", amount: charged, isAlwaysShown: true },
    { label: "of which fees", amount: fees },
    { label: "Paid", amount: paid, isAlwaysShown: true },
    { label: "Refunded", amount: refunded },
    { label: "Given as travel credit", amount: credited },
    { label: "Due", amount: due },
  ].filter(({ amount, isAlwaysShown }) => amount !== 0 || isAlwaysShown);

export const PaymentCard = ({ payment, currency, voidUntil, status }: PaymentProps) => (
  <Card title="Payment">
    <table className="booking-price">
      <caption className="unseen">Payment</caption>
      <tbody>
        {paymentRows(payment).map(({ label, amount }) => (
          <tr key={label} data-due={label === "Due" || undefined}>
            <th scope="row">{label}</th>
            <td>
              <Money amount={amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {payment.payBy !== undefined && (
      <p className="payment-note">
        Pay by {moment(payment.payBy)}: <TimeLeft until={payment.payBy} /> left. Then the booking is cancelled.
      </p>
    )}
    {voidUntil !== undefined && status === "confirmed" && (
      <p className="payment-note">
        Flights can be cancelled free of charge for <TimeLeft until={voidUntil} past="no longer" />.
      </p>
    )}
  </Card>
);

const COUPON_TONES = { open: "ok", exchanged: "neutral", refunded: "warn", void: "warn", flown: "accent" } as const;

export const TicketsCard = ({ tickets, booking }: { readonly tickets: readonly ParsedTicket[]; booking: unknown }) => {
  const names = new Map(parseTravellers(booking).map(({ id, name }) => [id, name]));
  return (
    <Card title={tickets.length === 1 ? "1 ticket" : `${tickets.length} tickets`} flush>
      <ul className="booking-people">
        {tickets.map(({ number, traveller, coupons }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: numbers may repeat
          <li key={index}>
            <code>{brief(number, 20)}</code>
            {coupons.map((state, coupon) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: coupons keep their places
              <Badge key={coupon} tone={COUPON_TONES[state as keyof typeof COUPON_TONES] ?? "neutral"}>
                {brief(state, 12)}
              </Badge>
            ))}
            <span className="booking-person-facts wraps">{brief(names.get(traveller) ?? traveller, 80)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

interface ExtrasProps {
  readonly extras: readonly ParsedExtra[];
  readonly names: ReadonlyMap<string, string>;
  readonly currency: string;
}

export const ExtrasCard = ({ extras, names, currency }: ExtrasProps) => (
  <Card title={extras.length === 1 ? "1 extra" : `${extras.length} extras`} flush>
    <ul className="booking-people">
      {extras.map(({ id, what, traveller, flightIds, price, emd }) => (
        <li key={id}>
          <span className="booking-person wraps">{brief(what, 80)}</span>
          <span className="extra-price">
            <Money amount={price} currency={currency} />
          </span>
          <span className="booking-person-facts wraps">
            {[names.get(traveller) ?? traveller, ...flightIds.map((flight) => names.get(flight) ?? flight)]
              .map((one) => brief(one, 80))
              .join(" · ")}
            {emd !== undefined && ` · EMD ${brief(emd, 20)}`}
          </span>
        </li>
      ))}
    </ul>
  </Card>
);

interface NoticesProps {
  readonly pnr: string;
  readonly notices: readonly ParsedNotice[];
  readonly names: ReadonlyMap<string, string>;
  readonly isLive: boolean;
  readonly onAccepted: (detail: BookingDetail) => void;
  /** Opens the change dialog with that service to be removed. */
  readonly onRebook: (about: string) => void;
}

/** What suppliers changed; open ones first, as the server sorts them. */
export const NoticesCard = ({ pnr, notices, names, isLive, onAccepted, onRebook }: NoticesProps) => {
  const accept = useAction(async (id: string) => {
    onAccepted(await api.post<BookingDetail>(`/bookings/${part(pnr)}/accept`, { notices: [id] }));
    toast.ok(`Notice ${brief(id, 10)} accepted.`);
  });
  const open = notices.filter(({ resolved }) => resolved === undefined).length;
  return (
    <Card title={open === 0 ? "Notices" : `Notices: ${open} open`} className="booking-notices">
      {accept.error && <ErrorState error={accept.error} inline />}
      <ul className="notices">
        {notices.map((notice) => (
          <li key={notice.id} data-open={notice.resolved === undefined || undefined}>
            <div className="notice-head">
              <Badge tone={notice.resolved === undefined ? "bad" : "neutral"}>
                {notice.resolved === undefined ? "open" : brief(notice.resolved, 20)}
              </Badge>
              <span className="soft wraps">
                {brief(notice.id, 10)} · {brief(names.get(notice.about) ?? notice.about, 80)} · {moment(notice.at)}
              </span>
            </div>
            <p className="wraps">{brief(notice.text, 500)}</p>
            {notice.eu261Eur !== undefined && (
              <p className="soft">EU 261: the airline owes each traveller €{notice.eu261Eur}. Not paid here.</p>
            )}
            {isLive && notice.resolved === undefined && (
              <div className="row">
                <span className="soft">{entitledWords(notice.canRebook, notice.canRefund)}</span>
                <Button small onClick={() => onRebook(notice.about)}>
                  Rebook or refund…
                </Button>
                {notice.canAccept && (
                  <Button small busy={accept.busy} onClick={() => void accept.run(notice.id)}>
                    Accept
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
};
