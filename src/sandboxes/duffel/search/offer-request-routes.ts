import type { Caller } from "../../../model/caller.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Places } from "../../../model/place.ts";
import { DuffelError } from "../duffel-error.ts";
import { DEFAULT_LIMIT, pageOf } from "../paging.ts";
import { badParameter, badRequest, shown } from "../problems.ts";
import type { Reference } from "../reference.ts";
import type { Route } from "../route.ts";
import { instantOf } from "../wire-forms.ts";
import { readOfferRequest } from "./offer-request-input.ts";
import type { OfferRequest, OfferRequests } from "./offer-requests.ts";
import type { Offers } from "./offers.ts";

interface Parts {
  readonly places: Places;
  readonly clock: Clock;
  readonly seed: string;
  readonly requests: OfferRequests;
  readonly book: Offers;
  readonly reference: Reference;
}

/** The cheapest, as many as a page of offers has: two hundred would be 3 MB. The list of offers has them all. */
const MOST_WITH_REQUEST = DEFAULT_LIMIT;

export const offerRequestRoutes = (parts: Parts): readonly Route[] => {
  const { requests, book } = parts;

  const withOffers = async (request: OfferRequest, caller: Caller) => {
    const trips = await book.tripsFor(request, caller);
    const shown = trips.slice(0, MOST_WITH_REQUEST);
    return { ...wireOf(request, parts), offers: shown.map((trip) => book.show(request, trip)) };
  };

  return [
    {
      method: "POST",
      path: "/air/offer_requests",
      search: true,
      async run({ data, query, scenario, caller }) {
        requireOffersView(query);
        const returnOffers = readSwitch(query, "return_offers", true);
        const request = await requests.unordered((round) => readOfferRequest(data, scenario, round, parts), caller);
        if (request.scenario === "search_timeout") throw searchTimeout();
        const answer = returnOffers ? await withOffers(request, caller) : wireOf(request, parts);
        await requests.keep(request, caller);
        return { status: 201, data: answer };
      },
    },
    {
      method: "GET",
      path: "/air/offer_requests/:id",
      async run({ id, caller }) {
        return { data: await withOffers(await requests.find(id, caller), caller) };
      },
    },
    {
      method: "GET",
      path: "/air/offer_requests",
      async run({ query, caller }) {
        const { items, meta } = pageOf(await requests.list(caller), query, ({ id }) => id);
        return { data: items.map((request) => wireOf(request, parts)), meta };
      },
    },
  ];
};

const wireOf = (request: OfferRequest, { places, reference }: Parts) => {
  const { id, createdAt, cabin, slices, passengers } = request;
  const placeWire = (code: string) => {
    const city = reference.city(code);
    if (city === undefined) return ["airport", reference.airport(code)] as const;
    const airports = places.place(code)?.airports.map((airport) => reference.airport(airport.code));
    return ["city", { ...city, airports }] as const;
  };
  return {
    id,
    live_mode: false,
    created_at: instantOf(createdAt),
    cabin_class: cabin,
    client_key: null,
    slices: slices.map(({ origin, destination, date, departs, arrives }) => {
      const [origin_type, from] = placeWire(origin);
      const [destination_type, to] = placeWire(destination);
      return {
        origin_type,
        origin: from,
        destination_type,
        destination: to,
        departure_date: date,
        departure_time: departs,
        arrival_time: arrives,
      };
    }),
    passengers,
  };
};

const requireOffersView = (query: URLSearchParams): void => {
  const view = query.get("view");
  if (view === null || view === "offers") return;
  throw badRequest(
    "unavailable_feature",
    "Unavailable feature",
    `The sandbox shows searches only as view=offers, not as '${shown(view)}'. Leave the parameter out.`,
  );
};

export const readSwitch = (query: URLSearchParams, name: string, otherwise: boolean): boolean => {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (text === "true" || text === "false") return text === "true";
  throw badParameter(name, `Query parameter '${name}' must be true or false.`);
};

const searchTimeout = (): DuffelError =>
  new DuffelError(504, {
    type: "api_error",
    code: "gateway_timeout_error",
    title: "Gateway timeout",
    message: "The airlines took too long to answer. Try the search again later.",
  });
