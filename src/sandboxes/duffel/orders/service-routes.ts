import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { DuffelError, required } from "../duffel-error.ts";
import { dataOf } from "../fields.ts";
import { TEST_AIRLINE } from "../reference.ts";
import { get, post, type Route } from "../router.ts";
import { bagServices, type OfferedService, servicesIn } from "../search/offered-services.ts";
import { CURRENCY } from "../wire-format.ts";
import { hasDeparted, isAwaitingPayment, isCancelled, type Order, segmentIdsOf } from "./order.ts";
import { departed, extraError } from "./order-errors.ts";
import { type PaymentInput, priceOfServices, readPayment, readServices, requireAmount } from "./order-input.ts";
import { METHODS } from "./order-of-booking.ts";
import { orderWire } from "./order-view.ts";
import type { OrderContext } from "./orders.ts";

/** Bags for an order that has been made. */
export const serviceRoutes = ({ orders, travel, clock }: OrderContext): Route[] => {
  const offered = async (order: Order, caller: Caller): Promise<readonly OfferedService[]> => {
    if (!sellsServices(order) || isCancelled(order) || hasDeparted(order, clock.now())) return [];
    const { booking, extras, passengers } = order;
    const { ancillaries } = await travel.listExtras({ pnr: booking.pnr, kind: "bag" }, caller);
    const buyers = passengers.map((one, i) => ({ ...one, traveller: booking.passengers[i]?.id ?? "" }));
    const segmentIds = segmentIdsOf(order);
    return bagServices(ancillaries, buyers, (flightId) => segmentIds.get(flightId) ?? "").filter(
      ({ extraId }) => !extras.some(({ id }) => id === extraId),
    );
  };

  const buy = async (
    { booking: { pnr } }: Order,
    services: readonly OfferedService[],
    payment: PaymentInput | undefined,
    caller: Caller,
  ): Promise<void> => {
    const add = services.map(({ extraId }) => extraId);
    const payments = payment && [{ method: METHODS[payment.type], amount: payment.amount }];
    try {
      await travel.makeChange({ pnr, remove: [], add, expectedTotal: priceOfServices(services), payments }, caller);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "unavailable") throw error;
      throw extraError(error, "/add_services");
    }
  };

  return [
    get("/air/orders/:id/available_services", async ({ id, caller }) => ({
      data: servicesIn(await offered(await orders.find(id, caller), caller)),
    })),
    post("/air/orders/:id/services", async ({ id, data: sent, caller }) => {
      const data = dataOf(sent);
      const order = await orders.find(id, caller);
      if (isAwaitingPayment(order) && data.payment !== undefined) throw noPaymentForExtras();
      if (!sellsServices(order)) throw noExtras();
      if (hasDeparted(order, clock.now())) throw departed();
      const services = await readServices(data.add_services, "/add_services", () => offered(order, caller));
      if (services.length === 0) throw required("/add_services");
      const total = priceOfServices(services);
      const payment = isAwaitingPayment(order) ? undefined : readPayment(data.payment, "/payment", CURRENCY);
      if (payment !== undefined) requireAmount(payment.amount, total, CURRENCY, "/payment/amount");
      await buy(order, services, payment, caller);
      return { data: orderWire(await orders.find(id, caller), clock.now()) };
    }),
  ];
};

/** Duffel's test airline sells extras with the order, not afterwards. */
const sellsServices = ({ owner }: Order): boolean => owner.iata_code !== TEST_AIRLINE.code;

const noExtras = (): DuffelError =>
  new DuffelError(400, {
    type: "invalid_request_error",
    code: 400,
    title: "Unsupported operation",
    message: "The airline sells extras only together with the order.",
  });

const noPaymentForExtras = (): DuffelError =>
  new DuffelError(422, {
    type: "invalid_state_error",
    code: "pay_later_order_no_payment_for_ancillaries",
    title: "No payment for ancillaries",
    message: "The order has not been paid yet: its extras cannot be paid separately.",
  });
