import { describe, expect, it } from "vitest";
import { frozenClock } from "../model/clock.ts";
import { createSessions } from "../sessions/sessions.ts";
import { createMemoryStore } from "../stores/memory.ts";
import { loadPlaces } from "../suppliers/generated/places.ts";
import { createGeneratedWorld } from "../suppliers/generated/world.ts";
import { createTravel } from "./travel.ts";

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const ada = { tenant: "default", sessionId: "ada", transport: "stdio" } as const;

const open = (instant: string) => {
  const clock = frozenClock(Date.parse(instant));
  const store = createMemoryStore({ now: clock.now });
  const sessions = createSessions({ store, clock, log, timeoutMs: 3_600_000 });
  const places = loadPlaces();
  const supplier = createGeneratedWorld({ seed: "fixed", clock, places });
  return {
    sessions,
    travel: createTravel({
      supplier,
      places,
      store,
      sessions,
      clock,
      bookingTtlMs: 3_600_000,
      sharedInventory: false,
    }),
  };
};

const flight = {
  origin: "JFK",
  destination: "LAX",
  departureDate: "2026-12-15",
  party: { adults: 1, children: 0, infants: 0 },
  cabin: "economy",
  maxConnections: 2,
  sortBy: "price",
  maxResults: 20,
} as const;
const evening = "2026-12-15T18:00:00-05:00";

describe("a search for flights", () => {
  it("leaves out what has left today, and fills the list with what is to come", async () => {
    const { travel } = open(evening);
    const all = (await travel.searchFlights({ ...flight, maxResults: 100 }, ada)).flights;
    expect(all.length).toBeGreaterThan(3);
    for (const { departureTime } of all) expect(Date.parse(departureTime)).toBeGreaterThan(Date.parse(evening));
    const first = (await travel.searchFlights({ ...flight, maxResults: 3 }, ada)).flights;
    expect(first).toEqual(all.slice(0, 3));
  });

  it("says that all have left when the day is over", async () => {
    const { travel } = open("2026-12-15T23:59:30-05:00");
    const { flights, reason } = await travel.searchFlights({ ...flight, maxConnections: 0 }, ada);
    expect(flights).toEqual([]);
    expect(reason).toBe("All flights of that day have left.");
  });

  it("shows the seats that are left, and nothing to a party that no longer fits", async () => {
    const { travel } = open("2026-12-01T09:00:00Z");
    const search = { ...flight, maxConnections: 0, maxResults: 100 } as const;
    const party = { adults: 2, children: 0, infants: 0 };
    const { flights } = await travel.searchFlights({ ...search, party }, ada);
    const few = flights.find(({ seatsAvailable }) => seatsAvailable >= 2 && seatsAvailable < 9);
    if (!few) throw new Error("every flight is empty or full");
    const person = { type: "adult", firstName: "Ada", lastName: "Lovelace" } as const;
    const passengers = Array.from({ length: few.seatsAvailable - 1 }, () => person);
    await travel.bookFlight({ flightIds: few.flightIds, passengers, contactEmail: "ada@example.com" }, ada);

    const alone = (await travel.searchFlights(search, ada)).flights.find(({ id }) => id === few.id);
    expect(alone).toMatchObject({ seatsAvailable: 1, status: "available" });
    const pair = (await travel.searchFlights({ ...search, party }, ada)).flights.find(({ id }) => id === few.id);
    expect(pair).toBeUndefined();
  });

  it("is refused within one city, and back before it began", async () => {
    const { travel } = open("2026-12-01T09:00:00Z");
    await expect(travel.searchFlights({ ...flight, destination: "EWR" }, ada)).rejects.toMatchObject({
      kind: "rule",
      details: { field: "destination" },
    });
    await expect(travel.searchFlights({ ...flight, returnDate: "2026-12-14" }, ada)).rejects.toMatchObject({
      kind: "invalid",
      details: { field: "returnDate", allowed: "2026-12-15 or later" },
    });
  });
});

describe("a search for cars", () => {
  it("compares instants, not what is written", () => {
    const { travel } = open("2026-12-01T09:00:00Z");
    const car = { pickupLocationCode: "LAX", driverAge: 30, sortBy: "price", maxResults: 5 } as const;
    const search = (pickupDate: string, dropoffDate: string) =>
      travel.searchCars({ ...car, pickupDate, dropoffDate }, ada);
    expect(() => search("2026-12-15T10:00:00-08:00", "2026-12-15T17:00:00Z")).toThrow("must be after pickupDate");
    expect(search("2026-12-15T10:00:00+05:00", "2026-12-15T09:00:00-08:00").cars.length).toBeGreaterThan(0);
  });
});

describe("every search", () => {
  it("counts in its session", async () => {
    const { travel, sessions } = open("2026-12-01T09:00:00Z");
    await travel.searchFlights(flight, ada);
    travel.searchHotels(
      {
        cityCode: "LON",
        checkInDate: "2026-12-15",
        checkOutDate: "2026-12-16",
        guests: 1,
        sortBy: "price",
        maxResults: 5,
      },
      ada,
    );
    expect(await sessions.current(ada)).toMatchObject({ searchCount: 2, bookingCount: 0 });
  });
});
