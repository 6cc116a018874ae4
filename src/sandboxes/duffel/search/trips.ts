import type { FlightSegment } from "../../../model/flight.ts";
import { type Cents, sum } from "../../../model/money.ts";
import { arrivalOf, departureOf, type FlightChoice, minutesBetween } from "./flight-choices.ts";

/** A way to fly all slices: what an offer sells. */
export interface Trip {
  /** One per slice. */
  readonly choices: readonly FlightChoice[];
  readonly flightIds: readonly string[];
  readonly total: Cents;
  readonly base: Cents;
  /** Of all slices together. */
  readonly minutes: number;
  /** The airline that sells it. */
  readonly owner: string;
}

const MOST_TRIPS = 200;
/** Of each slice, when there are several: forty ways out and forty back are 1,600 trips. */
const MOST_COMBINED = 40;
/** Kept while slices are added: of one airline, and of several. */
const KEPT = { same: 200, mixed: 100 };
/** In minutes: more than any rule on changing planes asks for. */
const SHORTEST_STAY = 180;
/** What the booking desk puts on one booking. */
const MOST_FLIGHTS = 16;

/** Trips of all slices, cheapest first. Those that one airline sells come before those that take several. */
export const tripsOf = (slices: readonly (readonly FlightChoice[])[]): readonly Trip[] => {
  const [first = [], ...others] = slices;
  let partial: readonly (readonly FlightChoice[])[] = first.map((choice) => [choice]);
  for (const choices of others) {
    const next = partial.flatMap((trip) =>
      choices
        .slice(0, MOST_COMBINED)
        .filter((choice) => follows(trip.at(-1) as FlightChoice, choice))
        .map((choice) => [...trip, choice]),
    );
    partial = preferred(next);
  }
  return partial
    .slice(0, MOST_TRIPS)
    .map(tripOf)
    .filter(({ flightIds }) => flightIds.length <= MOST_FLIGHTS)
    .sort(byPrice);
};

const follows = (before: FlightChoice, after: FlightChoice): boolean =>
  minutesBetween(arrivalOf(before), departureOf(after)) >= SHORTEST_STAY;

const airlineOf = ({ segments }: FlightChoice): string => (segments[0] as FlightSegment).airlineCode;

const preferred = (trips: readonly (readonly FlightChoice[])[]): readonly (readonly FlightChoice[])[] => {
  const priced = trips.map((choices) => ({
    choices,
    total: sum(choices.map(({ total }) => total)),
    same: choices.every((choice) => airlineOf(choice) === airlineOf(choices[0] as FlightChoice)),
  }));
  priced.sort((a, b) => a.total - b.total);
  const [same, mixed] = [priced.filter((trip) => trip.same), priced.filter((trip) => !trip.same)];
  return [...same.slice(0, KEPT.same), ...mixed.slice(0, KEPT.mixed)].map(({ choices }) => choices);
};

const tripOf = (choices: readonly FlightChoice[]): Trip => ({
  choices,
  flightIds: choices.flatMap(({ flightIds }) => flightIds),
  total: sum(choices.map(({ total }) => total)),
  base: sum(choices.map(({ base }) => base)),
  minutes: sum(choices.map(({ minutes }) => minutes)),
  owner: airlineOf(choices[0] as FlightChoice),
});

const byPrice = (a: Trip, b: Trip): number =>
  a.total - b.total || a.minutes - b.minutes || (a.flightIds.join() < b.flightIds.join() ? -1 : 1);
