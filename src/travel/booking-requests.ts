import type { Booking } from "../model/booking.ts";
import type { Cents } from "../model/money.ts";
import type { Passenger } from "../model/passenger.ts";
import type { Contact, Person } from "./booking-rules.ts";
import type { PaymentPart } from "./ledger.ts";
import type { NewPassenger } from "./passenger-rules.ts";

interface Safeguards {
  /** A repeat with the same key and request returns the same PNR. */
  readonly idempotencyKey?: string;
  /** The price that the caller expects. */
  readonly expectedTotal?: Cents;
}

export interface BookFlight extends Contact, Safeguards {
  readonly flightIds: readonly string[];
  readonly passengers: readonly NewPassenger[];
  readonly specialRequests?: string;
  /** Keeps the seats and pays later, by a time of the airline's, or by the one that was agreed when it was offered. */
  readonly hold?: boolean | { readonly payBy: number };
  /** account (default) or card:tok_visa. */
  readonly payment?: string;
  /** Instead of `payment`, for callers that have checked the parts. */
  readonly payments?: readonly PaymentPart[];
  /** Ids of seats, bags and services; P1 is the first passenger. */
  readonly extras?: readonly string[];
  /** Added to the base fare of the first flight: the price rose between the offer and the booking. */
  readonly surcharge?: Cents;
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

/** By tool name; idempotency keys are scoped to the tool. */
export interface BookingRequests {
  readonly bookFlight: BookFlight;
  readonly bookHotel: BookHotel;
  readonly bookCar: BookCar;
}

export interface BookingResult {
  readonly booking: Booking;
  readonly warnings: string[];
}

/** The services on a booking. */
export type Services = Pick<Booking, "flights" | "hotels" | "cars">;

/** What a request would book. */
export interface BookingPreview extends Services, Pick<Booking, "extras"> {
  /** The travellers, guests or driver. */
  readonly passengers: readonly Passenger[];
  /** The price of the added services. */
  readonly price: Cents;
  /** The booking that the services would be added to. */
  readonly existing?: Booking;
  readonly warnings: readonly string[];
}
