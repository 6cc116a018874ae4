import type { HotelReservation } from "../../../model/booking.ts";
import { addDays, type IsoDate } from "../../../model/calendar.ts";
import { stayFees, stayPolicy } from "../../../model/cancel-fees.ts";
import { draw, hash } from "../../../model/draw.ts";
import { countryOf } from "../markets.ts";
import { compactDate } from "../offer-ids.ts";
import type { GeneratedPlaces } from "../places.ts";
import { deadlinesIn } from "./cancellation.ts";
import type { City } from "./cities.ts";
import { demandOver } from "./demand.ts";
import type { Property } from "./properties.ts";
import { type Rate, rateOf, ratesOf } from "./rates.ts";
import { type Lodging, lodgingOf, lodgingsOf } from "./rooms.ts";

export interface StayRequest {
  readonly city: City;
  readonly properties: readonly Property[];
  readonly places: GeneratedPlaces;
  readonly seed: string;
  readonly checkIn: IsoDate;
  readonly nights: number;
  readonly guests: number;
  /** Undefined unless the clock is configured. */
  readonly daysLeft: number | undefined;
}

type Bands = Readonly<Record<number, readonly [number, number]>>;

/** US dollars for one room and night, by stars: budget 80 to 150, midrange 150 to 300, luxury 300 to 800. */
const DOMESTIC: Bands = { 1: [80, 115], 2: [95, 150], 3: [150, 300], 4: [300, 540], 5: [440, 800] };
/** At price level 1. */
const ABROAD: Bands = { 1: [50, 88], 2: [72, 125], 3: [115, 220], 4: [190, 370], 5: [330, 720] };

const SOLD_OUT_SHARE = 0.1;

/** A city and a stay there, as far as all hotels share it. */
interface Visit extends StayRequest {
  readonly checkOut: IsoDate;
  readonly demand: number;
  readonly neverFull: number;
  readonly deadlineAt: ReturnType<typeof deadlinesIn>;
}

const visitOf = (request: StayRequest): Visit => {
  const { city, properties, seed, checkIn, nights, places } = request;
  return {
    ...request,
    checkOut: addDays(checkIn, nights),
    demand: demandOver(city, seed, checkIn, nights) + lateDemand(request.daysLeft),
    neverFull: hash("spared", seed, city.code, checkIn) % properties.length,
    deadlineAt: deadlinesIn(city, checkIn, places),
  };
};

/** The stay at each property, with the room and rate of the day; `only` is the index of a single property. */
export const staysOf = (request: StayRequest, only?: number): HotelReservation[] => {
  const visit = visitOf(request);
  const indexes = only === undefined ? [...request.properties.keys()] : [only];
  return indexes.map((index) => {
    const property = request.properties[index] as Property;
    const { seed, city, guests } = request;
    return stayAt(visit, index, lodgingOf(city, property, guests), rateOf(seed, { ...request, property }));
  });
};

/** Every room and rate of a property, the cheapest first, without those that cost as much as a better one. */
export const ratesAt = (request: StayRequest, index: number): readonly HotelReservation[] => {
  const all = combinationsAt(visitOf(request), index, request.properties[index] as Property);
  const isBeaten = (one: Combination): boolean =>
    all.some(
      (other) =>
        other !== one && other.stay.price === one.stay.price && other.room >= one.room && other.rate >= one.rate,
    );
  const shown = all.filter((one) => !isBeaten(one)).map(({ stay }) => stay);
  return shown.sort((a, b) => a.price - b.price || (a.id < b.id ? -1 : 1));
};

/** `room` and `rate` are positions: higher is better. */
interface Combination {
  readonly code: string;
  readonly room: number;
  readonly rate: number;
  readonly stay: HotelReservation;
}

/** The stay in a room and at a rate, such as `B1BAR`. */
export const stayIn = (request: StayRequest, index: number, code: string): HotelReservation | undefined => {
  const property = request.properties[index] as Property;
  return combinationsAt(visitOf(request), index, property).find((one) => one.code === code)?.stay;
};

/** From the plainest room to the best, and from the rate with most obligations to the one with most included. */
const combinationsAt = (visit: Visit, index: number, property: Property): readonly Combination[] => {
  const { seed, city, guests } = visit;
  const rates = ratesOf(seed, { ...visit, property });
  return lodgingsOf(city, property, guests).flatMap((lodging, room) =>
    rates.map((one, rate) => {
      const code = `${lodging.code}${one.code}`;
      return { code, room, rate, stay: stayAt(visit, index, lodging, one, code) };
    }),
  );
};

const stayAt = (visit: Visit, index: number, lodging: Lodging, rate: Rate, code?: string): HotelReservation => {
  const { city, seed, checkIn, checkOut, nights, guests, demand, neverFull, deadlineAt } = visit;
  const property = visit.properties[index] as Property;
  const { roomType, rooms, factor } = lodging;
  const week = Math.floor(Date.parse(`${checkIn}T00:00:00Z`) / WEEK_MS);
  const variation = draw("mood", seed, property.code, week).fraction();
  const pricePerNight = rooms * roomPrice(city, property, demand + (variation - 0.5) * 0.1, rate, factor);
  const price = pricePerNight * nights;
  const cancelFees = stayFees({
    ...{ price, pricePerNight },
    ...(rate.refundable && { deadline: deadlineAt(property) }),
  });
  const id = `H-${property.code}-${compactDate(checkIn)}-${compactDate(checkOut)}-${guests}`;
  return Object.freeze({
    id: code === undefined ? id : `${id}-${code}`,
    hotelCode: property.code,
    hotelName: property.name,
    chainCode: property.chain.code,
    chainName: property.chain.name,
    address: property.address,
    cityCode: city.code,
    cityName: city.name,
    ...property.position,
    checkInDate: checkIn,
    checkInTime: property.checkInTime,
    checkOutDate: checkOut,
    checkOutTime: property.checkOutTime,
    nights,
    roomType,
    rateCode: rate.code,
    rateName: rate.name,
    starRating: property.stars,
    price,
    pricePerNight,
    guestCount: guests,
    rooms,
    amenities: amenitiesWith(rate, property),
    refundable: rate.refundable,
    cancellationPolicy: stayPolicy(cancelFees, { pricePerNight }),
    cancelFees,
    status: index !== neverFull && isFull(property, visit) ? "sold_out" : "available",
  });
};

const WEEK_MS = 7 * 86_400_000;

/** Cents a room. The US price bands apply everywhere in the country; elsewhere they scale with the price level. */
const roomPrice = (city: City, property: Property, demand: number, rate: Rate, roomFactor: number): number => {
  const position = 0.28 + property.quality * 0.27 + demand;
  if (city.country === "US") {
    const [low, high] = DOMESTIC[property.stars] as readonly [number, number];
    const asked = (low + (high - low) * (position + (city.level - 1) * 0.6)) * rate.factor * roomFactor;
    return Math.round(Math.min(high, Math.max(low, asked))) * 100;
  }
  const [low, high] = ABROAD[property.stars] as readonly [number, number];
  const asked = Math.min(high, Math.max(low, (low + (high - low) * position) * rate.factor));
  return Math.round(asked * roomFactor * countryOf(city.country).level * city.level * 100);
};

/** Depends on the first night only. `staysOf` keeps one hotel in each city available, so that no city is full. */
const isFull = (property: Property, { properties, seed, checkIn, daysLeft }: StayRequest): boolean => {
  const share = (SOLD_OUT_SHARE * properties.length) / (properties.length - 1);
  const late = daysLeft === undefined ? 1 : daysLeft <= 3 ? 1.8 : daysLeft <= 14 ? 1.2 : daysLeft > 90 ? 0.5 : 0.9;
  return draw("full", seed, property.code, checkIn).chance(share * late);
};

const lateDemand = (daysLeft: number | undefined): number => {
  if (daysLeft === undefined) return 0;
  return daysLeft <= 3 ? 0.12 : daysLeft <= 7 ? 0.08 : daysLeft <= 14 ? 0.04 : daysLeft > 120 ? -0.05 : 0;
};

const amenitiesWith = (rate: Rate, { amenities }: Property): string[] => {
  const own = rate.breakfast ? amenities.filter((amenity) => amenity !== "Breakfast available") : amenities;
  const extra = rate.breakfast ? ["Breakfast included"] : rate.code === "PKG" ? ["Parking included"] : [];
  return Object.freeze([...own, ...extra]) as string[];
};
