import type { Cents } from "./money.ts";
import { integer, maybe, object, oneOf, type Static, string } from "./schema.ts";

/** What each kind of line adds to what the traveller owes, and to what has been received. */
const EFFECTS = {
  sale: { owed: 1, received: 0 },
  return: { owed: -1, received: 0 },
  /** For a change or cancellation, or the part of a price that is not given back. */
  fee: { owed: 1, received: 0 },
  payment: { owed: 0, received: 1 },
  refund: { owed: 0, received: -1 },
  /** A travel credit that was issued instead of a refund. */
  credit: { owed: 0, received: -1 },
} as const;

/** A line of a booking's ledger. Lines are added and never changed; every total is a sum over them. */
export interface LedgerLine {
  /** L1, L2 and so on. */
  readonly id: string;
  /** Unix time in milliseconds. */
  readonly at: number;
  /** The revision of the booking that the line was written with. */
  readonly op: number;
  readonly kind: keyof typeof EFFECTS;
  /** Greater than zero. */
  readonly amount: Cents;
  /** The id of the service or extra. */
  readonly about?: string;
  readonly traveller?: string;
  /** Of a payment, refund or credit: `account`, `card:tok_visa`. */
  readonly method?: string;
  /** A reference outside the booking, such as the code of a credit. */
  readonly reference?: string;
  readonly why?: string;
}

export const totalOfKind = (ledger: readonly LedgerLine[], kind: LedgerLine["kind"]): Cents =>
  ledger.reduce((total, line) => (line.kind === kind ? total + line.amount : total), 0);

const sumOf = (ledger: readonly LedgerLine[], side: "owed" | "received"): Cents =>
  ledger.reduce((total, { kind, amount }) => total + EFFECTS[kind][side] * amount, 0);

export const owedOn = (ledger: readonly LedgerLine[]): Cents => sumOf(ledger, "owed");

/** What is still to be paid; negative if too much was received. */
export const dueOn = (ledger: readonly LedgerLine[]): Cents => owedOn(ledger) - sumOf(ledger, "received");

const cents = (description: string) => integer({ description: `US cents: ${description}` });

export const Payment = object({
  status: oneOf(["due", "paid", "refunded"]),
  charged: cents("prices and fees, less what was returned"),
  fees: cents("the part of charged that is not a price of something on the booking"),
  paid: cents("received so far"),
  refunded: cents("given back to the form of payment"),
  credited: maybe(cents("given back as travel credit")),
  due: cents("still to be paid"),
  payBy: maybe(string({ description: "A booking on hold is cancelled if it is not paid by then" })),
});
export type Payment = Static<typeof Payment>;

export const paymentOn = (ledger: readonly LedgerLine[]): Omit<Payment, "payBy"> => {
  const charged = owedOn(ledger);
  const refunded = totalOfKind(ledger, "refund");
  const credited = totalOfKind(ledger, "credit");
  const paid = totalOfKind(ledger, "payment");
  const fees = totalOfKind(ledger, "fee");
  const due = charged - (paid - refunded - credited);
  const isReturned = charged === fees && (charged === 0 || refunded + credited > 0);
  return {
    status: due > 0 ? "due" : isReturned ? "refunded" : "paid",
    charged,
    fees,
    paid,
    refunded,
    ...(credited > 0 && { credited }),
    due,
  };
};
