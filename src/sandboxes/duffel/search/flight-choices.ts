import { addDays } from "../../../model/calendar.ts";
import type { Caller } from "../../../model/caller.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Cabin, FlightOption, FlightSegment } from "../../../model/flight.ts";
import { type Cents, sum } from "../../../model/money.ts";
import { type Party, seated } from "../../../model/passenger.ts";
import type { Airport, Place, Places } from "../../../model/place.ts";
import type { Supplier } from "../../../travel/supplier.ts";
import type { Travel } from "../../../travel/travel.ts";
import type { OfferRequest, RequestedSlice, TimeWindow } from "./offer-requests.ts";
import { waypoints } from "./waypoints.ts";

/** One way to fly a slice, priced for the party. */
export interface FlightChoice {
  readonly segments: readonly FlightSegment[];
  readonly flightIds: readonly string[];
  readonly total: Cents;
  readonly base: Cents;
  /** From the first departure to the last arrival. */
  readonly minutes: number;
}

export interface FlightWish extends Pick<OfferRequest, "maxConnections" | "scenario" | "market"> {
  readonly slice: RequestedSlice;
  readonly cabin: Cabin;
  readonly party: Party;
}

const MOST_CHOICES = 200;
/** Nine is what the world shows when there are nine or more. */
const MOST_SHOWN = 9;
const HUBS_TRIED = 8;
/** Long enough for every rule on connecting flights, in minutes. */
const SHORTEST_CHANGE = 120;
const LONGEST_CHANGE = 600;

export const createFlightChoices = ({
  travel,
  testAirline,
  places,
  clock,
}: {
  readonly travel: Travel;
  readonly testAirline: Pick<Supplier, "searchFlights">;
  readonly places: Places;
  readonly clock: Clock;
}) => {
  const searchWorld = async (wish: FlightWish, caller: Caller): Promise<readonly FlightOption[]> => {
    const { slice, cabin, party, maxConnections } = wish;
    const { origin, destination, date: departureDate } = slice;
    const search = { origin, destination, departureDate, party, cabin, maxConnections };
    // Offers are computed again at every read: none of that is worth a session.
    const visitor = { ...caller, passing: true } as const;
    return (await travel.searchFlights({ ...search, sortBy: "price", maxResults: MOST_CHOICES }, visitor)).flights;
  };

  const searchTestAirline = ({ slice, cabin, party }: FlightWish): readonly FlightOption[] => {
    const { offers } = testAirline.searchFlights({
      origin: places.place(slice.origin) as Place,
      destination: places.place(slice.destination) as Place,
      date: slice.date,
      cabin,
      party,
      maxConnections: 0,
      sortBy: "price",
      maxResults: MOST_CHOICES,
    });
    return offers.map(({ option }) => option).filter(({ departureTime }) => Date.parse(departureTime) > clock.now());
  };

  const search = async (wish: FlightWish, caller: Caller): Promise<readonly FlightChoice[]> => {
    const options = wish.market === "world" ? await searchWorld(wish, caller) : searchTestAirline(wish);
    const wanted = Math.min(MOST_SHOWN, seated(wish.party));
    return options
      .filter(({ status, seatsAvailable }) => status === "available" && seatsAvailable >= wanted)
      .map(choiceOf);
  };

  const changingAt = async (hub: Airport, wish: FlightWish, caller: Caller): Promise<readonly FlightChoice[]> => {
    const { slice } = wish;
    const leg = (part: Partial<RequestedSlice>) =>
      search({ ...wish, maxConnections: 0, slice: { ...slice, ...part } }, caller);
    const first = await leg({ destination: hub.code });
    if (first.length === 0) return [];
    const onward: FlightChoice[] = [];
    for (const date of [slice.date, addDays(slice.date, 1)]) onward.push(...(await leg({ origin: hub.code, date })));
    return first.flatMap((one) => onward.filter((other) => fitsAfter(one, other)).map((other) => joined(one, other)));
  };

  /** Two flights where the world would sell one: booked together, each at its own price. */
  const withChange = async (wish: FlightWish, caller: Caller): Promise<readonly FlightChoice[]> => {
    const [from, to] = [wish.slice.origin, wish.slice.destination].map((code) => places.place(code)?.airports[0]);
    for (const hub of waypoints(places, from as Airport, to as Airport, HUBS_TRIED)) {
      const found = await changingAt(hub, wish, caller);
      if (found.length > 0) return found;
    }
    return [];
  };

  return {
    /** Cheapest first. */
    async find(wish: FlightWish, caller: Caller): Promise<readonly FlightChoice[]> {
      if (wish.scenario === "no_flights") return [];
      const { departs, arrives } = wish.slice;
      let choices = await search(wish, caller);
      if (wish.scenario === "connections") {
        choices = choices.filter(({ segments }) => segments.length === 2);
        if (choices.length === 0) choices = await withChange(wish, caller);
      }
      return choices
        .filter(
          ({ segments }) =>
            isWithin((segments[0] as FlightSegment).departureTime, departs) &&
            isWithin((segments.at(-1) as FlightSegment).arrivalTime, arrives),
        )
        .sort((a, b) => a.total - b.total || (a.flightIds.join() < b.flightIds.join() ? -1 : 1))
        .slice(0, MOST_CHOICES);
    },
  };
};
export type FlightChoices = ReturnType<typeof createFlightChoices>;

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
  return wait >= SHORTEST_CHANGE && wait <= LONGEST_CHANGE;
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
