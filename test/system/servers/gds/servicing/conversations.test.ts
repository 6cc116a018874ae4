import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Environment } from "../../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../../fixtures/temporary-folder.ts";
import { startValkey, type ValkeyServer } from "../../../../fixtures/valkey.ts";
import type { Answered } from "../../../sandboxes/duffel/duffel-client.ts";
import { ADA, BACK, bookFare, CONTACT, flightFor, linesOf, MARY, type Office, OUT, openOffice } from "./office.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let valkey: ValkeyServer;
beforeAll(async () => {
  valkey = await startValkey();
  return () => valkey.stop();
});

const STORES: Readonly<Record<string, () => { readonly env: Environment; readonly nodes: number }>> = {
  memory: () => ({ env: { TAXIWAY_STORE: "memory" }, nodes: 1 }),
  LMDB: () => ({ env: { TAXIWAY_DATA_DIR: temporaryFolder() }, nodes: 1 }),
  "Valkey with two nodes": () => ({ env: { VALKEY_URL: valkey.url }, nodes: 2 }),
};

type Conversation = (office: Office) => Promise<void>;

const changeable = ({ changeFee, refund }: Answered): boolean => changeFee !== null && refund !== "cash";
const fixed = ({ changeFee }: Answered): boolean => changeFee === null;
const dollars = (cents: number): string => (cents / 100).toFixed(2);

const quoteAndConfirm = async ({ say }: Office, change: object): Promise<{ quote: Answered; made: Answered }> => {
  const quote = await say("quoteChange", change);
  return { quote, made: await say("confirmChange", { quoteId: quote.quoteId }) };
};

const readHistory = async (office: Office, pnr: string): Promise<string | undefined> => {
  const [client] = office.clients();
  return (await client?.readResource({ uri: `gds://booking/${pnr}/history` }))?.contents[0]?.text;
};

/** A refundable hotel in London that charges a night after its deadline. */
const hotelFor = async ({ say }: Office): Promise<Answered> => {
  const stay = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-17" };
  const { hotels } = await say("searchHotels", { ...stay, maxResults: 60, detail: "full" });
  return hotels.find(
    ({ status, cancellationPolicy }: Answered) =>
      status === "available" &&
      /^Free cancellation until 18:00 local time on 2027-03-\d\d; after that one night /.test(cancellationPolicy),
  );
};

const CONVERSATIONS: Readonly<Record<string, Conversation>> = {
  async "1: asks for fares that are refunded, and gets the cheapest of each flight"({ say }) {
    const trip = { origin: "NYC", destination: "LON", departureDate: OUT, maxConnections: 0, maxResults: 50 };
    const cheapest = (await say("searchFlights", trip)).flights;
    const { flights } = await say("searchFlights", { ...trip, flexibility: "refundable" });
    expect(flights.length).toBeGreaterThan(5);
    expect(flights.map(({ price }: Answered) => price)).toEqual(
      flights.map(({ price }: Answered) => price).toSorted((a: number, b: number) => a - b),
    );
    for (const option of flights.slice(0, 5)) {
      const plain = cheapest.find((one: Answered) => one.id === option.id.replace(/(LT|ST|FX)$/, ""));
      const { rates } = await say("listRates", { ids: plain.flightIds });
      const [refunded] = rates.filter(({ refund }: Answered) => refund === "cash");
      expect(option).toMatchObject({ refundable: true, fareFamily: refunded.fareFamily, price: refunded.price });
      expect(option.flightIds).toEqual(refunded.ids);
      expect(rates[0]).toMatchObject({ fareFamily: plain.fareFamily, price: plain.price });
    }
  },

  async "2: lists the fares of a flight, the cheapest first"(office) {
    const flight = await flightFor(office, { fits: ({ fareFamily }) => fareFamily === "Basic" });
    const { rates } = await office.say("listRates", { ids: flight.flightIds });
    expect(rates).toMatchObject([
      { fareFamily: "Basic", price: flight.price, changeFee: null, refund: "none", bags: "0PC", included: [] },
      { fareFamily: "Main", changeFee: 0, refund: "credit" },
      { fareFamily: "Flex", changeFee: 0, refund: "cash", refundFee: 0, included: ["seat choice"] },
    ]);
    expect(rates.map(({ ids }: Answered) => ids)).toEqual(
      ["LT", "ST", "FX"].map((family) => [`${flight.id}${family}`]),
    );
    expect(rates[0].price).toBeLessThan(rates[1].price);
    expect(rates[1].price).toBeLessThan(rates[2].price);
    // As this world sells them at this hour.
    expect([flight.flightNumber, ...rates.map(({ price }: Answered) => price)]).toEqual([
      "B64",
      29_724,
      38_068,
      51_180,
    ]);
    for (const { ids, price, fareFamily } of rates) {
      const booked = await office.say("bookFlight", { flightIds: ids, passengers: [ADA], ...CONTACT });
      expect(booked).toMatchObject({ totalPrice: price, flights: [{ id: ids[0], fareFamily }] });
      const order = await office.orderOf(booked.pnr);
      expect(order.total_amount).toBe(dollars(price));
      expect(order.conditions.refund_before_departure.allowed).toBe(fareFamily === "Flex");
    }
  },

  async "books each kind of fare, and gets back what it allows"(office) {
    const kinds = ["cash", "credit", "taxes", "none"];
    const booked = await Promise.all(kinds.map((kind) => bookFare(office, ({ refund }) => refund === kind)));
    await office.passUntil("2027-01-06T12:00:00Z");
    for (const [i, { pnr, totalPrice }] of booked.entries()) {
      const { flights } = await office.say("retrieveBooking", { pnr, detail: "full" });
      const [{ taxes, fareFamily }] = flights;
      const surcharges = taxes.reduce(
        (all: number, { code, amount }: Answered) => all + (code === "YQ" ? amount : 0),
        0,
      );
      const allTaxes = taxes.reduce((all: number, { amount }: Answered) => all + amount, 0);
      const back = { cash: totalPrice, credit: totalPrice, taxes: allTaxes - surcharges, none: 0 }[kinds[i] ?? ""] ?? 0;
      const { quote, made } = await quoteAndConfirm(office, { pnr, remove: ["all"] });
      expect(quote.total, fareFamily).toBe(0 - back);
      expect(quote.rule).toContain(fareFamily);
      const payment = kinds[i] === "credit" ? { refunded: 0, credited: back } : { refunded: back };
      expect(made).toMatchObject({ status: "cancelled", payment: { ...payment, fees: totalPrice - back, due: 0 } });
      if (kinds[i] === "credit") expect(made.refund.to).toMatchObject([{ amount: back, code: expect.any(String) }]);
    }
  },

  async "3: holds a booking, which the Duffel order shows as unpaid"(office) {
    const flight = await flightFor(office);
    const held = await office.say("bookFlight", {
      ...{ flightIds: flight.flightIds, passengers: [ADA], ...CONTACT },
      hold: true,
    });
    expect(held).toMatchObject({
      ...{ status: "pending", totalPrice: flight.price, tickets: [] },
      payment: { status: "due", due: flight.price, payBy: "2027-01-07T09:00:00Z" },
    });
    expect(held.pnr).toMatch(/^TEST-[A-Z0-9]{6}$/);
    expect(await office.orderOf(held.pnr)).toMatchObject({
      total_amount: dollars(flight.price),
      payment_status: { awaiting_payment: true },
      documents: [],
    });
  },

  async "4: pays what is due, and loses what it does not pay in time"(office) {
    const flight = await flightFor(office, { fits: ({ seatsAvailable }) => seatsAvailable < 9 });
    const hold = { flightIds: flight.flightIds, passengers: [ADA], ...CONTACT, hold: true };
    const [paid, lapsed] = [await office.say("bookFlight", hold), await office.say("bookFlight", hold)];
    const { pnr } = paid;
    const wrong = await office.refused("payBooking", { pnr, expectedTotal: flight.price - 1 });
    expect(wrong).toMatchObject({
      code: -32002,
      data: { expectedTotal: flight.price - 1, actualTotal: flight.price },
    });
    const confirmed = await office.say("payBooking", { pnr, expectedTotal: flight.price, payment: "card:tok_visa" });
    expect(confirmed).toMatchObject({ status: "confirmed", payment: { status: "paid", due: 0 } });
    expect(confirmed.tickets).toEqual([expect.stringMatching(/^\d{3}-\d{10} P1 O$/)]);
    const again = await office.say("payBooking", { pnr, expectedTotal: flight.price });
    expect(again).toMatchObject({ payment: confirmed.payment, warnings: [expect.stringContaining("was paid at")] });

    const seatsNow = async () =>
      (await flightFor(office, { fits: ({ flightIds }) => flightIds[0] === flight.flightIds[0] })).seatsAvailable;
    expect(await seatsNow()).toBe(flight.seatsAvailable - 2);
    await office.passUntil("2027-01-08T09:00:00Z");
    expect(await office.say("retrieveBooking", { pnr: lapsed.pnr })).toMatchObject({
      ...{ status: "cancelled", cancellationReason: "Not paid in time" },
      payment: { charged: 0, paid: 0, due: 0 },
    });
    expect(await office.say("retrieveBooking", { pnr })).toMatchObject({ status: "confirmed" });
    expect((await office.orderOf(lapsed.pnr)).cancelled_at).not.toBeNull();
    expect((await office.refused("payBooking", { pnr: lapsed.pnr, expectedTotal: flight.price })).code).toBe(-32002);
  },

  async "5: changes to the next day for the difference and the fee, once"(office) {
    const booked = await bookFare(office, changeable);
    const [old] = booked.flights;
    const next = await flightFor(office, { departureDate: "2027-03-11", fits: ({ price }) => price >= old.price });
    const change = { pnr: booked.pnr, remove: [old.id], add: next.flightIds };
    const quote = await office.say("quoteChange", change);
    const fee = old.changeFee;
    expect(quote).toMatchObject({ total: next.price - old.price + fee, newTotal: next.price });
    expect(linesOf(quote)).toEqual([
      ["return", old.price],
      ["sale", next.price],
      ...(fee > 0 ? [["fee", fee, "change"]] : []),
    ]);
    expect((await office.say("retrieveBooking", { pnr: booked.pnr })).revision).toBe(0);
    const made = await office.say("confirmChange", { quoteId: quote.quoteId });
    expect(made).toMatchObject({ revision: 1, totalPrice: next.price, payment: { fees: fee, due: 0 } });
    expect(made.tickets.map((ticket: string) => ticket.at(-1))).toEqual(["E", "O"]);
    const again = await office.say("confirmChange", { quoteId: quote.quoteId });
    expect(again).toMatchObject({ revision: 1, tickets: made.tickets, warnings: [expect.stringContaining("before")] });
    expect(await office.orderOf(booked.pnr)).toMatchObject({ total_amount: dollars(next.price) });
  },

  async "6: is told that a basic fare cannot be changed, and what it can do instead"(office) {
    const booked = await bookFare(office, fixed);
    const next = await flightFor(office, { departureDate: "2027-03-11" });
    const refused = await office.refused("quoteChange", {
      ...{ pnr: booked.pnr, remove: [booked.flights[0].id], add: next.flightIds },
    });
    const [old] = booked.flights;
    const { rates } = await office.say("listRates", { ids: [old.id] });
    const up = rates.find(changeable);
    const then = up.changeFee === 0 ? "free of charge" : `for $${dollars(up.changeFee)} each`;
    const hint = `On the same flight you can go up to ${up.fareFamily} for $${dollars(up.price - old.price)} (add ${up.ids[0]}), then change ${then}.`;
    expect(refused).toMatchObject({ code: -32002, data: { hint } });
    expect(refused.message).toBe(`${old.fareFamily} fares cannot be changed (${old.flightNumber}).`);
    const upgrade = await quoteAndConfirm(office, { pnr: booked.pnr, remove: [old.id], add: up.ids });
    expect(upgrade.quote).toMatchObject({ total: up.price - old.price, newTotal: up.price });
    const change = await office.say("quoteChange", { pnr: booked.pnr, remove: up.ids, add: next.flightIds });
    expect(linesOf(change)).toContainEqual(["sale", next.price]);
  },

  async "7: upgrades any fare to business for the difference"(office) {
    const business: Answered[] = (
      await office.say("searchFlights", {
        ...{ origin: "JFK", destination: "LHR", departureDate: OUT, cabin: "business", maxConnections: 0 },
      })
    ).flights;
    const isUp = ({ flightNumber }: Answered) => business.some((one) => one.flightNumber === flightNumber);
    const booked = await bookFare(office, fixed, { fits: isUp });
    const [old] = booked.flights;
    const up = business.find(({ flightNumber }) => flightNumber === old.flightNumber);
    const change = { pnr: booked.pnr, remove: [old.id], add: up.flightIds };
    const { quote, made } = await quoteAndConfirm(office, change);
    expect(quote.total).toBe(up.price - old.price);
    expect(linesOf(quote)).toEqual([
      ["return", old.price],
      ["sale", up.price],
    ]);
    expect(made).toMatchObject({ totalPrice: up.price, flights: [{ cabin: "business" }], payment: { fees: 0 } });
  },

  async "8: voids a booking on the first day, and gets back what the fare allows after it"(office) {
    const early = await bookFare(office, fixed);
    await office.passUntil("2027-01-04T11:00:00Z");
    expect(await office.say("cancelBooking", { pnr: early.pnr })).toMatchObject({
      ...{ status: "cancelled", payment: { status: "refunded", charged: 0, refunded: early.totalPrice } },
      refund: {
        ...{ total: early.totalPrice, rule: "void until 2027-01-05T09:00:00Z" },
        to: [{ method: "account", amount: early.totalPrice }],
      },
    });
    const late = await bookFare(office, fixed);
    await office.passUntil("2027-01-06T12:00:00Z");
    const quote = await office.say("quoteChange", { pnr: late.pnr, remove: ["all"] });
    const kept = late.totalPrice + quote.total;
    expect(linesOf(quote)).toEqual([
      ["return", late.totalPrice],
      ["fee", kept, "forfeited"],
    ]);
    expect(quote).toMatchObject({ newTotal: 0, rule: expect.stringMatching(/not refundable|taxes/) });
    const made = await office.say("confirmChange", { quoteId: quote.quoteId });
    expect(made).toMatchObject({ status: "cancelled", payment: { charged: kept, fees: kept, due: 0 } });
  },

  async "9: takes a hotel off its booking, free at first and for a night after the deadline"(office) {
    const { flightIds } = await flightFor(office);
    const hotel = await hotelFor(office);
    const [day] = /2027-03-\d\d/.exec(hotel.cancellationPolicy) as unknown as [string];
    const withHotel = async (): Promise<Answered> => {
      const { pnr } = await office.say("bookFlight", { flightIds, passengers: [ADA], ...CONTACT });
      return office.say("bookHotel", {
        ...{ hotelId: hotel.id, existingPnr: pnr, guests: [{ firstName: "Ada", lastName: "Lovelace" }] },
      });
    };
    const [early, late] = [await withHotel(), await withHotel()];
    expect(early.totalPrice).toBe(early.flights[0].price + hotel.price);
    const { quote, made } = await quoteAndConfirm(office, { pnr: early.pnr, remove: [hotel.id] });
    expect(quote.total).toBe(-hotel.price);
    expect(made).toMatchObject({ status: "confirmed", hotels: [], flights: [{ segmentStatus: "HK" }] });
    expect(made.flights).toEqual(early.flights);

    await office.passUntil(`${day}T17:59:59Z`);
    expect((await office.say("quoteChange", { pnr: late.pnr, remove: [hotel.id] })).total).toBe(-hotel.price);
    await office.passUntil(`${day}T19:00:00Z`);
    const night = hotel.price / hotel.nights;
    const second = await quoteAndConfirm(office, { pnr: late.pnr, remove: [hotel.id] });
    expect(second.quote).toMatchObject({ total: night - hotel.price, rule: expect.stringContaining("one night") });
    expect(linesOf(second.quote)).toEqual([
      ["return", hotel.price],
      ["fee", night, "cancellation"],
    ]);
    expect(second.made).toMatchObject({ flights: late.flights, payment: { fees: night, due: 0 } });
  },

  async "10: buys a seat and a bag, and leaves the seat to its owner"(office) {
    const { flightIds } = await flightFor(office);
    const request = { flightIds, passengers: [ADA], ...CONTACT };
    const booked = await office.say("bookFlight", request);
    const { pnr, totalPrice } = booked;
    const { seatMaps } = await office.say("listExtras", { pnr, kind: "seat" });
    const seats = seatMaps[0].free.find(({ price, exit }: Answered) => price > 0 && exit === undefined);
    const [designator] = seats.seats.split(" ");
    const seat = seatMaps[0].idForm.replace("{seat}", designator).replace("{traveller}", "P1");
    const { extras } = await office.say("listExtras", { pnr, kind: "bag" });
    const bag = extras.find(({ price }: Answered) => price > 0);
    const { quote, made } = await quoteAndConfirm(office, { pnr, add: [seat, bag.id] });
    expect(quote.total).toBe(seats.price + bag.price);
    expect(linesOf(quote)).toEqual([
      ["sale", seats.price],
      ["sale", bag.price],
    ]);
    expect(made).toMatchObject({
      totalPrice: totalPrice + seats.price + bag.price,
      extras: [
        { id: seat, kind: "seat", price: seats.price },
        { kind: "bag", price: bag.price },
      ],
    });
    for (const { emd } of made.extras) expect(emd).toMatch(/^\d{3}-\d{10}$/);
    const order = await office.orderOf(pnr);
    expect(order.total_amount).toBe(dollars(made.totalPrice));
    expect(order.services.map(({ type }: Answered) => type).sort()).toEqual(["baggage", "seat"]);
    expect(order.slices[0].segments[0].passengers[0].seat.designator).toBe(designator);

    const other = await office.say("bookFlight", request);
    const taken = await office.refused("quoteChange", { pnr: other.pnr, add: [seat] });
    expect(taken).toMatchObject({ code: -32002, message: expect.stringContaining(`${designator} is taken`) });
    expect((await office.say("retrieveBooking", { pnr: other.pnr })).totalPrice).toBe(totalPrice);
    const map = (await office.say("listExtras", { pnr: other.pnr, kind: "seat" })).seatMaps[0];
    expect(map.free.flatMap((one: Answered) => one.seats.split(" "))).not.toContain(designator);
  },

  async "gets a travel credit for a fare that gives one, and pays with it, once"(office) {
    const isCredit = ({ refund }: Answered): boolean => refund === "credit";
    const booked = await bookFare(office, isCredit, {
      fits: ({ airlineCode }) => airlineCode === "AA",
    });
    await office.passUntil("2027-01-06T12:00:00Z");
    const cancelled = await office.say("cancelBooking", { pnr: booked.pnr });
    const { total, to } = cancelled.refund;
    expect(total).toBe(booked.totalPrice);
    expect(cancelled.payment).toMatchObject({ refunded: 0, credited: total, charged: 0, due: 0 });
    const [{ code }] = to;
    const { flightIds, price } = await flightFor(office);
    const pay = { flightIds, passengers: [ADA], ...CONTACT, payment: `credit:${code}+account` };
    const results = await Promise.all(Array.from({ length: 4 }, () => office.call("bookFlight", pay)));
    const made = results.filter(({ isError }) => !isError).map(({ structuredContent }) => structuredContent);
    expect(made.length).toBeGreaterThan(0);
    const histories = await Promise.all(
      made.map(async ({ pnr }) => JSON.parse((await readHistory(office, pnr)) ?? "")),
    );
    const spent = histories
      .flatMap(({ ledger }) => ledger)
      .filter(({ kind, method }: Answered) => kind === "payment" && String(method).includes(code))
      .reduce((sum: number, { amount }: Answered) => sum + amount, 0);
    expect(spent).toBeLessThanOrEqual(total);
    expect(spent).toBeGreaterThanOrEqual(Math.min(total, price));
    for (const { payment } of made) expect(payment).toMatchObject({ paid: price, due: 0 });
    const rest = { ...pay, payment: `credit:${code}` };
    if (total - spent < price) expect((await office.refused("bookFlight", rest)).code).toBe(-32002);
  },

  async "11: lets one of two travellers go, with a seat and a share of the price"(office) {
    const scarce = { fits: ({ seatsAvailable }: Answered) => seatsAvailable > 2 && seatsAvailable < 9 };
    const booked = await bookFare(office, changeable, { ...scarce, passengers: [ADA, MARY] });
    const { pnr } = booked;
    const [{ id }] = booked.flights;
    const seatsNow = async () =>
      (await flightFor(office, { fits: ({ flightIds }) => id.startsWith(flightIds[0]) })).seatsAvailable;
    const before = await seatsNow();
    const share = booked.totalPrice / 2;
    const { quote, made } = await quoteAndConfirm(office, { pnr, remove: ["P2"] });
    expect(quote).toMatchObject({ total: -share, newTotal: share, rule: expect.stringContaining("void") });
    expect(made).toMatchObject({
      ...{ totalPrice: share, passengers: [{ id: "P1", firstName: "Ada" }] },
      payment: { charged: share, refunded: share, due: 0 },
    });
    expect(await seatsNow()).toBe(before + 1);
    expect(await office.orderOf(pnr)).toMatchObject({
      ...{ total_amount: dollars(share), passengers: [{ given_name: "Ada" }] },
    });
    const last = await office.refused("quoteChange", { pnr, remove: ["P1"] });
    expect(last).toMatchObject({ code: -32002, data: { hint: expect.stringContaining('["all"]') } });
  },

  async "12: corrects a name, and does not give the ticket to another person"(office) {
    const { flightIds } = await flightFor(office);
    const misspelt = { ...ADA, lastName: "Lovelase" };
    const { pnr, tickets, payment } = await office.say("bookFlight", {
      ...{ flightIds, passengers: [misspelt], ...CONTACT },
    });
    const correct = { pnr, travellers: [{ id: "P1", lastName: "Lovelace" }] };
    const corrected = await office.say("updateBooking", correct);
    expect(corrected).toMatchObject({ payment, revision: 1, passengers: [{ lastName: "Lovelace" }] });
    expect(corrected.tickets).toEqual([expect.stringMatching(/ P1 E$/), expect.stringMatching(/ P1 O$/)]);
    expect(corrected.tickets[0].slice(0, -1)).toBe(tickets[0].slice(0, -1));
    expect((await office.orderOf(pnr)).passengers[0].family_name).toBe("Lovelace");
    const other = await office.refused("updateBooking", { pnr, travellers: [{ id: "P1", lastName: "Babbage" }] });
    expect(other).toMatchObject({ code: -32002, data: { hint: expect.stringMatching(/cancel/i) } });
    expect((await office.say("updateBooking", correct)).revision).toBe(1);
  },

  async "13: is told that a flight was cancelled, and rebooks it free of charge"(office) {
    const booked = await bookFare(office, fixed);
    const { pnr } = booked;
    const [{ id, flightNumber, airlineCode }] = booked.flights;
    const hotel = await hotelFor(office);
    const guests = [{ firstName: "Ada", lastName: "Lovelace" }];
    const before = await office.say("bookHotel", { hotelId: hotel.id, existingPnr: pnr, guests });
    const told = await office.subscribe(pnr);
    await office.disrupt(pnr, { kind: "cancel_flight", about: id });
    expect(await told()).toMatchObject({
      ...{ method: "notifications/resources/updated", params: { uri: `gds://booking/${pnr}` } },
    });
    const seen = await office.say("retrieveBooking", { pnr });
    expect(seen).toMatchObject({
      ...{ totalPrice: before.totalPrice, flights: [{ id, segmentStatus: "UN" }] },
      notices: [{ id: "N1", kind: "cancelled", about: id, entitles: ["rebook", "refund"] }],
    });
    expect(await office.say("flightStatus", { flightNumber, date: OUT })).toMatchObject({ status: "cancelled" });
    expect((await office.refused("quoteChange", { pnr, remove: [id], add: [id] })).code).toBe(-32002);
    const next = await flightFor(office, {
      ...{ departureDate: OUT, fits: (one) => one.airlineCode === airlineCode && one.flightNumber !== flightNumber },
    });
    const { quote, made } = await quoteAndConfirm(office, { pnr, remove: [id], add: next.flightIds });
    expect(quote).toMatchObject({ total: 0, rule: expect.stringContaining("involuntary") });
    expect(made).toMatchObject({
      flights: [{ id: next.flightIds[0], segmentStatus: "HK" }],
      hotels: before.hotels,
      payment: { fees: 0, due: 0 },
    });
    expect((await office.say("retrieveBooking", { pnr })).notices).toMatchObject([{ resolved: "rebooked" }]);
  },

  async "14: accepts new times, and gets everything back for a flight that leaves hours later"(office) {
    const soft = await bookFare(office, fixed);
    await office.disrupt(soft.pnr, { kind: "retime", about: soft.flights[0].id, minutes: 50 });
    const retimed = await office.say("retrieveBooking", { pnr: soft.pnr });
    expect(retimed).toMatchObject({ flights: [{ segmentStatus: "TK" }], notices: [{ id: "N1", kind: "retimed" }] });
    const moved = Date.parse(retimed.flights[0].departureTime) - Date.parse(soft.flights[0].departureTime);
    expect(moved).toBe(50 * 60_000);
    const wallClock = (await office.orderOf(soft.pnr)).slices[0].segments[0].departing_at;
    expect(wallClock).toBe(retimed.flights[0].departureTime.slice(0, 19));
    const accepted = await office.say("updateBooking", { pnr: soft.pnr, acceptNotices: ["N1"] });
    expect(accepted).toMatchObject({
      ...{ flights: [{ segmentStatus: "HK", departureTime: retimed.flights[0].departureTime }] },
      payment: soft.payment,
    });

    const inland = await bookFare(office, fixed, { origin: "JFK", destination: "LAX" });
    const [{ id }] = inland.flights;
    await office.disrupt(inland.pnr, { kind: "retime", about: id, minutes: 240 });
    // After the void, a fare that is not refunded would be lost.
    await office.passUntil("2027-01-06T12:00:00Z");
    const { quote, made } = await quoteAndConfirm(office, { pnr: inland.pnr, remove: [id] });
    expect(quote).toMatchObject({ total: -inland.totalPrice, rule: expect.stringContaining("involuntary") });
    expect(made).toMatchObject({
      ...{ status: "cancelled", payment: { fees: 0, refunded: inland.totalPrice, due: 0 } },
    });
  },

  async "15: keeps what was flown, names fields that do not exist, and keeps a hotel whose flights were cancelled"(
    office,
  ) {
    const out = await flightFor(office);
    const back = await flightFor(office, { origin: "LHR", destination: "JFK", departureDate: BACK });
    const flightIds = [...out.flightIds, ...back.flightIds];
    const { pnr } = await office.say("bookFlight", { flightIds, passengers: [ADA], ...CONTACT });
    const unknown = await office.refused("bookFlight", { flightIds, passengers: [ADA], ...CONTACT, seat: "12A" });
    expect(unknown).toMatchObject({ code: -32602, data: { field: "seat" } });

    const hotel = await hotelFor(office);
    const other = await office.say("bookFlight", { flightIds: out.flightIds, passengers: [ADA], ...CONTACT });
    const guests = [{ firstName: "Ada", lastName: "Lovelace" }];
    await office.say("bookHotel", { hotelId: hotel.id, existingPnr: other.pnr, guests });
    const duffel = await office.duffel();
    const order = await office.orderOf(other.pnr);
    const { data: cancellation } = await duffel.orderCancellations.create({ order_id: order.id });
    expect(cancellation.refund_amount).toBe(dollars(out.price));
    await duffel.orderCancellations.confirm(cancellation.id);
    expect((await office.orderOf(other.pnr)).cancelled_at).not.toBeNull();
    expect(await office.say("retrieveBooking", { pnr: other.pnr })).toMatchObject({
      ...{ status: "confirmed", totalPrice: hotel.price, flights: [], hotels: [{ id: hotel.id, status: "confirmed" }] },
    });

    await office.passUntil("2027-03-12T09:00:00Z");
    const refused = await office.refused("cancelBooking", { pnr });
    expect(refused).toMatchObject({ code: -32002, data: { allowed: back.flightIds } });
    expect(refused.data?.["hint"]).toContain(`quoteChange with remove ${JSON.stringify(back.flightIds)}`);
    const { made } = await quoteAndConfirm(office, { pnr, remove: back.flightIds });
    expect(made).toMatchObject({ status: "confirmed", flights: [{ id: out.flightIds[0] }] });
    expect(made.tickets).toEqual([expect.stringMatching(/ P1 F[RV]$/)]);
  },
};

describe.each(Object.entries(STORES))("an agent with clients of both eras on %s", (_store, settings) => {
  it.each(Object.entries(CONVERSATIONS))("%s", async (_name, converse) => {
    if (settings().nodes > 1) await valkey.cli("flushall");
    const office = await openOffice(settings());
    await converse(office);
    expect(office.defects).toEqual([]);
  });
});
