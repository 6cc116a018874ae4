import { type Cents, sum } from "../model/money.ts";
import type { Services } from "./booking-requests.ts";
import type { Plan } from "./changes.ts";
import type { Entry, PaymentPart, Settlement } from "./ledger.ts";
import type { Terms } from "./refund-rules.ts";
import { type HeldStock, heldStock, type StoredBooking } from "./stored-booking.ts";
import type { StockItem } from "./supplier.ts";

/** A line of a quote: what is given back, what is sold, and what it costs besides. */
export interface QuoteLine {
  readonly kind: "return" | "sale" | "fee";
  readonly amount: Cents;
  readonly about?: string;
  readonly traveller?: string;
  readonly why?: string;
}

/** A change that has passed the rules, and what it costs. */
export interface PlannedChange extends Plan {
  readonly lines: readonly QuoteLine[];
  /** To pay; negative if it comes back. */
  readonly total: Cents;
  /** What the booking costs after the change. */
  readonly newTotal: Cents;
  /** The rules that decide what comes back, as a sentence. */
  readonly rule: string;
  /** Until when the same terms hold. */
  readonly until: number;
}

/** How a change is made, besides what it changes. */
export interface ChangeTerms {
  readonly reason?: string | undefined;
  readonly reference?: string | undefined;
  readonly requestKeys?: readonly string[];
  readonly payments?: readonly PaymentPart[] | undefined;
  /** Gives all of it back as a travel credit with this code, whatever the fares allow. */
  readonly credit?: string | undefined;
}

/** What a plan has decided. */
interface Decided {
  readonly booking: StoredBooking;
  readonly after: StoredBooking;
  readonly entries: readonly Entry[];
  /** Nothing is left. */
  readonly isWhole: boolean;
  readonly warnings: readonly string[];
  readonly terms: readonly Terms[];
  readonly stock: readonly StockItem[];
  readonly now: number;
}

const FOREVER = Number.MAX_SAFE_INTEGER;
/** Before this, changes and cancellations are possible. */
const CLOSES_MS = 3_600_000;

export const planned = (decided: Decided): PlannedChange => {
  const { booking, after, entries, isWhole, warnings, terms, stock, now } = decided;
  const counted = booking.status === "pending" ? entries.filter(({ kind }) => kind !== "fee") : entries;
  const closing = [...booking.flights, ...after.flights].map(
    ({ departureTime }) => Date.parse(departureTime) - CLOSES_MS,
  );
  return {
    after,
    toTake: stock,
    warnings,
    lines: counted.filter(({ amount }) => amount > 0).map((line) => line as QuoteLine),
    total: balanceOf(counted).total,
    newTotal: isWhole ? 0 : after.totalPrice,
    rule: [...new Set(terms.map(({ rule }) => rule))].join("; ") || "nothing is given back, and nothing lost",
    until: Math.min(
      ...terms.map(({ until = FOREVER }) => until),
      ...closing.filter((at) => at > now),
      booking.status === "pending" ? (booking.hold?.payBy ?? FOREVER) : FOREVER,
    ),
  };
};

export const balanceOf = (entries: readonly Entry[]): { readonly fee: Cents; readonly total: Cents } => ({
  fee: sum(entries.map(({ kind, amount }) => (kind === "fee" ? amount : 0))),
  total: sum(entries.map(({ kind, amount }) => (kind === "return" ? -amount : amount))),
});

/** The credit that the change gives, if any. */
export const creditOf = ({ pnr, revision }: StoredBooking, { credit }: ChangeTerms, credited: Cents): Settlement => {
  if (credit !== undefined) return { credit };
  return credited > 0 ? { credit: `${pnr.slice(-6)}-${revision + 1}`, creditAtMost: credited } : {};
};

/** What stays keeps its stock. */
export const stockAfter = (
  { stock }: StoredBooking,
  { flights, hotels, cars, extras }: Services & Pick<StoredBooking, "extras">,
  added: readonly StockItem[],
): readonly HeldStock[] => {
  const come = heldStock(added);
  const stays = [...flights, ...hotels, ...cars, ...extras].map(({ id }) => id);
  const isKept = ({ about }: HeldStock): boolean => stays.includes(about) && !come.some((one) => one.about === about);
  return [...stock.filter(isKept), ...come];
};
