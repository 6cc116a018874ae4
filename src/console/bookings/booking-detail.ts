import { dateOf } from "../../model/calendar.ts";
import type { Places } from "../../model/place.ts";
import type { InspectedBooking } from "../../travel/browse-bookings.ts";
import type { BookingDetail } from "../contract.ts";
import { priceRowsOf } from "./booking-summary.ts";
import { flightTitle, partsInOrder } from "./itinerary.ts";
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
      removed: removedIn(removed),
    })),
    display: terminalDisplay(booking, parts, ledger),
  };
};

/** What left is not on the booking any more, so it is named here. */
const removedIn = ({ flights, hotels, cars, extras }: InspectedBooking["operations"][number]["removed"]) => [
  ...flights.map((flight) => ({ id: flight.id, title: `${flightTitle(flight)} on ${dateOf(flight.departureTime)}` })),
  ...hotels.map(({ id, hotelName, checkInDate }) => ({ id, title: `${hotelName} from ${checkInDate}` })),
  ...cars.map(({ id, companyName, vehicleModel }) => ({ id, title: `${companyName} · ${vehicleModel}` })),
  ...extras.map(({ id, what, traveller }) => ({ id, title: `${what}, ${traveller}` })),
];
