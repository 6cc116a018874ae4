import { describe, expect, it } from "vitest";
import type { HotelReservation } from "../../../model/booking.ts";
import type { FlightSegment } from "../../../model/flight.ts";
import { flightAfter, forSale, hotelAfter, type OfferRule } from "./offer-rules.ts";

const flight = { price: 20_000, baseFare: 15_000, seatsAvailable: 9, refundable: false, status: "available" };
const hotel = {
  cancelFees: [],
  price: 30_000,
  pricePerNight: 10_000,
  nights: 3,
  refundable: true,
  amenities: [],
  status: "available",
};
const party = { adults: 2, children: 0, infants: 1 };

const priceOf = (...rules: readonly OfferRule[]): number =>
  flightAfter(flight as unknown as FlightSegment, rules, party).price;

describe("a changed price", () => {
  it.each([
    ["+12%", 22_400],
    ["-12%", 17_600],
    ["+$40", 28_000],
    ["-$40.50", 11_900],
    ["=$310", 62_000],
    ["-200%", 5_000],
    ["=$0", 5_000],
  ])("of %s is for each traveller with a seat, and never below the taxes", (price, expected) => {
    expect(priceOf({ price })).toBe(expected);
  });

  it("stays a number that can be counted in cents, however often it rises", () => {
    const rises = Array.from({ length: 1_000 }, () => ({ price: "+999%" }));
    expect(priceOf(...rises)).toBe(1_000_000_000);
  });

  it("of a stay is never negative, and still its rate times its nights", () => {
    const stay = hotelAfter(hotel as unknown as HotelReservation, [{ price: "-200%" }]);
    expect([stay.price, stay.pricePerNight]).toEqual([0, 0]);
  });
});

describe("what is for sale", () => {
  it.each<[readonly OfferRule[], number]>([
    [[], 7],
    [[{ seats: 3 }], 3],
    [[{ seats: 9 }], 7],
    [[{ seats: 3 }, { taken: 2 }], 1],
    [[{ taken: 9 }], 0],
    [[{ soldOut: true }, { seats: 5 }], 0],
  ])("after %j is %i of 7", (rules, left) => {
    expect(forSale(rules, 7)).toBe(left);
  });
});
