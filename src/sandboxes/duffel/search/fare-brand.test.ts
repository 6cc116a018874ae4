import { describe, expect, it } from "vitest";
import type { FlightSegment } from "../../../model/flight.ts";
import { brandOf, strictest } from "./fare-brand.ts";

const STANDARD = { fareFamily: "Standard", changeFee: 7_500, refund: "taxes", refundFee: 0 };
const flight = (part: Partial<FlightSegment>) =>
  ({ cabin: "economy", duration: 60, ...STANDARD, ...part }) as FlightSegment;

describe("the fare of a slice", () => {
  it("is named after its cabin and its fare family", () => {
    expect(brandOf([flight({ fareFamily: "Light", changeFee: null })], 1)).toMatchObject({
      ...{ name: "Economy Light", shelf: 1, seatSelection: false },
      change: { allowed: false },
    });
    expect(brandOf([flight({})], 2)).toMatchObject({
      ...{ name: "Economy Standard", shelf: 2 },
      change: { allowed: true, penalty_amount: "150.00", penalty_currency: "USD" },
      refund: { allowed: false, penalty_amount: null },
    });
    const saver = { fareFamily: "Saver", refund: "cash", refundFee: 25_000, cabin: "business" } as const;
    expect(brandOf([flight(saver)], 2)).toMatchObject({
      ...{ name: "Business Saver", shelf: 4, priority: true },
      refund: { allowed: true, penalty_amount: "500.00" },
    });
  });

  it("is the fare of its longest flight", () => {
    const long = flight({ duration: 600, cabin: "first", fareFamily: "Flex" });
    expect(brandOf([flight({}), long], 1).name).toBe("First Flex");
  });

  it("is as strict as its strictest flight", () => {
    const fee = (amount: string) => ({ allowed: true, penalty_amount: amount, penalty_currency: "USD" });
    const refused = { allowed: false, penalty_amount: null, penalty_currency: null };
    expect(strictest([fee("0.00"), fee("75.00")])).toEqual(fee("75.00"));
    expect(strictest([fee("75.00"), refused])).toEqual(refused);
  });
});
