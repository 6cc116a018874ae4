import { REFUNDS } from "./fare.ts";
import { array, boolean, extend, integer, maybe, object, oneOf, type Schema, type Static, string } from "./schema.ts";

export const CABINS = ["economy", "premium_economy", "business", "first"] as const;
export type Cabin = (typeof CABINS)[number];

/** As in flight ids. */
export const LETTER_OF_CABIN = { economy: "Y", premium_economy: "W", business: "J", first: "F" } as const;

const localTime = { format: "date-time", description: "Local time with UTC offset" };

const Charge = object({
  code: string({ description: "Tax or charge code as printed on tickets" }),
  name: string(),
  amount: integer({ description: "US cents for the whole party" }),
});

export const FlightSegment = object({
  id: string(),
  flightNumber: string({ description: "Airline code and number, such as AA100" }),
  airlineCode: string(),
  airlineName: string(),
  operatedBy: maybe(string({ description: "The airline that flies it, if it is not the one that sells it" })),
  operatingFlightNumber: maybe(string({ description: "Code and number of the airline that flies it, such as OO5432" })),
  originCode: string(),
  originName: string(),
  destinationCode: string(),
  destinationName: string(),
  departureTime: string(localTime),
  arrivalTime: string(localTime),
  duration: integer({ description: "Minutes from departure to arrival" }),
  aircraftType: string(),
  cabin: oneOf(CABINS),
  price: integer({ description: "US cents for the whole party, taxes included" }),
  seatsAvailable: integer({ minimum: 0, maximum: 9, description: "9 means nine or more" }),
  bookingClass: string({ description: "Fare class letter" }),
  fareBasis: string(),
  baseFare: integer({ description: "US cents for the whole party, before taxes" }),
  taxes: array(Charge),
  baggage: string({ description: "Checked baggage per person, such as 1PC or 30K" }),
  refundable: boolean(),
  fareFamily: string({ description: "What the airline calls the fare" }),
  changeFee: {
    type: ["integer", "null"],
    description: "US cents for each traveller; null if the fare cannot be changed",
  } as Schema<number | null>,
  refund: oneOf(REFUNDS, { description: "What a cancellation gives back" }),
  refundFee: integer({ description: "US cents for each traveller" }),
  seatSelection: oneOf(["free", "paid"]),
  status: oneOf(["available", "sold_out", "cancelled"]),
});
export type FlightSegment = Static<typeof FlightSegment>;

const Layover = object({
  airportCode: string(),
  airportName: string(),
  duration: integer({ description: "Minutes between the flights" }),
});

/** A nonstop flight, or connecting flights sold together. */
export const FlightOption = extend(FlightSegment, {
  flightIds: array(string(), { description: "Pass these to bookFlight, all of them, in this order" }),
  stops: integer({ minimum: 0, maximum: 2 }),
  pricePerAdult: integer({ description: "US cents for one adult, taxes included" }),
  segments: maybe(array(FlightSegment, { description: "The flights of a connection, in order" })),
  layovers: maybe(array(Layover)),
});
export type FlightOption = Static<typeof FlightOption>;

/** Public reference data about an airline. */
export interface Airline {
  /** IATA code, `BA`. */
  readonly code: string;
  /** ICAO code; empty if unconfirmed. */
  readonly icao: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly alliance: string | null;
  readonly hubs: readonly string[];
  readonly lowCost?: true;
}
