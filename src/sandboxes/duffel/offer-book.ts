import type { Caller } from "../../model/caller.ts";
import type { Party } from "../../model/passenger.ts";
import type { DuffelOffer, DuffelService, DuffelSlice } from "./duffel-wire.ts";
import type { Scenario } from "./scenarios.ts";

/** Offers, computed again from what their id says whenever somebody asks for one. */
export interface OfferBook {
  /**
   * As it is now, for the account that searched. Throws a DuffelError when there is none, when it has expired, and when
   * it has been sold out since. Does not count as a read: an offer whose price rises keeps what was shown last.
   */
  find(offerId: string, caller: Caller): Promise<FoundOffer>;
  /** One of its offers was ordered: whoever makes the same search again gets offers of their own. */
  markOrdered(offerRequestId: string, caller: Caller): Promise<void>;
  /** What could replace one slice of a trip: flights of that day, cheapest first, at most `limit`. */
  findSlices(wish: SliceWish, limit: number, caller: Caller): Promise<readonly SliceOption[]>;
}

export interface FoundOffer {
  /** As Duffel shows it, without services. */
  readonly wire: DuffelOffer;
  /** Bags and seats that can be bought with it. */
  readonly services: readonly DuffelService[];
  readonly offerRequestId: string;
  /** All flights of all slices in order, by the ids under which the world sells them. */
  readonly flightIds: readonly string[];
  readonly party: Party;
  readonly scenario: Scenario | undefined;
  /** US cents, what the world asks for them. The client pays `wire.total_amount`: more, where the price has risen. */
  readonly total: number;
}

export interface SliceWish {
  /** IATA code: only flights that this airline sells. */
  readonly owner?: string;
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: string;
  readonly cabin: "economy" | "premium_economy" | "business" | "first";
  readonly party: Party;
  /** One id per passenger, in the order adults, children, infants: they stand in the segments. */
  readonly passengerIds: readonly string[];
}

export interface SliceOption {
  readonly slice: DuffelSlice;
  readonly flightIds: readonly string[];
  /** US cents for the party. */
  readonly total: number;
}
