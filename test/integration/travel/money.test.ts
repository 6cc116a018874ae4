import fc from "fast-check";
import { expect, it } from "vitest";
import { createSessions } from "../../../src/mcp/sessions/sessions.ts";
import type { Caller } from "../../../src/model/caller.ts";
import { Failure } from "../../../src/model/failure.ts";
import { keys } from "../../../src/model/keys.ts";
import { createMemoryStore } from "../../../src/platform/stores/memory.ts";
import { createBookings } from "../../../src/travel/bookings.ts";
import { upgraded } from "../../../src/travel/earlier-bookings.ts";
import { balanced } from "../../../src/travel/ledger.ts";
import { createStock } from "../../../src/travel/stock.ts";
import { asOf, unitsOf } from "../../../src/travel/stored-booking.ts";
import { createTravel } from "../../../src/travel/travel.ts";
import { loadPlaces } from "../../../src/travel/world/places.ts";
import { createGeneratedWorld } from "../../../src/travel/world/world.ts";
import { cases } from "../../fixtures/cases.ts";
import { SEED } from "./arbitraries.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const NINE = Date.parse("2027-01-04T09:00:00Z");
const HOUR = 3_600_000;
const places = loadPlaces();
const NAMES = ["Ada", "Grace", "Mary"];

const open = async () => {
  const time = { now: NINE };
  const clock = { now: () => time.now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const supplier = createGeneratedWorld({ seed: "fixed", clock, places });
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 400 * 24 * HOUR, sharedInventory: true };
  const travel = createTravel({ ...parts, realTime: clock.now });
  const flights = async (origin: string, destination: string, departureDate: string) =>
    (
      await travel.searchFlights(
        {
          ...{ origin, destination, departureDate, cabin: "economy", maxConnections: 0, sortBy: "price" },
          ...{ party: { adults: 1, children: 0, infants: 0 }, maxResults: 50 },
        },
        ada,
      )
    ).flights.filter(({ status, seatsAvailable }) => status === "available" && seatsAvailable === 9);
  const stored = async (pnr: string) => {
    const found = await store.get(keys.booking("default", pnr));
    return found && asOf(upgraded(found.value), time.now);
  };
  const bookings = createBookings({ store, clock, realTime: clock.now });
  const stock = createStock({ store, clock, shared: true, bookings, realTime: clock.now });
  return { time, travel, flights, stored, stock };
};

type World = Awaited<ReturnType<typeof open>>;

/** What a step may be refused for, such as a booking that has been cancelled. */
const tried = async (step: Promise<unknown>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === "unavailable") throw error;
  }
};

/** Quotes, confirms, and checks that the quote said what the change then cost. */
const confirmed = async (
  travel: World["travel"],
  request: { readonly pnr: string; readonly remove: readonly string[]; readonly add: readonly string[] },
): Promise<void> => {
  const before = await travel.retrieveBooking(request.pnr, ada);
  const quote = await travel.quoteChange(request, ada);
  expect(await travel.retrieveBooking(request.pnr, ada)).toEqual(before);
  const { booking } = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
  expect(booking.payment.charged - before.payment.charged).toBe(quote.total);
  expect(booking.status === "cancelled" ? 0 : booking.totalPrice).toBe(quote.newTotal);
  const again = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
  expect(again.booking).toEqual(booking);
};

const pick = fc.nat({ max: 30 });
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("book" as const),
      flight: pick,
      heads: fc.integer({ min: 1, max: 3 }),
      hold: fc.boolean(),
      bag: fc.boolean(),
    }),
    fc.record({ do: fc.constant("pay" as const), which: pick, card: fc.boolean() }),
    fc.record({ do: fc.constant("hotel" as const), which: pick, hotel: pick }),
    fc.record({
      do: fc.constant("exchange" as const),
      which: pick,
      flight: pick,
    }),
    fc.record({ do: fc.constant("cancel parts" as const), which: pick, mask: fc.nat({ max: 255 }) }),
    fc.record({ do: fc.constant("cancel" as const), which: pick }),
    fc.record({ do: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 40 }) }),
  ),
  { minLength: 3, maxLength: 14 },
);

const run = async (
  { time, travel, flights }: World,
  pnrs: string[],
  step: typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never,
) => {
  const pnr = "which" in step ? (pnrs[step.which % Math.max(1, pnrs.length)] as string) : "";
  if ("which" in step && pnrs.length === 0) return;
  const days = ["2027-03-10", "2027-03-11", "2027-03-12"];
  const anyFlight = async (i: number): Promise<string> => {
    const found = await flights("JFK", "LHR", days[i % 3] as string);
    return found[i % found.length]?.id as string;
  };
  switch (step.do) {
    case "book": {
      const id = await anyFlight(step.flight);
      const passengers = NAMES.slice(0, step.heads).map((firstName) => ({
        ...{ type: "adult" as const, firstName, lastName: "Lovelace" },
      }));
      const request = { flightIds: [id], passengers, contactEmail: "ada@example.com", hold: step.hold };
      const made = await travel.bookFlight({ ...request, ...(step.bag && { extras: [`X-BAG-P1-${id}`] }) }, ada);
      pnrs.push(made.booking.pnr);
      return;
    }
    case "pay":
      return tried(travel.payBooking({ pnr, payment: step.card ? "card:tok_visa" : "account" }, ada));
    case "hotel": {
      const stay = { cityCode: "LON", checkInDate: "2027-03-13", checkOutDate: "2027-03-15", guests: 1 };
      const found = (await travel.searchHotels({ ...stay, sortBy: "price", maxResults: 50 }, ada)).hotels;
      const hotelId = found[step.hotel % found.length]?.id as string;
      const guests = [{ firstName: "Ada", lastName: "Lovelace" }];
      return tried(travel.bookHotel({ hotelId, existingPnr: pnr, guests }, ada));
    }
    case "exchange": {
      const [old] = (await travel.retrieveBooking(pnr, ada)).flights;
      return tried(confirmed(travel, { pnr, remove: [old?.id ?? "F-NONE"], add: [await anyFlight(step.flight)] }));
    }
    case "cancel parts": {
      const booking = await travel.retrieveBooking(pnr, ada);
      const parts = [...booking.flights, ...booking.hotels, ...booking.extras, ...booking.passengers].map(
        ({ id }) => id,
      );
      const remove = parts.filter((_, i) => (step.mask >> i) % 2 === 1);
      return tried(confirmed(travel, { pnr, remove, add: [] }));
    }
    case "cancel":
      return tried(travel.cancelBooking(pnr, undefined, ada));
    case "wait":
      time.now += step.hours * HOUR;
  }
};

it("keeps the laws of money after every step of any sequence, and takes exactly what bookings have", {
  timeout: 120_000,
}, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const world = await open();
      const pnrs: string[] = [];
      for (const step of sequence) {
        await run(world, pnrs, step);
        for (const pnr of pnrs) {
          const booking = await world.stored(pnr);
          if (booking === undefined) throw new Error(`${pnr} is lost`);
          expect(balanced(booking), JSON.stringify(booking)).toEqual([]);
          const shown = await world.travel.retrieveBooking(pnr, ada);
          expect(shown.payment.charged).toBe(
            (shown.status === "cancelled" ? 0 : shown.totalPrice) + shown.payment.fees,
          );
          seen.add(`${booking.status} ${booking.operations.at(-1)?.kind ?? "as booked"}`);
        }
      }
      world.time.now += 80 * HOUR;
      const known = (await Promise.all(pnrs.map(world.stored))).filter((one) => one !== undefined);
      const wanted = new Map<string, number>();
      for (const booking of known) {
        for (const [key, units] of unitsOf(booking)) wanted.set(key, (wanted.get(key) ?? 0) + units);
      }
      const stockKeys = known.flatMap(({ stock }) => stock.flatMap(({ keys }) => keys));
      expect(await world.stock.taken(ada, stockKeys)).toEqual(wanted);
    }),
    { numRuns: cases(60), seed: SEED },
  );
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      "cancelled cancellation",
      "confirmed as booked",
      "confirmed exchange",
      "confirmed cancellation",
      "pending as booked",
    ]),
  );
});
