import { describe, expect, it } from "vitest";
import { type BookedFlight, Booking } from "../model/booking.ts";
import { upgraded } from "./earlier-bookings.ts";
import { balanced } from "./ledger.ts";
import { bookingView, unitsOf, voidUntilOf } from "./stored-booking.ts";
import { loadPlaces } from "./world/places.ts";

const BOOKED = Date.parse("2026-12-01T09:00:00Z");

const flight: Omit<BookedFlight, "fareFamily" | "changeFee" | "refund" | "refundFee" | "seatSelection"> = {
  ...{ id: "F-AA104-20270310-JFKLHR-Y", flightNumber: "AA104", airlineCode: "AA", airlineName: "American Airlines" },
  ...{ originCode: "JFK", originName: "JFK", destinationCode: "LHR", destinationName: "LHR", duration: 420 },
  ...{ departureTime: "2027-03-10T20:00:00-05:00", arrivalTime: "2027-03-11T08:00:00+00:00", aircraftType: "777" },
  ...{ cabin: "economy", price: 31_000, baseFare: 20_000, taxes: [{ code: "US", name: "Tax", amount: 11_000 }] },
  ...{ seatsAvailable: 9, bookingClass: "N", fareBasis: "NLXOLT", baggage: "0PC", refundable: false },
  ...{ status: "available", segmentStatus: "HK" },
};

/** A record as 0.1 wrote it. */
const earlier = {
  ...{ pnr: "TEST-ABC234", sessionId: "s", createdAt: BOOKED, lastModified: BOOKED, expiresAt: BOOKED + 1_000 },
  ...{ status: "confirmed", flights: [flight], hotels: [], cars: [], totalPrice: 31_000, currency: "USD" },
  passengers: [{ id: "P1", type: "adult", firstName: "Ada", lastName: "Lovelace" }],
  ...{ stockKeys: ["AA104-20270310-Y"], requestKeys: ["bookFlight:k"], contactEmail: "ada@example.com" },
};

describe("a booking of an earlier release", () => {
  it("was paid when it was booked, and has tickets that are the same at each reading", () => {
    const booking = upgraded(earlier);
    expect(balanced(booking)).toEqual([]);
    expect(bookingView(booking, BOOKED)).toMatchObject({
      ...{ status: "confirmed", revision: 0, extras: [], voidUntil: "2026-12-02T09:00:00Z" },
      payment: { status: "paid", charged: 31_000, paid: 31_000, due: 0 },
      tickets: [expect.stringMatching(/^001-\d{10} P1 O$/)],
      flights: [{ fareFamily: "Light", changeFee: null, refund: "none", refundFee: 0 }],
    });
    expect(upgraded(earlier)).toEqual(booking);
    expect(booking.stock).toEqual([{ about: flight.id, keys: ["AA104-20270310-Y"] }]);
    expect([...unitsOf(booking)]).toEqual([["AA104-20270310-Y", 1]]);
    expect(upgraded(booking)).toBe(booking);
  });

  it("was refunded in full if it was cancelled", () => {
    const cancelledAt = BOOKED + 500;
    const cancelled = {
      ...earlier,
      status: "cancelled",
      cancelledAt,
      lastModified: cancelledAt,
      cancellationReason: "ill",
    };
    const booking = upgraded(cancelled);
    expect(balanced(booking)).toEqual([]);
    expect(bookingView(booking, BOOKED)).toMatchObject({
      ...{ status: "cancelled", cancelledAt, cancellationReason: "ill", totalPrice: 31_000 },
      payment: { status: "refunded", charged: 0, refunded: 31_000, due: 0 },
    });
  });

  it("has the fees of its hotels and cars as data, at the local time of their sentences", () => {
    const hotel = {
      ...{ id: "H-LONMK02-20270311-20270314-1", hotelName: "Inn", cityCode: "LON", status: "confirmed" },
      ...{ checkInDate: "2027-03-11", price: 30_000, pricePerNight: 10_000 },
    };
    const policy = "Free cancellation until 18:00 local time on 2027-03-10; after that one night is charged.";
    const car = {
      ...{ id: "C-1", companyName: "Hertz", pickupDate: "2027-03-11T10:00:00+00:00", status: "confirmed" },
      ...{ dropoffDate: "2027-03-13T10:00:00+00:00", dailyRate: 4_000, totalPrice: 8_000 },
    };
    const hotels = [
      { ...hotel, cancellationPolicy: policy },
      { ...hotel, cancellationPolicy: "Non-refundable: the whole stay is charged at booking." },
    ];
    const booking = upgraded({ ...earlier, flights: [], hotels, cars: [car] }, loadPlaces());
    expect(booking.hotels.map(({ cancelFees }) => cancelFees)).toEqual([
      [
        { fee: 0 },
        { from: "2027-03-10T18:00:00+00:00", fee: 10_000 },
        { from: "2027-03-12T00:00:00+00:00", fee: 30_000 },
      ],
      [{ fee: 30_000 }],
    ]);
    expect(booking.cars[0]?.cancelFees).toEqual([
      { fee: 0 },
      { from: car.pickupDate, fee: 4_000 },
      { from: car.dropoffDate, fee: 8_000 },
    ]);
    expect(upgraded(booking, loadPlaces())).toBe(booking);
  });

  it("is a draft if it was one", () => {
    expect(upgraded({ ...earlier, status: "pending", pendingSince: 1 })).toMatchObject({
      draft: true,
      status: "pending",
    });
  });
});

describe("what a booking shows", () => {
  it("marks the coupons of flights that have left", () => {
    const { tickets } = bookingView(upgraded(earlier), Date.parse(flight.departureTime));
    expect(tickets[0]).toMatch(/ P1 F$/);
  });

  it("has every field of its schema, in its order", () => {
    const notice = { ...{ id: "N1", at: BOOKED, op: 1, kind: "cancelled", about: flight.id }, text: "", entitles: [] };
    const cancelled = { status: "cancelled", cancelledAt: BOOKED, cancellationReason: "ill" };
    const more = { contactPhone: "+14155550123", specialRequests: ["Quiet."], notices: [notice] };
    const shown = bookingView(upgraded({ ...earlier, ...cancelled, ...more }), BOOKED);
    expect(Object.keys(shown)).toEqual(Object.keys(Booking["properties"] as object));
  });

  it("has no field that is not in its schema, in services neither", () => {
    const secret = { secret: 1 };
    const shown = bookingView(upgraded({ ...earlier, ...secret, flights: [{ ...flight, ...secret }] }), BOOKED);
    expect(JSON.stringify(shown)).not.toContain("secret");
    expect(shown).not.toHaveProperty("stock");
  });
});

describe("the end of free cancellation", () => {
  const leaves = (departureTime: string) => [{ departureTime }];

  it("is 24 hours after the booking, or the next midnight at the origin for flights within a week", () => {
    expect(voidUntilOf(leaves("2026-12-08T09:00:00+00:00"), BOOKED)).toBe(BOOKED + 86_400_000);
    expect(voidUntilOf(leaves("2026-12-05T09:00:00-05:00"), BOOKED)).toBe(Date.parse("2026-12-02T00:00:00-05:00"));
    expect(voidUntilOf(leaves("2026-12-05T09:00:00+13:00"), BOOKED)).toBe(Date.parse("2026-12-02T00:00:00+13:00"));
    expect(voidUntilOf([], BOOKED)).toBeUndefined();
  });
});
