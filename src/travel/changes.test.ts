import { describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import { keys } from "../model/keys.ts";
import { partyOf, seated } from "../model/passenger.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { Store } from "../platform/stores/store.ts";
import { createBookingPlans, seatsOn } from "./booking-plans.ts";
import { createBookings } from "./bookings.ts";
import { createChangeDesk } from "./change-desk.ts";
import { createChangePlans } from "./change-plan.ts";
import { createChanges } from "./changes.ts";
import { createCredits } from "./credits.ts";
import { createStock } from "./stock.ts";
import type { StoredBooking } from "./stored-booking.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const NOON = Date.parse("2026-12-01T12:00:00Z");
const places = loadPlaces();

/** Yields to other callers, a different number of times in every run. */
const shuffled = (store: Store, seed: number): Store => {
  let state = seed;
  const wait = async () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    for (let turns = state % 7; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
  };
  return new Proxy(store, {
    get: (target, name: keyof Store) => {
      const verb = target[name];
      if (typeof verb !== "function" || name === "scan") return verb;
      return async (...args: unknown[]) => {
        await wait();
        return (verb as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
};

const open = async ({ run = 0, lastSeatOf }: { run?: number; lastSeatOf?: () => string } = {}) => {
  const time = { now: NOON, real: 0 };
  const clock = { now: () => time.now, configured: true };
  const memory = createMemoryStore({ now: clock.now });
  const store = run === 0 ? memory : shuffled(memory, run);
  const world = createGeneratedWorld({ seed: "fixed", clock: { now: () => NOON, configured: true }, places });
  const supplier: typeof world = {
    ...world,
    quoteFlights: (ids, party) =>
      world
        .quoteFlights(ids, party)
        .map((quoted) =>
          lastSeatOf && quoted.segment.id === lastSeatOf()
            ? { ...quoted, stock: { ...quoted.stock, seats: 1 } }
            : quoted,
        ),
  };
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 400 * 86_400_000, sharedInventory: true };
  const travel = createTravel(parts);
  const bookings = createBookings({ store, clock, realTime: () => time.real });
  const stock = createStock({ store, clock, shared: true, bookings });
  const flightsOn = async (origin: string, destination: string, departureDate: string) => {
    const { flights } = await travel.searchFlights(
      {
        origin,
        destination,
        departureDate,
        cabin: "business",
        maxConnections: 0,
        sortBy: "departure",
        party: { adults: 1, children: 0, infants: 0 },
        maxResults: 20,
      },
      ada,
    );
    return flights.filter(({ seatsAvailable }) => seatsAvailable === 9);
  };
  const book = async (flightIds: readonly string[], dateOfBirth?: string) => {
    const traveller = { type: "adult", firstName: "Ada", lastName: "Lovelace", ...(dateOfBirth && { dateOfBirth }) };
    const passengers = [traveller as { type: "adult"; firstName: string; lastName: string }];
    return (await travel.bookFlight({ flightIds, passengers, contactEmail: "ada@example.com" }, ada)).booking;
  };
  /** Flights with taken seats. */
  const held = async () => {
    const found: string[] = [];
    const prefix = keys.sharedSeats("default", "");
    for await (const key of memory.scan(prefix)) found.push(key.slice(prefix.length));
    return found.sort();
  };
  const stored = async (pnr: string) =>
    (await memory.get(keys.booking("default", pnr)))?.value as unknown as StoredBooking;
  const out = await flightsOn("JFK", "LHR", "2027-03-10");
  const back = await flightsOn("LHR", "JFK", "2027-03-17");
  return { time, memory, travel, supplier, bookings, stock, parts, out, back, flightsOn, book, held, stored };
};

const keysOf = ({ stock }: Pick<StoredBooking, "stock">): string[] => stock.flatMap(({ keys }) => keys).toSorted();

const idsOf = (flights: readonly { readonly flightIds: readonly string[] }[], i: number): readonly string[] => {
  const chosen = flights[i];
  if (!chosen) throw new Error("too few flights are free; choose another day");
  return chosen.flightIds;
};
const idOf = (flights: readonly { readonly flightIds: readonly string[] }[], i: number): string =>
  idsOf(flights, i)[0] as string;

describe("an exchange of flights", () => {
  it("replaces the flight at the new price, and moves the seats", async () => {
    const { travel, out, back, book, held, stored } = await open();
    const { pnr } = await book([idOf(out, 0), idOf(back, 0)]);
    const heldBefore = await held();
    const request = { pnr, remove: idsOf(out, 0), add: idsOf(out, 1) };
    const { booking, warnings } = await travel.makeChange(request, ada);
    expect(warnings).toEqual([]);
    expect(booking.flights.map(({ id, segmentStatus }) => [id, segmentStatus])).toEqual([
      [idOf(out, 1), "HK"],
      [idOf(back, 0), "HK"],
    ]);
    expect(booking.totalPrice).toBe((out[1]?.price ?? 0) + (back[0]?.price ?? 0));
    expect(await travel.retrieveBooking(pnr, ada)).toEqual(booking);
    expect(booking).not.toHaveProperty("exchange");
    const { exchange, ...rest } = await stored(pnr);
    expect(exchange).toBeUndefined();
    expect(await held()).toEqual(keysOf(rest));
    expect(heldBefore).not.toEqual(await held());
  });

  it("keeps hotels and their price, and warns about one that no longer fits", async () => {
    const { travel, out, flightsOn, book } = await open();
    const { pnr } = await book(idsOf(out, 0));
    const stay = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-13" };
    const found = await travel.searchHotels({ ...stay, guests: 1, sortBy: "price", maxResults: 20 }, ada);
    const hotel = found.hotels.find(({ status }) => status === "available");
    if (!hotel) throw new Error("every hotel is sold out; choose other days");
    const guests = [{ firstName: "Ada", lastName: "Lovelace" }];
    await travel.bookHotel({ hotelId: hotel.id, existingPnr: pnr, guests }, ada);
    const later = await flightsOn("JFK", "LHR", "2027-03-20");
    const { booking, warnings } = await travel.makeChange({ pnr, remove: idsOf(out, 0), add: idsOf(later, 0) }, ada);
    expect(booking.totalPrice).toBe((later[0]?.price ?? 0) + hotel.price);
    expect(warnings).toEqual([expect.stringContaining("is before the flight arrives")]);
  });

  it("is made once for repeated calls with the same key", async () => {
    const { travel, out, book } = await open();
    const { pnr } = await book(idsOf(out, 0));
    const request = { pnr, remove: idsOf(out, 0), add: idsOf(out, 1), reference: "once" };
    const first = await travel.makeChange(request, ada);
    expect((await travel.makeChange(request, ada)).booking).toEqual(first.booking);
  });

  it("takes no seats on a flight that the booking already has", async () => {
    const { travel, out, book, held, stored } = await open();
    const { pnr } = await book(idsOf(out, 0));
    await travel.makeChange({ pnr, remove: idsOf(out, 0), add: idsOf(out, 0) }, ada);
    expect(await held()).toEqual(keysOf(await stored(pnr)));
  });

  it("changes nothing if a rule forbids it", async () => {
    const { travel, out, back, book, held, stored, time } = await open();
    const { pnr } = await book([idOf(out, 0), idOf(back, 0)], "1990-01-01");
    const before = { stored: await stored(pnr), held: await held() };
    const refusals = [
      [{ remove: [idOf(out, 1)], add: idsOf(out, 2) }, { field: "remove[0]" }],
      [{ remove: [], add: [] }, { field: "remove" }],
      [{ remove: idsOf(out, 0), add: idsOf(back, 1) }, { field: "add[0]" }],
      [{ remove: idsOf(out, 0), add: ["F-NO-SUCH"] }, { field: "add[0]" }],
      [{ remove: idsOf(out, 0), add: ["X-SEAT-24A"] }, { field: "add[0]" }],
      [{ remove: idsOf(out, 0), add: idsOf(out, 1), expectedTotal: 1 }, { field: "expectedTotal" }],
    ] as const;
    for (const [request, details] of refusals) {
      await expect(travel.makeChange({ pnr, ...request }, ada)).rejects.toMatchObject({ details });
    }
    time.now = Date.parse("2027-03-12T12:00:00Z");
    const flown = travel.makeChange({ pnr, remove: idsOf(out, 0), add: idsOf(out, 1) }, ada);
    await expect(flown).rejects.toMatchObject({ kind: "rule", details: { field: "remove" } });
    expect({ stored: await stored(pnr), held: await held() }).toEqual(before);
  });

  it("is refused for a cancelled booking and for an unknown one", async () => {
    const { travel, out, book, held } = await open();
    const { pnr } = await book(idsOf(out, 0));
    await travel.cancelBooking(pnr, undefined, ada);
    const request = { remove: idsOf(out, 0), add: idsOf(out, 1) };
    await expect(travel.makeChange({ pnr, ...request }, ada)).rejects.toMatchObject({
      kind: "rule",
      details: { field: "pnr", hint: "Make a new booking." },
    });
    const missing = travel.makeChange({ pnr: "TEST-AAAAAA", ...request }, ada);
    await expect(missing).rejects.toMatchObject({ kind: "not_found" });
    expect(await held()).toEqual([]);
  });

  it("changes nothing if the new flight is full", async () => {
    let scarce = "";
    const { travel, out, book, held, stored } = await open({ lastSeatOf: () => scarce });
    scarce = idOf(out, 1);
    await book(idsOf(out, 1));
    const { pnr } = await book(idsOf(out, 0));
    const before = { stored: await stored(pnr), held: await held() };
    const refused = travel.makeChange({ pnr, remove: idsOf(out, 0), add: idsOf(out, 1) }, ada);
    await expect(refused).rejects.toMatchObject({ kind: "rule", details: { seatsLeft: 0 } });
    expect({ stored: await stored(pnr), held: await held() }).toEqual(before);
  });
});

describe("concurrent exchanges", () => {
  const runs = Array.from({ length: 15 }, (_, i) => i + 1);

  it("leave a cancelled booking without seats if one call is a cancellation", async () => {
    for (const run of runs) {
      const { travel, out, book, held, stored } = await open({ run });
      const { pnr } = await book(idsOf(out, 0));
      const [exchange] = await Promise.allSettled([
        travel.makeChange({ pnr, remove: idsOf(out, 0), add: idsOf(out, 1) }, ada),
        travel.cancelBooking(pnr, undefined, ada),
      ]);
      expect(await stored(pnr)).toMatchObject({ status: "cancelled" });
      expect(await held()).toEqual([]);
      if (exchange.status === "rejected") expect(exchange.reason).toMatchObject({ name: "Failure" });
    }
  });

  it("of the same flight: one succeeds, and the booking has seats on exactly its flights", async () => {
    for (const run of runs) {
      const { travel, out, book, held, stored } = await open({ run });
      const { pnr } = await book(idsOf(out, 0));
      const results = await Promise.allSettled(
        [1, 2, 1].map((i) => travel.makeChange({ pnr, remove: idsOf(out, 0), add: idsOf(out, i) }, ada)),
      );
      const made = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.booking] : []));
      expect(made).toHaveLength(1);
      expect(await travel.retrieveBooking(pnr, ada)).toEqual(made[0]);
      const { exchange, ...rest } = await stored(pnr);
      expect(exchange).toBeUndefined();
      expect(await held()).toEqual(keysOf(rest));
    }
  });

  it("of two bookings for the last seat: one succeeds", async () => {
    for (const run of runs) {
      let scarce = "";
      const { travel, out, book, held, stored } = await open({ run, lastSeatOf: () => scarce });
      scarce = idOf(out, 1);
      const pnrs = [(await book(idsOf(out, 0))).pnr, (await book(idsOf(out, 2))).pnr];
      const results = await Promise.allSettled(
        pnrs.map((pnr, i) => travel.makeChange({ pnr, remove: idsOf(out, 2 * i), add: idsOf(out, 1) }, ada)),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const named = await Promise.all(pnrs.map(async (pnr) => keysOf(await stored(pnr))));
      expect(await held()).toEqual(named.flat().toSorted());
    }
  });
});

describe("an exchange whose process died", () => {
  /** The state after the process died between taking the seats and changing the booking. */
  const loseOne = async () => {
    let scarce = "";
    const world = await open({ lastSeatOf: () => scarce });
    const { bookings, stock, out, book, supplier } = world;
    scarce = idOf(out, 1);
    const { pnr } = await book(idsOf(out, 0));
    const booking = await bookings.require("default", pnr, "pnr");
    const party = partyOf(booking.passengers);
    const items = supplier.quoteFlights(idsOf(out, 1), party).map((quoted) => seatsOn(quoted, seated(party)));
    const stockKeys = items.map(({ key }) => key);
    await bookings.change("default", pnr, "pnr", (now) => ({
      ...now,
      exchange: bookings.markChange({ id: "lost", stockKeys }),
    }));
    await stock.take(ada, { pnr, items, expiresAt: booking.expiresAt });
    const exchange = createChangeDesk({
      ...world.parts,
      bookings,
      changes: createChanges({ bookings, stock }),
      credits: createCredits({ ...world.parts, bookings, stock }),
      ...createChangePlans({ ...world.parts, plans: createBookingPlans(world.parts) }),
    });
    return { ...world, pnr, items, exchange };
  };

  it("keeps its seats for a while, until they are sold again", async () => {
    const { stock, items, time } = await loseOne();
    const other = { pnr: "TEST-OTHERS", items, expiresAt: NOON + 1_000 };
    time.real = 14_999;
    await expect(stock.take(ada, other)).rejects.toMatchObject({ details: { seatsLeft: 0 } });
    time.real = 15_000;
    await stock.take(ada, other);
  });

  it("can be repeated once it has expired, even for the last seat", async () => {
    const { pnr, exchange, out, time, held, stored } = await loseOne();
    const request = { pnr, remove: idsOf(out, 0), add: idsOf(out, 1) };
    await expect(exchange.makeChange(request, ada)).rejects.toMatchObject({
      kind: "unavailable",
      details: { retryable: true },
    });
    time.real = 15_000;
    const { booking } = await exchange.makeChange(request, ada);
    expect(booking.flights.map(({ id }) => id)).toEqual(idsOf(out, 1));
    expect(await held()).toEqual(keysOf(await stored(pnr)));
  });
});
