import { describe, expect, it } from "vitest";
import type { ItineraryLeg, LedgerRow, ShownSeat } from "../../../../src/console/contract.ts";
import { ApiError } from "../../api/client.ts";
import { idsIn } from "./change-dialog.tsx";
import { doingsFor } from "./disrupt-dialog.tsx";
import { foundFlights } from "./find-flights.tsx";
import { ledgerGroups } from "./ledger-view.tsx";
import {
  namesOf,
  parseExtras,
  parseNotices,
  parsePayment,
  parseTickets,
  removableOf,
  routeOf,
} from "./parse-servicing.ts";
import { creditPayment } from "./payment-field.tsx";
import { totalInWords } from "./quote-view.tsx";
import { priceTiers, seatWords, tierOf } from "./seats.ts";
import { paymentRows } from "./servicing-cards.tsx";
import { hasMoved } from "./use-quote.ts";

const point = { place: "", local: "", at: "", time_zone: "UTC" };
const leg = (kind: ItineraryLeg["kind"], id: string, status = "confirmed"): ItineraryLeg => ({
  ...{ id, kind, title: `the ${kind} ${id}`, status },
  ...{ from: point, to: point, facts: [] },
});
const BOOKING = {
  passengers: [
    { id: "P1", type: "adult", firstName: "Ada", lastName: "Lovelace" },
    { id: "P2", type: "child", firstName: "Tim", lastName: "Lovelace" },
  ],
  flights: [
    {
      id: "F-1",
      originCode: "SFO",
      destinationCode: "JFK",
      departureTime: "2027-03-10T08:00:00-08:00",
      cabin: "business",
    },
    {
      id: "F-2",
      originCode: "JFK",
      destinationCode: "LHR",
      departureTime: "2027-03-10T20:00:00-05:00",
      cabin: "business",
    },
  ],
  extras: [{ id: "X-1", what: "Seat 24A", traveller: "P1", price: 2000, flightIds: ["F-2"], emd: "001-1" }],
  tickets: ["001-2418830571 P1 OFX"],
  notices: [{ id: "N1", kind: "cancelled", about: "F-1", text: "Cancelled.", entitles: ["rebook", "refund"] }],
  payment: { charged: 503, fees: 0, paid: 503, refunded: 0, due: 0 },
};

const exchange = {
  ...{ revision: 2, at: "2027-01-02", kind: "exchange", fee: 0, total: 0 },
  ...{ removed: [{ id: "F-0", title: "BA1 JFK–LHR" }], added: ["F-2"] },
};

describe("what a booking shows after it was made", () => {
  it("is read from its JSON", () => {
    expect(parseTickets(BOOKING)).toEqual([
      { number: "001-2418830571", traveller: "P1", coupons: ["open", "flown", "X"] },
    ]);
    expect(parseNotices(BOOKING)).toMatchObject([{ id: "N1", canRebook: true, canRefund: true, canAccept: false }]);
    expect(parseExtras(BOOKING)).toMatchObject([{ what: "Seat 24A", price: 2000, emd: "001-1" }]);
    const names = namesOf({ legs: [leg("flight", "F-1")], booking: BOOKING, operations: [exchange] });
    expect(["F-1", "X-1", "P2", "F-0"].map((id) => names.get(id))).toEqual([
      ...["the flight F-1", "Seat 24A, P1", "Tim Lovelace", "BA1 JFK–LHR"],
    ]);
  });

  it.each([null, "text", [], { payment: "much", tickets: [1], notices: [null], extras: "some", passengers: {} }])(
    "tolerates any value: %j",
    (value) => {
      expect(parsePayment(value)).toBeUndefined();
      expect([parseTickets(value), parseNotices(value), parseExtras(value)]).toEqual([[], [], []]);
      expect(routeOf(value, ["F-1"])).toBeUndefined();
    },
  );

  it("has rows for all amounts that are not zero, and always for what was charged and paid", () => {
    const labels = (payment: object) =>
      paymentRows(parsePayment({ payment }) ?? expect.fail("no payment")).map(({ label }) => label);
    expect(labels(BOOKING.payment)).toEqual(["Charged", "Paid"]);
    expect(labels({ charged: 277, fees: 277, paid: 310, refunded: 33 })).toEqual([
      ...["Charged", "of which fees", "Paid", "Refunded"],
    ]);
    expect(labels({ charged: 384, due: 384 })).toEqual(["Charged", "Paid", "Due"]);
  });
});

describe("a change", () => {
  it("offers what is still on the booking, and travellers only if one of several may leave", () => {
    const legs = [leg("flight", "F-1", "cancelled_by_airline"), leg("flight", "F-2", "cancelled")];
    const { services, travellers } = removableOf({ legs, booking: BOOKING });
    expect(services.map(({ id }) => id)).toEqual(["F-1"]);
    expect(travellers).toHaveLength(2);
    const alone = { ...BOOKING, passengers: BOOKING.passengers.slice(0, 1) };
    expect(removableOf({ legs, booking: alone }).travellers).toEqual([]);
  });

  it("searches from where the removed flights begin to where they end, for the same party", () => {
    const party = { adults: 1, children: 1, infants: 0 };
    const whole = { origin: "SFO", destination: "LHR", date: "2027-03-10", cabin: "business", party };
    expect(routeOf(BOOKING, ["F-1", "F-2"])).toEqual(whole);
    expect(routeOf(BOOKING, ["F-2"])).toEqual({ ...whole, origin: "JFK" });
    expect(routeOf(BOOKING, [])).toEqual({ ...whole, destination: "JFK" });
  });

  it("shows options that can be booked", () => {
    const option = { flightIds: ["F-9"], flightNumber: "BA1", departureTime: "2027-03-10T20:15:00-05:00", stops: 1 };
    const found = foundFlights({
      flights: [
        { ...option, price: 12345, fareFamily: "Flex" },
        { ...option, status: "sold_out" },
      ],
    });
    expect(found).toEqual([{ ids: ["F-9"], label: "BA1 · 20:15– · 1 stop · Flex", price: "$123.45" }]);
    expect(foundFlights("nothing")).toEqual([]);
  });

  it("takes ids however they are separated", () => {
    expect(idsIn(" H-1,\n C-2  X-3")).toEqual(["H-1", "C-2", "X-3"]);
  });

  it("says what is paid or comes back", () => {
    const words = (isOnHold: boolean) => [6900, -3300, 0].map((total) => totalInWords(total, isOnHold));
    expect(words(false)).toEqual(["$69.00 to pay", "$33.00 back", "No charge"]);
    expect(words(true)).toEqual(["$69.00 more to pay", "$33.00 less to pay", "No charge"]);
  });

  it("is paid with a travel credit, and from the account what that does not cover", () => {
    expect(creditPayment(" ABC234-1 ")).toBe("credit:ABC234-1+account");
  });

  it("is quoted again if the server refused the price, and only then", () => {
    const refused = (field: string) => new ApiError(409, { kind: "rule", message: "No.", field });
    expect(["quoteId", "expectedTotal", "payment"].map((field) => hasMoved(refused(field)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(hasMoved(new Error("No."))).toBe(false);
  });
});

describe("a seat map", () => {
  const seat = (price: number, state: ShownSeat["state"], more: Partial<ShownSeat> = {}): ShownSeat => ({
    ...{ seat: "24A", price, state, ...more },
  });

  it("has a colour for each price of free seats", () => {
    const tiers = priceTiers([seat(3000, "free"), seat(0, "free"), seat(9900, "taken"), seat(3000, "free")]);
    expect(tiers).toEqual([0, 3000]);
    expect([tierOf(0, tiers), tierOf(3000, tiers), tierOf(9900, tiers)]).toEqual([0, 1, 0]);
    expect(tierOf(7, [1, 2, 3, 4, 5, 6, 7])).toBe(4);
  });

  it("says of each seat what it costs or who sits there", () => {
    const names = new Map([["P1", "Ada Lovelace"]]);
    expect(seatWords(seat(2000, "free"), true, names)).toBe("24A, $20.00, exit row");
    expect(seatWords(seat(0, "free"), false, names)).toBe("24A, free of charge");
    expect(seatWords(seat(2000, "taken"), false, names)).toBe("24A, taken");
    expect(seatWords(seat(2000, "own", { traveller: "P1" }), false, names)).toBe("24A, Ada Lovelace");
  });
});

it("a disruption is offered only for parts that it can be done to", () => {
  const kinds = (...legs: ItineraryLeg[]) => doingsFor(legs).map(({ kind }) => kind);
  expect(kinds(leg("flight", "F-1", "cancelled_by_airline"), leg("hotel", "H-1"))).toEqual(["walk_guest"]);
  expect(kinds(leg("flight", "F-1"), leg("car", "C-1", "cancelled"))).toEqual(["cancel_flight", "retime", "downgrade"]);
  expect(kinds()).toEqual([]);
});

it("the ledger is shown by change, with what was paid later", () => {
  const line = (revision: number, kind: LedgerRow["kind"]): LedgerRow => ({
    at: "2027-01-01",
    revision,
    kind,
    amount: 1,
  });
  const groups = ledgerGroups({
    ledger: [line(0, "sale"), line(1, "payment"), line(2, "return")],
    operations: [
      exchange,
      { revision: 3, at: "2027-01-03", kind: "supplier_change", removed: [], added: [], fee: 0, total: 0 },
    ],
  });
  expect(groups.map(({ title, lines }) => `${title} ${lines.length}`)).toEqual([
    ...["Booked 1", "Paid 1", "Exchange 1", "Change by a supplier 0"],
  ]);
});
