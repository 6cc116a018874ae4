import type { IsoDate } from "../model/calendar.ts";
import type { Cabin, FlightOption, FlightSegment } from "../model/flight.ts";
import type { Party } from "../model/passenger.ts";
import type { Place } from "../model/place.ts";
import type { CarRental } from "../model/rental.ts";
import type { HotelReservation } from "../model/stay.ts";

/**
 * Where offers come from. Queries arrive checked: places exist, dates are real and in range, the party is sane.
 *
 * An offer's id carries what is needed to compute the offer again. The methods that take ids throw a Failure
 * ("not_found", or "rule" when the offer exists but may not be sold so) that names the field and what to do.
 */
export interface Supplier {
  /** What answers say of themselves. */
  readonly source: "sandbox" | "live";

  searchFlights(query: FlightQuery): Answer<FlightOffer>;
  /** The flights of one booking, in order, priced for the party that travels. */
  quoteFlights(ids: readonly string[], party: Party): readonly QuotedFlight[];

  searchHotels(query: HotelQuery): Answer<HotelReservation>;
  quoteHotel(id: string): HotelReservation;

  searchCars(query: CarQuery): Answer<CarRental>;
  quoteCar(id: string): CarRental;
}

/**
 * Offers are immutable and `offers` is frozen, so that the same answer may be given, and serialised, more than once.
 */
export interface Answer<Offer> {
  readonly offers: readonly Offer[];
  /** How many there are, of which `offers` are the first. */
  readonly total: number;
  /** Why there are none, for the reader; only when `offers` is empty. */
  readonly reason?: string;
}

export interface FlightQuery {
  readonly origin: Place;
  readonly destination: Place;
  readonly date: IsoDate;
  readonly cabin: Cabin;
  readonly party: Party;
  readonly maxConnections: 0 | 1 | 2;
  readonly sortBy: "price" | "duration" | "departure";
  readonly maxResults: number;
}

/** Seats of one flight and cabin: what there is to sell before anybody took one. */
export interface SeatStock {
  /** Names the flight, its date and cabin, whatever the fare. */
  readonly key: string;
  readonly seats: number;
}

export interface FlightOffer {
  /** Frozen. */
  readonly option: FlightOption;
  /** One per flight of the option, in order. */
  readonly stock: readonly SeatStock[];
}

export interface QuotedFlight {
  readonly segment: FlightSegment;
  readonly stock: SeatStock;
  /** Minutes needed to change from this flight to one that leaves from the same city next. */
  readonly minimumConnection: number;
}

export interface HotelQuery {
  readonly city: Place;
  readonly checkIn: IsoDate;
  readonly checkOut: IsoDate;
  readonly guests: number;
  readonly minStars: number;
  readonly sortBy: "price" | "stars" | "name";
  readonly maxResults: number;
}

export interface CarQuery {
  readonly pickup: Place;
  readonly dropoff: Place;
  /** Instants. */
  readonly pickupAt: number;
  readonly dropoffAt: number;
  readonly driverAge: number;
  readonly sortBy: "price" | "class" | "company";
  readonly maxResults: number;
}
