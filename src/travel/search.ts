import { randomUUID } from "node:crypto";
import type { SearchRecord, Sessions } from "../mcp/sessions/sessions.ts";
import type { CarRental, HotelReservation } from "../model/booking.ts";
import type { IsoDate } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { invalid, ruleBroken } from "../model/failure.ts";
import type { Cabin, FlightOption } from "../model/flight.ts";
import { remembered } from "../model/json.ts";
import { type Party, seated } from "../model/passenger.ts";
import type { Airport, Place, Places } from "../model/place.ts";
import { requireInOrder, requireSellable } from "./date-window.ts";
import type { GroundSearch } from "./ground-search.ts";
import { checkParty } from "./passenger-rules.ts";
import type { Stock } from "./stock.ts";
import type { Answer, CarQuery, Flexibility, FlightOffer, FlightQuery, HotelQuery, Supplier } from "./supplier.ts";

export interface FlightSearch {
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: IsoDate;
  readonly returnDate?: IsoDate | undefined;
  readonly party: Party;
  readonly cabin: Cabin;
  readonly maxConnections: 0 | 1 | 2;
  /** Default: any. */
  readonly flexibility?: Flexibility;
  readonly sortBy: FlightQuery["sortBy"];
  readonly maxResults: number;
}

interface HotelSearch {
  readonly cityCode: string;
  readonly checkInDate: IsoDate;
  readonly checkOutDate: IsoDate;
  readonly guests: number;
  readonly starRating?: number;
  readonly sortBy: HotelQuery["sortBy"];
  readonly maxResults: number;
}

interface CarSearch {
  readonly pickupLocationCode: string;
  readonly dropoffLocationCode?: string;
  /** With a UTC offset, or local time at the station. */
  readonly pickupDate: string;
  readonly dropoffDate: string;
  readonly driverAge: number;
  readonly sortBy: CarQuery["sortBy"];
  readonly maxResults: number;
}

export interface Found {
  readonly searchId: string;
  /** The number of options found; the list has the first of them. */
  readonly total: number;
  readonly source: Supplier["source"];
  /** Why the list is empty. */
  readonly reason?: string;
}

interface FoundFlights extends Found {
  readonly flights: readonly FlightOption[];
  readonly returnFlights?: readonly FlightOption[];
  /** The `total` of the return flights. */
  readonly returnTotal?: number;
}

type FoundHotels = Found & { readonly hotels: readonly HotelReservation[] };
type FoundCars = Found & { readonly cars: readonly CarRental[] };

export interface Search {
  searchFlights(search: FlightSearch, caller: Caller): Promise<FoundFlights>;
  searchHotels(search: HotelSearch, caller: Caller): Promise<FoundHotels>;
  searchCars(search: CarSearch, caller: Caller): Promise<FoundCars>;
}

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly stock: Stock;
  readonly ground: GroundSearch;
  readonly newSearchId?: (() => string) | undefined;
}

/** A completed search. */
interface CompletedSearch extends Pick<SearchRecord, "type" | "parameters" | "resultCount"> {
  readonly total: number;
  readonly startedAt: number;
  readonly reason: string | undefined;
}

export const createSearch = ({
  supplier,
  places,
  sessions,
  clock,
  stock,
  ground,
  newSearchId = randomUUID,
}: Parts): Search => {
  const window = { clock, places };

  /** Counts the search in its session and returns the fields that all answers have. */
  const found = (
    caller: Caller,
    { type, parameters, resultCount, total, startedAt, reason }: CompletedSearch,
  ): Found => {
    const id = newSearchId();
    const responseTime = Math.round((performance.now() - startedAt) * 100) / 100;
    sessions.countSearch(caller, { id, type, timestamp: clock.now(), parameters, resultCount, responseTime });
    return reason === undefined
      ? { searchId: id, source: supplier.source, total }
      : { searchId: id, source: supplier.source, total, reason };
  };

  const isToday = ({ date, origin }: FlightQuery): boolean =>
    date === places.localDate(mainAirport(origin), clock.now());

  /** Some of today's flights have left, so all are searched and the list is cut afterwards. */
  const flightsOn = (query: FlightQuery): Answer<FlightOffer> =>
    supplier.searchFlights(isToday(query) ? { ...query, maxResults: Number.MAX_SAFE_INTEGER } : query);

  const seatsTaken = (answer: Answer<FlightOffer>, caller: Caller) => stock.taken(caller, stockKeys(answer));

  const stillOnSale = (query: FlightQuery, answer: Answer<FlightOffer>, taken: ReadonlyMap<string, number>) => {
    const { total, reason: notFound } = answer;
    if (taken.size === 0 && !isToday(query)) return { options: optionsOf(answer), total, reason: notFound };
    const now = clock.now();
    const upcoming = answer.offers.filter(({ option }) => Date.parse(option.departureTime) > now);
    const options = upcoming.flatMap((offer) => afterSales(offer, taken, seated(query.party)));
    const noneLeft = upcoming.length === 0 ? "All flights of that day have left." : "No flight has enough seats left.";
    const reason = notFound ?? (options.length === 0 ? noneLeft : undefined);
    const removed = answer.offers.length - options.length;
    return { options: options.slice(0, query.maxResults), total: total - removed, reason };
  };

  const onSale = async (query: FlightQuery, caller: Caller) => {
    const answer = flightsOn(query);
    const shown = stillOnSale(query, answer, await seatsTaken(answer, caller));
    if (shown.options.length >= Math.min(query.maxResults, answer.offers.length) || isToday(query)) return shown;
    // Some no longer have enough seats for the party: search again without a limit to fill the list.
    const all = supplier.searchFlights({ ...query, maxResults: Number.MAX_SAFE_INTEGER });
    return stillOnSale(query, all, await seatsTaken(all, caller));
  };

  const instantAt = (airport: Airport, text: string): number =>
    HAS_OFFSET.test(text) ? Date.parse(text) : places.instant(airport, text.toUpperCase());

  return {
    async searchFlights(search, caller) {
      const startedAt = performance.now();
      const origin = places.require(search.origin, "origin");
      const destination = places.require(search.destination, "destination");
      requireDifferentPlaces(origin, destination);
      checkParty(search.party, "passengers");
      requireSellable(search.departureDate, "departureDate", mainAirport(origin), window);
      if (search.returnDate !== undefined) {
        requireSellable(search.returnDate, "returnDate", mainAirport(destination), window);
        if (search.returnDate < search.departureDate) {
          throw invalid(`returnDate ${search.returnDate} is before departureDate ${search.departureDate}.`, {
            field: "returnDate",
            value: search.returnDate,
            allowed: `${search.departureDate} or later`,
          });
        }
      }
      // No object spread: on this hot path it costs more than a cached search.
      const query: FlightQuery = {
        origin,
        destination,
        date: search.departureDate,
        party: search.party,
        cabin: search.cabin,
        maxConnections: search.maxConnections,
        flexibility: search.flexibility ?? "any",
        sortBy: search.sortBy,
        maxResults: search.maxResults,
      };
      const out = await onSale(query, caller);
      const back =
        search.returnDate === undefined
          ? undefined
          : await onSale({ ...query, origin: destination, destination: origin, date: search.returnDate }, caller);
      const resultCount = out.options.length + (back?.options.length ?? 0);
      const reason = out.reason ?? back?.reason;
      const { total } = out;
      const answer = found(caller, { type: "flight", parameters: search, resultCount, total, startedAt, reason });
      return back === undefined
        ? Object.assign(answer, { flights: out.options })
        : Object.assign(answer, { flights: out.options, returnFlights: back.options, returnTotal: back.total });
    },

    async searchHotels(search, caller) {
      const startedAt = performance.now();
      const city = places.require(search.cityCode, "cityCode");
      requireInOrder([search.checkInDate, "checkInDate"], [search.checkOutDate, "checkOutDate"]);
      requireSellable(search.checkInDate, "checkInDate", mainAirport(city), window);
      requireSellable(search.checkOutDate, "checkOutDate", mainAirport(city), window);
      const { checkInDate, checkOutDate, guests, starRating = 1, sortBy, maxResults } = search;
      const query: HotelQuery = {
        ...{ city, checkIn: checkInDate, checkOut: checkOutDate, guests },
        ...{ minStars: starRating, sortBy, maxResults },
      };
      const { offers, total, reason } = await ground.hotels(query, caller);
      return {
        ...found(caller, { type: "hotel", parameters: search, resultCount: offers.length, total, startedAt, reason }),
        hotels: offers,
      };
    },

    async searchCars(search, caller) {
      const startedAt = performance.now();
      const pickup = places.require(search.pickupLocationCode, "pickupLocationCode");
      const dropoff =
        search.dropoffLocationCode === undefined
          ? pickup
          : places.require(search.dropoffLocationCode, "dropoffLocationCode");
      const [from, to] = [mainAirport(pickup), mainAirport(dropoff)];
      const pickupAt = instantAt(from, search.pickupDate);
      const dropoffAt = instantAt(to, search.dropoffDate);
      requireInOrder(
        [places.localTime(from, pickupAt), "pickupDate"],
        [places.localTime(to, dropoffAt), "dropoffDate"],
      );
      requireSellable(places.localDate(from, pickupAt), "pickupDate", from, window);
      requireSellable(places.localDate(to, dropoffAt), "dropoffDate", to, window);
      const { driverAge, sortBy, maxResults } = search;
      const query: CarQuery = { pickup, dropoff, pickupAt, dropoffAt, driverAge, sortBy, maxResults };
      const { offers, total, reason } = await ground.cars(query, caller);
      return {
        ...found(caller, { type: "car", parameters: search, resultCount: offers.length, total, startedAt, reason }),
        cars: offers,
      };
    },
  };
};

const HAS_OFFSET = /(?:[Zz]|[+-]\d\d:\d\d)$/;

const mainAirport = (place: Place): Airport => place.airports[0] as Airport;

const requireDifferentPlaces = (origin: Place, destination: Place): void => {
  if (!origin.airports.some((airport) => destination.airports.includes(airport))) return;
  throw ruleBroken(`origin ${origin.code} and destination ${destination.code} are the same place.`, {
    field: "destination",
    value: destination.code,
    hint: "Choose two different airports or cities.",
  });
};

/** One array per answer, so that its cached serialisation can be reused. */
const optionLists = new WeakMap<Answer<FlightOffer>, readonly FlightOption[]>();
const stockKeyLists = new WeakMap<Answer<FlightOffer>, readonly string[]>();

const optionsOf = (answer: Answer<FlightOffer>): readonly FlightOption[] =>
  remembered(optionLists, answer, () => Object.freeze(answer.offers.map((offer) => offer.option)));

const stockKeys = (answer: Answer<FlightOffer>): readonly string[] =>
  remembered(stockKeyLists, answer, () => [
    ...new Set(answer.offers.flatMap((offer) => offer.stock.map((stock) => stock.key))),
  ]);

/** The option with the seats left; dropped if it has seats, but not enough for the party. */
const afterSales = (
  { option, stock }: FlightOffer,
  taken: ReadonlyMap<string, number>,
  party: number,
): FlightOption[] => {
  const remaining = stock.map(({ key, seats }) => Math.max(0, seats - (taken.get(key) ?? 0)));
  if (remaining.every((seats, i) => seats === stock[i]?.seats)) return [option];
  const least = Math.min(...remaining);
  if (least > 0 && least < party) return [];
  const shown = (seats: number) => ({
    seatsAvailable: Math.min(9, seats),
    status: seats === 0 ? ("sold_out" as const) : ("available" as const),
  });
  return [
    {
      ...option,
      ...shown(least),
      ...(option.segments && {
        segments: option.segments.map((segment, i) => ({ ...segment, ...shown(remaining[i] ?? 0) })),
      }),
    },
  ];
};
