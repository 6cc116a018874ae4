import type { Entry } from "./ledger.ts";
import type { NewNotice } from "./notices.ts";
import type { StoredBooking } from "./stored-booking.ts";
import type { StockItem } from "./supplier.ts";

export const DISRUPTIONS = ["cancel_flight", "retime", "downgrade", "walk_guest", "substitute_car"] as const;

/** What an airline, hotel or car company does to a booking. */
export interface Disruption {
  readonly kind: (typeof DISRUPTIONS)[number];
  /** The id of the service on the booking; of a flight, or of several flights that get new times together. */
  readonly about: string | readonly string[];
  /** Only of `retime`: how much later; earlier if negative. */
  readonly minutes?: number;
  /** The cabin of a downgrade, the hotel of a walk, the car of a substitution. Default: the nearest one. */
  readonly to?: string;
  /** The text of the notice, instead of our own. */
  readonly notice?: string;
  /** Identifies the doing: a repeat changes nothing. */
  readonly cue?: string;
}

/** Pure: depends on the booking, the doing and the time alone. `full` are offers that turned out to be sold out. */
export type Disrupt = (booking: StoredBooking, doing: Disruption, full: ReadonlySet<string>) => Disturbed;

/** What a doing makes of a booking. */
export interface Disturbed {
  readonly services: Partial<Pick<StoredBooking, "flights" | "hotels" | "cars" | "extras">>;
  /** What is sold and given back. */
  readonly entries?: readonly Entry[];
  readonly notices: readonly NewNotice[];
  /** What the new services need. */
  readonly stock?: readonly StockItem[];
  /** What left the booking, and the ids of what came in its place. */
  readonly removed?: Partial<Pick<StoredBooking, "flights" | "hotels" | "cars" | "extras">>;
  readonly added?: readonly string[];
}
