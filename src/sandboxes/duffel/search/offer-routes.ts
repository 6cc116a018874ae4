import { badParameter, notAllowed, notFound, serviceNotAvailable } from "../duffel-error.ts";
import {
  booleanParam,
  dataOf,
  integerAt,
  listAt,
  maybe,
  objectAt,
  oneOfAt,
  requiredParam,
  sortedBy,
  textAt,
} from "../fields.ts";
import { offerId } from "../ids.ts";
import { pageOf } from "../paging.ts";
import { get, patch, post, type Route } from "../router.ts";
import { amountOf, CURRENCY, centsOf } from "../wire-format.ts";
import type { OfferRequests } from "./offer-requests.ts";
import { servicesIn } from "./offered-services.ts";
import type { Offers, OpenOffer } from "./offers.ts";
import { readAccounts, readName } from "./passenger-input.ts";
import type { Trip } from "./trips.ts";

export const offerRoutes = ({
  requests,
  offers,
}: {
  readonly requests: OfferRequests;
  readonly offers: Offers;
}): readonly Route[] => [
  get("/air/offers", async ({ query, caller }) => {
    const request = await requests.find(requiredParam(query, "offer_request_id"), caller);
    const trips = selectTrips(await offers.tripsFor(request, caller), query);
    const { items, meta } = pageOf(trips, query, ({ flightIds }) => offerId(request.id, flightIds));
    return { data: items.map((trip) => offers.show(request, trip)), meta };
  }),
  get("/air/offers/:id", async ({ id, query, caller }) => {
    const withServices = booleanParam(query, "return_available_services") ?? false;
    const { offer, bags } = await offers.read(id, caller);
    return { data: { ...offer, available_services: withServices ? servicesIn(await bags()) : null } };
  }),
  post("/air/offers/:id/actions/price", async ({ id, data, caller }) => {
    const intent = readIntent(data);
    return { data: await priced(await offers.read(id, caller), intent) };
  }),
  patch("/air/offers/:id/passengers/:passenger_id", async ({ id, params, data: sent, caller }) => {
    const data = dataOf(sent);
    const request = await requests.findByOffer(id, caller);
    const passenger = request.passengers.find((known) => known.id === params.passenger_id);
    if (passenger === undefined) throw notFound("The passenger");
    const changed = {
      ...passenger,
      given_name: readName(data.given_name, "/given_name"),
      family_name: readName(data.family_name, "/family_name"),
      loyalty_programme_accounts: maybe(data.loyalty_programme_accounts, (list) => readAccounts(list, "")) ?? [],
    };
    await requests.changePassenger(request, changed, caller);
    return { data: changed };
  }),
  get("/air/seat_maps", async ({ query, caller }) => {
    const { seatMaps } = await offers.peek(requiredParam(query, "offer_id"), caller);
    return { data: await seatMaps() };
  }),
];

const selectTrips = (trips: readonly Trip[], query: URLSearchParams): readonly Trip[] => {
  const sorted = sortedBy(
    query,
    { total_amount: ({ total }) => total, total_duration: ({ minutes }) => minutes },
    trips,
  );
  const most = query.get("max_connections");
  if (most === null) return sorted;
  if (!/^[0-2]$/.test(most)) {
    throw badParameter("max_connections", "Query parameter 'max_connections' must be 0, 1 or 2.");
  }
  return sorted.filter(({ choices }) => choices.every(({ segments }) => segments.length - 1 <= Number(most)));
};

interface Intent {
  readonly methods: readonly { readonly type: string; readonly [field: string]: unknown }[];
  readonly services: readonly { readonly id: string; readonly quantity: number }[];
}

const METHODS = ["balance", "card", "airline_credit"] as const;
const MAX_METHODS = 5;
const MAX_SERVICES = 200;

const readIntent = (sent: unknown): Intent => {
  const data = dataOf(sent);
  const methods = maybe(data.intended_payment_methods, (value) =>
    listAt(value, "/intended_payment_methods", { max: MAX_METHODS }).map((item, i) => {
      const pointer = `/intended_payment_methods/${i}`;
      const method = objectAt(item, pointer);
      const type = oneOfAt(method.type, `${pointer}/type`, METHODS);
      const idField = type === "balance" ? undefined : `${type}_id`;
      if (idField === undefined) return { type };
      return { type, [idField]: textAt(method[idField], `${pointer}/${idField}`) };
    }),
  );
  const services = maybe(data.intended_services, (value) =>
    listAt(value, "/intended_services", { max: MAX_SERVICES }).map((item, i) => {
      const pointer = `/intended_services/${i}`;
      const service = objectAt(item, pointer);
      return {
        id: textAt(service.id, `${pointer}/id`),
        quantity: integerAt(service.quantity, `${pointer}/quantity`, { min: 1, max: 9 }),
      };
    }),
  );
  return { methods: methods ?? [], services: services ?? [] };
};

/** The offer with the intended services and the charge for each intended payment method. */
const priced = async (open: OpenOffer, { methods, services }: Intent) => {
  const { offer } = open;
  const available = services.length === 0 ? [] : servicesIn(await open.services());
  const extras = services.map(({ id, quantity }, i) => {
    const service = available.find((known) => known.id === id);
    if (service === undefined) throw serviceNotAvailable();
    if (quantity > service.maximum_quantity) {
      throw notAllowed(
        `/intended_services/${i}/quantity`,
        `At most ${service.maximum_quantity} of this service can be bought.`,
      );
    }
    return centsOf(service.total_amount) * quantity;
  });
  const total = amountOf(centsOf(offer.total_amount) + extras.reduce((sum, one) => sum + one, 0));
  return {
    ...offer,
    total_amount: total,
    available_services: servicesIn(await open.bags()),
    intended_services: services,
    intended_payment_methods: methods.map((method) => ({
      ...method,
      charge_amount: total,
      charge_currency: CURRENCY,
      surcharge_amount: "0.00",
      surcharge_currency: CURRENCY,
    })),
  };
};
