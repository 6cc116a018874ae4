import type { IsoDate } from "../../model/calendar.ts";
import type { Cabin } from "../../model/flight.ts";
import type { FlightOption } from "./flight-option.ts";

/** Duffel's limit for one search. */
export const MAX_OPTIONS = 50;

/** Flight search with the parameters of Duffel's API. Validates requests, and throws a Failure that names the field. */
export interface FlightShop {
  /** Whether offers are real. */
  readonly source: "sandbox" | "live";
  /** One way or return. */
  search(request: FlightSearchRequest, options?: ShopOptions): Promise<FlightSearchAnswer>;
  searchMultiCity(request: MultiCityRequest, options?: ShopOptions): Promise<FlightSearchAnswer>;
  /** Reads the current state of an offer, never from the cache. */
  offer(id: string, options?: ShopOptions): Promise<OfferAnswer>;
}

interface ShopOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

/** HH:MM, local time, both ends included. */
export interface TimeWindow {
  readonly after: string;
  readonly before: string;
}

interface Travellers {
  /** Default 1. */
  readonly adults?: number | undefined;
  /** Default 0. */
  readonly children?: number | undefined;
  /** Default 0. Infants travel on an adult's lap. */
  readonly infants?: number | undefined;
  /** One per child, on the last day of travel. Fares depend on them. */
  readonly child_ages?: readonly number[] | undefined;
}

interface Preferences {
  /** Default: any. */
  readonly cabin_class?: Cabin | undefined;
  /** Default 2. */
  readonly max_connections?: number | undefined;
  /** Bypasses the cache. */
  readonly refresh?: boolean | undefined;
}

export interface FlightSearchRequest extends Travellers, Preferences {
  /** IATA code of an airport or a city. */
  readonly origin: string;
  readonly destination: string;
  readonly departure_date: IsoDate;
  readonly return_date?: IsoDate | undefined;
  /** Of the outbound flight. */
  readonly departure_time?: TimeWindow | undefined;
  /** Of the outbound flight. */
  readonly arrival_time?: TimeWindow | undefined;
}

export interface MultiCityRequest extends Travellers, Preferences {
  readonly slices: readonly {
    readonly origin: string;
    readonly destination: string;
    readonly departure_date: IsoDate;
  }[];
}

/** Where an answer comes from. */
interface Provenance {
  readonly source: FlightShop["source"];
  /** The ID in the log. */
  readonly operationId: string;
  /** When Duffel was called, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  readonly warnings: readonly string[];
}

export interface FlightSearchAnswer extends Provenance {
  /** At most MAX_OPTIONS, cheapest first. Frozen, because several answers can share it. */
  readonly options: readonly FlightOption[];
  readonly cached: boolean;
  /** Set when Duffel could not be reached: the age of the cached answer. */
  readonly staleSeconds?: number;
  /** Why `options` is empty. */
  readonly reason?: string;
}

interface OfferAnswer extends Provenance {
  readonly option: FlightOption;
}
