import { seated } from "../../../model/passenger.ts";
import type { Airport, Place } from "../../../model/place.ts";
import type { FlightQuery } from "../../supplier.ts";
import { LETTER_OF_CABIN } from "./airlines.ts";
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
    world.connections.oneStop(from, to, day, { relaxed: true }).length > 0 ||
    (maxConnections > 1 && world.connections.twoStops(from, to, day, { relaxed: true }).length > 0);
  if (reachable) {
    if (LETTER_OF_CABIN[cabin] !== "Y") {
      return `No flight ${pair} on ${date} has ${CABIN_NAMES[cabin]} class with ${seated(party)} seats left. Try a cabin further back (economy is always on board), or another date.`;
    }
    return `No flight ${pair} on ${date} has ${seated(party)} seats left. Try another date, or search for fewer passengers at a time.`;
  }
  if (maxConnections < 2)
    return `No flight ${pair} on ${date} with at most ${maxConnections} stop. Allow two (maxConnections 2).`;
  const gateway = gatewayBetween(world, from, to);
  return `${named(origin)} and ${named(destination)} are more than two stops apart on ${date}. Search ${from.code} to ${gateway} and ${gateway} to ${to.code} one after the other, and book both in one call.`;
};

/** The busiest airport one flight from the smaller of the two: the place to break the journey. */
const gatewayBetween = ({ network, places }: FlightWorld, from: Airport, to: Airport): string => {
  const smaller = places.traffic(from) < places.traffic(to) ? from : to;
  let best = smaller.code;
  let most = -1;
  for (const code of network.neighbours(smaller.code).keys()) {
    const traffic = places.traffic(places.airport(code) as Airport);
    if (traffic > most) {
      most = traffic;
      best = code;
    }
  }
  return best;
};
