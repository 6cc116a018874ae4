import { describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import { frozenClock } from "../model/clock.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { FlightSearch } from "./search.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };

const open = (instant: string) => {
  const clock = frozenClock(Date.parse(instant));
  const store = createMemoryStore({ now: clock.now });
  const places = loadPlaces();
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const supplier = createGeneratedWorld({ seed: "fixed", clock, places });
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 3_600_000, sharedInventory: false };
  return { travel: createTravel(parts), sessions };
};

const trip = (change: Partial<FlightSearch> = {}): FlightSearch => ({
  origin: "JFK",
  destination: "LHR",
  departureDate: "2027-03-10",
  party: { adults: 1, children: 0, infants: 0 },
  cabin: "economy",
  maxConnections: 0,
  sortBy: "departure",
  maxResults: 20,
  ...change,
});

describe("a flight search", () => {
  it("returns the same list object again, so that its serialisation can be reused", async () => {
    const { travel } = open("2026-12-01T09:00:00Z");
    const [first, second] = [await travel.searchFlights(trip(), ada), await travel.searchFlights(trip(), ada)];
    expect(second.flights).toBe(first.flights);
    expect(second.searchId).not.toBe(first.searchId);
  });

  it("replaces flights that no longer have seats for the party", async () => {
    const { travel } = open("2026-12-01T09:00:00Z");
    const two = { adults: 2, children: 0, infants: 0 };
    const search = trip({ party: two, sortBy: "price", maxConnections: 2 });
    const { flights: before } = await travel.searchFlights({ ...search, maxResults: 100 }, ada);
    const scarce = before.find(({ seatsAvailable }) => seatsAvailable > 1 && seatsAvailable < 9);
    if (scarce === undefined) throw new Error("no flight with few seats; choose another day");
    const taken = Array.from({ length: scarce.seatsAvailable - 1 }, (_, i) => ({
      type: "adult" as const,
      firstName: "Ada",
      lastName: `Lovelace ${"ABCDEFGH"[i]}`,
    }));
    await travel.bookFlight({ flightIds: scarce.flightIds, passengers: taken, contactEmail: "ada@example.com" }, ada);
    const others = before.filter(({ flightIds }) => !flightIds.some((id) => scarce.flightIds.includes(id)));
    const place = before.indexOf(scarce) + 1;
    const { flights: after } = await travel.searchFlights({ ...search, maxResults: place }, ada);
    expect(after.map(({ id }) => id)).toEqual(others.slice(0, place).map(({ id }) => id));
  });

  it("omits flights that have departed", async () => {
    const noon = open("2027-03-10T17:00:00Z");
    const { flights } = await noon.travel.searchFlights(trip({ destination: "BOS" }), ada);
    expect(flights.length).toBeGreaterThan(0);
    for (const flight of flights)
      expect(Date.parse(flight.departureTime)).toBeGreaterThan(Date.parse("2027-03-10T17:00Z"));
    const night = open("2027-03-11T04:59:00Z");
    const { flights: none, reason } = await night.travel.searchFlights(trip({ destination: "BOS" }), ada);
    expect([none, reason]).toEqual([[], "All flights of that day have left."]);
  });

  it("fills a short list of today's flights with later departures", async () => {
    const { travel } = open("2027-03-10T17:00:00Z");
    const search = trip({ destination: "LAX", sortBy: "departure" });
    const { flights } = await travel.searchFlights({ ...search, maxResults: 2 }, ada);
    expect(flights).toEqual((await travel.searchFlights({ ...search, maxResults: 100 }, ada)).flights.slice(0, 2));
    expect(flights).toHaveLength(2);
  });

  it("uses the local date at the origin", async () => {
    const { travel } = open("2027-03-10T10:30:00Z");
    await expect(
      travel.searchFlights(trip({ origin: "HNL", destination: "LAX", departureDate: "2027-03-10" }), ada),
    ).resolves.toBeDefined();
    await expect(
      travel.searchFlights(trip({ origin: "AKL", destination: "SYD", departureDate: "2027-03-09" }), ada),
    ).rejects.toMatchObject({ kind: "rule" });
    await expect(
      travel.searchFlights(trip({ origin: "HNL", destination: "LAX", departureDate: "2027-03-09" }), ada),
    ).rejects.toMatchObject({ kind: "rule" });
  });

  it("shows the seats left in this session", async () => {
    const { travel } = open("2026-12-01T09:00:00Z");
    const found = (await travel.searchFlights(trip({ sortBy: "price" }), ada)).flights;
    const few = found.find((flight) => flight.seatsAvailable > 1 && flight.seatsAvailable < 9);
    if (!few) throw new Error("no flight with few seats; choose another day");
    await travel.bookFlight(
      {
        flightIds: few.flightIds,
        passengers: [{ type: "adult", firstName: "Ada", lastName: "Lovelace" }],
        contactEmail: "a@b.co",
      },
      ada,
    );
    const seatsNow = async (caller: Caller) =>
      (await travel.searchFlights(trip({ sortBy: "price" }), caller)).flights.find(({ id }) => id === few.id)
        ?.seatsAvailable;
    expect(await seatsNow(ada)).toBe(few.seatsAvailable - 1);
    expect(await seatsNow({ ...ada, sessionId: "0d9f3c1e-58a4-4d0e-8a35-7d1a3f0f6c22" })).toBe(few.seatsAvailable);
  });

  it("is refused between two codes of one place, and explained within a city", async () => {
    const { travel } = open("2026-12-01T09:00:00Z");
    await expect(travel.searchFlights(trip({ origin: "NYC", destination: "JFK" }), ada)).rejects.toMatchObject({
      kind: "rule",
    });
    const { flights, reason } = await travel.searchFlights(trip({ destination: "LGA", maxConnections: 2 }), ada);
    expect([flights, reason]).toEqual([[], expect.stringContaining("one city")]);
  });

  it("is counted in its session, even without results", async () => {
    const { travel, sessions } = open("2026-12-01T09:00:00Z");
    await travel.searchFlights(trip(), ada);
    await travel.searchFlights(trip({ destination: "LGA" }), ada);
    await travel.searchHotels(
      {
        cityCode: "LON",
        checkInDate: "2027-03-10",
        checkOutDate: "2027-03-12",
        guests: 1,
        sortBy: "price",
        maxResults: 5,
      },
      ada,
    );
    expect(await sessions.current(ada)).toMatchObject({ searchCount: 3, bookingCount: 0 });
  });
});

describe("a car search", () => {
  it("compares instants, regardless of their UTC offsets", async () => {
    const { travel } = open("2026-12-01T09:00:00Z");
    const rental = { pickupLocationCode: "LAX", driverAge: 30, sortBy: "price", maxResults: 5 } as const;
    const search = (pickupDate: string, dropoffDate: string) =>
      travel.searchCars({ ...rental, pickupDate, dropoffDate }, ada);
    await expect(search("2027-03-10T10:00:00-08:00", "2027-03-10T17:00:00Z")).rejects.toThrow(
      "must be after pickupDate",
    );
    const { cars } = await search("2027-03-10T23:00:00+05:00", "2027-03-10T22:00:00-08:00");
    expect(cars.length).toBeGreaterThan(0);
  });
});
