import type { Cents } from "./money.ts";

export const REFUNDS = ["cash", "credit", "taxes", "none"] as const;
export type RefundKind = (typeof REFUNDS)[number];

/** Light, standard or flexible: the code in ids and fare bases. */
export const FARE_FAMILIES = ["LT", "ST", "FX"] as const;
export type FareFamily = (typeof FARE_FAMILIES)[number];

/** What airlines call them. */
const NAMES = {
  ...{ Basic: "LT", Light: "LT", Lite: "LT" },
  ...{ Main: "ST", Standard: "ST", Plus: "ST", Saver: "ST" },
  ...{ Flex: "FX", Max: "FX" },
} as const satisfies Readonly<Record<string, FareFamily>>;
export type FareFamilyName = keyof typeof NAMES;

export const familyNamed = (name: string): FareFamily => NAMES[name as FareFamilyName] ?? "ST";

/** What may be done with a fare after it was sold. Fees are for each traveller. */
export interface FareConditions {
  readonly family: FareFamily;
  readonly name: FareFamilyName;
  /** Null if the fare cannot be changed. */
  readonly changeFee: Cents | null;
  /** What a cancellation gives back; `taxes` are all but the surcharges of the airline. */
  readonly refund: RefundKind;
  readonly refundFee: Cents;
  /** Checked bags for each person: 1PC or 30K. */
  readonly bags: string;
  /** Whether choosing a seat costs extra. */
  readonly seat: "free" | "paid";
}
