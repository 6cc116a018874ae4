import type { Booking } from "../../../model/booking.ts";
import type { Caller } from "../../../model/caller.ts";
import { isJsonObject } from "../../../model/json.ts";
import { sum } from "../../../model/money.ts";
import { notAllowed, offerGone } from "../duffel-error.ts";
import { dataOf, listAt, maybe, oneOfAt, textAt } from "../fields.ts";
import { orderId } from "../ids.ts";
import type { DuffelAnswer, DuffelRequest } from "../router.ts";
import type { Scenario } from "../scenarios.ts";
import { offeredScope } from "../search/offer-wire.ts";
import { type OfferedService, travellerId } from "../search/offered-services.ts";
import type { FoundOffer } from "../search/offers.ts";
import { centsOf, instantOf } from "../wire-format.ts";
import type { Order, OrderRecord, SliceScope } from "./order.ts";
import { airlineFailed, alreadyBooked, withDuffelErrors } from "./order-errors.ts";
import {
  type PaymentInput,
  priceOfServices,
  readMetadata,
  readPayment,
  readServices,
  requireAmount,
  requireBalance,
  wrongAmount,
} from "./order-input.ts";
import { emptyRecord, METHODS } from "./order-of-booking.ts";
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
  readonly type: Order["type"];
  readonly found: FoundOffer;
  readonly passengers: readonly OrderPassenger[];
  readonly services: readonly OfferedService[];
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
    const services = await readServices(data.services, "/services", found.services);
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

  const book = async (
    { type, found, passengers, services, payments }: OrderInput,
    { data, caller }: DuffelRequest,
  ): Promise<Booking> => {
    const sent = isJsonObject(data) && Array.isArray(data.passengers) ? data.passengers : [];
    const positionSent = (i: number): number =>
      sent.findIndex((one: unknown) => isJsonObject(one) && one.id === passengers[i]?.id);
    const contact = passengers.find(({ type }) => type === "adult");
    return withDuffelErrors(positionSent, async () => {
      const { booking } = await travel.bookFlight(
        {
          flightIds: found.flightIds,
          passengers: passengers.map(toNewPassenger),
          expectedTotal: found.total + priceOfServices(services),
          // One order per offer request. A retry after a crash returns the booking that was made.
          idempotencyKey: `duffel:${caller.sessionId}:${found.offerRequestId}`,
          extras: services.map(({ extraId }) => extraId),
          surcharge: centsOf(found.wire.total_amount) - found.total,
          ...(type === "hold"
            ? { hold: { payBy: Date.parse(found.wire.payment_requirements.payment_required_by as string) } }
            : { payments: payments.map((payment) => ({ method: METHODS[payment.type], amount: payment.amount })) }),
          ...(contact?.email && { contactEmail: contact.email }),
          ...(contact?.phone_number && { contactPhone: contact.phone_number }),
        },
        caller,
      );
      return booking;
    });
  };

  const recordOf = (
    { found, passengers, services, metadata, users, scenario }: OrderInput,
    pnr: string,
  ): OrderRecord => ({
    ...emptyRecord(pnr),
    offerId: found.wire.id,
    scenario: scenario ?? null,
    slices: slicesIn(found),
    passengers: passengers.map(
      ({ given_name: _, family_name: _name, born_on: _born, email: _email, phone_number: _phone, ...own }, i) => ({
        ...own,
        traveller: travellerId(i),
      }),
    ),
    services: Object.fromEntries(services.map(({ extraId, service }) => [extraId, service.metadata])),
    metadata,
    users,
  });

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
    if (!(await orders.create(recordOf(input, booking.pnr), booking, caller))) throw alreadyBooked();
    const data = orderWire(await orders.find(orderId(booking.pnr), caller), clock.now());
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

const readPayments = (value: unknown, type: Order["type"], currency: string): readonly PaymentInput[] => {
  const min = type === "instant" ? 1 : 0;
  const list = type === "instant" || value ? listAt(value, "/payments", { min, max: MAX_PAYMENTS }) : [];
  if (type === "hold" && list.length > 0) {
    throw notAllowed("/payments", "A held order is paid later. Leave 'payments' out.");
  }
  return list.map((payment, i) => readPayment(payment, `/payments/${i}`, currency));
};

/** Splits the flights of an offer by slice. */
const slicesIn = ({ wire, flightIds }: FoundOffer): readonly SliceScope[] => {
  let next = 0;
  return wire.slices.map(({ segments }, i) => {
    const first = next;
    next += segments.length;
    return { scope: offeredScope(wire.id, i), flightIds: flightIds.slice(first, next) };
  });
};
