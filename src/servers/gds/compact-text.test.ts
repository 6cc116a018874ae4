import { describe, expect, it } from "vitest";
import type { BookingAnswer } from "./booking-answer.ts";
import { bookingText, compactCars, compactFlights, compactHotels } from "./compact-text.ts";
import type { LeanCar, LeanFlight, LeanHotel } from "./lean-offers.ts";

const about = { sessionId: "s1", resultCount: 1 };
const lean = { detail: "lean" } as const;
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
  priceText: "$310.05",
  stops: 0,
  refundable: false,
  fareFamily: "Light",
  baggage: "1PC",
  flightIds: ["F-1"],
} as Partial<LeanFlight> as LeanFlight;

const flightsText = (found: Partial<Parameters<typeof compactFlights>[0]>): string =>
  compactFlights({ ...about, flights: [nonstop], ...found }, lean) ?? "";

describe("compact text", () => {
  it("has everything needed to choose and book a flight, and the next step", () => {
    expect(flightsText({}).split("\n")).toEqual([
      'BA174 | JFK 2027-03-10T00:55 > LHR 2027-03-10T12:55 | 7h00 | nonstop | economy N | 1 seat | Light, not refundable, 1 bag | $310.05 (31005) | flightIds ["F-1"]',
      "1 option. To book: bookFlight with the flightIds of one option.",
      "session s1",
    ]);
  });

  it("states the number of results", () => {
    const more = "1 of 24 options, cheapest first: raise maxResults to see more.";
    expect(flightsText({ more })).toContain(`\n${more} To book: `);
  });

  it.each([
    ["0PC", "no bag"],
    ["2PC", "2 bags"],
    ["30K", "30 kg of bags"],
  ])("formats the baggage allowance %s as %s", (baggage, words) => {
    expect(flightsText({ flights: [{ ...nonstop, baggage }] })).toContain(`not refundable, ${words} |`);
  });

  it("lists the flights and layovers of a connection in order", () => {
    const connection = {
      ...nonstop,
      stops: 1,
      segments: [nonstop, { ...nonstop, flightNumber: "BA8" }],
      layovers: [{ airportCode: "DUB", duration: 65 }],
      flightIds: ["F-1", "F-2"],
    } as LeanFlight;
    const text = flightsText({ flights: [connection] });
    expect(text).toContain("BA174+BA8 |");
    expect(text).toContain("| via DUB 1h05 |");
    expect(text).toContain('flightIds ["F-1","F-2"]');
  });

  it("separates outbound from return flights", () => {
    const lines = flightsText({ returnFlights: [nonstop], resultCount: 2 }).split("\n");
    expect(lines.map((line) => line.slice(0, 7))).toEqual(["BA174 |", "Return:", "BA174 |", "2 optio", "session"]);
    expect(lines.at(-2)).toContain("of one option of each list");
  });

  it("marks options that cannot be booked", () => {
    expect(flightsText({ flights: [{ ...nonstop, status: "sold_out" }] })).toContain("| sold out |");
    const hotel = { hotelName: "Ritz", starRating: 5, status: "sold_out", guestCount: 2, amenities: ["Spa"] };
    const text = compactHotels({ ...about, hotels: [hotel as unknown as LeanHotel] }, lean);
    expect(text).toMatch(/^Ritz \*{5} .*2 guests \| Spa \| .*\| sold out \|/);
  });

  it("gives the reason for an empty list, after the warnings", () => {
    const found = { ...about, resultCount: 0, reason: "No airline flies there.", warnings: ["Mind the gap."] };
    expect(compactCars({ ...found, cars: [] }, lean)).toBe("Note: Mind the gap.\nNo airline flies there.\nsession s1");
    expect(compactCars({ ...about, resultCount: 0, cars: [] }, lean)).toBe("Nothing found.\nsession s1");
  });

  it("uses the singular for one day", () => {
    const car = { companyName: "Avis", rentalDays: 1, pickupDate: "", dropoffDate: "" } as LeanCar;
    expect(compactCars({ ...about, cars: [car] }, lean)).toContain("| 1 day, ");
  });

  it("is omitted for full detail, which is shown as JSON", () => {
    expect(compactFlights({ ...about, flights: [nonstop] }, { detail: "full" })).toBeUndefined();
  });

  it("has the locator, price, passengers and services of a booking", () => {
    const booking = {
      pnr: "TEST-ABC234",
      status: "confirmed",
      totalPrice: 31_005,
      totalPriceText: "$310.05",
      createdAtIso: "2027-01-01T10:00:00.000Z",
      expiresAt: "2027-01-31T10:00:00.000Z",
      sessionId: "s1",
      payment: { status: "paid", charged: 31_005, fees: 0, paid: 31_005, refunded: 0, due: 0 },
      tickets: ["125-2418830571 P1 O"],
      voidUntil: "2027-01-02T10:00:00Z",
      passengers: [{ firstName: "Ada", lastName: "Lovelace", type: "adult" }],
      flights: [{ ...nonstop, segmentStatus: "HK", fareFamily: "Flex" }],
      hotels: [],
      cars: [],
      extras: [{ id: "X-SEAT-24A-P1-F-BA174", kind: "seat", what: "Seat 24A", price: 2_000 }],
      contactEmail: "ada@example.com",
      warnings: ["The hotel is far away."],
    } as unknown as BookingAnswer;
    expect(bookingText(booking).split("\n")).toEqual([
      "Note: The hotel is far away.",
      "TEST-ABC234 confirmed, $310.05 (31005 US cents), booked 2027-01-01T10:00:00.000Z, kept until 2027-01-31T10:00:00.000Z",
      "Lovelace/Ada adult",
      "Payment: paid $310.05",
      "Tickets: 125-2418830571 P1 O",
      "Flights are void free of charge until 2027-01-02T10:00:00Z",
      "BA174 JFK-LHR 2027-03-10T00:55:00-05:00 to 2027-03-10T12:55:00+00:00, economy Flex, HK, $310.05",
      "Seat 24A, X-SEAT-24A-P1-F-BA174, $20.00",
      "Contact: ada@example.com",
      "session s1",
    ]);
    expect(bookingText({ ...booking, status: "cancelled" })).not.toContain("free of charge");
  });
});
