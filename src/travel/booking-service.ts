import type { Sessions } from "../mcp/sessions/sessions.ts";
import type { Booking } from "../model/booking.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { type Failure, notFound } from "../model/failure.ts";
import type { BookingAttempts } from "./booking-attempts.ts";
import type { BookCar, BookFlight, BookHotel, BookingPreview, BookingResult } from "./booking-requests.ts";
import { type Bookings, byAge } from "./bookings.ts";
import type { WaitingClient } from "./idempotency.ts";
import { bookingView } from "./stored-booking.ts";

/** Books, retrieves and lists bookings. */
export interface BookingService {
  bookFlight(request: BookFlight, caller: Caller, client?: WaitingClient): Promise<BookingResult>;
  bookHotel(request: BookHotel, caller: Caller, client?: WaitingClient): Promise<BookingResult>;
  bookCar(request: BookCar, caller: Caller, client?: WaitingClient): Promise<BookingResult>;
  /** What the call would book, without writing anything. Undefined for a request that has been booked before. */
  previewFlight(request: BookFlight, caller: Caller): Promise<BookingPreview | undefined>;
  previewHotel(request: BookHotel, caller: Caller): Promise<BookingPreview | undefined>;
  previewCar(request: BookCar, caller: Caller): Promise<BookingPreview | undefined>;
  retrieveBooking(pnr: string, caller: Caller): Promise<Booking>;
  /** The bookings of one session, oldest first; with `before`, only those made before that PNR. */
  listBookings(status: "all" | "confirmed" | "cancelled", caller: Caller, before?: string): Promise<readonly Booking[]>;
}

interface Parts {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly attempts: BookingAttempts;
}

export const createBookingService = ({ sessions, clock, bookings, attempts }: Parts): BookingService => {
  const { book, preview } = attempts;
  return {
    bookFlight: (request, caller, client) => book("bookFlight", request, caller, client),
    bookHotel: (request, caller, client) => book("bookHotel", request, caller, client),
    bookCar: (request, caller, client) => book("bookCar", request, caller, client),

    previewFlight: (request, caller) => preview("bookFlight", request, caller),
    previewHotel: (request, caller) => preview("bookHotel", request, caller),
    previewCar: (request, caller) => preview("bookCar", request, caller),

    retrieveBooking: async (pnr, caller) => bookingView(await bookings.require(caller.tenant, pnr, "pnr"), clock.now()),

    async listBookings(status, caller, before) {
      const found = await bookings.findMany(caller.tenant, await sessions.bookings(caller));
      const inOrder = [...found].sort(byAge);
      const end = before === undefined ? inOrder.length : inOrder.findIndex(({ pnr }) => pnr === before);
      if (end === -1) throw notListed(before as string);
      return inOrder
        .slice(0, end)
        .filter((booking) => status === "all" || booking.status === status)
        .map((booking) => bookingView(booking, clock.now()));
    },
  };
};

const notListed = (pnr: string): Failure =>
  notFound(`${pnr} is not a booking of this session.`, {
    field: "before",
    value: pnr,
    hint: "Leave before out to list the newest bookings.",
  });
