import { type Cabin, LETTER_OF_CABIN } from "../../../model/flight.ts";
import { seated } from "../../../model/passenger.ts";
import type { Airport, Place } from "../../../model/place.ts";
import type { FlightQuery } from "../../supplier.ts";
import { distanceKm } from "../geo.ts";
import { cabinOf } from "./airlines.ts";
import { longestTrip } from "./connection-times.ts";
import { type Itinerary, UNRESTRICTED } from "./connections.ts";
import { type FlightWorld, nonstops } from "./flight-world.ts";
import { type Day, flightsOn } from "./operating-day.ts";

const CABIN_NAMES: Readonly<Record<Cabin, string>> = {
  economy: "economy",
  premium_economy: "premium economy",
  business: "business",
  first: "first",
};

/** Explains why a search found nothing and what to try instead. */
export const emptyReason = (world: FlightWorld, query: FlightQuery, day: Day): string => {
  const { origin, destination, maxConnections, date } = query;
  const pair = `from ${named(origin)} to ${named(destination)}`;
  const from = origin.airports[0] as Airport;
  const to = destination.airports[0] as Airport;
  const direct = nonstops(world, query, day);
  const itineraries =
    direct.length > 0 || maxConnections === 0 ? direct : connected(world, from, to, day, maxConnections);
  if (itineraries.length > 0) return noSuitableSeats(itineraries, query, pair);
  if (maxConnections === 0) {
    return `No nonstop flight ${pair} on ${date}. Allow connections (maxConnections 1 or 2), or try another date.`;
  }
  if (maxConnections === 1) return `No flight ${pair} on ${date} with one stop. Allow two (maxConnections 2).`;
  const km = distanceKm(from, to);
  const hours = Math.floor(longestTrip(km) / 60);
  if (km <= NEARBY_KM) {
    return `No flight or connection ${pair}, ${km} km away, takes less than ${hours} hours on ${date}. Go by road or sea, or try another date.`;
  }
  const apart = `No connection ${pair} on ${date} takes at most two stops and ${hours} hours.`;
  const gateway = gatewayBetween(world, from, to, day);
  return gateway === undefined
    ? `${apart} Try a larger airport near either of them.`
    : `${apart} Search ${from.code} to ${gateway} and ${gateway} to ${to.code}, and book the flights of both in one call.`;
};

/** Below this distance a detour over a gateway is not worth suggesting. */
const NEARBY_KM = 300;

const named = ({ name, code }: Place): string => `${name} (${code})`;

const connected = (
  { connections }: FlightWorld,
  from: Airport,
  to: Airport,
  day: Day,
  maxConnections: number,
): readonly Itinerary[] => {
  const one = connections.oneStop(from, to, day, UNRESTRICTED);
  return one.length > 0 || maxConnections < 2 ? one : connections.twoStops(from, to, day, UNRESTRICTED);
};

/** There are flights, but not in that cabin or without enough seats. */
const noSuitableSeats = (
  itineraries: readonly Itinerary[],
  { cabin, party, date }: FlightQuery,
  pair: string,
): string => {
  const onBoard = [...new Set(itineraries.flatMap(cabinsOfLongest))];
  const seats = seated(party) === 1 ? "a seat" : `${seated(party)} seats`;
  if (!onBoard.includes(LETTER_OF_CABIN[cabin])) {
    const names = onBoard.map((letter) => CABIN_NAMES[cabinOf(letter) as Cabin]).join(", ");
    return `No flight ${pair} on ${date} has ${CABIN_NAMES[cabin]} class; on board: ${names}. Search in one of those.`;
  }
  return (
    `No flight ${pair} on ${date} has ${seats} left in ${CABIN_NAMES[cabin]} class. ` +
    "Try another date or cabin, or fewer passengers at a time."
  );
};

const cabinsOfLongest = (itinerary: Itinerary): readonly string[] => {
  const longest = itinerary.reduce((one, other) =>
    other.departure.service.km > one.departure.service.km ? other : one,
  );
  return [...longest.departure.cabins];
};

const NEIGHBOURS_TRIED = 6;

/** The airport to split the trip at: of the busy airports one or two flights from either end, the smallest detour. */
const gatewayBetween = (world: FlightWorld, from: Airport, to: Airport, day: Day): string | undefined => {
  const near = busiestNeighbours(world, from, to);
  const far = busiestNeighbours(world, to, from);
  const beyond = [...far.slice(0, 1), ...near.slice(0, 1)].flatMap((hub) => busiestNeighbours(world, hub, hub));
  const isBetween = (hub: Airport): boolean =>
    !world.places.sameCity(hub.code, from.code) &&
    !world.places.sameCity(hub.code, to.code) &&
    isReachable(world, from, hub, day) &&
    isReachable(world, hub, to, day);
  const kmOver = (hub: Airport): number => distanceKm(from, hub) + distanceKm(hub, to);
  return [...far, ...near, ...beyond].sort((a, b) => kmOver(a) - kmOver(b)).find(isBetween)?.code;
};

const busiestNeighbours = ({ network, places }: FlightWorld, airport: Airport, other: Airport): readonly Airport[] =>
  [...network.neighbours(airport.code).keys()]
    .filter((code) => !places.sameCity(code, airport.code) && !places.sameCity(code, other.code))
    .map((code) => places.airport(code) as Airport)
    .sort((a, b) => places.traffic(b) - places.traffic(a))
    .slice(0, NEIGHBOURS_TRIED);

const isReachable = (world: FlightWorld, from: Airport, to: Airport, day: Day): boolean =>
  world.network.services(from.code, to.code).some(({ departures }) => flightsOn(departures, day).length > 0) ||
  connected(world, from, to, day, 2).length > 0;
