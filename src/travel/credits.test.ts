import { beforeEach, describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import { keys } from "../model/keys.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { upgraded } from "./earlier-bookings.ts";
import { balanced } from "./ledger.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const bob: Caller = { ...ada, sessionId: "1d1a1c63-7f6e-4b6a-8f0e-0f5d0a8f3c22" };
const DAY = 86_400_000;
const NINE = Date.parse("2026-12-01T09:00:00Z");
const places = loadPlaces();
const passengers = [{ type: "adult" as const, firstName: "Ada", lastName: "Lovelace" }];

const open = () => {
  const time = { now: NINE };
  const clock = { now: () => time.now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const supplier = createGeneratedWorld({ seed: "fixed", clock, places });
  // Each session has its own seats; credits are the tenant's.
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 30 * DAY, sharedInventory: false };
  const travel = createTravel({ ...parts, realTime: clock.now });
  const flights = async (departureDate = "2027-03-10") =>
    (
      await travel.searchFlights(
        {
          ...{ origin: "JFK", destination: "LHR", departureDate, cabin: "economy", maxConnections: 0 },
          ...{ party: { adults: 1, children: 0, infants: 0 }, sortBy: "price", maxResults: 50 },
        },
        ada,
      )
    ).flights.filter(({ status }) => status === "available");
  const book = (flight: { readonly flightIds: readonly string[] }, payment?: string, caller = ada, hold = false) =>
    travel
      .bookFlight(
        {
          ...{ flightIds: flight.flightIds, passengers, contactEmail: "ada@example.com", hold },
          ...(payment !== undefined && { payment }),
        },
        caller,
      )
      .then(({ booking }) => booking);
  const stored = async (pnr: string) =>
    upgraded((await store.get(keys.booking("default", pnr)))?.value ?? expect.fail(`${pnr} is lost`));
  /** The code of a credit over the price of the flight. */
  const credit = async (flight: { readonly flightIds: readonly string[] }): Promise<string> => {
    const { pnr } = await book(flight);
    const code = `${pnr.slice(-6)}-1`;
    const { refund } = await travel.makeChange({ pnr, remove: ["all"], add: [], credit: code }, ada);
    expect(refund?.to).toEqual([{ method: "credit", amount: refund?.total, code }]);
    return code;
  };
  return { time, store, travel, flights, book, stored, credit };
};

let world: ReturnType<typeof open>;
let offers: Awaited<ReturnType<typeof world.flights>>;
beforeEach(async () => {
  world = open();
  offers = await world.flights();
});

const cheap = () => offers[0] ?? expect.fail("no flight");
const dear = () => offers.at(-1) ?? expect.fail("no flight");

describe("a travel credit", () => {
  it("pays for flights in any session, and what is left of it for others", async () => {
    const { book, credit } = world;
    const code = await credit(dear());
    const booking = await book(cheap(), `credit:${code}`, bob);
    expect(booking.payment).toMatchObject({ status: "paid", paid: cheap().price, due: 0 });
    const left = dear().price - cheap().price;
    await expect(book(dear(), `credit:${code}`)).rejects.toMatchObject({
      kind: "rule",
      details: { field: "payment", creditLeft: left, due: dear().price },
    });
    const second = await book(dear(), ` credit:${code.toLowerCase()}+card:tok_visa `);
    expect(second.payment).toMatchObject({ paid: dear().price, due: 0 });
    expect((await world.stored(second.pnr)).ledger.filter(({ kind }) => kind === "payment")).toMatchObject([
      { method: `credit:${code}`, amount: left },
      { method: "card:tok_visa", amount: dear().price - left },
    ]);
    await expect(book(cheap(), `credit:${code}+account`)).rejects.toThrow("is used up");
  });

  it("gets back what was paid with it, never as money", async () => {
    const { book, credit, travel, stored } = world;
    const code = await credit(cheap());
    const { pnr } = await book(dear(), `credit:${code}+account`);
    const { refund } = await travel.cancelBooking(pnr, undefined, ada);
    expect(refund?.to).toEqual([
      { method: "account", amount: dear().price - cheap().price },
      { method: `credit:${code}`, amount: cheap().price },
    ]);
    expect(balanced(await stored(pnr))).toEqual([]);
    expect((await book(cheap(), `credit:${code}`)).payment.paid).toBe(cheap().price);
  });

  it("goes back to the credit before a new one is given", async () => {
    const { book, credit, travel } = world;
    const code = await credit(cheap());
    const { pnr } = await book(dear(), `credit:${code}+account`);
    const other = `${pnr.slice(-6)}-1`;
    const { refund } = await travel.makeChange({ pnr, remove: ["all"], add: [], credit: other }, ada);
    expect(refund?.to).toEqual([
      { method: `credit:${code}`, amount: cheap().price },
      { method: "credit", amount: dear().price - cheap().price, code: other },
    ]);
  });

  it("pays for holds and changes", async () => {
    const { book, credit, travel, stored } = world;
    const code = await credit(dear());
    const { pnr, payment } = await book(cheap(), undefined, ada, true);
    expect(payment.due).toBe(cheap().price);
    const paid = await travel.payBooking({ pnr, payment: `credit:${code}` }, ada);
    expect(paid.booking).toMatchObject({ status: "confirmed", payment: { paid: cheap().price } });
    expect((await travel.payBooking({ pnr, payment: `credit:${code}` }, ada)).warnings[0]).toContain("was paid");
    const car = await travel.searchCars(
      {
        ...{ pickupLocationCode: "LHR", pickupDate: "2027-03-11T10:00", dropoffDate: "2027-03-12T10:00" },
        ...{ driverAge: 30, sortBy: "price", maxResults: 1 },
      },
      ada,
    );
    const quote = await travel.quoteChange({ pnr, remove: [], add: [car.cars[0]?.id ?? ""] }, ada);
    const left = dear().price - cheap().price;
    const part = Math.min(left, quote.total);
    const changed = await travel.confirmChange({ quoteId: quote.quoteId, payment: `credit:${code}+account` }, ada);
    expect(changed.booking.payment.due).toBe(0);
    expect((await stored(pnr)).ledger.filter(({ method }) => method === `credit:${code}`)).toMatchObject([
      { amount: cheap().price },
      { amount: part },
    ]);
    expect(balanced(await stored(pnr))).toEqual([]);
    const again = await travel.confirmChange({ quoteId: quote.quoteId, payment: `credit:${code}+account` }, ada);
    expect(again.booking).toEqual(changed.booking);
  });

  it("is refused if it is unknown, another tenant's, or a year old", async () => {
    const { book, credit, time } = world;
    const code = await credit(cheap());
    await expect(book(cheap(), "credit:NONE")).rejects.toMatchObject({ kind: "not_found" });
    await expect(book(cheap(), `credit:${code.slice(0, 6)}-9`)).rejects.toMatchObject({ kind: "not_found" });
    await expect(book(cheap(), `credit:${code}+card:tok_declined`)).rejects.toThrow("declined");
    const elsewhere = { ...ada, tenant: "other" };
    await expect(book(cheap(), `credit:${code}`, elsewhere)).rejects.toMatchObject({ kind: "not_found" });
    time.now += 365 * DAY - 1;
    const [later] = await world.flights("2028-01-10");
    await expect(book(later ?? cheap(), `credit:${code}+account`)).resolves.toBeDefined();
    time.now += 1;
    await expect(book(later ?? cheap(), `credit:${code}`)).rejects.toThrow("expired on 2027-12-01");
  });

  it("stays spent after the booking that it paid for would have expired", async () => {
    const { book, credit, time } = world;
    const code = await credit(cheap());
    await book(cheap(), `credit:${code}`);
    time.now += 60 * DAY;
    const [later] = await world.flights("2027-08-10");
    await expect(book(later ?? cheap(), `credit:${code}`)).rejects.toThrow("is used up");
  });
});
