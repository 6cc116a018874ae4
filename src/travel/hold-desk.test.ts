import { describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import { keys } from "../model/keys.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { Store } from "../platform/stores/store.ts";
import { balanced } from "./ledger.ts";
import { asOf, type StoredBooking } from "./stored-booking.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const NINE = Date.parse("2027-01-04T09:00:00Z");
const HOUR = 3_600_000;
const places = loadPlaces();
const person = { firstName: "Ada", lastName: "Lovelace" };

const open = async () => {
  const time = { now: NINE };
  const clock = { now: () => time.now, configured: true };
  const memory = createMemoryStore({ now: clock.now });
  const paused: { beforeWrite?: (() => Promise<unknown>) | undefined } = {};
  const store: Store = {
    ...memory,
    async put(key, ...others) {
      if (key.startsWith("pnr:")) {
        const { beforeWrite } = paused;
        paused.beforeWrite = undefined;
        await beforeWrite?.();
      }
      return memory.put(key, ...others);
    },
  };
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  // Prices and seats for sale do not change while the test's clock runs.
  const supplier = createGeneratedWorld({ seed: "fixed", clock: { now: () => NINE, configured: true }, places });
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: HOUR, sharedInventory: true };
  const travel = createTravel({ ...parts, realTime: () => time.now });
  const search = async (origin = "JFK", destination = "LHR", departureDate = "2027-03-10") => {
    const wish = { origin, destination, departureDate, cabin: "economy", maxConnections: 0 } as const;
    const party = { adults: 1, children: 0, infants: 0 };
    return (await travel.searchFlights({ ...wish, party, sortBy: "price", maxResults: 50 }, ada)).flights;
  };
  const flight = (await search()).find(({ seatsAvailable }) => seatsAvailable > 1 && seatsAvailable < 9);
  if (!flight) throw new Error("no flight shows its number of seats; choose another day");
  const request = {
    flightIds: flight.flightIds,
    passengers: [{ type: "adult" as const, ...person }],
    contactEmail: "ada@example.com",
  };
  const hold = async () => (await travel.bookFlight({ ...request, hold: true }, ada)).booking;
  const seatsLeft = async () => (await search()).find(({ id }) => id === flight.id)?.seatsAvailable;
  const stored = async (pnr: string) =>
    (await store.get(keys.booking("default", pnr)))?.value as unknown as StoredBooking;
  return { time, travel, search, flight, request, hold, seatsLeft, stored, paused };
};

describe("a booking on hold", () => {
  it("is pending, has its seats and no tickets, and says what is due until when", async () => {
    const { hold, flight, seatsLeft, stored } = await open();
    const booking = await hold();
    expect(booking).toMatchObject({
      ...{ status: "pending", totalPrice: flight.price, tickets: [] },
      payment: { status: "due", charged: flight.price, paid: 0, due: flight.price, payBy: "2027-01-07T09:00:00Z" },
    });
    expect(booking.expiresAt).toBe(NINE + 73 * HOUR);
    expect(await seatsLeft()).toBe(flight.seatsAvailable - 1);
    expect(balanced(await stored(booking.pnr))).toEqual([]);
  });

  it("is ticketed when it is paid, once", async () => {
    const { hold, travel, flight, stored } = await open();
    const { pnr } = await hold();
    const wrong = travel.payBooking({ pnr, expectedTotal: 30_000 }, ada);
    await expect(wrong).rejects.toMatchObject({
      kind: "rule",
      details: { expectedTotal: 30_000, actualTotal: flight.price },
    });
    const pay = { pnr, expectedTotal: flight.price, payment: "card:tok_visa" };
    const { booking } = await travel.payBooking(pay, ada);
    expect(booking).toMatchObject({ status: "confirmed", revision: 1, payment: { status: "paid", due: 0 } });
    expect(booking.payment).not.toHaveProperty("payBy");
    expect(booking.tickets).toEqual([expect.stringMatching(/^\d{3}-\d{10} P1 O$/)]);
    const again = await travel.payBooking(pay, ada);
    expect(again.booking).toEqual(booking);
    expect(again.warnings).toEqual([expect.stringContaining("was paid at 2027-01-04T09:00:00.000Z")]);
    expect(balanced(await stored(pnr))).toEqual([]);
  });

  it("is paid once by callers at the same moment, who all get the booking", async () => {
    const { hold, travel, flight } = await open();
    const { pnr } = await hold();
    const paid = await Promise.all([1, 2, 3].map(() => travel.payBooking({ pnr, expectedTotal: flight.price }, ada)));
    expect(new Set(paid.map(({ booking }) => JSON.stringify(booking))).size).toBe(1);
    expect(paid[0]?.booking).toMatchObject({ revision: 1, payment: { paid: flight.price, due: 0 } });
  });

  it("is cancelled where it is read once its time is over, and its seats are for sale the same millisecond", async () => {
    const { hold, travel, time, flight, seatsLeft, stored } = await open();
    const { pnr } = await hold();
    time.now += 72 * HOUR - 1;
    expect(await travel.retrieveBooking(pnr, ada)).toMatchObject({ status: "pending" });
    expect(await seatsLeft()).toBe(flight.seatsAvailable - 1);
    time.now += 1;
    const lapsed = await travel.retrieveBooking(pnr, ada);
    expect(lapsed).toMatchObject({
      ...{ status: "cancelled", cancellationReason: "Not paid in time", cancelledAt: time.now },
      payment: { charged: 0, paid: 0, due: 0 },
    });
    expect(lapsed.flights).toMatchObject([{ segmentStatus: "XX" }]);
    expect(await seatsLeft()).toBe(flight.seatsAvailable);
    const { bookings } = await travel.browseBookings("default", { status: "cancelled" });
    expect(bookings.map((booking) => booking.pnr)).toEqual([pnr]);
    expect(balanced(asOf(await stored(pnr), time.now))).toEqual([]);
    for (const late of [
      travel.payBooking({ pnr, expectedTotal: flight.price }, ada),
      travel.cancelBooking(pnr, undefined, ada),
    ]) {
      await expect(late).rejects.toMatchObject({ kind: "rule", details: { field: "pnr" } });
    }
  });

  it("gives up its last seat when its time is over, and keeps it when it was paid", async () => {
    const { hold, travel, time, request, flight } = await open();
    const held = [];
    for (let i = 0; i < flight.seatsAvailable; i++) held.push((await hold()).pnr);
    await expect(travel.bookFlight(request, ada)).rejects.toMatchObject({ details: { seatsLeft: 0 } });
    await travel.payBooking({ pnr: held[0] as string, expectedTotal: flight.price }, ada);
    time.now += 72 * HOUR;
    for (let i = 1; i < flight.seatsAvailable; i++) await travel.bookFlight(request, ada);
    await expect(travel.bookFlight(request, ada)).rejects.toMatchObject({ details: { seatsLeft: 0 } });
  });

  it("is not paid by a write that arrives after its seats were sold again", async () => {
    const { hold, travel, time, request, flight, paused } = await open();
    const held = [];
    for (let i = 0; i < flight.seatsAvailable; i++) held.push((await hold()).pnr);
    time.now += 72 * HOUR - 1;
    paused.beforeWrite = async () => {
      time.now += 20_000;
      for (let i = 0; i < flight.seatsAvailable; i++) await travel.bookFlight(request, ada);
    };
    const late = travel.payBooking({ pnr: held[0] as string }, ada);
    await expect(late).rejects.toMatchObject({ kind: "rule", details: { field: "pnr" } });
  });

  it("is not paid by a write that arrives after a search has shown its seats as free", async () => {
    const { hold, travel, time, request, flight, seatsLeft, paused } = await open();
    const { pnr } = await hold();
    time.now += 72 * HOUR - 1;
    paused.beforeWrite = async () => {
      time.now += 20_000;
      expect(await seatsLeft()).toBe(flight.seatsAvailable);
      for (let i = 0; i < flight.seatsAvailable; i++) await travel.bookFlight(request, ada);
    };
    const late = travel.payBooking({ pnr }, ada);
    await expect(late).rejects.toMatchObject({ kind: "rule", details: { field: "pnr" } });
  });

  it("gives up all seats when its time is over, also after a traveller has left", async () => {
    const { travel, time, request, flight, seatsLeft } = await open();
    const passengers = [...request.passengers, { type: "adult" as const, firstName: "Mary", lastName: "Somerville" }];
    const { booking } = await travel.bookFlight({ ...request, passengers, hold: true }, ada);
    const { quoteId } = await travel.quoteChange({ pnr: booking.pnr, remove: ["P2"], add: [] }, ada);
    await travel.confirmChange({ quoteId }, ada);
    expect(await seatsLeft()).toBe(flight.seatsAvailable - 1);
    time.now += 72 * HOUR;
    expect(await seatsLeft()).toBe(flight.seatsAvailable);
  });

  it("takes a hotel that is due with the rest", async () => {
    const { hold, travel, flight, stored } = await open();
    const { pnr } = await hold();
    const stay = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-13", guests: 1 };
    const { hotels } = await travel.searchHotels({ ...stay, sortBy: "price", maxResults: 20 }, ada);
    const hotel = hotels.find(({ status }) => status === "available");
    const added = await travel.bookHotel({ hotelId: hotel?.id ?? "", existingPnr: pnr, guests: [person] }, ada);
    const due = flight.price + (hotel?.price ?? 0);
    expect(added.booking).toMatchObject({ status: "pending", payment: { due } });
    expect(balanced(await stored(pnr))).toEqual([]);
    expect((await travel.payBooking({ pnr, expectedTotal: due }, ada)).booking.payment).toMatchObject({ paid: due });
  });

  it("costs nothing to cancel", async () => {
    const { hold, travel, stored } = await open();
    const { pnr } = await hold();
    const { payment } = (await travel.cancelBooking(pnr, undefined, ada)).booking;
    expect(payment).toMatchObject({ charged: 0, paid: 0, refunded: 0, due: 0 });
    expect(balanced(await stored(pnr))).toEqual([]);
  });

  it("is refused by low-cost airlines and within a week of departure", async () => {
    const { travel, search, request } = await open();
    const soon = (await search("JFK", "LHR", "2027-01-10")).find(({ status }) => status === "available");
    const lowCost = (await search("DUB", "STN")).find(
      ({ airlineCode, status }) => airlineCode === "FR" && status === "available",
    );
    for (const flight of [soon, lowCost]) {
      const held = travel.bookFlight({ ...request, flightIds: flight?.flightIds ?? [], hold: true }, ada);
      await expect(held).rejects.toMatchObject({ kind: "rule", details: { field: "hold" } });
    }
  });
});

describe("a form of payment", () => {
  it("can be a test card, which gets the refund", async () => {
    const { travel, request, flight, stored } = await open();
    const { booking } = await travel.bookFlight({ ...request, payment: "card:tok_visa" }, ada);
    expect(booking.payment).toMatchObject({ paid: flight.price, due: 0 });
    const { payment } = (await travel.cancelBooking(booking.pnr, undefined, ada)).booking;
    expect(payment).toMatchObject({ status: "refunded", refunded: flight.price, charged: 0, due: 0 });
    const { ledger } = await stored(booking.pnr);
    expect(ledger.map(({ kind, method }) => [kind, method])).toEqual([
      ["sale", undefined],
      ["payment", "card:tok_visa"],
      ["return", undefined],
      ["refund", "card:tok_visa"],
    ]);
  });

  it("is refused if it is declined, unknown or a card number, which is not repeated", async () => {
    const { travel, request } = await open();
    const paid = (payment: string) => travel.bookFlight({ ...request, payment }, ada);
    await expect(paid("card:tok_declined")).rejects.toMatchObject({ kind: "rule", details: { field: "payment" } });
    await expect(paid("cash")).rejects.toMatchObject({ kind: "invalid", details: { field: "payment" } });
    await expect(paid("credit:ABC-1")).rejects.toMatchObject({ kind: "not_found" });
    for (const call of [
      paid("4111 1111 1111 1111"),
      travel.bookFlight({ ...request, specialRequests: "charge 4111-1111-1111-1111" }, ada),
    ]) {
      const refused = await call.catch((error: unknown) => error);
      expect(refused).toMatchObject({ kind: "invalid" });
      expect(JSON.stringify([String(refused), (refused as { details: object }).details])).not.toContain("1111");
    }
  });
});
