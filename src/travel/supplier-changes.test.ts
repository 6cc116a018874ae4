import { beforeEach, describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { BookedFlight } from "../model/booking.ts";
import type { Caller } from "../model/caller.ts";
import { keys } from "../model/keys.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { Store } from "../platform/stores/store.ts";
import type { BookFlight } from "./booking-requests.ts";
import type { Disruption } from "./disruption.ts";
import { balanced } from "./ledger.ts";
import type { StoredBooking } from "./stored-booking.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const NINE = Date.parse("2027-01-04T09:00:00Z");
const DAY = 24 * 3_600_000;
const OUT = "2027-03-10";
const places = loadPlaces();
const person = { firstName: "Ada", lastName: "Lovelace" };
const ONE = [{ type: "adult", ...person }] as const;
const FAMILY: BookFlight["passengers"] = [
  { type: "adult", ...person },
  { type: "child", firstName: "Byron", lastName: "King" },
  { type: "infant", firstName: "Anne", lastName: "Blunt" },
];

const open = () => {
  const time = { now: NINE };
  const clock = { now: () => time.now, configured: true };
  const plain = createMemoryStore({ now: clock.now });
  const broken = { prefix: "none" };
  const store: Store = {
    ...plain,
    put: async (key, ...more) => {
      if (key.startsWith(broken.prefix)) throw new Error("The store is gone.");
      return plain.put(key, ...more);
    },
  };
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const supplier = createGeneratedWorld({ seed: "fixed", clock: { now: () => NINE, configured: true }, places });
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 400 * DAY, sharedInventory: true };
  const travel = createTravel({ ...parts, realTime: clock.now });
  const options = async (from: string, to: string, date = OUT, cabin: BookedFlight["cabin"] = "economy", stops = 0) => {
    const wish = { origin: from, destination: to, departureDate: date, cabin, maxConnections: stops as 0 | 1 };
    const party = { adults: 1, children: 0, infants: 0 };
    const found = await travel.searchFlights({ ...wish, party, sortBy: "price", maxResults: 100 }, ada);
    return found.flights.filter(({ status }) => status === "available");
  };
  const fixed = async (from: string, to: string, date = OUT) => {
    const found = (await options(from, to, date)).find(({ refundable }) => !refundable);
    if (found === undefined) throw new Error("no such fare; choose another day or route");
    return found;
  };
  const book = async (flightIds: readonly string[], more: Partial<BookFlight> = {}) =>
    (await travel.bookFlight({ flightIds, passengers: ONE, contactEmail: "ada@example.com", ...more }, ada)).booking;
  const stored = async (pnr: string) =>
    (await store.get(keys.booking("default", pnr)))?.value as unknown as StoredBooking;
  const disrupt = async (pnr: string, doing: Disruption) => {
    const booking = await travel.disrupt(pnr, doing, "default");
    expect(balanced(await stored(pnr))).toEqual([]);
    return booking;
  };
  return { time, broken, travel, options, fixed, book, stored, disrupt };
};

let world: ReturnType<typeof open>;
beforeEach(() => {
  world = open();
});

/** After the day in which flights are void. */
const later = (): void => {
  world.time.now = NINE + 2 * DAY;
};
const quoted = (pnr: string, remove: readonly string[], add: readonly string[] = []) =>
  world.travel.quoteChange({ pnr, remove, add }, ada);

describe("a flight that its airline cancels", () => {
  it("stays on the booking as UN with its money, and is refunded in full whatever the fare", async () => {
    const flight = await world.fixed("JFK", "LHR");
    const { pnr } = await world.book([flight.id]);
    later();
    expect(await quoted(pnr, ["all"])).not.toMatchObject({ total: -flight.price });
    const off = await world.disrupt(pnr, { kind: "cancel_flight", about: flight.id });
    expect(off).toMatchObject({
      ...{ status: "confirmed", revision: 1, totalPrice: flight.price, payment: { status: "paid", due: 0 } },
      flights: [{ id: flight.id, segmentStatus: "UN", status: "cancelled" }],
      notices: [{ id: "N1", at: "2027-01-06T09:00:00Z", kind: "cancelled", entitles: ["rebook", "refund"] }],
    });
    expect(await quoted(pnr, [flight.id])).toMatchObject({
      total: -flight.price,
      rule: expect.stringContaining("involuntary"),
    });
    const { booking, refund } = await world.travel.cancelBooking(pnr, undefined, ada);
    expect(refund?.total).toBe(flight.price);
    expect(booking.notices).toMatchObject([{ id: "N1", resolved: "refunded" }]);
    expect(balanced(await world.stored(pnr))).toEqual([]);
  });

  it("is exchanged for one like it at no cost, and for another one without a fee", async () => {
    const { fixed, options, book, disrupt, stored, travel } = world;
    const flight = await fixed("JFK", "LHR");
    const { pnr } = await book([flight.id], { passengers: FAMILY });
    later();
    const { totalPrice } = await disrupt(pnr, { kind: "cancel_flight", about: flight.id });
    const same = (await options("JFK", "LHR", "2027-03-11")).find(
      ({ airlineCode }) => airlineCode === flight.airlineCode,
    );
    const quote = await quoted(pnr, [flight.id], [same?.id as string]);
    expect(quote).toMatchObject({ total: 0, newTotal: totalPrice, rule: "involuntary: no fee, no difference" });
    const far = (await options("JFK", "LHR", "2027-03-25"))[0];
    const other = await quoted(pnr, [flight.id], [far?.id as string]);
    expect(other.rule).toBe("involuntary: no fee");
    expect(other.total).toBe(other.newTotal - totalPrice);
    const made = await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    expect(made.booking).toMatchObject({
      flights: [{ id: same?.id, segmentStatus: "HK", price: totalPrice }],
      notices: [{ id: "N1", resolved: "rebooked" }],
    });
    expect(balanced(await stored(pnr))).toEqual([]);
    const leaves = await quoted(pnr, ["P2"]);
    expect(leaves.lines.filter(({ kind }) => kind === "return")).toHaveLength(1);
  });

  it("of a connection is exchanged for flights without one at the same price, and travellers keep their shares", async () => {
    const { options, book, disrupt, stored, travel } = world;
    const trip = (await options("BOS", "VIE", OUT, "economy", 1)).find(({ flightIds }) => flightIds.length === 2);
    const { pnr, flights, totalPrice } = await book(trip?.flightIds ?? [], { passengers: FAMILY });
    later();
    await disrupt(pnr, { kind: "cancel_flight", about: flights[1]?.id as string });
    const remove = flights.map(({ id }) => id);
    await expect(quoted(pnr, [remove[1] as string])).rejects.toMatchObject({
      message: expect.stringContaining("sold together"),
    });
    const others = (await options("BOS", "VIE", "2027-03-12", "economy", 1)).filter(
      ({ airlineCode }) => airlineCode === flights[0]?.airlineCode,
    );
    const quote = await quoted(pnr, remove, others[0]?.flightIds);
    expect(quote).toMatchObject({ total: 0, newTotal: totalPrice, rule: "involuntary: no fee, no difference" });
    await travel.confirmChange({ quoteId: quote.quoteId }, ada);
    expect(balanced(await stored(pnr))).toEqual([]);
    const without = await quoted(pnr, ["P2"]);
    await travel.confirmChange({ quoteId: without.quoteId }, ada);
    expect(balanced(await stored(pnr))).toEqual([]);
    const left = await travel.cancelBooking(pnr, undefined, ada);
    expect(left.booking.status).toBe("cancelled");
    expect(balanced(await stored(pnr))).toEqual([]);
  });

  it("is refunded in money, while what is left of the trip is given back by its own rules", async () => {
    const main = async (from: string, to: string, date: string) => {
      const flights = await world.options(from, to, date);
      const flight = flights.find(({ airlineCode }) => airlineCode === "AA");
      return `${flight?.id.split("-").slice(0, 4).join("-")}-YST`;
    };
    const ids = [await main("JFK", "LHR", OUT), await main("LHR", "JFK", "2027-03-17")];
    const { pnr, flights } = await world.book(ids, { passengers: FAMILY });
    expect(flights.map(({ refund }) => refund)).toEqual(["credit", "credit"]);
    later();
    await world.disrupt(pnr, { kind: "cancel_flight", about: flights[0]?.id as string });
    const { booking, refund } = await world.travel.cancelBooking(pnr, undefined, ada);
    expect(booking.payment).toMatchObject({ refunded: flights[0]?.price, credited: flights[1]?.price, due: 0 });
    expect(refund?.to).toMatchObject([
      { method: "account", amount: flights[0]?.price },
      { method: "credit", amount: flights[1]?.price, code: expect.any(String) },
    ]);
    expect(balanced(await world.stored(pnr))).toEqual([]);
  });

  it("that is on hold costs nothing to take off, and pays less than before for a downgrade", async () => {
    const { options, book, disrupt, stored, travel } = world;
    const [flight] = await options("JFK", "LHR", OUT, "business");
    const about = flight?.id as string;
    const { pnr, totalPrice } = await book([about], { hold: true });
    const down = await disrupt(pnr, { kind: "downgrade", about });
    expect(down).toMatchObject({ status: "pending", payment: { due: down.totalPrice, paid: 0, refunded: 0 } });
    expect(down.totalPrice).toBeLessThan(totalPrice);
    await disrupt(pnr, { kind: "cancel_flight", about });
    expect(await quoted(pnr, ["all"])).toMatchObject({ rule: expect.stringContaining("on hold") });
    await travel.payBooking({ pnr, expectedTotal: down.totalPrice }, ada);
    expect((await quoted(pnr, ["all"])).total).toBe(-down.totalPrice);
    expect(balanced(await stored(pnr))).toEqual([]);
  });

  it("cannot be booked again or accepted, and does not count as flown when its time has passed", async () => {
    const flight = await world.fixed("JFK", "LHR");
    const { pnr } = await world.book([flight.id]);
    await world.disrupt(pnr, { kind: "cancel_flight", about: flight.id });
    const again = flight.id.replace(/Y.*$/, "J");
    await expect(quoted(pnr, [flight.id], [again])).rejects.toMatchObject({
      kind: "rule",
      details: { field: "add[0]" },
    });
    await expect(world.travel.updateBooking({ pnr, acceptNotices: ["N1"] }, ada)).rejects.toMatchObject({
      kind: "rule",
      details: { field: "acceptNotices[0]", hint: expect.stringContaining("quoteChange") },
    });
    world.time.now = Date.parse(flight.departureTime) + DAY;
    expect((await world.travel.retrieveBooking(pnr, ada)).tickets[0]).toMatch(/ O$/);
    expect(await quoted(pnr, [flight.id])).toMatchObject({ total: -flight.price });
  });

  it("owes compensation by EU law at short notice", async () => {
    const flight = await world.fixed("FRA", "JFK", "2027-01-10");
    const { pnr } = await world.book([flight.id]);
    const off = await world.disrupt(pnr, { kind: "cancel_flight", about: flight.id });
    expect(off.notices?.[0]?.eu261Eur).toBe(600);
    const early = await world.fixed("FRA", "JFK");
    const second = await world.book([early.id]);
    expect(
      (await world.disrupt(second.pnr, { kind: "cancel_flight", about: early.id })).notices?.[0],
    ).not.toHaveProperty("eu261Eur");
  });
});

describe("a flight with new times", () => {
  it("is TK until the notice is accepted", async () => {
    const flight = await world.fixed("JFK", "LHR");
    const { pnr } = await world.book([flight.id]);
    const moved = await world.disrupt(pnr, { kind: "retime", about: flight.id, minutes: 50 });
    const [now] = moved.flights as [BookedFlight];
    expect(now.segmentStatus).toBe("TK");
    expect(Date.parse(now.departureTime) - Date.parse(flight.departureTime)).toBe(50 * 60_000);
    expect(now.departureTime.slice(19)).toBe(flight.departureTime.slice(19));
    expect(moved.notices).toMatchObject([
      {
        ...{ kind: "retimed", entitles: ["rebook"] },
        before: { departureTime: flight.departureTime, arrivalTime: flight.arrivalTime },
        text: `${flight.flightNumber} leaves at ${now.departureTime.slice(11, 16)} instead of ${flight.departureTime.slice(11, 16)}.`,
      },
    ]);
    const { booking } = await world.travel.updateBooking({ pnr, acceptNotices: ["N1"] }, ada);
    expect(booking).toMatchObject({
      revision: 2,
      flights: [{ segmentStatus: "HK" }],
      notices: [{ resolved: "accepted" }],
    });
    expect((await world.travel.updateBooking({ pnr, acceptNotices: ["N1"] }, ada)).booking.revision).toBe(2);
  });

  it("gives all back after four hours in one country, and after six to another one", async () => {
    const domestic = await world.fixed("JFK", "LAX");
    const abroad = await world.fixed("JFK", "LHR");
    const [one, other] = [await world.book([domestic.id]), await world.book([abroad.id])];
    later();
    await world.disrupt(one.pnr, { kind: "retime", about: domestic.id, minutes: 240 });
    expect((await quoted(one.pnr, ["all"])).total).toBe(-domestic.price);
    await world.disrupt(other.pnr, { kind: "retime", about: abroad.id, minutes: 240 });
    expect((await quoted(other.pnr, ["all"])).rule).toBe(`${abroad.fareFamily}: taxes only`);
    // Together more than six hours since the times that were accepted last.
    const again = await world.disrupt(other.pnr, { kind: "retime", about: abroad.id, minutes: 240 });
    expect(again.notices).toMatchObject([
      { id: "N2", entitles: ["rebook", "refund"] },
      { id: "N1", resolved: "replaced" },
    ]);
    expect((await quoted(other.pnr, ["all"])).total).toBe(-abroad.price);
    await expect(world.travel.updateBooking({ pnr: other.pnr, acceptNotices: ["N1"] }, ada)).rejects.toMatchObject({
      details: { allowed: ["N2"] },
    });
    await world.travel.updateBooking({ pnr: other.pnr, acceptNotices: ["N2"] }, ada);
    expect((await quoted(other.pnr, ["all"])).rule).toBe(`${abroad.fareFamily}: taxes only`);
  });

  it("says when a connection is too short, which entitles to a refund", async () => {
    const trip = (await world.options("BOS", "VIE", OUT, "economy", 1)).find(({ flightIds }) => flightIds.length === 2);
    const { pnr, flights } = await world.book(trip?.flightIds ?? []);
    const [first, second] = flights as [BookedFlight, BookedFlight];
    const gap = (Date.parse(second.departureTime) - Date.parse(first.arrivalTime)) / 60_000;
    const tight = await world.disrupt(pnr, { kind: "retime", about: first.id, minutes: gap - 5 });
    expect(tight.notices?.[0]).toMatchObject({
      text: expect.stringContaining(
        `5 minutes are too short to change from ${first.flightNumber} to ${second.flightNumber}`,
      ),
      entitles: ["rebook", "refund"],
    });
  });
});

describe("a downgrade", () => {
  it("gives a part of the base fare back at once, and the rest to a traveller who declines", async () => {
    const [flight] = await world.options("JFK", "LHR", OUT, "business");
    const { pnr, flights, totalPrice } = await world.book([flight?.id as string], { passengers: FAMILY });
    const base = flights[0]?.baseFare as number;
    const down = await world.disrupt(pnr, { kind: "downgrade", about: flight?.id as string, to: "economy" });
    const back = totalPrice - down.totalPrice;
    expect(Math.abs(back - base * 0.75)).toBeLessThanOrEqual(FAMILY.length);
    expect(down).toMatchObject({
      flights: [{ cabin: "economy", segmentStatus: "HK", baseFare: base - back }],
      payment: { refunded: back, due: 0 },
      notices: [{ kind: "downgraded", before: { cabin: "business" } }],
    });
    later();
    expect((await quoted(pnr, ["all"])).total).toBe(-down.totalPrice);
    const other = (await world.options("JFK", "LHR", "2027-03-11", "business")).find(
      ({ airlineCode }) => airlineCode === flight?.airlineCode,
    );
    expect(await quoted(pnr, [flight?.id as string], [other?.id as string])).toMatchObject({
      total: back,
      newTotal: totalPrice,
    });
  });
});

describe("hotels and car companies", () => {
  const STAY = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-14", guests: 1 };
  const RENTAL = {
    pickupLocationCode: "LAX",
    pickupDate: "2027-03-12T18:00:00-08:00",
    dropoffDate: "2027-03-16T08:00:00-08:00",
    driverAge: 30,
  };

  it("walk a guest to a hotel that is as good, keep the rate, and give the first night back", async () => {
    const { hotels } = await world.travel.searchHotels({ ...STAY, sortBy: "price", maxResults: 100 }, ada);
    const hotel = hotels.find(
      ({ status, refundable, starRating }) => status === "available" && refundable && starRating < 5,
    );
    const guests = [person];
    const { booking } = await world.travel.bookHotel(
      { hotelId: hotel?.id as string, guests, contactEmail: "a@b.co" },
      ada,
    );
    const { pnr } = booking;
    // The evening of the arrival: a cancellation costs a night or the whole stay.
    world.time.now = Date.parse("2027-03-11T22:00:00Z");
    const walked = await world.disrupt(pnr, { kind: "walk_guest", about: hotel?.id as string });
    const [now] = walked.hotels;
    expect(now?.hotelCode).not.toBe(hotel?.hotelCode);
    expect(now?.starRating).toBeGreaterThanOrEqual(hotel?.starRating as number);
    expect(now).toMatchObject({
      cityCode: "LON",
      pricePerNight: hotel?.pricePerNight,
      price: (hotel?.pricePerNight ?? 0) * 2,
    });
    expect(walked.payment).toMatchObject({ refunded: hotel?.pricePerNight, due: 0 });
    expect(walked.notices).toMatchObject([{ kind: "walked", about: now?.id, before: { id: hotel?.id } }]);
    expect((await quoted(pnr, [now?.id as string])).total).toBe(-(now?.price as number));
    await world.travel.updateBooking({ pnr, acceptNotices: ["N1"] }, ada);
    expect((await quoted(pnr, [now?.id as string])).total).toBeGreaterThan(-(now?.price as number));
  });

  it("claim the new room, and take the next hotel if it is sold out", async () => {
    const { travel, disrupt, stored } = world;
    const { hotels } = await travel.searchHotels({ ...STAY, sortBy: "price", maxResults: 100 }, ada);
    const hotel = hotels.find(({ status, starRating }) => status === "available" && starRating < 5);
    const about = hotel?.id as string;
    const reserve = async (hotelId: string) =>
      (await travel.bookHotel({ hotelId, guests: [person], contactEmail: "a@b.co" }, ada)).booking.pnr;
    const [first, second] = [await reserve(about), await reserve(about)];
    const [nearest] = (await disrupt(first, { kind: "walk_guest", about })).hotels;
    const taken = (await stored(first)).stock;
    expect(taken.map((one) => one.about)).toEqual([nearest?.id]);
    for (let full = false; !full; ) {
      await reserve(nearest?.id as string).catch((error) => {
        expect(error).toMatchObject({ kind: "rule" });
        full = true;
      });
    }
    const [other] = (await disrupt(second, { kind: "walk_guest", about })).hotels;
    expect([about, nearest?.id]).not.toContain(other?.id);
    const third = await reserve(about);
    const wanted = travel.disrupt(third, { kind: "walk_guest", about, to: nearest?.id as string }, "default");
    await expect(wanted).rejects.toMatchObject({ kind: "rule" });
  });

  it("substitute a car of the next class at the same price", async () => {
    const { cars } = await world.travel.searchCars({ ...RENTAL, sortBy: "price", maxResults: 100 }, ada);
    const car = cars.find(({ vehicleClass }) => vehicleClass === "compact");
    const driver = person;
    const { booking } = await world.travel.bookCar({ carId: car?.id as string, driver, contactEmail: "a@b.co" }, ada);
    const given = await world.disrupt(booking.pnr, { kind: "substitute_car", about: car?.id as string });
    const [now] = given.cars;
    expect(["midsize", "fullsize", "suv", "luxury"]).toContain(now?.vehicleClass);
    expect(now).toMatchObject({ companyCode: car?.companyCode, totalPrice: car?.totalPrice, status: "confirmed" });
    expect(given).toMatchObject({ totalPrice: booking.totalPrice, notices: [{ kind: "substituted", about: now?.id }] });
  });
});

describe("a doing", () => {
  it("with a cue is done once", async () => {
    const flight = await world.fixed("JFK", "LHR");
    const { pnr } = await world.book([flight.id]);
    const doing: Disruption = {
      kind: "retime",
      about: flight.id,
      minutes: 50,
      cue: "cue-1",
      notice: "Late  aircraft.",
    };
    const first = await world.disrupt(pnr, doing);
    expect(await world.disrupt(pnr, doing)).toEqual(first);
    expect(first.notices?.[0]?.text).toBe("Late aircraft.");
  });

  it("is done although the status of the flight could not be written, which a repeat writes", async () => {
    const { book, disrupt, broken, travel } = world;
    const flight = await world.fixed("JFK", "LHR");
    const { pnr } = await book([flight.id]);
    const doing: Disruption = { kind: "cancel_flight", about: flight.id, cue: "cue-1" };
    const heard: string[] = [];
    const stop = travel.onDisruption((booking) => heard.push(booking.pnr));
    broken.prefix = "gds:flight:";
    expect(await disrupt(pnr, doing)).toMatchObject({ flights: [{ segmentStatus: "UN" }] });
    const status = async () => (await travel.flightStatus(flight.flightNumber, OUT, ada)).status;
    expect(await status()).toBe("scheduled");
    broken.prefix = "none";
    await disrupt(pnr, doing);
    expect([await status(), heard]).toEqual(["cancelled", [pnr]]);
    stop();
  });

  it("is refused with what is allowed", async () => {
    const flight = await world.fixed("JFK", "LHR");
    const { pnr } = await world.book([flight.id]);
    const about = flight.id;
    const refused = (doing: unknown) => expect(world.travel.disrupt(pnr, doing as Disruption, "default")).rejects;
    await refused({ kind: "explode", about }).toMatchObject({ kind: "invalid", details: { field: "kind" } });
    await refused({ kind: "retime", about: "F-XX" }).toMatchObject({ details: { field: "minutes" } });
    await refused({ kind: "retime", about: "F-XX", minutes: 5 }).toMatchObject({
      details: { field: "about", allowed: [about] },
    });
    await refused({ kind: "retime", about, minutes: 5_000 }).toMatchObject({ details: { field: "minutes" } });
    await refused({ kind: "retime", about, minutes: 1.5 }).toMatchObject({ details: { field: "minutes" } });
    await refused({ kind: "cancel_flight", about, minutes: 5 }).toMatchObject({ details: { field: "minutes" } });
    await refused({ kind: "cancel_flight", about: [] }).toMatchObject({ details: { field: "about" } });
    await refused({ kind: "downgrade", about }).toMatchObject({ details: { field: "about" } });
    await refused({ kind: "walk_guest", about }).toMatchObject({ details: { field: "about", allowed: [] } });
    await world.disrupt(pnr, { kind: "cancel_flight", about });
    await refused({ kind: "cancel_flight", about }).toMatchObject({
      message: expect.stringContaining("cancelled by its airline"),
    });
    world.time.now = Date.parse(flight.departureTime) + 1;
    const other = await world.fixed("JFK", "LHR", "2027-03-20");
    const second = await world.book([other.id]);
    world.time.now = Date.parse(other.departureTime) + 1;
    const left = world.travel.disrupt(second.pnr, { kind: "retime", about: other.id, minutes: 60 }, "default");
    await expect(left).rejects.toMatchObject({ message: expect.stringContaining("left at") });
    await expect(world.travel.disrupt(pnr, { kind: "cancel_flight", about }, "other")).rejects.toMatchObject({
      kind: "not_found",
    });
  });
});
