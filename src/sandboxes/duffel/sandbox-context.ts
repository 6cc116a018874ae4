import type { Airline } from "../../model/airline.ts";
import type { Clock } from "../../model/clock.ts";
import type { Log } from "../../model/log.ts";
import type { Places } from "../../model/place.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Store } from "../../platform/stores/store.ts";
import type { Supplier } from "../../travel/supplier.ts";
import type { Travel } from "../../travel/travel.ts";
import type { OfferBook } from "./offer-book.ts";
import type { Reference } from "./reference.ts";
import type { Route } from "./route.ts";

/** What a Duffel sandbox is made of. */
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
  /** A minute and account. */
  readonly limits?: { readonly requests: number; readonly searches: number };
  /** In which limits are counted: a world that stands still must not stop its clients. */
  readonly realTime?: () => number;
  /** What is sold beyond the search: orders, payments, changes, webhooks. */
  readonly orderRoutes?: (context: SandboxContext) => OrderDesk;
}

/** A kind of aircraft, by the name that flights carry. */
export interface AircraftType {
  /** IATA code. */
  readonly code: string;
  readonly name: string;
  readonly body: "wide" | "narrow" | "regional" | "turboprop" | "small";
  readonly seats: number;
}

/** What routes work with. What an account keeps in the store goes by `keys.duffel(caller.tenant, caller.sessionId, name)`. */
export interface SandboxContext
  extends Pick<SandboxParts, "travel" | "places" | "store" | "clock" | "seed" | "log" | "outbound"> {
  readonly offers: OfferBook;
  readonly reference: Reference;
}

export interface OrderDesk {
  readonly routes: readonly Route[];
  /** Waits for what is under way, such as webhooks; nothing may run after it. */
  close?(): Promise<void>;
}
