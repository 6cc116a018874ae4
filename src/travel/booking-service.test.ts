import { describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import { frozenClock } from "../model/clock.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const person = { firstName: "Ada", lastName: "Lovelace" };
const contactEmail = "ada@example.com";

const open = async () => {
  const clock = frozenClock(Date.parse("2026-12-01T09:00:00Z"));
  const store = createMemoryStore({ now: clock.now });
  const places = loadPlaces();
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const supplier = createGeneratedWorld({ seed: "fixed", clock, places });
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 3_600_000, sharedInventory: false };
  const travel = createTravel(parts);
  const { flights } = await travel.searchFlights(
    {
      origin: "JFK",
      destination: "LHR",
      departureDate: "2027-03-10",
      party: { adults: 1, children: 0, infants: 0 },
      cabin: "economy",
      maxConnections: 0,
      sortBy: "price",
      maxResults: 20,
    },
    ada,
  );
  const flight = flights.find(({ status }) => status === "available");
  if (!flight) throw new Error("every flight is sold out; choose another day");
  const request = { flightIds: flight.flightIds, passengers: [{ type: "adult", ...person }], contactEmail } as const;
  const hotelOf = async (checkInDate: string, checkOutDate: string) => {
    const stay = { cityCode: "LON", checkInDate, checkOutDate, guests: 1, sortBy: "price", maxResults: 20 } as const;
    const hotel = (await travel.searchHotels(stay, ada)).hotels.find(({ status }) => status === "available");
    if (!hotel) throw new Error("every hotel is sold out; choose other days");
    return hotel;
  };
  const keys = async () => {
    const all: string[] = [];
    for await (const key of store.scan("")) all.push(key);
    return all;
  };
  return { travel, sessions, flight, request, hotelOf, keys };
};

describe("the booking service", () => {
  it("adds a hotel to a flight booking, and its price to the total", async () => {
    const { travel, flight, request, hotelOf } = await open();
    const { booking } = await travel.bookFlight(request, ada);
    const hotel = await hotelOf("2027-03-11", "2027-03-13");
    const added = await travel.bookHotel({ hotelId: hotel.id, existingPnr: booking.pnr, guests: [person] }, ada);
    expect(added.booking).toMatchObject({ pnr: booking.pnr, totalPrice: flight.price + hotel.price });
    expect(added.booking.hotels).toEqual([{ ...hotel, status: "confirmed" }]);
    expect(await travel.retrieveBooking(booking.pnr, ada)).toEqual(added.booking);
  });

  it("creates a new booking for a hotel without a PNR", async () => {
    const { travel, hotelOf } = await open();
    const hotel = await hotelOf("2027-03-11", "2027-03-13");
    const { booking } = await travel.bookHotel({ hotelId: hotel.id, guests: [person], contactEmail }, ada);
    expect(booking).toMatchObject({ totalPrice: hotel.price, flights: [], passengers: [{ id: "P1", ...person }] });
  });

  it("leaves no trace of a refused request", async () => {
    const { travel, request, flight, keys } = await open();
    const refused = travel.bookFlight({ ...request, expectedTotal: flight.price - 1 }, ada);
    await expect(refused).rejects.toMatchObject({ kind: "rule", details: { actualTotal: flight.price } });
    const left = (await keys()).filter((key) => /pnr|seats|idempotency|bookings/.test(key));
    expect(left).toEqual([]);
  });

  it("refuses a stay that ends before the flight arrives", async () => {
    const { travel, request, hotelOf } = await open();
    const { booking } = await travel.bookFlight(request, ada);
    const early = await hotelOf("2027-03-07", "2027-03-08");
    const refused = travel.bookHotel({ hotelId: early.id, existingPnr: booking.pnr, guests: [person] }, ada);
    await expect(refused).rejects.toMatchObject({ kind: "rule", details: { field: "hotelId" } });
    expect(await travel.retrieveBooking(booking.pnr, ada)).toEqual(booking);
  });

  it("adds a service once, even if the request is repeated", async () => {
    const { travel, request, hotelOf } = await open();
    const { booking } = await travel.bookFlight(request, ada);
    const hotel = await hotelOf("2027-03-11", "2027-03-13");
    const add = { hotelId: hotel.id, existingPnr: booking.pnr, guests: [person], idempotencyKey: "once" };
    await travel.bookHotel(add, ada);
    const again = await travel.bookHotel(add, ada);
    expect(again.booking.hotels).toHaveLength(1);
    expect(again.warnings).toEqual([expect.stringContaining("was booked before")]);
  });

  it("cancels everything on a booking once, and refuses later changes", async () => {
    const { travel, request, flight, hotelOf } = await open();
    const { booking } = await travel.bookFlight(request, ada);
    const { booking: cancelled, refund } = await travel.cancelBooking(booking.pnr, "ill", ada);
    expect(refund).toEqual({
      total: flight.price,
      rule: "void until 2026-12-02T09:00:00Z",
      to: [{ method: "account", amount: flight.price }],
    });
    expect(cancelled).toMatchObject({ status: "cancelled", cancellationReason: "ill" });
    expect(cancelled.flights).toMatchObject([{ status: "cancelled", segmentStatus: "XX" }]);
    await expect(travel.cancelBooking(booking.pnr, undefined, ada)).rejects.toMatchObject({
      kind: "rule",
      details: { cancelledAt: "2026-12-01T09:00:00.000Z" },
    });
    const hotel = await hotelOf("2027-03-11", "2027-03-13");
    const late = travel.bookHotel({ hotelId: hotel.id, existingPnr: booking.pnr, guests: [person] }, ada);
    await expect(late).rejects.toMatchObject({ kind: "rule", details: { field: "existingPnr" } });
  });

  it("lists the bookings of the session by status", async () => {
    const { travel, sessions, request } = await open();
    const first = (await travel.bookFlight(request, ada)).booking.pnr;
    const second = (await travel.bookFlight(request, ada)).booking.pnr;
    await travel.cancelBooking(first, undefined, ada);
    const listed = async (status: "all" | "confirmed" | "cancelled") =>
      (await travel.listBookings(status, ada)).map(({ pnr }) => pnr);
    expect(new Set(await listed("all"))).toEqual(new Set([first, second]));
    expect(await listed("confirmed")).toEqual([second]);
    expect(await listed("cancelled")).toEqual([first]);
    expect(await sessions.current(ada)).toMatchObject({ bookingCount: 2 });
    expect(await travel.listBookings("all", { ...ada, sessionId: "0d9f3c1e-58a4-4d0e-8a35-7d1a3f0f6c22" })).toEqual([]);
  });

  it("lists bookings of one moment in the order in which they were made", async () => {
    const { travel, request } = await open();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.push((await travel.bookFlight(request, ada)).booking.pnr);
    const listed = async (before?: string) => (await travel.listBookings("all", ada, before)).map(({ pnr }) => pnr);
    expect(await listed()).toEqual(made);
    expect(await listed(made[2])).toEqual(made.slice(0, 2));
  });

  it("previews exactly what it then books, without writing anything", async () => {
    const { travel, request, flight, hotelOf, keys } = await open();
    const before = await keys();
    const preview = await travel.previewFlight(request, ada);
    expect(preview).toMatchObject({ price: flight.price, passengers: [person], hotels: [], cars: [], warnings: [] });
    expect(await keys()).toEqual(before);
    const { booking } = await travel.bookFlight(request, ada);
    expect(booking).toMatchObject({ totalPrice: preview?.price, flights: preview?.flights });

    const hotel = await hotelOf("2027-03-11", "2027-03-13");
    const addition = { hotelId: hotel.id, existingPnr: booking.pnr, guests: [person] };
    const added = await travel.previewHotel(addition, ada);
    expect(added).toMatchObject({ price: hotel.price, existing: booking, flights: [], hotels: [{ id: hotel.id }] });
    expect(await travel.retrieveBooking(booking.pnr, ada)).toEqual(booking);
    expect((await travel.bookHotel(addition, ada)).booking.totalPrice).toBe(flight.price + hotel.price);
  });

  it("refuses a preview of what it would refuse to book", async () => {
    const { travel, request, flight, hotelOf } = await open();
    const { booking } = await travel.bookFlight(request, ada);
    const early = {
      hotelId: (await hotelOf("2027-03-07", "2027-03-08")).id,
      existingPnr: booking.pnr,
      guests: [person],
    };
    await expect(travel.previewHotel(early, ada)).rejects.toMatchObject({
      kind: "rule",
      details: { field: "hotelId" },
    });
    const cheaper = { ...request, expectedTotal: flight.price - 1 };
    await expect(travel.previewFlight(cheaper, ada)).rejects.toMatchObject({ details: { field: "expectedTotal" } });
  });

  it("returns no preview for a request that it has booked before", async () => {
    const { travel, request } = await open();
    const once = { ...request, idempotencyKey: "once" };
    expect(await travel.previewFlight(once, ada)).toBeDefined();
    await travel.bookFlight(once, ada);
    expect(await travel.previewFlight(once, ada)).toBeUndefined();
    const other = { ...once, contactEmail: "bob@example.com" };
    await expect(travel.previewFlight(other, ada)).rejects.toMatchObject({ details: { field: "idempotencyKey" } });
  });
});
