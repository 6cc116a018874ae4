import type { Caller } from "../../../model/caller.ts";
import { badRequest, excerpt, searchTimeout } from "../duffel-error.ts";
import { booleanParam } from "../fields.ts";
import { DEFAULT_LIMIT, pageOf } from "../paging.ts";
import { get, type Route } from "../router.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { instantOf } from "../wire-format.ts";
import { readOfferRequest } from "./offer-request-input.ts";
import type { OfferRequest, OfferRequests } from "./offer-requests.ts";

type Parts = Pick<SandboxContext, "places" | "clock" | "seed" | "offers" | "reference"> & {
  readonly requests: OfferRequests;
};

/** An answer with all 200 offers would be 3 MB. The list of offers has the others. */
const MAX_WITH_REQUEST = DEFAULT_LIMIT;

export const offerRequestRoutes = (parts: Parts): readonly Route[] => {
  const { requests, offers } = parts;

  const withOffers = async (request: OfferRequest, caller: Caller) => {
    const trips = await offers.tripsFor(request, caller, MAX_WITH_REQUEST);
    return { ...requestWire(request, parts), offers: trips.map((trip) => offers.show(request, trip)) };
  };

  return [
    {
      method: "POST",
      path: "/air/offer_requests",
      search: true,
      async run({ data, query, scenario, caller }) {
        requireOffersView(query);
        const returnOffers = booleanParam(query, "return_offers") ?? true;
        const request = await requests.unordered((round) => readOfferRequest(data, scenario, round, parts), caller);
        if (request.scenario === "search_timeout") throw searchTimeout();
        const answer = returnOffers ? await withOffers(request, caller) : requestWire(request, parts);
        await requests.keep(request, caller);
        return { status: 201, data: answer };
      },
    },
    get("/air/offer_requests/:id", async ({ id, caller }) => {
      return { data: await withOffers(await requests.find(id, caller), caller) };
    }),
    get("/air/offer_requests", async ({ query, caller }) => {
      const { items, meta } = pageOf(await requests.list(caller), query, ({ id }) => id);
      return { data: items.map((request) => requestWire(request, parts)), meta };
    }),
  ];
};

const requestWire = (request: OfferRequest, { places, reference }: Parts) => {
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
    `The sandbox supports only view=offers, not '${excerpt(view)}'. Leave the parameter out.`,
  );
};
