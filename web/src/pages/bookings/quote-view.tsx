import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Money, TimeLeft } from "../../components/values.tsx";
import { money } from "../../format/money.ts";
import { brief } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { ACCOUNT, PaymentField } from "./payment-field.tsx";
import type { Quoted } from "./use-quote.ts";

const CURRENCY = "USD";

/** `$69.00 to pay`, `$33.00 back` or `No charge`. On hold, nothing was paid yet: `$33.00 less to pay`. */
export const totalInWords = (total: number, isOnHold = false): string => {
  if (total === 0) return "No charge";
  const amount = money(Math.abs(total), CURRENCY);
  if (isOnHold) return `${amount} ${total > 0 ? "more" : "less"} to pay`;
  return total > 0 ? `${amount} to pay` : `${amount} back`;
};

const LINE_WORDS = { return: "Returned", sale: "New", fee: "Fee" } as const;
const SIGNS = { return: -1, sale: 1, fee: 1 } as const;
const METHODS: Readonly<Record<string, string>> = { account: "account", "card:tok_visa": "test card" };

interface QuoteProps {
  readonly quoted: Quoted;
  readonly isOnHold: boolean;
  readonly names: ReadonlyMap<string, string>;
}

/** What a change costs or gives back, line by line. */
export const QuoteView = ({ quoted: { quote, moved, request }, isOnHold, names }: QuoteProps) => {
  const { total, new_total, lines, rule, refund_to, expires_at, warnings } = quote;
  return (
    <section className="quote" aria-label="Quote">
      {moved && (
        <p className="quote-moved" role="alert">
          <Icon name="warn" /> The earlier quote no longer holds. This is the current one; nothing was changed.
        </p>
      )}
      <p className="quote-total" data-back={total < 0 || undefined}>
        {totalInWords(total, isOnHold)}
      </p>
      <Parts {...request} names={names} />
      <table className="booking-price booking-total">
        <caption className="unseen">Lines of the quote</caption>
        <tbody>
          {lines.map(({ kind, amount, about, traveller, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
            <tr key={index}>
              <th scope="row" className="wraps">
                <span className="quote-kind" data-kind={kind}>
                  {LINE_WORDS[kind] ?? brief(kind, 20)}
                </span>{" "}
                {[about && (names.get(about) ?? about), traveller && (names.get(traveller) ?? traveller), why]
                  .filter((one) => one !== undefined && one !== "")
                  .map((one) => brief(one as string, 80))
                  .join(", ")}
              </th>
              <td>
                <Money amount={amount * (SIGNS[kind] ?? 1)} currency={CURRENCY} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Total</th>
            <td>
              <Money amount={total} currency={CURRENCY} />
            </td>
          </tr>
        </tbody>
      </table>
      <dl className="quote-facts">
        <div>
          <dt>Rule</dt>
          <dd className="wraps">{brief(rule, 400)}</dd>
        </div>
        <div>
          <dt>Booking after that</dt>
          <dd>
            <Money amount={new_total} currency={CURRENCY} />
          </dd>
        </div>
        {refund_to.length > 0 && (
          <div>
            <dt>Goes back to</dt>
            <dd className="wraps">
              {refund_to
                .map(({ method, amount }) => `${METHODS[method] ?? brief(method, 60)} ${money(amount, CURRENCY)}`)
                .join(", ")}
            </dd>
          </div>
        )}
        <div>
          <dt>Valid for</dt>
          <dd title={moment(expires_at)}>
            <TimeLeft until={expires_at} />
          </dd>
        </div>
      </dl>
      {warnings.map((warning, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: warnings may repeat
        <p key={index} className="quote-warning wraps">
          <Icon name="warn" /> {brief(warning, 300)}
        </p>
      ))}
    </section>
  );
};

interface PartsProps {
  readonly remove: readonly string[];
  readonly add: readonly string[];
  readonly names: ReadonlyMap<string, string>;
}

/** What leaves a booking, and what comes. */
export const Parts = ({ remove, add, names }: PartsProps) =>
  remove.length + add.length > 0 && (
    <ul className="quote-parts">
      {remove.map((id) => (
        <li key={`- ${id}`} className="wraps">
          <del>{id === "all" ? "The whole booking" : brief(names.get(id) ?? id, 120)}</del>
        </li>
      ))}
      {add.map((id) => (
        <li key={`+ ${id}`} className="wraps">
          <ins>{brief(names.get(id) ?? id, 120)}</ins>
        </li>
      ))}
    </ul>
  );

interface ConfirmProps {
  readonly total: number;
  readonly isOnHold: boolean;
  readonly busy: boolean;
  readonly label: string;
  readonly danger?: boolean;
  readonly onConfirm: (payment: string) => void;
}

/** Asks how to pay, if there is something to pay now. */
export const ConfirmButton = ({ total, isOnHold, busy, label, danger, onConfirm }: ConfirmProps) => {
  const [payment, setPayment] = useState(ACCOUNT);
  return (
    <>
      {total > 0 && !isOnHold && (
        <span className="quote-payment">
          <PaymentField payment={payment} onPayment={setPayment} />
        </span>
      )}
      <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={() => onConfirm(payment)}>
        {label}
      </Button>
    </>
  );
};
