import { expect } from "vitest";
import { ADA, CONTACT, GUEST, type Known, RENTAL, ROUTE, STAY } from "./rehearsal.ts";

interface Expected {
  readonly code: -32602 | -32001 | -32002;
  readonly field: string;
  readonly value?: unknown;
  /** Text that the hint or the list of allowed values has to contain. */
  readonly says?: RegExp;
}
export type Case = readonly [why: string, tool: string, input: (known: Known) => object, expected: Expected];

const invalid = (field: string, value?: unknown, says?: RegExp): Expected => ({
  code: -32602,
  field,
  value,
  ...(says && { says }),
});
const forbidden = (field: string, value?: unknown, says?: RegExp): Expected => ({
  code: -32002,
  field,
  value,
  ...(says && { says }),
});
const missing = (field: string, value?: unknown, says?: RegExp): Expected => ({
  code: -32001,
  field,
  value,
  ...(says && { says }),
});

export const book = (more: object) => (known: Known) => ({
  flightIds: known.flightIds,
  passengers: [ADA],
  ...CONTACT,
  ...more,
});
const passenger = (more: object) => book({ passengers: [{ ...ADA, ...more }] });
const stayOf = (more: object) => (known: Known) => ({ hotelId: known.hotelId, guests: [GUEST], ...CONTACT, ...more });
const carOf = (more: object) => (known: Known) => ({ carId: known.carId, driver: GUEST, ...CONTACT, ...more });

export const REFUSED: readonly Case[] = [
  [
    "a city's name for its code",
    "searchFlights",
    () => ({ ...ROUTE, origin: "New York" }),
    invalid("origin", "New York", /NYC/),
  ],
  ["a code in small letters", "searchFlights", () => ({ ...ROUTE, origin: "nyc" }), invalid("origin", "nyc", /NYC/)],
  [
    "letters that changed places",
    "searchFlights",
    () => ({ ...ROUTE, origin: "JKF" }),
    invalid("origin", "JKF", /JFK/),
  ],
  ["an unknown code", "searchFlights", () => ({ ...ROUTE, destination: "XYZ" }), invalid("destination", "XYZ")],
  ["no destination", "searchFlights", () => ({ origin: "JFK", departureDate: "2027-01-12" }), invalid("destination")],
  [
    "the same airport twice",
    "searchFlights",
    () => ({ ...ROUTE, destination: "JFK" }),
    forbidden("destination", "JFK"),
  ],
  ["the same city twice", "searchFlights", () => ({ ...ROUTE, destination: "NYC" }), forbidden("destination", "NYC")],
  [
    "yesterday",
    "searchFlights",
    () => ({ ...ROUTE, departureDate: "2026-11-30" }),
    forbidden("departureDate", "2026-11-30", /2026-12-01/),
  ],
  [
    "332 days ahead",
    "searchFlights",
    () => ({ ...ROUTE, departureDate: "2027-10-29" }),
    forbidden("departureDate", "2027-10-29", /2027-10-28/),
  ],
  [
    "a day that is not in the calendar",
    "searchFlights",
    () => ({ ...ROUTE, departureDate: "2027-02-29" }),
    invalid("departureDate", "2027-02-29"),
  ],
  [
    "a date the European way",
    "searchFlights",
    () => ({ ...ROUTE, departureDate: "12.01.2027" }),
    invalid("departureDate", "12.01.2027", /YYYY-MM-DD/),
  ],
  [
    "a return before the departure",
    "searchFlights",
    () => ({ ...ROUTE, returnDate: "2027-01-11" }),
    invalid("returnDate", "2027-01-11", /2027-01-12/),
  ],
  [
    "a cabin that no airline has",
    "searchFlights",
    () => ({ ...ROUTE, cabin: "busines" }),
    invalid("cabin", "busines", /business/),
  ],
  [
    "a number as text",
    "searchFlights",
    () => ({ ...ROUTE, passengers: { adults: "2" } }),
    invalid("passengers.adults", "2"),
  ],
  [
    "no adults",
    "searchFlights",
    () => ({ ...ROUTE, passengers: { adults: 0 } }),
    invalid("passengers.adults", 0, /1 to 9/),
  ],
  [
    "ten in seats",
    "searchFlights",
    () => ({ ...ROUTE, passengers: { adults: 6, children: 4 } }),
    forbidden("passengers", 10, /9/),
  ],
  [
    "more infants than laps",
    "searchFlights",
    () => ({ ...ROUTE, passengers: { adults: 1, infants: 2 } }),
    forbidden("passengers", 2, /1/),
  ],
  [
    "three connections",
    "searchFlights",
    () => ({ ...ROUTE, maxConnections: 3 }),
    invalid("maxConnections", 3, /0 to 2/),
  ],

  ["no flights", "bookFlight", book({ flightIds: [] }), invalid("flightIds", [], /at least 1/)],
  [
    "a flight that was made up",
    "bookFlight",
    book({ flightIds: ["AA100-tomorrow"] }),
    missing("flightIds[0]", "AA100-tomorrow"),
  ],
  [
    "a live Duffel offer",
    "bookFlight",
    book({ flightIds: ["off_0000AhTmH2Thpl6RkM97kK"] }),
    { code: -32002, field: "flightIds[0]", value: "off_0000AhTmH2Thpl6RkM97kK" },
  ],
  [
    "a flight that is sold out",
    "bookFlight",
    (known) => ({ ...book({})(known), flightIds: known.soldOutIds }),
    forbidden("flightIds", expect.any(String)),
  ],
  [
    "flights in the wrong order",
    "bookFlight",
    (known) => ({ ...book({})(known), flightIds: [known.backId, ...known.flightIds] }),
    forbidden("flightIds[1]", expect.any(String)),
  ],
  ["another price than shown", "bookFlight", book({ expectedTotal: 1 }), forbidden("expectedTotal", 1)],
  [
    "no contact data",
    "bookFlight",
    (known) => ({ flightIds: known.flightIds, passengers: [ADA] }),
    invalid("contactEmail", undefined, /contactPhone/),
  ],
  [
    "an e-mail address without a domain",
    "bookFlight",
    book({ contactEmail: "ada" }),
    invalid("contactEmail", "ada", /@/),
  ],
  [
    "a phone without a country",
    "bookFlight",
    book({ contactPhone: "555 0123" }),
    invalid("contactPhone", "555 0123", /\+1/),
  ],
  [
    "a name with digits",
    "bookFlight",
    passenger({ firstName: "R2D2" }),
    invalid("passengers[0].firstName", "R2D2", /letters/),
  ],
  [
    "a name of 51 letters",
    "bookFlight",
    passenger({ lastName: "a".repeat(51) }),
    invalid("passengers[0].lastName", "a".repeat(51), /1 to 50/),
  ],
  [
    "an unknown passenger type",
    "bookFlight",
    passenger({ type: "senior" }),
    invalid("passengers[0].type", "senior", /adult/),
  ],
  [
    "a child with an adult's birthday",
    "bookFlight",
    book({ passengers: [ADA, { ...ADA, type: "child", dateOfBirth: "1990-01-01" }] }),
    forbidden("passengers[1].dateOfBirth", "1990-01-01", /adult/),
  ],
  [
    "a birthday to come",
    "bookFlight",
    passenger({ dateOfBirth: "2027-01-01" }),
    invalid("passengers[0].dateOfBirth", "2027-01-01"),
  ],
  ["an infant alone", "bookFlight", passenger({ type: "infant" }), forbidden("passengers", expect.anything())],

  [
    "a check-out before the check-in",
    "searchHotels",
    () => ({ ...STAY, checkOutDate: "2027-01-12" }),
    invalid("checkOutDate", "2027-01-12", /2027-01-12/),
  ],
  [
    "a night in the past",
    "searchHotels",
    () => ({ ...STAY, checkInDate: "2026-11-29" }),
    forbidden("checkInDate", "2026-11-29"),
  ],
  ["six stars", "searchHotels", () => ({ ...STAY, starRating: 6 }), invalid("starRating", 6, /1 to 5/)],
  ["eleven guests", "searchHotels", () => ({ ...STAY, guests: 11 }), invalid("guests", 11, /1 to 10/)],
  [
    "a city by its name",
    "searchHotels",
    () => ({ ...STAY, cityCode: "Los Angeles" }),
    invalid("cityCode", "Los Angeles", /LAX/),
  ],

  ["a hotel that was made up", "bookHotel", stayOf({ hotelId: "ritz" }), missing("hotelId", "ritz")],
  [
    "a hotel before the flight lands",
    "bookHotel",
    (known) => ({ ...stayOf({})(known), hotelId: known.earlyHotelId, existingPnr: known.pnr }),
    forbidden("hotelId", "2027-01-05", /2027-01-12 to 2027-01-16/),
  ],
  [
    "a guest who is not on the booking",
    "bookHotel",
    (known) => ({
      ...stayOf({ guests: [{ firstName: "Charles", lastName: "Babbage" }] })(known),
      existingPnr: known.pnr,
    }),
    forbidden("guests[0]", "Charles Babbage", /Ada Lovelace/),
  ],
  [
    "a booking that is not there",
    "bookHotel",
    stayOf({ existingPnr: "TEST-ZZZZZZ" }),
    missing("existingPnr", "TEST-ZZZZZZ"),
  ],
  [
    "a hotel without a guest",
    "bookHotel",
    (known) => ({ hotelId: known.hotelId, guests: [GUEST] }),
    forbidden("contactEmail"),
  ],
  ["no guests", "bookHotel", stayOf({ guests: [] }), invalid("guests", [], /at least 1/)],

  [
    "a time without a day",
    "searchCars",
    () => ({ ...RENTAL, pickupDate: "18:00" }),
    invalid("pickupDate", "18:00", /2026-12-15T10:00, local at the place/),
  ],
  [
    "a number of travellers in place of a party",
    "searchFlights",
    () => ({ ...ROUTE, passengers: 3 }),
    invalid("passengers", 3, /\{"adults":3\}/),
  ],
  [
    "a list of travellers in place of a party",
    "searchFlights",
    () => ({ ...ROUTE, passengers: [ADA, ADA] }),
    invalid("passengers", [ADA, ADA], /\{"adults":2\}/),
  ],
  [
    "one passenger in place of a list",
    "bookFlight",
    book({ passengers: ADA }),
    invalid("passengers", ADA, /\[\{"type":"adult","firstName":"…","lastName":"…"\}\]/),
  ],
  [
    "a drop-off before the pick-up",
    "searchCars",
    () => ({ ...RENTAL, dropoffDate: "2027-01-12T17:00:00-08:00" }),
    invalid("dropoffDate", "2027-01-12T17:00:00-08:00"),
  ],
  ["a driver of twenty", "searchCars", () => ({ ...RENTAL, driverAge: 20 }), invalid("driverAge", 20, /21 to 99/)],
  [
    "an unknown drop-off",
    "searchCars",
    () => ({ ...RENTAL, dropoffLocationCode: "XQX" }),
    invalid("dropoffLocationCode", "XQX"),
  ],

  ["a car that was made up", "bookCar", carOf({ carId: "batmobile" }), missing("carId", "batmobile")],
  ["a car without a driver", "bookCar", (known) => ({ carId: known.carId, ...CONTACT }), forbidden("driver")],
  [
    "a driver who is too young",
    "bookCar",
    carOf({ driver: { ...GUEST, dateOfBirth: "2008-06-01" } }),
    forbidden("driver.dateOfBirth", "2008-06-01", /21/),
  ],
  [
    "a driver who is not on the booking",
    "bookCar",
    (known) => ({ ...carOf({ driver: { firstName: "Charles", lastName: "Babbage" } })(known), existingPnr: known.pnr }),
    forbidden("driver", "Charles Babbage"),
  ],

  ["an unknown PNR", "retrieveBooking", () => ({ pnr: "TEST-ZZZZZZ" }), missing("pnr", "TEST-ZZZZZZ", /listBookings/)],
  ["a PNR without its prefix", "retrieveBooking", () => ({ pnr: "ABC234" }), invalid("pnr", "ABC234", /TEST-/)],
  ["cancelling an unknown PNR", "cancelBooking", () => ({ pnr: "TEST-ZZZZZZ" }), missing("pnr", "TEST-ZZZZZZ")],
  ["a status no booking has", "listBookings", () => ({ status: "open" }), invalid("status", "open", /confirmed/)],
];
