import { type CarRental, VEHICLE_CLASSES } from "../../../model/booking.ts";
import { dateOf, daysBetween } from "../../../model/calendar.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Airport, Place } from "../../../model/place.ts";
import type { Answer, CarQuery, Supplier } from "../../supplier.ts";
import { createLruCache, type LruCache } from "../lru-cache.ts";
import { readStamp, stampOf, unknownOffer } from "../offer-ids.ts";
import type { GeneratedPlaces } from "../places.ts";
import { carBuckets, carStock } from "./car-stock.ts";
import { hasRentalCars } from "./companies.ts";
import { oneWayRefusal } from "./one-way.ts";
import { companiesFor, type RentalRequest, rentalDaysOf, rentalsOf } from "./rentals.ts";
import { airportStation, clockTime, downtownStation, type Station, stationAt } from "./stations.ts";

interface CarWorld {
  readonly seed: string;
  readonly clock: Clock;
  readonly places: GeneratedPlaces;
  readonly answers?: CarAnswers;
}

/** Worlds of one seed share them: they depend on the clock only through the days left, which their keys contain. */
export type CarAnswers = LruCache<Answer<CarRental>>;

const MINUTE_MS = 60_000;
const MAX_DAYS = 366;

export const createCarAnswers = (): CarAnswers => createLruCache(100);

export const createCars = ({
  seed,
  clock,
  places,
  answers = createCarAnswers(),
}: CarWorld): Pick<Supplier, "searchCars" | "quoteCar" | "carStock" | "carBuckets"> => {
  const requestFor = (
    station: Station,
    dropoff: Station,
    pickupAt: number,
    dropoffAt: number,
    driverAge: number,
  ): RentalRequest => {
    const pickupTime = places.localTime(station.airport, pickupAt);
    const date = dateOf(pickupTime);
    return {
      seed,
      station,
      dropoff,
      date,
      days: rentalDaysOf((dropoffAt - pickupAt) / MINUTE_MS),
      daysLeft: clock.configured ? daysBetween(places.localDate(station.airport, clock.now()), date) : undefined,
      pickupTime,
      dropoffTime: places.localTime(dropoff.airport, dropoffAt),
      pickupStamp: stampOf(places, station.airport, pickupAt),
      dropoffStamp: stampOf(places, dropoff.airport, dropoffAt),
      driverAge,
    };
  };

  return {
    searchCars: (query) => {
      const pickupAt = wholeMinute(query.pickupAt);
      const dropoffAt = wholeMinute(query.dropoffAt);
      const requests = routesOf(query, places).map(([from, to]) =>
        requestFor(from, to, pickupAt, dropoffAt, query.driverAge),
      );
      const { sortBy, maxResults, driverAge } = query;
      const { daysLeft } = requests[0] as RentalRequest;
      const key = [query.pickup.code, query.dropoff.code, pickupAt, dropoffAt, driverAge, sortBy, maxResults, daysLeft];
      return answers.get(key.join(), () => answer(requests, query));
    },

    carStock: (rental) => {
      const station = stationAt(rental.pickupLocationCode, places);
      return station === undefined ? [] : carStock(seed, station, rental);
    },
    carBuckets,

    quoteCar: (id) => {
      const wanted = readId(id, places);
      if (wanted === undefined) throw unknownOffer("car", id);
      const { companyCode, station, dropoff, pickupAt, dropoffAt, driverAge } = wanted;
      const request = requestFor(station, dropoff, pickupAt, dropoffAt, driverAge);
      const companies = companiesFor(request);
      const company = companies.find(({ code }) => code === companyCode);
      const refused = oneWayRefusal(station, dropoff) ?? closedReason(request);
      if (company === undefined || refused !== undefined) throw unknownOffer("car", id);
      const rental = rentalsOf(companies, request, company).find((candidate) => candidate.id === id);
      if (rental === undefined) throw unknownOffer("car", id);
      return rental;
    },
  };
};

const wholeMinute = (instant: number): number => Math.floor(instant / MINUTE_MS) * MINUTE_MS;

/** Pick-up and drop-off stations: at the largest airport, and also downtown if the car is returned to the same city. */
const routesOf = ({ pickup, dropoff }: CarQuery, places: GeneratedPlaces): readonly (readonly [Station, Station])[] => {
  const airport = pickup.airports[0] as Airport;
  const from = airportStation(airport, places);
  const to = returnsTo(dropoff, airport) ? from : airportStation(dropoff.airports[0] as Airport, places);
  const downtown = pickup.code === dropoff.code ? downtownStation(pickup, places) : undefined;
  return downtown === undefined
    ? [[from, to]]
    : [
        [from, to],
        [downtown, downtown],
      ];
};

const returnsTo = (dropoff: Place, airport: Airport): boolean =>
  dropoff.airports.some(({ code }) => code === airport.code);

const answer = (requests: readonly RentalRequest[], { sortBy, maxResults }: CarQuery): Answer<CarRental> => {
  const reasons: string[] = [];
  const rentals = requests.flatMap((request) => {
    const refused = oneWayRefusal(request.station, request.dropoff) ?? closedReason(request);
    const companies = refused === undefined ? companiesFor(request) : [];
    if (companies.length === 0) reasons.push(refused ?? noCounter(request));
    return rentalsOf(companies, request);
  });
  if (rentals.length === 0) return Object.freeze({ offers: Object.freeze([]), total: 0, reason: reasons[0] as string });
  const offers = Object.freeze(rentals.sort(ORDERS[sortBy]).slice(0, maxResults));
  return Object.freeze({ offers, total: rentals.length });
};

const closedReason = ({ station, pickupTime }: RentalRequest): string | undefined => {
  const { opens, closes, name } = station;
  const time = pickupTime.slice(11, 16);
  if (time >= clockTime(opens) && time < clockTime(closes)) return undefined;
  return `The rental counters at ${name} are open from ${clockTime(opens)} to ${clockTime(closes)}; a car cannot be picked up at ${time}. Choose another pick-up time.`;
};

const noCounter = ({ station, dropoff }: RentalRequest): string => {
  const carFree = [station, dropoff].find(({ airport, traffic }) => !hasRentalCars(airport, traffic));
  if (carFree !== undefined) return `No cars are rented at ${carFree.name}: visitors go on foot, by taxi or by boat.`;
  return `No rental company has a counter both at ${station.name} and at ${dropoff.name}; return the car where it was rented.`;
};

type Order = (a: CarRental, b: CarRental) => number;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byPrice: Order = (a, b) => a.totalPrice - b.totalPrice || byText(a.id, b.id);
const byClass: Order = (a, b) => VEHICLE_CLASSES.indexOf(a.vehicleClass) - VEHICLE_CLASSES.indexOf(b.vehicleClass);

const ORDERS: Readonly<Record<CarQuery["sortBy"], Order>> = {
  price: byPrice,
  class: (a, b) => byClass(a, b) || byPrice(a, b),
  company: (a, b) => byText(a.companyName, b.companyName) || byPrice(a, b),
};

interface WantedRental {
  readonly companyCode: string;
  readonly station: Station;
  readonly dropoff: Station;
  readonly pickupAt: number;
  readonly dropoffAt: number;
  readonly driverAge: number;
}

const ID = /^C-([A-Z]{2})-([A-Z]{3})-([A-Z]{3})-(\d{12}B?)-(\d{12}B?)-[A-Z]{4}-([1-9]\d)$/;

const readId = (id: string, places: GeneratedPlaces): WantedRental | undefined => {
  const match = ID.exec(id);
  if (match === null) return undefined;
  const [, companyCode = "", from = "", to = "", pickupStamp = "", dropoffStamp = "", age] = match;
  const station = stationAt(from, places);
  const dropoff = stationAt(to, places);
  if (station === undefined || dropoff === undefined || (station.downtown && from !== to)) return undefined;
  const pickupAt = readStamp(places, station.airport, pickupStamp);
  const dropoffAt = readStamp(places, dropoff.airport, dropoffStamp);
  if (pickupAt === undefined || dropoffAt === undefined || dropoffAt <= pickupAt) return undefined;
  if (dropoffAt - pickupAt > MAX_DAYS * 1440 * MINUTE_MS) return undefined;
  return { companyCode, station, dropoff, pickupAt, dropoffAt, driverAge: Number(age) };
};
