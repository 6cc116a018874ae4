import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createSessions } from "../../../src/mcp/sessions/sessions.ts";
import type { Caller } from "../../../src/model/caller.ts";
import { Failure } from "../../../src/model/failure.ts";
import { openLmdbStore } from "../../../src/platform/stores/lmdb.ts";
import { createMemoryStore } from "../../../src/platform/stores/memory.ts";
import type { Store } from "../../../src/platform/stores/store.ts";
import type { StockItem } from "../../../src/travel/supplier.ts";
import { createTravel, type Travel } from "../../../src/travel/travel.ts";
import { loadPlaces } from "../../../src/travel/world/places.ts";
import { createGeneratedWorld } from "../../../src/travel/world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const NINE = Date.parse("2027-01-04T09:00:00Z");
const clock = { now: () => NINE, configured: true };
const places = loadPlaces();
const world = createGeneratedWorld({ seed: "fixed", clock, places });
/** Of every room and car there is one. */
const scarce = (items: readonly StockItem[]): readonly StockItem[] => items.map((item) => ({ ...item, forSale: 1 }));
const supplier: typeof world = {
  ...world,
  roomStock: (stay) => scarce(world.roomStock(stay)),
  carStock: (rental) => scarce(world.carStock(rental)),
};

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const STORES: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => createMemoryStore({ now: clock.now }),
  LMDB: async () => {
    const directory = await mkdtemp(join(tmpdir(), "taxiway-last-"));
    const store = await openLmdbStore({ path: join(directory, "store"), now: clock.now });
    opened.push(
      () => rm(directory, { recursive: true }),
      () => store.close(),
    );
    return store;
  },
};

/** Agencies of one inventory, as separate processes have them. */
const agenciesOn = (store: Store, count: number, realTime: () => number = Date.now): readonly Travel[] =>
  Array.from({ length: count }, () => {
    const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
    const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 400 * 86_400_000, sharedInventory: true };
    return createTravel({ ...parts, realTime });
  });

const guest = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** What there is one of: how it is found, booked, and called in errors. */
const LAST: Readonly<
  Record<
    string,
    {
      readonly find: (travel: Travel) => Promise<string | undefined>;
      readonly book: (travel: Travel, id: string, existingPnr?: string) => Promise<{ booking: { pnr: string } }>;
      readonly elsewhere: (travel: Travel) => Promise<string>;
      readonly field: string;
    }
  >
> = {
  room: {
    find: async (travel) => {
      const { hotels } = await travel.searchHotels(
        {
          ...{ cityCode: "LON", checkInDate: "2027-03-30", checkOutDate: "2027-04-02", guests: 1 },
          ...{ sortBy: "price", maxResults: 100 },
        },
        ada,
      );
      return hotels.find(({ status }) => status === "available")?.id;
    },
    book: (travel, hotelId, existingPnr) =>
      travel.bookHotel({ hotelId, guests: [guest], ...(existingPnr && { existingPnr }) }, ada),
    elsewhere: async (travel) => {
      const { hotels } = await travel.searchHotels(
        {
          ...{ cityCode: "PAR", checkInDate: "2027-03-30", checkOutDate: "2027-04-02", guests: 1 },
          ...{ sortBy: "price", maxResults: 100 },
        },
        ada,
      );
      return hotels.find(({ status }) => status === "available")?.id ?? "";
    },
    field: "hotelId",
  },
  car: {
    find: async (travel) => {
      const { cars } = await travel.searchCars(
        {
          ...{ pickupLocationCode: "LHR", pickupDate: "2027-03-30T10:00", dropoffDate: "2027-04-02T10:00" },
          ...{ driverAge: 30, sortBy: "price", maxResults: 100 },
        },
        ada,
      );
      return cars[0]?.id;
    },
    book: (travel, carId, existingPnr) =>
      travel.bookCar({ carId, driver: guest, ...(existingPnr && { existingPnr }) }, ada),
    elsewhere: async (travel) => {
      const { cars } = await travel.searchCars(
        {
          ...{ pickupLocationCode: "CDG", pickupDate: "2027-03-30T10:00", dropoffDate: "2027-04-02T10:00" },
          ...{ driverAge: 30, sortBy: "price", maxResults: 100 },
        },
        ada,
      );
      return cars[0]?.id ?? "";
    },
    field: "carId",
  },
};

describe.each(Object.keys(STORES))("on %s, the last", (engine) => {
  const open = async () => agenciesOn(await (STORES[engine] as () => Promise<Store>)(), 3);

  it.each(Object.keys(LAST))("%s is sold once to concurrent callers, alone and on bookings", async (what) => {
    const { find, book, elsewhere, field } = LAST[what] as (typeof LAST)[string];
    const agencies = await open();
    const [first] = agencies as [Travel, ...Travel[]];
    const id = (await find(first)) ?? "";
    const { pnr: other } = (await book(first, await elsewhere(first))).booking;
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => book(agencies[i % 3] as Travel, id, i % 2 === 0 ? other : undefined)),
    );
    const made = results.flatMap((one) => (one.status === "fulfilled" ? [one.value.booking] : []));
    expect(made).toHaveLength(1);
    for (const one of results) {
      if (one.status === "fulfilled") continue;
      expect(one.reason).toBeInstanceOf(Failure);
      expect(one.reason).toMatchObject({ kind: "rule", details: { field } });
      expect(one.reason.message).toMatch(/ on 2027-03-\d\d is sold out\. Nothing was booked\.$/);
    }
    expect(await find(first)).not.toBe(id);
    // What is cancelled is for sale again.
    const pnr = made[0]?.pnr ?? "";
    const { quoteId } = await first.quoteChange({ pnr, remove: [id], add: [] }, ada);
    await first.confirmChange({ quoteId }, ada);
    expect(await find(first)).toBe(id);
    const change = { pnr: other, remove: [], add: [id] };
    const quote = await first.quoteChange(change, ada);
    const again = await book(first, id);
    const soldOut = { kind: "rule", details: { field: "add", value: id } };
    await expect(first.confirmChange({ quoteId: quote.quoteId }, ada)).rejects.toMatchObject(soldOut);
    await expect(first.quoteChange(change, ada)).rejects.toMatchObject(soldOut);
    await first.cancelBooking(again.booking.pnr, undefined, ada);
    await first.confirmChange({ quoteId: quote.quoteId }, ada);
    expect(await find(first)).not.toBe(id);
  });
});

/** The cheapest flight, and the code of a credit over its price. */
const creditOver = async (travel: Travel) => {
  const [flight] = (
    await travel.searchFlights(
      {
        ...{ origin: "JFK", destination: "LHR", departureDate: "2027-03-10", cabin: "economy", maxConnections: 0 },
        ...{ party: { adults: 1, children: 0, infants: 0 }, sortBy: "price", maxResults: 50 },
      },
      ada,
    )
  ).flights.filter(({ seatsAvailable }) => seatsAvailable === 9);
  if (flight === undefined) return expect.fail("no flight");
  const book = async (desk: Travel, payment = "account") => {
    const passengers = [{ type: "adult" as const, firstName: "Ada", lastName: "Lovelace" }];
    const request = { flightIds: flight.flightIds, passengers, contactEmail: "ada@example.com", payment };
    return (await desk.bookFlight(request, ada)).booking;
  };
  const { pnr } = await book(travel);
  const code = `${pnr.slice(-6)}-1`;
  await travel.makeChange({ pnr, remove: ["all"], add: [], credit: code }, ada);
  return { book, payment: `credit:${code}` };
};

it.each(Object.keys(STORES))("a credit is spent once by concurrent callers, on %s", async (engine) => {
  const agencies = agenciesOn(await (STORES[engine] as () => Promise<Store>)(), 3);
  const { book, payment } = await creditOver(agencies[0] as Travel);
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, i) => book(agencies[i % 3] as Travel, payment)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const one of results) {
    if (one.status === "rejected") expect(one.reason).toMatchObject({ kind: "rule", details: { field: "payment" } });
  }
});

/** Writes `writes` times, and then neither reads nor writes, like a process that is dead. */
const dying = (store: Store, writes: number): Store => {
  let left = writes;
  return new Proxy(store, {
    get: (target, name: keyof Store) => {
      const verb = target[name];
      if (typeof verb !== "function") return verb;
      return async (...args: unknown[]) => {
        if (["put", "delete", "add", "addMember"].includes(name)) left -= 1;
        if (left < 0) throw new Error("killed");
        return (verb as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
};

it.each(Object.keys(LAST))(
  "a process killed at any write while it books a %s leaves it for sale, or booked",
  async (what) => {
    const { find, book } = LAST[what] as (typeof LAST)[string];
    const outcomes = new Set<string>();
    for (let writes = 0; outcomes.size < 2 || writes < 12; writes++) {
      const real = { now: 0 };
      const memory = createMemoryStore({ now: clock.now });
      const [alive] = agenciesOn(memory, 1, () => real.now) as [Travel];
      const [killed] = agenciesOn(dying(memory, writes), 1, () => real.now) as [Travel];
      const id = (await find(alive)) ?? "";
      const failed = await book(killed, id).then(
        () => false,
        () => true,
      );
      real.now += 20_000;
      const booked = await alive.listBookings("all", ada);
      await find(alive);
      await new Promise(setImmediate);
      expect((await find(alive)) === id).toBe(booked.length === 0);
      if (!failed) expect(booked).toHaveLength(1);
      if (booked.length === 0) await book(alive, id);
      else await expect(book(alive, id)).rejects.toMatchObject({ kind: "rule" });
      outcomes.add(booked.length === 0 ? "for sale" : "booked");
      expect(writes).toBeLessThan(40);
    }
  },
);

it("a process killed at any write while it pays with a credit leaves the credit whole, or spent on a booking", async () => {
  const outcomes = new Set<string>();
  for (let writes = 0; outcomes.size < 2 || writes < 12; writes++) {
    const real = { now: 0 };
    const memory = createMemoryStore({ now: clock.now });
    const [alive] = agenciesOn(memory, 1, () => real.now) as [Travel];
    const [killed] = agenciesOn(dying(memory, writes), 1, () => real.now) as [Travel];
    const { book, payment } = await creditOver(alive);
    await book(killed, payment).catch(() => undefined);
    real.now += 20_000;
    const booked = await alive.listBookings("confirmed", ada);
    if (booked.length === 0) await book(alive, payment);
    else await expect(book(alive, payment)).rejects.toThrow("is used up");
    outcomes.add(booked.length === 0 ? "whole" : "spent");
    expect(writes).toBeLessThan(40);
  }
});
