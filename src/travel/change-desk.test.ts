import { beforeEach, describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { BookedFlight } from "../model/booking.ts";
import type { Caller } from "../model/caller.ts";
import type { FlightSegment } from "../model/flight.ts";
import { keys } from "../model/keys.ts";
import { usd } from "../model/money.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { BookFlight } from "./booking-requests.ts";
import { balanced } from "./ledger.ts";
import type { StoredBooking } from "./stored-booking.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const NINE = Date.parse("2027-01-04T09:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OUT = "2027-03-10";
const BACK = "2027-03-17";
const places = loadPlaces();
const person = { firstName: "Ada", lastName: "Lovelace" };
const FAMILY: BookFlight["passengers"] = [
  { type: "adult", ...person },
  { type: "adult", firstName: "Mary", lastName: "Somerville" },
  { type: "child", firstName: "Byron", lastName: "King" },
  { type: "infant", firstName: "Anne", lastName: "Blunt" },
];

const open = () => {
  const time = { now: NINE };
  const clock = { now: () => time.now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  // Prices and seats for sale do not change while the test's clock runs.
  const supplier = createGeneratedWorld({ seed: "fixed", clock: { now: () => NINE, configured: true }, places });
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 400 * DAY, sharedInventory: true };
  const travel = createTravel({ ...parts, realTime: clock.now });
  type Cabin = BookedFlight["cabin"];
  /** In the cheapest fare family, or in the one with that name. */
  const flights = async (
    from: string,
    to: string,
    departureDate: string,
    { cabin = "economy", fare }: { readonly cabin?: Cabin; readonly fare?: string } = {},
  ): Promise<readonly FlightSegment[]> => {
    const wish = { origin: from, destination: to, departureDate, cabin, maxConnections: 0 } as const;
    const party = { adults: 1, children: 0, infants: 0 };
    const found = await travel.searchFlights({ ...wish, party, sortBy: "price", maxResults: 60 }, ada);
    const available = found.flights.filter(({ status }) => status === "available");
    if (fare === undefined) return available;
    const all = await Promise.all(available.map(({ flightIds }) => travel.listRates({ ids: flightIds, party }, ada)));
    return all.flat().flatMap((rate) => (rate.flights ?? []).filter(({ fareFamily }) => fareFamily === fare));
  };
  const first = <T extends { readonly id: string }>(
    list: readonly T[],
    fits: (one: T) => boolean,
    other?: string,
  ): T => {
    const found = list.find((one) => fits(one) && one.id !== other);
    if (found === undefined) throw new Error("no such fare; choose another day or route");
    return found;
  };
  const book = async (flightIds: readonly string[], more: Partial<BookFlight> = {}) =>
    (
      await travel.bookFlight(
        { flightIds, passengers: [{ type: "adult", ...person }], contactEmail: "ada@example.com", ...more },
        ada,
      )
    ).booking;
  const stored = async (pnr: string) =>
    (await store.get(keys.booking("default", pnr)))?.value as unknown as StoredBooking;
  const hotel = async (
    fits: (one: { readonly refundable: boolean; readonly cancellationPolicy: string }) => boolean,
  ) => {
    const stay = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-17", guests: 1 };
    const { hotels } = await travel.searchHotels({ ...stay, sortBy: "price", maxResults: 100 }, ada);
    return first(hotels, (one) => one.status === "available" && fits(one));
  };
  return { time, travel, store, flights, first, book, stored, hotel };
};

let world: ReturnType<typeof open>;
beforeEach(() => {
  world = open();
});

const sound = async (pnr: string): Promise<StoredBooking> => {
  const booking = await world.stored(pnr);
  expect(balanced(booking)).toEqual([]);
  return booking;
};

describe("a change of flights", () => {
  it("is quoted with the difference and the fee, and made at that price, once", async () => {
    const { travel, flights, first, book } = world;
    const old = first(await flights("JFK", "LHR", OUT, { fare: "Standard" }), () => true);
    const next = first(await flights("JFK", "LHR", "2027-03-11"), ({ price }) => price > old.price);
    const { pnr } = await book([old.id]);
    const quote = await travel.quoteChange({ pnr, remove: [old.id], add: [next.id] }, ada);
    expect(quote).toMatchObject({
      ...{ total: next.price - old.price + 7_500, newTotal: next.price, expiresAt: NINE + 30 * 60_000 },
      lines: [
        { kind: "return", amount: old.price, about: old.id },
        { kind: "sale", amount: next.price, about: next.id },
        { kind: "fee", amount: 7_500, why: "change" },
      ],
      rule: "Standard: $75.00 fee",
    });
    expect(quote.quoteId).toMatch(new RegExp(`^Q-${pnr.slice(-6)}-[A-Z0-9]{6}$`));
    const made = await travel.confirmChange({ quoteId: quote.quoteId, payment: "card:tok_visa" }, ada);
    expect(made.booking).toMatchObject({
      ...{ revision: 1, totalPrice: next.price, flights: [{ id: next.id, segmentStatus: "HK" }] },
      payment: { charged: next.price + 7_500, fees: 7_500, due: 0 },
      tickets: [expect.stringMatching(/ P1 E$/), expect.stringMatching(/ P1 O$/)],
    });
    const again = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    expect(again.booking).toEqual(made.booking);
    expect(again.warnings).toEqual([expect.stringContaining("was made before")]);
    expect((await sound(pnr)).operations).toMatchObject([
      { kind: "exchange", fee: 7_500, removed: { flights: [{ id: old.id }] } },
    ]);
  });

  it("to a cheaper flight keeps the difference, unless the fare is refunded", async () => {
    const { travel, flights, first, book } = world;
    const old = first(await flights("JFK", "LHR", OUT, { fare: "Standard" }), () => true);
    const next = first(await flights("JFK", "LHR", "2027-03-11"), ({ price }) => price < old.price);
    const { pnr } = await book([old.id]);
    const quote = await travel.quoteChange({ pnr, remove: [old.id], add: [next.id] }, ada);
    expect(quote.total).toBe(7_500);
    expect(quote.lines.filter(({ kind }) => kind === "fee")).toMatchObject([
      { why: "change", amount: 7_500 },
      { why: "forfeited", amount: old.price - next.price },
    ]);
    const business = first(await flights("JFK", "LHR", OUT, { cabin: "business", fare: "Flex" }), () => true);
    const other = await book([business.id]);
    const cheaper = await travel.quoteChange({ pnr: other.pnr, remove: [business.id], add: [next.id] }, ada);
    expect(cheaper).toMatchObject({ total: next.price - business.price, rule: "Flex: no fee" });
    await travel.confirmChange({ quoteId: cheaper.quoteId }, ada);
    expect((await travel.retrieveBooking(other.pnr, ada)).payment).toMatchObject({
      refunded: business.price - next.price,
    });
    await sound(other.pnr);
  });

  it("is refused by a basic fare, and the error says what the same flight costs in one that can be changed", async () => {
    const { travel, flights, first, book } = world;
    const economy = await flights("JFK", "LHR", OUT);
    const main = await flights("JFK", "LHR", OUT, { fare: "Main" });
    const old = first(economy, ({ fareFamily }) => fareFamily === "Basic");
    const up = first(main, ({ flightNumber }) => flightNumber === old.flightNumber);
    const next = first(economy, () => true, old.id);
    const { pnr } = await book([old.id]);
    const more = up.price - old.price;
    await expect(travel.quoteChange({ pnr, remove: [old.id], add: [next.id] }, ada)).rejects.toMatchObject({
      kind: "rule",
      message: `Basic fares cannot be changed (${old.flightNumber}).`,
      details: {
        hint: `On the same flight you can go up to Main for ${usd(more)} (add ${up.id}), then change free of charge.`,
      },
    });
    const quote = await travel.quoteChange({ pnr, remove: [old.id], add: [up.id] }, ada);
    expect(quote).toMatchObject({ total: more, rule: "Basic: no fee" });
    await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    const change = await travel.quoteChange({ pnr, remove: [up.id], add: [next.id] }, ada);
    expect(change.total).toBe(next.price - up.price);
    await sound(pnr);
  });

  it("to a higher cabin of the same flight costs the difference, with every fare", async () => {
    const { travel, flights, first, book } = world;
    const business = await flights("JFK", "LHR", OUT, { cabin: "business" });
    const old = first(
      await flights("JFK", "LHR", OUT),
      ({ fareFamily, flightNumber }) =>
        fareFamily === "Light" && business.some((one) => one.flightNumber === flightNumber),
    );
    const up = first(business, ({ flightNumber }) => flightNumber === old.flightNumber);
    const { pnr } = await book([old.id]);
    const quote = await travel.quoteChange({ pnr, remove: [old.id], add: [up.id] }, ada);
    expect(quote.total).toBe(up.price - old.price);
    await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    await sound(pnr);
  });

  it("to a lower fare of the same flight is a change like any other", async () => {
    const { travel, flights, first, book } = world;
    const flex = first(await flights("JFK", "LHR", OUT, { fare: "Flex" }), () => true);
    const { pnr } = await book([flex.id]);
    const [light] = await travel.listRates({ ids: [flex.id], party: { adults: 1, children: 0, infants: 0 } }, ada);
    const quote = await travel.quoteChange({ pnr, remove: [flex.id], add: light?.ids ?? [] }, ada);
    expect(quote.total).toBe((light?.price ?? 0) - flex.price);
    await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    await sound(pnr);
  });

  it("keeps the other flights as they were booked", async () => {
    const { travel, flights, first, book } = world;
    const out = first(await flights("JFK", "LHR", OUT, { fare: "Standard" }), () => true);
    const back = first(await flights("LHR", "JFK", BACK), () => true);
    const next = first(await flights("JFK", "LHR", "2027-03-11"), () => true);
    const before = await book([out.id, back.id]);
    const quote = await travel.quoteChange({ pnr: before.pnr, remove: [out.id], add: [next.id] }, ada);
    const { booking } = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    expect(booking.flights.map(({ id }) => id)).toEqual([next.id, back.id]);
    expect(booking.flights[1]).toEqual(before.flights[1]);
    const late = first(await flights("JFK", "LHR", "2027-03-20"), () => true);
    await expect(travel.quoteChange({ pnr: before.pnr, remove: [next.id], add: [late.id] }, ada)).rejects.toMatchObject(
      { kind: "rule" },
    );
  });
});

describe("a quote", () => {
  const quoted = async () => {
    const { travel, flights, first, book } = world;
    const flight = first(await flights("JFK", "LHR", OUT, { fare: "Standard" }), () => true);
    const { pnr } = await book([flight.id]);
    return { pnr, flight, quote: await travel.quoteChange({ pnr, remove: ["all"], add: [] }, ada) };
  };

  it("expires, and an unknown one is not found", async () => {
    const { travel, time } = world;
    const { quote } = await quoted();
    time.now += 30 * 60_000;
    await expect(travel.confirmChange({ quoteId: quote.quoteId }, ada)).rejects.toMatchObject({
      details: { field: "quoteId" },
    });
    for (const quoteId of ["Q-AAAAAA-BBBBBB", "nonsense", ""]) {
      await expect(travel.confirmChange({ quoteId }, ada)).rejects.toMatchObject({ kind: "not_found" });
    }
  });

  it("is not kept longer than its terms hold", async () => {
    const { travel, time } = world;
    const { pnr } = await quoted();
    time.now = NINE + DAY - 60_000;
    const quote = await travel.quoteChange({ pnr, remove: ["all"], add: [] }, ada);
    expect(quote.expiresAt).toBe(NINE + DAY);
  });

  it("is not confirmed at another price, and a new quote is in the error", async () => {
    const { travel, hotel } = world;
    const { pnr, quote } = await quoted();
    const stay = await hotel(({ refundable }) => !refundable);
    await travel.bookHotel({ hotelId: stay.id, existingPnr: pnr, guests: [person] }, ada);
    const refused = await travel.confirmChange({ quoteId: quote.quoteId }, ada).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: "rule", details: { field: "quoteId", quoted: { total: quote.total } } });
    const { quoteId } = (refused as { details: { quoteId: string } }).details;
    const { booking } = await travel.confirmChange({ quoteId }, ada);
    expect(booking).toMatchObject({ status: "cancelled", payment: { fees: stay.price } });
    await sound(pnr);
  });

  it("is confirmed once by callers at the same moment", async () => {
    const { travel } = world;
    const { pnr, quote } = await quoted();
    const all = await Promise.all([1, 2, 3].map(() => travel.confirmChange({ quoteId: quote.quoteId }, ada)));
    expect(new Set(all.map(({ booking }) => JSON.stringify(booking))).size).toBe(1);
    expect((await sound(pnr)).operations).toHaveLength(1);
  });
});

describe("a cancellation", () => {
  it("is void and free for a day, and then by the fare", async () => {
    const { travel, flights, first, book, time } = world;
    const flight = first(await flights("JFK", "LHR", OUT), ({ fareFamily }) => fareFamily === "Light");
    const taxes = flight.taxes.reduce((all, { code, amount }) => (code === "YQ" ? all : all + amount), 0);
    const early = await book([flight.id]);
    time.now += 2 * HOUR;
    const voided = await travel.cancelBooking(early.pnr, undefined, ada);
    expect(voided.refund).toEqual({
      ...{ total: flight.price, rule: "void until 2027-01-05T09:00:00Z" },
      to: [{ method: "account", amount: flight.price }],
    });
    expect(voided.booking.tickets).toEqual([expect.stringMatching(/ V$/)]);
    const late = await book([flight.id]);
    time.now += 2 * DAY;
    const lost = await travel.cancelBooking(late.pnr, undefined, ada);
    const to = [{ method: "account", amount: taxes }];
    expect(lost.refund).toEqual({ total: taxes, rule: "Light: taxes only", to });
    const fees = flight.price - taxes;
    expect(lost.booking.payment).toMatchObject({ charged: fees, fees, refunded: taxes, due: 0 });
    for (const { pnr } of [early, late]) await sound(pnr);
  });

  it("gives a credit for the fares that allow one, and refunds the rest", async () => {
    const { travel, flights, first, book, hotel, time } = world;
    const main = first(await flights("JFK", "LHR", OUT, { fare: "Main" }), () => true);
    const flex = first(await flights("LHR", "JFK", BACK, { fare: "Flex" }), () => true);
    const stay = await hotel(({ cancellationPolicy }) => cancellationPolicy.includes("one night"));
    const { pnr } = await book([main.id, flex.id]);
    await travel.bookHotel({ hotelId: stay.id, existingPnr: pnr, guests: [person] }, ada);
    time.now += 2 * DAY;
    const { booking, refund } = await travel.cancelBooking(pnr, undefined, ada);
    expect(refund?.to).toHaveLength(2);
    expect(refund?.to.find(({ method }) => method === "credit")).toEqual({
      ...{ method: "credit", amount: main.price, code: expect.any(String) },
    });
    expect(booking.payment).toMatchObject({ refunded: flex.price + stay.price, credited: main.price, due: 0 });
    await sound(pnr);
  });

  it("of a hotel leaves the flights, and costs what its rate says at that hour there", async () => {
    const { travel, flights, first, book, hotel, time } = world;
    const flight = first(await flights("JFK", "LHR", OUT), () => true);
    const stay = await hotel(({ cancellationPolicy }) => cancellationPolicy.includes("one night"));
    const { pnr } = await book([flight.id]);
    await travel.bookHotel({ hotelId: stay.id, existingPnr: pnr, guests: [person] }, ada);
    const request = { pnr, remove: [stay.id], add: [] };
    expect((await travel.quoteChange(request, ada)).total).toBe(-stay.price);
    const day = /local time on (\d{4}-\d\d-\d\d)/.exec(stay.cancellationPolicy)?.[1];
    time.now = Date.parse(`${day}T17:59:00Z`);
    expect((await travel.quoteChange(request, ada)).expiresAt).toBe(Date.parse(`${day}T18:00:00Z`));
    time.now = Date.parse(`${day}T19:00:00Z`);
    const quote = await travel.quoteChange(request, ada);
    expect(quote).toMatchObject({ total: stay.pricePerNight - stay.price, newTotal: flight.price });
    const { booking, refund } = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    expect(booking).toMatchObject({ status: "confirmed", hotels: [], flights: [{ id: flight.id }] });
    expect(refund?.total).toBe(stay.price - stay.pricePerNight);
    await sound(pnr);
  });

  it("of one direction leaves the other", async () => {
    const { travel, flights, first, book, stored } = world;
    const out = first(await flights("JFK", "LHR", OUT), () => true);
    const back = first(await flights("LHR", "JFK", BACK), () => true);
    const { pnr } = await book([out.id, back.id]);
    const quote = await travel.quoteChange({ pnr, remove: [out.id], add: [] }, ada);
    const { booking } = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    expect(booking.flights.map(({ id }) => id)).toEqual([back.id]);
    expect(booking.tickets).toEqual([expect.stringMatching(/ VO$/)]);
    const { stock } = await stored(pnr);
    expect(stock).toHaveLength(1);
    await sound(pnr);
  });

  it("of everything is refused once a flight has left, and says how to cancel the rest", async () => {
    const { travel, flights, first, book, time } = world;
    const out = first(await flights("JFK", "LHR", OUT), () => true);
    const back = first(await flights("LHR", "JFK", BACK), () => true);
    const { pnr } = await book([out.id, back.id]);
    time.now = Date.parse("2027-03-12T09:00:00Z");
    await expect(travel.cancelBooking(pnr, undefined, ada)).rejects.toMatchObject({
      kind: "rule",
      details: { hint: expect.stringContaining(JSON.stringify([back.id])) },
    });
    expect((await travel.retrieveBooking(pnr, ada)).tickets).toEqual([expect.stringMatching(/ FO$/)]);
    const quote = await travel.quoteChange({ pnr, remove: [back.id], add: [] }, ada);
    await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    expect((await travel.retrieveBooking(pnr, ada)).flights.map(({ id }) => id)).toEqual([out.id]);
    await sound(pnr);
  });

  it("of flights sold together needs all of them", async () => {
    const { travel, book } = world;
    const wish = {
      origin: "BOI",
      destination: "LHR",
      departureDate: OUT,
      cabin: "economy",
      maxConnections: 1,
    } as const;
    const party = { adults: 1, children: 0, infants: 0 };
    const { flights } = await travel.searchFlights({ ...wish, party, sortBy: "price", maxResults: 20 }, ada);
    const connection = flights.find(({ flightIds, status }) => flightIds.length === 2 && status === "available");
    const { pnr } = await book(connection?.flightIds ?? []);
    const [one] = connection?.flightIds ?? [];
    await expect(travel.quoteChange({ pnr, remove: [one as string], add: [] }, ada)).rejects.toMatchObject({
      details: { field: "remove", allowed: connection?.flightIds },
    });
  });

  it("names what is not on the booking, and an empty change", async () => {
    const { travel, flights, first, book } = world;
    const { pnr } = await book([first(await flights("JFK", "LHR", OUT), () => true).id]);
    const quote = (remove: readonly string[], add: readonly string[] = []) =>
      travel.quoteChange({ pnr, remove, add }, ada);
    await expect(quote(["F-NONE"])).rejects.toMatchObject({ kind: "rule", details: { field: "remove[0]" } });
    await expect(quote([])).rejects.toMatchObject({ kind: "invalid" });
    await expect(quote(["all"], ["F-X"])).rejects.toMatchObject({ details: { field: "add" } });
    await expect(quote([], ["Z-1"])).rejects.toMatchObject({ details: { field: "add[0]" } });
  });
});

describe("a booking that was changed forty times", () => {
  it("cannot be changed again, and can be cancelled", async () => {
    const { travel, flights, book, hotel } = world;
    const { pnr } = await book([(await flights("JFK", "LHR", OUT))[0]?.id ?? ""]);
    const { id } = await hotel(() => true);
    const change = async (remove: readonly string[], add: readonly string[]) => {
      const { quoteId } = await travel.quoteChange({ pnr, remove, add }, ada);
      return travel.confirmChange({ quoteId }, ada);
    };
    for (let round = 0; round < 20; round++) {
      await change([], [id]);
      await change([id], []);
      world.time.now += 1_000;
    }
    await expect(change([], [id])).rejects.toMatchObject({
      kind: "rule",
      message: expect.stringContaining("40 times"),
    });
    expect((await travel.cancelBooking(pnr, undefined, ada)).booking.status).toBe("cancelled");
    await sound(pnr);
  });
});

describe("a traveller who leaves", () => {
  it("takes his share of each flight as sold, and his seat, and the others stay", async () => {
    const { travel, flights, first, book, stored } = world;
    const flight = first(await flights("JFK", "LHR", OUT), () => true);
    const { pnr, totalPrice } = await book([flight.id], { passengers: FAMILY });
    const seats = async () => {
      const [key = ""] = (await stored(pnr)).stock[0]?.keys ?? [];
      const bucket = (await world.store.get(keys.sharedSeats("default", key)))?.value as Record<string, object>;
      return (bucket[key] as Record<string, readonly number[]>)[pnr]?.[0];
    };
    expect(await seats()).toBe(3);
    let left = totalPrice;
    for (const [traveller, seated] of [
      ["P4", 3],
      ["P3", 2],
      ["P2", 1],
    ] as const) {
      const quote = await travel.quoteChange({ pnr, remove: [traveller], add: [] }, ada);
      const { booking } = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
      expect(booking.passengers.map(({ id }) => id)).not.toContain(traveller);
      expect(await seats()).toBe(seated);
      left += quote.total;
      expect(booking.totalPrice).toBe(left);
      await sound(pnr);
    }
    const alone = await travel.retrieveBooking(pnr, ada);
    expect(alone.totalPrice).toBe(flight.price);
    expect(alone.flights[0]?.taxes.reduce((sum, { amount }) => sum + amount, alone.flights[0].baseFare)).toBe(
      flight.price,
    );
    await expect(travel.quoteChange({ pnr, remove: ["P1"], add: [] }, ada)).rejects.toMatchObject({
      details: { hint: expect.stringContaining("all") },
    });
  });

  it("cannot leave children or infants alone", async () => {
    const { travel, flights, first, book } = world;
    const flight = first(await flights("JFK", "LHR", OUT), () => true);
    const { pnr } = await book([flight.id], { passengers: [FAMILY[0], FAMILY[3]] as BookFlight["passengers"] });
    await expect(travel.quoteChange({ pnr, remove: ["P1"], add: [] }, ada)).rejects.toMatchObject({ kind: "rule" });
  });
});

describe("an update of a booking", () => {
  const booked = async () => {
    const { flights, first, book } = world;
    const flight = first(await flights("JFK", "LHR", OUT), () => true);
    return book([flight.id], { passengers: [{ type: "adult", firstName: "Ada", lastName: "Lovelase" }] });
  };

  it("corrects a name once, free of charge, and issues a new ticket", async () => {
    const { travel } = world;
    const { pnr, totalPrice, tickets } = await booked();
    const correct = { pnr, travellers: [{ id: "P1", lastName: "Lovelace" }] };
    const { booking } = await travel.updateBooking(correct, ada);
    expect(booking).toMatchObject({ totalPrice, revision: 1, passengers: [{ lastName: "Lovelace" }] });
    expect(booking.passengers[0]).not.toHaveProperty("corrected");
    expect(booking.tickets).toEqual([tickets[0]?.replace(/O$/, "E"), expect.stringMatching(/ P1 O$/)]);
    expect((await travel.updateBooking(correct, ada)).booking).toEqual(booking);
    const twice = travel.updateBooking({ pnr, travellers: [{ id: "P1", lastName: "Lovelave" }] }, ada);
    await expect(twice).rejects.toMatchObject({ details: { allowed: "one correction for each traveller" } });
    await sound(pnr);
  });

  it("does not give a ticket to another person, but accepts swapped names and a middle name", async () => {
    const { travel } = world;
    const update = async (name: object) => {
      const { pnr } = await booked();
      return travel.updateBooking({ pnr, travellers: [{ id: "P1", ...name }] }, ada);
    };
    await expect(update({ lastName: "Babbage" })).rejects.toMatchObject({ kind: "rule" });
    await expect(update({ firstName: "Augusta" })).rejects.toMatchObject({ kind: "rule" });
    expect((await update({ firstName: "Ada Augusta" })).booking.passengers[0]?.firstName).toBe("Ada Augusta");
    expect((await update({ firstName: "Lovelase", lastName: "Ada" })).booking.passengers[0]?.lastName).toBe("Ada");
  });

  it("adds details, keeps only a masked passport, and names wrong ones", async () => {
    const { travel } = world;
    const { pnr } = await booked();
    const details = { dateOfBirth: "1985-12-10", phone: "+44 20 7946 0018", frequentFlyerNumber: "AA123456" };
    const { booking } = await travel.updateBooking(
      {
        pnr,
        travellers: [{ id: "P1", ...details, passport: "X1234567 GB 2031-05-01" }],
        contactEmail: "a@example.com",
      },
      ada,
    );
    expect(booking).toMatchObject({
      contactEmail: "a@example.com",
      passengers: [{ ...details, phone: "+442079460018", passport: "X****567 GB 2031-05-01" }],
    });
    expect(JSON.stringify(await sound(pnr))).not.toContain("1234567");
    const refusals = [
      [{ id: "P9" }, "travellers[0].id"],
      [{ id: "P1", passport: "X1234567 GB 2027-01-01" }, "travellers[0].passport"],
      [{ id: "P1", passport: "mine" }, "travellers[0].passport"],
      [{ id: "P1", dateOfBirth: "2020-01-01" }, "passengers[0].dateOfBirth"],
      [{ id: "P1", phone: "none" }, "travellers[0].phone"],
      [{ id: "P1", frequentFlyerNumber: "?" }, "travellers[0].frequentFlyerNumber"],
    ] as const;
    for (const [traveller, field] of refusals) {
      await expect(travel.updateBooking({ pnr, travellers: [traveller] }, ada)).rejects.toMatchObject({
        details: { field },
      });
    }
    await expect(travel.updateBooking({ pnr, acceptNotices: ["N1"] }, ada)).rejects.toMatchObject({
      details: { field: "acceptNotices[0]" },
    });
  });
});

describe("the terms of hotels", () => {
  it("can be read from every rate", async () => {
    const { travel } = world;
    for (const cityCode of ["LON", "NYC", "CUN", "TYO", "DPS", "FRA"]) {
      const stay = { cityCode, checkInDate: "2027-05-03", checkOutDate: "2027-05-07", guests: 2 };
      const { hotels } = await travel.searchHotels({ ...stay, sortBy: "price", maxResults: 100 }, ada);
      for (const { refundable, cancellationPolicy } of hotels) {
        expect(cancellationPolicy).toMatch(
          refundable
            ? /^Free cancellation until \d\d:\d\d local time on \d{4}-\d\d-\d\d; after that (one night|the whole stay) /
            : /^Non-refundable/,
        );
      }
    }
  });
});
