import type { Sessions } from "../mcp/sessions/sessions.ts";
import type { Booking } from "../model/booking.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, notFound } from "../model/failure.ts";
import type { BookingAttempts } from "./booking-attempts.ts";
import type { BookCar, BookFlight, BookHotel, BookingPreview, BookingResult } from "./booking-requests.ts";
import { requireNotCancelled } from "./booking-rules.ts";
import { type Bookings, bookingView, byAge, type StoredBooking } from "./bookings.ts";
import type { Seats } from "./seats.ts";

/** Books, retrieves, lists and cancels bookings. */
export interface BookingService {
  /** `signal` is aborted when the client disconnects: a repeat then stops waiting for the first request. */
  bookFlight(request: BookFlight, caller: Caller, signal?: AbortSignal): Promise<BookingResult>;
  bookHotel(request: BookHotel, caller: Caller, signal?: AbortSignal): Promise<BookingResult>;
  bookCar(request: BookCar, caller: Caller, signal?: AbortSignal): Promise<BookingResult>;
  /** What the call would book, without writing anything. Undefined for a request that has been booked before. */
  previewFlight(request: BookFlight, caller: Caller): Promise<BookingPreview | undefined>;
  previewHotel(request: BookHotel, caller: Caller): Promise<BookingPreview | undefined>;
  previewCar(request: BookCar, caller: Caller): Promise<BookingPreview | undefined>;
  retrieveBooking(pnr: string, caller: Caller): Promise<Booking>;
  /** The booking that would be cancelled. */
  previewCancellation(pnr: string, caller: Caller): Promise<Booking>;
  cancelBooking(pnr: string, reason: string | undefined, caller: Caller): Promise<Booking>;
  /** The bookings of one session, oldest first; with `before`, only those made before that PNR. */
  listBookings(status: "all" | "confirmed" | "cancelled", caller: Caller, before?: string): Promise<readonly Booking[]>;
}

interface Parts {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly seats: Seats;
  readonly attempts: BookingAttempts;
}

export const createBookingService = ({ sessions, clock, bookings, seats, attempts }: Parts): BookingService => {
  const { book, preview } = attempts;
  return {
    bookFlight: (request, caller, signal) => book("bookFlight", request, caller, signal),
    bookHotel: (request, caller, signal) => book("bookHotel", request, caller, signal),
    bookCar: (request, caller, signal) => book("bookCar", request, caller, signal),

    previewFlight: (request, caller) => preview("bookFlight", request, caller),
    previewHotel: (request, caller) => preview("bookHotel", request, caller),
    previewCar: (request, caller) => preview("bookCar", request, caller),

    retrieveBooking: async (pnr, caller) => bookingView(await bookings.require(caller.tenant, pnr, "pnr")),

    async previewCancellation(pnr, caller) {
      const booking = await bookings.require(caller.tenant, pnr, "pnr");
      requireNotCancelled(booking, "pnr");
      return bookingView(booking);
    },

    async cancelBooking(pnr, reason, caller) {
      const { tenant } = caller;
      const before = await bookings.require(tenant, pnr, "pnr");
      const owner = { tenant, sessionId: before.sessionId };
      try {
        requireNotCancelled(before, "pnr");
        // From here on, seats that cannot be released lapse by themselves.
        await seats.makeProvisional(owner, pnr, before.stockKeys);
        const cancelled = await bookings.change(
          tenant,
          pnr,
          "pnr",
          (booking) => {
            requireNotCancelled(booking, "pnr");
            return cancelledBooking(booking, clock.now(), reason);
          },
          { evenIfFull: true },
        );
        // The cancellation is durable: a failed release of the seats must not fail it.
        await seats.release(owner, pnr, cancelled.stockKeys).catch(() => undefined);
        return bookingView(cancelled);
      } catch (error) {
        if (error instanceof Failure && error.kind === "rule") await seats.release(owner, pnr, before.stockKeys);
        throw error;
      }
    },

    async listBookings(status, caller, before) {
      const found = await bookings.findMany(caller.tenant, await sessions.bookings(caller));
      const inOrder = [...found].sort(byAge);
      const end = before === undefined ? inOrder.length : inOrder.findIndex(({ pnr }) => pnr === before);
      if (end === -1) throw notListed(before as string);
      return inOrder
        .slice(0, end)
        .filter((booking) => status === "all" || booking.status === status)
        .map(bookingView);
    },
  };
};

const cancelledBooking = (
  { exchange: _abandoned, ...booking }: StoredBooking,
  now: number,
  reason: string | undefined,
): StoredBooking => ({
  ...booking,
  status: "cancelled",
  lastModified: now,
  cancelledAt: now,
  ...(reason !== undefined && { cancellationReason: reason }),
  flights: booking.flights.map((flight) => ({ ...flight, status: "cancelled", segmentStatus: "XX" })),
  hotels: booking.hotels.map((hotel) => ({ ...hotel, status: "cancelled" })),
  cars: booking.cars.map((car) => ({ ...car, status: "cancelled" })),
});

const notListed = (pnr: string): Failure =>
  notFound(`${pnr} is not a booking of this session.`, {
    field: "before",
    value: pnr,
    hint: "Leave before out to list the newest bookings.",
  });
