import type { Booking } from "../../../model/booking.ts";
import type { Caller } from "../../../model/caller.ts";
import { isJsonObject } from "../../../model/json.ts";
import { sum } from "../../../model/money.ts";
import { notAllowed, offerGone } from "../duffel-error.ts";
import { dataOf, listAt, maybe, oneOfAt, textAt } from "../fields.ts";
import { bookingId } from "../ids.ts";
import type { DuffelAnswer, DuffelRequest } from "../router.ts";
import type { Scenario } from "../scenarios.ts";
import { PAY_WITHIN_MS, PRICE_HOLDS_MS } from "../search/offer-wire.ts";
import type { FoundOffer } from "../search/offers.ts";
import { centsOf, instantOf } from "../wire-format.ts";
import type { BookedSlice, OrderRecord } from "./order.ts";
import { airlineFailed, alreadyBooked, withDuffelErrors } from "./order-errors.ts";
import {
  bookedServices,
  type ChosenService,
  type PaymentInput,
  priceOfServices,
  readMetadata,
  readPayment,
  readServices,
  requireAmount,
  requireBalance,
  wrongAmount,
} from "./order-input.ts";
import { readOrderPassengers, toNewPassenger } from "./order-passengers.ts";
import { orderWire } from "./order-view.ts";
import type { OrderPassenger } from "./order-wire.ts";
import type { OrderContext } from "./orders.ts";

const MAX_PAYMENTS = 5;
const MAX_USERS = 50;
/** Delays of the asynchronous scenarios. */
const SUCCEEDS_AFTER_MS = 5_000;
const FAILS_AFTER_MS = 30_000;

/** A request for an order, checked against its offer. */
interface OrderInput {
  readonly type: OrderRecord["type"];
  readonly found: FoundOffer;
  readonly passengers: readonly OrderPassenger[];
  readonly services: readonly ChosenService[];
  readonly payments: readonly PaymentInput[];
  readonly metadata: OrderRecord["metadata"];
  readonly users: readonly string[];
  readonly scenario: Scenario | undefined;
}

/** The handler that creates orders. */
export const createOrderCreation = ({ travel, offers, clock, orders, webhooks, background }: OrderContext) => {
  const read = async ({ data: sent, scenario: requested, caller }: DuffelRequest): Promise<OrderInput> => {
    const data = dataOf(sent);
    const type = oneOfAt(data.type, "/type", ["instant", "hold", "pay_later"]) === "instant" ? "instant" : "hold";
    const [selected] = listAt(data.selected_offers, "/selected_offers", { min: 1, max: 1 });
    const found = await offers.find(textAt(selected, "/selected_offers/0"), caller);
    const { wire } = found;
    if (type === "hold" && wire.payment_requirements.requires_instant_payment) {
      throw notAllowed("/type", "The offer cannot be held: its payment_requirements require instant payment.");
    }
    const passengers = readOrderPassengers(data.passengers, wire, instantOf(clock.now()).slice(0, 10));
    const services = readServices(data.services, found.services);
    const payments = readPayments(data.payments, type, wire.total_currency);
    const users = maybe(data.users, (list) =>
      listAt(list, "/users", { max: MAX_USERS }).map((user, i) => textAt(user, `/users/${i}`)),
    );
    const metadata = readMetadata(data.metadata);
    const scenario = requested ?? found.scenario;
    return { type, found, passengers, services, payments, metadata, users: users ?? [], scenario };
  };

  /** Checks that apply before the order is sent to the airline. */
  const check = ({ type, found, services, payments, scenario }: OrderInput): void => {
    if (scenario === "offer_no_longer_available") throw offerGone();
    if (type === "instant") {
      const { total_amount, total_currency } = found.wire;
      const due = centsOf(total_amount) + priceOfServices(services);
      requireAmount(sum(payments.map(({ amount }) => amount)), due, total_currency, "/payments/0/amount");
      if (scenario === "price_rises" && found.scenario !== "price_rises") {
        throw wrongAmount("The price of the offer has risen.", "/payments/0/amount");
      }
      requireBalance(payments, scenario);
    }
    if (scenario === "order_creation_fails") throw airlineFailed();
  };

  const book = async ({ found, passengers }: OrderInput, { data, caller }: DuffelRequest): Promise<Booking> => {
    const sent = isJsonObject(data) && Array.isArray(data.passengers) ? data.passengers : [];
    const positionSent = (i: number): number =>
      sent.findIndex((one: unknown) => isJsonObject(one) && one.id === passengers[i]?.id);
    const contact = passengers.find(({ type }) => type === "adult");
    return withDuffelErrors(positionSent, async () => {
      const { booking } = await travel.bookFlight(
        {
          flightIds: found.flightIds,
          passengers: passengers.map(toNewPassenger),
          expectedTotal: found.total,
          // One order per offer request. A retry after a crash returns the booking that was made.
          idempotencyKey: `duffel:${caller.sessionId}:${found.offerRequestId}`,
          ...(contact?.email && { contactEmail: contact.email }),
          ...(contact?.phone_number && { contactPhone: contact.phone_number }),
        },
        caller,
      );
      return booking;
    });
  };

  const recordOf = (input: OrderInput, { pnr }: Booking): OrderRecord => {
    const { type, found, passengers, payments, metadata, users, scenario } = input;
    const { wire } = found;
    const now = clock.now();
    const extras = priceOfServices(input.services);
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
      services: bookedServices(input.services, pnr),
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
      payments: payments.map((payment, i) => ({ ...payment, id: bookingId("pay", pnr, i), createdAt: now })),
      metadata,
      users,
      quotes: [],
      changes: [],
      airlineChanges: [],
    };
  };

  const accepted = ({ found, metadata }: OrderInput): DuffelAnswer => ({
    status: 202,
    data: { offer_id: found.wire.id, live_mode: false, created_at: instantOf(clock.now()), metadata },
  });

  /** Accepts the order, and announces its failure later. */
  const failLater = (input: OrderInput, caller: Caller): DuffelAnswer => {
    const answer = accepted(input);
    background.run("duffel order", async () => {
      await background.sleep(FAILS_AFTER_MS);
      webhooks.announce("order.creation_failed", answer.data as object, input.found.wire.id, caller);
    });
    return answer;
  };

  return async (request: DuffelRequest): Promise<DuffelAnswer> => {
    const { caller } = request;
    const input = await read(request);
    check(input);
    if (input.scenario === "async_order_fails") return failLater(input, caller);
    const booking = await book(input, request);
    await offers.markOrdered(input.found.offerRequestId, caller);
    if (booking.status === "cancelled") throw alreadyBooked();
    const record = recordOf(input, booking);
    if (!(await orders.create(record, booking, caller))) throw alreadyBooked();
    const order = await orders.findByReference(booking.pnr, caller);
    const data = orderWire(order ?? { id: bookingId("ord", booking.pnr), record, booking }, clock.now());
    if (input.scenario !== "async_order_202") {
      webhooks.announce("order.created", data, data.id, caller);
      return { status: input.scenario === "async_order_200" ? 200 : 201, data };
    }
    // The order already exists: only its announcement is delayed.
    background.run("duffel order", async () => {
      await background.sleep(SUCCEEDS_AFTER_MS);
      webhooks.announce("order.created", data, data.id, caller);
    });
    return accepted(input);
  };
};

const readPayments = (value: unknown, type: OrderRecord["type"], currency: string): readonly PaymentInput[] => {
  const min = type === "instant" ? 1 : 0;
  const list = type === "instant" || value ? listAt(value, "/payments", { min, max: MAX_PAYMENTS }) : [];
  if (type === "hold" && list.length > 0) {
    throw notAllowed("/payments", "A held order is paid later. Leave 'payments' out.");
  }
  return list.map((payment, i) => readPayment(payment, `/payments/${i}`, currency));
};

/** Splits the flights of an offer by slice. */
const bookedSlices = ({ wire, flightIds }: FoundOffer): readonly BookedSlice[] => {
  let next = 0;
  return wire.slices.map((slice) => {
    const first = next;
    next += slice.segments.length;
    return { wire: slice, flightIds: flightIds.slice(first, next) };
  });
};
