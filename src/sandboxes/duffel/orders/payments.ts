import type { Cents } from "../../../model/money.ts";
import { DuffelError } from "../duffel-error.ts";
import { objectAt, oneOfAt, textAt } from "../fields.ts";
import { notAllowed } from "../problems.ts";
import type { Scenario } from "../scenarios.ts";
import { amountOf } from "../wire-forms.ts";
import { amountAt } from "./amounts.ts";
import { PAYMENT_TYPES, type PaymentType } from "./order-record.ts";

export interface GivenPayment {
  readonly type: PaymentType;
  readonly amount: Cents;
}

/** The account's balance has no end, and every card is good: a payment is checked and believed. */
export const readPayment = (value: unknown, pointer: string, currency: string): GivenPayment => {
  const data = objectAt(value, pointer);
  const type = oneOfAt(data.type, `${pointer}/type`, PAYMENT_TYPES);
  const amount = amountAt(data.amount, `${pointer}/amount`);
  const given = textAt(data.currency, `${pointer}/currency`);
  if (given !== currency) {
    throw notAllowed(`${pointer}/currency`, `The currency must be ${currency}, as in the amount to be paid.`);
  }
  if (type === "card") textAt(data.three_d_secure_session_id, `${pointer}/three_d_secure_session_id`);
  return { type, amount };
};

export const requireAmount = (paid: Cents, due: Cents, currency: string, pointer: string): void => {
  if (paid !== due)
    throw wrongAmount(`The payment is ${amountOf(paid)} ${currency}, and ${amountOf(due)} is due.`, pointer);
};

export const wrongAmount = (message: string, pointer: string): DuffelError =>
  new DuffelError(422, {
    type: "validation_error",
    code: "payment_amount_does_not_match_order_amount",
    title: "Payment amount does not match order amount",
    message: `${message} Read the offer or order again and pay its total_amount, services included.`,
    source: { field: "amount", pointer },
  });

export const requireBalance = (payments: readonly GivenPayment[], scenario: Scenario | undefined | null): void => {
  if (scenario !== "insufficient_balance" || !payments.some(({ type }) => type === "balance")) return;
  throw new DuffelError(422, {
    type: "invalid_state_error",
    code: "insufficient_balance",
    title: "Insufficient balance",
    message: "The balance of this account is too low for the payment. Top it up, or pay in another way.",
  });
};
