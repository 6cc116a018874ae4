import { addDays } from "../../../model/calendar.ts";
import type { Caller } from "../../../model/caller.ts";
import type { Cabin, FlightOption, FlightSegment } from "../../../model/flight.ts";
import { type Cents, sum } from "../../../model/money.ts";
import { type Party, seated } from "../../../model/passenger.ts";
import type { Airport, Place, Places } from "../../../model/place.ts";
import type { SandboxParts } from "../sandbox-context.ts";
import type { OfferRequest, RequestedSlice, TimeWindow } from "./offer-requests.ts";

/** A way to fly a slice, priced for the party. */
export interface FlightChoice {
  readonly segments: readonly FlightSegment[];
  readonly flightIds: readonly string[];
  readonly total: Cents;
  readonly base: Cents;
  /** From the first departure to the last arrival. */
  readonly minutes: number;
}

interface FlightQuery extends Pick<OfferRequest, "maxConnections" | "scenario" | "market"> {
  /** At most 200, which is the default. */
  readonly limit?: number;
  readonly slice: RequestedSlice;
  readonly cabin: Cabin;
  readonly party: Party;
}

const MAX_CHOICES = 200;
/** The world shows nine available seats when there are nine or more. */
const MAX_SHOWN = 9;
const HUBS_TRIED = 8;
/** In minutes; satisfies every rule on connecting flights. */
const MIN_CONNECTION = 120;
const MAX_CONNECTION = 600;

export const createFlightChoices = ({
  travel,
  testAirline,
  places,
  clock,
}: Pick<SandboxParts, "travel" | "testAirline" | "places" | "clock">) => {
  const searchWorld = async (query: FlightQuery, caller: Caller): Promise<readonly FlightOption[]> => {
    const { slice, cabin, party, maxConnections, limit: maxResults = MAX_CHOICES } = query;
    const { origin, destination, date: departureDate } = slice;
    const search = { origin, destination, departureDate, party, cabin, maxConnections };
    // Offers are computed again for every read: that must not create or extend a session.
    const passing = { ...caller, passing: true } as const;
    return (await travel.searchFlights({ ...search, sortBy: "price", maxResults }, passing)).flights;
  };

  const searchTestAirline = ({ slice, cabin, party }: FlightQuery): readonly FlightOption[] => {
    const { offers } = testAirline.searchFlights({
      origin: places.place(slice.origin) as Place,
      destination: places.place(slice.destination) as Place,
      date: slice.date,
      cabin,
      party,
      maxConnections: 0,
      sortBy: "price",
      maxResults: MAX_CHOICES,
    });
    return offers.map(({ option }) => option).filter(({ departureTime }) => Date.parse(departureTime) > clock.now());
  };

  const search = async (query: FlightQuery, caller: Caller): Promise<readonly FlightChoice[]> => {
    const options = query.market === "world" ? await searchWorld(query, caller) : searchTestAirline(query);
    const wanted = Math.min(MAX_SHOWN, seated(query.party));
    return options
      .filter(({ status, seatsAvailable }) => status === "available" && seatsAvailable >= wanted)
      .map(choiceOf);
  };

  const viaHub = async (hub: Airport, query: FlightQuery, caller: Caller): Promise<readonly FlightChoice[]> => {
    const { slice } = query;
    const leg = (part: Partial<RequestedSlice>) =>
      search({ ...query, maxConnections: 0, slice: { ...slice, ...part } }, caller);
    const first = await leg({ destination: hub.code });
    if (first.length === 0) return [];
    const onward: FlightChoice[] = [];
    for (const date of [slice.date, addDays(slice.date, 1)]) onward.push(...(await leg({ origin: hub.code, date })));
    return first.flatMap((one) => onward.filter((other) => fitsAfter(one, other)).map((other) => joined(one, other)));
  };

  /** Combines two flights into a connection, each at its own price. */
  const withConnection = async (query: FlightQuery, caller: Caller): Promise<readonly FlightChoice[]> => {
    const [from, to] = [query.slice.origin, query.slice.destination].map((code) => places.place(code)?.airports[0]);
    for (const hub of waypoints(places, from as Airport, to as Airport, HUBS_TRIED)) {
      const found = await viaHub(hub, query, caller);
      if (found.length > 0) return found;
    }
    return [];
  };

  return {
    /** Cheapest first. */
    async find(query: FlightQuery, caller: Caller): Promise<readonly FlightChoice[]> {
      if (query.scenario === "no_flights") return [];
      const { departs, arrives } = query.slice;
      let choices = await search(query, caller);
      if (query.scenario === "connections") {
        choices = choices.filter(({ segments }) => segments.length === 2);
        if (choices.length === 0) choices = await withConnection(query, caller);
      }
      return choices
        .filter(
          ({ segments }) =>
            isWithin((segments[0] as FlightSegment).departureTime, departs) &&
            isWithin((segments.at(-1) as FlightSegment).arrivalTime, arrives),
        )
        .sort((a, b) => a.total - b.total || (a.flightIds.join() < b.flightIds.join() ? -1 : 1))
        .slice(0, query.limit ?? MAX_CHOICES);
    },
  };
};

const choiceOf = ({ segments, flightIds, price, baseFare, duration, ...flight }: FlightOption): FlightChoice => ({
  segments: segments ?? [{ ...flight, price, baseFare, duration }],
  flightIds,
  total: price,
  base: baseFare,
  minutes: duration,
});

const minutesBetween = (earlier: string, later: string): number => (Date.parse(later) - Date.parse(earlier)) / 60_000;

export const arrivalOf = ({ segments }: FlightChoice): string => (segments.at(-1) as FlightSegment).arrivalTime;
export const departureOf = ({ segments }: FlightChoice): string => (segments[0] as FlightSegment).departureTime;

const fitsAfter = (one: FlightChoice, other: FlightChoice): boolean => {
  const wait = minutesBetween(arrivalOf(one), departureOf(other));
  return wait >= MIN_CONNECTION && wait <= MAX_CONNECTION;
};

const joined = (one: FlightChoice, other: FlightChoice): FlightChoice => ({
  segments: [...one.segments, ...other.segments],
  flightIds: [...one.flightIds, ...other.flightIds],
  total: sum([one.total, other.total]),
  base: sum([one.base, other.base]),
  minutes: minutesBetween(departureOf(one), arrivalOf(other)),
});

const isWithin = (localTime: string, window: TimeWindow | null): boolean => {
  const time = localTime.slice(11, 16);
  return window === null || (time >= window.from && time <= window.to);
};

/** The largest airports, where flights stop and passengers connect. */
const WAYPOINT_AIRPORTS = 150;
/** Waypoints are not closer than this to either end. */
const MIN_LEG_KM = 150;
const MIN_LEG_SHARE = 0.2;

/** Large airports between two others, smallest detour first. */
export const waypoints = (places: Places, from: Airport, to: Airport, limit: number): readonly Airport[] => {
  const shortest = Math.max(MIN_LEG_KM, MIN_LEG_SHARE * places.distanceKm(from, to));
  return places
    .airports()
    .slice(0, WAYPOINT_AIRPORTS)
    .filter((airport) => !places.sameCity(airport.code, from.code) && !places.sameCity(airport.code, to.code))
    .map((airport) => ({ airport, legs: [places.distanceKm(from, airport), places.distanceKm(airport, to)] as const }))
    .filter(({ legs }) => Math.min(...legs) >= shortest)
    .sort((a, b) => a.legs[0] + a.legs[1] - (b.legs[0] + b.legs[1]) || (a.airport.code < b.airport.code ? -1 : 1))
    .slice(0, limit)
    .map(({ airport }) => airport);
};
