import type { Cabin } from "../../../model/flight.ts";
import { seated } from "../../../model/passenger.ts";
import type { Airport, Place } from "../../../model/place.ts";
import type { FlightQuery } from "../../supplier.ts";
import { cabinOf, LETTER_OF_CABIN } from "./airlines.ts";
import { ANYHOW, type Itinerary } from "./connections.ts";
import type { FlightWorld } from "./flight-world.ts";
import { nonstops } from "./nonstops.ts";
import type { Day } from "./operating-day.ts";

const CABIN_NAMES = {
  economy: "economy",
  premium_economy: "premium economy",
  business: "business",
  first: "first",
} as const;

const named = ({ name, code }: Place | Airport): string => `${name} (${code})`;

/** Letters of all cabins on board of the flights. */
const cabinsOn = (flights: readonly Itinerary[]): string =>
  [...new Set(flights.flatMap(([flight]) => [...(flight?.departure.cabins ?? "")]))].join("");

const cabinNames = (letters: string): string =>
  [...letters].map((letter) => CABIN_NAMES[cabinOf(letter) as Cabin]).join(", ");

/** Why a search found nothing, and what to try. */
export const emptyReason = (world: FlightWorld, query: FlightQuery, day: Day): string => {
  const { origin, destination, cabin, party, maxConnections, date } = query;
  const pair = `from ${named(origin)} to ${named(destination)}`;
  const direct = nonstops(world, query, day);
  if (maxConnections === 0 && direct.length === 0) {
    return `No nonstop flight ${pair} on ${date}. Allow connections (maxConnections 1 or 2), or try another date.`;
  }
  const from = origin.airports[0] as Airport;
  const to = destination.airports[0] as Airport;
  const reachable =
    direct.length > 0 ||
    world.connections.oneStop(from, to, day, ANYHOW).length > 0 ||
    (maxConnections > 1 && world.connections.twoStops(from, to, day, ANYHOW).length > 0);
  if (reachable) {
    const seats = seated(party) === 1 ? "a seat" : `${seated(party)} seats`;
    const onBoard = cabinsOn(direct);
    if (cabin !== "economy" && onBoard !== "" && !onBoard.includes(LETTER_OF_CABIN[cabin])) {
      return `No nonstop flight ${pair} has ${CABIN_NAMES[cabin]} class; on board are ${cabinNames(onBoard)}. Search in one of those.`;
    }
    return cabin === "economy"
      ? `No flight ${pair} on ${date} has ${seats} left. Try another date, or fewer passengers at a time.`
      : `No flight ${pair} on ${date} has ${seats} left in ${CABIN_NAMES[cabin]} class. Try another date or cabin; economy is always on board.`;
  }
  if (maxConnections < 2)
    return `No flight ${pair} on ${date} with at most ${maxConnections} stop. Allow two (maxConnections 2).`;
  const apart = `${named(origin)} and ${named(destination)} are more than two stops apart on ${date}.`;
  const gateway = gatewayBetween(world, from, to, day);
  return gateway === undefined
    ? `${apart} Try a larger airport near either of them.`
    : `${apart} Search ${from.code} to ${gateway} and ${gateway} to ${to.code}, and book the flights of both in one call.`;
};

const TRIED = 6;

/** A place to break the journey: the busiest airport near one end from which the other end can be reached. */
const gatewayBetween = (world: FlightWorld, from: Airport, to: Airport, day: Day): string | undefined => {
  const near = busiestNeighbours(world, from);
  const far = busiestNeighbours(world, to);
  return (
    far.find((hub) => isReachable(world, from, hub, day))?.code ??
    near.find((hub) => isReachable(world, hub, to, day))?.code
  );
};

const busiestNeighbours = ({ network, places }: FlightWorld, airport: Airport): readonly Airport[] =>
  [...network.neighbours(airport.code).keys()]
    .map((code) => places.airport(code) as Airport)
    .sort((a, b) => places.traffic(b) - places.traffic(a))
    .slice(0, TRIED);

const isReachable = ({ network, connections }: FlightWorld, from: Airport, to: Airport, day: Day): boolean =>
  from.code !== to.code &&
  (network.routes(from.code, to.code).length > 0 ||
    connections.oneStop(from, to, day, ANYHOW).length > 0 ||
    connections.twoStops(from, to, day, ANYHOW).length > 0);
