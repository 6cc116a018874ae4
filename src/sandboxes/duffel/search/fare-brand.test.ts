import { describe, expect, it } from "vitest";
import type { FlightSegment } from "../../../model/flight.ts";
import { brandOf, strictest } from "./fare-brand.ts";

const flight = (part: Partial<FlightSegment>) =>
  ({ cabin: "economy", bookingClass: "K", refundable: false, duration: 60, ...part }) as FlightSegment;

describe("the fare of a slice", () => {
  it("is named after its cabin and its conditions", () => {
    expect(brandOf([flight({ bookingClass: "N" })], 1)).toMatchObject({
      name: "Economy Light",
      change: { allowed: false },
    });
    expect(brandOf([flight({})], 2)).toMatchObject({
      name: "Economy Standard",
      change: { allowed: true, penalty_amount: "150.00", penalty_currency: "USD" },
      refund: { allowed: false, penalty_amount: null },
    });
    expect(brandOf([flight({ refundable: true, cabin: "business", bookingClass: "J" })], 1)).toMatchObject({
      name: "Business Flex",
      refund: { allowed: true, penalty_amount: "0.00" },
    });
  });

  it("is the fare of its longest flight", () => {
    const long = flight({ duration: 600, cabin: "first", bookingClass: "A" });
    expect(brandOf([flight({}), long], 1).name).toBe("First");
  });

  it("is as strict as its strictest flight", () => {
    const fee = (amount: string) => ({ allowed: true, penalty_amount: amount, penalty_currency: "USD" });
    const refused = { allowed: false, penalty_amount: null, penalty_currency: null };
    expect(strictest([fee("0.00"), fee("75.00")])).toEqual(fee("75.00"));
    expect(strictest([fee("75.00"), refused])).toEqual(refused);
  });
});
