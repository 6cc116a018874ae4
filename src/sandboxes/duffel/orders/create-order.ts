import type { Booking } from "../../../model/booking.ts";
import type { Caller } from "../../../model/caller.ts";
import { isJsonObject } from "../../../model/json.ts";
import { sum } from "../../../model/money.ts";
import { dataOf, listAt, maybe, oneOfAt, textAt } from "../fields.ts";
import type { FoundOffer } from "../offer-book.ts";
import { notAllowed, offerGone } from "../problems.ts";
import type { DuffelAnswer, DuffelRequest } from "../route.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { Scenario } from "../scenarios.ts";
import { instantOf } from "../wire-forms.ts";
import { centsOf } from "./amounts.ts";
import type { Background } from "./background.ts";
import { readMetadata } from "./metadata.ts";
import { idAbout } from "./order-ids.ts";
import { asTraveller, readOrderPassengers } from "./order-passengers.ts";
import type { BookedSlice, OrderRecord } from "./order-record.ts";
import { airlineFailed, alreadyBooked, refusedAsDuffel } from "./order-refusals.ts";
import { bookedServices, type ChosenService, priceOfServices, readServices } from "./order-services.ts";
import { orderWire } from "./order-view.ts";
import type { OrderPassenger } from "./order-wire.ts";
import type { Orders } from "./orders.ts";
import { type GivenPayment, readPayment, requireAmount, requireBalance, wrongAmount } from "./payments.ts";
import type { Webhooks } from "./webhooks.ts";

const MOST_PAYMENTS = 5;
const MOST_USERS = 50;
const HOUR_MS = 3_600_000;
const PAY_WITHIN_MS = 72 * HOUR_MS;
const PRICE_HOLDS_MS = 48 * HOUR_MS;
/** How long an airline that answers later takes to answer. */
const SUCCEEDS_AFTER_MS = 5_000;
const FAILS_AFTER_MS = 30_000;

/** A request for an order, checked against its offer. */
interface Wanted {
  readonly type: OrderRecord["type"];
  readonly found: FoundOffer;
  readonly passengers: readonly OrderPassenger[];
  readonly services: readonly ChosenService[];
  readonly payments: readonly GivenPayment[];
  readonly metadata: OrderRecord["metadata"];
  readonly users: readonly string[];
  readonly scenario: Scenario | undefined;
}

export const createOrderCreation = ({
  travel,
  offers,
  clock,
  orders,
  webhooks,
  background,
}: Pick<SandboxContext, "travel" | "offers" | "clock"> & {
  readonly orders: Orders;
  readonly webhooks: Webhooks;
  readonly background: Background;
}) => {
  const read = async ({ data: sent, scenario: asked, caller }: DuffelRequest): Promise<Wanted> => {
    const data = dataOf(sent);
    const type = oneOfAt(data.type, "/type", ["instant", "hold", "pay_later"]) === "instant" ? "instant" : "hold";
    const [selected] = listAt(data.selected_offers, "/selected_offers", { min: 1, max: 1 });
    const found = await offers.find(textAt(selected, "/selected_offers/0"), caller);
    const { wire } = found;
    if (type === "hold" && wire.payment_requirements.requires_instant_payment) {
      throw notAllowed("/type", "The offer cannot be held: its payment_requirements ask for instant payment.");
    }
    const passengers = readOrderPassengers(data.passengers, wire, instantOf(clock.now()).slice(0, 10));
    const services = readServices(data.services, found.services);
    const payments = readPayments(data.payments, type, wire.total_currency);
    const users = maybe(data.users, (list) =>
      listAt(list, "/users", { max: MOST_USERS }).map((user, i) => textAt(user, `/users/${i}`)),
    );
    const metadata = readMetadata(data.metadata);
    const scenario = asked ?? found.scenario;
    return { type, found, passengers, services, payments, metadata, users: users ?? [], scenario };
  };

  /** Whatever stops an order before an airline hears of it. */
  const check = ({ type, found, services, payments, scenario }: Wanted): void => {
    if (scenario === "offer_no_longer_available") throw offerGone();
    if (type === "instant") {
      const { total_amount, total_currency } = found.wire;
      const due = centsOf(total_amount) + priceOfServices(services);
      requireAmount(sum(payments.map(({ amount }) => amount)), due, total_currency, "/payments/0/amount");
      if (scenario === "price_rises" && found.scenario !== "price_rises") {
        throw wrongAmount("The price of the offer has risen meanwhile.", "/payments/0/amount");
      }
      requireBalance(payments, scenario);
    }
    if (scenario === "order_creation_fails") throw airlineFailed();
  };

  const book = async ({ found, passengers }: Wanted, { data, caller }: DuffelRequest): Promise<Booking> => {
    const sent = isJsonObject(data) && Array.isArray(data.passengers) ? data.passengers : [];
    const positionSent = (i: number): number =>
      sent.findIndex((one: unknown) => isJsonObject(one) && one.id === passengers[i]?.id);
    const contact = passengers.find(({ type }) => type === "adult");
    return refusedAsDuffel(positionSent, async () => {
      const { booking } = await travel.bookFlight(
        {
          flightIds: found.flightIds,
          passengers: passengers.map(asTraveller),
          expectedTotal: found.total,
          // One order for an offer request. Whoever asks again after we died half-way gets the booking that was made.
          idempotencyKey: `duffel:${caller.sessionId}:${found.offerRequestId}`,
          ...(contact?.email && { contactEmail: contact.email }),
          ...(contact?.phone_number && { contactPhone: contact.phone_number }),
        },
        caller,
      );
      return booking;
    });
  };

  const recordOf = (wanted: Wanted, { pnr }: Booking): OrderRecord => {
    const { type, found, passengers, payments, metadata, users, scenario } = wanted;
    const { wire } = found;
    const now = clock.now();
    const extras = priceOfServices(wanted.services);
    const { payment_required_by: payBy, price_guarantee_expires_at: priceUntil } = wire.payment_requirements;
    return {
      pnr,
      type,
      createdAt: now,
      offerId: wire.id,
      scenario: scenario ?? null,
      owner: wire.owner,
      conditions: wire.conditions,
      slices: bookedSlices(found),
      passengers,
      services: bookedServices(wanted.services, pnr),
      base: centsOf(wire.base_amount) + extras,
      tax: centsOf(wire.tax_amount ?? "0"),
      total: centsOf(wire.total_amount) + extras,
      currency: wire.total_currency,
      hold:
        type === "instant"
          ? null
          : {
              payBy: payBy === null ? now + PAY_WITHIN_MS : Date.parse(payBy),
              priceUntil: priceUntil === null ? now + PRICE_HOLDS_MS : Date.parse(priceUntil),
            },
      paidAt: type === "instant" ? now : null,
      payments: payments.map((payment, i) => ({ ...payment, id: idAbout("pay", pnr, i), createdAt: now })),
      metadata,
      users,
      quotes: [],
      changes: [],
      airlineChanges: [],
    };
  };

  const accepted = ({ found, metadata }: Wanted): DuffelAnswer => ({
    status: 202,
    data: { offer_id: found.wire.id, live_mode: false, created_at: instantOf(clock.now()), metadata },
  });

  /** The client hears that somebody is at it, and half a minute later that it came to nothing. */
  const failLater = (wanted: Wanted, caller: Caller): DuffelAnswer => {
    const answer = accepted(wanted);
    background.run("duffel order", async () => {
      await background.sleep(FAILS_AFTER_MS);
      webhooks.announce("order.creation_failed", answer.data as object, wanted.found.wire.id, caller);
    });
    return answer;
  };

  return async (request: DuffelRequest): Promise<DuffelAnswer> => {
    const { caller } = request;
    const wanted = await read(request);
    check(wanted);
    if (wanted.scenario === "async_order_fails") return failLater(wanted, caller);
    const booking = await book(wanted, request);
    await offers.markOrdered(wanted.found.offerRequestId, caller);
    if (booking.status === "cancelled") throw alreadyBooked();
    const record = recordOf(wanted, booking);
    if (!(await orders.create(record, booking, caller))) throw alreadyBooked();
    const order = await orders.findByReference(booking.pnr, caller);
    const data = orderWire(order ?? { id: idAbout("ord", booking.pnr), record, booking }, clock.now());
    if (wanted.scenario !== "async_order_202") {
      webhooks.announce("order.created", data, data.id, caller);
      return { status: wanted.scenario === "async_order_200" ? 200 : 201, data };
    }
    // Booked and kept before anybody hears of it: only the news comes late.
    background.run("duffel order", async () => {
      await background.sleep(SUCCEEDS_AFTER_MS);
      webhooks.announce("order.created", data, data.id, caller);
    });
    return accepted(wanted);
  };
};

const readPayments = (value: unknown, type: OrderRecord["type"], currency: string): readonly GivenPayment[] => {
  const min = type === "instant" ? 1 : 0;
  const list = type === "instant" || value ? listAt(value, "/payments", { min, max: MOST_PAYMENTS }) : [];
  if (type === "hold" && list.length > 0) {
    throw notAllowed("/payments", "An order that is held is paid later: leave 'payments' out.");
  }
  return list.map((payment, i) => readPayment(payment, `/payments/${i}`, currency));
};

/** An offer names its flights in a row; a slice has as many of them as it has segments. */
const bookedSlices = ({ wire, flightIds }: FoundOffer): readonly BookedSlice[] => {
  let next = 0;
  return wire.slices.map((slice) => {
    const first = next;
    next += slice.segments.length;
    return { wire: slice, flightIds: flightIds.slice(first, next) };
  });
};
