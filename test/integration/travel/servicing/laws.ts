import { expect } from "vitest";
import { dueOn } from "../../../../src/model/ledger.ts";
import { partyOf, seated } from "../../../../src/model/passenger.ts";
import { orderId } from "../../../../src/sandboxes/duffel/ids.ts";
import { amountOf, instantOf } from "../../../../src/sandboxes/duffel/wire-format.ts";
import { balanced, creditMethod } from "../../../../src/travel/ledger.ts";
import { type StoredBooking, unitsOf } from "../../../../src/travel/stored-booking.ts";
import { worked } from "../../../fixtures/taxiway.ts";
import type { TwoFaces } from "./two-faces.ts";

/** Fields of the stored form that no view may have. */
const INTERNAL =
  /"(stock|stockKeys|requestKeys|ledger|operations|exchange|underWay|fares|pendingSince|sequence|draft|corrected|idempotencyKey|op|sold)"/;

const sumOf = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** What both faces show of a booking. */
interface Shown {
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
  readonly pnr: any;
  /** Undefined for a booking that never had flights. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly order: any;
}

type Agent = ReturnType<TwoFaces["agent"]>;

const shownOf = async ({ duffel }: TwoFaces, agent: Agent, pnr: string): Promise<Shown> => {
  const answer = await agent.call("retrieveBooking", { pnr, detail: "full" });
  const { status, body, text } = await duffel.get(`/air/orders/${orderId(pnr)}`);
  expect([200, 404]).toContain(status);
  expect(JSON.stringify(answer)).not.toMatch(INTERNAL);
  expect(text).not.toMatch(INTERNAL);
  return { pnr: worked(answer), order: status === 200 ? body.data : undefined };
};

/** The laws that hold after every step. */
export const expectSound = async (world: TwoFaces, agent: Agent): Promise<void> => {
  const named = new Map<string, number>();
  for (const pnr of await world.pnrs()) {
    const booking = await world.stored(pnr);
    // Of a process that died. It has no claims that count.
    if (booking.draft) continue;
    expect(balanced(booking), `the ledger of ${pnr}`).toEqual([]);
    for (const { keys } of booking.stock) for (const key of keys) named.set(key, named.get(key) ?? 0);
    for (const [key, units] of unitsOf(booking)) named.set(key, (named.get(key) ?? 0) + units);
    expectStock(booking);
    const shown = await shownOf(world, agent, pnr);
    expectFields(shown.pnr, booking);
    expectAgreement(shown, booking);
  }
  await expectCredits(world);
  const taken = await world.taken([...named.keys()]);
  const claimed = Object.fromEntries([...named.keys()].map((key) => [key, taken.get(key) ?? 0]));
  expect(claimed, "the stock that is claimed").toEqual(Object.fromEntries(named));
  expect(world.defects).toEqual([]);
};

/** A travel credit is not spent beyond its amount, whatever bookings it pays for. */
const expectCredits = async (world: TwoFaces): Promise<void> => {
  const lines = (await Promise.all((await world.pnrs()).map((pnr) => world.stored(pnr)))).flatMap(
    ({ ledger }) => ledger,
  );
  for (const { kind, reference, amount } of lines) {
    if (kind !== "credit" || reference === undefined) continue;
    const spent = lines
      .filter(({ method }) => method === creditMethod(reference))
      .map((line) => (line.kind === "payment" ? line.amount : line.kind === "refund" ? -line.amount : 0));
    expect(sumOf(spent), `spent of credit ${reference}`).toBeLessThanOrEqual(amount);
  }
};

/** A booking has stock of exactly what is on it, and a seat for every traveller who needs one. */
const expectStock = (booking: StoredBooking): void => {
  const flights = booking.stock.filter(({ about }) => about.startsWith("F-"));
  expect(flights.map(({ about }) => about).sort()).toEqual(booking.flights.map(({ id }) => id).sort());
  const shown = [booking.flights, booking.hotels, booking.cars, booking.extras].flat().map(({ id }) => id);
  for (const { about } of booking.stock) expect(shown).toContain(about);
  const seats = booking.status === "cancelled" ? 0 : seated(partyOf(booking.passengers));
  const units = unitsOf(booking);
  for (const { keys } of flights)
    for (const key of keys) expect(units.get(key) ?? 0, key).toBeGreaterThanOrEqual(seats);
};

/** The GDS shows the record. */
const expectFields = (pnr: Shown["pnr"], booking: StoredBooking): void => {
  expect(pnr).toMatchObject({
    ...{ status: booking.status, revision: booking.revision, totalPrice: booking.totalPrice },
    payment: { due: dueOn(booking.ledger) },
  });
  const { charged, paid, refunded, credited = 0, due, fees } = pnr.payment;
  expect(charged - (paid - refunded - credited), "charged less paid").toBe(due);
  expect(charged, "charged").toBe((pnr.status === "cancelled" ? 0 : pnr.totalPrice) + fees);
  expect(pnr.payment.status === "due", "due only on hold").toBe(pnr.status === "pending");
  if (pnr.status === "pending") expect(pnr.tickets).toEqual([]);
  expect(pnr.payment.payBy !== undefined).toBe(pnr.status === "pending");
  const open = pnr.tickets.filter((ticket: string) => / \S*[OF]\S*$/.test(ticket));
  if (pnr.status === "cancelled" || pnr.flights.length === 0) expect(open).toEqual([]);
  else if (pnr.status === "confirmed") {
    const holders = new Set(open.map((ticket: string) => ticket.split(" ")[1]));
    expect([...holders].sort()).toEqual(pnr.passengers.map(({ id }: { id: string }) => id).sort());
  }
};

/** Duffel's order tells the same about the air part. */
const expectAgreement = ({ pnr, order }: Shown, booking: StoredBooking): void => {
  if (booking.flights.length === 0) {
    const hadFlights = booking.operations.some(({ removed }) => removed.flights.length > 0);
    expect(order === undefined, `an order of ${booking.pnr}`).toBe(!hadFlights);
    if (order !== undefined) expect(order.cancelled_at).not.toBeNull();
    return;
  }
  const air = [...pnr.flights, ...(pnr.extras ?? [])];
  expect(order).toMatchObject({
    booking_reference: pnr.pnr,
    total_amount: amountOf(sumOf(air.map(({ price }) => price))),
    payment_status: {
      awaiting_payment: pnr.status === "pending",
      payment_required_by: pnr.status === "pending" ? instantOf(Date.parse(pnr.payment.payBy)) : null,
    },
  });
  expect(order.cancelled_at !== null, "cancelled").toBe(pnr.status === "cancelled");
  expect(order.void_window_ends_at).toBe(pnr.voidUntil === undefined ? null : instantOf(Date.parse(pnr.voidUntil)));
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const segments = order.slices.flatMap((slice: any) => slice.segments);
  const flightsOf = (list: readonly object[], read: (one: never) => string) => list.map((one) => read(one as never));
  expect(
    flightsOf(segments, ({ marketing_carrier: { iata_code }, marketing_carrier_flight_number, departing_at }: never) =>
      [iata_code, marketing_carrier_flight_number, departing_at].join(" "),
    ),
  ).toEqual(
    flightsOf(
      pnr.flights,
      ({ airlineCode, flightNumber, departureTime }: Record<string, string>) =>
        [airlineCode, (flightNumber as string).slice(2), (departureTime as string).slice(0, 19)].join(" ") as never,
    ),
  );
  const people = (list: readonly Record<string, string>[], first: string, last: string) =>
    list.map((one) => `${one[first]} ${one[last]}`);
  expect(people(order.passengers, "given_name", "family_name")).toEqual(
    people(pnr.passengers, "firstName", "lastName"),
  );
  expect(order.services.map(({ total_amount }: Record<string, string>) => total_amount)).toEqual(
    (pnr.extras ?? [])
      .filter(({ kind, price }: { kind: string; price: number }) => kind !== "service" || price > 0)
      .map(({ price }: { price: number }) => amountOf(price)),
  );
  const live = booking.tickets.filter(({ coupons }) => coupons.some(({ status }) => status !== "E"));
  const documents = order.documents.filter(({ type }: { type: string }) => type === "electronic_ticket");
  expect(documents.map(({ unique_identifier }: Record<string, string>) => unique_identifier)).toEqual(
    live.map(({ number }) => number.replace("-", "")),
  );
};
