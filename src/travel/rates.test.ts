import { beforeEach, describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const NINE = Date.parse("2026-12-01T09:00:00Z");
const ONE = { adults: 1, children: 0, infants: 0 };
const places = loadPlaces();
const guest = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** Of each kind of room there is one. */
const open = () => {
  const time = { now: NINE };
  const clock = { now: () => time.now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const world = createGeneratedWorld({ seed: "fixed", clock, places });
  const supplier: typeof world = {
    ...world,
    roomStock: (stay) => world.roomStock(stay).map((item) => ({ ...item, forSale: 1 })),
  };
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 400 * 86_400_000, sharedInventory: true };
  const travel = createTravel(parts);
  const search = async () => {
    const stay = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-14", guests: 2, starRating: 4 };
    return (await travel.searchHotels({ ...stay, sortBy: "price", maxResults: 100 }, ada)).hotels;
  };
  const rates = async (id: string) =>
    (await travel.listRates({ ids: [id], party: ONE }, ada)).map(({ hotel }) => hotel ?? expect.fail("no hotel"));
  const book = (hotelId: string) =>
    travel.bookHotel({ hotelId, guests: [guest, { ...guest, firstName: "Grace" }] }, ada);
  return { time, travel, search, rates, book };
};

let world: ReturnType<typeof open>;
beforeEach(() => {
  world = open();
});

const roomOf = ({ id }: { readonly id: string }): string => id.slice(-5, -3);

describe("the rates of a hotel", () => {
  it("are booked by their ids, at their price and with their terms", async () => {
    const { search, rates, book } = world;
    const hotel = (await search()).find(({ status }) => status === "available") ?? expect.fail("no room");
    const all = await rates(hotel.id);
    expect(all.some(({ price }) => price === hotel.price)).toBe(true);
    const best = all.at(-1) ?? expect.fail("no rate");
    const { booking } = await book(best.id);
    expect(booking).toMatchObject({
      totalPrice: best.price,
      hotels: [{ id: best.id, roomType: best.roomType, rateCode: best.rateCode, cancelFees: best.cancelFees }],
    });
  });

  it("leave out the rooms that are taken, and a search shows the next room", async () => {
    const { search, rates, book, travel } = world;
    const hotel = (await search()).find(({ status }) => status === "available") ?? expect.fail("no room");
    const kinds = [...new Set((await rates(hotel.id)).map(roomOf))];
    expect(kinds).toEqual(["B1", "D1", "S1"]);
    await book(hotel.id);
    const left = await rates(hotel.id);
    expect([...new Set(left.map(roomOf))]).toEqual(["D1", "S1"]);
    const shown = (await search()).find(({ hotelCode }) => hotelCode === hotel.hotelCode);
    expect(shown).toEqual(left[0]);
    const prices = (await search()).map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    await book(shown?.id ?? "");
    await book((await rates(hotel.id))[0]?.id ?? "");
    await expect(rates(hotel.id)).rejects.toMatchObject({ kind: "rule", details: { field: "ids", value: hotel.id } });
    expect((await search()).find(({ hotelCode }) => hotelCode === hotel.hotelCode)).toMatchObject({
      id: hotel.id,
      status: "sold_out",
    });
    await expect(travel.listRates({ ids: ["H-NOWHERE"], party: ONE }, ada)).rejects.toMatchObject({
      kind: "not_found",
      details: { field: "ids" },
    });
    await expect(travel.listRates({ ids: [hotel.id, "F-X"], party: ONE }, ada)).rejects.toMatchObject({ kind: "rule" });
  });

  it("are exchanged in a change: another rate of the same room needs no other room", async () => {
    const { search, rates, book, travel } = world;
    const hotel = (await search()).find(({ status }) => status === "available") ?? expect.fail("no room");
    const [cheapest, ...others] = (await rates(hotel.id)).filter((rate) => roomOf(rate) === "B1");
    const { pnr } = (await book(cheapest?.id ?? "")).booking;
    const other = others.find(({ refundable }) => refundable) ?? expect.fail("no other rate");
    const quote = await travel.quoteChange({ pnr, remove: [cheapest?.id ?? ""], add: [other.id] }, ada);
    const { booking } = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    expect(booking.hotels.map(({ id }) => id)).toEqual([other.id]);
    expect((await rates(hotel.id)).map(roomOf)).not.toContain("B1");
    await travel.cancelBooking(pnr, undefined, ada);
    expect((await rates(hotel.id)).map(roomOf)).toContain("B1");
  });
});
