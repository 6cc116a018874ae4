import type { Cents } from "./money.ts";

export const REFUNDS = ["cash", "credit", "taxes", "none"] as const;

/** What may be done with a fare after it was sold. Fees are for each traveller. */
export interface FareConditions {
  /** Light, standard or flexible. */
  readonly family: "LT" | "ST" | "FX";
  readonly name: string;
  /** Null if the fare cannot be changed. */
  readonly changeFee: Cents | null;
  /** What a cancellation gives back; `taxes` are all but the surcharges of the airline. */
  readonly refund: (typeof REFUNDS)[number];
  readonly refundFee: Cents;
  readonly bags: string;
  readonly seat: "free" | "paid";
}
