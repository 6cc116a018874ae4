import { describe, expect, it } from "vitest";
import type { CarRental, HotelReservation } from "../model/booking.ts";
import { overlappingRentals, overlappingStays } from "./overlaps.ts";

const stay = (checkInDate: string, checkOutDate: string, guestCount = 1): HotelReservation =>
  ({ hotelName: "Inn", checkInDate, checkOutDate, guestCount, status: "confirmed" }) as HotelReservation;
const rental = (pickupDate: string, dropoffDate: string): CarRental =>
  ({ companyName: "Hertz", pickupDate, dropoffDate, status: "confirmed" }) as CarRental;

describe("a second hotel for the same nights", () => {
  const first = stay("2027-03-10", "2027-03-14");

  it("is warned of if that is more beds than travellers", () => {
    expect(overlappingStays(stay("2027-03-13", "2027-03-15"), [first], 1)).toEqual([
      "Inn is booked from 2027-03-10 to 2027-03-14 too: that is more beds than travellers.",
    ]);
    expect(overlappingStays(stay("2027-03-08", "2027-03-11"), [first], 1)).toHaveLength(1);
  });

  it("is fine from the day of leaving on, for other travellers, and after a cancellation", () => {
    expect(overlappingStays(stay("2027-03-14", "2027-03-15"), [first], 1)).toEqual([]);
    expect(overlappingStays(stay("2027-03-08", "2027-03-10"), [first], 1)).toEqual([]);
    expect(overlappingStays(stay("2027-03-10", "2027-03-14"), [first], 2)).toEqual([]);
    expect(overlappingStays(stay("2027-03-10", "2027-03-14"), [{ ...first, status: "cancelled" }], 1)).toEqual([]);
  });

  it("counts the beds of each night", () => {
    const later = stay("2027-03-14", "2027-03-16");
    expect(overlappingStays(stay("2027-03-12", "2027-03-15"), [first, later], 2)).toEqual([]);
    expect(overlappingStays(stay("2027-03-12", "2027-03-15", 2), [first, later], 2)).toHaveLength(2);
  });
});

it("warns of a second car in the same hours", () => {
  const first = rental("2027-03-10T10:00:00+00:00", "2027-03-12T10:00:00+00:00");
  expect(overlappingRentals(rental("2027-03-12T10:30:00+01:00", "2027-03-13T10:00:00+01:00"), [first])).toEqual([
    "A Hertz car is booked from 2027-03-10T10:00:00+00:00 to 2027-03-12T10:00:00+00:00 too.",
  ]);
  expect(overlappingRentals(rental("2027-03-12T10:00:00+00:00", "2027-03-13T10:00:00+00:00"), [first])).toEqual([]);
});
