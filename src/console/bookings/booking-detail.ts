import type { Places } from "../../model/place.ts";
import type { InspectedBooking } from "../../travel/browse-bookings.ts";
import type { BookingDetail } from "../contract.ts";
import { priceRowsOf } from "./booking-summary.ts";
import { partsInOrder } from "./itinerary.ts";
import { terminalDisplay } from "./terminal-display.ts";

/** A booking with all that was done to it. */
export const detailOf = (inspected: InspectedBooking, places: Places): BookingDetail => {
  const { booking, history, ledger, operations } = inspected;
  const parts = partsInOrder(booking, places);
  const iso = (at: number): string => new Date(at).toISOString();
  return {
    booking,
    legs: parts.map(({ leg }) => leg),
    price: priceRowsOf(booking),
    history: history.map(({ at, what }) => ({ at: iso(at), what })),
    ledger: ledger.map(({ at, op, kind, amount, about, traveller, method, reference, why }) => ({
      ...{ at: iso(at), revision: op, kind, amount },
      ...(about !== undefined && { about }),
      ...(traveller !== undefined && { traveller }),
      ...(method !== undefined && { method }),
      ...(reference !== undefined && { reference }),
      ...(why !== undefined && { why }),
    })),
    operations: operations.map(({ id, at, kind, removed, added, fee, total }) => ({
      ...{ revision: id, at: iso(at), kind, added, fee, total },
      removed: Object.values(removed)
        .flat()
        .map((one) => one.id),
    })),
    display: terminalDisplay(booking, parts, ledger),
  };
};
