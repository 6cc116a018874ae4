import type { Clock } from "../model/clock.ts";
import { type Failure, ruleBroken } from "../model/failure.ts";
import type { FlightSegment } from "../model/flight.ts";
import type { Party } from "../model/passenger.ts";
import { checkFlightCount } from "./itinerary-rules.ts";
import { checkParty } from "./passenger-rules.ts";
import type { RateOffer, Supplier } from "./supplier.ts";

export interface RatesRequest {
  /** The flights of a trip, or one hotel. */
  readonly ids: readonly string[];
  readonly party: Party;
}

export interface Rates {
  /** All fares of flights, or all rooms and rates of a hotel, cheapest first. */
  listRates(request: RatesRequest): readonly RateOffer[];
}

interface Parts {
  readonly supplier: Supplier;
  readonly clock: Clock;
}

export const createRates = ({ supplier, clock }: Parts): Rates => ({
  listRates({ ids, party }) {
    checkFlightCount(ids, "ids");
    checkParty(party, "adults");
    const offers = supplier.rates(ids, party);
    const flown = offers[0]?.flights?.find(({ departureTime }) => Date.parse(departureTime) <= clock.now());
    if (flown !== undefined) throw hasLeft(flown);
    return offers;
  },
});

const hasLeft = ({ flightNumber, departureTime, id }: FlightSegment): Failure =>
  ruleBroken(`Flight ${flightNumber} left at ${departureTime}.`, {
    field: "ids",
    value: id,
    hint: "Search again for flights that have not left.",
  });
