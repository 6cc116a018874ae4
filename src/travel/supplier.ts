import type { CarRental, HotelReservation } from "../model/booking.ts";
import type { IsoDate } from "../model/calendar.ts";
import type { Airline, Cabin, FlightOption, FlightSegment } from "../model/flight.ts";
import type { Cents } from "../model/money.ts";
import type { Party } from "../model/passenger.ts";
import type { Place } from "../model/place.ts";

/**
 * A source of offers. Queries have been validated: places exist, dates are real and in range, the party is allowed.
 *
 * An offer can be recomputed from its id. Methods that take ids throw a Failure that names the field and what to do:
 * "not_found", or "rule" if the offer exists but cannot be sold as requested.
 */
export interface Supplier {
  readonly source: "sandbox" | "live";

  /** Largest first. */
  airlines(): readonly Airline[];

  searchFlights(query: FlightQuery): Answer<FlightOffer>;
  /** The flights of one booking, in order, priced for the party that travels. */
  quoteFlights(ids: readonly string[], party: Party): readonly QuotedFlight[];
  /** The flights under a number on a day; never empty. */
  timetable(flightNumber: string, date: IsoDate): readonly ScheduledFlight[];

  /** The seats of the flight's cabin, before any bookings. */
  seatMap(flight: FlightSegment): SeatMap;
  /** Bags and services for flights that are sold together. */
  ancillaries(flights: readonly FlightSegment[]): readonly Ancillary[];

  /** All fares of flights, or all rooms and rates of a hotel, cheapest first. */
  rates(ids: readonly string[], party: Party): readonly RateOffer[];

  searchHotels(query: HotelQuery): Answer<HotelReservation>;
  quoteHotel(id: string): HotelReservation;
  /** Every room and rate of the hotel for that stay, each with an id of its own, the cheapest first. */
  hotelRates(id: string): readonly HotelReservation[];
  /** The rooms that a stay needs, one item for each night. */
  roomStock(stay: HotelReservation): readonly StockItem[];
  /** The buckets of its stock. */
  roomBuckets(stay: HotelReservation): readonly string[];

  searchCars(query: CarQuery): Answer<CarRental>;
  quoteCar(id: string): CarRental;
  /** The car that a rental needs, one item for each day. */
  carStock(rental: CarRental): readonly StockItem[];
  carBuckets(rental: CarRental): readonly string[];
}

/** Changes what a supplier offers, in searches and quotes alike. */
export type Overlay = (supplier: Supplier) => Supplier;

/** Offers are immutable and `offers` is frozen, so that an answer and its serialisation can be reused. */
export interface Answer<Offer> {
  readonly offers: readonly Offer[];
  /** The number of offers found; `offers` has the first of them. */
  readonly total: number;
  /** Why nothing was found, as a sentence; only if `offers` is empty. */
  readonly reason?: string;
}

export const FLEXIBILITIES = ["any", "changeable", "refundable"] as const;
/** What the fare must allow at least. */
export type Flexibility = (typeof FLEXIBILITIES)[number];

export interface FlightQuery {
  readonly origin: Place;
  readonly destination: Place;
  readonly date: IsoDate;
  readonly cabin: Cabin;
  readonly party: Party;
  readonly maxConnections: 0 | 1 | 2;
  /** Default: any. */
  readonly flexibility?: Flexibility;
  readonly sortBy: "price" | "duration" | "departure";
  readonly maxResults: number;
}

/** Something finite that a service or extra needs. */
export interface StockItem {
  readonly kind: "flight" | "room" | "car" | "seat" | "credit";
  /** `bucket#item`, or the bucket alone. What is claimed together has the same bucket. */
  readonly key: string;
  /** How many units are for sale, before any bookings. */
  readonly forSale: number;
  /** How many are needed. */
  readonly units: number;
  /** The id of the service or extra, or the code of the credit. */
  readonly about: string;
  /** Who travels on the flight, in letters that only mean something there. */
  readonly people?: string;
  /** Keeps the claim until then, if the booking expires earlier. */
  readonly until?: number;
  /** In error messages. */
  readonly name: string;
}

/** One way to buy what was asked about: flights in a fare family, or a hotel's room at a rate. */
export interface RateOffer {
  /** Book these. */
  readonly ids: readonly string[];
  readonly price: Cents;
  /** What it buys: flights in order, or a hotel. */
  readonly flights?: readonly FlightSegment[];
  readonly hotel?: HotelReservation;
}

/** The seats for sale on one flight and cabin, before any bookings. */
export interface SeatStock {
  /** Identifies flight, date and cabin. */
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
  /** Minimum connecting time in minutes to the next flight. */
  readonly minimumConnection: number;
}

/** A flight of a day. */
export interface ScheduledFlight
  extends Pick<
    FlightSegment,
    | "flightNumber"
    | "airlineName"
    | "operatedBy"
    | "originCode"
    | "originName"
    | "destinationCode"
    | "destinationName"
    | "departureTime"
    | "arrivalTime"
    | "aircraftType"
  > {
  /** All numbers under which it is known. */
  readonly numbers: readonly string[];
}

export interface SeatMap {
  readonly flightId: string;
  /** Identifies flight, date and cabin: the stock of seats without regard to where they are. */
  readonly stockKey: string;
  readonly cabin: Cabin;
  /** The seat letters of a row, split at the aisles: `["ABC", "DEF"]`. */
  readonly sections: readonly string[];
  /** From front to back. */
  readonly rows: readonly SeatRow[];
}

export interface SeatRow {
  readonly isExit: boolean;
  /** One per letter of the sections. */
  readonly seats: readonly Seat[];
}

export interface Seat {
  /** 24A. */
  readonly designator: string;
  readonly price: Cents;
  readonly isExit: boolean;
  /** Before any bookings. */
  readonly isTaken: boolean;
  /** By a booking. */
  readonly isBooked?: true;
}

/** A bag or a service that can be bought for flights that are sold together. */
export interface Ancillary {
  /** BAG, BAG2, or a special service request such as VGML. */
  readonly code: string;
  readonly kind: "bag" | "service";
  readonly what: string;
  readonly price: Cents;
  readonly flightIds: readonly string[];
  readonly for: "seated" | "adult" | "child" | "infant" | "adult with infant";
  /** A traveller can have one of a group. */
  readonly group?: "meal" | "wheelchair";
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
