import type { Sessions } from "../mcp/sessions/sessions.ts";
import type { Clock } from "../model/clock.ts";
import type { Places } from "../model/place.ts";
import type { Store } from "../platform/stores/store.ts";
import { createBookingAttempts } from "./booking-attempts.ts";
import { createBookingJournal } from "./booking-journal.ts";
import { createBookingPlans } from "./booking-plans.ts";
import { type BookingService, createBookingService } from "./booking-service.ts";
import { type BookingUpdates, createBookingUpdates } from "./booking-updates.ts";
import { createBookings } from "./bookings.ts";
import { type BookingBrowser, createBookingBrowser } from "./browse-bookings.ts";
import { type ChangeDesk, createChangeDesk } from "./change-desk.ts";
import { createChangePlans } from "./change-plan.ts";
import { createChanges } from "./changes.ts";
import { createCredits } from "./credits.ts";
import { createExtrasDesk, type ExtrasDesk } from "./extras-desk.ts";
import { createFlightRecords } from "./flight-records.ts";
import { createFlightStatuses, type FlightStatuses } from "./flight-status.ts";
import { createGroundSearch } from "./ground-search.ts";
import { createHoldDesk, type HoldDesk } from "./hold-desk.ts";
import { createIdempotency } from "./idempotency.ts";
import { createPassengerRights } from "./passenger-rights.ts";
import { createRates, type Rates } from "./rates.ts";
import { createSearch, type Search } from "./search.ts";
import { createStock } from "./stock.ts";
import type { Supplier } from "./supplier.ts";
import { createSupplierChanges, type SupplierChanges } from "./supplier-changes.ts";

/** All operations of the travel agency: search, book, pay, change, cancel, browse. */
export interface Travel
  extends Search,
    Rates,
    BookingService,
    HoldDesk,
    ChangeDesk,
    ExtrasDesk,
    BookingUpdates,
    SupplierChanges,
    FlightStatuses,
    BookingBrowser {}

export const createTravel = (parts: {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly bookingTtlMs: number;
  /** Whether all sessions share one stock of seats, rooms and cars, or each session has its own. */
  readonly sharedInventory: boolean;
  /** Default: random. */
  readonly newSearchId?: (() => string) | undefined;
  /** For leases, which must run out while the configured clock is frozen. */
  readonly realTime?: () => number;
}): Travel => {
  const { store, clock, realTime = Date.now } = parts;
  const bookings = createBookings({ ...parts, realTime });
  const stock = createStock({ store, clock, shared: parts.sharedInventory, bookings, realTime });
  const changes = createChanges({ bookings, stock });
  const ground = createGroundSearch({ ...parts, stock });
  const credits = createCredits({ bookings, stock, clock });
  const idempotency = createIdempotency({ store, now: clock.now, bookings });
  const journal = createBookingJournal(store);
  const plans = createBookingPlans(parts);
  const attempts = createBookingAttempts({ ...parts, plans, bookings, journal, stock, changes, credits, idempotency });
  const flightRecords = createFlightRecords(store);
  return {
    ...createSearch({ ...parts, stock, ground }),
    ...createRates({ ...parts, ground }),
    ...createBookingService({ ...parts, bookings, attempts }),
    ...createHoldDesk({ clock, changes, credits }),
    ...createExtrasDesk({ ...parts, bookings, stock }),
    ...createChangeDesk({ store, clock, bookings, changes, credits, ...createChangePlans({ ...parts, plans }) }),
    ...createBookingUpdates({ ...parts, bookings }),
    ...createSupplierChanges({ ...parts, plans, changes, rights: createPassengerRights(parts), flightRecords }),
    ...createFlightStatuses({ ...parts, flightRecords }),
    ...createBookingBrowser({ bookings, journal, clock }),
  };
};
