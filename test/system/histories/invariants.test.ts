import { describe, expect, it } from "vitest";
import type { StoredBooking } from "../../../src/travel/stored-booking.ts";
import type { FinalFlight, FinalState } from "./final-state.ts";
import type { Fault, Operation, Outcome, Request, SeenBooking } from "./history.ts";
import { findViolations } from "./invariants.ts";
import { reportOf } from "./report.ts";

const FLIGHT = "F-AA1";
const SEATS = new Map([[FLIGHT, 1]]);
const PRICES = { flight: 300, hotel: 200, car: 100 };

type Changes = Partial<SeenBooking>;

/** A booking on the contested flight whose passenger has the name of its PNR, by default. */
const booking = (pnr: string, { hotels = [], ...changes }: Changes = {}): SeenBooking => ({
  ...{ pnr, sessionId: "s", status: "confirmed", passengers: [{ firstName: "Ada", lastName: pnr }] },
  ...{ flights: [{ id: FLIGHT, price: PRICES.flight }], hotels, cars: [] },
  totalPrice: PRICES.flight + hotels.length * PRICES.hotel,
  ...changes,
});

const HOTEL = { id: "H1", price: PRICES.hotel };

let count = 0;
const operation = (
  [start, end]: readonly [number, number],
  request: Omit<Request, "input">,
  outcome: Outcome,
  attempt = 0,
): Operation => ({
  ...{ number: ++count, client: "client 1", at: "node 1", attempt, start, end, outcome },
  request: { input: {}, ...request },
});

const shows = (seen: SeenBooking): Outcome => ({ kind: "ok", booking: seen });
const SOLD_OUT: Outcome = { kind: "refused", code: -32002, message: "AA1 is sold out. Nothing was booked." };
const NO_ANSWER: Outcome = { kind: "none", reason: "ECONNRESET" };
const NOT_FOUND: Outcome = { kind: "refused", code: -32001, message: "There is no booking." };
const failed = (nothingDone: boolean): Outcome => ({ kind: "failed", message: "The store is away.", nothingDone });

const flightRequest = (passenger: string, key?: string): Omit<Request, "input"> => ({
  ...{ tool: "bookFlight", id: `request ${passenger}`, flightId: FLIGHT, passenger },
  ...(key !== undefined && { key }),
});
const book = (pnr: string, interval: readonly [number, number], changes: Changes = {}): Operation =>
  operation(interval, flightRequest(pnr, `key ${pnr}`), shows(booking(pnr, changes)));
const cancel = (pnr: string, interval: readonly [number, number], outcome?: Outcome): Operation =>
  operation(
    interval,
    { tool: "cancelBooking", id: `cancel ${pnr}`, pnr },
    outcome ?? shows(booking(pnr, { status: "cancelled" })),
  );
const read = (pnr: string, interval: readonly [number, number], outcome: Outcome): Operation =>
  operation(interval, { tool: "retrieveBooking", id: `read ${pnr} ${interval}`, pnr }, outcome);
const list = (pnrs: readonly string[], interval: readonly [number, number]): Operation =>
  operation(
    interval,
    { tool: "listBookings", id: `list ${interval}` },
    { kind: "ok", list: { sessionId: "s", pnrs: [...pnrs] } },
  );
const addHotel = (pnr: string, interval: readonly [number, number], outcome: Outcome, id = "one"): Operation =>
  operation(interval, { tool: "bookHotel", id: `add ${id}`, key: `add ${id}`, pnr, serviceId: HOTEL.id }, outcome);

const stored = (seen: SeenBooking, requestKeys: readonly string[] = []): StoredBooking =>
  ({ ...seen, requestKeys, stock: [] }) as unknown as StoredBooking;
const final = (bookings: readonly StoredBooking[], flights: readonly FinalFlight[] = []): FinalState => ({
  ...{ at: 100_000, bookings, lists: [], flights },
});

const broken = (operations: readonly Operation[], end?: FinalState, faults: readonly Fault[] = []): string[] =>
  findViolations({ operations, faults }, SEATS, end).map(({ invariant }) => invariant);

describe("invariant I1, seats", () => {
  it("accepts one booking after the cancellation of the other", () => {
    expect(broken([book("A", [0, 10]), cancel("A", [20, 30]), book("B", [25, 40])])).toEqual([]);
  });

  it("accepts a booking that was acknowledged late, and cancelled after the next one was sent", () => {
    expect(broken([book("A", [0, 50]), cancel("A", [51, 60]), book("B", [40, 55])])).toEqual([]);
  });

  it("detects two confirmed bookings of one seat at the same moment", () => {
    expect(broken([book("A", [0, 10]), book("B", [5, 12]), cancel("A", [20, 30])])).toEqual(["I1"]);
  });

  it("counts seats, not bookings", () => {
    const pair = [
      { firstName: "Ada", lastName: "A" },
      { firstName: "Bob", lastName: "A" },
    ];
    expect(broken([book("A", [0, 10], { passengers: pair })])).toEqual(["I1"]);
  });

  it("detects a booking that a read still shows after an unanswered cancellation", () => {
    const operations = [
      book("A", [0, 10]),
      cancel("A", [20, 30], NO_ANSWER),
      book("B", [31, 40]),
      read("A", [50, 60], shows(booking("A"))),
    ];
    expect(broken(operations)).toEqual(["I1"]);
  });

  it("detects an unacknowledged booking in the store", () => {
    expect(broken([book("A", [0, 10])], final([stored(booking("A")), stored(booking("B"))]))).toContain("I1");
  });
});

describe("invariant I2, acknowledged bookings", () => {
  it("accepts a booking that is stored with its additions and listed", () => {
    const complete = booking("A", { hotels: [HOTEL] });
    const operations = [book("A", [0, 10]), addHotel("A", [20, 30], shows(complete)), list(["A"], [40, 50])];
    expect(broken(operations, final([stored(complete)]))).toEqual([]);
  });

  it("accepts an addition without an answer, made or not", () => {
    const operations = [book("A", [0, 10]), addHotel("A", [20, 30], NO_ANSWER)];
    expect(broken(operations, final([stored(booking("A"))]))).toEqual([]);
    expect(broken(operations, final([stored(booking("A", { hotels: [HOTEL] }))]))).toEqual([]);
  });

  it("detects a booking that is not in the store", () => {
    expect(broken([book("A", [0, 10])], final([]))).toEqual(["I2"]);
  });

  it("detects a booking that is not found afterwards", () => {
    expect(broken([book("A", [0, 10]), read("A", [20, 30], NOT_FOUND)])).toEqual(["I2"]);
  });

  it("detects a lost addition", () => {
    const added = addHotel("A", [20, 30], shows(booking("A", { hotels: [HOTEL] })));
    expect(broken([book("A", [0, 10]), added, read("A", [40, 50], shows(booking("A")))])).toEqual(["I2"]);
    expect(broken([book("A", [0, 10]), added], final([stored(booking("A"))]))).toEqual(["I2"]);
  });

  it("detects changed passengers", () => {
    const changed = booking("A", { passengers: [{ firstName: "Bob", lastName: "A" }] });
    expect(broken([book("A", [0, 10])], final([stored(changed)]))).toEqual(["I2"]);
  });

  it("detects a cancellation that was not requested", () => {
    expect(broken([book("A", [0, 10])], final([stored(booking("A", { status: "cancelled" }))]))).toEqual(["I2"]);
  });

  it("detects a booking that its session does not list, unless the list was read too early", () => {
    expect(broken([book("A", [0, 10]), list([], [20, 30])])).toEqual(["I2"]);
    expect(broken([book("A", [0, 10]), list([], [5, 30])])).toEqual([]);
  });
});

describe("invariant I3, cancelled bookings", () => {
  const operations = [book("A", [0, 10]), cancel("A", [20, 30])];

  it("accepts a read that started before the cancellation was answered", () => {
    expect(broken([...operations, read("A", [25, 40], shows(booking("A")))])).toEqual([]);
  });

  it("detects a cancelled booking that is confirmed again", () => {
    expect(broken([...operations, read("A", [40, 50], shows(booking("A")))])).toEqual(["I3"]);
    expect(broken(operations, final([stored(booking("A"))]))).toEqual(["I3"]);
  });
});

describe("invariant I4, one request, one booking", () => {
  it("accepts a repeat that gets the same booking", () => {
    const request = flightRequest("A", "k");
    const operations = [
      operation([0, 10], request, NO_ANSWER),
      operation([20, 30], request, shows(booking("A")), 1),
      operation([40, 50], request, shows(booking("A")), 2),
    ];
    expect(broken(operations, final([stored(booking("A"), ["bookFlight:k"])]))).toEqual([]);
  });

  it("detects two answers with different PNRs", () => {
    const request = flightRequest("A", "k");
    const cancelled = { status: "cancelled", passengers: [{ firstName: "Ada", lastName: "A" }] } as const;
    const operations = [
      operation([0, 10], request, shows(booking("A", cancelled))),
      operation([20, 30], request, shows(booking("B", cancelled)), 1),
    ];
    expect(broken(operations)).toEqual(["I4"]);
  });

  it("detects a second booking with the key in the store, but not a pending one", () => {
    const kept = (status: SeenBooking["status"]) =>
      final([stored(booking("A"), ["bookFlight:key A"]), stored(booking("B", { status }), ["bookFlight:key A"])]);
    expect(broken([book("A", [0, 10])], kept("cancelled"))).toEqual(["I4"]);
    expect(broken([book("A", [0, 10])], kept("pending"))).toEqual([]);
  });

  it("detects an addition that was made twice", () => {
    const twice = booking("A", { hotels: [HOTEL, HOTEL] });
    const operations = [book("A", [0, 10]), addHotel("A", [20, 30], NO_ANSWER), addHotel("A", [40, 50], shows(twice))];
    expect(broken(operations, final([stored(twice)]))).toEqual(["I4"]);
  });
});

describe("invariant I5, rejected requests book nothing", () => {
  const request = flightRequest("A", "k");

  it("accepts a rejection without a booking", () => {
    expect(broken([operation([0, 10], request, NO_ANSWER), operation([20, 30], request, SOLD_OUT, 1)])).toEqual([]);
  });

  it("detects a booking in the store after a rejection", () => {
    const operations = [operation([0, 10], request, NO_ANSWER), operation([20, 30], request, SOLD_OUT, 1)];
    expect(broken(operations, final([stored(booking("A"), ["bookFlight:k"])]))).toEqual(["I5"]);
  });

  it("detects a rejection beside a success of the same request", () => {
    const operations = [operation([0, 30], request, SOLD_OUT), operation([5, 40], request, shows(booking("A")))];
    expect(broken(operations)).toEqual(["I5"]);
  });

  it("accepts a repeat that books after an error which changed nothing", () => {
    const operations = [
      operation([0, 10], request, failed(true)),
      operation([20, 30], request, shows(booking("A")), 1),
    ];
    expect(broken(operations)).toEqual([]);
  });

  it("detects a booking although every attempt reported no change", () => {
    const operations = [operation([0, 10], request, failed(true))];
    expect(broken(operations, final([stored(booking("A"))]))).toEqual(["I5"]);
    expect(broken([operation([0, 10], request, failed(false))], final([stored(booking("A"))]))).toEqual([]);
  });

  it("detects a booking of a rejected request without a key", () => {
    const operations = [operation([0, 10], flightRequest("A"), SOLD_OUT)];
    expect(broken(operations, final([stored(booking("A"))]))).toEqual(["I5"]);
  });
});

describe("invariant I6, totals", () => {
  it("detects a total that is not the sum of the services", () => {
    expect(broken([book("A", [0, 10], { totalPrice: 1 })])).toEqual(["I6"]);
    expect(broken([], final([stored(booking("A", { totalPrice: 1 }))]))).toEqual(["I6"]);
  });
});

describe("invariant I7, seats are freed", () => {
  const flight = (changes: Partial<FinalFlight>): FinalFlight => ({
    ...{ id: FLIGHT, seats: 2, confirmed: 1, shownAvailable: 1, bookable: 1, lastRefusal: "sold out" },
    ...changes,
  });

  it("accepts a flight whose free seats are shown and can be booked", () => {
    expect(broken([], final([], [flight({})]))).toEqual([]);
  });

  it("detects seats that a search does not show", () => {
    expect(broken([], final([], [flight({ shownAvailable: 0 })]))).toEqual(["I7"]);
  });

  it("detects seats that cannot be booked, and seats too many", () => {
    expect(broken([], final([], [flight({ bookable: 0 })]))).toEqual(["I7"]);
    expect(broken([], final([], [flight({ bookable: 2 })]))).toEqual(["I7"]);
  });
});

describe("invariant I8, answers in time", () => {
  const request = flightRequest("A", "k");
  const repeat = operation([10_000, 22_000], request, SOLD_OUT, 1);

  it("detects a call of more than 30 seconds", () => {
    expect(broken([read("A", [0, 31_000], NOT_FOUND)])).toEqual(["I8"]);
  });

  it("detects a slow repeat in a healthy system", () => {
    expect(broken([repeat])).toEqual(["I8"]);
  });

  it("allows a repeat more time while a fault is active", () => {
    const fault = { name: "Valkey: paused", start: 12_000, end: 15_000 };
    expect(broken([repeat], undefined, [fault])).toEqual([]);
    expect(broken([repeat], undefined, [{ ...fault, end: 9_000, start: 5_000 }])).toEqual(["I8"]);
  });
});

it("a violation is reported with its invariant, bookings and calls in order of time", () => {
  const history = { operations: [book("TEST-A", [1_000, 1_500]), book("TEST-B", [900, 1_600])], faults: [] };
  const report = reportOf(history, findViolations(history, SEATS)).split("\n");
  expect(report).toEqual([
    expect.stringMatching(/^I1, a flight never has more confirmed seats than seats: broken 1 times/),
    expect.stringContaining("F-AA1 has 1 seats, but TEST-A and TEST-B were confirmed at the same moment"),
    expect.stringMatching(/0\.900 to {4}1\.600 .*bookFlight.*-> ok: TEST-B confirmed/),
    expect.stringMatching(/1\.000 to {4}1\.500 .*bookFlight.*-> ok: TEST-A confirmed/),
  ]);
});
