import { orderRoutes } from "../../../../src/sandboxes/duffel/orders/order-routes.ts";
import { type CallOptions, cents, DATE, journey, startSandbox } from "./sandbox-fixture.ts";

type Overrides = NonNullable<Parameters<typeof startSandbox>[0]>;
type Extras = NonNullable<Parameters<typeof orderRoutes>[1]>;

const FIRST_NAMES = ["Amelia", "Bessie", "Charles", "Dorothea"];
const BIRTHDAYS = { adult: "1987-07-24", child: "2018-03-01", infant_without_seat: "2026-02-01" };

// biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
export type Answered = any;

/** The sandbox with its order routes. */
export const startOrders = (overrides: Overrides = {}, extras: Extras = {}) => {
  const sandbox = startSandbox({
    bookingTtlMs: 400 * 3_600_000,
    ...overrides,
    orderRoutes: (context) => orderRoutes(context, extras),
  });
  const { post } = sandbox;
  const withScenario = (scenario?: string): CallOptions =>
    scenario === undefined ? {} : { headers: { "x-taxiway-scenario": scenario } };

  const offersOf = async (from: string, to: string, wish: object = {}): Promise<Answered[]> => {
    const { body } = await post("/air/offer_requests", { ...journey([from, to, DATE]), ...wish });
    return body.data.offers;
  };
  /** Finds an offer that can be held, and changed and refunded free of charge; of the test airline only on magic routes. */
  const flexible = async (from: string, to: string, wish: object = {}): Promise<Answered> => {
    const all = await offersOf(from, to, wish);
    const real = all.filter(({ owner }) => owner.iata_code !== "ZZ");
    const offers = (real.length > 0 ? real : all).filter(
      ({ conditions, payment_requirements }) =>
        conditions.change_before_departure.allowed && !payment_requirements.requires_instant_payment,
    );
    const found = offers.find(({ conditions }) => conditions.refund_before_departure.penalty_amount === "0.00");
    if (found === undefined) throw new Error(`no flexible offer from ${from} to ${to}; choose another day`);
    return found;
  };
  const order = (offer: Answered, overrides: object = {}, scenario?: string) =>
    post("/air/orders", orderFor(offer, overrides), withScenario(scenario));
  const hold = (offer: Answered, overrides: object = {}) => order(offer, { type: "hold", payments: [], ...overrides });
  return { ...sandbox, offersOf, flexible, order, hold, withScenario };
};

/** The request that books an offer, with a different name for each passenger. */
export const orderFor = (offer: Answered, overrides: object = {}) => ({
  type: "instant",
  selected_offers: [offer.id],
  passengers: peopleFor(offer),
  payments: [balance(cents(offer.total_amount))],
  ...overrides,
});

export const balance = (amount: number) => ({
  type: "balance",
  currency: "USD",
  amount: (amount / 100).toFixed(2),
});

export const peopleFor = (offer: Answered): Answered[] => {
  const infants: string[] = offer.passengers
    .filter(({ type }: Answered) => type === "infant_without_seat")
    .map(({ id }: Answered) => id);
  return offer.passengers.map(({ id, type }: { id: string; type: keyof typeof BIRTHDAYS }, i: number) => ({
    id,
    title: "ms",
    gender: "f",
    given_name: FIRST_NAMES[i],
    family_name: "Earhart",
    born_on: BIRTHDAYS[type],
    email: "amelia@example.com",
    phone_number: "+442080160509",
    ...(type === "adult" && infants.length > 0 && { infant_passenger_id: infants.shift() }),
  }));
};
