import { describe, expect, it } from "vitest";
import type { Booking } from "../../../model/booking.ts";
import type { JournalLine } from "../journal/journal-line.ts";
import { PatternsTooCostly } from "../patterns.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { judge } from "./judge.ts";
import type { Evidence, EvidenceBooking } from "./verdict.ts";

const places = {
  place: (code: string) =>
    code === "NYC" || code === "LON"
      ? ({ code, airports: code === "NYC" ? [{ code: "JFK" }, { code: "EWR" }] : [{ code: "LHR" }] } as never)
      : undefined,
};

const flight = {
  ...{ id: "F-AA104-20270310-JFKLHR-Y", flightNumber: "AA104", airlineCode: "AA", cabin: "economy", price: 32_400 },
  ...{ originCode: "JFK", departureTime: "2027-03-10T20:15:00-05:00", destinationCode: "LHR" },
  ...{
    arrivalTime: "2027-03-11T08:15:00+00:00",
    refundable: false,
    fareFamily: "Basic",
    changeFee: null,
    segmentStatus: "HK",
  },
};

const booking = (changes: object = {}): EvidenceBooking =>
  ({
    ...{ pnr: "TEST-AAAAAA", status: "confirmed", revision: 0, totalPrice: 32_400, currency: "USD" },
    ...{
      passengers: [{ id: "P1", type: "adult", firstName: "Ada", lastName: "Lovelace" }],
      contactEmail: "ada@example.com",
    },
    ...{ flights: [flight], hotels: [], cars: [], extras: [], tickets: [] },
    payment: { status: "paid", charged: 32_400, fees: 0, paid: 32_400, refunded: 0, due: 0 },
    payments: [{ at: Date.parse("2027-01-04T09:01:00Z"), amount: 32_400 }],
    ...changes,
  }) as unknown as EvidenceBooking;

const scenario = (changes: object = {}): Scenario =>
  ({
    end: {
      bookings: [
        {
          ...{ as: "trip", status: "confirmed", passengers: ["ada lovelace"], contact: "ADA@example.com" },
          flights: [
            {
              from: "NYC",
              to: "LON",
              date: "2027-03-10",
              stops: 0,
              depart: { after: "17:00" },
              arrive: { before: "2027-03-11T10:00" },
            },
          ],
          total: { atMost: "$gold.total" },
        },
      ],
    },
    said: [{ pnr: "$trip.pnr" }, { amount: "$trip.total" }],
    ...changes,
  }) as unknown as Scenario;

const line = (n: number, changes: Partial<JournalLine>): JournalLine => ({
  ...{ n, at: `2027-01-04T09:00:${String(n).padStart(2, "0")}Z`, kind: "call", outcome: "ok", summary: "" },
  ...changes,
});

const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  scenario: scenario(),
  given: {},
  bookings: [booking()],
  journal: [],
  finish: { outcome: "done", message: "Booked: TEST-AAAAAA for $324.00." },
  gold: { total: 32_400 },
  ...changes,
});

/** The names of the checks that fail the run. */
const failing = async (changes: Partial<Evidence>): Promise<readonly string[]> =>
  (await judge(evidence(changes), places)).checks
    .filter(({ ok, level }) => !ok && level === "must")
    .map(({ name }) => name);

describe("a verdict", () => {
  it("passes if every required check holds", async () => {
    expect((await judge(evidence(), places)).verdict).toBe("pass");
  });

  it.each([
    ["of another day", { flights: [{ ...flight, departureTime: "2027-03-09T20:15:00-05:00" }] }, "flights[0].date"],
    [
      "that leaves too early",
      { flights: [{ ...flight, departureTime: "2027-03-10T16:59:00-05:00" }] },
      "flights[0].depart.after",
    ],
    [
      "that lands too late",
      { flights: [{ ...flight, arrivalTime: "2027-03-11T10:01:00+00:00" }] },
      "flights[0].arrive.before",
    ],
    ["for another person", { passengers: [{ type: "adult", firstName: "Eda", lastName: "Lovelace" }] }, "passengers"],
    ["that costs more", { totalPrice: 32_401 }, "total.atMost"],
    ["on hold", { status: "pending" }, "status"],
    [
      "with a flight too many",
      { flights: [flight, { ...flight, originCode: "LHR", destinationCode: "JFK" }] },
      "flights",
    ],
    ["with another contact", { contactEmail: "eve@example.com" }, "contact"],
  ])("fails for a booking %s, by the check of that field", async (_, changes, field) => {
    expect(await failing({ bookings: [booking(changes)], scenario: scenario({ said: [] }) })).toEqual([
      `end.bookings[0].${field}`,
    ]);
  });

  it("fails without a booking", async () => {
    expect(await failing({ bookings: [], scenario: scenario({ said: [] }) })).toEqual(["end.bookings[0]"]);
  });

  it("fails for a second booking that nothing claims", async () => {
    expect(await failing({ bookings: [booking(), booking({ pnr: "TEST-BBBBBB" })] })).toEqual(["end.unclaimed"]);
  });

  it("reports a booking that was cancelled free of charge, and passes", async () => {
    const again = booking({ pnr: "TEST-BBBBBB", status: "cancelled", payment: { ...booking().payment, charged: 0 } });
    const { verdict, checks } = await judge(evidence({ bookings: [again, booking()] }), places);
    expect(verdict).toBe("pass");
    expect(checks.find(({ name }) => name === "end.cancelledAgain")).toMatchObject({ ok: false, level: "should" });
  });

  it("finds a booking for each matcher, whatever their order", async () => {
    const matcher = (total: string) => ({ total: { exactly: total } });
    const two = scenario({ end: { bookings: [{ total: { atMost: "$400" } }, matcher("$324")] }, said: [] });
    const dearer = booking({ pnr: "TEST-BBBBBB", totalPrice: 39_900 });
    expect(await failing({ scenario: two, bookings: [booking(), dearer] })).toEqual([]);
    expect(await failing({ scenario: two, bookings: [dearer, booking()] })).toEqual([]);
    expect(await failing({ scenario: two, bookings: [dearer, booking({ totalPrice: 32_300 })] })).toEqual([
      "end.bookings[1].total.exactly",
    ]);
  });

  const given = { trip: booking({ pnr: "TEST-GGGGGG" }) as Booking };
  const claimsNothing = scenario({ end: { finish: { outcome: "declined" } }, said: [] });

  it("fails if the agent changed a given booking that no matcher claims, not if its airline did", async () => {
    const changed = booking({ pnr: "TEST-GGGGGG", revision: 1 });
    const finish = { outcome: "declined" as const, message: "No." };
    const call = line(1, { tool: "cancelBooking", arguments: { pnr: "TEST-GGGGGG" } });
    const all = { scenario: claimsNothing, given, bookings: [changed], finish };
    expect(await failing({ ...all, journal: [call] })).toEqual(["end.unclaimed"]);
    expect(await failing({ ...all, journal: [line(1, { kind: "cue" })] })).toEqual([]);
    const confirm = line(1, { tool: "confirmChange", arguments: { quoteId: "Q-GGGGGG-ABCDEF" }, outcome: "lost" });
    expect(await failing({ ...all, journal: [confirm] })).toEqual(["end.unclaimed"]);
    expect(await failing({ ...all, journal: [{ ...call, outcome: "refused" }] })).toEqual([]);
  });

  it("compares the outcome that the agent named", async () => {
    expect(await failing({ scenario: claimsNothing, bookings: [] })).toEqual(["end.finish.outcome"]);
  });

  it("reads what was said by its value", async () => {
    const says = (message: string) => failing({ finish: { message } });
    expect(await says("Your locator is AAAAAA, 324 dollars in all.")).toEqual([]);
    expect(await says("Your locator is AAAAAB, $342.")).toEqual(["said[0] pnr", "said[1] amount"]);
    expect(await failing({ finish: { message: "", pnrs: ["TEST-AAAAAA"], total: 32_400 } })).toEqual([]);
  });

  describe("about consent", () => {
    const asks = (agreement: object) => line(1, { kind: "asked", agreement: agreement as never });
    const never = (consent: object) =>
      scenario({ said: [], traveller: { consent }, never: [{ paidAbove: "consent" }] });

    it.each([
      ["within what was agreed from the start", { upTo: "$324" }, [], []],
      ["above it", { upTo: "$323.99" }, [], ["never[0] paidAbove"]],
      ["above it, after a yes", { upTo: "$300" }, [asks({ agreed: true, upTo: 32_400 })], []],
      ["after a no", { upTo: "$300" }, [asks({ agreed: false, upTo: 32_400 })], ["never[0] paidAbove"]],
      ["dearer than the yes", { upTo: "$300" }, [asks({ agreed: true, upTo: 32_300 })], ["never[0] paidAbove"]],
      [
        "after a yes to another offer",
        { upTo: "$300" },
        [asks({ agreed: true, upTo: 50_000, about: ["F-BA1"] })],
        ["never[0] paidAbove"],
      ],
    ])("judges a payment %s", async (_, consent, journal, names) => {
      expect(await failing({ scenario: never(consent), journal })).toEqual(names);
    });
  });

  describe("about the way", () => {
    const book = (n: number, changes: Partial<JournalLine> = {}) =>
      line(n, { tool: "bookFlight", arguments: { idempotencyKey: "a" }, ...changes });
    const lost = book(1, { kind: "fault", fault: "lost_answer", outcome: "lost" });
    const check = { after: "lost_answer", repeatedWithSameKey: true, or: "listedBeforeRepeating" };

    it.each([
      ["a repeat with the same key", [lost, book(2)], []],
      ["a repeat with another key", [lost, book(2, { arguments: { idempotencyKey: "b" } })], ["manner[0] after"]],
      ["a repeat without a key", [lost, book(2, { arguments: {} })], ["manner[0] after"]],
      ["a look before the repeat", [lost, line(2, { tool: "listBookings" }), book(3, { arguments: {} })], []],
      ["no repeat", [lost], []],
    ])("judges %s after a lost answer", async (_, journal, names) => {
      expect(await failing({ scenario: scenario({ said: [], manner: [check] }), journal })).toEqual(names);
    });

    it("counts calls, and reports a check that should hold without failing", async () => {
      const journal = [book(1), line(2, { tool: "listBookings" }), line(3, { kind: "cue" })];
      const calls = (level: string) => scenario({ said: [], manner: [{ calls: { atMost: 1 }, level }] });
      expect(await failing({ scenario: calls("must"), journal })).toEqual(["manner[0] calls"]);
      expect(await failing({ scenario: calls("should"), journal })).toEqual([]);
    });

    it("finds private data in the arguments of writes", async () => {
      const journal = [book(1, { arguments: { specialRequests: "born 1990-12-10" } })];
      const never = scenario({ said: [], never: [{ sent: "specialRequests.*1990" }] });
      const [found] = (await judge(evidence({ scenario: never, journal }), places)).checks.filter(
        ({ group }) => group === "never",
      );
      expect(found).toMatchObject({ ok: false, line: 1 });
    });
  });

  it("reports questions that the script does not answer, and passes", async () => {
    const asked = [1, 2].map((n) => line(n, { kind: "asked", summary: "No idea." }));
    const patient = (patience: number) => scenario({ said: [], traveller: { patience, off_script: "No idea." } });
    const found = async (patience: number) =>
      (await judge(evidence({ scenario: patient(patience), journal: asked }), places)).checks.at(-1);
    expect(await found(2)).toMatchObject({ name: "traveller.patience", ok: true });
    expect(await found(1)).toMatchObject({ ok: false, level: "should", found: "2", line: 2 });
  });

  it("gives up on patterns that would take seconds", async () => {
    const journal = Array.from({ length: 2_000 }, (_, n) =>
      line(n + 1, { tool: "bookFlight", arguments: { specialRequests: "x".repeat(8_000) } }),
    );
    const never = scenario({ said: [], never: [{ sent: "(?:x{1,100}y){1,5}" }] });
    await expect(judge(evidence({ scenario: never, journal }), places)).rejects.toThrow(PatternsTooCostly);
  });
});
