import type { HotelReservation } from "../../../model/booking.ts";
import { daysBetween, type IsoDate } from "../../../model/calendar.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Airport, Place } from "../../../model/place.ts";
import type { Answer, HotelQuery, Supplier } from "../../supplier.ts";
import { createLruCache, type LruCache } from "../lru-cache.ts";
import { readCompactDate, unknownOffer } from "../offer-ids.ts";
import type { GeneratedPlaces } from "../places.ts";
import { type City, cityOf } from "./cities.ts";
import { type Property, propertiesOf } from "./properties.ts";
import { roomBuckets, roomStock } from "./room-stock.ts";
import { ratesAt, type StayRequest, stayIn, staysOf } from "./stays.ts";

interface HotelWorld {
  readonly seed: string;
  readonly clock: Clock;
  readonly places: GeneratedPlaces;
  readonly caches?: HotelCaches;
}

interface Town {
  readonly city: City;
  readonly properties: readonly Property[];
}

const MAX_NIGHTS = 366;
const MAX_GUESTS = 10;

/** Worlds of one seed share them: nothing in them depends on the clock but through the days left. */
export interface HotelCaches {
  readonly towns: LruCache<Town>;
  readonly answers: LruCache<Answer<HotelReservation>>;
}

export const createHotelCaches = (): HotelCaches => ({
  towns: createLruCache(500),
  answers: createLruCache(200),
});

export const createHotels = ({
  seed,
  clock,
  places,
  caches: { towns, answers } = createHotelCaches(),
}: HotelWorld): Pick<Supplier, "searchHotels" | "quoteHotel" | "hotelRates" | "roomStock" | "roomBuckets"> => {
  const townOf = (place: Place): Town =>
    towns.get((place.airports[0] as Airport).cityCode, () => {
      const city = cityOf(place, places);
      return { city, properties: propertiesOf(city) };
    });

  const hotelAt = (hotelCode: string) => {
    const place = places.place(hotelCode.slice(0, 3));
    const town = place && townOf(place);
    const index = town?.properties.findIndex(({ code }) => code === hotelCode) ?? -1;
    return town === undefined || index < 0 ? undefined : { town, index };
  };

  const daysLeft = (city: City, checkIn: IsoDate): number | undefined =>
    clock.configured ? daysBetween(places.localDate(city.airports[0] as Airport, clock.now()), checkIn) : undefined;

  const requestFor = (
    { city, properties }: Town,
    checkIn: IsoDate,
    checkOut: IsoDate,
    guests: number,
  ): StayRequest => ({
    city,
    properties,
    places,
    seed,
    checkIn,
    nights: daysBetween(checkIn, checkOut),
    guests,
    daysLeft: daysLeft(city, checkIn),
  });

  const requestIn = (id: string) => {
    const wanted = readId(id);
    const found = wanted && hotelAt(wanted.hotelCode);
    if (wanted === undefined || found === undefined) throw unknownOffer("hotel", id);
    const { town, index } = found;
    return { request: requestFor(town, wanted.checkIn, wanted.checkOut, wanted.guests), index, wanted };
  };

  return {
    searchHotels: (query) => {
      const town = townOf(query.city);
      const request = requestFor(town, query.checkIn, query.checkOut, query.guests);
      const { minStars, sortBy, maxResults } = query;
      const key = [
        town.city.code,
        query.checkIn,
        request.nights,
        query.guests,
        minStars,
        sortBy,
        maxResults,
        request.daysLeft,
      ];
      return answers.get(key.join(), () => answer(request, query));
    },

    roomStock: (stay) => {
      const { town, index } = hotelAt(stay.hotelCode) ?? {};
      const property = index === undefined ? undefined : town?.properties[index];
      return town === undefined || property === undefined ? [] : roomStock(seed, town.city, property, stay);
    },
    roomBuckets,

    quoteHotel: (id) => {
      const { request, index, wanted } = requestIn(id);
      const { code } = wanted;
      const stay = code === undefined ? staysOf(request, index)[0] : stayIn(request, index, code);
      if (stay === undefined || stay.id !== id) throw unknownOffer("hotel", id);
      return stay;
    },

    hotelRates: (id) => {
      const { request, index } = requestIn(id);
      return ratesAt(request, index);
    },
  };
};

const answer = (request: StayRequest, { minStars, sortBy, maxResults }: HotelQuery): Answer<HotelReservation> => {
  const highest = Math.max(...request.properties.map(({ stars }) => stars));
  if (highest < minStars) {
    const reason = `No hotel in ${request.city.name} (${request.city.code}) has ${minStars} stars; the highest rating there is ${highest}.`;
    return Object.freeze({ offers: Object.freeze([]), total: 0, reason });
  }
  const stays = staysOf(request).filter(({ starRating }) => starRating >= minStars);
  const offers = Object.freeze(stays.sort(ORDERS[sortBy]).slice(0, maxResults));
  return Object.freeze({ offers, total: stays.length });
};

type Order = (a: HotelReservation, b: HotelReservation) => number;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const ORDERS: Readonly<Record<HotelQuery["sortBy"], Order>> = {
  price: (a, b) => a.price - b.price || byText(a.id, b.id),
  stars: (a, b) => b.starRating - a.starRating || a.price - b.price || byText(a.id, b.id),
  name: (a, b) => byText(a.hotelName, b.hotelName) || byText(a.id, b.id),
};

interface WantedStay {
  readonly hotelCode: string;
  readonly checkIn: IsoDate;
  readonly checkOut: IsoDate;
  readonly guests: number;
  /** Room and rate. */
  readonly code: string | undefined;
}

const ID = /^H-([A-Z]{3}[A-Z0-9]{2}\d{2})-(\d{8})-(\d{8})-([1-9]\d?)(?:-([BDS][14][A-Z]{3}))?$/;

const readId = (id: string): WantedStay | undefined => {
  const match = ID.exec(id);
  if (match === null) return undefined;
  const [, hotelCode = "", arrival = "", departure = "", guestCount, code] = match;
  const checkIn = readCompactDate(arrival);
  const checkOut = readCompactDate(departure);
  const guests = Number(guestCount);
  if (checkIn === undefined || checkOut === undefined || guests > MAX_GUESTS) return undefined;
  const nights = daysBetween(checkIn, checkOut);
  return nights < 1 || nights > MAX_NIGHTS ? undefined : { hotelCode, checkIn, checkOut, guests, code };
};
