import type { Clock } from "../model/clock.ts";
import { Failure, ruleBroken } from "../model/failure.ts";
import type { FlightSegment } from "../model/flight.ts";
import type { Party } from "../model/passenger.ts";
import type { GroundSearch } from "./ground-search.ts";
import { checkFlightCount } from "./itinerary-rules.ts";
import { checkParty } from "./passenger-rules.ts";
import type { StockOwner } from "./stock-buckets.ts";
import type { RateOffer, Supplier } from "./supplier.ts";

interface RatesRequest {
  /** The flights of a trip, or one hotel. */
  readonly ids: readonly string[];
  readonly party: Party;
}

export interface Rates {
  /** All fares of flights, cheapest first. */
  listFares(request: RatesRequest): readonly RateOffer[];
  /** All fares of flights, or all rooms and rates of a hotel, cheapest first. */
  listRates(request: RatesRequest, caller: StockOwner): Promise<readonly RateOffer[]>;
}

interface Parts {
  readonly supplier: Supplier;
  readonly clock: Clock;
  readonly ground: Pick<GroundSearch, "rates">;
}

export const createRates = ({ supplier, clock, ground }: Parts): Rates => {
  const listFares: Rates["listFares"] = ({ ids, party }) => {
    checkFlightCount(ids, "ids");
    checkParty(party, "adults");
    const offers = supplier.rates(ids, party);
    const flown = offers[0]?.flights?.find(({ departureTime }) => Date.parse(departureTime) <= clock.now());
    if (flown !== undefined) throw hasLeft(flown);
    return offers;
  };

  return {
    listFares,
    async listRates(request, caller) {
      const { ids } = request;
      const hotelId = ids.map((id) => id.trim()).find((id) => HOTEL.test(id));
      if (hotelId === undefined) return listFares(request);
      if (ids.length > 1) throw notAlone(hotelId);
      const rates = await ground.rates(hotelId, caller).catch(rethrowAboutIds);
      return rates.map((hotel) => ({ ids: [hotel.id], price: hotel.price, hotel }));
    },
  };
};

const HOTEL = /^H-/i;

const notAlone = (hotelId: string): Failure =>
  ruleBroken("The rates of a hotel are listed alone.", {
    field: "ids",
    value: hotelId,
    allowed: "the flightIds of one option, or one hotel id",
    hint: "Call listRates for each hotel and for the flights.",
  });

const rethrowAboutIds = (error: unknown): never => {
  if (!(error instanceof Failure)) throw error;
  throw new Failure(error.kind, error.message, { ...error.details, field: "ids" });
};

const hasLeft = ({ flightNumber, departureTime, id }: FlightSegment): Failure =>
  ruleBroken(`Flight ${flightNumber} left at ${departureTime}.`, {
    field: "ids",
    value: id,
    hint: "Search again for flights that have not left.",
  });
