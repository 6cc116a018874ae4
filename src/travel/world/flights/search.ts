import { LETTER_OF_CABIN } from "../../../model/flight.ts";
import { seated } from "../../../model/passenger.ts";
import type { Answer, Flexibility, FlightOffer, FlightQuery } from "../../supplier.ts";
import type { CabinLetter } from "./airlines.ts";
import { type Itinerary, RELAXED, STANDARD, UNRESTRICTED } from "./connections.ts";
import { emptyReason } from "./empty-answers.ts";
import { familyThatAllows, type OpenFamily } from "./fare-families.ts";
import { longestOf, openClassOf, type Seat } from "./fares.ts";
import { idsOf } from "./flight-ids.ts";
import { type FlightWorld, forAirportPairs, nonstops } from "./flight-world.ts";
import { ownDaysLeft, salesOf } from "./inventory.ts";
import { type Journey, offerOf } from "./offers.ts";
import { dayOf, type Flight } from "./operating-day.ts";
import { type Price, priceOf } from "./pricing.ts";

/** With this many nonstop flights, connections are not searched. */
const ENOUGH_NONSTOPS = 8;
const ENOUGH_OPTIONS = 3;

interface Candidate {
  readonly journey: Journey;
  readonly price: Price;
  readonly leaves: number;
  readonly lands: number;
}

const nothing = (reason: string): Answer<FlightOffer> => Object.freeze({ offers: Object.freeze([]), total: 0, reason });

export const search = (world: FlightWorld, query: FlightQuery, daysLeft: number | undefined): Answer<FlightOffer> => {
  const { origin, destination } = query;
  if (world.places.sameCity(origin.code, destination.code)) {
    return nothing(`${origin.code} and ${destination.code} are airports of one city; go by road or rail.`);
  }
  const day = dayOf(query.date);
  const cabin = LETTER_OF_CABIN[query.cabin];
  const candidates: Candidate[] = [];
  const addCandidates = (itineraries: readonly Itinerary[], soldOut: boolean): void => {
    for (const flights of itineraries) {
      const candidate = candidateOf(world, flights, cabin, query, daysLeft, soldOut);
      if (candidate !== undefined) candidates.push(candidate);
    }
  };

  addCandidates(nonstops(world, query, day), true);
  if (query.maxConnections > 0 && candidates.length < ENOUGH_NONSTOPS) {
    for (const rules of [STANDARD, RELAXED, UNRESTRICTED]) {
      if (rules.relaxed && candidates.length > 0) break;
      const { oneStop, twoStops } = world.connections;
      addCandidates(
        forAirportPairs(query, (from, to) => oneStop(from, to, day, rules)),
        rules.anyAirline,
      );
      if (query.maxConnections === 1 || candidates.length >= ENOUGH_OPTIONS) continue;
      addCandidates(
        forAirportPairs(query, (from, to) => twoStops(from, to, day, rules)),
        rules.anyAirline,
      );
    }
  }
  if (candidates.length === 0) return nothing(inflexible(world, query, daysLeft) ?? emptyReason(world, query, day));
  const offers = choose(candidates, query).map(({ journey, price }) => offerOf(journey, price));
  return Object.freeze({ offers: Object.freeze(offers), total: candidates.length });
};

/** The reason, if there are flights and none has such a fare. */
const inflexible = (world: FlightWorld, query: FlightQuery, daysLeft: number | undefined): string | undefined => {
  const { flexibility = "any" } = query;
  if (flexibility === "any") return undefined;
  const { total } = search(world, { ...query, flexibility: "any" }, daysLeft);
  return total === 0
    ? undefined
    : `None of the ${total} options has a ${flexibility} fare; flexibility any shows them.`;
};

/** The requested cabin, or the next lower one on board. */
const nearestCabin = (onBoard: string, wanted: CabinLetter): CabinLetter => {
  const order = "YWJF";
  for (let i = order.indexOf(wanted); i > 0; i--) {
    if (onBoard.includes(order[i] as string)) return order[i] as CabinLetter;
  }
  return "Y";
};

const seatsOn = (
  world: FlightWorld,
  flights: Itinerary,
  cabin: CabinLetter,
  daysLeft: number | undefined,
): readonly Seat[] =>
  flights.map((flight) => {
    const own = flights.length === 1 ? cabin : nearestCabin(flight.departure.cabins, cabin);
    return {
      flight,
      cabin: own,
      sales: salesOf(world.seed, flight, own, ownDaysLeft(flight, flights[0] as Flight, daysLeft)),
    };
  });

/** Undefined without the requested cabin on the longest flight, or without enough seats for the party. */
const candidateOf = (
  world: FlightWorld,
  flights: Itinerary,
  cabin: CabinLetter,
  { party, flexibility = "any" }: FlightQuery,
  daysLeft: number | undefined,
  soldOut: boolean,
): Candidate | undefined => {
  const seats = seatsOn(world, flights, cabin, daysLeft);
  const main = longestOf(seats);
  if (main.cabin !== cabin || !main.flight.departure.cabins.includes(cabin)) return undefined;
  let left = Number.POSITIVE_INFINITY;
  for (const { sales } of seats) left = Math.min(left, sales.seats);
  if (left === 0 ? !soldOut : left < seated(party)) return undefined;
  const family = flexibility === "any" ? undefined : flexibleFamily(seats, cabin, daysLeft, flexibility);
  if (family === undefined && flexibility !== "any") return undefined;
  return {
    journey: family === undefined ? { seats, cabin } : { seats, cabin, family: family.code },
    price: priceOf(world, seats, cabin, party, daysLeft, family?.share),
    leaves: (flights[0] as Flight).leaves,
    lands: (flights[flights.length - 1] as Flight).lands,
  };
};

const flexibleFamily = (
  seats: readonly Seat[],
  cabin: CabinLetter,
  daysLeft: number | undefined,
  flexibility: Flexibility,
): OpenFamily | undefined => {
  const { service } = longestOf(seats).flight.departure;
  return familyThatAllows(flexibility, service, cabin, openClassOf(seats, cabin, daysLeft).letter);
};

const COMPARATORS: Readonly<Record<FlightQuery["sortBy"], (a: Candidate, b: Candidate) => number>> = {
  price: () => 0,
  duration: (a, b) => a.lands - a.leaves - (b.lands - b.leaves),
  departure: (a, b) => a.leaves - b.leaves,
};

const byId = (a: Candidate, b: Candidate): number =>
  (idsOf(a.journey.seats)[0] as string) < (idsOf(b.journey.seats)[0] as string) ? -1 : 1;

const inOrder =
  (sortBy: FlightQuery["sortBy"]) =>
  (a: Candidate, b: Candidate): number =>
    COMPARATORS[sortBy](a, b) || a.price.total - b.price.total || a.leaves - b.leaves || byId(a, b);

/** Sorts before cutting, so that the cheapest, shortest or earliest candidate is always included. */
const choose = (candidates: readonly Candidate[], { sortBy, maxResults }: FlightQuery): readonly Candidate[] =>
  [...candidates].sort(inOrder(sortBy)).slice(0, maxResults);
