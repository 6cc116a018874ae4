import { describe, expect, it } from "vitest";
import type { BookedFlight } from "../../../model/booking.ts";
import { upgraded } from "../../../travel/earlier-bookings.ts";
import { bookingView } from "../../../travel/stored-booking.ts";
import { loadPlaces } from "../../../travel/world/places.ts";
import { createReference } from "../reference.ts";
import type { Order } from "./order.ts";
import { emptyRecord, orderOfBooking } from "./order-of-booking.ts";

const places = loadPlaces();
const reference = createReference({ places, airlines: () => [], aircraft: () => [] });

const flight = (from: string, to: string, departureTime: string, arrivalTime: string): BookedFlight => ({
  ...{ id: `F-${from}${to}`, flightNumber: "BA1", airlineCode: "BA", airlineName: "British Airways" },
  ...{ originCode: from, originName: from, destinationCode: to, destinationName: to, departureTime, arrivalTime },
  ...{ duration: (Date.parse(arrivalTime) - Date.parse(departureTime)) / 60_000, aircraftType: "", cabin: "economy" },
  ...{ price: 10_000, baseFare: 8_000, taxes: [], seatsAvailable: 9, bookingClass: "Y", fareBasis: "Y" },
  ...{ baggage: "1PC", refundable: false, status: "available", segmentStatus: "HK" },
  ...{ fareFamily: "Flex", changeFee: 0, refund: "cash", refundFee: 0, seatSelection: "free" },
});

/** The order of a booking that was stored before bookings had a ledger. */
const orderOf = (...flights: BookedFlight[]): Order => {
  const stored = upgraded({
    ...{ pnr: "TEST-ABC234", sessionId: "other", createdAt: 1, lastModified: 1, expiresAt: 2, status: "confirmed" },
    passengers: [{ id: "P1", type: "adult", firstName: "Ada", lastName: "Lovelace" }],
    ...{ flights, hotels: [], cars: [], totalPrice: 10_000 * flights.length, currency: "USD" },
    ...{ stock: [], requestKeys: [] },
  });
  const inspected = { ...stored, booking: bookingView(stored, 1), history: [] };
  return orderOfBooking(inspected, emptyRecord("TEST-ABC234"), { reference, places }) as Order;
};

const slicesOf = (...flights: BookedFlight[]) => orderOf(...flights).slices.map(({ flightIds }) => flightIds);

describe("the order of a booking made outside the sandbox", () => {
  const out = flight("LHR", "JFK", "2026-12-15T09:00:00+00:00", "2026-12-15T12:00:00-05:00");

  it("groups connecting flights into one slice, and puts the return in another", () => {
    const on = flight("JFK", "LAX", "2026-12-15T15:00:00-05:00", "2026-12-15T18:00:00-08:00");
    const back = flight("LAX", "LHR", "2026-12-22T17:00:00-08:00", "2026-12-23T11:00:00+00:00");
    expect(slicesOf(out, on, back)).toEqual([["F-LHRJFK", "F-JFKLAX"], ["F-LAXLHR"]]);
  });

  it("has one slice each way for a day trip", () => {
    const there = flight("LHR", "CDG", "2026-12-15T07:00:00+00:00", "2026-12-15T09:00:00+01:00");
    const home = flight("CDG", "LGW", "2026-12-15T19:00:00+01:00", "2026-12-15T19:15:00+00:00");
    expect(slicesOf(there, home)).toEqual([["F-LHRCDG"], ["F-CDGLGW"]]);
  });

  it("begins a new slice after a stopover of a day", () => {
    const later = flight("JFK", "LAX", "2026-12-16T12:00:00-05:00", "2026-12-16T15:00:00-08:00");
    expect(slicesOf(out, later)).toEqual([["F-LHRJFK"], ["F-JFKLAX"]]);
  });

  it("costs the sum of its flights, without the rest of the booking", () => {
    expect(orderOf(out)).toMatchObject({ base: 8_000, total: 10_000, paidAt: 1, record: { offerId: null } });
  });
});
