import type { FareConditions, FareFamily } from "../../../model/fare.ts";
import type { FlightOption, FlightSegment } from "../../../model/flight.ts";
import type { FlightOffer } from "../../supplier.ts";
import { localTimeIn } from "../zones.ts";
import { type CabinLetter, cabinOf } from "./airlines.ts";
import { fareBasis, type OpenClass } from "./fare-classes.ts";
import { conditionsOf, openFamilies } from "./fare-families.ts";
import { longestOf, type Seat } from "./fares.ts";
import { idsOf } from "./flight-ids.ts";
import { MINUTE_MS } from "./operating-day.ts";
import type { Charge, Price, PricedFlight } from "./pricing.ts";
import type { Departure } from "./services.ts";

/** Flights sold together, in the requested cabin where it is on board. */
export interface Journey {
  readonly seats: readonly Seat[];
  readonly cabin: CabinLetter;
  /** Absent in offers of the cheapest family on sale. */
  readonly family?: FareFamily;
}

const MAX_SEATS_SHOWN = 9;

export const segmentsOf = ({ seats, cabin, family }: Journey, price: Price): readonly FlightSegment[] => {
  const ids = idsOf(seats, family);
  const sold = family ?? (openFamilies(cabin, price.fare.letter)[0] as { readonly code: FareFamily }).code;
  const conditions = conditionsOf(longestOf(seats).flight.departure.service, cabin, sold);
  return seats.map((seat, i) => segmentOf(seat, ids[i] as string, price, i, conditions));
};

const segmentOf = (
  seat: Seat,
  id: string,
  { fare, flights }: Price,
  position: number,
  conditions: FareConditions,
): FlightSegment => {
  const priced = flights[position] as PricedFlight;
  const fareClass = fare.classes[position] as OpenClass;
  const { flight, cabin, sales } = seat;
  const { departure, day, leaves, lands } = flight;
  const { airline, from, to } = departure.service;
  const segment: FlightSegment = {
    id,
    flightNumber: departure.flightNumber,
    airlineCode: airline.code,
    airlineName: airline.name,
    originCode: from.code,
    originName: from.name,
    destinationCode: to.code,
    destinationName: to.name,
    departureTime: localTimeIn(from.timeZone, leaves),
    arrivalTime: localTimeIn(to.timeZone, lands),
    duration: departure.block,
    aircraftType: departure.aircraft.name,
    cabin: cabinOf(cabin) as FlightSegment["cabin"],
    price: priced.total,
    seatsAvailable: Math.min(MAX_SEATS_SHOWN, sales.seats),
    bookingClass: fareClass.letter,
    fareBasis: fareBasis(fareClass, fare.season, day.weekday, conditions.family),
    baseFare: priced.base,
    taxes: Object.freeze(priced.charges().map((charge) => Object.freeze(charge))) as Charge[],
    baggage: conditions.bags,
    refundable: conditions.refund === "cash",
    fareFamily: conditions.name,
    changeFee: conditions.changeFee,
    refund: conditions.refund,
    refundFee: conditions.refundFee,
    seatSelection: conditions.seat,
    status: sales.seats === 0 ? "sold_out" : "available",
  };
  const operator = operatorOf(departure);
  return Object.freeze(operator === undefined ? segment : withOperator(segment, operator));
};

/** Copies the segment, because spreading an object in every literal takes a tenth of a search. */
const withOperator = (
  { id, flightNumber, airlineCode, airlineName, ...rest }: FlightSegment,
  operator: Operator,
): FlightSegment => ({ id, flightNumber, airlineCode, airlineName, ...operator, ...rest });

const withoutOperator = (segment: FlightSegment): FlightSegment => {
  if (segment.operatedBy === undefined) return segment;
  const { operatedBy: _, operatingFlightNumber: __, ...rest } = segment;
  return rest;
};

type Operator = Pick<FlightSegment, "operatedBy" | "operatingFlightNumber">;

/** Who flies it is only said where it is another airline. */
const operatorOf = ({ operator, stockNumber, service }: Departure): Operator | undefined =>
  operator === service.airline
    ? undefined
    : { operatedBy: operator.name, operatingFlightNumber: operator.code + stockNumber.slice(operator.code.length) };

/** Builds a frozen offer. All options have the same keys in the same order; connections have two more. */
export const offerOf = (journey: Journey, price: Price): FlightOffer => {
  const segments = segmentsOf(journey, price);
  const stock = Object.freeze(journey.seats.map(({ sales }) => ({ key: sales.key, seats: sales.seats })));
  const option =
    segments.length === 1 ? nonstop(segments[0] as FlightSegment, price) : connection(journey, segments, price);
  return Object.freeze({ option, stock });
};

const nonstop = (segment: FlightSegment, price: Price): FlightOption =>
  Object.freeze({
    ...segment,
    flightIds: Object.freeze([segment.id]) as string[],
    stops: 0,
    pricePerAdult: price.perAdult,
  });

const connection = ({ seats, cabin }: Journey, segments: readonly FlightSegment[], price: Price): FlightOption => {
  const first = withoutOperator(segments[0] as FlightSegment);
  const last = segments[segments.length - 1] as FlightSegment;
  const leaves = (seats[0] as Seat).flight.leaves;
  const lands = (seats[seats.length - 1] as Seat).flight.lands;
  const seatsLeft = Math.min(...segments.map(({ seatsAvailable }) => seatsAvailable));
  return Object.freeze({
    ...first,
    destinationCode: last.destinationCode,
    destinationName: last.destinationName,
    arrivalTime: last.arrivalTime,
    duration: (lands - leaves) / MINUTE_MS,
    aircraftType: longestOf(seats).flight.departure.aircraft.name,
    cabin: cabinOf(cabin) as FlightOption["cabin"],
    price: price.total,
    seatsAvailable: seatsLeft,
    baseFare: segments.reduce((sum, { baseFare }) => sum + baseFare, 0),
    taxes: Object.freeze(merged(segments)) as Charge[],
    status: seatsLeft === 0 ? "sold_out" : "available",
    flightIds: Object.freeze(segments.map(({ id }) => id)) as string[],
    stops: segments.length - 1,
    pricePerAdult: price.perAdult,
    segments: Object.freeze(segments) as FlightSegment[],
    layovers: Object.freeze(layovers(seats)) as NonNullable<FlightOption["layovers"]>,
  });
};

/** Adds up charges with the same code. */
const merged = (segments: readonly FlightSegment[]): Charge[] => {
  const lines = new Map<string, Charge>();
  for (const charge of segments.flatMap(({ taxes }) => taxes)) {
    const known = lines.get(charge.code);
    lines.set(charge.code, known === undefined ? charge : { ...known, amount: known.amount + charge.amount });
  }
  return [...lines.values()];
};

const layovers = (seats: readonly Seat[]): NonNullable<FlightOption["layovers"]> =>
  seats.slice(1).map(({ flight }, i) => {
    const { from } = flight.departure.service;
    return {
      airportCode: from.code,
      airportName: from.name,
      duration: (flight.leaves - (seats[i] as Seat).flight.lands) / MINUTE_MS,
    };
  });
