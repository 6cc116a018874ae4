import { describe, expect, it } from "vitest";
import type { FlightOption } from "../../model/flight.ts";
import type { CarRental } from "../../model/rental.ts";
import type { HotelReservation } from "../../model/stay.ts";
import type { BookingAnswer } from "./booking-answer.ts";
import { compactBooking, compactCars, compactFlights, compactHotels } from "./compact-text.ts";

const sessionId = "s1";
const nonstop = {
  flightNumber: "BA174",
  originCode: "JFK",
  destinationCode: "LHR",
  departureTime: "2027-03-10T00:55:00-05:00",
  arrivalTime: "2027-03-10T12:55:00+00:00",
  duration: 420,
  cabin: "economy",
  bookingClass: "N",
  seatsAvailable: 1,
  status: "available",
  price: 31_005,
  stops: 0,
  flightIds: ["F-1"],
} as Partial<FlightOption> as FlightOption;

describe("compact text", () => {
  it("has for a flight what is needed to choose and to book it", () => {
    expect(compactFlights({ sessionId, flights: [nonstop] })).toBe(
      'BA174 | JFK 2027-03-10T00:55 > LHR 2027-03-10T12:55 | 7h00 | nonstop | economy N | 1 seat | $310.05 (31005) | flightIds ["F-1"]\nsession s1',
    );
  });

  it("names the flights and the waits of a connection, in order", () => {
    const connection = {
      ...nonstop,
      stops: 1,
      segments: [nonstop, { ...nonstop, flightNumber: "BA8" }],
      layovers: [{ airportCode: "DUB", airportName: "Dublin", duration: 65 }],
      flightIds: ["F-1", "F-2"],
    } as FlightOption;
    const text = compactFlights({ sessionId, flights: [connection] });
    expect(text).toContain("BA174+BA8 |");
    expect(text).toContain("| via DUB 1h05 |");
    expect(text).toContain('flightIds ["F-1","F-2"]');
  });

  it("parts the flights out from those back", () => {
    const lines = compactFlights({ sessionId, flights: [nonstop], returnFlights: [nonstop] }).split("\n");
    expect(lines.map((line) => line.slice(0, 7))).toEqual(["BA174 |", "Return:", "BA174 |", "session"]);
  });

  it("says what cannot be booked", () => {
    expect(compactFlights({ sessionId, flights: [{ ...nonstop, status: "sold_out" }] })).toContain("| sold out |");
    const hotel = { hotelName: "Ritz", starRating: 5, status: "sold_out", guestCount: 2 } as HotelReservation;
    expect(compactHotels({ sessionId, hotels: [hotel] })).toMatch(/^Ritz \*{5} .*2 guests \| sold out \|/);
  });

  it("gives the reason for an empty list, and what else is to be known", () => {
    const found = { sessionId, reason: "No airline flies there.", warnings: ["Mind the gap."] };
    expect(compactCars({ ...found, cars: [] })).toBe("No airline flies there.\nNote: Mind the gap.\nsession s1");
    expect(compactCars({ sessionId, cars: [] })).toBe("Nothing found.\nsession s1");
  });

  it("counts a single day in the singular", () => {
    const car = { companyName: "Avis", rentalDays: 1, pickupDate: "", dropoffDate: "" } as CarRental;
    expect(compactCars({ sessionId, cars: [car] })).toContain("| 1 day, ");
  });

  it("shows a booking with its people, its services and its warnings", () => {
    const booking = {
      pnr: "TEST-AAAAAA",
      status: "confirmed",
      totalPrice: 31_005,
      passengers: [{ id: "P1", type: "adult", firstName: "Ada", lastName: "Lovelace" }],
      flights: [{ ...nonstop, segmentStatus: "HK" }],
      hotels: [],
      cars: [],
      warnings: ["The hotel is elsewhere."],
    } as unknown as BookingAnswer;
    expect(compactBooking(booking)).toBe(
      "TEST-AAAAAA confirmed, $310.05 (31005)\nLovelace/Ada adult\n" +
        "BA174 JFK-LHR 2027-03-10T00:55:00-05:00 to 2027-03-10T12:55:00+00:00\nNote: The hotel is elsewhere.",
    );
  });
});
