import { FARE_FAMILIES, type FareFamily, familyNamed } from "../../../model/fare.ts";
import type { FlightSegment } from "../../../model/flight.ts";
import { sum } from "../../../model/money.ts";
import type { Party } from "../../../model/passenger.ts";
import type { SandboxParts } from "../sandbox-context.ts";
import { chosenTrips, type TripGroup } from "./chosen-trips.ts";
import type { FlightChoice } from "./flight-choices.ts";
import { byPrice, type Trip, tripOf } from "./trips.ts";

type Parts = Pick<SandboxParts, "travel">;

/** The same flights with the conditions and prices of another fare. */
const refared = (choice: FlightChoice, segments: readonly FlightSegment[]): FlightChoice => ({
  segments,
  flightIds: segments.map(({ id }) => id),
  total: sum(segments.map(({ price }) => price)),
  base: sum(segments.map(({ baseFare }) => baseFare)),
  minutes: choice.minutes,
});

/** The trip in each higher fare family. */
const higherFares = ({ choices, flightIds }: Trip, party: Party, { travel }: Parts): readonly Trip[] => {
  const [, ...higher] = travel.listFares({ ids: flightIds, party });
  return higher.map(({ flights = [] }) => {
    let position = 0;
    return tripOf(
      choices.map((choice) => {
        const first = position;
        position += choice.flightIds.length;
        return refared(choice, flights.slice(first, position));
      }),
    );
  });
};

/** The trips that fit into the limit, and if there is room, the cheapest of them in all other fare families too. */
export const withHigherFares = (
  groups: readonly TripGroup[],
  party: Party,
  limit: number,
  parts: Parts,
): readonly TripGroup[] => {
  const chosen = chosenTrips(groups, limit);
  const offered = new Map(chosen.map((trip) => [trip, [trip]]));
  let room = limit - chosen.length;
  for (const trip of chosen) {
    if (room <= 0) break;
    const higher = higherFares(trip, party, parts).slice(0, room);
    offered.get(trip)?.push(...higher);
    room -= higher.length;
  }
  return groups.map((group) => ({
    ...group,
    trips: group.trips.flatMap((trip) => offered.get(trip) ?? []).toSorted(byPrice),
  }));
};

const rankOf = (family: FareFamily): number => FARE_FAMILIES.indexOf(family);

/** The flights in the fare family, or else in the next higher one on sale. */
export const inFamily = (choice: FlightChoice, family: FareFamily, party: Party, { travel }: Parts): FlightChoice => {
  const found = travel
    .listFares({ ids: choice.flightIds, party })
    .find(({ flights = [] }) => flights.every(({ fareFamily }) => rankOf(familyNamed(fareFamily)) >= rankOf(family)));
  return found?.flights === undefined ? choice : refared(choice, found.flights);
};
