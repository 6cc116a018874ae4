import type { Caller } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import type { Airline } from "../../model/flight.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Places } from "../../model/place.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Store } from "../../platform/stores/store.ts";
import type { Supplier } from "../../travel/supplier.ts";
import type { Travel } from "../../travel/travel.ts";
import type { Reference } from "./reference.ts";
import type { Route } from "./router.ts";
import type { Offers } from "./search/offers.ts";

export interface SandboxParts {
  /** Sells on magic routes. `travel` must be able to book its flights. */
  readonly testAirline: Pick<Supplier, "searchFlights">;
  readonly travel: Travel;
  readonly places: Places;
  airlines(): readonly Airline[];
  aircraft(): readonly AircraftType[];
  readonly store: Store;
  readonly clock: Clock;
  readonly seed: string;
  readonly log: Log;
  /** For webhooks. */
  readonly outbound: Outbound;
  /** Per minute and account. */
  readonly limits?: { readonly requests: number; readonly searches: number };
  /** The time for rate limits, which must go on while the world's clock is frozen. */
  readonly realTime?: () => number;
  /** Orders, payments, changes and webhooks. Default: search only. */
  readonly orderRoutes?: (context: SandboxContext) => OrderRoutes;
}

export interface AircraftType {
  /** IATA code. */
  readonly code: string;
  /** The name that flights carry. */
  readonly name: string;
  readonly body: "wide" | "narrow" | "regional" | "turboprop" | "small";
  readonly seats: number;
}

/** What the routes work with. */
export interface SandboxContext
  extends Pick<SandboxParts, "travel" | "places" | "store" | "clock" | "seed" | "log" | "outbound"> {
  readonly offers: Offers;
  readonly reference: Reference;
}

export interface OrderRoutes {
  readonly routes: readonly Route[];
  /** Stops background work, such as webhook deliveries, and waits for it. */
  close?(): Promise<void>;
}

/** The key under which the store has a record of the caller's account. */
export const accountKey = ({ tenant, sessionId }: Pick<Caller, "tenant" | "sessionId">, name: string): string =>
  keys.duffel(tenant, sessionId, name);
