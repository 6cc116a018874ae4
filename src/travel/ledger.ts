import type { Extra } from "../model/extra.ts";
import { dueOn, type LedgerLine, owedOn, totalOfKind } from "../model/ledger.ts";
import { type Cents, sum } from "../model/money.ts";
import type { Services } from "./booking-requests.ts";
import type { StoredBooking } from "./stored-booking.ts";

/** A line before it is entered. */
export type Entry = Omit<LedgerLine, "id" | "at" | "op">;

/** A form of payment and what is paid with it. */
export interface PaymentPart {
  readonly method: string;
  readonly amount: Cents;
  /** The booking is kept until then at least. */
  readonly until?: number;
}

export const ACCOUNT = "account";

/** The form of payment and the stock key of a travel credit. */
const CREDIT = "credit:";
export const creditMethod = (code: string): string => `${CREDIT}${code}`;
export const isCredit = (method: string): boolean => method.startsWith(CREDIT);

const YEAR_MS = 365 * 86_400_000;

/** When a credit expires that was issued at that time. */
export const creditUntil = (issuedAt: number): number => issuedAt + YEAR_MS;

type Priced = Services & { readonly extras?: readonly Extra[] };

interface Price {
  readonly about: string;
  readonly amount: Cents;
}

const pricesOf = ({ flights, hotels, cars, extras = [] }: Priced): readonly Price[] => {
  const prices: Price[] = [];
  for (const { id, price } of flights) prices.push({ about: id, amount: price });
  for (const { id, price } of hotels) prices.push({ about: id, amount: price });
  for (const { id, totalPrice } of cars) prices.push({ about: id, amount: totalPrice });
  for (const { id, price } of extras) prices.push({ about: id, amount: price });
  return prices;
};

export const totalOf = (services: Priced): Cents => pricesOf(services).reduce((total, { amount }) => total + amount, 0);

export const salesOf = (services: Priced): readonly Entry[] =>
  pricesOf(services).map(({ about, amount }) => ({ kind: "sale", amount, about }));

export const returnsOf = (services: Priced): readonly Entry[] =>
  pricesOf(services).map(({ about, amount }) => ({ kind: "return", amount, about }));

type Stamp = Pick<LedgerLine, "at" | "op">;

/** Adds lines. Lines without an amount are left out. */
const entered = (
  ledger: readonly LedgerLine[],
  entries: readonly Entry[],
  { at, op }: Stamp,
): readonly LedgerLine[] => [
  ...ledger,
  ...entries
    .filter(({ amount }) => amount > 0)
    .map((entry, i): LedgerLine => ({ id: `L${ledger.length + i + 1}`, at, op, ...entry })),
];

export interface Settlement {
  /** How an amount due is paid; what the parts do not cover is paid from the account. Default: from the account. */
  readonly payments?: readonly PaymentPart[] | undefined;
  /** Gives back a travel credit with this code instead of money. */
  readonly credit?: string | undefined;
  /** Gives back money beyond this amount. Default: all of it is given back as credit. */
  readonly creditAtMost?: Cents | undefined;
}

/** Enters the lines and what settles the ledger. Without a settlement, what is due stays due. */
export const ledgerWith = (
  before: readonly LedgerLine[],
  entries: readonly Entry[],
  of: Stamp,
  settlement: Settlement | undefined,
): readonly LedgerLine[] => {
  const ledger = entered(before, entries, of);
  return settlement === undefined ? ledger : entered(ledger, settlementOf(ledger, settlement), of);
};

/** The payments or refunds that settle the ledger. */
const settlementOf = (ledger: readonly LedgerLine[], settlement: Settlement): readonly Entry[] => {
  const { payments = [], credit, creditAtMost = Number.POSITIVE_INFINITY } = settlement;
  const due = dueOn(ledger);
  if (due > 0) return paymentsOf(due, payments);
  if (due === 0) return [];
  if (credit === undefined) return refundsOf(ledger, -due);
  const credited = Math.min(-due, creditAtMost);
  const money = refundsOf(ledger, -due - credited);
  // What was paid with a credit goes back to it.
  const back = refundsOf([...ledger, ...money], credited, isCredit);
  const rest = credited - sum(back.map(({ amount }) => amount));
  const issued: readonly Entry[] = [{ kind: "credit", amount: rest, method: "credit", reference: credit }];
  return [...money, ...back, ...issued].filter(({ amount }) => amount > 0);
};

const paymentsOf = (due: Cents, parts: readonly PaymentPart[]): readonly Entry[] => {
  let left = due;
  const entries: Entry[] = [];
  for (const { method, amount } of [...parts, { method: ACCOUNT, amount: due }]) {
    const paid = Math.min(left, amount);
    if (paid > 0) entries.push({ kind: "payment", amount: paid, method });
    left -= paid;
  }
  return entries;
};

/** Back over the payments, newest first. */
const refundsOf = (
  ledger: readonly Entry[],
  amount: Cents,
  isMeant: (method: string) => boolean = () => true,
): readonly Entry[] => {
  const open = new Map<string, Cents>();
  for (const { kind, method = ACCOUNT, amount: moved } of ledger) {
    if (kind === "payment") open.set(method, (open.get(method) ?? 0) + moved);
    if (kind === "refund") open.set(method, (open.get(method) ?? 0) - moved);
  }
  let left = amount;
  const entries: Entry[] = [];
  for (const { kind, method = ACCOUNT } of ledger.toReversed()) {
    if (kind !== "payment" || !isMeant(method)) continue;
    const back = Math.min(left, open.get(method) ?? 0);
    if (back > 0) entries.push({ kind: "refund", amount: back, method });
    open.delete(method);
    left -= back;
  }
  return entries;
};

/** Returns the laws of money that the booking breaks, as sentences. */
export const balanced = (booking: StoredBooking): readonly string[] => {
  const { ledger, status, totalPrice } = booking;
  const due = dueOn(ledger);
  const shown = new Map<string, Cents>();
  for (const { about, amount } of pricesOf(booking)) shown.set(about, (shown.get(about) ?? 0) + amount);
  const sold = new Map<string, Cents>([...shown.keys()].map((id) => [id, 0]));
  for (const { kind, about = "", amount } of ledger) {
    if (kind === "sale") sold.set(about, (sold.get(about) ?? 0) + amount);
    if (kind === "return") sold.set(about, (sold.get(about) ?? 0) - amount);
  }
  const laws: Readonly<Record<string, boolean>> = {
    "M1: what is shown was sold for its price, and what left was returned": [...sold].every(
      ([id, net]) => net === (status === "cancelled" ? 0 : (shown.get(id) ?? 0)),
    ),
    "M2: the total is the sum of what is shown": totalPrice === totalOf(booking),
    "M2: what is charged is the total and the fees":
      owedOn(ledger) === (status === "cancelled" ? 0 : totalPrice) + totalOfKind(ledger, "fee"),
    "M3: something is due if and only if the booking is pending": status === "pending" ? due > 0 : due === 0,
    "M4: no method gives back more than was paid with it": [...methodsOf(ledger)].every(
      (method) => ofMethod(ledger, "refund", method) <= ofMethod(ledger, "payment", method),
    ),
    "lines have a positive amount and follow on": ledger.every(
      ({ id, amount }, i) => Number.isSafeInteger(amount) && amount > 0 && id === `L${i + 1}`,
    ),
  };
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
};

const methodsOf = (ledger: readonly LedgerLine[]): ReadonlySet<string> =>
  new Set(ledger.flatMap(({ kind, method }) => (kind === "refund" && method !== undefined ? [method] : [])));

const ofMethod = (ledger: readonly LedgerLine[], kind: LedgerLine["kind"], method: string): Cents =>
  totalOfKind(
    ledger.filter((line) => line.method === method),
    kind,
  );
