import type { Booking } from "../model/booking.ts";
import type { Caller } from "../model/caller.ts";
import type { Bus } from "../platform/stores/bus.ts";
import type { Travel } from "./travel.ts";

/** A booking that was made or changed. */
export type BookingChange = { readonly tenant: string; readonly pnr: string; readonly sessionId: string };

/** Announces changed bookings to listeners on every node. */
export interface BookingChanges {
  announce(change: BookingChange): void;
  /** Returns a function that stops listening. */
  listen(listener: (change: BookingChange) => void): () => void;
}

const TOPIC = "bookings:changed";

export const createBookingChanges = (bus: Bus): BookingChanges => ({
  announce: (change) => bus.publish(TOPIC, change),
  listen: (listener) => bus.listen(TOPIC, (body) => listener(body as BookingChange)),
});

/** Announces the bookings that `travel` makes and changes, whichever server or API the request came through. */
export const announcingChanges = (travel: Travel, { announce }: Pick<BookingChanges, "announce">): Travel => {
  const announced = async <Changed extends Booking | { readonly booking: Booking }>(
    change: Promise<Changed>,
    { tenant }: Pick<Caller, "tenant">,
  ): Promise<Changed> => {
    const changed = await change;
    const { pnr, sessionId } = "booking" in changed ? changed.booking : changed;
    announce({ tenant, pnr, sessionId });
    return changed;
  };
  return {
    ...travel,
    bookFlight: (request, caller, client) => announced(travel.bookFlight(request, caller, client), caller),
    bookHotel: (request, caller, client) => announced(travel.bookHotel(request, caller, client), caller),
    bookCar: (request, caller, client) => announced(travel.bookCar(request, caller, client), caller),
    cancelBooking: (pnr, reason, caller) => announced(travel.cancelBooking(pnr, reason, caller), caller),
    confirmChange: (request, caller) => announced(travel.confirmChange(request, caller), caller),
    makeChange: (request, caller) => announced(travel.makeChange(request, caller), caller),
    updateBooking: (request, caller) => announced(travel.updateBooking(request, caller), caller),
    payBooking: (request, caller) => announced(travel.payBooking(request, caller), caller),
    disrupt: (pnr, doing, tenant) => announced(travel.disrupt(pnr, doing, tenant), { tenant }),
  };
};
