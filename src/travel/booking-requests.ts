import type { Booking } from "../model/booking.ts";
import type { Cents } from "../model/money.ts";
import type { Passenger } from "../model/passenger.ts";
import type { Contact, Person } from "./booking-rules.ts";
import type { NewPassenger } from "./passenger-rules.ts";

export interface Safeguards {
  /** A repeat with the same key and request returns the same PNR. */
  readonly idempotencyKey?: string;
  /** What the caller thinks this costs. */
  readonly expectedTotal?: Cents;
}

export interface BookFlight extends Contact, Safeguards {
  readonly flightIds: readonly string[];
  readonly passengers: readonly NewPassenger[];
}

export interface Addition extends Contact, Safeguards {
  readonly existingPnr?: string;
  readonly specialRequests?: string;
}

export interface BookHotel extends Addition {
  readonly hotelId: string;
  readonly guests: readonly Person[];
}

export interface BookCar extends Addition {
  readonly carId: string;
  readonly driver?: Person;
}

/** By the tool that takes them; idempotency keys are kept per tool. */
export interface BookingRequests {
  readonly bookFlight: BookFlight;
  readonly bookHotel: BookHotel;
  readonly bookCar: BookCar;
}

export interface BookingResult {
  readonly booking: Booking;
  readonly warnings: string[];
}

/** What is sold. */
export type Services = Pick<Booking, "flights" | "hotels" | "cars">;

/** What a request would book, before it does. */
export interface BookingPreview extends Services {
  /** Who travels, stays or drives. */
  readonly passengers: readonly Passenger[];
  /** Of what the request adds. */
  readonly price: Cents;
  /** The booking it goes on, as it stands. */
  readonly existing?: Booking;
  readonly warnings: readonly string[];
}
