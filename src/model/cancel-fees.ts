import type { Cents } from "./money.ts";
import { array, integer, maybe, object, type Static, string } from "./schema.ts";

const CancelFee = object({
  from: maybe(string({ format: "date-time", description: "Local time with UTC offset" })),
  fee: integer({ minimum: 0, description: "US cents kept of the price" }),
});
export type CancelFee = Static<typeof CancelFee>;

export const CancelFees = array(CancelFee, {
  description: "What a cancellation costs: the last one whose time has come; the first holds from the start",
});

/** The fee at that time, and until when it is the same. */
export const feeAt = (fees: readonly CancelFee[], now: number): { readonly fee: Cents; readonly until?: number } => {
  const next = fees.findIndex(({ from }) => from !== undefined && Date.parse(from) > now);
  const { fee } = fees[(next < 0 ? fees.length : next) - 1] ?? { fee: 0 };
  return next < 0 ? { fee } : { fee, until: Date.parse(fees[next]?.from as string) };
};

interface StayTerms {
  readonly price: Cents;
  readonly pricePerNight: Cents;
  /** Local times; absent for a rate that is not refundable. */
  readonly deadline?: {
    readonly freeUntil: string;
    readonly charge: "one night" | "the whole stay";
    /** From then on the whole stay is charged. */
    readonly dayAfterArrival: string;
  };
}

export const stayFees = ({ price, pricePerNight, deadline }: StayTerms): CancelFee[] => {
  if (deadline === undefined) return [{ fee: price }];
  const { freeUntil, charge, dayAfterArrival } = deadline;
  if (charge === "the whole stay" || pricePerNight >= price) return [{ fee: 0 }, { from: freeUntil, fee: price }];
  return [{ fee: 0 }, { from: freeUntil, fee: pricePerNight }, { from: dayAfterArrival, fee: price }];
};

const NON_REFUNDABLE =
  "Non-refundable: the whole stay is charged at booking; no refund for a cancellation, change or no-show.";

/** The fees of a stay as a sentence. */
export const stayPolicy = (fees: readonly CancelFee[], { pricePerNight }: Pick<StayTerms, "pricePerNight">): string => {
  const [first, late] = fees;
  if (first === undefined || first.fee > 0 || late?.from === undefined) return NON_REFUNDABLE;
  const [day, time] = late.from.split("T") as [string, string];
  const charge = late.fee === pricePerNight ? "one night" : "the whole stay";
  return `Free cancellation until ${time.slice(0, 5)} local time on ${day}; after that ${charge} is charged.`;
};

/** Free until the pick-up, then a day; the whole rental once it is over. */
export const rentalFees = (rental: {
  readonly pickupDate: string;
  readonly dropoffDate: string;
  readonly dailyRate: Cents;
  readonly totalPrice: Cents;
}): CancelFee[] => {
  const { pickupDate, dropoffDate, dailyRate, totalPrice } = rental;
  const first = { from: pickupDate, fee: dailyRate };
  return dailyRate >= totalPrice ? [{ fee: 0 }, first] : [{ fee: 0 }, first, { from: dropoffDate, fee: totalPrice }];
};
