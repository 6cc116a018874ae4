import type { Cabin } from "../../../model/flight.ts";
import { byPrice, type Trip } from "./trips.ts";

/** The trips of one cabin, cheapest first: those of the test airline, or all others. */
export interface TripGroup {
  readonly cabin: Cabin;
  readonly testAirline: boolean;
  readonly trips: readonly Trip[];
}

/** Trips of the test airline in each cabin: few, because a return trip would have nine. */
const MAX_TEST_TRIPS = 3;
/** How many trips of a cabin are taken in turn with one of each other cabin. */
const SHARE: Readonly<Record<Cabin, number>> = { economy: 3, premium_economy: 1, business: 1, first: 1 };

/**
 * Chooses the trips that a search offers, cheapest first: some of the test airline, and the cheapest of every cabin, so that
 * neither is crowded out. A smaller choice is part of every larger one.
 */
export const chosenTrips = (groups: readonly TripGroup[], limit: number): readonly Trip[] => {
  const test = groups.filter(({ testAirline }) => testAirline).flatMap(({ trips }) => trips.slice(0, MAX_TEST_TRIPS));
  const others = groups.filter(({ testAirline }) => !testAirline);
  return [...test, ...inTurn(others, limit - test.length)].sort(byPrice).slice(0, limit);
};

const inTurn = (groups: readonly TripGroup[], limit: number): readonly Trip[] => {
  const taken: Trip[] = [];
  for (let round = 0; taken.length < limit; round++) {
    const next = groups.flatMap(({ cabin, trips }) => trips.slice(round * SHARE[cabin], (round + 1) * SHARE[cabin]));
    if (next.length === 0) break;
    taken.push(...next);
  }
  return taken.slice(0, limit);
};
