import { familyNamed } from "../../../model/fare.ts";
import type { FlightSegment } from "../../../model/flight.ts";
import type { DuffelCondition } from "../duffel-wire.ts";
import { amountOf } from "../wire-format.ts";

/** The name and the conditions of a fare. */
interface FareBrand {
  readonly name: string;
  /** NGS shelf: 1 (basic economy) to 5 (first). */
  readonly shelf: number;
  readonly change: DuffelCondition;
  readonly refund: DuffelCondition;
  readonly seatSelection: boolean;
  readonly priority: boolean;
}

const CABIN_NAMES = {
  economy: "Economy",
  premium_economy: "Premium Economy",
  business: "Business",
  first: "First",
} as const;
const SHELVES = { economy: 2, premium_economy: 3, business: 4, first: 5 } as const;

const ALLOWED: DuffelCondition = { allowed: true, penalty_amount: "0.00", penalty_currency: "USD" };
const REFUSED: DuffelCondition = { allowed: false, penalty_amount: null, penalty_currency: null };

export const cabinName = (cabin: FlightSegment["cabin"]): string => CABIN_NAMES[cabin];

/** The name of a slice's fare is that of its longest flight; its conditions are the strictest of its flights. */
export const brandOf = (segments: readonly FlightSegment[], passengers: number): FareBrand => {
  const { cabin, fareFamily } = segments.reduce((longest, other) =>
    other.duration > longest.duration ? other : longest,
  );
  const penalty = (fee: number): DuffelCondition => ({ ...ALLOWED, penalty_amount: amountOf(fee * passengers) });
  const isLight = familyNamed(fareFamily) === "LT";
  return {
    name: `${CABIN_NAMES[cabin]} ${fareFamily}`,
    shelf: isLight ? 1 : SHELVES[cabin],
    change: strictest(segments.map(({ changeFee }) => (changeFee === null ? REFUSED : penalty(changeFee)))),
    refund: strictest(segments.map(({ refund, refundFee }) => (refund === "cash" ? penalty(refundFee) : REFUSED))),
    seatSelection: !isLight,
    priority: cabin === "business" || cabin === "first",
  };
};

/** The strictest of the conditions of several slices, because an offer is changed or refunded as a whole. */
export const strictest = (conditions: readonly DuffelCondition[]): DuffelCondition =>
  conditions.reduce((strict, other) => {
    if (!strict.allowed || !other.allowed) return REFUSED;
    return Number(other.penalty_amount) > Number(strict.penalty_amount) ? other : strict;
  });
