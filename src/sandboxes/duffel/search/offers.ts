import type { Caller } from "../../../model/caller.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Cabin } from "../../../model/flight.ts";
import type { Places } from "../../../model/place.ts";
import type { Supplier } from "../../../travel/supplier.ts";
import type { Travel } from "../../../travel/travel.ts";
import type { DuffelOffer, DuffelService } from "../duffel-wire.ts";
import { offerId } from "../ids.ts";
import type { FoundOffer, OfferBook, SliceOption, SliceWish } from "../offer-book.ts";
import { offerExpired, offerGone } from "../problems.ts";
import { type Reference, TEST_AIRLINE } from "../reference.ts";
import { bagsOf } from "./bags.ts";
import { createFlightChoices, type FlightChoice } from "./flight-choices.ts";
import { OFFER_LIFETIME_MS, type OfferRequest, type OfferRequests } from "./offer-requests.ts";
import { offerWire } from "./offer-wire.ts";
import { partyOfPassengers } from "./passenger-input.ts";
import { type DuffelSeatMap, seatMapsOf, seatServices } from "./seat-maps.ts";
import { sliceWire, type Traveller } from "./slice-wire.ts";
import { type Trip, tripsOf } from "./trips.ts";

/** The offer book, and what the routes of the search ask beyond it. */
export interface Offers extends OfferBook {
  /** What can be bought for a search, cheapest first; nothing once its offers have expired. */
  tripsFor(request: OfferRequest, caller: Caller): Promise<readonly Trip[]>;
  /** As it was found; where prices rise, as it has become. */
  show(request: OfferRequest, trip: Trip, rises?: number): DuffelOffer;
  /** One offer, as a client reads it: where prices rise, each read is dearer. */
  read(offerId: string, caller: Caller): Promise<OpenOffer>;
  /** The same, without the client seeing a price. */
  look(offerId: string, caller: Caller): Promise<OpenOffer>;
}

/** An offer with what belongs to it, which is computed only for whoever asks. */
export interface OpenOffer {
  readonly offer: DuffelOffer;
  readonly request: OfferRequest;
  readonly trip: Trip;
  bags(): readonly DuffelService[];
  seatMaps(): readonly DuffelSeatMap[];
}

interface Parts {
  readonly travel: Travel;
  readonly testAirline: Pick<Supplier, "searchFlights">;
  readonly places: Places;
  readonly clock: Clock;
  readonly seed: string;
  readonly reference: Reference;
  readonly requests: OfferRequests;
}

const DEFAULT_CABIN: Cabin = "economy";

export const createOfferBook = (parts: Parts): Offers => {
  const { clock, seed, reference, requests } = parts;
  const choices = createFlightChoices(parts);

  const hasExpired = ({ createdAt }: OfferRequest): boolean => clock.now() >= createdAt + OFFER_LIFETIME_MS;

  const tripsFor = async (request: OfferRequest, caller: Caller): Promise<readonly Trip[]> => {
    if (hasExpired(request)) return [];
    const { slices, passengers, cabin, maxConnections, scenario, market } = request;
    const wish = {
      cabin: cabin ?? DEFAULT_CABIN,
      party: partyOfPassengers(passengers),
      maxConnections,
      scenario,
      market,
    };
    const found: (readonly FlightChoice[])[] = [];
    for (const slice of slices) found.push(await choices.find({ ...wish, slice }, caller));
    return tripsOf(found);
  };

  const show: Offers["show"] = (request, trip, rises = 0) => offerWire(request, trip, rises, parts);

  const locate = async (id: string, caller: Caller): Promise<{ request: OfferRequest; trip: Trip }> => {
    const request = await requests.findByOffer(id, caller);
    if (hasExpired(request)) throw offerExpired();
    if (request.scenario === "offer_no_longer_available") throw offerGone();
    const trip = (await tripsFor(request, caller)).find(({ flightIds }) => offerId(request.id, flightIds) === id);
    if (trip === undefined) throw offerGone();
    return { request, trip };
  };

  const open = async (
    id: string,
    caller: Caller,
    reads: (id: string, caller: Caller) => Promise<number>,
  ): Promise<OpenOffer> => {
    const { request, trip } = await locate(id, caller);
    const rises = request.scenario === "price_rises" ? await reads(id, caller) : 0;
    const offer = show(request, trip, rises);
    return {
      offer,
      request,
      trip,
      bags: () => bagsOf(offer, request.scenario),
      seatMaps: () => seatMapsOf(offer, reference, seed),
    };
  };

  const read: Offers["read"] = (id, caller) => open(id, caller, requests.countRead);
  /** Whoever never looked again pays more than was found; whoever did, what was shown last. */
  const look: Offers["look"] = (id, caller) =>
    open(id, caller, async () => Math.max(1, await requests.readsOf(id, caller)));

  return {
    tripsFor,
    show,
    read,
    look,
    markOrdered: requests.markOrdered,

    async find(id, caller): Promise<FoundOffer> {
      const { offer, request, trip, bags, seatMaps } = await look(id, caller);
      return {
        wire: offer,
        services: [...bags(), ...seatServices(seatMaps())],
        offerRequestId: request.id,
        flightIds: trip.flightIds,
        party: partyOfPassengers(request.passengers),
        scenario: request.scenario ?? undefined,
        total: trip.total,
      };
    },

    async findSlices(wish, limit, caller): Promise<readonly SliceOption[]> {
      const { origin, destination, departureDate, owner, cabin, party, passengerIds } = wish;
      const slice = { origin, destination, date: departureDate, departs: null, arrives: null };
      const market = owner === TEST_AIRLINE.code ? "test airline" : "world";
      const found = await choices.find({ slice, cabin, party, maxConnections: 1, scenario: null, market }, caller);
      const travellers = travellersOf(wish);
      return found
        .filter(({ segments }) => owner === undefined || segments[0]?.airlineCode === owner)
        .slice(0, limit)
        .map((choice) => ({
          slice: sliceWire(
            choice,
            { scope: [...passengerIds, ...choice.flightIds].join(), travellers, scenario: null },
            parts,
          ),
          flightIds: choice.flightIds,
          total: choice.total,
        }));
    },
  };
};

const travellersOf = ({ party, passengerIds }: SliceWish): readonly Traveller[] =>
  passengerIds.map((id, i) => ({
    id,
    type: i < party.adults ? "adult" : i < party.adults + party.children ? "child" : "infant_without_seat",
  }));
