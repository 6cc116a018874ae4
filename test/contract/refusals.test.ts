import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, composeInProcess } from "../fixtures/in-process.ts";
import { expectErrorShape } from "../fixtures/result-checks.ts";
import { refusal, worked } from "../fixtures/taxiway.ts";

/** The clock stands at 2026-12-01T09:00Z; sales close 331 days later. */
const ROUTE = { origin: "JFK", destination: "LAX", departureDate: "2027-01-12" };
const STAY = { cityCode: "LAX", checkInDate: "2027-01-12", checkOutDate: "2027-01-16" };
const RENTAL = {
  pickupLocationCode: "LAX",
  pickupDate: "2027-01-12T18:00:00-08:00",
  dropoffDate: "2027-01-16T08:00:00-08:00",
};
const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" };
const CONTACT = { contactEmail: "ada@example.com" };

let caller: Caller;
/** A confirmed booking to break rules against, and offers to break them with. */
const known = {
  pnr: "",
  flightIds: [""],
  soldOutIds: [""],
  price: 0,
  hotelId: "",
  earlyHotelId: "",
  carId: "",
  backId: "",
};

const offer = async (tool: string, input: object, list: string, status = "available") => {
  const offers = worked(await caller.call(tool, input))[list] as { id: string; status: string }[];
  return offers.find((candidate) => candidate.status === status) as unknown as {
    id: string;
    price: number;
    flightIds: string[];
  };
};

const soldOutFlight = async (): Promise<string[]> => {
  for (let day = 10; day < 30; day++) {
    const input = { ...ROUTE, departureDate: `2027-01-${day}`, maxResults: 100 };
    const option = await offer("searchFlights", input, "flights", "sold_out");
    if (option) return option.flightIds;
  }
  throw new Error("nothing is sold out in twenty days");
};

beforeAll(async () => {
  const { taxiway, caller: newCaller } = await composeInProcess();
  caller = newCaller();
  const out = await offer("searchFlights", { ...ROUTE, maxConnections: 0 }, "flights");
  const back = await offer(
    "searchFlights",
    { origin: "LAX", destination: "JFK", departureDate: "2027-01-16", maxConnections: 0 },
    "flights",
  );
  const booking = await caller.call("bookFlight", {
    flightIds: [...out.flightIds, ...back.flightIds],
    passengers: [ADA],
    ...CONTACT,
  });
  known.pnr = worked(booking).pnr;
  known.flightIds = out.flightIds;
  known.backId = back.id;
  known.price = out.price;
  known.soldOutIds = await soldOutFlight();
  known.hotelId = (await offer("searchHotels", STAY, "hotels")).id;
  known.earlyHotelId = (
    await offer("searchHotels", { ...STAY, checkInDate: "2027-01-05", checkOutDate: "2027-01-08" }, "hotels")
  ).id;
  known.carId = (await offer("searchCars", RENTAL, "cars")).id;
  return () => taxiway.close();
});

interface Expected {
  readonly code: -32602 | -32001 | -32002;
  readonly field: string;
  readonly value?: unknown;
  /** What the hint or the list of allowed values has to say. */
  readonly says?: RegExp;
}
type Case = readonly [why: string, tool: string, input: () => object, expected: Expected];

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

const book = (more: object) => () => ({ flightIds: known.flightIds, passengers: [ADA], ...CONTACT, ...more });
const passenger = (more: object) => book({ passengers: [{ ...ADA, ...more }] });
const stayOf = (more: object) => () => ({ hotelId: known.hotelId, guests: [ADA], ...CONTACT, ...more });
const carOf = (more: object) => () => ({ carId: known.carId, driver: ADA, ...CONTACT, ...more });

const CASES: readonly Case[] = [
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
  ["a code that nobody has", "searchFlights", () => ({ ...ROUTE, destination: "XYZ" }), invalid("destination", "XYZ")],
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
    () => ({ ...book({})(), flightIds: known.soldOutIds }),
    forbidden("flightIds", expect.any(String)),
  ],
  [
    "flights in the wrong order",
    "bookFlight",
    () => ({ ...book({})(), flightIds: [known.backId, ...known.flightIds] }),
    forbidden("flightIds[1]", expect.any(String)),
  ],
  ["another price than shown", "bookFlight", book({ expectedTotal: 1 }), forbidden("expectedTotal", 1)],
  [
    "no way to reach anybody",
    "bookFlight",
    () => ({ flightIds: known.flightIds, passengers: [ADA] }),
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
    "a type that nobody travels as",
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
    () => ({ ...stayOf({})(), hotelId: known.earlyHotelId, existingPnr: known.pnr }),
    forbidden("hotelId", "2027-01-05", /2027-01-12 to 2027-01-16/),
  ],
  [
    "a guest who is not on the booking",
    "bookHotel",
    () => ({ ...stayOf({ guests: [{ firstName: "Charles", lastName: "Babbage" }] })(), existingPnr: known.pnr }),
    forbidden("guests[0]", "Charles Babbage", /Ada Lovelace/),
  ],
  [
    "a booking that is not there",
    "bookHotel",
    stayOf({ existingPnr: "TEST-ZZZZZZ" }),
    missing("existingPnr", "TEST-ZZZZZZ"),
  ],
  [
    "a hotel that nobody answers for",
    "bookHotel",
    () => ({ hotelId: known.hotelId, guests: [ADA] }),
    forbidden("contactEmail"),
  ],
  ["no guests", "bookHotel", stayOf({ guests: [] }), invalid("guests", [], /at least 1/)],

  [
    "a time without an offset",
    "searchCars",
    () => ({ ...RENTAL, pickupDate: "2027-01-12T18:00:00" }),
    invalid("pickupDate", "2027-01-12T18:00:00", /offset/),
  ],
  [
    "a drop-off before the pick-up",
    "searchCars",
    () => ({ ...RENTAL, dropoffDate: "2027-01-12T17:00:00-08:00" }),
    invalid("dropoffDate", "2027-01-12T17:00:00-08:00"),
  ],
  ["a driver of twenty", "searchCars", () => ({ ...RENTAL, driverAge: 20 }), invalid("driverAge", 20, /21 to 99/)],
  [
    "a drop-off nobody knows",
    "searchCars",
    () => ({ ...RENTAL, dropoffLocationCode: "XQX" }),
    invalid("dropoffLocationCode", "XQX"),
  ],

  ["a car that was made up", "bookCar", carOf({ carId: "batmobile" }), missing("carId", "batmobile")],
  ["a car without a driver", "bookCar", () => ({ carId: known.carId, ...CONTACT }), forbidden("driver")],
  [
    "a driver who is too young",
    "bookCar",
    carOf({ driver: { ...ADA, dateOfBirth: "2008-06-01" } }),
    forbidden("driver.dateOfBirth", "2008-06-01", /21/),
  ],
  [
    "a driver who is not on the booking",
    "bookCar",
    () => ({ ...carOf({ driver: { firstName: "Charles", lastName: "Babbage" } })(), existingPnr: known.pnr }),
    forbidden("driver", "Charles Babbage"),
  ],

  [
    "a PNR that nobody made",
    "retrieveBooking",
    () => ({ pnr: "TEST-ZZZZZZ" }),
    missing("pnr", "TEST-ZZZZZZ", /listBookings/),
  ],
  ["a PNR without its prefix", "retrieveBooking", () => ({ pnr: "ABC234" }), invalid("pnr", "ABC234", /TEST-/)],
  ["cancelling what nobody made", "cancelBooking", () => ({ pnr: "TEST-ZZZZZZ" }), missing("pnr", "TEST-ZZZZZZ")],
  ["a status no booking has", "listBookings", () => ({ status: "open" }), invalid("status", "open", /confirmed/)],
];

describe("a refusal", () => {
  it.each(CASES)(
    "of %s (%s) says what, where and what to do",
    async (_why, tool, input, { code, field, value, says }) => {
      const result = await caller.call(tool, input());
      const error = refusal(result);
      expectErrorShape(result);
      expect(error).toMatchObject({ code, data: { field } });
      if (value !== undefined) expect(error.data?.["value"]).toEqual(value);
      const help = [error.data?.["hint"], error.data?.["allowed"]].flat().filter((word) => word !== undefined);
      // A field that is not there needs no more help than its name.
      if (value !== undefined) expect(help.join(" ")).not.toBe("");
      if (says) expect(help.join(" ")).toMatch(says);
      expect(result.content[0]?.text).not.toMatch(/undefined|\[object|NaN/);
    },
  );

  it("leaves nothing behind", async () => {
    expect(worked(await caller.call("listBookings", {})).bookings.map(({ pnr }: { pnr: string }) => pnr)).toEqual([
      known.pnr,
    ]);
  });

  it("over the price names both amounts", async () => {
    const error = refusal(await caller.call("bookFlight", book({ expectedTotal: known.price - 1 })()));
    expect(error.data).toMatchObject({ expectedTotal: known.price - 1, actualTotal: known.price });
    expect(error.message).toContain((known.price / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }));
  });

  it("of several things at once names them all", async () => {
    const error = refusal(
      await caller.call("searchFlights", { origin: "Paris", departureDate: "soon", cabin: "roof" }),
    );
    const problems = error.data?.["problems"] as { field: string }[];
    expect(problems.map(({ field }) => field).sort()).toEqual(["cabin", "departureDate", "destination", "origin"]);
  });

  it("does not repeat a long value in full", async () => {
    const result = await caller.call("searchFlights", { ...ROUTE, origin: "x".repeat(5_000_000) });
    expect(JSON.stringify(result).length).toBeLessThan(5_000);
  });
});

describe("an unknown field", () => {
  it("is dropped and named, with the name that was probably meant", async () => {
    const found = worked(
      await caller.call("searchFlights", { ...ROUTE, cabinClass: "first", depatureDate: "2027-02-01", maxStops: 0 }),
    );
    expect(found.warnings).toEqual([
      expect.stringMatching(/"cabinClass" is not a field/),
      expect.stringMatching(/"depatureDate" .* did you mean "departureDate"/),
      expect.stringMatching(/"maxStops" is not a field/),
    ]);
    expect(found.flights[0].cabin).toBe("economy");
  });
});

describe("an idempotency key", () => {
  it("returns the same PNR for the same request, and refuses another request", async () => {
    const request = { hotelId: known.hotelId, guests: [ADA], ...CONTACT, idempotencyKey: "once" };
    const [first, second] = (
      await Promise.all([caller.call("bookHotel", request), caller.call("bookHotel", request)])
    ).map(worked);
    const third = worked(
      await caller.call("bookHotel", { ...CONTACT, idempotencyKey: "once", guests: [ADA], hotelId: known.hotelId }),
    );
    expect([second.pnr, third.pnr]).toEqual([first.pnr, first.pnr]);
    expect(third.warnings.join()).toContain("once");

    const other = refusal(await caller.call("bookHotel", { ...request, guests: [{ ...ADA, firstName: "Augusta" }] }));
    expect(other).toMatchObject({ code: -32002, data: { field: "idempotencyKey", value: "once" } });
  });

  it("puts a hotel on a booking once", async () => {
    const request = { hotelId: known.hotelId, guests: [ADA], existingPnr: known.pnr, idempotencyKey: "add once" };
    await caller.call("bookHotel", request);
    const repeated = worked(await caller.call("bookHotel", request));
    expect(repeated.hotels).toHaveLength(1);
  });

  it("of a refused request is free again", async () => {
    const request = { ...book({})(), idempotencyKey: "second try" };
    refusal(await caller.call("bookFlight", { ...request, expectedTotal: 1 }));
    expect(worked(await caller.call("bookFlight", { ...request, expectedTotal: known.price })).status).toBe(
      "confirmed",
    );
  });
});
