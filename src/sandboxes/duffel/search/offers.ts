import type { Caller } from "../../../model/caller.ts";
import type { FareFamily } from "../../../model/fare.ts";
import { CABINS, type Cabin } from "../../../model/flight.ts";
import type { Party } from "../../../model/passenger.ts";
import { offerExpired, offerGone } from "../duffel-error.ts";
import type { DuffelOffer, DuffelSlice } from "../duffel-wire.ts";
import { offerId } from "../ids.ts";
import { type Reference, TEST_AIRLINE } from "../reference.ts";
import type { SandboxParts } from "../sandbox-context.ts";
import type { Scenario } from "../scenarios.ts";
import { chosenTrips, type TripGroup } from "./chosen-trips.ts";
import { inFamily, withHigherFares } from "./fare-trips.ts";
import { createFlightChoices, type FlightChoice } from "./flight-choices.ts";
import { OFFER_LIFETIME_MS, type OfferRequest, type OfferRequests } from "./offer-requests.ts";
import { offerWire } from "./offer-wire.ts";
import { bagServices, type OfferedService, travellerId } from "./offered-services.ts";
import { partyOfPassengers } from "./passenger-input.ts";
import { type DuffelSeatMap, seatMapsOf, seatServices } from "./seat-maps.ts";
import { sliceWire, type Traveller } from "./slice-wire.ts";
import { MAX_TRIPS, type Trip, tripsOf } from "./trips.ts";

/** Offers, computed again from their IDs for every request. */
export interface Offers {
  /**
   * The trips that a search offers, at most `limit` (default 200), cheapest first; none once its offers have expired. Without
   * a cabin they are of every cabin. Each is offered in its cheapest fare family, and if there is room, in all others.
   */
  tripsFor(request: OfferRequest, caller: Caller, limit?: number): Promise<readonly Trip[]>;
  /** The offer of a trip. `rises` is how often its price has risen since the search. */
  show(request: OfferRequest, trip: Trip, rises?: number): DuffelOffer;
  /** Reads an offer for the client. In the scenario `price_rises` each read raises the price. */
  read(offerId: string, caller: Caller): Promise<OpenOffer>;
  /** Reads an offer at the price the client saw last. */
  peek(offerId: string, caller: Caller): Promise<OpenOffer>;
  /** Like `peek`, with what is needed to order it. Throws a DuffelError if it is unknown, expired or sold out. */
  find(offerId: string, caller: Caller): Promise<FoundOffer>;
  /** Records that an offer was ordered: the same search then gets offers with new IDs. */
  markOrdered(offerRequestId: string, caller: Caller): Promise<void>;
  /** Flights of one day that could replace a slice of a trip, cheapest first. */
  findSlices(query: SliceQuery, limit: number, caller: Caller): Promise<readonly SliceOption[]>;
}

/** An offer. Its bags and seat maps are computed on demand. */
export interface OpenOffer {
  readonly offer: DuffelOffer;
  readonly request: OfferRequest;
  readonly trip: Trip;
  bags(): Promise<readonly OfferedService[]>;
  seatMaps(): Promise<readonly DuffelSeatMap[]>;
  /** Bags and seats. */
  services(): Promise<readonly OfferedService[]>;
}

export interface FoundOffer {
  /** The offer without services. */
  readonly wire: DuffelOffer;
  /** Bags and seats that can be bought with it. */
  services(): Promise<readonly OfferedService[]>;
  readonly offerRequestId: string;
  /** The world's IDs of all flights of all slices, in order. */
  readonly flightIds: readonly string[];
  readonly party: Party;
  readonly scenario: Scenario | undefined;
  /** The world's price in US cents. The client pays `wire.total_amount`, which is more after a price rise. */
  readonly total: number;
}

export interface SliceQuery {
  /** IATA code: only flights that this airline sells. */
  readonly owner?: string;
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: string;
  readonly cabin: Cabin;
  /** Default: the cheapest. */
  readonly family?: FareFamily;
  readonly party: Party;
  /** One ID per passenger, in the order adults, children, infants. */
  readonly passengerIds: readonly string[];
}

export interface SliceOption {
  readonly slice: DuffelSlice;
  readonly flightIds: readonly string[];
  /** US cents for the party. */
  readonly total: number;
}

/** Choices per slice and cabin if a search names no cabin, so that four cabins cost little more than one. */
const MAX_PER_CABIN = 60;

export const createOffers = (
  parts: Pick<SandboxParts, "travel" | "testAirline" | "places" | "clock" | "seed"> & {
    readonly reference: Reference;
    readonly requests: OfferRequests;
  },
): Offers => {
  const { clock, travel, requests } = parts;
  const choices = createFlightChoices(parts);

  const hasExpired = ({ createdAt }: OfferRequest): boolean => clock.now() >= createdAt + OFFER_LIFETIME_MS;

  const tripsFor: Offers["tripsFor"] = async (request, caller, limit = MAX_TRIPS) => {
    if (hasExpired(request)) return [];
    const { slices, passengers, maxConnections, scenario } = request;
    const party = partyOfPassengers(passengers);
    const tripsIn = async (market: OfferRequest["market"], cabin: Cabin): Promise<TripGroup> => {
      const most = request.cabin === null ? { limit: MAX_PER_CABIN } : {};
      const found: (readonly FlightChoice[])[] = [];
      for (const slice of slices) {
        found.push(await choices.find({ slice, cabin, party, maxConnections, scenario, market, ...most }, caller));
      }
      return { cabin, testAirline: market === "test airline", trips: tripsOf(found) };
    };
    const groups: TripGroup[] = [];
    for (const cabin of request.cabin === null ? CABINS : [request.cabin]) {
      if (request.market === "world") groups.push(await tripsIn("world", cabin));
      groups.push(await tripsIn("test airline", cabin));
    }
    return chosenTrips(withHigherFares(groups, party, MAX_TRIPS, parts), limit);
  };

  const show: Offers["show"] = (request, trip, rises = 0) => offerWire(request, trip, rises, parts);

  const open = async (
    id: string,
    caller: Caller,
    countReads: (id: string, caller: Caller) => Promise<number>,
  ): Promise<OpenOffer> => {
    const request = await requests.findByOffer(id, caller);
    const { scenario } = request;
    if (hasExpired(request)) throw offerExpired();
    if (scenario === "offer_no_longer_available") throw offerGone();
    const trip = (await tripsFor(request, caller)).find(({ flightIds }) => offerId(request.id, flightIds) === id);
    if (trip === undefined) throw offerGone();
    const offer = show(request, trip, scenario === "price_rises" ? await countReads(id, caller) : 0);
    const { flightIds } = trip;
    const maps = async () => (await travel.listExtras({ flightIds, kind: "seat" }, caller)).seatMaps;
    const bags = async () => {
      if (scenario === "no_services") return [];
      const { ancillaries } = await travel.listExtras({ flightIds, kind: "bag" }, caller);
      const segmentIds = offer.slices.flatMap(({ segments }) => segments.map((segment) => segment.id));
      const buyers = offer.passengers.map((one, i) => ({ ...one, traveller: travellerId(i) }));
      return bagServices(ancillaries, buyers, (flightId) => segmentIds[flightIds.indexOf(flightId)] as string);
    };
    return {
      offer,
      request,
      trip,
      bags,
      seatMaps: async () => seatMapsOf(offer, await maps()),
      services: async () => [...(await bags()), ...seatServices(offer, await maps())],
    };
  };

  /** The price rises at least once, also for a client that never read the offer again. */
  const peek: Offers["peek"] = (id, caller) =>
    open(id, caller, async () => Math.max(1, await requests.readsOf(id, caller)));

  return {
    tripsFor,
    show,
    read: (id, caller) => open(id, caller, requests.countRead),
    peek,
    markOrdered: requests.markOrdered,

    async find(id, caller) {
      const { offer, request, trip, services } = await peek(id, caller);
      return {
        wire: offer,
        services,
        offerRequestId: request.id,
        flightIds: trip.flightIds,
        party: partyOfPassengers(request.passengers),
        scenario: request.scenario ?? undefined,
        total: trip.total,
      };
    },

    async findSlices(query, limit, caller) {
      const { origin, destination, departureDate, owner, cabin, family, party } = query;
      const slice = { origin, destination, date: departureDate, departs: null, arrives: null };
      const market = owner === TEST_AIRLINE.code ? "test airline" : "world";
      const found = await choices.find({ slice, cabin, party, maxConnections: 1, scenario: null, market }, caller);
      const travellers = travellersOf(query);
      return found
        .filter(({ segments }) => owner === undefined || segments[0]?.airlineCode === owner)
        .slice(0, limit)
        .map((cheapest) => {
          const choice = family === undefined ? cheapest : inFamily(cheapest, family, party, parts);
          const scope = addedScope(travellers, choice.flightIds);
          const wire = sliceWire(choice, { scope, travellers, scenario: null }, parts);
          return { slice: wire, flightIds: choice.flightIds, total: choice.total };
        });
    },
  };
};

/** The scope of the IDs of a slice that is offered instead of another. */
export const addedScope = (travellers: readonly Pick<Traveller, "id">[], flightIds: readonly string[]): string =>
  [...travellers.map(({ id }) => id), ...flightIds].join();

const travellersOf = ({ party, passengerIds }: SliceQuery): readonly Traveller[] =>
  passengerIds.map((id, i) => ({
    id,
    type: i < party.adults ? "adult" : i < party.adults + party.children ? "child" : "infant_without_seat",
  }));
