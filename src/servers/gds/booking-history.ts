import { instantText } from "../../model/calendar.ts";
import type { InspectedBooking } from "../../travel/browse-bookings.ts";
import { BRIEF_CAR, BRIEF_EXTRA, BRIEF_FLIGHT, BRIEF_HOTEL } from "./booking-answer.ts";
import { picked } from "./lean-offers.ts";

/** What happened to a booking, as its agent sees it. */
export const bookingHistory = ({ booking, history, operations, ledger }: InspectedBooking) => ({
  pnr: booking.pnr,
  status: booking.status,
  revision: booking.revision,
  payment: booking.payment,
  history: history.map(({ at, what }) => ({ at: instantText(at), what })),
  operations: operations.map(({ id, at, kind, removed, added, fee, total }) => ({
    ...{ revision: id, at: instantText(at), kind },
    removed: [
      ...removed.flights.map((flight) => picked(flight, BRIEF_FLIGHT)),
      ...removed.hotels.map((hotel) => picked(hotel, BRIEF_HOTEL)),
      ...removed.cars.map((car) => picked(car, BRIEF_CAR)),
      ...removed.extras.map((extra) => picked(extra, BRIEF_EXTRA)),
    ],
    ...{ added, fee, total },
  })),
  ledger: ledger.map(({ id, at, op, ...line }) => ({ id, at: instantText(at), revision: op, ...line })),
  notices: booking.notices ?? [],
});
