import { expect } from "vitest";
import type { Booking } from "../../../../src/model/booking.ts";
import { orderId } from "../../../../src/sandboxes/duffel/ids.ts";
import { DISRUPTIONS } from "../../../../src/travel/disruption.ts";
import { extraId, seatId } from "../../../../src/travel/extra-ids.ts";
import { balance, orderFor } from "../../sandboxes/duffel/order-fixture.ts";
import { cents } from "../../sandboxes/duffel/sandbox-fixture.ts";
import { type Agency, DESK, type Draw, type KnownQuote } from "./agency.ts";
import { DAY, HOUR, TENANT } from "./two-faces.ts";

export type Action = (agency: Agency, draw: Draw) => Promise<void>;

const OUT = ["2027-01-18", "2027-01-19"];
const BACK = ["2027-01-22", "2027-01-23"];
/** Too early for a hold. */
const SOON = "2027-01-06";
const LEGS = [
  ["JFK", "LHR", OUT],
  ["JFK", "LHR", OUT],
  ["LHR", "JFK", BACK],
  ["JFK", "LHR", [SOON]],
  ["BOI", "NCE", OUT],
] as const;
const FLEXIBILITIES = ["changeable", "refundable"] as const;
const CABINS = ["economy", "economy", "business"] as const;

const PEOPLE = [
  { type: "adult", firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1985-12-10" },
  { type: "adult", firstName: "Mary", lastName: "Somerville" },
  { type: "child", firstName: "Byron", lastName: "King", dateOfBirth: "2019-05-12" },
  { type: "infant", firstName: "Anne", lastName: "Blunt", dateOfBirth: "2026-09-22" },
] as const;
const PARTIES = [[0], [0], [0, 1], [0, 2], [0, 1, 2], [0, 3]];
const METHODS = ["account", "card:tok_visa", "card:tok_declined", undefined] as const;

/** A form of payment; a travel credit, if there is one. */
const methodFor = async ({ credits, one }: Agency, draw: Draw): Promise<string | undefined> => {
  const code = draw() % 2 === 0 ? one(await credits(), draw) : undefined;
  if (code === undefined) return one(METHODS, draw);
  return draw() % 2 === 0 ? `credit:${code}` : `credit:${code}+account`;
};

interface Offered {
  readonly id: string;
  readonly flightIds: readonly string[];
  readonly price: number;
  readonly status: string;
}

const flightsFor = async ({ say }: Agency, draw: Draw): Promise<readonly Offered[]> => {
  const [origin, destination, days] = LEGS[draw() % LEGS.length] as (typeof LEGS)[number];
  const departureDate = days[draw() % days.length];
  const cabin = CABINS[draw() % CABINS.length];
  const flexibility = draw() % 2 === 0 ? "any" : FLEXIBILITIES[draw() % FLEXIBILITIES.length];
  const search = { origin, destination, departureDate, cabin, maxConnections: 1, flexibility };
  const found = await say("searchFlights", search);
  return found?.flights ?? [];
};

const bookFlight: Action = async (agency, draw) => {
  const { say, one, pnrs } = agency;
  if (pnrs.length >= 3) return;
  const there = one(await flightsFor(agency, draw), draw);
  if (there === undefined) return;
  const passengers = (PARTIES[draw() % PARTIES.length] as number[]).map((i) => PEOPLE[i]);
  const hold = draw() % 2 === 0;
  const payment = hold ? undefined : await methodFor(agency, draw);
  const booked = await say("bookFlight", {
    ...{ flightIds: there.flightIds, passengers, contactEmail: "ada@example.com" },
    ...(hold && { hold }),
    ...(payment !== undefined && { payment }),
  });
  if (booked !== undefined) pnrs.push(booked.pnr);
};

const bookHotel: Action = async ({ say, one, pnrs }, draw) => {
  const existingPnr = one(pnrs, draw);
  const stay = { cityCode: "LON", checkInDate: "2027-01-20", checkOutDate: "2027-01-22" };
  const hotel = one<Offered>((await say("searchHotels", stay))?.hotels ?? [], draw);
  if (hotel === undefined) return;
  const guests = [{ firstName: "Ada", lastName: "Lovelace" }];
  const booked = await say("bookHotel", {
    ...{ hotelId: hotel.id, guests },
    ...(existingPnr === undefined ? { contactEmail: "ada@example.com" } : { existingPnr }),
  });
  if (booked !== undefined && existingPnr === undefined) pnrs.push(booked.pnr);
};

const bookCar: Action = async ({ say, one, pnrs }, draw) => {
  const existingPnr = one(pnrs, draw);
  if (existingPnr === undefined) return;
  const rental = { pickupDate: "2027-01-20T10:00:00+00:00", dropoffDate: "2027-01-22T08:00:00+00:00" };
  const car = one<Offered>((await say("searchCars", { pickupLocationCode: "LHR", ...rental }))?.cars ?? [], draw);
  if (car !== undefined) await say("bookCar", { carId: car.id, existingPnr });
};

const payBooking: Action = async (agency, draw) => {
  const { say, one, pnrs, view } = agency;
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const { payment, status } = await view(pnr);
  const wrong = draw() % 8 === 0 ? 1 : 0;
  const method = await methodFor(agency, draw);
  const paid = await say("payBooking", {
    ...{ pnr, expectedTotal: payment.due + wrong },
    ...(method !== undefined && { payment: method }),
  });
  if (paid === undefined) return;
  if (status === "pending") expect(wrong, "paid at a price that was not told").toBe(0);
  expect(paid).toMatchObject({ status: "confirmed", payment: { due: 0 } });
  const again = await say("payBooking", { pnr, expectedTotal: payment.due });
  if (again !== undefined) expect(withoutWarnings(again)).toEqual(withoutWarnings(paid));
};

const withoutWarnings = ({ warnings: _told, refund: _given, ...booking }: Record<string, unknown>) => booking;

/** What was paid and not given back. */
const kept = ({ payment: { paid, refunded, credited = 0 } }: Pick<Booking, "payment">): number =>
  paid - refunded - credited;

const confirmAndCheck = async (agency: Agency, quote: KnownQuote, draw: Draw): Promise<void> => {
  const { say, view } = agency;
  const { quoteId, pnr, total, newTotal, revision } = quote;
  const before = await view(pnr);
  const payment = await methodFor(agency, draw);
  const made = await say("confirmChange", { quoteId, ...(payment !== undefined && { payment }) });
  if (made === undefined) return;
  const after = await view(pnr);
  const repeated = (made.warnings as string[]).some((warning) => warning.includes("was made before"));
  if (!repeated) {
    const isAsQuoted = before.revision === revision;
    if (isAsQuoted) expect(after.status === "cancelled" ? 0 : after.totalPrice, "the new total").toBe(newTotal);
    if (before.status !== "pending") expect(kept(after) - kept(before), "what was paid for it").toBe(total);
    else if (after.status === "pending") expect(after.payment.due - before.payment.due, "more is due").toBe(total);
    expect(after.revision).toBe(before.revision + 1);
    if (made.refund) {
      const back = (of: Booking) => of.payment.refunded + (of.payment.credited ?? 0);
      expect(made.refund.total, "the refund").toBe(back(after) - back(before));
    }
  }
  const again = await say("confirmChange", { quoteId });
  expect(again && withoutWarnings(again), "confirmed twice").toEqual(withoutWarnings(made));
};

const someOf = (ids: readonly string[], draw: Draw): string[] => ids.filter(() => draw() % 3 === 0);

/** Removes and adds anything: much of it is refused. */
const quoteChange: Action = async (agency, draw) => {
  const { say, one, pnrs, view, quotes } = agency;
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const { flights, hotels, cars, extras, passengers, revision } = await view(pnr);
  const kind = draw() % 6;
  const parts = [...flights, ...hotels, ...cars, ...extras].map(({ id }) => id);
  const there = one(await flightsFor(agency, draw), draw)?.flightIds ?? [];
  const request = [
    () => ({ remove: ["all"], add: [] }),
    () => ({ remove: someOf(parts, draw), add: [] }),
    () => ({ remove: [passengers[draw() % passengers.length]?.id ?? "P1"], add: [] }),
    () => ({ remove: [], add: [...there] }),
    () => ({ remove: flights.map(({ id }) => id), add: [...there] }),
    () => ({ remove: someOf(parts, draw), add: [...there] }),
  ][kind]?.() ?? { remove: [], add: [] };
  const quote = await say("quoteChange", { pnr, ...request });
  if (quote === undefined) return;
  const lines: { kind: string; amount: number }[] = quote.lines;
  const signed = lines.map(({ kind: of, amount }) => (of === "return" ? -amount : amount));
  expect(
    signed.reduce((sum, amount) => sum + amount, 0),
    "the lines of a quote",
  ).toBe(quote.total);
  quotes.push({ ...quote, pnr, revision });
  // Some are confirmed later, or never.
  if (draw() % 4 !== 0) await confirmAndCheck(agency, { ...quote, pnr, revision }, draw);
};

/** Seats, bags and services that could be bought for the booking; some of them are for other travellers. */
const extrasFor = async ({ world, one }: Agency, pnr: string, draw: Draw): Promise<readonly string[]> => {
  const found = await world.travel.listExtras({ pnr }, DESK).catch(() => undefined);
  if (found === undefined) return [];
  const { seatMaps, ancillaries, passengers = [] } = found;
  const who = () => passengers[draw() % passengers.length]?.id ?? "P1";
  const map = one(seatMaps, draw);
  const seat =
    map &&
    one(
      map.rows
        .flatMap(({ seats }) => seats.slice(0, 2))
        .filter(({ isTaken }) => !isTaken)
        .slice(0, 4),
      draw,
    );
  const ancillary = one(ancillaries, draw);
  return [
    ...(map && seat ? [seatId(seat.designator, who(), map.flightId)] : []),
    ...(ancillary
      ? [extraId({ code: ancillary.code, traveller: who(), flightId: ancillary.flightIds[0] as string })]
      : []),
  ];
};

const buyExtras: Action = async (agency, draw) => {
  const { say, one, pnrs, view, quotes } = agency;
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const add = await extrasFor(agency, pnr, draw);
  const { extras, revision } = await view(pnr);
  const remove = someOf(
    extras.map(({ id }) => id),
    draw,
  );
  const quote = await say("quoteChange", { pnr, remove, add: draw() % 3 === 0 ? add : add.slice(0, 1) });
  if (quote === undefined) return;
  quotes.push({ ...quote, pnr, revision });
  if (draw() % 4 !== 0) await confirmAndCheck(agency, { ...quote, pnr, revision }, draw);
};

const confirmOldQuote: Action = async (agency, draw) => {
  const quote = agency.one(agency.quotes, draw);
  if (quote !== undefined) await confirmAndCheck(agency, quote, draw);
};

const cancelBooking: Action = async ({ say, one, pnrs, view }, draw) => {
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const before = await view(pnr);
  const cancelled = await say("cancelBooking", { pnr, reason: "The traveller is ill." });
  if (cancelled === undefined) return;
  expect(cancelled).toMatchObject({ status: "cancelled", payment: { due: 0 } });
  const { payment } = await view(pnr);
  expect(cancelled.refund.total).toBe(
    payment.refunded + (payment.credited ?? 0) - before.payment.refunded - (before.payment.credited ?? 0),
  );
  expect(await say("cancelBooking", { pnr }), "cancelled twice").toBeUndefined();
};

const updateBooking: Action = async ({ say, one, pnrs, view }, draw) => {
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const { passengers, payment, totalPrice } = await view(pnr);
  const { id = "P1", lastName = "" } = passengers[draw() % passengers.length] ?? {};
  const update = [
    { travellers: [{ id, lastName: `${lastName}e` }] },
    { travellers: [{ id, lastName: "Babbage" }] },
    { travellers: [{ id, passport: "X1234567 GB 2031-05-01" }] },
    { travellers: [{ id, phone: "+14155550123", frequentFlyerNumber: "BA 1234" }] },
    { contactEmail: "mary@example.com" },
  ][draw() % 5];
  if ((await say("updateBooking", { pnr, ...update })) === undefined) return;
  expect(await view(pnr), "an update is free").toMatchObject({ payment, totalPrice });
};

/** An airline, hotel or car company changes something, or what it cannot change. */
const disrupt: Action = async ({ world, pnrs, one, view, note, refusing }, draw) => {
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const { flights, hotels, cars } = await view(pnr);
  const kind = DISRUPTIONS[draw() % DISRUPTIONS.length] as (typeof DISRUPTIONS)[number];
  const own = kind === "walk_guest" ? hotels : kind === "substitute_car" ? cars : flights;
  const about = one<{ readonly id: string }>(draw() % 8 === 0 ? flights : own, draw)?.id;
  if (about === undefined) return;
  const cue = draw() % 2 === 0 ? `cue-${draw() % 3}` : undefined;
  const minutes = kind === "retime" ? [50, 240, -30, 600][draw() % 4] : undefined;
  const doing = { kind, about, ...(cue !== undefined && { cue }), ...(minutes !== undefined && { minutes }) };
  const disrupted = await refusing(() => world.travel.disrupt(pnr, doing, TENANT), `disrupt ${JSON.stringify(doing)}`);
  note(disrupted === undefined ? `disrupt ${kind} refused` : `disrupt ${kind}`);
  if (disrupted === undefined || cue === undefined) return;
  expect(await world.travel.disrupt(pnr, doing, TENANT), "the same cue twice").toEqual(disrupted);
};

const acceptNotices: Action = async ({ say, one, pnrs, view }, draw) => {
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const { notices = [], totalPrice, payment } = await view(pnr);
  const notice = one(notices, draw);
  if (notice === undefined) return;
  if ((await say("updateBooking", { pnr, acceptNotices: [notice.id] })) === undefined) return;
  expect(await view(pnr), "accepting is free").toMatchObject({ totalPrice, payment });
};

const passTime: Action = async ({ world, pnrs, view, note }, draw) => {
  const leaves: number[] = [];
  for (const pnr of pnrs) {
    for (const { departureTime } of (await view(pnr)).flights) leaves.push(Date.parse(departureTime));
  }
  const next = Math.min(...leaves.filter((at) => at > world.time.now), world.time.now + 30 * DAY);
  const steps = [20_000, 10 * 60_000, 31 * 60_000, 3 * HOUR, 25 * HOUR, 73 * HOUR, next - world.time.now - HOUR / 2];
  const step = steps[draw() % (steps.length + 1)] ?? next - world.time.now + 60_000;
  world.time.now += Math.max(1_000, step);
  note("time passes");
};

const orderAtDuffel: Action = async (agency, draw) => {
  const { duffel, one, pnrs } = agency;
  if (pnrs.length >= 3) return;
  const [origin, destination, days] = LEGS[draw() % LEGS.length] as (typeof LEGS)[number];
  const slices = [{ origin, destination, departure_date: days[0] }];
  if (draw() % 2 === 0 && origin === "JFK" && days === OUT) {
    slices.push({ origin: destination, destination: origin as never, departure_date: BACK[0] as never });
  }
  const passengers = [[{ type: "adult" }], [{ type: "adult" }, { type: "adult" }]][draw() % 2];
  const request = await duffel("POST", "/air/offer_requests", { slices, passengers, cabin_class: "economy" });
  const offer = one<{ id: string; total_amount: string } & Record<string, never>>(request?.offers ?? [], draw);
  if (offer === undefined) return;
  const services = await someServices(agency, offer.id, draw);
  const hold = draw() % 3 === 0;
  const due = cents(offer.total_amount) + services.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const order = await duffel(
    "POST",
    "/air/orders",
    orderFor(offer, {
      services: services.map(({ id, quantity }) => ({ id, quantity })),
      ...(hold ? { type: "hold", payments: [] } : { payments: [balance(due)] }),
    }),
  );
  if (order === undefined) return;
  expect(order.total_amount, "the price of the offer with its services").toBe((due / 100).toFixed(2));
  pnrs.push(order.booking_reference);
};

const someServices = async ({ duffel }: Agency, offerId: string, draw: Draw) => {
  const { available_services: bags } = await duffel("GET", `/air/offers/${offerId}?return_available_services=true`);
  const maps = await duffel("GET", `/air/seat_maps?offer_id=${offerId}`);
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
  const rows: any[] = maps.flatMap(({ cabins }: any) => cabins.flatMap((cabin: any) => cabin.rows));
  const seats = rows
    .flatMap(({ sections }) => sections)
    .flatMap(({ elements }) => elements)
    .flatMap(({ available_services = [] }) => available_services);
  const chosen = [bags[draw() % Math.max(1, bags.length)], seats[draw() % Math.max(1, seats.length)]];
  return chosen
    .filter((service) => service !== undefined && draw() % 2 === 0)
    .map(({ id, total_amount }) => ({ id: id as string, price: cents(total_amount), quantity: 1 }));
};

const payAtDuffel: Action = async ({ duffel, one, pnrs, view }, draw) => {
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const order = await duffel("GET", `/air/orders/${orderId(pnr)}`);
  if (order === undefined) return;
  const payment = balance(cents(order.total_amount));
  if ((await duffel("POST", "/air/payments", { order_id: order.id, payment })) === undefined) return;
  expect(await view(pnr)).toMatchObject({ status: "confirmed", payment: { due: 0 } });
};

const cancelAtDuffel: Action = async ({ duffel, one, pnrs, view }, draw) => {
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const before = await view(pnr);
  const headers: Record<string, string> = draw() % 4 === 0 ? { "x-taxiway-scenario": "airline_credit_refund" } : {};
  const quote = await duffel("POST", "/air/order_cancellations", { order_id: orderId(pnr) }, headers);
  if (quote === undefined) return;
  const cancelled = await duffel("POST", `/air/order_cancellations/${quote.id}/actions/confirm`);
  if (cancelled === undefined) return;
  const after = await view(pnr);
  const back = (of: Booking) => of.payment.refunded + (of.payment.credited ?? 0);
  const credits = cancelled.airline_credits.map(({ credit_amount }: Record<string, string>) =>
    cents(credit_amount ?? ""),
  );
  expect(back(after) - back(before), "what Duffel gives back").toBe(
    cancelled.refund_to === "airline_credits"
      ? credits.reduce((sum: number, one: number) => sum + one, 0)
      : cents(quote.refund_amount),
  );
  expect([after.hotels.length, after.cars.length], "the rest stays").toEqual([
    before.hotels.length,
    before.cars.length,
  ]);
};

const changeAtDuffel: Action = async ({ duffel, one, pnrs, view }, draw) => {
  const pnr = one(pnrs, draw);
  if (pnr === undefined) return;
  const order = await duffel("GET", `/air/orders/${orderId(pnr)}`);
  const slice = one<{ id: string; origin: { iata_code: string }; destination: { iata_code: string } }>(
    order?.slices ?? [],
    draw,
  );
  if (slice === undefined) return;
  const add = [
    {
      ...{ origin: slice.origin.iata_code, destination: slice.destination.iata_code },
      departure_date: [...OUT, ...BACK][draw() % 4],
    },
  ];
  const wish = { order_id: order.id, slices: { remove: [{ slice_id: slice.id }], add } };
  const request = await duffel("POST", "/air/order_change_requests", wish);
  const offer = one<{ id: string }>(request?.order_change_offers ?? [], draw);
  if (offer === undefined) return;
  const change = await duffel("POST", "/air/order_changes", { selected_order_change_offer: offer.id });
  if (change === undefined) return;
  const before = await view(pnr);
  const payment = balance(cents(change.change_total_amount));
  const made = await duffel("POST", `/air/order_changes/${change.id}/actions/confirm`, { payment });
  if (made === undefined) return;
  const changed = await duffel("GET", `/air/orders/${orderId(pnr)}`);
  expect(changed.total_amount, "the total that was promised").toBe(change.new_total_amount);
  expect(kept(await view(pnr)) - kept(before), "what the change costs").toBe(cents(change.change_total_amount));
};

/** Everything that may happen to bookings. A new verb joins here. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  bookFlight,
  bookHotel,
  bookCar,
  payBooking,
  quoteChange,
  "quoteChange again": quoteChange,
  buyExtras,
  confirmOldQuote,
  cancelBooking,
  updateBooking,
  disrupt,
  "disrupt again": disrupt,
  acceptNotices,
  passTime,
  orderAtDuffel,
  payAtDuffel,
  cancelAtDuffel,
  changeAtDuffel,
};
