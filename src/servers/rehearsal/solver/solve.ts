import type { CarRental, HotelReservation } from "../../../model/booking.ts";
import { addDays, dateOf } from "../../../model/calendar.ts";
import type { Caller } from "../../../model/caller.ts";
import type { FlightOption } from "../../../model/flight.ts";
import { type Cents, sum } from "../../../model/money.ts";
import { partyOf } from "../../../model/passenger.ts";
import type { Places } from "../../../model/place.ts";
import type { Flexibility } from "../../../travel/supplier.ts";
import type { Travel } from "../../../travel/travel.ts";
import { amountOf } from "../scenario/amounts.ts";
import type { Problem, ScenarioPassenger, SolveTask } from "../scenario/gold-schema.ts";
import type { GoldFacts } from "../verdict/verdict.ts";

/** What the solver searches: the run's own world, with everything that its scenario changes. */
export interface SolverWorld {
  readonly travel: Pick<Travel, "searchFlights" | "searchHotels" | "searchCars">;
  readonly places: Pick<Places, "airport">;
  readonly caller: Caller;
}

/** A service that fits, and the tool call that finds it. */
interface SolvedService {
  readonly kind: "flight" | "hotel" | "car";
  /** Flight ids, or the id of the hotel or car. */
  readonly ids: readonly string[];
  readonly price: Cents;
  readonly search: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
  readonly facts: GoldFacts;
}

export interface Solution {
  readonly services: readonly SolvedService[];
  readonly facts: GoldFacts;
  /** Whether nothing else is equally good. */
  readonly isUnique: boolean;
  /** The next best of the first service that costs more. */
  readonly dearer?: SolvedService;
}

/** An option, in the same terms for every kind. */
interface Option extends SolvedService {
  /** Compared in order; the smallest is the best. */
  readonly rank: readonly number[];
  readonly fits: boolean;
}

/** Finds the best services that fit. Undefined if nothing fits within `atMost`. */
export const solve = async (
  task: SolveTask,
  passengers: readonly ScenarioPassenger[],
  world: SolverWorld,
): Promise<Solution | undefined> => {
  const problems = task.solve === "trip" ? (task.parts ?? []) : [task];
  const ranked = await Promise.all(problems.map((problem) => optionsOf(problem, passengers, world)));
  const best = ranked.map(([first]) => first);
  if (best.some((option) => option === undefined)) return undefined;
  const services = best as readonly Option[];
  const total = sum(services.map(({ price }) => price));
  const atMost = task.atMost === undefined ? undefined : amountOf(task.atMost, () => undefined);
  if (atMost !== undefined && total > atMost && task.decline !== true) return undefined;
  const facts = Object.assign({}, ...services.toReversed().map(({ facts: one }) => one)) as GoldFacts;
  const dearer = ranked[0]?.find(({ price }) => price > (services[0]?.price ?? 0));
  return {
    services,
    ...(dearer !== undefined && { dearer }),
    facts: { ...facts, total, lowest: total },
    isUnique: ranked.every(
      ([first, second]) => first === undefined || second === undefined || byRank(first, second) < 0,
    ),
  };
};

/** All options that fit, best first. */
const optionsOf = async (
  problem: Problem,
  passengers: readonly ScenarioPassenger[],
  world: SolverWorld,
): Promise<readonly Option[]> => {
  const rank = async (wished: Problem): Promise<readonly Option[]> =>
    (await SEARCHES[wished.solve](wished, passengers, world)).filter(({ fits }) => fits).toSorted(byRank);
  const { within, refundable: _refundable, changeable: _changeable, ...plain } = problem;
  const wished = await rank(problem);
  if (within === undefined) return wished;
  const anything = await rank(plain);
  const [best] = wished;
  const [cheapest] = anything;
  const isWorth = best !== undefined && cheapest !== undefined && best.price <= cheapest.price * (1 + within / 100);
  return isWorth ? wished : anything;
};

const byRank = (a: Option, b: Option): number => {
  const at = a.rank.findIndex((value, i) => value !== b.rank[i]);
  return at < 0 ? 0 : (a.rank[at] ?? 0) - (b.rank[at] ?? 0);
};

const MOST = 10_000;

type Search = (
  problem: Problem,
  passengers: readonly ScenarioPassenger[],
  world: SolverWorld,
) => Promise<readonly Option[]>;

const searchFlights =
  (rankOf: (option: FlightOption) => number): Search =>
  async (problem, passengers, { travel, caller }) => {
    const { from = "", to = "", on = "", days = 0, cabin = "economy", stops, nonstop = false } = problem;
    const maxConnections = nonstop ? 0 : ((stops ?? 2) as 0 | 1 | 2);
    const party = partyOf(passengers);
    const dates = Array.from({ length: 2 * days + 1 }, (_, i) => addDays(on, i - days));
    const lists = await Promise.all(
      dates.map(async (departureDate) => {
        const query = { origin: from, destination: to, departureDate, cabin, maxConnections };
        const flexibility: Flexibility | undefined = problem.refundable
          ? "refundable"
          : problem.changeable
            ? "changeable"
            : undefined;
        const search = {
          ...query,
          party,
          sortBy: "price" as const,
          maxResults: MOST,
          ...(flexibility && { flexibility }),
        };
        const { flights } = await travel.searchFlights(search, caller);
        const call = {
          tool: "searchFlights",
          arguments: { ...query, passengers: party, maxResults: 100, ...(flexibility && { flexibility }) },
        };
        return flights
          .filter(({ status }) => status === "available")
          .map(
            (option): Option => ({
              kind: "flight",
              ids: option.flightIds,
              price: option.price,
              search: call,
              facts: {
                flight: option.segments?.[0]?.flightNumber ?? option.flightNumber,
                date: dateOf(option.departureTime),
                departure: option.departureTime.slice(0, 16),
                arrival: option.arrivalTime.slice(0, 16),
                time: option.arrivalTime.slice(11, 16),
                price: option.price,
              },
              rank: [problem.prefer === "nonstop" ? Math.sign(option.stops) : 0, rankOf(option), option.price].slice(
                problem.prefer === "nonstop" ? 0 : 1,
              ),
              fits: fitsFlight(option, problem),
            }),
          );
      }),
    );
    return lists.flat();
  };

const fitsFlight = (option: FlightOption, problem: Problem): boolean => {
  const segments = option.segments ?? [option];
  const { stops, airline, flight, departAfter, departBefore, arriveAfter, arriveBy, refundable } = problem;
  return (
    (stops === undefined || option.stops === stops) &&
    (airline === undefined || segments.every(({ airlineCode }) => airlineCode === airline)) &&
    (flight === undefined || segments.some(({ flightNumber }) => flightNumber === flight)) &&
    (departAfter === undefined || local(option.departureTime, departAfter) >= departAfter) &&
    (departBefore === undefined || local(option.departureTime, departBefore) <= departBefore) &&
    (arriveAfter === undefined || local(option.arrivalTime, arriveAfter) >= arriveAfter) &&
    (arriveBy === undefined || local(option.arrivalTime, arriveBy) <= arriveBy) &&
    (refundable !== true || segments.every((segment) => segment.refundable))
  );
};

/** As much of a local time as the bound has: a time of day, or day and time. */
const local = (time: string, bound: string): string =>
  (/^\d\d:\d\d/.test(bound) ? time.slice(11) : time).slice(0, bound.length);

const searchHotels: Search = async (problem, passengers, { travel, caller }) => {
  const { city = "", from = "", to = "", stars, guests = passengers.length, refundable } = problem;
  const query = { cityCode: city, checkInDate: from, checkOutDate: to, guests, ...(stars && { starRating: stars }) };
  const { hotels } = await travel.searchHotels({ ...query, sortBy: "price", maxResults: MOST }, caller);
  return hotels
    .filter(({ status }) => status === "available")
    .map(
      (hotel: HotelReservation): Option => ({
        kind: "hotel",
        ids: [hotel.id],
        price: hotel.price,
        search: { tool: "searchHotels", arguments: { ...query, maxResults: 100 } },
        facts: { hotel: hotel.hotelName, code: hotel.hotelCode, price: hotel.price },
        rank: [hotel.price],
        fits: refundable !== true || hotel.refundable,
      }),
    );
};

const searchCars: Search = async (problem, _passengers, { travel, caller }) => {
  const { pickup = "", dropoff, pickupAt = "", dropoffAt = "", driverAge, class: wanted } = problem;
  const query = {
    pickupLocationCode: pickup,
    ...(dropoff !== undefined && { dropoffLocationCode: dropoff }),
    pickupDate: pickupAt,
    dropoffDate: dropoffAt,
    driverAge: driverAge ?? 30,
  };
  const { cars } = await travel.searchCars({ ...query, sortBy: "price", maxResults: MOST }, caller);
  return cars
    .filter(({ status }) => status === "available")
    .map(
      (car: CarRental): Option => ({
        kind: "car",
        ids: [car.id],
        price: car.totalPrice,
        search: { tool: "searchCars", arguments: { ...query, maxResults: 100 } },
        facts: { company: car.companyCode, price: car.totalPrice },
        rank: [car.totalPrice],
        fits: wanted === undefined || car.vehicleClass === wanted,
      }),
    );
};

const SEARCHES: Readonly<Record<Problem["solve"], Search>> = {
  "cheapest-flight": searchFlights(({ price }) => price),
  "earliest-that-fits": searchFlights(({ arrivalTime }) => Date.parse(arrivalTime)),
  "fastest-flight": searchFlights(({ duration }) => duration),
  "cheapest-stay": searchHotels,
  "cheapest-car": searchCars,
  trip: async () => [],
};
