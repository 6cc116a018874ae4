import { addDays } from "../../../src/model/calendar.ts";
import { type TaxiwayProcess, TODAY, worked } from "../../fixtures/taxiway.ts";
import { scarceFlights } from "../races/sales.ts";

/** A flight whose seats clients compete for. */
export interface ContestedFlight {
  readonly id: string;
  readonly seats: number;
  readonly search: Readonly<Record<string, unknown>>;
}

/** What clients book. */
export interface World {
  /** Flights with few seats and permanent demand. */
  readonly contested: readonly ContestedFlight[];
  /** Flights with two seats, each for three clients. */
  readonly pairs: readonly ContestedFlight[];
  /** Flights with few seats and little demand, so that the remains of an attempt are not cleared by the next. */
  readonly quiet: readonly ContestedFlight[];
  /** Flights with many seats, and hotels and cars for them. */
  readonly plentiful: readonly string[];
  readonly hotels: readonly string[];
  readonly cars: readonly string[];
}

const DAY = addDays(TODAY, 40);
const SEARCH = { origin: "JFK", destination: "LAX", departureDate: DAY, maxConnections: 0, maxResults: 100 };

/** The number of contested flights with one and two seats: few enough that clients compete. */
const WANTED = new Map([
  [1, 1],
  [2, 2],
]);
const CONTESTED_FLIGHTS = 3;
export const PAIRS = 3;
const QUIET_FLIGHTS = 12;

export const findWorld = async ({ call }: Pick<TaxiwayProcess, "call">): Promise<World> => {
  const contested: ContestedFlight[] = [];
  const pairs: ContestedFlight[] = [];
  const quiet: ContestedFlight[] = [];
  for await (const { search, flightIds, seats } of scarceFlights({ call })) {
    const [id] = flightIds as [string];
    const soFar = contested.filter((flight) => flight.seats === seats).length;
    const flight = { id, seats, search: { ...search } };
    if (soFar < (WANTED.get(seats) ?? 0)) contested.push(flight);
    else if (seats === 2 && pairs.length < PAIRS) pairs.push(flight);
    else if (WANTED.has(seats) && quiet.length < QUIET_FLIGHTS) quiet.push(flight);
    if (contested.length + pairs.length + quiet.length === CONTESTED_FLIGHTS + PAIRS + QUIET_FLIGHTS) break;
  }
  const { flights } = worked(await call("searchFlights", SEARCH));
  const stay = { cityCode: "LAX", checkInDate: addDays(DAY, 1), checkOutDate: addDays(DAY, 3) };
  const { hotels } = worked(await call("searchHotels", stay));
  const rental = {
    pickupLocationCode: "LAX",
    pickupDate: `${addDays(DAY, 1)}T12:00:00-08:00`,
    dropoffDate: `${addDays(DAY, 3)}T12:00:00-08:00`,
  };
  const { cars } = worked(await call("searchCars", rental));
  const ids = (offers: readonly { id: string; status: string }[]): string[] =>
    offers.filter(({ status }) => status === "available").map(({ id }) => id);
  return {
    contested,
    pairs,
    quiet,
    plentiful: ids(flights.filter((flight: { seatsAvailable: number }) => flight.seatsAvailable === 9)),
    hotels: ids(hotels),
    cars: ids(cars),
  };
};

/** All flights whose seats are counted. */
export const scarceIn = ({ contested, pairs, quiet }: World): readonly ContestedFlight[] => [
  ...contested,
  ...pairs,
  ...quiet,
];
