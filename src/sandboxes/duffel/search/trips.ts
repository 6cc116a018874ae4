import type { FlightSegment } from "../../../model/flight.ts";
import { type Cents, sum } from "../../../model/money.ts";
import { arrivalOf, departureOf, type FlightChoice } from "./flight-choices.ts";

/** A way to fly all slices of a search: the content of an offer. */
export interface Trip {
  /** One per slice. */
  readonly choices: readonly FlightChoice[];
  readonly flightIds: readonly string[];
  readonly total: Cents;
  readonly base: Cents;
  /** The sum of all slices. */
  readonly minutes: number;
  /** The airline that sells it. */
  readonly owner: string;
}

export const MAX_TRIPS = 200;
/** Choices combined per trip and slice: as many as a search shows, so that the cheapest are all there. */
const MAX_COMBINED = 50;
/** Trips kept while slices are added: the cheapest, and more that use one airline throughout. */
const KEPT = { cheapest: 100, sameAirline: 200 };
/** In minutes; more than any rule on connections requires. */
const MIN_STAY = 180;
/** The most flights that one booking can have. */
const MAX_FLIGHTS = 16;

/** Combines the choices of all slices to trips, cheapest first, and includes trips with a single airline. */
export const tripsOf = (slices: readonly (readonly FlightChoice[])[]): readonly Trip[] => {
  const [first = [], ...others] = slices;
  let partial: readonly (readonly FlightChoice[])[] = first.map((choice) => [choice]);
  for (const choices of others) {
    const leaving = choices.map((choice) => ({ choice, at: Date.parse(departureOf(choice)) }));
    partial = preferred(
      partial.flatMap((trip) => following(trip.at(-1) as FlightChoice, leaving).map((choice) => [...trip, choice])),
    );
  }
  return partial
    .slice(0, MAX_TRIPS)
    .map(tripOf)
    .filter(({ flightIds }) => flightIds.length <= MAX_FLIGHTS)
    .sort(byPrice);
};

/** The cheapest choices that leave late enough after another. */
const following = (
  before: FlightChoice,
  leaving: readonly { readonly choice: FlightChoice; readonly at: number }[],
): readonly FlightChoice[] => {
  const earliest = Date.parse(arrivalOf(before)) + MIN_STAY * 60_000;
  const found: FlightChoice[] = [];
  for (const { choice, at } of leaving) {
    if (at >= earliest) found.push(choice);
    if (found.length === MAX_COMBINED) break;
  }
  return found;
};

const airlineOf = ({ segments }: FlightChoice): string => (segments[0] as FlightSegment).airlineCode;

const preferred = (trips: readonly (readonly FlightChoice[])[]): readonly (readonly FlightChoice[])[] => {
  const priced = trips.map((choices) => ({
    choices,
    total: sum(choices.map(({ total }) => total)),
    same: choices.every((choice) => airlineOf(choice) === airlineOf(choices[0] as FlightChoice)),
  }));
  priced.sort((a, b) => a.total - b.total);
  const [cheapest, others] = [priced.slice(0, KEPT.cheapest), priced.slice(KEPT.cheapest)];
  return [...cheapest, ...others.filter(({ same }) => same).slice(0, KEPT.sameAirline)].map(({ choices }) => choices);
};

export const tripOf = (choices: readonly FlightChoice[]): Trip => ({
  choices,
  flightIds: choices.flatMap(({ flightIds }) => flightIds),
  total: sum(choices.map(({ total }) => total)),
  base: sum(choices.map(({ base }) => base)),
  minutes: sum(choices.map(({ minutes }) => minutes)),
  owner: airlineOf(choices[0] as FlightChoice),
});

export const byPrice = (a: Trip, b: Trip): number =>
  a.total - b.total || a.minutes - b.minutes || (a.flightIds.join() < b.flightIds.join() ? -1 : 1);
