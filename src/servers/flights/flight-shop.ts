import type { IsoDate } from "../../model/calendar.ts";
import type { Cabin } from "../../model/flight.ts";
import type { FlightOption } from "../../travel/flight-option.ts";

/** Duffel's own limit for one search. */
export const MOST_OPTIONS = 50;

/**
 * Where flights are shopped for in the words of Duffel's search. Requests may come from anywhere and are checked here;
 * what cannot be had is a Failure that names the field.
 */
export interface FlightShop {
  /** What answers say of themselves. */
  readonly source: "sandbox" | "live";
  /** One way, or there and back. */
  search(request: FlightSearchRequest, options?: ShopOptions): Promise<FlightSearchAnswer>;
  searchMultiCity(request: MultiCityRequest, options?: ShopOptions): Promise<FlightSearchAnswer>;
  /** As it is now, never from the cache. */
  offer(id: string, options?: ShopOptions): Promise<OfferAnswer>;
}

export interface ShopOptions {
  /** The caller no longer wants the answer. */
  readonly signal?: AbortSignal;
}

/** Local to the airport, HH:MM, both ends included. */
export interface TimeWindow {
  readonly after: string;
  readonly before: string;
}

interface Travellers {
  /** Default 1. */
  readonly adults?: number | undefined;
  /** Default 0. */
  readonly children?: number | undefined;
  /** Default 0. On an adult's lap. */
  readonly infants?: number | undefined;
  /** One per child, on the last day of travel: fares depend on them. */
  readonly child_ages?: readonly number[] | undefined;
}

interface Wishes {
  /** Left out: any. */
  readonly cabin_class?: Cabin | undefined;
  /** Default 2. */
  readonly max_connections?: number | undefined;
  /** Ask anew, whatever is remembered. */
  readonly refresh?: boolean | undefined;
}

export interface FlightSearchRequest extends Travellers, Wishes {
  /** IATA code of an airport or a city. */
  readonly origin: string;
  readonly destination: string;
  readonly departure_date: IsoDate;
  readonly return_date?: IsoDate | undefined;
  /** Of the way there. */
  readonly departure_time?: TimeWindow | undefined;
  /** Of the way there. */
  readonly arrival_time?: TimeWindow | undefined;
}

export interface MultiCityRequest extends Travellers, Wishes {
  readonly slices: readonly {
    readonly origin: string;
    readonly destination: string;
    readonly departure_date: IsoDate;
  }[];
}

/** What an answer of either kind says of itself. */
interface Provenance {
  readonly source: FlightShop["source"];
  /** Under which the log has it. */
  readonly operationId: string;
  /** Milliseconds since the epoch: when the shop behind was asked. */
  readonly fetchedAt: number;
  readonly warnings: readonly string[];
}

export interface FlightSearchAnswer extends Provenance {
  /** At most MOST_OPTIONS, cheapest first. Frozen: the same answer may be given, and serialised, more than once. */
  readonly options: readonly FlightOption[];
  readonly cached: boolean;
  /** The shop could not be asked; this is what it said the last time, so many seconds ago. */
  readonly staleSeconds?: number;
  /** Why there are none, for the reader; only when `options` is empty. */
  readonly reason?: string;
}

export interface OfferAnswer extends Provenance {
  readonly option: FlightOption;
}
